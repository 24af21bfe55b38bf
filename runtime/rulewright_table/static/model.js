// What the client knows of a game: the setting, the moment, and which things on the table can be chosen now.

/** @typedef {import("../scene").Setting} Setting */
/** @typedef {import("../scene").Moment} Moment */
/** @typedef {import("../scene").Choice} Choice */
/** @typedef {import("../scene").Field} Field */

const VERBS = new Set(["action", "branch", "free"]); // what leads to things that can be clicked first
const FEW = 3; // so many members of a kind that are asked for are as good as verbs

export class Model {
  constructor() {
    /** @type {Setting | null} */
    this.setting = null;
    /** @type {Moment | null} */
    this.moment = null;
    /** @type {Moment | null} */
    this.before = null;
    /** @type {import("../scene").Preview[]} */
    this.previews = [];
    /** @type {Map<string, Choice[]>} reference -> choices that it stands for now */
    this.options = new Map();
    /** @type {Map<string, Choice[]>} reference -> choices that lead to it */
    this.later = new Map();
    /** @type {Map<string, Choice[]>} tile or card of whoever is asked -> choices that it grants */
    this.granted = new Map();
    /** @type {import("../scene").Forecast[]} by seat what income would give, once it was asked for */
    this.forecast = [];
    /** @type {import("../scene").Line[]} */
    this.lines = [];
    /** @type {Map<string, Field[]>} owner -> its fields */
    this.fields = new Map();
    /** @type {Map<string, {board: string, cell: import("../scene").Cell, index: number}>} */
    this.places = new Map();
  }

  /** @param {Setting} setting */
  takeSetting(setting) {
    this.setting = setting;
    this.fields = new Map();
    for (const field of setting.fields) {
      if (!this.fields.has(field.owner)) this.fields.set(field.owner, []);
      this.fields.get(field.owner).push(field);
    }
    this.places = new Map();
    for (const [name, board] of Object.entries(setting.boards)) {
      board.cells.forEach((cell, index) => this.places.set(cell.ref, { board: name, cell, index }));
    }
  }

  /** @param {Moment} moment */
  takeMoment(moment) {
    this.before = this.moment;
    this.moment = moment;
    this.previews = [];
    this.lines.length = Math.min(this.lines.length, moment.lines);
    for (const line of moment.log) this.lines[line.n] = line;
    this.index();
  }

  /** @param {import("../scene").Preview[]} previews */
  takePreviews(previews) {
    this.previews = previews;
    this.index();
  }

  /** The decision that whoever sits here must answer. */
  get asked() {
    return this.moment.decisions.find((one) => one.options) || null;
  }

  index() {
    this.options = new Map();
    this.later = new Map();
    this.granted = new Map();
    const asked = this.asked;
    if (!asked) return;
    const few = asked.options.filter((one) => one.group !== "free").length <= FEW;
    asked.options.forEach((option, number) => {
      const choice = { number, option, preview: this.previews[number] || {} };
      put(this.options, option.target, choice);
      if (VERBS.has(option.group) || (few && option.target.startsWith("kind:"))) {
        for (const ref of choice.preview.then || []) put(this.later, ref, { ...choice, then: ref });
        if (option.source) for (const ref of [option.source, ...this.piecesOf(option.source)]) put(this.granted, ref, choice);
      }
    });
    this.indexNumbers(asked);
  }

  /** The pieces in sight that are of a sort. */
  piecesOf(member) {
    return Object.keys(this.moment.pieces).filter((ref) => this.withRole(ref.split(":").slice(0, 2).join(":"), "figure").some((field) => this.moment.pieces[ref][field.name] === member));
  }

  /**
   * Numbers and branches that change one cell each are chosen by that cell; numbers of columns by the whole column.
   * @param {import("../scene").Decision} asked
   */
  indexNumbers(asked) {
    const touching = new Map();
    asked.options.forEach((option, number) => {
      const touches = (this.previews[number] || {}).touches || [];
      if ((option.group === "number" || option.group === "branch") && touches.length === 1) put(touching, touches[0], number);
    });
    const choice = (number) => ({ number, option: asked.options[number], preview: this.previews[number] });
    const single = [...touching].filter(([, numbers]) => numbers.length === 1);
    const columns = new Map();
    for (const [ref, [number]] of single) {
      const match = /^\((\d+), (\d+)\)$/.exec(this.places.get(ref).cell.name);
      if (match && asked.options[number].target === `number:${match[2]}`) columns.set(match[2], choice(number));
    }
    if (single.length && columns.size === single.length) {
      for (const [ref, place] of this.places) {
        const match = /^\((\d+), (\d+)\)$/.exec(place.cell.name);
        if (match && columns.has(match[2]) && place.board === this.places.get(single[0][0]).board) put(this.options, ref, columns.get(match[2]));
      }
      return;
    }
    for (const [ref, [number]] of single) if (!this.options.has(ref)) put(this.options, ref, choice(number));
  }

