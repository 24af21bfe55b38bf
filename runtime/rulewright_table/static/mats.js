// Mats of players, and what lies on the table: amounts, counters, tracks, tables of figures, zones.
import { el, ink } from "./dom.js";
import { idle } from "./model.js";
import { chip, seatChip } from "./board.js";
import { card, zone } from "./cards.js";
import { SHAPES } from "./shapes.js";
import { svg } from "./dom.js";
import { say } from "./phrases.js";

const ZONES = ["zone", "rows", "stacks"];

/** The mat of a player. */
export function drawMat(model, seat, mark) {
  const player = model.moment.players[seat];
  const colour = model.seatColour(seat);
  const mine = model.moment.viewer === seat;
  const asked = model.moment.decisions.some((one) => one.player === seat);
  const score = model.moment.scores[seat];
  const name = el("h3", {}, seatChip(model, seat), el("span", {}, model.seatName(seat)), mine ? el("small", {}, say("you")) : null, asked ? el("em", {}, `▶ ${say("to decide")}`) : null, typeof score !== "number" ? null : el("output", {}, score));
  mark(name, `player:${seat}`, model.seatName(seat));
  const box = el("section", { class: `mat ${mine ? "mine" : ""} ${asked ? "asked" : ""}`, vars: { "--seat": colour, "--ink": ink(colour) } }, name);
  box.append(amounts(model, seat, player));
  for (const field of model.withRole("player", "bowls")) box.append(bowls(model, field, player[field.name]));
  const stocks = model.withRole("player", "mat").filter((field) => field.keys.startsWith("kind:") && !idle(player[field.name]));
  if (stocks.length) box.append(el("div", { class: "stocks" }, stocks.map((field) => figures(model, field, player[field.name], seat))));
  const counters = el("div", { class: "chips" });
  for (const field of model.withRole("player", "counter")) {
    if (model.moment.players.every((one) => idle(one[field.name]) || (one[field.name].hidden === true))) continue;
    if (idle(player[field.name]) && typeof player[field.name] !== "number") continue;
    counters.append(counter(model, field, player[field.name], `player:${seat}`, mark));
  }
  for (const field of model.withRole("player", "track")) if (!field.keys) counters.append(strip(model, field, player[field.name], seat));
  if (counters.childNodes.length) box.append(counters);
  const zones = el("div", { class: "zones" });
  for (const field of model.withRole("player", ...ZONES)) if (!idle(player[field.name])) zones.append(zone(model, field, player[field.name], mark, seat));
  if (zones.childNodes.length) box.append(zones);
  return box;
}

function amounts(model, seat, player) {
  const box = el("div", { class: "amounts" });
  for (const field of model.withRole("player", "resource")) {
    const about = model.setting.resources[field.name];
    const value = player[field.name];
    if (value && value.hidden && model.moment.players.every((one) => one[field.name].hidden)) continue;
    box.append(el("span", { class: "amount", title: field.label }, resourceSign(about), el("b", {}, value && value.hidden ? "?" : model.text(value)), el("i", {}, field.label), gain(model, `player:${seat}`, field.name)));
  }
  return box;
}

/** The sign of a resource. */
export function resourceSign(about) {
  if (SHAPES[about.shape]) return svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: "sign-small", "aria-hidden": "true" }, svg("path", { d: SHAPES[about.shape], fill: about.colour, "fill-rule": "evenodd" }));
  return el("span", { class: "sign", vars: { "--tint": about.colour }, "aria-hidden": "true" }, about.glyph || "●");
}

function gain(model, of, field, key) {
  const change = model.changed(of, field, key);
  if (!change || typeof change.from !== "number" || typeof change.to !== "number") return null;
  const by = change.to - change.from;
  return el("em", { class: by > 0 ? "gain" : "loss" }, by > 0 ? `+${by}` : `−${-by}`);
}

