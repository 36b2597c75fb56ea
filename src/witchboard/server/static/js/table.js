// The table as this page knows it: what comes over the line goes to the picture and the panel. No game, no rule.

import { $, h, isNew, page, say, setting, speak } from "./dom.js";
import * as board from "./board.js";
import * as choose from "./choose.js";
import * as draft from "./draft.js";
import * as frames from "./frames.js";
import * as lens from "./lens.js";
import * as marks from "./marks.js";
import * as moments from "./moments.js";
import * as panel from "./panel.js";
import * as wire from "./wire.js";

/** @type {Whole} what was said last */
export let table;
let turn = 0, called = "", tipped = -1;
const upright = matchMedia("(max-width: 760px), (max-width: 1000px) and (orientation: portrait)");
const layout = () => upright.matches ? "tall" : "wide";

/** Begin: fetch the pieces, open the line. */
export async function start() {
  frames.start(showFrame);
  upright.onchange = () => wire.send({ t: "layout", layout: layout() });
  if (page.pieces) $("#wb-pieces").innerHTML = await fetch(page.pieces).then(answer => answer.text(), () => "");
  wire.open({ receive, layout, state: (state, words = "") => {
    document.body.dataset.line = state;
    $("#wb-line-words").textContent = words || say(state);
    speak(state === "open" ? "" : words || say(state));
  } });
}

/** The question that the banner shows: one of those put to my seats. @returns {Ask | undefined} */
export const asked = () => table?.asks[turn % table.asks.length];

/** Show the question of another of my seats. */
export function nextSeat() {
  turn++;
  show();
}

/** @param {Down} message */
function receive(message) {
  if (message.t === "whole") begin(message);
  else if (message.t === "frame") frames.enqueue(message);
  else if (message.t === "chat") panel.addTalk(message.line, table.seats);
  else if (message.t === "point") point(message.at, message.name);
  else frames.enqueue(() => {
    Object.assign(table, { curtain: null, windows: [] }, message);
    show();
  });
}

/** A fresh view replaces everything. @param {Whole} whole */
function begin(whole) {
  frames.clear();
  moments.leave();
  table = whole;
  board.setPicture(/** @type {Picture} */ (whole.picture[layout()]));
  moments.keep(whole.seq, true);
  panel.clearLog();
  panel.addLines(whole.log, look);
  for (const said of whole.chat ?? []) panel.addTalk(said, whole.seats);
  Object.assign(document.body.dataset, { host: whole.me.host, watching: whole.me.spectator });
  $("#wb-phrases").replaceChildren(...(whole.phrases ?? []).map((words, n) => h("button.chip", { "data-do": "phrase", "data-n": n }, words)));
  $("#wb-commitment").textContent = whole.table.commitment ?? "";
  if ($("#wb-card h2") && setting("tips") === "on" && isNew("game-" + page.game)) $("#wb-card").showModal();
  show();
}

/** A line of the log was clicked. @param {Line} line */
const look = line => moments.look(line, !!table.me.rewind);

/** @param {Frame} frame @param {number} ms */
function showFrame(frame, ms) {
  moments.leave();
  board.finish();
  choose.setAsk();
  const change = frame[layout()];
  if (change) board.apply(change, ms);
  moments.keep(frame.seq);
  if (frame.seats) panel.seats(table.seats = frame.seats);
  if (frame.where) $("#wb-where").textContent = table.table.where = frame.where;
  panel.addLines(frame.log ?? [], look);
  panel.banner(table.seats.find(seat => seat.seat === frame.by)?.name, frame.caption);
  document.body.classList.toggle("playing", ms > 0);
  speak(frame.caption);
  panel.sound(392);
  lens.refresh();
}

/** A sentence for a kind of question that this browser meets for the first time. @param {Ask} ask */
function firstTip({ kind, tip, q }) {
  if (!tip || setting("tips") !== "on") return "";
  if (isNew("kind-" + kind)) tipped = q;
  return tipped === q ? tip : "";
}

/** Show what is asked, of whom, or how it ended. */
function show() {
  const { seats, outcome, lobby, curtain, waiting, me, table: { where } } = table, ask = outcome || curtain ? undefined : asked();
  document.body.classList.remove("playing");
  for (const [name, on] of Object.entries({ over: outcome, lobby, "curtain-drawn": curtain })) document.body.classList.toggle(name, !!on);
  panel.seats(seats);
  $("#wb-where").textContent = where;
  if (curtain) {
    $("#wb-curtain p").textContent = say("pass", curtain.name);
    $("#wb-curtain button").dataset.seat = curtain.seat;
    $("#wb-curtain button").focus();
  }
  if (outcome) panel.ending(outcome);
  if (outcome) panel.banner(say("over"), outcome.words);
  else if (ask) panel.banner(ask.banner, ask.words, true, firstTip(ask));
  else panel.banner(me.spectator ? say("watching") : lobby ? say("lobby") : say("waiting"), lobby?.words ?? waiting);
  $("#wb-turns").textContent = table.asks.length > 1 ? say("others", table.asks.length - 1) : "";
  $("#wb-start").disabled = !lobby?.start;
  panel.undo(ask?.undo);
  panel.strip(ask?.window ?? table.windows?.[0]);
  choose.setAsk(ask);
  draft.setDraft(ask);
  lens.refresh();
  if (ask && called !== ask.seat + "." + ask.q) {
    panel.markSince(me.seats);
    panel.call(ask);
    frames.restart();
  }
  called = ask ? ask.seat + "." + ask.q : "";
}

/** Somebody points at a place. */
function point(at = "", name = "") {
  marks.spots([at], "pointed");
  speak(say("points", name));
  setTimeout(() => marks.spots([], "pointed"), 2500);
}
