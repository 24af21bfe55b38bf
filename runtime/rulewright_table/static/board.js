// Boards as drawings: grids, hexes, rings, graphs; tracks with things in their cells stand as columns.
import { el, ink, label, svg } from "./dom.js";
import { SHAPES, figure, token } from "./shapes.js";
import { banner, gauge, land, onLand, standing } from "./map.js";
import { around, reach, rings, wedge } from "./ring.js";
import { idle } from "./model.js";
import { columns } from "./columns.js";
import { zoomable } from "./zoom.js";

export { chip, seatChip } from "./chips.js";

const POINT = 2; // letters that the names of points have at most
const HEAP = 5; // discs that are drawn on each other
const ARROWS = { north: [0, -1], south: [0, 1], east: [1, 0], west: [-1, 0] };

/** The drawing of a board, or nothing if there is nothing to see on it. */
export function drawBoard(model, name, mark) {
  const board = model.setting.boards[name];
  if (board.around) return null; // it is drawn with the other board
  const fields = model.fieldsOf(`cell:${name}`);
  const pieces = Object.entries(model.setting.pieces).filter(([, one]) => one.board === name).map(([piece]) => piece);
  const chosen = board.cells.some((cell) => model.options.has(cell.ref) || model.later.has(cell.ref));
  const stands = model.withRole("player", "stands").some((field) => field.type.replace(" or none", "") === `cell:${name}`);
  if (!fields.length && !pieces.length && !stands && !chosen) return null;
  const heading = el("h3", {}, board.label);
  if (board.shape === "track") return el("section", { class: "board track-board", "data-part": name }, heading, columns(model, name, board, mark));
  const small = board.cells.length <= 6 ? "small-board" : "";
  return el("section", { class: `board ${board.shape}-board ${small}`, "data-part": name }, heading, zoomable(drawing(model, name, board, mark), name));
}

// ---------------------------------------------------------------- drawings

function drawing(model, name, board, mark) {
  const art = new Art(model, name, board, mark);
  const at = art.places();
  const room = { hexes: 1.15, grid: board.frame ? 1.3 : 1.1, ring: art.outer.length ? reach(at[0].radius) : board.cells.length > 4 ? 2.3 : 0.6, graph: art.map ? 3 : 2.2 }[board.shape] || 1.2;
  const low = [Math.min(...at.map((one) => one.x)) - room, Math.min(...at.map((one) => one.y)) - room];
  const high = [Math.max(...at.map((one) => one.x)) + room, Math.max(...at.map((one) => one.y)) + room];
  const margin = art.markers.length || art.seatMarkers.length ? 1.1 : 0;
  const box = [low[0] - margin, low[1] - margin, high[0] - low[0] + margin, high[1] - low[1] + margin];
  const picture = svg("svg", { viewBox: box.join(" "), role: "group", "aria-label": board.label, class: "drawing" });
  picture.dataset.box = box.join(" ");
  const busy = board.cells.some((cell) => model.options.has(cell.ref)) || board.edges.some((edge) => model.options.has(edge.ref));
  if (busy) picture.classList.add("busy");
  if (board.frame) picture.classList.add("framed");
  if (board.frame) picture.append(svg("rect", { x: low[0], y: low[1], width: high[0] - low[0], height: high[1] - low[1], rx: 0.6, fill: board.frame }));
  if (art.map && board.none) picture.append(svg("rect", { x: box[0], y: box[1], width: box[2], height: box[3], rx: 0.4, fill: board.none }));
  if (!art.map) art.links(picture, at);
  board.cells.forEach((cell, index) => picture.append(art.cell(cell, index, at[index], at)));
  art.bands(picture, at);
  if (art.map) art.links(picture, at);
  if (art.map) board.cells.forEach((_, index) => picture.append(art.over(index, at[index])));
  for (const outer of art.outer) around(art, picture, outer, at[0].radius);
  art.edges(picture, at);
  art.pieces(picture, at);
  art.tokens(picture, at);
  art.beside(picture, at);
  return picture;
}

