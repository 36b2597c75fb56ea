// Finding and making elements, words, memory, and the guard against input meant for what stood there before.

/** @param {any} [root] @returns {any} */
export const $ = (selector = "", root = document) => root.querySelector(selector);
/** @param {any} [root] @returns {any[]} */
export const $$ = (selector = "", root = document) => [...root.querySelectorAll(selector)];
/** @param {(event: any) => any} listener */
export const on = (types = "", listener) => types.split(" ").forEach(type => addEventListener(type, listener));

/** @type {Page} */
export const page = JSON.parse($("#wb-page").textContent);
const words = JSON.parse($("#wb-words").textContent);
/** Words of the page's catalogue, with {0}, {1} filled in. @param {any[]} values */
export const say = (name = "", ...values) => words[name].replace(/{(\d)}/g, (_ = "", n = 0) => values[n]);

/** An element: h("button.go", {click: listener}, "Go"). @param {any} props @param {any[]} kids @returns {any} */
export function h(tag = "", props = {}, ...kids) {
	const [name, ...classes] = tag.split("."), space = /^(svg|use|g)$/.test(name) ? "2000/svg" : "1999/xhtml";
	const node = document.createElementNS("http://www.w3.org/" + space, name);
	node.classList.add(...classes.filter(Boolean));
	for (const key in props) {
		if (typeof props[key] === "function") node.addEventListener(key, props[key]);
		else if (props[key] != null) node.setAttribute(key, props[key]);
	}
	node.append(...kids.flat(4).filter(kid => kid || kid === 0));
	return node;
}

/** A symbol of the pieces as a sign in a line of text. */
export const sign = (symbol = "", label = "") => symbol && h("svg.sign", { viewBox: "0 0 28 28", role: "img", "aria-label": label || null, "aria-hidden": label ? null : true },
	h("use", { href: "#" + symbol, width: 28, height: 28 }));
export const ruleLink = (rule = "") => rule && h("a.rule", { href: `${page.rules}#${rule}` }, rule);
export const setting = (name = "") => document.documentElement.dataset[name];
export const isOn = (name = "") => setting(name) === "on";
const still = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = () => still.matches;

/** Keep something in this tab, or get it back. @param {any} [value] */
export function tab(key = "", value) {
	try {
		if (value !== undefined) sessionStorage["wb-" + key] = JSON.stringify(value);
		return JSON.parse(sessionStorage["wb-" + key] ?? null);
	} catch { return value; }
}

/** Whether this browser meets a thing for the first time. */
export function isNew(thing = "") {
	try { return !localStorage["wb-met-" + thing] && !!(localStorage["wb-met-" + thing] = 1); } catch { return false; }
}

/** @type {Record<string, [meaning: string, since: number]>} */
const meanings = {};
/** Tell what an input at this place means from now on. */
export const mean = (place = "", meaning = "") => meanings[place]?.[0] === meaning || (meanings[place] = [meaning, performance.now()]);
/** Whether that changed so lately that an input was meant for what stood there before. */
export const tooSoon = (place = "") => performance.now() - (meanings[place]?.[1] ?? -999) < 300;
/** Let a screen reader say it. */
export const speak = (words = "", urgent = false) => $(urgent ? "#wb-urgent" : "#wb-polite").textContent = words;
