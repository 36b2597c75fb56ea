// Composing before committing: pieces are put on places in any order; the table keeps the draft for this seat alone and
// checks it at each change.

import { $, $$, h, mean, ruleLink, say, s, tooSoon } from "./dom.js";
import { answer } from "./choose.js";
import * as marks from "./marks.js";
import { area, byId, svg } from "./board.js";

/** @type {Draft | undefined} */
let draft;
/** @type {number | undefined} the piece in hand */
let held;
const box = $("#wb-draft"), layer = $(".wb-drafted", svg);

/** @param {Ask} [ask] */
export function setDraft(ask) {
  draft = ask?.draft;
  held = next();
  render();
}

export const isDrafting = () => !!draft;
const placed = (piece = 0) => draft?.pairs.some(pair => pair[0] === piece);
const next = () => draft?.pieces.find(([piece]) => !placed(piece))?.[0];

/** Draw the draft as it stands. */
export function render() {
  box.hidden = !draft;
  layer.replaceChildren();
  if (!draft) return box.replaceChildren();
  const { pieces, places, pairs, counts = [], faults = [], ready, fill = true } = draft;
  box.replaceChildren(
    h("div.chips", {}, pieces.map(([piece, , words]) => h("button.chip" + (placed(piece) ? ".placed" : ""), { "aria-pressed": piece === held ? "true" : "false", click: () => hold(piece) }, words))),
    h("p.counts", {}, counts.map(([words, have, want]) => h(have === want ? "span.full" : "span", {}, `${words} ${have}/${want}`))),
    h("ul.faults", {}, faults.map(fault => h("li", {}, fault.words + " ", ruleLink(fault.rule)))),
    h("div.row", {}, fill && h("button.btn", { click: () => tell("fill") }, say("fill")), h("button.btn.go", { disabled: ready ? null : "", click: () => tell("ready") }, say("ready"))),
  );
  for (const [piece, place] of pairs) drawPiece(pieces.find(one => one[0] === piece)?.[1], places.find(one => one[0] === place)?.[1]);
  const wrong = faults.map(fault => fault.element?.[1]);
  const usable = places.filter(([place]) => held !== undefined || wrong.includes(place) || pairs.some(pair => pair[1] === place));
  for (const [, id] of usable) mean(id, "draft");
  marks.draw(usable.map(([place, id, label]) => ({ id, label, state: wrong.includes(place) ? "fault" : "" })));
}

/** A piece where it is to stand: its own drawing, moved there. @param {Id} [piece] @param {Id} [place] */
function drawPiece(piece, place) {
  const from = area(piece ?? ""), to = area(place ?? "");
  if (!from || !to) return;
  const copy = byId(piece).cloneNode(true), k = Math.min(1, to.w * 0.9 / from.w, to.h * 0.9 / from.h);
  for (const named of [copy, ...$$("[id]", copy)]) named.removeAttribute("id");
  layer.append(s("g", { transform: `translate(${to.x + to.w / 2} ${to.y + to.h / 2}) scale(${k}) translate(${-from.x - from.w / 2} ${-from.y - from.h / 2})` }, copy));
}

/** Take a piece in hand. */
function hold(piece = 0) {
  held = held === piece ? undefined : piece;
  render();
}

/** A place was clicked: put the piece in hand there, or take up what stands there. A piece: take it in hand. @param {Id} id */
export function place(id) {
  const at = draft?.places.find(one => one[1] === id)?.[0], piece = draft?.pieces.find(one => one[1] === id)?.[0];
  if (at === undefined && piece !== undefined) return hold(piece);
  if (!draft || at === undefined || tooSoon(id)) return;
  if (held === undefined) {
    held = draft.pairs.find(pair => pair[1] === at)?.[0];
    draft.pairs = draft.pairs.filter(pair => pair[0] !== held);
  } else {
    draft.pairs = [...draft.pairs.filter(pair => pair[0] !== held), [held, at]];
    held = next();
  }
  render();
  tell("draft");
}

/** @param {string} t */
async function tell(t) {
  const reply = await answer({ t, pairs: draft?.pairs });
  if (reply?.t !== "draft" || !draft) return;
  Object.assign(draft, reply);
  if (t === "fill") held = next();
  render();
}