class Art {
  constructor(model, name, board, mark) {
    this.model = model;
    this.name = name;
    this.board = board;
    this.mark = mark;
    this.values = model.moment.cells[name] || {};
    this.fields = model.fieldsOf(`cell:${name}`);
    this.big = board.shape === "ring" && this.fields.some((one) => one.role === "words" || one.role === "icons");
    this.markers = model.fieldsOf("table").filter((one) => one.role === "marker" && one.on === name);
    this.seatMarkers = model.fieldsOf("player").filter((one) => one.role === "marker" && one.on === name && !one.keys);
    this.outer = Object.keys(model.setting.boards).filter((other) => model.setting.boards[other].around === name);
    this.points = board.shape === "graph" && board.cells.every((cell) => cell.label.length <= POINT);
    this.map = board.shape === "graph" && board.cells.length > 3 && Object.keys(board.tint).length > 0;
    this.changed = new Set((model.moment.changes || []).filter((one) => one.of.startsWith(`cells:${name}:`)).map((one) => Number(one.of.split(":").pop())));
  }

  places() {
    const radius = this.board.shape === "ring" ? (this.big ? 7.6 : Math.max(1.6, this.board.cells.length / 3)) : 1;
    return this.board.cells.map((cell) => ({ x: cell.x * radius, y: cell.y * radius, radius }));
  }

  role(...names) {
    return this.fields.filter((one) => names.includes(one.role));
  }

  value(field, index) {
    return (this.values[field.name] || [])[index];
  }

  ground(index) {
    const field = this.role("ground")[0];
    const member = field && this.model.member(this.value(field, index));
    if (member) return member.colour;
    const tint = this.board.tint[this.board.cells[index].name];
    return tint || (this.board.chequer && (Math.floor(index / this.board.columns) + index) % 2 ? this.board.chequer : this.board.none) || "";
  }

  cell(cell, index, at, all) {
    const fill = this.ground(index);
    const wet = this.board.shape === "hexes" && fill === this.board.none;
    const group = svg("g", { class: `cell ${wet ? "empty-ground" : ""} ${this.parting(index) ? "parting" : ""}` });
    const shape = this.map ? svg("polygon", { points: land(all, index) }) : this.outline(index, at);
    shape.classList.add("shape");
    if (fill) shape.setAttribute("fill", fill);
    group.append(shape);
    for (const field of this.role("rim")) {
      const member = this.model.member(this.value(field, index));
      if (member && member.colour !== fill) {
        const rim = this.outline(index, at, 0.86);
        rim.setAttribute("class", "rim");
        rim.setAttribute("stroke", member.colour);
        group.append(rim);
      }
    }
    if (this.changed.has(index)) {
      const ring = this.outline(index, at, 0.93);
      ring.setAttribute("class", "fresh");
      group.append(ring);
    }
    if (this.big) {
      rings(this, group, index, at);
      shape.setAttribute("fill", "transparent"); // above the rings, so that its border shows what can be chosen
      group.append(shape);
    }
    if (!this.map) {
      this.terrain(group, index, at, fill);
      this.name_of(group, cell, at, fill);
      this.content(group, index, at, fill);
    }
    this.mark(group, cell.ref, this.told(cell, index));
    return group;
  }

  outline(index, at, scale = 1) {
    const { x, y } = at;
    if (this.board.shape === "hexes") {
      const points = [0, 1, 2, 3, 4, 5].map((corner) => {
        const turn = (Math.PI / 3) * corner + Math.PI / 6;
        return `${x + 0.98 * scale * Math.cos(turn)},${y + 0.98 * scale * Math.sin(turn)}`;
      });
      return svg("polygon", { points: points.join(" ") });
    }
    if (this.board.shape === "ring") return wedge(index, this.board.cells.length, at.radius, this.big, scale);
    if (this.points) return svg("circle", { cx: x, cy: y, r: 0.85 * scale });
    if (this.board.shape === "graph") return svg("rect", { x: x - 1.65 * scale, y: y - 0.95 * scale, width: 3.3 * scale, height: 1.9 * scale, rx: 0.35 });
    if (this.board.frame) return svg("circle", { cx: x, cy: y, r: 0.82 * scale });
    return svg("rect", { x: x - 0.95 * scale, y: y - 0.95 * scale, width: 1.9 * scale, height: 1.9 * scale, rx: 0.16 });
  }

