// The words beside the picture: banner, seats, log and talk, the end of the game.

import { $, $$, h, page, say, setting, sign, speak } from "./dom.js";

const log = $("#wb-log"), last = $("#wb-last");
/** @type {number | undefined} */
let round;

/** Who must do what; `mine`: it is for me to do. */
export function banner(who = "", what = "", mine = false, more = "") {
  $("#wb-who").textContent = who;
  $("#wb-what").textContent = what;
  $("#wb-more").textContent = more;
  $("#wb-ask").classList.toggle("mine", mine);
  document.title = `${mine ? `● ${who}: ${what}` : who} – ${page.title}`;
}

/** @param {Seat[]} seats */
export function seats(seats) {
  Idiomorph.morph($("#wb-seats"), seats.map(({ seat, name, sign: symbol, kind, here, active, asked, facts = [], note }) => {
    const state = [note, kind === "person" ? !here && say("away") : kind !== "you" && say(kind), asked && !active && say("asked")].filter(Boolean).join(" · ");
    return h(`button.seat${active ? ".on" : ""}${kind === "person" && !here ? ".away" : ""}`, { "data-seat": seat, "aria-current": active && "true" },
      sign(symbol), h("span.name", {}, h("b", {}, name), h("em", {}, state)), h("span.facts", {}, facts.map(fact => h("span", {}, fact.value, sign(fact.sign, fact.words)))));
  }), { morphStyle: "innerHTML" });
  $("#wb-seats").style.setProperty("--seats", seats.length);
}

/** @param {Line} line */
export const plain = line => line.parts.map(part => part[1] ?? part[0]).join("");

/** Add lines to the log, the newest on top. @param {Line[]} lines @param {(line: Line) => void} opened */
export function addLines(lines, opened) {
  for (const line of lines) {
    $(".now", log)?.classList.remove("now");
    if (line.round !== round) {
      round = line.round;
      log.prepend(h("section", {}, round && h("h3", {}, say("round", round)), h("div")));
    }
    $("div", log).prepend(h("button.line.now", { "data-by": line.by, click: () => opened(line) }, line.parts.map(part => part[1] ? h("b", {}, part[1]) : part[0])));
    last.textContent = plain(line);
  }
}

/** Begin the log anew. */
export function clearLog() {
  log.replaceChildren(h("section", {}, h("div")));
  round = undefined;
}

/** Mark in the log what happened since these seats moved last. @param {number[]} mine */
export function markSince(mine) {
  let since = true;
  for (const line of $$(".line", log)) line.classList.toggle("new", since &&= !mine.includes(+line.dataset.by));
}

/** @param {Said} said @param {Seat[]} seats */
export function addTalk({ by, name, text }, seats) {
  const seat = seats.find(one => one.seat === by), who = name ?? seat?.name ?? say("watcher");
  $("div", log).prepend(h("p.said", {}, sign(seat?.sign), h("b", {}, who + " "), text));
  if (setting("talk") === "on") last.textContent = `${who}: ${text}`;
}

/** @param {Outcome} outcome */
export function ending({ scores = [], sources = [], facts = [], rematch }) {
  const row = (/** @type {any} */ name, /** @type {any} */ total, /** @type {any} */ from) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, h("b", {}, total)), from && h("td", {}, from));
  $("#wb-end").replaceChildren(
    h("table", {}, scores.map(([name, total, parts]) => row(name, total, parts.map(part => part.join(" ")).join(", "))), sources.map(([name, n]) => row(name, n, ""))),
    h("dl", {}, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    h("div.row", {}, rematch?.link ? h("a.btn.go", { href: rematch.link }, say("newtable")) : rematch && h("button.btn.go", { "data-do": "rematch" }, rematch.agreed ? say("agreed", rematch.agreed, rematch.of) : say("rematch")),
      page.replay && h("a.btn", { href: page.replay }, say("replay")), page.again && h("a.btn", { href: page.again }, say("newgame"))),
  );
}

/** What undo takes back, or why it is barred. @param {Ask["undo"]} undo */
export function undo(undo) {
  const button = $("#wb-undo");
  button.setAttribute("aria-disabled", !undo?.can);
  button.title = undo?.words ?? "";
  $("small", button).textContent = undo?.can ? undo.words : "";
}

/** The strip of a response window: what is asked, how long still, and the standing answers. @param {Chance} [window] */
export function strip(window) {
  $("#wb-strip").hidden = !window;
  if (!window) return;
  const { words = "", left, length, standing = [], chosen = "", pass } = window, bar = $("#wb-strip-left");
  $("#wb-strip-words").textContent = words;
  $("#wb-pass").hidden = pass === undefined;
  bar.getAnimations().forEach((/** @type {Animation} */ one) => one.cancel());
  if (length) bar.animate([{ transform: `scaleX(${left / length})` }, { transform: "scaleX(0)" }], { duration: left, fill: "forwards" });
  $("#wb-standing").replaceChildren(...standing.map(([until, words]) => h("button.btn", { "data-do": "standing", "data-until": until === chosen ? "" : until, "aria-pressed": until === chosen ? "true" : "false" }, words)));
}

/** It is my turn: seen, read out, heard, and told by the system if the page is hidden. @param {Ask} ask */
export function call({ banner, words }) {
  speak(`${banner}. ${words}`, true);
  sound(523, 784);
  if (document.hidden && setting("notify") === "on") new Notification(page.title, { body: `${banner}: ${words}`, tag: page.code });
}

/** @type {AudioContext} */
let audio;
/** Notes one after another, if sounds are on. @param {...number} notes in hertz */
export function sound(...notes) {
  if (setting("sound") !== "on") return;
  audio ??= new AudioContext();
  notes.forEach((note, i) => {
    const tone = new OscillatorNode(audio, { frequency: note }), gain = new GainNode(audio), at = audio.currentTime + i * 0.14;
    gain.gain.setValueAtTime(0.12, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  });
}
