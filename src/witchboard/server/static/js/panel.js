// The words beside the picture: banner, seats, log and talk, a response window, the end of the game.

import { $, $$, h, isOn, page, say, sign } from "./dom.js";

const log = $("#wb-log"), last = $("#wb-last"), ask = $("#wb-ask").classList;
let round = 0;

/** Who must do what; `mine`: it is for me to do. */
export function banner(who = "", what = "", mine = false, more = "") {
	$("#wb-who").textContent = who;
	$("#wb-what").textContent = what;
	$("#wb-more").textContent = more;
	ask.toggle("mine", mine);
	ask.toggle("long", what.length > 64);
	document.title = (mine ? `● ${who}: ${what}` : who) + ` – ${page.title}`;
}

/** @param {Seat[]} seats */
export function seats(seats) {
	Idiomorph.morph($("#wb-seats"), seats.map(({ seat, name, sign: symbol, kind, here, active, asked, facts = [], note }) => {
		const away = kind === "person" && !here, state = [note, away ? say("away") : /bot|you/.test(kind) && say(kind), asked && !active && say("asked")].filter(Boolean);
		return h(`button.seat.${active ? "on" : ""}.${away ? "away" : ""}`, { "data-seat": seat, "aria-current": active || null },
			sign(symbol), h("span.name", {}, h("b", {}, name), h("em", {}, state.join(" · "))), h("span.facts", {}, facts.map(fact => h("span", {}, fact.value, sign(fact.sign, fact.words)))));
	}), { morphStyle: "innerHTML" });
}

/** @param {Line} line */
export const plain = line => line.parts.map(part => part[1] ?? part[0]).join("");

/** A line of the log, which leads to its moment. @param {Line} line @param {Seat[]} seats @param {(line: Line) => void} opened */
const lineOf = (line, seats, opened) => h("button.line.now", { "data-by": line.by, click: () => opened(line) }, line.parts.map(part => part[1] ? [sign(seats.find(one => one.seat === part[3])?.sign), h("b", {}, part[1])] : part[0]));

/** Add lines to the log, the newest on top. @param {Line[]} lines @param {Seat[]} seats @param {(line: Line) => void} opened */
export function addLines(lines, seats, opened) {
	for (const line of lines) {
		$(".now", log)?.classList.remove("now");
		if (line.round && line.round !== round) log.prepend(h("section", {}, h("h2", {}, say("round", round = line.round)), h("div")));
		$("div", log).prepend(lineOf(line, seats, opened));
		last.textContent = plain(line);
	}
}

/** Begin the log anew. */
export function clearLog() {
	log.replaceChildren(h("div"));
	round = 0;
}

/** Mark in the log what happened since these seats moved last. @param {number[]} mine */
export function markSince(mine) {
	let since = true;
	for (const line of $$(".line", log)) line.classList.toggle("new", since &&= !mine.includes(+line.dataset.by));
}

/** @param {Said} said @param {Seat[]} seats */
export function addTalk({ by, name, text }, seats) {
	const seat = seats.find(one => one.seat === by), who = (name ?? seat?.name ?? say("watcher")) + ": ";
	$("div", log).prepend(h("p.said", {}, sign(seat?.sign), h("b", {}, who), text));
	if (isOn("talk")) last.textContent = who + text;
}

/** What undo takes back, or why it is barred. @param {Partial<NonNullable<Ask["undo"]>>} undo */
export function undo({ can = false, words = "" } = {}) {
	const button = $("#wb-undo");
	button.ariaDisabled = !can;
	button.title = words;
	$("small", button).textContent = can ? words : "";
}

/** The strip of a response window: what is asked, how long still, the standing answers. @param {Chance} [window] */
export function strip(window) {
	const { words = "", left = 0, length = 0, standing = [], chosen = "", pass } = window ?? {}, bar = h("b");
	$("#wb-strip").hidden = !window;
	$("#wb-strip > b").textContent = words;
	$("#wb-strip > i").replaceChildren(bar);
	$("#wb-pass").hidden = pass === undefined;
	if (length) bar.animate({ scale: [`${left / length} 1`, "0 1"] }, { duration: left, fill: "forwards" });
	$("#wb-standing").replaceChildren(...standing.map(([until, words]) => h("button.btn", { "data-do": "standing", "data-until": until === chosen ? "" : until, "aria-pressed": until === chosen }, words)));
}

/** @param {Outcome} outcome @param {Seat[]} seats @param {(line: Line) => void} opened */
export function ending({ scores = [], sources = [], facts = [], turns = [], rematch }, seats, opened) {
	const rows = [...scores.map(([name, total, parts]) => [name, total, parts.map(part => part.join(" ")).join(", ")]), ...sources, ...facts];
	$("#wb-end").replaceChildren(h("div.row", {},
		rematch && (rematch.link ? h("a.btn.go", { href: rematch.link }, say("newtable")) : h("button.btn.go", { "data-do": "rematch" }, rematch.words)),
		page.replay && h("a.btn", { href: page.replay }, say("replay")), page.again && h("a.btn", { href: page.again }, say("newgame")), h("button.btn.fold", { "data-class": "folded" }, say("figures"))), h("table", {}, rows.map(([name, value, parts]) => h("tr", {}, h("th", { scope: "row" }, name, parts && h("small", {}, parts)), h("td", {}, value)))), turns[0] ? h("div.turns", {}, h("h2", {}, say("turns")), turns.map(line => lineOf(line, seats, opened))) : "");
}

/** @type {AudioContext} */
let audio;
/** Notes one after another, if sounds are on. @param {...number} notes in hertz */
export const sound = (...notes) => isOn("sound") && notes.forEach((frequency, i) => {
	audio ??= new AudioContext();
	const tone = new OscillatorNode(audio, { frequency }), gain = new GainNode(audio, { gain: 0.08 }), at = audio.currentTime + i * 0.14;
	tone.connect(gain).connect(audio.destination);
	tone.start(at);
	tone.stop(at + 0.12);
});
