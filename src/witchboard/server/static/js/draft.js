// Composing before committing: pieces are put on places in any order; the table checks the draft at each change.

import { $, h, mean, ruleLink, say, sign, tooSoon } from "./dom.js";
import { answer } from "./choose.js";
import { refresh } from "./lens.js";
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
/** The pair of a piece. @param {number | undefined} one */
const pair = one => draft?.pairs.find(pair => pair[0] === one);
/** The pieces with these words, or all; first those that are not placed. */
const heap = (words = "") => (draft?.pieces ?? []).filter(one => !words || one[2] === words).sort((a, b) => +!!pair(a[0]) - +!!pair(b[0]));
const wordsOf = (piece = held) => draft?.pieces.find(one => one[0] === piece)?.[2] ?? "";
/** The next piece to place: of the same words as long as there are some. */
const next = (words = "") => [...heap(words), ...heap()].find(([piece]) => !pair(piece))?.[0];

function render() {
	if (!draft) return box.replaceChildren();
	const { pieces, places, pairs, counts = [], faults = [], ready, fill = true, signs = {}, barred = {} } = draft, inHand = wordsOf();
	box.replaceChildren(
		h("div.chips", {}, [...new Set(pieces.map(([, , words]) => words))].map(words => {
			const all = heap(words), left = all.filter(([piece]) => !pair(piece)).length;
			return h("button.chip." + (left ? "" : "placed"), { "aria-pressed": words === inHand, click: () => hold(all[0]?.[0]) }, sign(signs[words]), words, all[1] && ` ×${left}`);
		})),
		h("p.counts", { tabindex: 0 }, counts.map(([words, have, want]) => h(`span.${have === want ? "full" : ""}.${heap(words)[0] ? "heap" : ""}`, {}, `${words} ${have}/${want}`))),
		h("ul.faults", {}, faults.map(({ words, rule }) => h("li", {}, words + " ", ruleLink(rule)))),
		h("div.row", {}, fill && h("button.btn", { click: () => tell("fill") }, say("fill")), h("button.btn.go", { disabled: ready ? null : "", click: () => tell("ready") }, say("ready"))),
	);
	marks.draw(places.map(([place, id, label]) => {
		const here = pairs.filter(pair => pair[1] === place).map(([piece]) => pieces.find(one => one[0] === piece) ?? []);
		mean(id, "draft");
		return {
			id, label: [label, ...here.map(one => one[2])].join(", "), state: faults.some(({ element }) => element?.[1] === place) ? "fault" : here[0] ? "set" : "", piece: here[0]?.[1],
			signs: here.map(one => signs[one[2] ?? ""] ?? "").filter(Boolean), open: held !== undefined && !barred[inHand]?.includes(place),
		};
	}).filter(({ state, open }) => open || state));
	refresh();
}

/** Take a piece in hand, or put it down. @param {number | undefined} piece */
function hold(piece) {
	held = wordsOf(piece) === wordsOf() ? undefined : piece;
	render();
}

/** A place was clicked: put the piece in hand there, or take up what stands there. A piece: take it in hand. */
export function place(id = "") {
	const at = draft?.places.find(one => one[1] === id)?.[0], piece = draft?.pieces.find(one => one[1] === id);
	if (at === undefined && piece) return hold(heap(piece[2])[0]?.[0]);
	if (!draft || at === undefined || tooSoon(id)) return;
	const here = draft.pairs.filter(pair => pair[1] === at), same = here.find(pair => wordsOf(pair[0]) === wordsOf()), put = same ? undefined : held;
	held = same?.[0] ?? held ?? here.at(-1)?.[0];
	draft.pairs = draft.pairs.filter(pair => pair[0] !== held);
	if (put !== undefined) {
		draft.pairs.push([put, at]);
		held = next(wordsOf());
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
