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
  const fields = [...new Set(found.entries.map((one) => one.field))];
  if (!fields.length) return void box.append(el("p", { class: "empty" }, "–"));
  const field = chosen && fields.includes(chosen) ? chosen : scoreField(model, fields) || fields[0];
  const select = el("select", { "aria-label": say("ledger"), on: { change: (event) => tools.ledger(event.target.value) } }, fields.map((name) => el("option", { value: name, selected: name === field }, model.fieldLabel(name))));
  box.append(select);
  const entries = found.entries.filter((one) => one.field === field);
  box.append(summary(model, entries, tools));
  const list = el("div", { class: "ledger" });
  let move = -1;
  for (const entry of entries.slice(-200).reverse()) {
    const when = entry.move === move ? el("span", { class: "when" }) : el("button", { class: "when", on: { click: () => tools.look(entry.move) } }, entry.move);
    move = entry.move;
    list.append(el("div", { class: "line" }, when, seatChip(model, entry.seat),
      el("b", { class: entry.by > 0 ? "up" : "down" }, entry.by > 0 ? `+${entry.by}` : `−${-entry.by}`), el("span", { class: "now" }, `= ${entry.now}`, entry.key ? ` (${entry.key})` : ""), rules(entry.rules, tools)));
  }
  box.append(list);
  return undefined;
}

/** The figure that is the score, if one is. */
function scoreField(model, fields) {
  const scores = model.moment.scores;
  if (!scores.length) return null;
  return fields.find((name) => scores.every((score, seat) => model.moment.players[seat][name] === score)) || null;
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

/** By source: which rules gave how much to whom. */
function summary(model, entries, tools) {
  const sources = bySource(entries).map((one) => {
    const ids = one.depth ? one[0].via[one.depth - 1] || one[0].rules : one[0].rules;
    const by = new Map();
    for (const entry of one) by.set(entry.seat, (by.get(entry.seat) || 0) + entry.by);
    return { rules: ids.length ? ids : one[0].rules, by };
  });
  const seats = model.setting.seats.map((_, seat) => seat).filter((seat) => !model.setting.seats[seat].participant);
  const head = el("tr", {}, el("th", {}), seats.map((seat) => el("th", {}, seatChip(model, seat))));
  const rows = sources.sort((a, b) => total(b) - total(a)).slice(0, 24).map((source) => el("tr", {}, el("td", {}, rules(source.rules.slice(0, 3), tools), words(source.rules[0], tools)), seats.map((seat) => el("td", {}, source.by.get(seat) || ""))));
  const sums = el("tr", { class: "sum" }, el("td", {}, "Σ"), seats.map((seat) => el("td", {}, entries.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.by, 0))));
  return el("table", { class: "sources" }, head, rows, sums);
}

/** What a rule says, as far as there is room. */
function words(id, tools) {
  const box = el("small", { class: "rule-words" });
  if (id) tools.sentence(id).then((text) => { box.textContent = text; box.title = text; });
  return box;
}

const total = (source) => [...source.by.values()].reduce((sum, one) => sum + Math.abs(one), 0);
