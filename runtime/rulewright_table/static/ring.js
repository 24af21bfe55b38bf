// Rings: wedges with rings of words or icons in them, and a ring that lies around another.
import { label, svg, wrapped } from "./dom.js";
import { SHAPES } from "./shapes.js";
import { drawnIcons } from "./signs.js";

const INNER = 0.33; // of the radius, where the wedges begin
const OUTER = 1.13; // and where they end
const AROUND = [1.32, 1.5]; // where the ring around lies

/** The outline of a part of a ring between two radii and two turns. */
export function sector(inner, outer, from, to) {
  const point = (r, turn) => `${r * Math.cos(turn)} ${r * Math.sin(turn)}`;
  const large = to - from > Math.PI ? 1 : 0;
  return `M${point(inner, from)}L${point(outer, from)}A${outer} ${outer} 0 ${large} 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 ${large} 0 ${point(inner, from)}Z`;
}

const middleOf = (index, count) => (2 * Math.PI * index) / count - Math.PI / 2;

/** The wedge of a cell. */
export function wedge(index, count, radius, big, scale = 1) {
  const half = (Math.PI / count) * 0.98 * scale;
  const middle = middleOf(index, count);
  return svg("path", { d: sector(radius * (big ? INNER : 0.45), radius * OUTER, middle - half, middle + half) });
}

/** The rings of a wedge from the inside outwards, each with icons, or words where there are none. */
export function rings(art, group, index, at) {
  const count = art.board.cells.length;
  const turn = middleOf(index, count);
  const fields = art.role("words", "icons");
  const border = (place) => at.radius * (INNER + (OUTER - INNER) * (place / fields.length) ** 0.88); // inner wedges are narrow, so they are longer
  fields.forEach((field, place) => {
    const disc = svg("g", { class: "disc", "data-turn": (turned(art, field) * 360) / count || null });
    group.append(disc);
    const [inner, outer] = [border(place), border(place + 1)];
    disc.append(svg("path", { class: `disc-ring disc-ring-${place % 3}`, d: sector(inner, outer, turn - Math.PI / count, turn + Math.PI / count) }));
    const middle = (inner + outer) / 2;
    const room = (2 * Math.PI * middle) / count - 0.3;
    const [x, y] = [middle * Math.cos(turn), middle * Math.sin(turn)];
    const text = art.model.text(art.value(field, index));
    const icons = field.role === "icons" ? art.model.setting.effects[text] : null;
    const size = Math.min((outer - inner) * 0.4, room * 0.5) * (icons && icons.length === 1 && !icons[0].n ? 1.5 : 1);
    if (icons) disc.append(drawnIcons(art.model, x, y, size, room, (outer - inner) * 0.92, icons));
    else wrapped(text, Math.max(6, Math.round(room * 5.2)), 5).forEach((line, row, lines) => disc.append(label(x, y + (row - (lines.length - 1) / 2) * 0.32, 0.29, line)));
  });
}

/** By how many cells all that a field says went round since the moment before: the shorter way, 0 if it did not. */
function turned(art, field) {
  const [was, is] = [art.model.before, art.model.moment].map((moment) => ((moment && moment.cells[art.name]) || {})[field.name] || []);
  const count = is.length;
  if (was.length !== count || is.every((one, cell) => one === was[cell])) return 0;
  const by = Array.from({ length: count }, (_, shift) => shift).find((shift) => is.every((one, cell) => one === was[(cell - shift + count) % count]));
  return by === undefined ? 0 : by > count / 2 ? by - count : by;
}

/** How far a drawing reaches beyond its wedges if another ring lies around it. */
export const reach = (radius) => radius * (AROUND[1] - 1) + 0.3;

/** Draws the cells of another ring around this one, each beside the same share of its cells. */
export function around(art, picture, name, radius) {
  const board = art.model.setting.boards[name];
  const share = art.board.cells.length / board.cells.length;
  const fields = art.model.fieldsOf(`cell:${name}`).filter((field) => field.role === "badge");
  const values = art.model.moment.cells[name] || {};
  board.cells.forEach((cell, index) => {
    const middle = middleOf(index * share + (share - 1) / 2, art.board.cells.length);
    const half = (Math.PI / board.cells.length) * 0.94;
    const group = svg("g", { class: "cell around" }, svg("path", { class: "shape", d: sector(radius * AROUND[0], radius * AROUND[1], middle - half, middle + half) }));
    const place = (radius * (AROUND[0] + AROUND[1])) / 2;
    const told = [`${board.label} ${cell.label}`];
    fields.forEach((field) => {
      const value = (values[field.name] || [])[index];
      told.push(`${field.label}: ${value}`);
      const many = Math.min(value, 12);
      for (let nth = 0; nth < many; nth += 1) {
        const turn = middle + (nth - (many - 1) / 2) * Math.min(0.16, (2 * half) / (many + 1));
        group.append(svg("g", { transform: `translate(${place * Math.cos(turn)} ${place * Math.sin(turn)}) scale(1.05)`, class: "figure" }, svg("path", { d: SHAPES[field.shape] || SHAPES.disc, fill: field.colour || "#8a6d46", class: "outline", "fill-rule": "evenodd" })));
      }
      if (value > 12) group.append(label(place * Math.cos(middle), place * Math.sin(middle), 0.8, value, { class: "sign" }));
    });
    art.mark(group, cell.ref, told.join("\n"));
    picture.append(group);
  });
}
