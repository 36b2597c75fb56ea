// What may be chosen, in the picture, from the list, by key or by typing. Targets narrow the choices; one left alone is sent.

import { $, $$, h, isOn, mean, ruleLink, say, tooSoon } from "./dom.js";
import { command } from "./wire.js";
import * as lens from "./lens.js";
import * as marks from "./marks.js";
import { hideTip, showTip } from "./tips.js";

/** @type {Ask | undefined} */
let ask;
/** @type {Ask | undefined} the latest question, and the places of its list: those of the same kind that follow keep them */
let last;
/** @type {(Choice | undefined)[]} */
let kept = [];
/** @type {Id[]} what was clicked so far */
let path = [];
/** @type {Choice | undefined} a weighty one: waits for its confirmation */
let armed;
/** @type {Choice | undefined} a way that was drawn: waits for its confirmation, or leads on */
let drawn;
let sent = false;
/** @type {(Choice | undefined)[]} the places of the list: what falls away leaves its place empty */
let slots = [];
const banner = $("#wb-ask"), look = banner.classList, body = document.body.classList;

/** Ask this, or nothing. @param {Ask} [next] */
export function setAsk(next) {
	const again = next?.kind === last?.kind && next?.seat === last?.seat, all = next?.draft ? [] : [...next?.choices ?? []];
	if (next?.q !== ask?.q || !again) {
		path = [];
		armed = undefined;
		forget();
		sent = false;
	}
	all.sort((a, b) => +!!a.extra - +!!b.extra);
	const places = kept.map(old => all.find(choice => choice.text === old?.text));
	slots = again && all.every(choice => places.includes(choice)) ? places : all;
	if (next && next.q !== ask?.q) hideTip();
	if (next) [last, kept] = [next, slots];
	ask = next;
	body.remove("list");
	build();
	render();
	if (isOn("autoend") && ask?.choices.length === 1 && closing()) send(closing());
}

const closing = () => ask?.choices[ask.close ?? -1];
const live = () => sent ? [] : slots.filter(choice => choice && path.every((id, i) => choice.targets?.[i] === id));
/** The choices that this target leads to, if it may be clicked next. */
const under = (id = "") => live().filter(choice => choice?.targets?.[path.length] === id);
/** The key of a choice. @param {Choice | undefined} choice */
const number = choice => choice === closing() ? "↵" : "1234567890"[slots.indexOf(choice)] ?? "";

function build() {
	const items = slots.map((choice, at) => h("li", {}, choice && h("button.choice", { "data-slot": at }, h("kbd", {}, number(choice)), h("span", {}, choice.words), details(choice))));
	const main = slots.findIndex(choice => choice?.extra) >>> 0, lists = $("#wb-lists"), pass = ask?.choices[ask.window?.pass ?? -1];
	$("#wb-choices").replaceChildren(...items.slice(0, main));
	$("#wb-extras").replaceChildren(...items.slice(main));
	$("#wb-texts").replaceChildren(...slots.map(choice => h("option", { value: choice?.text })));
	$("#wb-pass").dataset.slot = pass ? slots.indexOf(pass) : -1;
	look.toggle("asks", !!slots[0]);
	look.remove("many");
	look.toggle("many", lists.scrollWidth > lists.clientWidth + 1);
}

/** What is known of a choice beforehand: its course and its odds. @param {Choice} choice */
const details = ({ course, forecast = [] }) => [course && h("small", {}, course), forecast[0] &&
	h("small.odds", {}, h("meter", { value: forecast[0][1], "aria-hidden": true }), forecast.map(([words, chance]) => `${words} ${Math.round(chance * 100)} %`).join(", "))];

function render() {
	const still = live(), kind = ask?.kind ?? "", targets = new Set(still.flatMap(choice => choice?.targets?.[path.length] ?? []));
	for (const button of $$("[data-slot]")) {
		const choice = slots[button.dataset.slot], on = choice && still.includes(choice);
		button.classList.toggle("armed", !!choice && choice === armed);
		button.disabled = !on;
		mean("slot" + button.dataset.slot, on ? choice.line + kind : "");
	}
	mean("Enter", armed ? "confirm" : closing() && kind);
	if (!ask?.draft) marks.draw([...path.map(id => ({ id, label: say("back"), state: "picked" })), ...[...targets].map(id => {
		const choices = under(id), label = choices.map(choice => choice?.words).join(", ");
		mean(id, label + kind);
		return { id, label, badge: choices[1] ? "…" : number(choices[0]), state: armed && choices.includes(armed) ? "aim" : "" };
	})]);
	look.toggle("sent", sent);
	look.toggle("armed", !!armed && !sent);
}