  /** Whether a cell lies in the row or column that parts the grid. */
  parting(index) {
    const [row, column] = this.board.divide;
    if (!row) return false;
    return Math.floor(index / this.board.columns) === row - 1 || index % this.board.columns === column - 1;
  }

  /** The sign of the ground, faint, so that nobody needs its colour. */
  terrain(group, index, at, fill) {
    const field = this.role("ground")[0];
    const member = field && this.model.member(this.value(field, index));
    if (!member || !SHAPES[member.shape] || this.board.shape !== "hexes") return;
    group.append(svg("path", { transform: `translate(${at.x} ${at.y + 0.1}) scale(.86)`, d: SHAPES[member.shape], fill: ink(fill), class: "terrain", "fill-rule": "evenodd" }));
  }

  /** What stands on a land of a map, above its roads. */
  over(index, at) {
    const fill = this.ground(index);
    const group = svg("g", { class: "on-land" });
    onLand(this, group, index, at, fill);
    for (const field of this.role("gauge")) {
      const kind = this.model.setting.kinds[this.board.kind];
      const value = this.value(field, index);
      const most = kind ? Number(kind.members[this.board.cells[index].name].columns[field.by]) : field.high;
      if (typeof value === "number") group.append(gauge(at.x, at.y - 0.26, 0.38, field, value, Math.max(most || 0, value), ink(fill || "#ffffff")));
    }
    const owner = this.role("owner").map((field) => this.model.seat(this.value(field, index))).find((seat) => seat !== null);
    if (owner !== undefined) group.append(banner(this.model, at.x - 1.35, at.y + 0.4, owner));
    this.badges(group, index, at, true);
    return group;
  }

