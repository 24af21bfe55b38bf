// Maps over kinds: shared tracks, tiles with every seat's figure, places on the table, scales.
import { el, ink, svg } from "./dom.js";
import { idle } from "./model.js";
import { seatChip } from "./chips.js";
import { SHAPES } from "./shapes.js";
import { fieldSign, iconRow, memberSign } from "./signs.js";
import { freePlaces, printedIn } from "./printed.js";

const UPRIGHT = 5; // so many tracks at most stand side by side
const CROWD = 6; // more figures of one seat in a place are told by their number

/** @typedef {import("./model.js").Model} Model */

/** The fields of players and of the table that are maps over a kind, kind by kind. */
function byKind(model, roles) {
  const found = new Map();
  for (const owner of ["player", "table"]) {
    for (const field of model.fieldsOf(owner)) {
      if (!field.keys.startsWith("kind:") || !roles.includes(field.role)) continue;
      const kind = field.keys.slice(5);
      found.set(kind, [...(found.get(kind) || []), field]);
    }
  }
  return found;
}

/** Shared tracks of kinds; what else is known of the members stands at their feet. */
export function drawTracks(model, mark) {
  const found = [];
  for (const [kind, fields] of byKind(model, ["track"])) {
    const rest = (byKind(model, ["matrix"]).get(kind) || []).filter((field) => field.owner === "table");
    const upright = Object.keys(model.setting.kinds[kind].members).length <= UPRIGHT;
    for (const field of fields) found.push(el("section", { class: `board tracks-board ${upright ? "upright" : ""}`, "data-part": `track ${kind}` }, el("h3", {}, model.setting.kinds[kind].label), upright ? columns(model, kind, field, rest, mark) : rows(model, kind, field, mark)));
  }
  return found;
}

function standing(model, field, name, place) {
  return model.moment.players.map((one, seat) => (one[field.name][name] === place ? seat : -1)).filter((seat) => seat >= 0);
}

function space(model, field, name, member, place) {
  const here = standing(model, field, name, place);
  const printed = printedIn(model, field, place);
  return el("span", { class: `space ${place === field.high ? "last" : ""} ${printed ? "prized" : ""}` }, printed, here.length ? here.map((seat) => el("span", { "data-anim": `track:${field.name}:${name}:${seat}` }, seatChip(model, seat, `${model.seatName(seat)}: ${member.title} ${place}`))) : el("i", {}, place));
}

function rows(model, kind, field, mark) {
  const low = field.low || 0;
  const box = el("div", { class: "tracks" });
  for (const [name, member] of Object.entries(model.setting.kinds[kind].members)) {
    const row = el("div", { class: "track-row", vars: { "--tint": member.colour, "--ink": ink(member.colour) } });
    row.append(mark(el("span", { class: "track-name" }, member.title), `kind:${kind}:${name}`, member.label));
    for (let place = low; place <= field.high; place += 1) row.append(space(model, field, name, member, place));
    box.append(row);
  }
  return box;
}

/** Tracks that stand side by side, the highest space above. */
function columns(model, kind, field, rest, mark) {
  const low = field.low || 0;
  const box = el("div", { class: "upright-tracks", vars: { "--rows": field.high - low + 3 } });
  for (const [name, member] of Object.entries(model.setting.kinds[kind].members)) {
    const column = el("div", { class: "track-column", vars: { "--tint": member.colour, "--ink": ink(member.colour) } });
    column.append(mark(el("span", { class: "track-name" }, SHAPES[member.shape] ? memberSign(member, "currentColor") : null, member.title), `kind:${kind}:${name}`, member.label));
    for (let place = field.high; place >= low; place -= 1) column.append(space(model, field, name, member, place));
    for (const other of rest) {
      const value = model.moment.table[other.name][name];
      if (!idle(value)) column.append(el("span", { class: "track-foot", title: `${other.label}: ${model.text(value)}` }, (Array.isArray(value) ? value : [value]).map((one) => el("b", {}, model.text(one)))));
    }
    box.append(column);
  }
  return box;
}

/** One long track for everybody. */
export function drawScales(model) {
  return model.withRole("player", "scale").filter((field) => !field.keys && field.high !== null).map((field) => {
    const low = field.low || 0;
    const part = (place) => (100 * (place - low + 0.5)) / (field.high - low + 1);
    const line = el("div", { class: `long-scale ${low < 0 ? "two-sided" : ""}` });
    for (let place = low; place <= field.high; place += 1) line.append(el("span", { class: place === 0 ? "zero" : "" }, Math.abs(place)));
    const crowd = new Map();
    model.moment.players.forEach((player, seat) => {
      const value = player[field.name];
      if (typeof value !== "number") return;
      const nth = crowd.get(value) || 0;
      crowd.set(value, nth + 1);
      line.append(el("b", { class: "pointer", "data-anim": `scale:${field.name}:${seat}`, vars: { left: `${part(value)}%`, "--nth": nth } }, seatChip(model, seat, `${model.seatName(seat)}: ${field.label} ${value}`)));
    });
    line.style.setProperty("--crowd", String(Math.max(1, ...crowd.values())));
    return el("section", { class: "board scale-board", "data-part": `scale ${field.name}` }, el("h3", {}, fieldSign(field), field.label), line);
  });
}

