// The socket: it resumes after the last thing seen and sends every command once, however often the line breaks.

import { on, page, tab } from "./dom.js";

const some = (n = 2) => String(crypto.getRandomValues(new Uint32Array(n)));
const me = tab("id") ?? tab("id", some()), box = "out-" + page.code;
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
	on("online pageshow focus visibilitychange", () => check(2500));
	on("offline", drop);
	setInterval(check, 15000, 8000);
	connect();
}

/** Also after another tab had taken the seat. */
export function connect() {
	if (stopped) alarm = -1;
	stopped = false;
	clearTimeout(retry);
	const mine = socket = new WebSocket(location.origin.replace("http", "ws") + page.ws);
	mine.onopen = () => {
		send({ t: "hello", token: page.token, seen, layout: ends.layout(), luck: tab("luck") ?? tab("luck", some(4)) });
		outbox.forEach(send);
	};
	mine.onmessage = event => mine === socket && hear(JSON.parse(event.data));
	mine.onclose = () => mine === socket && drop();
}

/** Say what may get lost. @param {Up} message */
export const send = message => socket?.readyState === 1 && socket.send(JSON.stringify(message));

/** It is kept until its answer comes. @param {Up} message @returns {Promise<Reply>} */
export function command(message) {
	const kept = { ...message, id: `${me}-${tab("n", (tab("n") ?? 0) + 1)}` };
	tab(box, outbox = [...outbox, kept]);
	send(kept);
	return new Promise(resolve => waiting.set(kept.id, resolve));
}

function drop() {
	const old = socket;
	socket = null;
	old?.close();
	clearTimeout(deadline);
	clearTimeout(retry);
	if (stopped) return;
	alarm ||= setTimeout(() => ends.state("lost"), 400);
	retry = setTimeout(connect, Math.min(8000, 300 * 1.7 ** tries++) * (0.7 + 0.6 * Math.random()));
}

/** @param {Down} message */
function hear(message) {
	heard = performance.now();
	clearTimeout(alarm);
	if (alarm) ends.state("open");
	alarm = tries = 0;
	if (message.t === "bye") end(message);
	else if ("id" in message) {
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
	setTimeout(() => tab("reloaded", Date.now()) && location.reload(), Date.now() - tab("reloaded") < 20000 ? 10000 : 300);
}

/** Connect if there is no line; else ask for a sign of life, and give the line up if none comes in time. */
function check(patience = 0) {
	if (stopped || document.hidden) return;
	if (!socket) return connect();
	const asked = performance.now();
	clearTimeout(deadline);
	if (send({ t: "ping" }) !== false) deadline = setTimeout(() => heard < asked && drop(), patience);
}