function counter(model, field, value, of, mark) {
  const member = model.member(value);
  if (member) return mark(el("span", { class: "chip" }, el("i", {}, field.label), el("b", { class: "tag", vars: { "--tint": member.colour, "--ink": ink(member.colour) } }, member.title)), value, member.label);
  const seat = model.seat(value);
  if (seat !== null) return el("span", { class: "chip" }, el("i", {}, field.label), seatChip(model, seat));
  if (Array.isArray(value) && value.length && value.every((one) => model.seat(one) !== null)) return el("span", { class: "chip" }, el("i", {}, field.label), value.map((one) => seatChip(model, model.seat(one))));
  const most = field.high && field.high < 99 && typeof value === "number" ? el("i", {}, `/${field.high}`) : null;
  return el("span", { class: "chip" }, el("i", {}, field.label), el("b", {}, model.text(value)), most, gain(model, of, field.name));
}

function bowls(model, field, value) {
  const box = el("div", { class: "bowls" }, el("h5", {}, field.label));
  for (const [key, amount] of Object.entries(value)) box.append(el("span", { class: "bowl", title: `${field.label} ${key}` }, el("small", {}, key), el("b", {}, amount)));
  return box;
}

/** So many figures of each member, the missing ones as empty places. */
function figures(model, field, value, seat) {
  const kind = field.keys.slice(5);
  const box = el("div", { class: "stock" }, el("h5", {}, field.label));
  for (const [name, amount] of Object.entries(value)) {
    const member = model.setting.kinds[kind].members[name];
    const most = Math.max(amount, ...model.moment.players.map((one) => one[field.name][name] || 0));
    const row = el("div", { class: "stock-row", title: `${member.title}: ${amount}` }, el("i", {}, member.title));
    for (let place = 0; place < Math.min(most, 12); place += 1) {
      row.append(svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: place < amount ? "man-small" : "man-small gone", "aria-hidden": "true" }, svg("path", { d: SHAPES[member.shape] || SHAPES.disc, fill: place < amount ? model.seatColour(seat) : "none" })));
    }
    row.append(el("b", {}, amount));
    box.append(row);
  }
  return box;
}

function strip(model, field, value, seat) {
  const box = el("span", { class: "strip", title: `${field.label}: ${value}` }, el("i", {}, field.label));
  const low = field.low || 0;
  if (field.high - low > 12) {
    const part = (place) => `${(100 * (place - low)) / (field.high - low)}%`;
    const zero = low < 0 ? el("u", { vars: { left: part(0) } }) : null;
    box.append(el("i", {}, low), el("span", { class: "scale" }, zero, el("b", { class: "here", vars: { left: part(value) } }, value)), el("i", {}, field.high));
    return box;
  }
  for (let place = low; place <= field.high; place += 1) box.append(el("b", { class: place === value ? "here" : "" }, place));
  return box;
}

// ---------------------------------------------------------------- maps over kinds

/** Every map over a kind, of players and of the table, kind by kind. */
export function drawMatrices(model, mark) {
  const byKind = new Map();
  for (const owner of ["player", "table"]) {
    for (const field of model.fieldsOf(owner)) {
      if (!field.keys.startsWith("kind:") || !["matrix", "track", "places"].includes(field.role)) continue;
      const kind = field.keys.slice(5);
      byKind.set(kind, [...(byKind.get(kind) || []), field]);
    }
  }
  const found = [];
  for (const [kind, fields] of byKind) {
    const box = matrix(model, kind, fields, mark);
    if (box) found.push(box);
  }
  return found;
}

function values(model, field) {
  return field.owner === "table" ? [model.moment.table[field.name]] : model.moment.players.map((one) => one[field.name]);
}

function matrix(model, kind, fields, mark) {
  const about = model.setting.kinds[kind];
  const used = fields.filter((field) => field.role !== "matrix" || values(model, field).some((one) => !idle(one)));
  const refs = Object.keys(about.members).map((name) => `kind:${kind}:${name}`);
  if (!used.length) return null;
  const box = el("section", { class: "matrix" }, el("h3", {}, about.label));
  for (const field of used.filter((one) => one.role === "track")) box.append(track(model, kind, field, mark));
  const tiles = used.filter((one) => one.role !== "track");
  if (tiles.length) box.append(places(model, kind, tiles, refs, mark));
  return box;
}