  name_of(group, cell, at, fill) {
    const about = { class: "name", fill: fill ? ink(fill) : null };
    if (this.board.shape === "hexes" && fill !== this.board.none) group.append(label(at.x, at.y - 0.68, 0.24, cell.label, about));
    else if (this.board.shape === "graph" && !this.points) {
      const title = cell.label.split(/, | \(/)[0];
      group.append(label(at.x, at.y - 0.5, Math.min(0.46, 5.6 / title.length), title, { ...about, class: "name strong" }));
    }
  }

  content(group, index, at, fill) {
    const owner = this.role("owner").map((field) => this.model.seat(this.value(field, index))).find((seat) => seat !== null);
    const seat = owner === undefined ? null : owner;
    const figures = this.role("figure").map((field) => this.model.member(this.value(field, index))).filter(Boolean);
    figures.forEach((member, place) => {
      const colour = seat === null ? "#f4f1ea" : this.model.seatColour(seat);
      const made = svg("g", {}, figure(at.x + place * 0.5, at.y + 0.08, 1.15, member, colour, seat === null || member.shape === "" ? undefined : seat + 1));
      made.dataset.anim = `figure:${this.name}:${index}:${member.title}`;
      made.dataset.home = `${seat}:${this.value(this.role("figure")[place], index).slice(5)}`;
      group.append(made);
    });
    const heaps = this.role("heap");
    for (const field of heaps) this.heap(group, field, this.value(field, index), at, seat);
    if (!figures.length && !heaps.length && seat !== null) group.append(this.owned(at, seat));
    const ground = fill ? ink(fill) : null;
    if (!this.big) this.role("words").forEach((field, place) => group.append(label(at.x, at.y + place * 0.3, 0.26, this.model.text(this.value(field, index)))));
    this.badges(group, index, at, figures.length > 0 || seat !== null);
    if (this.board.shape === "graph" && !this.points) this.notes(group, index, at, ground);
  }

  /** A number as so many discs on each other; the topmost of many bears the number. */
  heap(group, field, count, at, seat) {
    const colour = seat === null ? field.colour || "#8a6a4a" : this.model.seatColour(seat);
    const shown = Math.min(count || 0, HEAP);
    const heap = svg("g", { class: "heap" }, svg("title", {}, `${field.label}: ${count}`));
    for (let level = 0; level < shown; level += 1) heap.append(svg("circle", { cx: at.x, cy: at.y + 0.54 - level * 0.27, r: 0.36, fill: colour, class: "outline" }));
    if (count > HEAP) heap.append(label(at.x, at.y + 0.54 - (shown - 1) * 0.27, 0.42, count, { fill: ink(colour), class: "sign" }));
    group.append(heap);
  }

  owned(at, seat) {
    const colour = this.model.seatColour(seat);
    if (this.board.shape === "graph" && !this.points) {
      const flag = svg("g", { transform: `translate(${at.x - 1.35} ${at.y + 0.475}) scale(.75)` }); // below what is noted there
      flag.append(svg("path", { d: "M-.22 .5V-.5H.6L.42-.22 .6 .06H-.1V.5Z", fill: colour, class: "outline" }), label(0.16, -0.22, 0.4, seat + 1, { fill: ink(colour), class: "sign" }));
      return flag;
    }
    return token(at.x, at.y, this.board.shape === "ring" ? 0.9 : this.board.frame ? 1.75 : 1.55, seat, colour, this.model.setting.seats[seat].shape);
  }

  badges(group, index, at, taken) {
    const numbers = this.role("badge").filter((field) => typeof this.value(field, index) === "number" && (this.value(field, index) !== 0 || this.board.shape !== "hexes"));
    numbers.forEach((field, place) => {
      const spot = this.map ? [1.5 + place * 0.7, 0.95] : this.board.shape === "graph" ? [1.25 - place * 0.75, 0.5] : this.board.shape === "ring" ? [0, 0] : taken ? [-0.6 + place * 0.5, 0.62] : [(place - (numbers.length - 1) / 2) * 0.6, 0.1];
      const size = this.board.shape === "graph" ? 0.36 : this.board.shape === "ring" ? 0.34 : taken ? 0.26 : 0.4;
      const badge = svg("g", { class: "badge" }, svg("circle", { cx: at.x + spot[0], cy: at.y + spot[1], r: size }), label(at.x + spot[0], at.y + spot[1], size * 1.1, this.value(field, index)));
      badge.append(svg("title", {}, `${field.label}: ${this.value(field, index)}`));
      group.append(badge);
    });
    this.role("dot").forEach((field, place) => {
      if (this.value(field, index) !== true) return;
      const dot = svg("g", { class: "badge dot" }, svg("circle", { cx: at.x + 0.6, cy: at.y + 0.5 - 0.32 * place, r: 0.14 }));
      dot.append(svg("title", {}, field.label));
      group.append(dot);
    });
  }

  notes(group, index, at, fill) {
    const kind = this.board.kind && this.model.setting.kinds[this.board.kind].members[this.board.cells[index].name];
    const rest = this.board.cells[index].label.split(/, | \(/).slice(1).join(", ").replace(/\)$/, "");
    const site = rest || (kind ? kind.note || Object.values(kind.columns).find((one) => !/\d/.test(one)) : "");
    if (site) group.append(label(at.x, at.y - 0.08, Math.min(0.28, 6.2 / site.length), site, { class: "name", fill }));
  }

  told(cell, index) {
    const parts = [cell.label];
    for (const field of this.fields) {
      const value = this.value(field, index);
      if (!idle(value) && !["note"].includes(field.role)) parts.push(`${field.label}: ${this.model.text(value)}`);
    }
    for (const [ref, piece] of Object.entries(this.model.moment.pieces)) {
      if ((piece.cells || []).includes(cell.ref)) {
        const seat = this.model.pieceOwner(ref);
        parts.push(this.model.pieceTitle(ref) + (seat === null ? "" : ` (${this.model.seatName(seat)})`));
      }
    }
    return parts.join("\n");
  }

  links(picture, at) {
    for (const [a, b] of this.board.links) {
      picture.append(svg("line", { x1: at[a].x, y1: at[a].y, x2: at[b].x, y2: at[b].y, class: this.points ? "link line" : "link" }));
    }
    if (this.map || !this.board.links.length) return;
    for (const [index, place] of at.entries()) { // places that are dimmed let no line shine through
      const under = this.outline(index, place);
      under.setAttribute("class", "under");
      picture.append(under);
    }
  }

  edges(picture, at) {
    for (const edge of this.board.edges) {
      const sets = this.model.moment.edges[`${this.name}.${edge.set}`] || {};
      const number = Number(edge.ref.split(":").pop());
      const seat = Object.values(sets).map((values) => this.model.seat(values[number])).find((one) => one !== null);
      const may = this.model.options.has(edge.ref) || this.model.later.has(edge.ref);
      if (seat === undefined && !may) continue;
      const [from, to] = [at[edge.a], at[edge.b]];
      const mix = (one, other, part) => one * (1 - part) + other * part;
      const line = svg("line", { x1: mix(from.x, to.x, 0.27), y1: mix(from.y, to.y, 0.27), x2: mix(from.x, to.x, 0.73), y2: mix(from.y, to.y, 0.73), class: "edge shape" });
      if (seat !== undefined) line.setAttribute("stroke", this.model.seatColour(seat));
      const group = svg("g", { class: seat === undefined ? "edge-place" : "edge-place built" }, line);
      this.mark(group, edge.ref, this.model.edgeText(edge.ref));
      picture.append(group);
    }
  }

  pieces(picture, at) {
    const crowd = new Map();
    for (const [ref, piece] of Object.entries(this.model.moment.pieces)) {
      if (this.model.setting.pieces[ref.split(":")[1]].board !== this.name || !(piece.cells || []).length) continue;
      const first = piece.cells[0];
      crowd.set(first, [...(crowd.get(first) || []), ref]);
    }
    for (const refs of crowd.values()) refs.forEach((ref, place) => picture.append(this.piece(ref, at, place, refs.length)));
  }

  piece(ref, at, place, count) {
    const piece = this.model.moment.pieces[ref];
    const spots = piece.cells.map((cell) => at[this.model.places.get(cell).index]);
    const ring = this.board.shape === "ring";
    const shift = (place - (count - 1) / 2) * (ring ? 0.62 : 0.62);
    const x = spots.reduce((sum, one) => sum + one.x, 0) / spots.length * (ring ? 1.2 : 1) + shift;
    const y = spots.reduce((sum, one) => sum + one.y, 0) / spots.length * (ring ? 1.2 : 1);
    const seat = this.model.pieceOwner(ref);
    const member = this.model.pieceMember(ref) || { glyph: "", shape: "disc" };
    const owner = ref.split(":").slice(0, 2).join(":");
    const based = this.model.withRole(owner, "base").length > 0;
    const colour = based ? member.colour : seat === null ? "#c9b8a0" : this.model.seatColour(seat);
    const group = svg("g", { class: "piece", "data-anim": ref });
    if (based) group.append(this.stand(spots, x, y, seat));
    group.append(figure(x, y - (based ? 0.16 : 0), ring ? 1.15 : spots.length > 1 ? 1.8 : based ? 1.42 : 1.5, member, colour, ring && seat !== null ? seat + 1 : based ? "" : undefined));
    if (seat !== null && !ring) group.append(token(x + (based ? 0.62 : 0.55), y + (based ? 0.6 : 0.55), 0.55, seat, this.model.seatColour(seat)));
    for (const field of this.model.withRole(owner, "facing")) {
      const arrow = ARROWS[String(piece[field.name]).split(":").pop()];
      if (arrow) group.append(svg("path", { class: "arrow", d: `M${x + arrow[0] * 0.96} ${y + arrow[1] * 0.92}l${-arrow[0] * 0.26 + arrow[1] * 0.22} ${-arrow[1] * 0.26 + arrow[0] * 0.22}l${-arrow[1] * 0.44} ${-arrow[0] * 0.44}Z` }));
    }
    const title = this.model.pieceTitle(ref) + (seat === null ? "" : `, ${this.model.seatName(seat)}`);
    this.mark(group, ref, title, true);
    return group;
  }

  /** The stand of a figure, in its seat's colour. */
  stand(spots, x, y, seat) {
    const [wide, high] = ["x", "y"].map((axis) => (Math.max(...spots.map((one) => one[axis])) - Math.min(...spots.map((one) => one[axis]))) / 2);
    if (spots.length > 1) return svg("rect", { x: x - wide - 0.8, y: y - high - 0.8, width: 2 * wide + 1.6, height: 2 * high + 1.6, rx: 0.4, class: "stand wide", fill: seat === null ? "#8f877b" : this.model.seatColour(seat) });
    return svg("ellipse", { cx: x, cy: y + 0.5, rx: 0.72 + wide, ry: 0.3 + high, class: "stand", fill: seat === null ? "#8f877b" : this.model.seatColour(seat) });
  }

  tokens(picture, at) {
    const crowd = new Map();
    for (const field of this.model.withRole("player", "stands")) {
      this.model.moment.players.forEach((player, seat) => {
        const place = this.model.places.get(player[field.name]);
        if (!place || place.board !== this.name) return;
        const nth = crowd.get(place.index) || 0;
        crowd.set(place.index, nth + 1);
        const spot = at[place.index];
        const group = svg("g", { class: "piece", "data-anim": `stands:${field.name}:${seat}` }, this.map ? standing(spot, nth, seat, this.model.seatColour(seat), field.shape) : token(spot.x - 0.55 + nth * 0.62, spot.y + 0.5, 0.8, seat, this.model.seatColour(seat), ""));
        group.append(svg("title", {}, `${this.model.seatName(seat)}: ${field.label}`));
        picture.append(group);
      });
    }
  }

  /** The rows and columns that markers look along. */
  bands(picture, at) {
    for (const field of this.markers) {
      const value = this.model.moment.table[field.name];
      const numbers = value !== null && typeof value === "object" ? Object.values(value) : [value];
      const [left, right] = [Math.min(...at.map((one) => one.x)), Math.max(...at.map((one) => one.x))];
      const [top, bottom] = [Math.min(...at.map((one) => one.y)), Math.max(...at.map((one) => one.y))];
      numbers.forEach((number, place) => picture.append(svg("rect", place === 0 ? { x: left - 1.15, y: top + 2 * (number - 1) - 1, width: right - left + 2.2, height: 2, class: "band" } : { x: left + 2 * (number - 1) - 1, y: top - 1.15, width: 2, height: bottom - top + 2.2, class: "band" })));
    }
  }

  /** Markers beside the rows and columns of a grid. */
  beside(picture, at) {
    for (const field of this.seatMarkers) {
      this.model.moment.players.forEach((player, seat) => {
        if (typeof player[field.name] !== "number") return;
        const x = Math.min(...at.map((one) => one.x)) - 1.45 - 0.18 * seat;
        picture.append(svg("g", { class: "piece", "data-anim": `marker:${field.name}:${seat}` }, token(x, 2 * (player[field.name] - 1), 0.8, seat, this.model.seatColour(seat), ""), svg("title", {}, `${this.model.seatName(seat)}: ${field.label} ${player[field.name]}`)));
      });
    }
    for (const field of this.markers) {
      const value = this.model.moment.table[field.name];
      const entries = value !== null && typeof value === "object" ? Object.entries(value) : [["", value]];
      entries.forEach(([key, number], place) => {
        const kind = field.keys.startsWith("kind:") ? this.model.setting.kinds[field.keys.slice(5)].members[key] : null;
        const member = kind || { glyph: field.label.slice(0, 1).toUpperCase(), shape: "", colour: "#8a6d46", title: field.label };
        const x = place === 0 ? Math.min(...at.map((one) => one.x)) - 1.55 : 2 * (number - 1);
        const y = place === 0 ? 2 * (number - 1) : Math.min(...at.map((one) => one.y)) - 1.55;
        const group = svg("g", { class: "piece", "data-anim": `marker:${field.name}:${key}` }, figure(x, y, 1, member, member.colour));
        this.mark(group, `${field.keys}:${key}`, `${member.title}: ${number}`);
        picture.append(group);
      });
    }
  }
}
