// Rings round what may be chosen: a light dashed line on a dark edge, wedges, the number of the choice in the list. They
// lie above the picture, take clicks and focus, and keep their identity while the picture changes.

import { $, $$, s } from "./dom.js";
import { area, byId, scale, svg } from "./board.js";

/** @typedef {{id: Id, label: string, badge?: string | number, state?: string}} Mark */

const layer = $(".wb-marks", svg);
/** @type {Mark[]} */
let current = [];
new ResizeObserver(() => draw(current)).observe(svg);

/** Draw these marks and no others, small ones over large ones. @param {Mark[]} marks */
export function draw(marks) {
  current = marks;
  const boxes = new Map(marks.map(({ id }) => [id, area(id)])), old = new Map($$(".mark", layer).map(node => [node.dataset.target, node]));
  const size = (id = "") => (boxes.get(id)?.w ?? 0) * (boxes.get(id)?.h ?? 0);
  const shown = marks.filter(({ id }) => boxes.get(id)).sort((a, b) => size(b.id) - size(a.id)).map(mark => ring(old.get(mark.id), mark, boxes.get(mark.id)));
  for (const node of old.values()) if (!shown.includes(node)) node.remove();
  shown.forEach((node, i) => layer.children[i] === node || layer.insertBefore(node, layer.children[i]));
}

/** @param {any} node @param {Mark} mark @param {any} box */
function ring(node, { id, label, badge, state = "" }, { x, y, w, h }) {
  node ??= s("g", { tabindex: 0, role: "button", "data-target": id });
  node.setAttribute("class", "mark " + state);
  node.setAttribute("aria-label", label);
  const px = 1 / scale(), small = Math.min(w, h) < 36 * px, k = px * Math.min(1, Math.max(0.8, Math.min(w, h) / px / 90)), rx = byId(id).dataset.ring === "round" ? w : Math.min(9 * px, w / 4);
  const key = [x, y, w, h, badge, px].join();
  if (node.dataset.shape === key) return node;
  node.dataset.shape = key;
  const shape = { x: x - px, y: y - px, width: w + 2 * px, height: h + 2 * px, rx };
  const wedge = (at = x, turn = 0) => s("path", { class: "wedge", d: "M-8-8L5 0L-8 8Z", transform: `translate(${at} ${y + h / 2}) scale(${k * 0.9}) rotate(${turn})` });
  node.replaceChildren(s("rect", { class: "edge", ...shape }), s("rect", { class: "light", ...shape }));
  if (!small) node.append(wedge(), wedge(x + w, 180));
  if (!small && badge) node.append(s("g", { class: "badge", transform: `translate(${x + w - 9 * k} ${y + 9 * k}) scale(${k})` }, s("circle", { r: 11.5 }), s("text", { y: 5 }, badge)));
  return node;
}

/** Light this target and dim the others; none: all stand as before. */
export function light(id = "") {
  for (const node of $$(".mark", layer)) {
    node.classList.toggle("on", node.dataset.target === id);
    node.classList.toggle("dim", id && node.dataset.target !== id);
  }
}

/** Show places that are not for choosing: named in the log, on the way, pointed at. @param {Id[]} ids @param {string} kind */
export function spots(ids, kind) {
  for (const old of $$(".wb-spot." + kind, svg)) old.remove();
  const px = 1 / scale();
  for (const box of ids.map(area)) if (box) {
    const [rx, ry] = kind === "via" ? [5 * px, 5 * px] : [box.w / 2 + 3 * px, box.h / 2 + 3 * px];
    layer.before(s("ellipse", { class: "wb-spot " + kind, cx: box.x + box.w / 2, cy: box.y + box.h / 2, rx, ry }));
  }
}