  // ------------------------------------------------------------ things

  fieldsOf(owner) {
    return (this.fields.get(owner) || []).filter((field) => field.role !== "hide");
  }

  withRole(owner, ...roles) {
    return this.fieldsOf(owner).filter((field) => roles.includes(field.role));
  }

  member(ref) {
    if (typeof ref !== "string" || !ref.startsWith("kind:")) return null;
    const [, kind, name] = ref.split(":");
    return (this.setting.kinds[kind] || { members: {} }).members[name] || null;
  }

  seat(ref) {
    return typeof ref === "string" && ref.startsWith("player:") ? Number(ref.slice(7)) : null;
  }

  seatName(seat) {
    return this.setting.seats[seat] ? this.setting.seats[seat].name : "?";
  }

  seatColour(seat) {
    const own = this.setting.seats[seat].colour;
    if (!this.moment || localStorage.getItem("plain") === "yes") return own;
    return this.moment.colours[seat] || own;
  }

  /** What a piece is: the member that tells its sort. */
  pieceMember(ref) {
    const values = this.moment.pieces[ref];
    if (!values) return null;
    const owner = ref.split(":").slice(0, 2).join(":");
    for (const field of this.withRole(owner, "figure")) {
      const member = this.member(values[field.name]);
      if (member) return member;
    }
    return null;
  }

  pieceOwner(ref) {
    const values = this.moment.pieces[ref];
    const owner = ref.split(":").slice(0, 2).join(":");
    const field = this.withRole(owner, "owner", "base")[0];
    return values && field ? this.seat(values[field.name]) : null;
  }

  pieceTitle(ref) {
    const member = this.pieceMember(ref);
    return member ? member.title : (this.setting.pieces[ref.split(":")[1]] || {}).label || ref;
  }

  /** Any value in words. */
  text(value) {
    if (value === null || value === undefined) return "–";
    if (value === true) return "✓";
    if (value === false) return "–";
    if (Array.isArray(value)) return value.map((one) => this.text(one)).join(", ") || "–";
    if (typeof value === "object") return this.objectText(value);
    if (typeof value !== "string") return String(value);
    const parts = value.split(":");
    const member = this.member(value);
    if (member) return member.title;
    if (parts[0] === "player" && this.setting.seats[parts[1]]) return this.seatName(Number(parts[1]));
    if (this.places.has(value)) return this.places.get(value).cell.label;
    if (parts[0] === "piece" && parts.length === 3) return this.pieceTitle(value);
    if (parts[0] === "resource" && this.setting.resources[parts[1]]) return this.setting.resources[parts[1]].label;
    if (parts[0] === "direction" && parts.length === 2) return parts[1];
    if (parts[0] === "edge") return this.edgeText(value);
    return value;
  }

  edgeText(ref) {
    for (const board of Object.values(this.setting.boards)) {
      const edge = board.edges.find((one) => one.ref === ref);
      if (edge) return `${board.cells[edge.a].label} – ${board.cells[edge.b].label}`;
    }
    return ref;
  }

  objectText(value) {
    if ("hidden" in value) return value.hidden === true ? "?" : `${value.hidden} ?`;
    if (value.resources) {
      return Object.entries(value.resources).map(([name, amount]) => `${amount} ${this.setting.resources[name].label}`).join(", ") || "–";
    }
    return Object.entries(value).filter(([, one]) => !idle(one)).map(([key, one]) => (one === true ? key : `${key} ${this.text(one)}`)).join(", ") || "–";
  }

  fieldLabel(name) {
    const found = this.setting.fields.find((one) => one.owner === "player" && one.name === name);
    return (this.setting.resources[name] || found || { label: name }).label;
  }

  /** What changed of an owner's field since the moment before. */
  changed(of, field, key) {
    return (this.moment.changes || []).find((one) => one.of === of && one.field === field && (key === undefined || one.key === key)) || null;
  }
}

function put(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}

/** Whether a value says nothing. */
export function idle(value) {
  if (value === null || value === undefined || value === false || value === 0 || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "object") {
    if ("hidden" in value) return value.hidden === 0;
    return Object.values(value).every(idle);
  }
  return false;
}
