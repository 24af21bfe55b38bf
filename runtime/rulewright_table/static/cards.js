// Cards, and zones of them: hands, rows, decks, piles.
import { add, dialog, el, ink, svg } from "./dom.js";
import { idle } from "./model.js";
import { SHAPES } from "./shapes.js";
import { fieldSign, iconRow, memberSign, resourceSign, shapeSign } from "./signs.js";

const FOLDED = 8; // longer piles lie as stacks

/** Several things that lie together, with a heading. */
export function zone(model, field, value, mark, owner) {
  if (/number/.test(field.type) && (!model.asked || owner !== model.asked.player)) mark = named; // a number is chosen from one's own
  if (field.keys && value !== null && typeof value === "object" && !("hidden" in value)) {
    const box = el("div", { class: "zones" });
    for (const [key, one] of Object.entries(value)) if (!idle(one)) box.append(zone(model, { ...field, keys: "", label: `${field.label}: ${keyLabel(model, field, key)}` }, one, mark, owner));
    return box;
  }
  const hidden = value !== null && typeof value === "object" && "hidden" in value;
  const count = hidden ? value.hidden : value.length;
  const box = el("div", { class: `zone ${hidden ? "covered" : ""}` }, field.role === "rows" ? null : el("h5", {}, fieldSign(field), field.label, count > 1 ? el("small", {}, ` ${count}`) : null));
  if (hidden) box.append(backs(count));
  else if (field.role === "stacks" || (/^(pile|deck) /.test(field.type) && value.length > FOLDED)) box.append(stack(model, field, value, mark));
  else if (field.role === "rows") box.append(rows(model, field, value, mark));
  else box.append(spread(model, value, mark));
  return box;
}

/** Names an element without making it something to choose. */
function named(element, _, title) {
  if (title) element.title = title;
  return element;
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
    if (name && last && last.name === name && !/^player:/.test(one) && !holds(model, one)) last.count += 1;
    else groups.push({ name, one, count: 1 });
  }
  for (const group of groups) {
    const made = card(model, group.one, mark);
    if (group.count > 1) made.append(el("b", { class: "count" }, `×${group.count}`));
    box.append(made);
  }
  return box;
}

/** Whether things lie on a piece: such pieces are never alike. */
function holds(model, ref) {
  return /^piece:/.test(ref) && model.withRole(ref.split(":").slice(0, 2).join(":"), "zone", "rows", "stacks").length > 0;
}

function rows(model, field, values, mark) {
  const lines = new Map();
  for (const ref of values) {
    const key = (model.moment.pieces[ref] || {})[field.by];
    lines.set(key, [...(lines.get(key) || []), ref]);
  }
  const box = el("div", { class: "lines" });
  for (const [, refs] of [...lines].sort((a, b) => a[0] - b[0])) box.append(el("div", { class: "cards tight" }, refs.map((ref) => roundel(model, ref, mark) || card(model, ref, mark))));
  return box;
}

