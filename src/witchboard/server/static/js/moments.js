// Looking back: the picture after each frame is kept (texts are shared), so a line of the log shows its moment.

import { $ } from "./dom.js";
import * as board from "./board.js";
import { spots } from "./marks.js";
import { plain } from "./panel.js";

/** @type {{seq: number, state: Fragment[]}[]} oldest first */
let kept = [];
/** @type {Fragment[] | null} the picture of now, while an older one is shown */
let now = null;
const bar = $("#wb-back");

/** Keep the picture as it is after this frame; before the first of a fresh view, forget. @param {number} seq @param {boolean} [fresh] */
export function keep(seq, fresh) {
  kept = [...fresh ? [] : kept.slice(-300), { seq, state: board.fragments() }];
}

/** Show the moment of a line, as far as it is still known, and what the line names. @param {Line} line @param {boolean} rewind whether one may go back there */
export function look(line, rewind) {
  const moment = kept.findLast(one => one.seq <= line.seq);
  if (moment) {
    now ??= board.fragments();
    board.setFragments(moment.state);
    $("#wb-back-words").textContent = plain(line);
    $("#wb-rewind").hidden = !rewind;
    $("#wb-rewind").dataset.to = line.seq;
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
  bar.hidden = true;
  return true;
}
