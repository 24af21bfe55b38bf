// Mats of players: amounts, bowls, rows of figures with what stands under them, tracks, counters, cards.
import { el, ink, svg } from "./dom.js";
import { idle } from "./model.js";
import { seatChip } from "./chips.js";
import { zone } from "./cards.js";
import { SHAPES } from "./shapes.js";
import { counter, gain } from "./counters.js";
import { bundle, fieldSign, resourceSign } from "./signs.js";
import { ownActions } from "./printed.js";
import { say } from "./phrases.js";

const ZONES = ["zone", "rows", "stacks"];
const ROW = 12; // more figures of one sort are told by their number
const LONG = 12; // longer tracks are drawn as a scale

/** @typedef {import("./model.js").Model} Model */

/**
 * The mat of a player.
 * @param {Model} model @param {number} seat @param {Function} mark
 */
export function drawMat(model, seat, mark) {
  const player = model.moment.players[seat];
  const colour = model.seatColour(seat);
  const mine = model.moment.viewer === seat;
  const asked = model.moment.decisions.some((one) => one.player === seat);
  const box = el("section", { class: `mat ${mine ? "mine" : ""} ${asked ? "asked" : ""}`, "data-part": `mat ${seat}`, vars: { "--seat": colour, "--ink": ink(colour) } }, heading(model, seat, player, mine, asked, mark));
  const left = el("div", { class: "mat-part" }, amounts(model, seat, player));
  for (const field of model.withRole("player", "bowls")) left.append(bowls(model, field, player[field.name], seat));
  const tracks = model.withRole("player", "track").filter((field) => !field.keys);
  if (tracks.length) left.append(el("div", { class: "strips" }, tracks.map((field) => strip(model, field, player[field.name], player))));
  const granted = ownActions(model, seat, mark);
  if (granted) left.append(granted);
  const found = counters(model, seat, player, mark);
  if (found.childNodes.length) left.append(found);
  const stocks = model.withRole("player", "mat").filter((field) => field.keys.startsWith("kind:") && (!idle(player[field.name]) || beneath(model, field)));
  const right = el("div", { class: "mat-part stocks" }, stocks.map((field) => figures(model, field, player, seat, mark)));
  const zones = el("div", { class: "zones" });
  for (const field of model.withRole("player", ...ZONES)) if (!idle(player[field.name])) zones.append(zone(model, field, player[field.name], mark, seat));
  box.append(el("div", { class: stocks.length ? "mat-parts split" : "mat-parts" }, left, stocks.length ? right : null));
  if (zones.childNodes.length) box.append(zones);
  const bare = !zones.childNodes.length && !stocks.length && !left.querySelector(".amount, .chip, .strip, .bowl");
  box.classList.toggle("bare", bare); // the bar above tells all there is
  return box;
}

/** Whose mat it is: the seat, its name, what it plays, whether it is asked, its score. */
function heading(model, seat, player, mine, asked, mark) {
  const [field] = model.setting.from;
  const role = field ? model.member(player[field]) : null;
  const score = model.moment.scores[seat];
  const name = el("h3", {}, seatChip(model, seat), el("span", {}, model.seatName(seat)), role ? el("span", { class: "tag", vars: { "--tint": model.seatColour(seat), "--ink": ink(model.seatColour(seat)) }, title: role.label }, role.title) : null,
    mine ? el("small", {}, say("you")) : null, asked ? el("em", {}, `▶ ${say("to decide")}`) : null, typeof score !== "number" ? null : el("output", {}, score));
  return mark(name, `player:${seat}`, model.seatName(seat));
}

function amounts(model, seat, player) {
  const box = el("div", { class: "amounts" });
  for (const field of model.withRole("player", "resource")) {
    const about = model.setting.resources[field.name];
    const value = player[field.name];
    if (value && value.hidden && model.moment.players.every((one) => one[field.name].hidden)) continue;
    const shown = value && value.hidden ? "?" : model.text(value);
    box.append(el("span", { class: `amount ${shown === "0" ? "none" : ""}`, title: field.label, "data-count": `player:${seat}:${field.name}` }, resourceSign(about), el("b", {}, shown), el("i", {}, field.label), gain(model, `player:${seat}`, field.name)));
  }
  return box;
}

function counters(model, seat, player, mark) {
  const box = el("div", { class: "chips" });
  for (const field of model.withRole("player", "counter")) {
    if (field.name === model.setting.from[0]) continue; // the heading tells it
    if (model.moment.players.every((one) => idle(one[field.name]) || one[field.name].hidden === true)) continue;
    if (idle(player[field.name]) && typeof player[field.name] !== "number") continue;
    box.append(counter(model, field, player[field.name], `player:${seat}`, mark));
  }
  return box;
}

