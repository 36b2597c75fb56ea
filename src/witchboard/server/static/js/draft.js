// Composing before committing: pieces are put on places in any order; the table checks the draft at each change.

import { $, h, mean, ruleLink, say, tooSoon } from "./dom.js";
import { answer } from "./choose.js";
import * as marks from "./marks.js";

/** @type {Draft | undefined} */
let draft;
/** @type {number | undefined} the piece in hand */
let held;
const box = $("#wb-draft");

/** @param {Ask} [ask] */
export function setDraft(ask) {
	draft = ask?.draft;
	box.hidden = !draft;
	held = next();
	render();
}

export const isDrafting = () => !!draft;
/** The pair of a piece, or of what stands on a place. @param {number | undefined} one */
const pair = (one, of = 0) => draft?.pairs.find(pair => pair[of] === one);
const next = () => draft?.pieces.find(([piece]) => !pair(piece))?.[0];

function render() {
	if (!draft) return;
	const { pieces, places, counts = [], faults = [], ready, fill = true } = draft;
	box.replaceChildren(
		h("div.chips", {}, pieces.map(([piece, , words]) => h("button.chip." + (pair(piece) ? "placed" : ""), { "aria-pressed": piece === held, click: () => hold(piece) }, words))),
		h("p.counts", {}, counts.map(([words, have, want]) => h("span." + (have === want ? "full" : ""), {}, `${words} ${have}/${want}`))),
		h("ul.faults", {}, faults.map(({ words, rule }) => h("li", {}, words + " ", ruleLink(rule)))),
		h("div.row", {}, fill && h("button.btn", { click: () => tell("fill") }, say("fill")), h("button.btn.go", { disabled: ready ? null : "", click: () => tell("ready") }, say("ready"))),
	);
	marks.draw(places.map(([place, id, label]) => {
		mean(id, "draft");
		return { id, label, state: faults.some(({ element }) => element?.[1] === place) ? "fault" : "", piece: pieces.find(one => one[0] === pair(place, 1)?.[0])?.[1] };
	}).filter(({ state, piece }) => held !== undefined || state || piece));
}

/** Take a piece in hand. */
function hold(piece = 0) {
	held = held === piece ? undefined : piece;
	render();
}

/** A place was clicked: put the piece in hand there, or take up what stands there. A piece: take it in hand. */
export function place(id = "") {
	const at = draft?.places.find(one => one[1] === id)?.[0], piece = draft?.pieces.find(one => one[1] === id)?.[0];
	if (at === undefined && piece !== undefined) return hold(piece);
	if (!draft || at === undefined || tooSoon(id)) return;
	const put = held;
	held ??= pair(at, 1)?.[0];
	draft.pairs = draft.pairs.filter(pair => pair[0] !== held);
	if (put !== undefined) {
		draft.pairs.push([put, at]);
		held = next();
	}
	tell("draft");
}

async function tell(t = "") {
	render();
	const reply = await answer({ t, pairs: draft?.pairs });
	if (reply?.t !== "draft" || !draft) return;
	Object.assign(draft, reply);
	if (t === "fill") held = next();
	render();
}
