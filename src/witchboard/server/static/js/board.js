// The picture: a ground sent once and keyed fragments over it. Changes are morphed in, so nodes keep their identity: what
// moved glides, what came fades in, what went fades out; more is said by the game's styles for .came and .changed.

import { $, $$, calm, s } from "./dom.js";

export const svg = $("#wb-board");
const ground = $(".wb-ground", svg), layer = $(".wb-pieces", svg), leaving = $(".wb-leaving", svg);
/** @type {Map<string, any>} the wrapper of each fragment */
const nodes = new Map();
/** @type {Map<string, string>} */
const texts = new Map();
function parse(text = "") {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${text}</svg>`;
  return [.../** @type {any} */ (template.content.firstChild).childNodes];
}

/** Replace the whole picture. @param {Picture} picture */
export function setPicture({ viewBox, ground: under, label, name, fragments }) {
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", "picture " + name);
  svg.setAttribute("aria-label", label ?? "");
  ground.replaceChildren(...parse(under));
  setFragments(fragments);
}

/** Show just these fragments, in their order. @param {Fragment[]} state */
export function setFragments(state) {
  const keys = new Set(state.map(([key]) => key));
  apply({ gone: [...nodes.keys()].filter(key => !keys.has(key)), put: state.map(([key, text], i) => /** @type {Put} */ ([key, state[i + 1]?.[0] ?? null, text])).reverse() }, 0);
}

/** The fragments as they stand, in their order. @returns {Fragment[]} */
export const fragments = () => [...layer.children].map(node => [node.dataset.key, texts.get(node.dataset.key) ?? ""]);

/** Show a change. @param {Change} change @param {number} ms the frame's time; 0: no animation */
export function apply({ put, gone }, ms) {
  for (const old of $$(".came, .changed", layer)) old.classList.remove("came", "changed");
  const were = new Map(put.map(([key]) => [key, ms && nodes.get(key)?.getBoundingClientRect()]));
  for (const key of gone) {
    const node = nodes.get(key);
    nodes.delete(key);
    texts.delete(key);
    if (ms && node) leave(node, ms);
    else node?.remove();
  }
  for (const [key, before, text] of put) {
    const was = were.get(key), same = texts.get(key) === text, node = place(key, before, text), piece = node.firstElementChild;
    if (!ms || same || !piece) continue;
    piece.classList.add(was ? "changed" : "came");
    const from = was ?? byId(piece.dataset.from)?.getBoundingClientRect(), now = node.getBoundingClientRect(), time = Math.min(420, ms * 0.9);
    if (from && !calm() && shift(from, now) !== "0px 0px") run(node, [{ translate: shift(from, now) }, {}], time);
    if (!was) run(node, [{ opacity: 0, scale: calm() ? 1 : 0.86 }, {}], time);
  }
}

/** @param {string} key @param {string | null} before @param {string} text */
function place(key, before, text) {
  const node = nodes.get(key) ?? s("g", { "data-key": key }), next = nodes.get(before ?? "") ?? null;
  nodes.set(key, node);
  if (!node.parentNode || node.nextSibling !== next) layer.insertBefore(node, next);
  if (texts.get(key) !== text) Idiomorph.morph(node, parse(text), { morphStyle: "innerHTML" });
  texts.set(key, text);
  return node;
}

/** @param {any} node @param {Keyframe[]} frames @param {number} duration @param {FillMode} [fill] @returns {Animation} */
const run = (node, frames, duration, fill = "backwards") => node.animate(frames, { duration: calm() ? 120 : duration, easing: "ease-out", fill });

/** From one rectangle of the screen to another, in units of the picture. @param {DOMRect} from @param {DOMRect} to */
const shift = (from, to) => `${(from.x + from.width / 2 - to.x - to.width / 2) / scale()}px ${(from.y + from.height / 2 - to.y - to.height / 2) / scale()}px`;

/** A node that no longer counts goes its last way on top of the picture. @param {any} node @param {number} ms */
function leave(node, ms) {
  const was = node.getBoundingClientRect(), to = !calm() && byId(node.firstElementChild?.dataset.to);
  for (const named of [node, ...$$("[id]", node)]) named.removeAttribute("id");
  leaving.append(node);
  run(node, [{}, { opacity: 0, ...to && { translate: shift(to.getBoundingClientRect(), was), scale: 0.5 } }], Math.min(380, ms), "both").onfinish = () => node.remove();
}

/** Let every animation have ended. */
export const finish = () => svg.getAnimations({ subtree: true }).forEach((/** @type {Animation} */ one) => {
  if (Number(one.effect?.getComputedTiming().endTime) < Infinity) one.finish();
});

/** An element of the picture. @param {Id} [id] */
export const byId = id => id && $(`[id="${CSS.escape(id)}"]`, svg);

/** Pixels of the screen to one unit of the picture. */
export const scale = () => svg.getScreenCTM()?.a || 1;

/** The area of an element, in units of the picture. @param {Id} id */
export function area(id) {
  const element = byId(id);
  if (!element) return null;
  const r = ($(".hit", element) ?? element).getBoundingClientRect(), k = scale();
  const { x, y } = new DOMPoint(r.x, r.y).matrixTransform(svg.getScreenCTM().inverse());
  return { x, y, w: r.width / k, h: r.height / k };
}
