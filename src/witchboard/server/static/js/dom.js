// Finding and making elements, words, memory, and the guard against clicks meant for what stood there before.

/** @param {string} selector @param {any} [root] @returns {any} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @param {string} selector @param {any} [root] @returns {any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** @type {Page} */
export const page = JSON.parse($("#wb-page").textContent);
const words = JSON.parse($("#wb-words").textContent);

/** Words of the page's catalogue with {0}, {1} filled in. @param {string} name @param {...any} values */
export const say = (name, ...values) => words[name].replace(/\{(\d)\}/g, (/** @type {string} */ _, n = 0) => values[n]);

/** @param {any} node @param {any} props a function listens @param {any[]} kids */
function fill(node, props, kids) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...kids.flat(4).filter(kid => kid || kid === 0));
  return node;
}

/** An HTML element: h("button.go", {click: fn}, "Go"). @param {string} tag @param {any} [props] @param {...any} kids */
export function h(tag, props = {}, ...kids) {
  const [name, ...classes] = tag.split(".");
  return fill(document.createElement(name), { ...classes[0] && { class: classes.join(" ") }, ...props }, kids);
}

/** An SVG element. @param {string} tag @param {any} [props] @param {...any} kids */
export const s = (tag, props = {}, ...kids) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, kids);

/** A symbol of the pieces as a sign in a line of text. */
export const sign = (symbol = "", label = "") => symbol && s("svg", { viewBox: "0 0 28 28", class: "sign", ...label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" } },
  s("use", { href: "#" + symbol, width: 28, height: 28 }));

/** A rule's number, which opens the rules there. */
export const ruleLink = (rule = "") => rule && h("a.rule", { href: `${page.rules}#${rule}` }, rule);

export const setting = (name = "") => document.documentElement.dataset[name];
const still = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = () => still.matches;

/** Keep something in this tab, or get it back. @param {string} key @param {any} [value] */
export function tab(key, value) {
  try {
    if (value !== undefined) sessionStorage["wb-" + key] = JSON.stringify(value);
    return JSON.parse(sessionStorage["wb-" + key] ?? "null");
  } catch { return value ?? null; }
}

/** Whether this browser meets a thing for the first time. */
export function isNew(key = "") {
  try {
    return !localStorage["wb-met-" + key] && !!(localStorage["wb-met-" + key] = 1);
  } catch { return false; }
}

/** @type {Map<string, {meaning: string, since: number}>} */
const meanings = new Map();
/** Tell what an input at this place means from now on. */
export function mean(place = "", meaning = "") {
  if (meanings.get(place)?.meaning !== meaning) meanings.set(place, { meaning, since: performance.now() });
}
/** Whether that changed so lately that an input was meant for what stood there before. */
export const tooSoon = (place = "") => performance.now() - (meanings.get(place)?.since ?? -999) < 300;

/** Let a screen reader say it. */
export const speak = (words = "", urgent = false) => $(urgent ? "#wb-urgent" : "#wb-polite").textContent = words;