/** A small round spot with its icons; what stands on it covers them. */
function roundel(model, ref, mark) {
  const piece = model.moment.pieces[ref];
  const member = model.pieceMember(ref);
  if (!piece || !member || !member.icons.length) return null;
  const fields = model.fieldsOf(ref.split(":").slice(0, 2).join(":"));
  const on = fields.filter((field) => field.role === "link").map((field) => piece[field.name]).find((one) => one && model.moment.pieces[one]);
  const flags = fields.filter((field) => field.role === "dot" && piece[field.name] === true);
  const box = el("div", { class: `roundel ${on || flags.length ? "taken" : ""}`, vars: { "--tint": member.colour }, "data-anim": ref });
  if (on) box.append(pieceLink(model, on));
  else add(box, iconRow(model, member.icons), flags.map((field) => el("span", { class: "over", title: field.label }, fieldSign(field) || "✕")));
  return mark(box, ref, [member.label, ...flags.map((field) => field.label), ...(on ? [model.pieceTitle(on)] : [])].join("\n"));
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

/** The front of a member's card: its title, icons or words, figures, and what the table says of it. */
function face(model, kind, member, ref) {
  const about = model.setting.kinds[kind];
  const sign = SHAPES[member.shape] ? el("span", { class: "emblem" }, memberSign(member)) : null;
  const single = member.icons.length === 1 && member.icons[0].text; // as on a die: it fills the card
  const box = el("div", { class: `card ${member.icons.length ? "drawn" : ""} ${single ? "one-sign" : ""}`, vars: { "--tint": member.colour, "--ink": ink(member.colour) }, "data-anim": ref }, el("strong", { class: longest(member.title) > (sign ? 9 : 11) ? "long" : "" }, sign, member.title));
  if (member.icons.length) box.append(iconRow(model, member.icons));
  if (member.note) box.append(el("p", {}, member.note));
  else if (!member.icons.length) add(box, member.grants.map((one) => el("p", { class: "grants" }, without(one, member.title))));
  const names = about.face || Object.keys(member.columns).filter((name) => member.columns[name].length <= 14 && !/copies|supply/.test(name));
  const figures = names.filter((name) => name in member.columns).slice(0, 6);
  if (figures.length && (about.face || (!member.note && !member.icons.length))) add(box, figuresOf(model, about, figures, member));
  for (const field of model.withRole("table", "badge").filter((one) => one.keys === `kind:${kind}`)) {
    const value = model.moment.table[field.name][ref.split(":")[2]];
    if (!idle(value)) box.append(el("b", { class: "count", title: field.label }, fieldSign(field), model.text(value)));
  }
  return box;
}

/** How many letters the longest word has: long ones are written smaller. */
function longest(text) {
  return Math.max(...text.split(/[\s-]+/).map((word) => word.length));
}

/** The words of an action without the name of the card that grants it. */
function without(text, title) {
  return text.toLowerCase().startsWith(title.toLowerCase()) ? text.slice(title.length).replace(/^[:,] */, "") : text;
}

/** What a card is made of, as large signs: its face names numbers and kinds, and each of the members has a sign. */
function partsOf(model, about, member) {
  const made = (name) => Object.values((model.setting.kinds[name] || { members: {} }).members).find((one) => one.label === member.columns[name]);
  const parts = (about.face || []).map((name) => made(name) || (/^\d+$/.test(member.columns[name]) ? { glyph: member.columns[name] } : null));
  const signed = parts.length > 1 && parts.some((one) => one && one.label) && parts.every((one) => one && (one.shape || one.glyph));
  return signed ? el("span", { class: "parts" }, parts.map((one) => (SHAPES[one.shape] ? memberSign(one) : el("b", {}, one.glyph)))) : null;
}

/** Figures of a card: with signs where the look gives them, otherwise with names. */
function figuresOf(model, about, names, member) {
  const parts = partsOf(model, about, member);
  if (parts) return [parts];
  const signed = names.filter((name) => about.signs[name] && about.signs[name].shape);
  const drawn = signed.filter((name) => member.columns[name] !== "0");
  const told = names.filter((name) => !signed.includes(name));
  const signs = drawn.map((name) => el("span", { class: "icon", title: about.columns[name] }, shapeSign(about.signs[name].shape, about.signs[name].colour || "currentColor", about.columns[name]), /\d/.test(member.columns[name]) ? el("b", {}, member.columns[name]) : null));
  return [signs.length ? el("span", { class: "icons figures" }, signs) : null, told.length ? el("dl", {}, lines(model, member, told).map(([name, ...values]) => el("div", {}, el("dt", {}, about.columns[name]), el("dd", {}, values)))) : null];
}

/** What is told of each column; a number and the resource that follows it are one amount. */
function lines(model, member, names) {
  const found = [];
  names.forEach((name, nth) => {
    const value = resourceOf(model, member.columns[name]);
    const number = /^\d+$/.test(member.columns[names[nth - 1]] || "");
    if (number && value instanceof Node) found[found.length - 1].push(" ", value);
    else found.push([name, value]);
  });
  return found;
}

/** The sign of a resource if a text is its name, otherwise the text. */
function resourceOf(model, text) {
  const found = Object.values(model.setting.resources).find((one) => one.label === text && one.shape);
  return found ? resourceSign(found, found.label) : text;
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
    else if (["badge", "words"].includes(field.role) && (!chosen || chosen.includes(field.name))) chips.push(el("span", { class: "tag plain", title: field.label }, fieldSign(field) || el("i", {}, field.label), " ", model.text(value)));
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
  return mark(man(model, member, seat, ref), ref, `${member.title}, ${model.seatName(seat)}`);
}

function pieceLink(model, ref) {
  return man(model, model.pieceMember(ref) || { glyph: "•", shape: "" }, model.pieceOwner(ref), ref);
}

/** A small figure in its seat's colour, with the seat's number. */
function man(model, member, seat, ref) {
  const colour = seat === null ? "#999999" : model.seatColour(seat);
  const shape = SHAPES[member.shape] ? svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: "man-small", "aria-hidden": "true" }, svg("path", { d: SHAPES[member.shape], fill: ink(colour), "fill-rule": "evenodd" })) : el("b", {}, member.glyph);
  return el("div", { class: "man", vars: { "--seat": colour, "--ink": ink(colour) }, "data-anim": ref }, shape, seat === null ? null : el("small", {}, seat + 1));
}
