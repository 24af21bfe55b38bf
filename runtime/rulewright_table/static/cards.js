// Cards, and zones of them: hands, rows, decks, piles.
import { add, dialog, el, ink } from "./dom.js";
import { idle } from "./model.js";

const FOLDED = 8; // longer piles lie as stacks

/** Several things that lie together, with a heading. */
export function zone(model, field, value, mark, owner) {
  if (field.keys && value !== null && typeof value === "object" && !("hidden" in value)) {
    const box = el("div", { class: "zones" });
    for (const [key, one] of Object.entries(value)) if (!idle(one)) box.append(zone(model, { ...field, keys: "", label: `${field.label}: ${keyLabel(model, field, key)}` }, one, mark, owner));
    return box;
  }
  const hidden = value !== null && typeof value === "object" && "hidden" in value;
  const count = hidden ? value.hidden : value.length;
  const box = el("div", { class: `zone ${hidden ? "covered" : ""}` }, el("h5", {}, field.label, count > 1 ? el("small", {}, ` ${count}`) : null));
  if (hidden) box.append(backs(count));
  else if (field.role === "stacks" || (/^(pile|deck) /.test(field.type) && value.length > FOLDED)) box.append(stack(model, field, value, mark));
  else if (field.role === "rows") box.append(rows(model, field, value, mark));
  else box.append(spread(model, value, mark));
  return box;
}

function keyLabel(model, field, key) {
  if (field.keys.startsWith("kind:")) return model.setting.kinds[field.keys.slice(5)].members[key].title;
  if (field.keys.startsWith("player")) return model.seatName(Number(key));
  return key;
}

function spread(model, values, mark) {
  const box = el("div", { class: "cards" });
  const chosen = values.some((one) => model.options.has(one) || model.later.has(one));
  if (chosen) return add(box, values.map((one) => card(model, one, mark)));
  const groups = [];
  for (const one of values) {
    const name = one !== null && typeof one === "string" ? model.text(one) : null;
    const last = groups[groups.length - 1];
    if (name && last && last.name === name && !/^player:/.test(one)) last.count += 1;
    else groups.push({ name, one, count: 1 });
  }
  for (const group of groups) {
    const made = card(model, group.one, mark);
    if (group.count > 1) made.append(el("b", { class: "count" }, `×${group.count}`));
    box.append(made);
  }
  return box;
}

function rows(model, field, values, mark) {
  const lines = new Map();
  for (const ref of values) {
    const key = (model.moment.pieces[ref] || {})[field.by];
    lines.set(key, [...(lines.get(key) || []), ref]);
  }
  const box = el("div", { class: "lines" });
  for (const [, refs] of [...lines].sort((a, b) => a[0] - b[0])) box.append(el("div", { class: "cards tight" }, refs.map((ref) => card(model, ref, mark))));
  return box;
}

/** A stack shows its top card and how many there are; a click spreads it. */
function stack(model, field, values, mark) {
  const chosen = values.filter((one) => model.options.has(one) || model.later.has(one));
  if (chosen.length) return spread(model, chosen, mark);
  const top = values.length ? card(model, values[values.length - 1], (element) => element) : null;
  const open = () => dialog(field.label, spread(model, values, (element, ref, title) => { element.title = title; return element; }));
  return el("div", { class: "cards" }, el("div", { class: "stack", role: "button", tabindex: 0, on: { click: (event) => { event.stopPropagation(); open(); }, keydown: (event) => { if (event.key === "Enter") open(); } } }, top, el("b", { class: "count" }, values.length)));
}

function backs(count) {
  if (count === true) return el("div", { class: "cards" }, el("div", { class: "card back", "aria-label": "hidden" }, "?"));
  const shown = Math.min(count, 7);
  const box = el("div", { class: "cards fan", "aria-label": `${count} hidden` });
  for (let place = 0; place < shown; place += 1) box.append(el("div", { class: "card back" }, place === shown - 1 ? el("b", {}, count) : null));
  return box;
}

