// What a person does on the table's page: pointer, keys, forms. Whatever has data-do is a command of that name.

import { $, $$, h, ruleLink, say, setting, speak } from "./dom.js";
import * as board from "./board.js";
import * as choose from "./choose.js";
import * as draft from "./draft.js";
import * as frames from "./frames.js";
import * as lens from "./lens.js";
import * as moments from "./moments.js";
import { asked, nextSeat, start, table } from "./table.js";
import * as tips from "./tips.js";
import * as wire from "./wire.js";

const open = () => $(":popover-open, dialog[open]");
let pressed = 0, held = false, hover = 0;

/** The id of the picture's element there, or of the mark over it; in the lens too. @param {any} target */
const idOf = target => target.closest("[data-target]")?.dataset.target ?? (target.closest(".wb-pieces [id], .wb-ground [id]")?.id || target.closest("[data-id]")?.dataset.id);

/** Send the command that a button or form stands for; one with data-sure at the second click. @param {any} source @param {object} [more] */
async function act(source, more) {
  const { do: t, sure, ...data } = source.dataset;
  if (sure && setting("confirm") === "on" && !source.classList.toggle("armed")) return;
  const reply = await choose.answer({ t, ...data, ...more }, source);
  if (reply?.t !== "link") return;
  $("#wb-given-words").textContent = reply.words;
  $("#wb-given input").value = reply.link;
  $("#wb-given .code").textContent = reply.code ?? "";
  $("#wb-given .qr").innerHTML = reply.qr ?? "";
  $("#wb-given").showPopover();
}

/** What may be done about a seat; which buttons show follows from the data. @param {any} row */
function seatMenu({ dataset: { seat: n } }) {
  const seat = table.seats[n], menu = $("#wb-seat");
  Object.assign(menu.dataset, { kind: seat.kind, bot: seat.bot ? "yes" : "", mine: table.me.seats.includes(+n) ? "yes" : "" });
  $("h2", menu).textContent = seat.name;
  $(".facts", menu).replaceChildren(...(seat.facts ?? []).map(fact => h("p", {}, fact.words)));
  $(".bots", menu).replaceChildren(...(table.bots ?? []).map(([bot, name]) => h("button.btn", { "data-do": "bot", "data-bot": bot }, say("tobot", name))));
  for (const button of $$("[data-do]", menu)) button.dataset.seat = n;
  menu.showPopover();
}

/** A click in the picture. @param {any} event */
async function clickBoard(event) {
  if (moments.leave() || frames.skip()) return;
  const at = idOf(event.target);
  if (lens.opens(event) || !at) return;
  if (draft.isDrafting()) return draft.place(at);
  if (event.target.closest("[data-target]")) return choose.pick(at);
  if (!asked()) return tips.explain(tips.labelled(event.target));
  const why = await choose.answer({ t: "why", at }, board.byId(at));
  if (why?.t === "why") tips.showTip(at, [why.words + " ", ruleLink(why.rule)], true);
}

addEventListener("click", (/** @type {any} */ event) => {
  const on = (/** @type {string} */ selector) => event.target.closest?.(selector);
  let found;
  clearTimeout(hover);
  tips.hideTip();
  if (held) held = !!event.preventDefault();
  else if ((found = on("a.rule"))) {
    event.preventDefault();
    tips.openRules(found.hash.slice(1));
  } else if ((found = on("[data-do]"))) act(found);
  else if ((found = on("[data-slot]"))) choose.pickSlot(+found.dataset.slot);
  else if ((found = on("[data-class]"))) document.body.classList.toggle(found.dataset.class);
  else if ((found = on(".seat"))) seatMenu(found);
  else if ((found = on("[data-copy]"))) {
    $("input", found.parentElement).select();
    document.execCommand("copy");
    speak(found.textContent = say("copied"));
  } else if (on("#wb-rules-open, #wb-rules-close")) tips.closeRules() || tips.openRules();
  else if (on("#wb-skip")) frames.skip();
  else if (on("#wb-now")) moments.leave();
  else if (on("#wb-take-back")) wire.takeBack();
  else if (on("#wb-turns")) nextSeat();
  else if (on("#wb-table")) clickBoard(event);
  else lens.close();
});

