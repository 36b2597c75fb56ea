// Rings over the picture round what may be chosen, with the choice's number in the list: real buttons, which stay while the
// picture changes. And spots: named in the log, on the way, pointed at.

import { $, $$, h, sign } from "./dom.js";
import { area, byId, svg } from "./board.js";

const layer = $("#wb-marks");
/** @typedef {{id: Id, label?: string, badge?: string, state?: string, piece?: Id, signs?: Id[]}} Mark */
/** @type {Mark[]} */
let current = [];
let due = 0;
/** @type {Record<string, Parameters<typeof spots>>} the spots of each kind */
const shown = {};
/** Draw them anew: what they lie on has moved. */
const follow = () => due ||= requestAnimationFrame(() => {
	draw(current);
	for (const kind in shown) if (kind !== "pointed") spots(...shown[kind] ?? []);
});
new ResizeObserver(follow).observe(svg);
for (const end of ["animationend", "transitionend"]) svg.addEventListener(end, follow);

/** Lay a node over an area, with some pixels to spare; tells its size, 0 if there is none. @param {any} node @param {DOMRect | undefined} over @param {DOMRect} at the layer's */
function lay(node, over, at, more = 0) {
	const { x = 0, y = 0, width = 0, height = 0 } = over ?? {}, spare = (Math.min(width, height) < 36 ? 4 : 2) + more;
	node.style.cssText = `left: ${x - at.x - spare}px; top: ${y - at.y - spare}px; width: ${width + 2 * spare}px; height: ${height + 2 * spare}px; z-index: ${9999 - Math.round(Math.sqrt(width * height))}`;
	return Math.min(width, height);
}

/** Draw these and no others; small ones lie over large ones. @param {Mark[]} marks */
export function draw(marks) {
	current = marks;
	due = 0;
	const old = new Map($$("button", layer).map(node => [node.dataset.target, node])), at = layer.getBoundingClientRect();
	// First all is measured, then all is laid: each turn from the one to the other has the browser reckon the page anew.
	const measured = marks.map(mark => ({ ...mark, over: area(mark.id), box: mark.piece && !mark.signs?.[0] && byId(mark.piece)?.parentNode.getBBox() }));
	for (const { id, label = "", badge = "", state = "", piece = "", signs = [], over, box } of measured) {
		const node = old.get(id) ?? h("button", { "data-target": id }), size = lay(node, over, at);
		node.className = `mark ${state} ${size < 36 ? "small" : ""} ${byId(id)?.dataset.ring ?? ""}`;
		node.ariaLabel = label;
		node.dataset.badge = badge;
		node.replaceChildren(...signs[0] ? signs.map(symbol => sign(symbol)) : [box ? h("svg", { class: svg.getAttribute("class"), viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` }, h("use", { href: "#" + piece })) : ""]);
		node.dataset.signs = `${signs.length || ""}`;
		if (size) old.delete(id);
		if (size && !node.parentNode) layer.append(node);
	}
	for (const node of old.values()) node.remove();
	layer.classList.toggle("crowd", marks.length > 40);
}

/** Light the mark of this target. */
export const light = (id = "") => $$("button", layer).forEach(node => node.classList.toggle("on", node.dataset.target === id));

/** Show spots of this kind, and no others of it. @param {(Id | undefined)[]} ids @param {Record<Id, string>} texts what is written there */
export function spots(ids = [], kind = "", texts = {}) {
	shown[kind] = [ids, kind, texts];
	for (const old of $$("." + kind, layer)) old.remove();
	const at = layer.getBoundingClientRect(), areas = ids.map(id => area(id));
	ids.forEach((id = "", i) => {
		const node = h("i.spot." + kind, {}, h("b", {}, texts[id]));
		if (lay(node, areas[i], at, 2)) layer.append(node);
	});
}