function track(model, kind, field, mark) {
  const low = field.low || 0;
  const box = el("div", { class: "tracks" });
  for (const [name, member] of Object.entries(model.setting.kinds[kind].members)) {
    const row = el("div", { class: "track-row", vars: { "--tint": member.colour, "--ink": ink(member.colour) } });
    row.append(mark(el("span", { class: "track-name" }, member.title), `kind:${kind}:${name}`, member.label));
    for (let place = low; place <= field.high; place += 1) {
      const here = model.moment.players.map((one, seat) => (one[field.name][name] === place ? seat : -1)).filter((seat) => seat >= 0);
      row.append(el("span", { class: "space" }, here.length ? here.map((seat) => seatChip(model, seat, `${model.seatName(seat)}: ${member.title} ${place}`)) : el("i", {}, place)));
    }
    box.append(row);
  }
  return box;
}

function places(model, kind, fields, refs, mark) {
  const box = el("div", { class: "tiles" });
  const always = fields.some((field) => field.role === "places");
  for (const ref of refs) {
    const name = ref.split(":")[2];
    const member = model.member(ref);
    const lines = [];
    for (const field of fields) {
      if (field.owner === "table") {
        const value = model.moment.table[field.name][name];
        if (!idle(value)) lines.push(el("div", { class: "tile-line" }, el("i", {}, field.label), el("b", {}, model.text(value))));
        continue;
      }
      const seats = model.moment.players.map((one, seat) => [seat, one[field.name][name]]).filter(([, value]) => !idle(value) && !(value && value.hidden));
      if (seats.length) lines.push(el("div", { class: "tile-line" }, fields.length > 1 ? el("i", {}, field.label) : null, seats.map(([seat, value]) => el("span", { class: "pair" }, seatChip(model, seat, `${model.seatName(seat)}: ${field.label}`), value === true ? null : el("b", {}, model.text(value))))));
    }
    if (!lines.length && !always && !model.options.has(ref)) continue;
    box.append(mark(el("div", { class: "tile", vars: { "--tint": member.colour } }, el("strong", {}, member.title), lines), ref, [member.label, ...Object.entries(member.columns).map((one) => one.join(": "))].join("\n")));
  }
  return box;
}

// ---------------------------------------------------------------- the table itself

/** Counters and zones that belong to nobody. */
export function drawTable(model, mark) {
  const chips = el("div", { class: "chips" });
  const zones = el("div", { class: "zones" });
  const table = model.moment.table;
  for (const field of model.withRole("table", "counter").filter((one) => one.keys && /^kind:/.test(one.type))) if (!idle(table[field.name])) zones.append(keyed(model, field, table[field.name], mark));
  for (const field of model.withRole("table", "counter").filter((one) => !(one.keys && /^kind:/.test(one.type)))) if (!idle(table[field.name]) || typeof table[field.name] === "number") chips.append(counter(model, field, table[field.name], "table", mark));
  for (const field of model.withRole("table", "track", "bowls")) if (!field.keys && typeof table[field.name] === "number") chips.append(strip(model, field, table[field.name]));
  for (const field of model.withRole("table", ...ZONES)) if (!idle(table[field.name])) zones.append(zone(model, field, table[field.name], mark));
  if (!chips.childNodes.length && !zones.childNodes.length) return null;
  return el("section", { class: "matrix common" }, el("h3", {}, say("table")), chips, zones);
}

/** One member for each key, as a card with the key at its corner. */
function keyed(model, field, value, mark) {
  const box = el("div", { class: "cards" });
  for (const [key, one] of Object.entries(value)) {
    if (idle(one)) continue;
    const made = card(model, one, mark);
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
  if (!missing.length || missing.length > 40) return null;
  return el("div", { class: "offer cards" }, missing.map((ref) => card(model, ref, mark)));
}
