// The picture: a ground sent once and keyed fragments over it, morphed so that nodes keep their identity. What moved
// glides, what came fades in, what went fades out; the game's styles say more for .came and .changed.

import { $, $$, calm, h } from "./dom.js";

export const svg = $("#wb-board");
const [ground, layer, over, leaving] = svg.children;
/** @type {Map<string, any>} the wrapper of each fragment; its `text` is the fragment as it came */
const nodes = new Map();

function parse(text = "") {
	const template = h("template");
	template.innerHTML = `<svg>${text}</svg>`;
	return [...template.content.firstChild.childNodes];
}

/** @param {any} picture */
export function setPicture({ viewBox, ground: under, label, name, fragments }) {
	svg.setAttribute("viewBox", viewBox);
	if (label) svg.ariaLabel = label;
	if (name) svg.setAttribute("class", "picture " + name);
	ground.replaceChildren(...parse(under));
	setFragments(fragments);
}

/** Show just these, in their order. @param {Fragment[]} state */
export function setFragments(state) {
	const keys = state.map(([key]) => key);
	apply({ gone: [...nodes.keys()].filter(key => !keys.includes(key)), put: state.map(([key, text], i) => /** @type {Put} */ ([key, keys[i + 1], text])).reverse() }, 0);
}

/** @returns {Fragment[]} as they stand, in their order */
export const fragments = () => [...layer.children].map(node => [node.dataset.key, node.text]);

/** @param {Change} change @param {number} ms the frame's time; 0: no animation */
export function apply({ put, gone }, ms) {
	for (const old of $$(".came, .changed", layer)) old.classList.remove("came", "changed");
	const were = put.map(([key]) => ms && nodes.get(key)?.getBoundingClientRect());
	for (const key of gone) {
		const node = nodes.get(key);
		nodes.delete(key);
		if (ms && node) leave(node, ms);
		else node?.remove();
	}
	put.forEach(([key, before, text], i) => {
		const node = nodes.get(key) ?? h("g", { "data-key": key }), next = nodes.get(before ?? "") ?? null, same = node.text === text;
		nodes.set(key, node);
		if (!node.parentNode || node.nextSibling !== next) layer.insertBefore(node, next);
		if (!same) Idiomorph.morph(node, parse(node.text = text), { morphStyle: "innerHTML" });
		if (ms && !same) animate(node, were[i], Math.min(420, ms * 0.9));
	});
}

/** @param {any} node @param {any} was where it stood, if it did @param {number} ms */
function animate(node, was, ms) {
	const piece = node.firstElementChild, from = was ?? area(piece?.dataset.from), way = from && shift(from, node.getBoundingClientRect());
	piece?.classList.add(was ? "changed" : "came");
	if (way && way !== "0px 0px" && !calm()) run(node, [{ translate: way }, {}], ms);
	if (!was) run(node, [{ opacity: 0, scale: calm() ? 1 : 0.86 }, {}], ms);
}

/** @param {any} node @param {Keyframe[]} frames */
const run = (node, frames, duration = 0, fill = "backwards") => node.animate(frames, { duration: calm() ? 120 : duration, easing: "ease-out", fill });

/** From one rectangle of the screen to another, in units of the picture. @param {DOMRect} from @param {DOMRect} to */
const shift = (from, to) => [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2].map(px => px / (svg.getScreenCTM()?.a || 1) + "px").join(" ");

/** A node that no longer counts goes its last way on top of the picture. @param {any} node */
function leave(node, ms = 0) {
	const was = node.getBoundingClientRect(), to = !calm() && area(node.firstElementChild?.dataset.to);
	leaving.append(anonymous(node));
	run(node, [{}, { opacity: 0, ...to && { translate: shift(to, was), scale: 0.5 } }], Math.min(380, ms), "both").onfinish = () => node.remove();
}

/** Take the ids off a node that is only for the eye. @param {any} node */
export function anonymous(node) {
	for (const named of [node, ...$$("[id]", node)]) named.removeAttribute("id");
	return node;
}

/** Lay something over the picture until it changes. */
export const overlay = (text = "") => over.replaceChildren(...parse(text));

/** Let every animation have ended. */
export const finish = () => svg.getAnimations({ subtree: true }).forEach((/** @type {any} */ one) => one.effect.getComputedTiming().endTime < Infinity && one.finish());
export const byId = (id = "") => id && svg.getElementById(id);

/** The area of an element on the screen. @param {Id} [id] @returns {DOMRect | undefined} */
export function area(id) {
	const node = byId(id);
	return node && ($(".hit", node) ?? node).getBoundingClientRect();
}