/** Give the drawn way up. */
function forget() {
	drawn = undefined;
	marks.spots([], "way");
}

/** Whether a way may be drawn now, or goes on from where it leads. */
export const draws = () => !!ask?.ways && !sent;

/** Show over which places the pointer is drawn. @param {Id[]} over */
export const trace = over => marks.spots([...drawn?.via ?? [], ...over], "way");

/** Draw a way over these places, or lead it on; at its end a second time: go. The bubble lies beside the picture: it would hide the way. @param {Id[]} over */
export async function draw(over) {
	const end = over.at(-1) ?? "", before = drawn?.via ?? [];
	if (drawn && over.length < 2 && end === before.at(-1)) return tooSoon(end) || send(drawn);
	const reply = await answer({ t: "way", over: [...before, ...over] }, end);
	if (reply?.t !== "way") return;
	armed = drawn = reply.choice;
	render();
	mean(end, "way");
	trace([]);
	lens.refresh();
	showTip($("#wb-seats"), [h("b", {}, drawn.words), details(drawn), h("button.btn.go", { click: () => send(drawn) }, say("go"))], true);
}

/** A target was clicked. */
export function pick(id = "") {
	const choices = under(id);
	if (drawn) return draw([id]);
	if (!choices[0]) return path.includes(id) && back();
	if (tooSoon(id)) return;
	if (!choices[1]) return take(choices[0]);
	path.push(id);
	armed = undefined;
	render();
	body.toggle("list", live().every(choice => !choice?.targets?.[path.length]));
}

/** Do a choice, or arm it if it is weighty. @param {Choice} choice */
function take(choice) {
	const sure = !choice.weighty || !isOn("confirm") || armed === choice;
	armed = choice;
	if (sure) send(choice);
	else render();
}

/** @param {Choice | undefined} choice */
function send(choice) {
	hideTip();
	marks.spots([], "way");
	sent = true;
	render();
	answer({ t: "take", line: choice?.line }, choice?.targets?.at(-1));
}

/** Send something about what is asked; a refusal is shown where it was given. @param {Up} message @param {Id | Element} [at] */
export async function answer(message, at = banner) {
	const asked = ask, reply = await command({ seat: ask?.seat, q: ask?.q, ...message });
	if (reply.t !== "no") return reply;
	if (asked === ask) sent = false;
	if (message.t !== "way") armed = undefined;
	render();
	showTip(at, [reply.words.replace(` (${reply.rule})`, "") + " ", ruleLink(reply.rule)], true);
}

/** One step back: the confirmation, then the last target. */
export function back() {
	if (!armed && !path.pop()) return false;
	armed = undefined;
	forget();
	hideTip();
	render();
	return true;
}

/** Light what the pointer or the focus lies on, and say what is known of it. @param {any} what */
export function preview({ slot, target }) {
	const choices = slot ? [slots[slot]] : target ? under(target) : [], choice = choices[0];
	marks.light(target ?? choice?.targets?.[path.length]);
	marks.spots(choice?.via ?? [], "via");
	for (const button of $$("[data-slot]")) button.classList.toggle("on", !!target && choices.includes(slots[button.dataset.slot]));
	if (target && choice) showTip(target, choices[1] ? choices.slice(0, 6).map(one => h("p", {}, one?.words)) : [h("b", {}, choice.words), details(choice)]);
}

/** A choice of the list was clicked, or its key pressed. */
export function pickSlot(at = 0) {
	const choice = slots[at];
	if (choice && live().includes(choice) && !tooSoon("slot" + at)) take(choice);
	return choice;
}

/** Enter: what is armed, else what closes the turn. */
export function confirm() {
	const choice = armed ?? closing();
	if (choice && !sent && !tooSoon("Enter")) take(choice);
	return choice;
}
