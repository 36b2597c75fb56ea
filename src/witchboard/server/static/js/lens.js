// Where targets are too small for a finger, the first tap lays a lens over the picture: a magnified copy of that part.

import { $, $$ } from "./dom.js";
import { anonymous } from "./board.js";

const lens = $("#wb-lens"), stage = $("#wb-stage"), FINGER = 40;
/** @type {{x: number, y: number, zoom: number} | null} what it shows, in pixels of the picture */
let look = null;

/** Whether this click opened the lens. @param {any} event @param {any[]} more what may be clicked beside the marks */
export function opens({ pointerType, clientX, clientY }, more) {
	if (pointerType !== "touch" || look) return false;
	const { x, y } = stage.getBoundingClientRect(), near = [...$$("button", stage), ...more].map(mark => mark.getBoundingClientRect()).filter(r => Math.hypot(r.x + r.width / 2 - clientX, r.y + r.height / 2 - clientY) < 90);
	const least = Math.min(FINGER, ...near.flatMap(r => [r.width, r.height]));
	if (least === FINGER) return false;
	look = { x: clientX - x, y: clientY - y, zoom: Math.max(2, FINGER / least) };
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
	const { x, y, zoom } = look, { clientWidth: wide, clientHeight: high } = stage, w = Math.min(420, wide * 0.9), tall = Math.min(420, high * 0.8), copy = stage.cloneNode(true);
	for (const named of $$("[id]", copy)) named.dataset.id = named.id;
	for (const mark of $$("button", copy)) mark.tabIndex = -1;
	anonymous(copy).ariaHidden = "true";
	const within = (at = 0, most = 0) => Math.max(0, Math.min(most, at)) + "px";
	copy.style.cssText = `width: ${wide}px; height: ${high}px; transform: translate(-${within(x * zoom - w / 2, wide * zoom - w)}, -${within(y * zoom - tall / 2, high * zoom - tall)}) scale(${zoom})`;
	lens.style.cssText = `width: ${w}px; height: ${tall}px; left: ${within(x - w / 2, wide - w)}; top: ${within(y - tall / 2, high - tall)}`;
	lens.replaceChildren(copy);
	lens.hidden = false;
}
