// The bubble beside what is pointed at: its name and rule, or why it cannot be chosen; and the rules beside the picture.

import { $, $$, h, page, ruleLink, say } from "./dom.js";
import { byId } from "./board.js";

const bubble = $("#wb-tip"), panel = $("#wb-rules"), text = $("#wb-rules-text"), find = $("input", panel);
/** @type {Promise<void> | undefined} */
let loading;
let stays = false;

/** Show a bubble beside an element. @param {Id | Element | undefined} at @param {any[]} content */
export function showTip(at, content, stay = false) {
	if (stays && !stay && !bubble.hidden) return;
	const r = ($("#wb-lens:not([hidden])") ?? (typeof at === "string" ? byId(at) : at) ?? $("#wb-ask")).getBoundingClientRect();
	stays = stay;
	bubble.replaceChildren(h("div", {}, content));
	bubble.hidden = false;
	const { offsetWidth: w, offsetHeight: tall } = bubble;
	bubble.style.left = Math.max(6, Math.min(innerWidth - w - 6, r.x + r.width / 2 - w / 2)) + "px";
	bubble.style.top = (r.bottom + 14 + tall < innerHeight ? r.bottom + 8 : Math.max(6, r.y - tall - 8)) + "px";
}

export function hideTip() {
	bubble.replaceChildren();
	return bubble.hidden = true;
}

/** The pointer has gone elsewhere; what stays does so until the next click. */
export const leaveTip = () => stays || hideTip();
/** The nearest thing that says what it is. @param {any} element */
export const labelled = element => element.closest?.("[data-rule], .picture [aria-label]");

/** Say what an element is, with what the rules' page has under its keys. @param {any} element */
export async function explain(element) {
	const keys = element.dataset.rule?.split(" ") ?? [], name = h("b", {}, element.ariaLabel);
	showTip(element, [name]);
	if (keys[0]) await load();
	if (!bubble.hidden) showTip(element, [name, ...keys.map((key = "") => {
		const found = document.getElementById(key), words = found?.textContent?.replace(/^[A-Z]+-\d+/, "") ?? "";
		return found && h("p", {}, (words.match(/^[^.]+\.[^.]*\.?/)?.[0] ?? words) + " ", ruleLink(found.dataset.number ?? key));
	})]);
}

/** Fetch the rules once. */
const load = () => loading ??= fetch(page.rules + "?part=1").then(async answer => text.innerHTML = answer.ok ? await answer.text() : say("norules")).catch(() => loading = void (text.textContent = say("norules")));

/** Open the rules, at a rule. */
export async function openRules(rule = "") {
	panel.hidden = false;
	find.focus();
	await load();
	for (const part of $$("[id]", text)) part.classList.toggle("found", part.id === rule);
	document.getElementById(rule)?.scrollIntoView({ block: "center" });
}

/** Whether there was anything to close. */
export const closeRules = () => !panel.hidden && (panel.hidden = true);

find.oninput = () => $$("[id]", text).forEach(part => part.hidden = !part.textContent.toLowerCase().includes(find.value.toLowerCase()));