addEventListener("submit", (/** @type {any} */ event) => {
  if (!event.target.dataset.do) return;
  event.preventDefault();
  const field = $("input", event.target);
  if (field.value.trim()) act(event.target, { text: field.value.trim() });
  field.value = "";
});

addEventListener("change", (/** @type {any} */ { target }) => {
  if (target.dataset.setting === "notify" && target.checked) Notification.requestPermission();
  if (target.name === "spectators") wire.command({ t: "spectators", on: target.checked });
});

/** The pointer or the focus has come to something. @param {any} event */
function over({ type, target, pointerType }) {
  if (type === "focusin" && !target.matches(":focus-visible")) return;
  clearTimeout(hover);
  const slot = target.closest?.("[data-slot]")?.dataset.slot, mark = target.closest?.("[data-target]")?.dataset.target;
  choose.preview({ slot, target: mark });
  const named = tips.labelled(target);
  if (slot || mark || target.closest?.("#wb-tip")) return;
  if (named && pointerType !== "touch") hover = setTimeout(() => tips.explain(named), 400);
  else hover = setTimeout(tips.leaveTip, 250);
}
addEventListener("pointerover", over);
addEventListener("focusin", over);

addEventListener("pointerdown", ({ target, pointerType }) => {
  clearTimeout(pressed);
  pressed = setTimeout(() => {
    held = pointTo(target) && pointerType === "touch";
  }, 550);
});
for (const event of ["pointerup", "pointercancel", "pointermove"]) addEventListener(event, (/** @type {any} */ { movementX, movementY }) => {
  if (Math.abs(movementX) + Math.abs(movementY) > 3 || event !== "pointermove") clearTimeout(pressed);
});

/** Point at a place for the others, and say what it is. @param {any} target */
function pointTo(target) {
  const at = target?.closest && idOf(target);
  if (!at) return false;
  wire.send({ t: "point", at });
  tips.explain(tips.labelled(target) ?? board.byId(at));
  return true;
}

addEventListener("keydown", event => {
  const { key, target } = event, typing = /** @type {any} */ (target).matches("input, select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey || open()) return;
  const button = /** @type {any} */ (target).matches("button, a, [role=button]");
  const done = key === "Escape" ? choose.back() || moments.leave() || lens.close() || tips.closeRules() || tips.hideTip()
    : typing ? false
    : /^\d$/.test(key) ? choose.pickSlot((+key + 9) % 10)
    : key === "Enter" && !button ? choose.confirm()
    : key === " " && !button ? frames.skip()
    : (key === "Enter" || key === " ") && idOf(target) ? !clickBoard(event) || true
    : key === "/" ? !$("#wb-typed").focus()
    : key === "p" ? pointTo($(".mark:hover, .wb-pieces [id]:hover") ?? target)
    : key.startsWith("Arrow") && roam(key);
  if (done) event.preventDefault();
});

/** Go to the nearest thing to choose in that direction: in the picture by place, in the list by order. */
function roam(key = "") {
  const here = document.activeElement, all = $$(here?.closest("#wb-ask") ? "[data-slot]:enabled" : ".wb-marks .mark");
  const middle = (/** @type {Element} */ node) => { const r = node.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const [x, y] = here && all.includes(here) ? middle(here) : [innerWidth / 2, 0], across = /Left|Right/.test(key), sign = /Right|Down/.test(key) ? 1 : -1;
  const far = (/** @type {Element} */ node) => {
    const [u, v] = middle(node), along = sign * (across ? u - x : v - y), aside = Math.abs(across ? v - y : u - x);
    return along > 1 ? along + 2 * aside : 1e9;
  };
  const best = all.filter(node => node !== here && far(node) < 1e9).sort((a, b) => far(a) - far(b))[0];
  best?.focus();
  return !!best;
}

start();
