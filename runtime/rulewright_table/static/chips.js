// Chips: a name with a value, the mark of a seat.
import { el, ink } from "./dom.js";
import { fieldSign } from "./signs.js";

/** A name and a value side by side. */
export function chip(name, ...value) {
  return el("span", { class: "chip" }, name ? el("i", {}, name) : null, el("b", {}, ...value));
}

/** The mark of a seat: its colour and its number. */
export function seatChip(model, seat, title) {
  const colour = model.seatColour(seat);
  return el("span", { class: "seat", vars: { "--seat": colour, "--ink": ink(colour) }, title: title || model.seatName(seat) }, seat + 1);
}

/** A small number as so many full and empty blocks. */
export function pips(field, value, most = field.high) {
  const found = el("span", { class: "chip pips", title: `${field.label}: ${value} / ${most}`, "aria-label": `${field.label} ${value}`, role: "img" }, fieldSign(field), el("i", {}, field.label));
  for (let place = 0; place < most; place += 1) found.append(el("b", { class: place < value ? "full" : "" }));
  return found;
}