/** Kinds whose members are places on the table, with the figures of every seat in them. */
export function drawPlaces(model, mark) {
  return [...byKind(model, ["places"])].map(([kind, fields]) => matrix(model, kind, fields, mark));
}

/** Every other map over a kind, of players and of the table. */
export function drawMatrices(model, mark) {
  const tracks = new Set(byKind(model, ["track"]).keys());
  const found = [];
  for (const [kind, fields] of byKind(model, ["matrix"])) {
    const upright = tracks.has(kind) && Object.keys(model.setting.kinds[kind].members).length <= UPRIGHT;
    const box = matrix(model, kind, fields.filter((field) => !upright || field.owner === "player"), mark);
    if (box) found.push(box);
  }
  return found;
}

function values(model, field) {
  return field.owner === "table" ? [model.moment.table[field.name]] : model.moment.players.map((one) => one[field.name]);
}

function matrix(model, kind, fields, mark) {
  const about = model.setting.kinds[kind];
  const used = fields.filter((field) => field.role === "places" || values(model, field).some((one) => !idle(one)));
  if (!used.length) return null;
  const refs = Object.keys(about.members).map((name) => `kind:${kind}:${name}`);
  const places = used.some((field) => field.role === "places");
  return el("section", { class: places ? "board places" : "matrix", "data-part": `matrix ${kind}` }, el("h3", {}, about.label), tiles(model, used, refs, places, mark));
}

function tiles(model, fields, refs, always, mark) {
  const box = el("div", { class: "tiles" });
  for (const ref of refs) {
    const name = ref.split(":")[2];
    const member = model.member(ref);
    const common = fields.filter((field) => field.owner === "table");
    const alone = common.length === 1 && fields.length === 1 && typeof model.moment.table[common[0].name][name] === "number";
    const lines = alone ? [] : fields.flatMap((field) => line(model, field, name, fields.length > 1));
    const count = alone ? model.moment.table[common[0].name][name] : null;
    if (!lines.length && !count && !always && !model.options.has(ref)) continue;
    const title = el("strong", {}, always || !member.icons.length ? (SHAPES[member.shape] ? memberSign(member) : null) : null, member.icons.length && !always ? el("span", { class: "unseen" }, member.title) : member.title);
    const icons = member.icons.length ? iconRow(model, member.icons) : null;
    const told = [member.label, ...Object.entries(member.columns).map((one) => one.join(": "))].join("\n");
    box.append(mark(el("div", { class: `tile ${icons || alone ? "drawn" : ""}`, vars: { "--tint": member.colour } }, title, icons, lines, count ? el("b", { class: "count" }, `×${count}`) : null), ref, told));
  }
  return box;
}

/** What a field says of one member: the table's figure, or that of every seat. */
function line(model, field, name, named) {
  if (field.owner === "table") {
    const value = model.moment.table[field.name][name];
    return idle(value) ? [] : [el("div", { class: "tile-line" }, el("i", {}, field.label), el("b", {}, model.text(value)))];
  }
  const seats = model.moment.players.map((one, seat) => [seat, one[field.name][name]]).filter(([, value]) => !idle(value) && !(value && value.hidden));
  const free = freePlaces(model, field, name);
  if (!seats.length && !free) return [];
  return [el("div", { class: "tile-line" }, named && !field.shape ? el("i", {}, field.label) : null, seats.map(([seat, value]) => group(model, field, name, seat, value)), free)];
}

/** So many figures of a seat if the field has a shape, otherwise its mark and the number. */
function group(model, field, name, seat, value) {
  const title = `${model.seatName(seat)}: ${field.label} ${model.text(value)}`;
  if (!field.shape || typeof value !== "number") return el("span", { class: "pair", title }, seatChip(model, seat, title), value === true ? null : el("b", {}, model.text(value)));
  const colour = model.seatColour(seat);
  const found = el("span", { class: "pair men", title, role: "img", "aria-label": title });
  for (let place = 0; place < (value > CROWD ? 1 : value); place += 1) {
    found.append(svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: "man-small", "data-anim": `men:${field.name}:${name}:${seat}:${place}` }, svg("path", { d: SHAPES[field.shape], fill: colour, "fill-rule": "evenodd" }), svg("text", { y: 0.28, "font-size": 0.42, "text-anchor": "middle", fill: ink(colour) }, seat + 1)));
  }
  if (value > CROWD) found.append(el("b", {}, `×${value}`));
  return found;
}
