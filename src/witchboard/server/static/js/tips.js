// The bubble beside what is pointed at: its name, its rule in a sentence, or why it cannot be chosen; and the rules panel.

import { $, $$, h, page, ruleLink, say } from "./dom.js";
import { byId } from "./board.js";

const bubble = $("#wb-tip"), panel = $("#wb-rules"), text = $("#wb-rules-text");
/** @type {Promise<void> | undefined} */
let loading;

let stays = false;

/** Show a bubble beside an element. @param {Id | Element | undefined} at @param {any[]} content @param {boolean} [stay] until the next click */
export function showTip(at, content, stay = false) {
  stays = stay;
  const what = typeof at === "string" ? byId(at) : at, r = (what ?? $("#wb-ask")).getBoundingClientRect();
  bubble.replaceChildren(h("div", {}, content));
  bubble.hidden = false;
  const { offsetWidth: w, offsetHeight: tall } = bubble;
  bubble.style.left = Math.max(6, Math.min(innerWidth - w - 6, r.x + r.width / 2 - w / 2)) + "px";
  bubble.style.top = (r.bottom + 14 + tall < innerHeight ? r.bottom + 8 : Math.max(6, r.y - tall - 8)) + "px";
}

export const hideTip = () => bubble.hidden = true;
/** The pointer has gone elsewhere. */
export const leaveTip = () => stays || hideTip();

/** The nearest thing that says what it is. @param {any} element */
export const labelled = element => element?.closest?.("[data-rule], .picture [aria-label]");

/** Say what an element is, with its rule: what the rules' page has under its keys. @param {any} element */
export async function explain(element) {
  const keys = element.dataset.rule?.split(" ") ?? [], name = h("b", {}, element.ariaLabel ?? element.title);
  showTip(element, [name]);
  if (!keys[0]) return;
  await load();
  const found = keys.map((/** @type {string} */ key) => document.getElementById(key)).filter(Boolean);
  const sentence = (text = "") => text.replace(/^[A-Z]+-\d+/, "").match(/^[^.]+\.[^.]*\.?/)?.[0] ?? text;
  if (!stays && !bubble.hidden) showTip(element, [name, ...found.map((/** @type {any} */ part) => h("p", {}, sentence(part.textContent) + " ", ruleLink(part.dataset.number ?? part.id)))]);
}

/** Fetch the rules once. */
const load = () => loading ??= fetch(page.rules + "?part=1").then(async answer => {
  text.innerHTML = answer.ok ? await answer.text() : say("norules");
}, () => {
  loading = undefined;
  text.textContent = say("norules");
});

/** Open the rules beside the picture, at a rule. */
export async function openRules(rule = "") {
  panel.hidden = false;
  $("input", panel).focus();
  await load();
  for (const part of $$("[id]", text)) part.classList.toggle("found", part.id === rule);
  document.getElementById(rule)?.scrollIntoView({ block: "center" });
}

/** Whether there was anything to close. */
export const closeRules = () => !panel.hidden && (panel.hidden = true);

$("input", panel).addEventListener("input", (/** @type {any} */ event) => {
  for (const part of $$("[id]", text)) part.hidden = !part.textContent.toLowerCase().includes(event.target.value.toLowerCase());
});
