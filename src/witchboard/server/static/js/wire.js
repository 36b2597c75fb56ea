// The socket: resumes after the last thing seen, tries again with growing pauses, and sends every command once, however
// often the line breaks or the page is loaded again before the answer.

import { page, tab } from "./dom.js";

const me = tab("id") ?? tab("id", Math.random().toString(36).slice(2, 10)), box = "out-" + page.code;
/** @type {Up[]} commands not yet answered, oldest first */
let outbox = tab(box) ?? [];
/** @type {Map<string, (reply: Reply) => void>} */
const waiting = new Map();
/** @type {WebSocket | null} */
let socket = null;
/** @type {{receive(message: Down): void, state(state: string, words?: string): void, layout(): string}} */
let ends;
let seen = 0, tries = 0, stopped = false, heard = 0, retry = 0, alarm = 0, deadline = 0;

/** @param {typeof ends} given */
export function open(given) {
  ends = given;
  for (const event of ["online", "pageshow", "focus", "visibilitychange"]) addEventListener(event, () => document.hidden || wake());
  addEventListener("offline", () => drop());
  setInterval(() => document.hidden || check(8000), 15000);
  connect();
}

/** Take the seat back from another tab. */
export function takeBack() {
  stopped = false;
  connect();
}

/** Say what may get lost. @param {Up} message */
export const send = message => socket?.readyState === 1 && socket.send(JSON.stringify(message));

/** Send a command; it is kept until its answer comes. @param {Up} message @returns {Promise<Reply>} */
export function command(message) {
  const n = tab("n", (tab("n") ?? 0) + 1), kept = { ...message, id: `${me}-${n}` };
  tab(box, outbox = [...outbox, kept]);
  send(kept);
  return new Promise(resolve => waiting.set(kept.id, resolve));
}

function connect() {
  clearTimeout(retry);
  if (socket && socket.readyState < 2) return;
  const mine = socket = new WebSocket(new URL(page.ws, location.href.replace(/^http/, "ws")));
  mine.onopen = () => {
    send({ t: "hello", token: page.token, seen, layout: ends.layout() });
    outbox.forEach(send);
  };
  mine.onmessage = event => mine === socket && hear(JSON.parse(event.data));
  mine.onclose = () => mine === socket && drop();
}

/** The line is gone: say so unless it is back at once, and try again. */
function drop() {
  const old = socket;
  socket = null;
  old?.close();
  clearTimeout(deadline);
  if (stopped) return;
  alarm ||= setTimeout(() => ends.state("lost"), 400);
  clearTimeout(retry);
  retry = setTimeout(connect, Math.min(8000, 300 * 1.7 ** tries++) * (0.7 + 0.6 * Math.random()));
}

/** @param {Down} message */
function hear(message) {
  heard = performance.now();
  if (alarm) {
    clearTimeout(alarm);
    ends.state("open");
  }
  alarm = tries = 0;
  if (message.t === "bye") return end(message);
  if ("id" in message) {
    tab(box, outbox = outbox.filter(kept => kept.id !== message.id));
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  } else if (message.t !== "pong") {
    if ("seq" in message) seen = message.seq;
    ends.receive(message);
  }
}

/** @param {Bye} bye */
function end({ why, words }) {
  stopped = true;
  socket?.close();
  if (why === "elsewhere" || why === "removed") return ends.state(why, words);
  // The page itself is old: load it again, but not over and over.
  ends.state("lost");
  setTimeout(() => {
    tab("reloaded", Date.now());
    location.reload();
  }, Date.now() - (tab("reloaded") ?? 0) < 20000 ? 10000 : 300);
}

const wake = () => stopped || (socket && socket.readyState < 2 ? check(2500) : connect());

/** Ask for a sign of life, and give the line up if none comes in time. */
function check(patience = 0) {
  if (stopped || socket?.readyState !== 1) return;
  const asked = performance.now();
  send({ t: "ping" });
  clearTimeout(deadline);
  deadline = setTimeout(() => heard < asked && drop(), patience);
}
