// Maps: the cells of a graph as lands with coasts and borders, roads between neighbours, and what stands on them.
import { ink, label, svg } from "./dom.js";
import { SHAPES, figure, token } from "./shapes.js";

const LAND = 2.75; // how far a land reaches where nothing borders on it
const CORNERS = 28;

/** The outline of a land: all that is nearer to its place than to any other, and not too far away. */
export function land(at, index) {
  const here = at[index];
  let shape = Array.from({ length: CORNERS }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / CORNERS;
    const far = LAND * (1 + 0.05 * Math.sin(5 * turn + index) + 0.03 * Math.cos(9 * turn + 2 * index)); // coasts are not smooth
    return [here.x + far * Math.cos(turn), here.y + far * 0.86 * Math.sin(turn)];
  });
  at.forEach((other, place) => {
    if (place !== index) shape = cut(shape, here, other);
  });
  return shape.map((point) => point.map((one) => Math.round(one * 100) / 100).join(",")).join(" ");
}

/** The part of an outline that is nearer to one place than to another. */
function cut(shape, here, other) {
  const [mx, my] = [(here.x + other.x) / 2, (here.y + other.y) / 2];
  const side = ([x, y]) => (x - mx) * (other.x - here.x) + (y - my) * (other.y - here.y);
  const found = [];
  shape.forEach((point, nth) => {
    const next = shape[(nth + 1) % shape.length];
    const [a, b] = [side(point), side(next)];
    if (a <= 0) found.push(point);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) found.push([0, 1].map((axis) => point[axis] + ((next[axis] - point[axis]) * a) / (a - b)));
  });
  return found;
}

/** The name of a land, what it is, and what it has. */
export function onLand(art, group, index, at, fill) {
  const cell = art.board.cells[index];
  const kind = art.board.kind && art.model.setting.kinds[art.board.kind].members[cell.name];
  const title = cell.label.split(/, | \(/)[0];
  const size = Math.min(0.5, 4.6 / title.length);
  const site = kind ? siteOf(art.model, kind) : null;
  const dark = ink(fill || "#ffffff");
  group.append(label(at.x + (site ? 0.34 : 0), at.y - 0.78, size, title, { class: "name strong", fill: dark }));
  if (site) group.append(svg("g", { transform: `translate(${at.x - title.length * size * 0.31 - 0.1} ${at.y - 0.8}) scale(.62)` }, svg("title", {}, site.title), svg("path", { d: SHAPES[site.shape], fill: dark, "fill-rule": "evenodd" })));
}

/** The member of another kind with a shape that one of its columns names: what sort of land it is. */
function siteOf(model, kind) {
  for (const text of Object.values(kind.columns)) {
    for (const other of Object.values(model.setting.kinds)) {
      const found = Object.values(other.members).find((one) => one.title === text && SHAPES[one.shape]);
      if (found) return found;
    }
  }
  return null;
}

/** So many marks, the missing ones hollow. */
export function gauge(x, y, size, field, value, most, fill) {
  const group = svg("g", { class: "gauge" }, svg("title", {}, `${field.label}: ${value} / ${most}`));
  const wide = most > 8 ? Math.ceil(most / 2) : most;
  for (let place = 0; place < most; place += 1) {
    const [row, column] = [Math.floor(place / wide), place % wide];
    const inRow = Math.min(wide, most - row * wide);
    group.append(svg("path", { transform: `translate(${x + (column - (inRow - 1) / 2) * size * 0.86} ${y + row * size * 1.06}) scale(${size})`, d: SHAPES[field.shape] || SHAPES.square, class: place < value ? "full" : "hollow", fill: place < value ? fill : "none", stroke: fill, "fill-rule": "evenodd" }));
  }
  return group;
}

/** The flag of a seat. */
export function banner(model, x, y, seat) {
  const colour = model.seatColour(seat);
  return svg("g", { transform: `translate(${x} ${y}) scale(1.05)`, class: "figure" }, svg("path", { d: "M-.3 .56V-.5H-.2V-.46H.62L.42-.17 .62 .12H-.2V.56Z", fill: colour, class: "outline" }), label(0.12, -0.17, 0.44, seat + 1, { fill: ink(colour), class: "sign" }));
}

/** The token of a seat that stands on a land: its shape if it has one, otherwise a disc. */
export function standing(spot, nth, seat, colour, shape) {
  const [x, y] = [spot.x + 1.25 + nth * 0.6, spot.y + 0.42]; // beside what stands there: below it a name may follow
  return shape ? figure(x, y, 1, { shape, glyph: "" }, colour, seat + 1) : token(x, y, 0.95, seat, colour, "");
}
