// Tracks whose cells hold things: each cell is a column.
import { el, svg } from "./dom.js";
import { idle } from "./model.js";
import { zone } from "./cards.js";
import { pips, seatChip } from "./chips.js";
import { fieldSign } from "./signs.js";
import { SHAPES } from "./shapes.js";

/** The cells of a track side by side, with what lies in them. */
export function columns(model, name, board, mark) {
  const values = model.moment.cells[name] || {};
  const box = el("div", { class: "columns" });
  board.cells.forEach((cell, index) => {
    const column = el("div", { class: "column" }, el("h4", {}, cell.label));
    const chips = el("div", { class: "chips" });
    for (const field of model.fieldsOf(`cell:${name}`)) {
      const value = (values[field.name] || [])[index];
      if (["badge", "dot", "owner", "ground", "figure", "words"].includes(field.role)) {
        chips.append(field.high && field.high <= 6 && typeof value === "number" ? pips(field, value) : el("span", { class: "chip" }, fieldSign(field), el("i", {}, field.label), el("b", {}, model.text(value))));
      }
    }
    column.append(chips);
    for (const field of model.fieldsOf(`cell:${name}`)) {
      const value = (values[field.name] || [])[index];
      if (field.role === "blocks" && typeof value === "number") column.append(blocks(field, value));
      if (["zone", "rows", "stacks"].includes(field.role)) column.append(idle(value) ? empty(field) : zone(model, field, value, mark));
    }
    const standing = el("div", { class: "chips" });
    for (const field of model.withRole("player", "stands")) {
      model.moment.players.forEach((player, seat) => { if (player[field.name] === cell.ref) standing.append(seatChip(model, seat, field.label)); });
    }
    for (const [ref, piece] of Object.entries(model.moment.pieces)) {
      if ((piece.cells || []).includes(cell.ref)) standing.append(mark(el("span", { class: "chip", "data-anim": ref }, model.pieceTitle(ref)), ref, model.pieceTitle(ref)));
    }
    if (standing.childNodes.length) column.append(standing);
    mark(column, cell.ref, cell.label);
    box.append(column);
  });
  return box;
}

/** A zone in which nothing lies: it keeps the zones beside it in line. */
function empty(field) {
  return el("div", { class: "zone vacant" }, el("h5", {}, fieldSign(field), field.label));
}

const COURSE = 1.5; // how high a course of a wall is
const WIDE = 16;

/** A number as so many blocks that lie on each other or side by side, the missing ones hollow. */
function blocks(field, value) {
  const title = `${field.label}: ${value} / ${field.high}`;
  if (field.shape !== "brick") return row(field, value, title);
  const high = field.high * COURSE;
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${high + 1}`, class: "masonry", role: "img", "aria-label": title, preserveAspectRatio: "none" }, svg("title", {}, title));
  for (let level = 0; level < field.high; level += 1) {
    const top = 1 + high - (level + 1) * COURSE;
    const built = level < value;
    picture.append(svg("rect", { x: 0.1, y: top, width: WIDE - 0.2, height: COURSE, class: built ? "course-built" : "course-free", fill: built ? field.colour || "#a08c72" : "none" }));
    if (built) for (let stone = 0; stone < 8; stone += 1) picture.append(svg("path", { class: "joint", d: `M${stone * 2 + (level % 2) + 0.5} ${top}V${top + COURSE / 2}M${stone * 2 + ((level + 1) % 2) + 0.5} ${top + COURSE / 2}V${top + COURSE}M0.1 ${top + COURSE / 2}H${WIDE - 0.1}` }));
  }
  picture.append(svg("rect", { x: 0, y: high + 0.75, width: WIDE, height: 0.3, class: "course-built", fill: field.colour || "#a08c72" }));
  if (value) for (let tooth = 0; tooth < 8; tooth += 1) picture.append(svg("rect", { x: tooth * 2 + 0.3, y: 1 + high - value * COURSE - 0.7, width: 1.1, height: 0.75, class: "course-built", fill: field.colour || "#a08c72" }));
  return el("div", { class: "blocks", title }, picture, el("small", {}, `${field.label} ${value}/${field.high}`));
}

function row(field, value, title) {
  const found = el("div", { class: "blocks-row", title, role: "img", "aria-label": title });
  for (let place = 0; place < field.high; place += 1) {
    found.append(svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: place < value ? "block" : "block hollow" }, svg("path", { d: SHAPES[field.shape] || SHAPES.square, fill: place < value ? field.colour || "#7a5a3a" : "none", stroke: field.colour || "#7a5a3a", "fill-rule": "evenodd" })));
  }
  found.append(el("small", {}, field.label));
  return found;
}
