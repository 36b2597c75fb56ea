// Where targets are too small for a finger, the first tap lays a lens over the picture: a magnified copy of that part.

import { $, $$ } from "./dom.js";
import { svg } from "./board.js";

const lens = $("#wb-lens"), FINGER = 40;
/** @type {{x: number, y: number, zoom: number} | null} what it shows, in pixels of the picture */
let look = null;

/** Whether this click opened the lens. @param {PointerEvent} event */
export function opens({ pointerType, clientX, clientY }) {
  if (pointerType !== "touch" || look) return false;
  const near = $$(".mark", svg).map(mark => mark.getBoundingClientRect()).filter(r => Math.hypot(r.x + r.width / 2 - clientX, r.y + r.height / 2 - clientY) < 90);
  const least = Math.min(FINGER, ...near.flatMap(r => [r.width, r.height])), r = svg.getBoundingClientRect();
  if (least > FINGER - 1) return false;
  look = { x: clientX - r.x, y: clientY - r.y, zoom: Math.max(2, FINGER / least) };
  refresh();
  return true;
}

/** Whether there was a lens to close. */
export function close() {
  lens.hidden = true;
  return !!look && !(look = null);
}

/** Copy the picture into the lens: it has changed. */
export function refresh() {
  if (!look) return;
  const { x, y, zoom } = look, r = svg.getBoundingClientRect(), board = lens.parentElement.getBoundingClientRect(), copy = svg.cloneNode(true);
  const w = Math.min(420, r.width * 0.9), h = Math.min(420, r.height * 0.8);
  for (const named of [copy, ...$$("[id], [tabindex]", copy)]) {
    named.setAttribute("data-id", named.id);
    for (const name of ["id", "tabindex", "role", "aria-label"]) named.removeAttribute(name);
  }
  const set = (/** @type {any} */ node, left = 0, top = 0, width = 0, height = 0) => Object.assign(node.style, { left: left + "px", top: top + "px", width: width + "px", height: height + "px" });
  set(copy, w / 2 - x * zoom, h / 2 - y * zoom, r.width * zoom, r.height * zoom);
  set(lens, Math.max(4, Math.min(board.width - w - 4, r.x - board.x + x - w / 2)), Math.max(4, Math.min(board.height - h - 4, r.y - board.y + y - h / 2)), w, h);
  lens.replaceChildren(copy);
  lens.hidden = false;
}
