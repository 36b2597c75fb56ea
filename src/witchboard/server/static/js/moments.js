// Looking back: the picture after each frame is kept (texts are shared), so a line of the log shows its moment.

import { $ } from "./dom.js";
import * as board from "./board.js";
import { spots } from "./marks.js";
import { plain } from "./panel.js";

/** @type {{seq: number, state: Fragment[]}[]} oldest first */
let kept = [];
/** @type {Fragment[] | null} the picture of now, while an older one is shown */
let now = null;
const bar = $("#wb-back"), rewind = $("#wb-rewind");

/** Keep the picture as it is after this frame; after a fresh view, it alone. */
export const keep = (seq = 0, fresh = false) => kept = [...fresh ? [] : kept.slice(-300), { seq, state: board.fragments() }];

/** Show the moment of a line, if it is still known, and what the line names; tell whether one may go back there. @param {Line} line */
export function look(line, may = false) {
	const moment = kept.findLast(one => one.seq <= line.seq);
	if (moment) {
		now ??= board.fragments();
		board.setFragments(moment.state);
		$("span", bar).textContent = plain(line);
		rewind.hidden = !may;
		rewind.dataset.to = line.seq;
		bar.hidden = false;
	}
	spots(line.parts.map(part => part[2] ?? ""), "named");
}

/** Back to now. */
export function leave() {
	spots([], "named");
	if (!now) return false;
	board.setFragments(now);
	now = null;
	return bar.hidden = true;
}
