// What a person does on the table's page: pointer, keys, forms. Whatever has data-do is a command of that name.

import { $, $$, h, isOn, on, page, ruleLink, say, speak } from "./dom.js";
import { byId } from "./board.js";
import * as choose from "./choose.js";
import * as draft from "./draft.js";
import * as frames from "./frames.js";
import * as lens from "./lens.js";
import * as moments from "./moments.js";
import { asked, nextSeat, overlay, pencil, start, table } from "./table.js";
import * as tips from "./tips.js";
import * as wire from "./wire.js";

let pressed = 0, held = false, hover = 0, clicked = 0;
/** @type {Id[] | undefined} the places that the pointer is drawn over */
let over;

/** The id of the picture's element there, or of the mark over it; in the lens too. @param {any} target */
const idOf = target => target.closest("[data-target]")?.dataset.target ?? (target.closest(".picture [id]")?.id || target.closest(".picture [data-id]")?.dataset.id);

/** Whether something of this id may be marked with the pencil, and that is in hand. */
const markable = (id = "") => $("#wb-pencil:checked") && RegExp(`^${page.pencil}$`).test(id);
/** What may be marked now. */
const sheet = () => $$(".picture [id]").filter(node => markable(node.id));

/** Pencil on the first of these that may be marked; tells whether there is one. @param {any[]} nodes */
function scribble(nodes) {
	const at = nodes.map(idOf).find(markable);
	if (at) pencil(at, $("#wb-signs :checked").value);
	return at;
}

/** Send the command that a button or form stands for; one with data-sure at the second click. @param {any} source */
async function act(source, more = {}) {
	const { do: t, sure, ...data } = source.dataset;
	if (sure && isOn("confirm") && source.classList.toggle("armed")) return;
	for (const name of ["seat", "n", "to"]) if (data[name]) data[name] = +data[name];
	const reply = await choose.answer({ t, ...!asked() && { seat: table.me.seats[0] }, ...data, ...more }, source), box = $("#wb-given");
	if (reply?.t !== "link") return;
	$("h2", box).textContent = reply.words;
	$("input", box).value = reply.link;
	$(".code", box).textContent = reply.code;
	$(".qr", box).innerHTML = reply.qr ?? "";
	box.showPopover();
}

/** What may be done about a seat; which buttons show follows from the data. @param {any} row */
function seatMenu({ dataset: { seat: n } }) {
	const { kind, bot, name, out, facts = [] } = table.seats[n], menu = $("#wb-seat");
	Object.assign(menu.dataset, { kind, out, bot: !!bot, mine: table.me.seats.includes(+n) });
	$("h2", menu).textContent = name;
	$(".facts", menu).replaceChildren(...facts.map(fact => h("p", {}, fact.words)));
	$(".bots", menu).replaceChildren(...(table.bots ?? []).map(([bot, name]) => h("button.btn", { "data-do": "bot", "data-bot": bot }, say("tobot", name))));
	for (const button of $$("[data-do]", menu)) button.dataset.seat = n;
	menu.showPopover();
}

/** A click in the picture. @param {any} event */
async function clickBoard(event) {
	const { target } = event, at = idOf(target);
	if (moments.leave() || frames.skip() || lens.opens(event, sheet()) || !target.closest("#wb-lens") && lens.close() || scribble([target, ...document.elementsFromPoint(event.clientX, event.clientY)]) || !at) return;
	if (draft.isDrafting()) return draft.place(at);
	if (target.closest("[data-target]")) return choose.pick(at);
	if (!asked()) return tips.explain(tips.labelled(target) ?? target);
	if (choose.draws()) return choose.draw([at]);
	const why = await choose.answer({ t: "why", at }, byId(at));
	if (why?.t === "why") tips.showTip(at, [why.words + " ", ruleLink(why.rule)], true);
}

/** @type {Record<string, (found: any, event: any) => any>} what a click does, by what was clicked */
const CLICKS = {
	"a.rule": (found, event) => {
		event.preventDefault();
		tips.openRules(found.hash.slice(1));
	},
	"button[data-do]": found => act(found),
	"[data-slot]": found => choose.pickSlot(+found.dataset.slot),
	"[data-class]": found => document.body.classList.toggle(found.dataset.class),
	".seat": seatMenu,
	"[data-copy]": found => {
		$("input", found.parentElement).select();
		document.execCommand("copy");
		speak(found.textContent = say("copied"));
	},
	"#wb-rules-open, #wb-rules-close": () => tips.closeRules() || tips.openRules(),
	"#wb-open": async () => {
		const { words, link, qr } = await fetch(String(page.open), { method: "POST" }).then(answer => answer.json()), box = $("#wb-invite");
		$("p", box).textContent = words;
		$("#wb-open").hidden = !!link;
		$("input", box).value = link ?? page.link;
		$("img", box).src = qr ?? page.qr;
	},
	"#wb-card-open": () => $("#wb-card").showModal(),
	"#wb-skip": () => frames.skip(2),
	"#wb-now": moments.leave,
	"#wb-take-back": wire.connect,
	"#wb-turns": nextSeat,
	".strip": () => 0,
	"#wb-table": (_, event) => clickBoard(event),
};
on("click", event => {
	clicked = event.timeStamp;
	if (held) return held = false;
	clearTimeout(hover);
	tips.hideTip();
	if (!event.target.closest("#wb-table, #wb-signs")) lens.close();
	for (const armed of $$("[data-sure].armed")) if (!armed.contains(event.target)) armed.classList.remove("armed");
	const which = Object.keys(CLICKS).find(selector => event.target.closest(selector));
	if (which) CLICKS[which](event.target.closest(which), event);
});

