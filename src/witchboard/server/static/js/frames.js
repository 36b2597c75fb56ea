// Frames are played one after another, each with its beat; what is asked comes after the frames before it.

import { $, setting } from "./dom.js";

/** @type {Record<string, number>} */
const PACE = { slow: 1.6, normal: 1, fast: 0.4, instant: 0 };
const RUN = 6000, BETWEEN = 20000; // ms at most for a run of one seat, and between own questions
/** @type {(Frame | (() => void))[]} */
const queue = [];
/** @type {(frame: Frame, ms: number) => void} */
let show;
let playing = false, hurry = 0, spent = 0, run = 0, runner = -1, idle = 0, wake = () => {};

/** @param {typeof show} shown plays one frame */
export const start = shown => show = shown;

/** Play a frame, or do something, after all that came before. @param {Frame | (() => void)} next */
export function enqueue(next) {
	queue.push(next);
	if (playing) return;
	if (performance.now() - idle > 4000) restart(hurry); // the others were thinking
	play();
}

/** Let everything have happened at once: what waits (1), or all until the next own question (2). Tells whether anything waits. */
export function skip(far = 1) {
	hurry = Math.max(hurry, playing || far > 1 ? far : 0);
	wake();
	return playing;
}

/** Forget what was not played yet: a fresh view has come. */
export function clear() {
	queue.length = 0;
	skip();
}

/** The time between own questions begins anew. */
export function restart(still = 0) {
	hurry = still;
	spent = run = 0;
}

async function play() {
	playing = true;
	for (let next; (next = queue.shift());) {
		if (typeof next === "function") {
			next();
			continue;
		}
		while ($("dialog[open]")) await new Promise(resolve => setTimeout(resolve, 200));
		const ms = duration(next);
		show(next, ms);
		if (ms) await new Promise(resolve => setTimeout(wake = () => resolve(0), ms));
		spent += ms;
		run += ms;
	}
	playing = false;
	idle = performance.now();
	if (hurry < 2) hurry = 0;
}

/** What is left of the two bounds is shared among the beats that wait. @param {Frame} frame */
function duration({ beat, by }) {
	const pace = hurry || document.hidden ? 0 : PACE[setting("speed") ?? ""];
	if (by !== runner) run = 0;
	runner = by;
	let all = beat, own = beat, same = true;
	for (const later of queue) if (typeof later !== "function") {
		all += later.beat;
		own += (same &&= later.by === by) ? later.beat : 0;
	}
	return beat && beat * Math.max(0, Math.min(pace, (BETWEEN * pace - spent) / all, (RUN * pace - run) / own));
}
