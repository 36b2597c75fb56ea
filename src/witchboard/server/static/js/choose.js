// What may be chosen: by clicking in the picture, from the list, by key or by typing. Targets narrow the choices; one that
// is left alone is sent; a weighty one is confirmed on the same spot or by Enter.

import { $, $$, h, mean, ruleLink, say, setting, tooSoon } from "./dom.js";
import { command } from "./wire.js";
import * as marks from "./marks.js";
import { hideTip, showTip } from "./tips.js";

/** @type {Ask | undefined} */
let ask;
/** @type {Id[]} what was clicked so far */
let path = [];
/** @type {Choice | null} waits for its confirmation */
let armed = null;
let sent = false;
/** @type {(Choice | null)[]} the places of the list: what falls away leaves its place empty */
let slots = [];
const banner = $("#wb-ask");

/** Ask this, or nothing. @param {Ask} [next] */
export function setAsk(next) {
  const again = next?.kind === ask?.kind && next?.seat === ask?.seat, left = next?.draft ? [] : [...next?.choices ?? []];
  if (next?.q !== ask?.q || !again) {
    path = [];
    armed = null;
    sent = false;
  }
  left.sort((a, b) => +!!a.extra - +!!b.extra);
  slots = again ? slots.map(old => {
    const at = left.findIndex(choice => choice.text === old?.text);
    return at < 0 ? null : left.splice(at, 1)[0];
  }) : [];
  slots.push(...left);
  ask = next;
  document.body.classList.remove("list");
  build();
  render();
  if (setting("autoend") === "on" && ask?.choices.length === 1 && closing()) send(ask.choices[0]);
}

const closing = () => ask?.choices[ask.close ?? -1];
const live = () => sent ? [] : slots.filter(choice => choice && path.every((id, i) => choice.targets?.[i] === id));

/** The targets that may be clicked next, each with the choices it leads to. */
function lit() {
  /** @type {Map<Id, Choice[]>} */
  const map = new Map();
  for (const choice of live()) {
    const id = choice?.targets?.[path.length];
    if (choice && id) map.set(id, [...map.get(id) ?? [], choice]);
  }
  return map;
}

/** The key of a choice. @param {Choice | null} choice */
const number = choice => choice === closing() ? "↵" : "1234567890"[slots.indexOf(choice)] ?? "";

function build() {
  const items = slots.map((choice, at) => h("li", {}, choice && h("button.choice", { type: "button", "data-slot": at }, number(choice) && h("kbd", {}, number(choice)), h("span", {}, choice.words), details(choice))));
  const from = slots.findIndex(choice => choice?.extra), main = from < 0 ? items.length : from;
  $("#wb-choices").replaceChildren(...items.slice(0, main));
  $("#wb-extras").replaceChildren(...items.slice(main));
  $("#wb-beside").hidden = from < 0;
  $("#wb-texts").replaceChildren(...slots.map(choice => h("option", { value: choice?.text }, choice?.words)));
  banner.classList.toggle("asks", slots.length > 0);
  $("#wb-pass").dataset.slot = slots.findIndex(choice => choice && choice === ask?.choices[ask.window?.pass ?? -1]);
  const { scrollWidth, clientWidth } = $(".lists");
  banner.classList.toggle("many", scrollWidth > clientWidth + 1);
}

/** What is known of a choice beforehand: its course and its odds. @param {Choice} choice */
const details = ({ course, forecast }) => [course && h("small", {}, course), !!forecast?.length && h("small.odds", {}, h("i", {}, forecast.map(([, chance]) => {
  const part = h("b");
  part.style.flexGrow = chance;
  return part;
})), forecast.map(([words, chance]) => `${words} ${Math.round(chance * 100)} %`).join(", "))];

/** Draw the marks and the list as they stand. */
export function render() {
  const targets = lit(), still = live();
  for (const button of $$("[data-slot]")) {
    const choice = slots[button.dataset.slot], on = still.includes(choice);
    button.classList.toggle("armed", choice === armed);
    button.disabled = !on;
    mean("slot" + button.dataset.slot, on ? choice?.line + (ask?.kind ?? "") : "");
  }
  mean("Enter", armed ? "confirm" : closing() && ask?.kind);
  for (const [id, choices] of targets) mean(id, choices.map(choice => choice.line) + (ask?.kind ?? ""));
  if (!ask?.draft) marks.draw([...path.filter(id => !targets.has(id)).map(id => ({ id, label: say("back"), state: "picked" })),
    ...[...targets].map(([id, choices]) => ({ id, label: choices.map(choice => choice.words).join(", "), badge: choices.length > 1 ? "…" : number(choices[0]), state: armed && choices.includes(armed) ? "aim" : "" }))]);
  banner.classList.toggle("sent", sent);
  banner.classList.toggle("armed", !!armed && !sent);
}

/** A target was clicked. @param {Id} id */
export function pick(id) {
  const choices = lit().get(id);
  if (!choices) return path.includes(id) && back();
  if (tooSoon(id)) return;
  if (choices.length === 1) return take(choices[0]);
  path.push(id);
  armed = null;
  render();
  document.body.classList.toggle("list", !lit().size);
}

/** Do a choice, or arm it if it is weighty. @param {Choice} choice */
function take(choice) {
  const sure = !choice.weighty || setting("confirm") === "off" || armed === choice;
  armed = choice;
  if (sure) send(choice);
  else render();
}

/** @param {Choice} choice */
function send(choice) {
  hideTip();
  sent = true;
  render();
  answer({ t: "take", line: choice.line }, choice.targets?.at(-1));
}

/** Send something about what is asked; a refusal is shown where it was given. @param {Up} message @param {Id | Element} [at] */
export async function answer(message, at = banner) {
  const asked = ask, reply = await command({ seat: ask?.seat, q: ask?.q, ...message });
  if (reply.t !== "no") return reply;
  if (asked === ask) sent = false;
  armed = null;
  render();
  showTip(at, [reply.words + " ", ruleLink(reply.rule)], true);
}

/** One step back: the confirmation, then the last target. */
export function back() {
  if (!armed && !path.pop()) return false;
  armed = null;
  hideTip();
  render();
  return true;
}

/** Light what the pointer or the focus lies on, in the list or the picture, and say what is known of it. @param {{slot?: string, target?: Id}} what */
export function preview({ slot, target }) {
  const choices = slot ? [slots[+slot]] : lit().get(target ?? "") ?? [], choice = choices[0];
  if (!choice) {
    if (!target) marks.light();
    return;
  }
  marks.light(target ?? choice.targets?.[path.length]);
  marks.spots(choice.via ?? [], "via");
  for (const button of $$("[data-slot]")) button.classList.toggle("on", !!target && choices.includes(slots[button.dataset.slot]));
  if (target) showTip(target, choices.length > 1 ? choices.slice(0, 6).map(one => h("p", {}, one?.words)) : [h("b", {}, choice.words), details(choice)]);
}

/** A choice of the list was clicked, or its key pressed. */
export function pickSlot(at = 0) {
  const choice = slots[at];
  if (choice && live().includes(choice) && !tooSoon("slot" + at)) take(choice);
  return !!choice;
}

/** Enter: what is armed, else what closes the turn. */
export function confirm() {
  const choice = armed ?? closing();
  if (choice && !sent && !tooSoon("Enter")) take(choice);
  return !!choice;
}