/** Round bowls with a bead for each unit. */
function bowls(model, field, value, seat) {
  const box = el("div", { class: "bowls", role: "group", "aria-label": field.label });
  Object.entries(value).forEach(([key, amount], place) => {
    const name = `${field.label} ${keyTitle(model, field, key)}: ${amount}`;
    const picture = svg("svg", { viewBox: "-1.1 -1.1 2.2 2.2", class: "bowl", role: "img", "aria-label": name, "data-count": `player:${seat}:${field.name}:${key}` }, svg("title", {}, name), svg("circle", { r: 1, class: `bowl-ground bowl-${Math.min(place, 2)}` }));
    for (let bead = 0; bead < Math.min(amount, 12); bead += 1) {
      const turn = (2 * Math.PI * bead) / Math.min(amount, 12) - Math.PI / 2;
      picture.append(svg("circle", { cx: 0.74 * Math.cos(turn), cy: 0.74 * Math.sin(turn), r: 0.17, class: "bead" }));
    }
    picture.append(svg("text", { y: 0.26, "font-size": 0.76, "text-anchor": "middle" }, amount));
    box.append(el("span", { class: "bowl-place" }, picture, el("small", {}, keyTitle(model, field, key), gain(model, `player:${seat}`, field.name, key))));
  });
  return box;
}

function keyTitle(model, field, key) {
  return field.keys.startsWith("kind:") ? model.setting.kinds[field.keys.slice(5)].members[key].title : key;
}

// ---------------------------------------------------------------- rows of figures

/** Whether something stands under the figures of a field. */
function beneath(model, field) {
  return Object.values(model.setting.kinds[field.keys.slice(5)].members).some((member) => member.under);
}

/** What stands under each place of a row, for what this player has. */
function underOf(model, about, player) {
  if (!about) return [];
  const held = player[about.field];
  return about.places[typeof held === "string" ? held.split(":").pop() : ""] || [];
}

/** So many figures of each member; the missing ones show what stands under them, or empty places. */
function figures(model, field, player, seat, mark) {
  const kind = field.keys.slice(5);
  const box = el("div", { class: "stock" }, beneath(model, field) ? null : el("h5", {}, fieldSign(field), field.label));
  for (const [name, amount] of Object.entries(player[field.name])) {
    const member = model.setting.kinds[kind].members[name];
    const under = underOf(model, member.under, player);
    const bound = field.high && field.high <= 6 ? field.high : 0;
    const most = Math.max(amount, under.length, bound, ...model.moment.players.map((one) => one[field.name][name] || 0));
    const row = el("div", { class: `stock-row ${under.length ? "printed" : ""}`, title: `${member.title}: ${amount}`, vars: { "--tint": member.colour } }, el("i", {}, member.title));
    if (model.asked && model.asked.player === seat) mark(row, `kind:${kind}:${name}`, `${member.label}: ${amount}`); // others' figures are not one's own to choose
    const shown = Math.min(most, ROW);
    const gone = shown - Math.min(amount, shown);
    // What is printed shows from the left as in the box; otherwise the empty places stand at the end.
    for (let place = 0; place < shown; place += 1) row.append(under.length ? spot(model, member, under[place] || {}, place >= gone, seat, `${kind}:${name}`) : man(model, member, place < amount, seat, `${kind}:${name}`));
    if (!under.length || most > ROW) row.append(el("b", {}, amount));
    box.append(row);
  }
  return box;
}

function man(model, member, here, seat, name) {
  return svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: here ? "man-small" : "man-small gone", "aria-hidden": "true", "data-stock": here ? `${seat}:${name}` : null }, svg("path", { d: SHAPES[member.shape] || SHAPES.disc, fill: here ? model.seatColour(seat) : "none", "fill-rule": "evenodd" }));
}

function spot(model, member, amounts, covered, seat, name) {
  if (covered) return el("span", { class: "spot" }, man(model, member, true, seat, name));
  return el("span", { class: "spot open" }, Object.keys(amounts).length ? bundle(model, amounts) : el("i", {}, "–"));
}

/** A track of one's own: where one stands, and what each space shows. */
function strip(model, field, value, player) {
  const box = el("span", { class: "strip", title: `${field.label}: ${value}` }, fieldSign(field), el("i", {}, field.label));
  const low = field.low || 0;
  const under = underOf(model, field.under, player);
  if (field.high - low > LONG) {
    const part = (place) => `${(100 * (place - low)) / (field.high - low)}%`;
    const zero = low < 0 ? el("u", { vars: { left: part(0) } }) : null;
    box.append(el("i", {}, low), el("span", { class: "scale" }, zero, el("b", { class: "here", vars: { left: part(value) } }, value)), el("i", {}, field.high));
    return box;
  }
  for (let place = low; place <= field.high; place += 1) box.append(el("span", { class: place === value ? "step here" : "step" }, under[place - low] ? bundle(model, under[place - low]) : place));
  return box;
}