/** One card: a piece, a member of a kind, or a plain value. */
export function card(model, value, mark) {
  if (typeof value === "string" && value.startsWith("piece:")) return pieceCard(model, value, mark);
  const member = model.member(value);
  if (member) return mark(face(model, value.split(":")[1], member, value), value, told(member));
  const seat = model.seat(value);
  if (seat !== null) return mark(el("span", { class: "seat", vars: { "--seat": model.seatColour(seat), "--ink": ink(model.seatColour(seat)) } }, seat + 1), value, model.seatName(seat));
  const ref = typeof value === "number" ? `number:${value}` : value;
  return mark(el("div", { class: "card number" }, el("b", {}, model.text(value))), ref, model.text(value));
}

function told(member) {
  return [member.label, ...Object.entries(member.columns).map((one) => one.join(": "))].join("\n");
}

function face(model, kind, member, ref) {
  const about = model.setting.kinds[kind];
  const box = el("div", { class: "card", vars: { "--tint": member.colour, "--ink": ink(member.colour) }, "data-anim": ref }, el("strong", {}, member.title));
  if (member.note) box.append(el("p", {}, member.note));
  const names = about.face || Object.keys(member.columns).filter((name) => member.columns[name].length <= 14 && !/copies|supply/.test(name));
  const figures = names.filter((name) => name in member.columns).slice(0, 6);
  if (figures.length && (about.face || !member.note)) box.append(figuresOf(figures.map((name) => [about.columns[name], member.columns[name]])));
  return box;
}

function figuresOf(entries) {
  return el("dl", {}, entries.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

function pieceCard(model, ref, mark) {
  const piece = model.moment.pieces[ref];
  const sort = ref.split(":")[1];
  const owner = `piece:${sort}`;
  if (!piece) return el("div", { class: "card back" });
  const fields = model.fieldsOf(owner);
  const kind = fields.find((field) => field.role === "figure" && model.member(piece[field.name]));
  const member = kind ? model.member(piece[kind.name]) : null;
  const seat = model.pieceOwner(ref);
  const small = !fields.some((field) => ["zone", "rows"].includes(field.role)) && member && !member.note && seat !== null;
  if (small) return smallPiece(model, ref, member, seat, mark);
  const box = member ? face(model, piece[kind.name].split(":")[1], member, ref) : el("div", { class: "card plain", "data-anim": ref }, el("strong", {}, model.pieceTitle(ref)));
  box.setAttribute("data-anim", ref);
  if (seat !== null) box.append(el("span", { class: "seat", vars: { "--seat": model.seatColour(seat), "--ink": ink(model.seatColour(seat)) } }, seat + 1));
  const chosen = model.setting.pieces[sort].face;
  const chips = [];
  for (const field of fields) {
    const value = piece[field.name];
    if (field === kind || field.role === "owner" || idle(value)) continue;
    if (field.role === "figure" && model.member(value)) chips.push(el("span", { class: "tag", vars: { "--tint": model.member(value).colour, "--ink": ink(model.member(value).colour) } }, model.member(value).title));
    else if (["badge", "words"].includes(field.role) && (!chosen || chosen.includes(field.name))) chips.push(el("span", { class: "tag plain" }, el("i", {}, field.label), " ", model.text(value)));
    else if (field.role === "dot" && value) chips.push(el("span", { class: "tag plain" }, field.label));
    else if (field.role === "link" && model.moment.pieces[value] && model.pieceOwner(value) !== null) chips.push(pieceLink(model, value));
  }
  if (chips.length) box.append(el("div", { class: "tags" }, chips));
  for (const field of fields) {
    const value = piece[field.name];
    if (["zone", "rows", "stacks"].includes(field.role) && Array.isArray(value) && value.length) box.append(zone(model, field, value, mark));
  }
  return mark(box, ref, model.pieceTitle(ref));
}

function smallPiece(model, ref, member, seat, mark) {
  const colour = model.seatColour(seat);
  const box = el("div", { class: "man", vars: { "--seat": colour, "--ink": ink(colour) }, "data-anim": ref }, el("b", {}, member.glyph), el("small", {}, seat + 1));
  return mark(box, ref, `${member.title}, ${model.seatName(seat)}`);
}

function pieceLink(model, ref) {
  const seat = model.pieceOwner(ref);
  const member = model.pieceMember(ref);
  const colour = seat === null ? "#999999" : model.seatColour(seat);
  return el("span", { class: "man", vars: { "--seat": colour, "--ink": ink(colour) } }, el("b", {}, member ? member.glyph : "•"), seat === null ? null : el("small", {}, seat + 1));
}
