// What lies on the table and belongs to nobody: counters, rows of cards, decks, and things that are offered.
import { el } from "./dom.js";
import { idle } from "./model.js";
import { card, zone } from "./cards.js";
import { counter } from "./counters.js";
import { say } from "./phrases.js";

const ZONES = ["zone", "rows", "stacks"];
const MANY = 40; // so many offered things at most are drawn as cards

/** @typedef {import("./model.js").Model} Model */

/** Counters and zones that belong to nobody. */
export function drawTable(model, mark) {
  const chips = el("div", { class: "chips" });
  const zones = el("div", { class: "zones" });
  const table = model.moment.table;
  const cards = (field) => field.role === "course" || (field.keys && /^kind:/.test(field.type));
  for (const field of model.withRole("table", "counter", "course")) {
    const value = table[field.name];
    if (idle(value) && typeof value !== "number") continue;
    if (cards(field)) zones.append(keyed(model, field, value, mark));
    else chips.append(counter(model, field, value, "table", mark));
  }
  for (const field of model.withRole("table", ...ZONES)) if (!idle(table[field.name])) zones.append(zone(model, field, table[field.name], mark));
  if (!chips.childNodes.length && !zones.childNodes.length) return null;
  return el("section", { class: "matrix common", "data-part": "table" }, el("h3", {}, say("table")), chips, zones);
}

/** One member for each key, as a card with the key at its corner; of a course, the one whose turn it is stands out. */
function keyed(model, field, value, mark) {
  const now = field.role === "course" ? model.moment.table[field.by] : null;
  const box = el("div", { class: `cards ${now === null ? "" : "course"}` });
  const entries = Array.isArray(value) ? value.map((one, place) => [String(place + 1), one]) : Object.entries(value);
  for (const [key, one] of entries) {
    if (idle(one)) continue;
    const made = card(model, one, mark);
    if (now !== null) made.classList.add(Number(key) < now ? "gone" : Number(key) === now ? "now" : "coming");
    made.append(el("b", { class: "key" }, key));
    box.append(made);
  }
  return el("div", { class: "zone" }, el("h5", {}, field.label), box);
}

/** Things that can be chosen but lie nowhere: they are shown as cards. */
export function drawOffered(model, drawn, mark) {
  const asked = model.asked;
  if (!asked) return null;
  const missing = asked.options.filter((one) => one.group === "thing" && /^kind:/.test(one.target) && !drawn.has(one.target) && Object.keys(model.member(one.target).columns).length).map((one) => one.target);
  if (!missing.length || missing.length > MANY) return null;
  return el("div", { class: "offer cards" }, missing.map((ref) => card(model, ref, mark)));
}
