// Rings over the picture round what may be chosen, with the choice's number in the list: real buttons, which stay while the
// picture changes. And spots: named in the log, on the way, pointed at.

import { $, $$, h, sign } from "./dom.js";
import { area, byId, svg } from "./board.js";

const layer = $("#wb-marks");
/** @typedef {{id: Id, label?: string, badge?: string, state?: string, piece?: Id, signs?: Id[]}} Mark */
/** @type {Mark[]} */
let current = [];
let due = 0;
/** Draw them anew: what they lie on has moved. */
const follow = () => due ||= requestAnimationFrame(() => draw(current));
new ResizeObserver(follow).observe(svg);
for (const end of ["animationend", "transitionend"]) svg.addEventListener(end, follow);

/** Lay a node over an element, with some pixels to spare; tells its size, 0 if it isn't there. @param {any} node */
function lay(node, id = "", more = 0) {
	const { x = 0, y = 0, width = 0, height = 0 } = area(id) ?? {}, at = layer.getBoundingClientRect(), spare = (Math.min(width, height) < 36 ? 4 : 2) + more;
	node.style.cssText = `left: ${x - at.x - spare}px; top: ${y - at.y - spare}px; width: ${width + 2 * spare}px; height: ${height + 2 * spare}px; z-index: ${9999 - Math.round(Math.sqrt(width * height))}`;
	return Math.min(width, height);
}

/** Draw these and no others; small ones lie over large ones. @param {Mark[]} marks */
export function draw(marks) {
	current = marks;
	due = 0;
	const old = new Map($$("button", layer).map(node => [node.dataset.target, node]));
	for (const { id, label = "", badge = "", state = "", piece = "", signs = [] } of marks) {
		const node = old.get(id) ?? h("button", { "data-target": id }), size = lay(node, id), box = piece && byId(piece)?.parentNode.getBBox();
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

/** Show spots of this kind, and no others of it. @param {(Id | undefined)[]} ids */
export function spots(ids, kind = "") {
	for (const old of $$("." + kind, layer)) old.remove();
	for (const id of ids) {
		const node = h("i.spot." + kind);
		if (lay(node, id, 2)) layer.append(node);
	}
}
