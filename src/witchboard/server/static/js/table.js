// The table as this page knows it: what comes over the line goes to the picture and the panel. No game, no rule.

import { $, h, isNew, isOn, page, say, speak } from "./dom.js";
import * as board from "./board.js";
import * as choose from "./choose.js";
import { setDraft } from "./draft.js";
import * as frames from "./frames.js";
import * as lens from "./lens.js";
import { spots } from "./marks.js";
import * as moments from "./moments.js";
import * as panel from "./panel.js";
import { hideTip } from "./tips.js";
import * as wire from "./wire.js";

/** @type {Whole} what was said last */
export let table;
let turn = 0, called = "", tipped = -1;
const upright = matchMedia("(max-width: 760px), (max-width: 1000px) and (orientation: portrait)"), body = document.body;
const layout = () => upright.matches ? "tall" : "wide";

/** Begin: fetch the pieces, open the line. */
export async function start() {
	frames.start(showFrame);
	upright.onchange = () => wire.send({ t: "layout", layout: layout() });
	if (page.pieces) $("#wb-pieces").innerHTML = await fetch(page.pieces).then(answer => answer.text(), () => "");
	wire.open({ receive, layout, state(state, words) {
		body.dataset.line = state;
		speak($("#wb-line span").textContent = words ?? (state === "open" ? "" : say(state)));
	} });
}

/** The question that the banner shows: one of those put to my seats. @returns {Ask | undefined} */
export const asked = () => table?.asks[turn % table.asks.length];

/** Show the question of another of my seats. */
export const nextSeat = () => show(++turn);

/** @param {Down} message */
function receive(message) {
	if (message.t === "whole" && message.curtain) frames.enqueue(() => begin(message)); // after my own last move
	else if (message.t === "whole") {
		frames.clear();
		begin(message);
	}
	else if (message.t === "frame") frames.enqueue(message);
	else if (message.t === "chat") panel.addTalk(message.line, table.seats);
	else if (message.t === "point") {
		spots([message.at], "pointed");
		speak(say("points", message.name));
	} else frames.enqueue(() => {
		Object.assign(table, message.t === "ask" && { curtain: null, windows: [] }, message);
		show();
	});
}

/** A fresh view replaces everything. @param {Whole} whole */
function begin(whole) {
	moments.leave();
	table = whole;
	board.setPicture(whole.picture[layout()]);
	moments.keep(whole.seq, true);
	panel.clearLog();
	panel.addLines(whole.log, whole.seats, look);
	for (const said of whole.chat ?? []) panel.addTalk(said, whole.seats);
	body.dataset.host = `${whole.me.host}`;
	for (const [name, value] of Object.entries(whole.host ?? {})) Object.assign($(`#wb-menu [data-do=${name}]`) ?? {}, { checked: value, value });
	$("#wb-phrases").replaceChildren(...(whole.phrases ?? []).map((words, n) => h("button.chip", { "data-do": "phrase", "data-n": n }, words)));
	$("#wb-commitment").textContent = whole.table.commitment;
	if ($("#wb-card h2") && isOn("tips") && isNew("game-" + page.game)) $("#wb-card").showModal();
	show();
}

/** A line of the log was clicked. @param {Line} line */
function look(line) {
	body.classList.remove("sheet");
	moments.look(line, table.me.rewind);
}

/** @param {Frame} frame @param {number} ms */
function showFrame({ [layout()]: change, seats, where, by, caption, seq, log = [] }, ms) {
	moments.leave();
	board.finish();
	choose.setAsk();
	setDraft();
	board.overlay();
	if (change?.fragments) board.setPicture(change);
	else if (change) board.apply(change, ms);
	moments.keep(seq);
	panel.seats(table.seats = table.seats.map(seat => ({ ...seat, active: by < 0 ? seat.active : seat.seat === by, asked: false, ...seats?.find(one => one.seat === seat.seat) })));
	if (where) $("#wb-where").textContent = table.table.where = where;
	panel.addLines(log, table.seats, look);
	if (caption) panel.banner(table.seats.find(seat => seat.seat === by)?.name, caption);
	body.classList.toggle("playing", ms > 0);
	speak(caption);
	panel.sound(392);
	lens.refresh();
}

/** A sentence for a kind of question that this browser meets for the first time. @param {Ask} ask */
function firstTip({ kind, tip, q }) {
	if (tip && isOn("tips") && isNew("kind-" + kind)) tipped = q;
	return tipped === q ? tip : "";
}

/** Show what is asked, of whom, or how it ended. */
function show(_ = 0) {
	const { seats, outcome, lobby, curtain, waiting, me, asks, windows, table: { where } } = table, ask = outcome || curtain ? undefined : asked(), covered = $("#wb-curtain");
	for (const [name, on] of Object.entries({ playing: 0, over: outcome, lobby, covered: curtain })) body.classList.toggle(name, !!on);
	panel.seats(seats);
	$("#wb-where").textContent = where;
	$("p", covered).textContent = say("pass", curtain?.name);
	$("button", covered).dataset.seat = curtain?.seat;
	if (outcome) panel.ending(outcome, seats, look);
	if (ask) panel.banner(ask.banner, ask.words, true, firstTip(ask));
	else panel.banner(say(outcome ? "over" : me.spectator ? "watching" : lobby ? "lobby" : "waiting"), outcome?.words ?? lobby?.words ?? waiting);
	$("#wb-turns").textContent = asks[1] ? say("others", asks.length - 1) : "";
	$("#wb-start").disabled = !lobby?.start;
	panel.undo(ask?.undo);
	panel.strip(ask?.window ?? windows?.[0]);
	choose.setAsk(ask);
	setDraft(ask);
	overlay(ask);
	scribbled();
	if (curtain) {
		hideTip();
		speak();
		speak($("p", covered).textContent, true);
	}
	if (ask && called !== ask.seat + "." + ask.q) call(ask);
	if (outcome || me.spectator) frames.restart();
}

/** Show my private marks, also in the lens. */
function scribbled(marks = table.pencil ?? {}) {
	spots(Object.keys(table.pencil = marks), "pencil", marks);
	lens.refresh();
}

/** Pencil a sign on an element for myself alone, or rub it out there. */
export async function pencil(at = "", sign = "") {
	const before = table.pencil, { [at]: old, ...rest } = before ?? {}, text = old === sign ? "" : sign;
	scribbled(text ? { ...rest, [at]: text } : rest);
	speak(`${board.byId(at)?.ariaLabel}: ${text || say("rubbed")}`);
	if (!await choose.answer({ t: "pencil", at, text }, at)) scribbled(before);
}

/** The hint over the picture, if it is wanted. @param {Ask} [ask] */
export async function overlay(ask = asked()) {
	const reply = isOn("overlay") && ask && !ask.draft && await choose.answer({ t: "overlay" });
	board.overlay(reply && reply.t === "overlay" ? reply.svg : "");
}

/** It is my turn: read out, heard, and told by the system if the page is hidden. @param {Ask} ask */
function call({ seat, q, banner, words }) {
	called = seat + "." + q;
	panel.markSince(table.me.seats);
	frames.restart();
	speak(`${banner}. ${words}`, true);
	panel.sound(523, 784);
	if (document.hidden && isOn("notify")) new Notification(page.title, { body: `${banner}: ${words}`, tag: page.code });
}
