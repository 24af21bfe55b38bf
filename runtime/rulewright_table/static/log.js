// The side: the log, the ledger, the rules that were opened.
import { add, el } from "./dom.js";
import { seatChip } from "./board.js";
import { rules } from "./ask.js";
import { say } from "./phrases.js";

const SHOWN = 150;

/** The log, newest first; a move's number leads to its moment. */
export function drawLog(model, box, tools) {
  box.replaceChildren();
  const lines = model.lines.filter(Boolean).slice(-SHOWN).reverse();
  let move = -1;
  for (const line of lines) {
    const row = el("div", { class: "line" });
    row.append(line.move !== move ? el("button", { class: "when", title: say("replay"), on: { click: () => tools.look(line.move) } }, line.move) : el("span", { class: "when" }));
    move = line.move;
    const text = el("span", { class: "what" });
    if (line.seat !== null) text.append(seatChip(model, line.seat), " ");
    for (const part of line.text) add(text, typeof part === "string" ? part : [seatChip(model, part.seat)]);
    row.append(text, rules(line.rules, tools, 1));
    box.append(row);
  }
  if (model.lines.length > lines.length || lines.length < model.moment.lines) box.append(el("button", { class: "quiet", on: { click: tools.wholeLog } }, "…"));
}

/** Who gained what by which rule, with totals. */
export function drawLedger(model, box, found, chosen, tools) {
  box.replaceChildren();
  const score = scoreField(model);
  const fields = [...new Set([...(score ? [score] : []), ...found.entries.map((one) => one.field)])];
  if (!fields.length) return void box.append(el("p", { class: "empty" }, "–"));
  const field = chosen && fields.includes(chosen) ? chosen : fields[0];
  const select = el("select", { "aria-label": say("ledger"), on: { change: (event) => tools.ledger(event.target.value) } }, fields.map((name) => el("option", { value: name, selected: name === field }, model.fieldLabel(name))));
  box.append(select);
  const entries = found.entries.filter((one) => one.field === field);
  const sources = bySource(entries).map(asSource);
  box.append(summary(model, field, sources, entries, tools), turns(model, entries, sources, tools));
  return undefined;
}

/** The entries turn by turn, the last first: who moved, and what that gave to whom by which rule. */
function turns(model, entries, sources, tools) {
  const from = new Map(sources.flatMap((source) => source.entries.map((entry) => [entry, source.rules])));
  const list = el("div", { class: "ledger" });
  let turn = -1;
  for (const entry of entries.slice(-SHOWN).reverse()) {
    if (entry.turn !== turn) list.append(el("h4", { class: "turn" }, el("button", { class: "when", title: say("replay"), on: { click: () => tools.look(entry.turn) } }, entry.turn), seatChip(model, entry.mover), model.seatName(entry.mover)));
    turn = entry.turn;
    list.append(el("div", { class: "line" }, seatChip(model, entry.seat),
      el("b", { class: entry.by > 0 ? "up" : "down" }, entry.by > 0 ? `+${entry.by}` : `−${-entry.by}`), el("span", { class: "now" }, `= ${entry.now}`, entry.key ? ` (${entry.key})` : ""), rules(from.get(entry).slice(0, 2), tools), words(from.get(entry)[0], tools)));
  }
  return list;
}

/** The figure that is the score, if one is. */
function scoreField(model) {
  const scores = model.moment.scores;
  if (!scores.length) return null;
  return Object.keys(model.moment.players[0]).find((name) => scores.every((score, seat) => model.moment.players[seat][name] === score)) || null;
}

/** Entries by their source: the rule that gave something or, where one serves many, those that called it. */
function bySource(entries, depth = 0) {
  const groups = new Map();
  for (const entry of entries) {
    const ids = depth ? entry.via[depth - 1] || [] : entry.rules;
    const key = ids.join(", ");
    groups.set(key, [...(groups.get(key) || []), entry]);
  }
  if (depth && groups.size < 2) return [entries];
  return [...groups.values()].flatMap((one) => (one.every((entry) => entry.via.length > depth) ? bySource(one, depth + 1) : [one]).map((part) => Object.assign(part, { depth: Math.max(depth, part.depth || 0) })));
}

/** The rules that entries of one source are told by, and how much they gave to whom. */
function asSource(entries) {
  const ids = entries.depth ? entries[0].via[entries.depth - 1] || [] : entries[0].rules;
  const by = new Map();
  for (const entry of entries) by.set(entry.seat, (by.get(entry.seat) || 0) + entry.by);
  return { rules: ids.length ? ids : entries[0].rules, by, entries };
}

/** By source: which rules gave how much to whom. */
function summary(model, field, sources, entries, tools) {
  const seats = model.setting.seats.map((_, seat) => seat).filter((seat) => !model.setting.seats[seat].participant);
  const head = el("tr", {}, el("th", {}), seats.map((seat) => el("th", {}, seatChip(model, seat))));
  const rows = [...sources].sort((a, b) => total(b) - total(a)).slice(0, 24).map((source) => el("tr", {}, el("td", {}, rules(source.rules.slice(0, 3), tools), words(source.rules[0], tools)), seats.map((seat) => el("td", {}, source.by.get(seat) || ""))));
  const begun = seats.map((seat) => atFirst(model, field, entries, seat));
  const first = begun.some(Boolean) ? el("tr", {}, el("td", {}, say("at the start")), begun.map((amount) => el("td", {}, amount || ""))) : null;
  const sums = el("tr", { class: "sum" }, el("td", {}, "Σ"), seats.map((seat, nth) => el("td", {}, begun[nth] + entries.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.by, 0))));
  return el("table", { class: "sources" }, head, first, rows, sums);
}

/** What a player had before the first entry; of a figure by keys, of those that ever changed. */
function atFirst(model, field, entries, seat) {
  const own = new Map();
  for (const entry of entries) if (entry.seat === seat && !own.has(entry.key)) own.set(entry.key, entry.now - entry.by);
  const now = model.moment.players[seat][field];
  if (!own.size) return typeof now === "number" ? now : 0;
  return [...own.values()].reduce((sum, one) => sum + one, 0);
}

/** What a rule says, as far as there is room. */
function words(id, tools) {
  const box = el("small", { class: "rule-words" });
  if (id) tools.sentence(id).then((text) => { box.textContent = text; box.title = text; });
  return box;
}

const total = (source) => [...source.by.values()].reduce((sum, one) => sum + Math.abs(one), 0);