on("submit", event => {
	const { target } = event, field = $("input", target);
	if (!target.dataset.do) return;
	event.preventDefault();
	if (field.value.trim()) act(target, { text: field.value.trim() });
	field.value = "";
});

on("change", ({ target }) => {
	if (target.dataset.do) act(target, target.type === "checkbox" ? { on: target.checked } : { n: +target.value });
	if (target.dataset.setting === "overlay") overlay();
	if (target.dataset.setting === "notify" && target.checked) Notification.requestPermission();
});

// The pointer or the focus has come to something.
on("pointerover focusin", ({ type, target, pointerType, timeStamp }) => {
	if (type === "focusin" && !target.matches(":focus-visible")) return;
	clearTimeout(hover);
	const { slot, target: mark } = target.closest?.("[data-slot], [data-target]")?.dataset ?? {}, named = tips.labelled(target);
	choose.preview({ slot, target: mark });
	if (!mark && !target.closest?.("#wb-tip")) hover = named && timeStamp - clicked > 300 && pointerType !== "touch" ? setTimeout(tips.explain, 400, named) : setTimeout(tips.leaveTip, 250);
});

on("pointerdown", ({ target, pointerType }) => {
	held = false;
	pressed = setTimeout(() => held = pointTo(target) && pointerType === "touch", 550);
	over = pointerType !== "touch" && choose.draws() && target.closest("#wb-table") ? [] : undefined;
});
on("pointermove", ({ target }) => {
	const at = over && idOf(target);
	if (over && at && at !== over.at(-1)) choose.trace(over = [...over, at]);
});
on("pointerup", () => {
	if (over && over.length > 2) held = !!choose.draw(over);
	else choose.trace([]);
	over = undefined;
});
on("pointerup pointercancel pointermove", ({ type, movementX, movementY }) => {
	if (type !== "pointermove" || Math.hypot(movementX, movementY) > 3) clearTimeout(pressed);
});

/** Point at a place for the others, and say what it is. @param {any} target */
function pointTo(target) {
	const at = idOf(target);
	if (!at) return false;
	wire.send({ t: "point", at });
	tips.explain(tips.labelled(target) ?? byId(at));
	return true;
}

on("keydown", event => {
	const { key, target } = event, typing = target.matches("input:not([type=checkbox]), select, textarea"), button = target.matches("button, a");
	if (event.ctrlKey || event.metaKey || event.altKey || $(":popover-open, dialog[open]")) return;
	const done = key === "Escape" ? choose.back() || moments.leave() || lens.close() || tips.closeRules() || (typing && target.blur(), $("#wb-pencil:checked")?.click(), tips.hideTip())
		: typing ? false
		: /^\d$/.test(key) ? choose.pickSlot((+key + 9) % 10)
		: key === "Enter" ? !button && (scribble([target]) || choose.confirm())
		: key === " " ? !button && frames.skip(2)
		: key === "/" ? !$("#wb-typed").focus()
		: key === "p" ? pointTo($("[data-target]:hover, .picture [id]:hover") ?? target)
		: key.startsWith("Arrow") && roam(key, event.shiftKey);
	if (done) event.preventDefault();
});

/** Go to the nearest thing to choose in that direction, or to the first; to anything that has a rule with Shift. */
function roam(key = "", anything = false) {
	const here = document.activeElement, across = /L|R/.test(key), sign = /R|D/.test(key) ? 1 : -1;
	const squares = sheet(), all = squares[0] ? squares : $$(anything ? ".picture [data-rule]" : here?.closest("#wb-ask") ? "[data-slot]:enabled" : "#wb-marks button");
	const spot = (/** @type {any} */ node) => {
		const { x, y, width, height } = node.getBoundingClientRect();
		return across ? [x + width / 2, y + height / 2] : [y + height / 2, x + width / 2];
	};
	const from = here && all.includes(here) && spot(here);
	const way = (node = all[0]) => from ? sign * (spot(node)[0] - from[0]) + 2 * Math.abs(spot(node)[1] - from[1]) : 0;
	const ahead = from ? all.filter(node => sign * (spot(node)[0] - from[0]) > 1) : all;
	const [best] = ahead.sort((a, b) => way(a) - way(b));
	if (best?.tabIndex < 0) best.tabIndex = -1; // it can be focused from here on
	best?.focus();
	return true;
}

start();
