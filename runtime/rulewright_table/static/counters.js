// Counters: a figure, a member or a seat with the name of its field, and what it gained.
import { el, ink } from "./dom.js";
import { seatChip } from "./chips.js";
import { fieldSign, iconRow } from "./signs.js";

/** What a figure gained or lost since the moment before. */
export function gain(model, of, field, key) {
  const change = model.changed(of, field, key);
  if (!change || typeof change.from !== "number" || typeof change.to !== "number") return null;
  const by = change.to - change.from;
  return el("em", { class: by > 0 ? "gain" : "loss" }, by > 0 ? `+${by}` : `−${-by}`);
}

/** A figure, a member or a seat with the name of its field. */
export function counter(model, field, value, of, mark) {
  const name = el("i", {}, field.label);
  const sign = fieldSign(field);
  const member = model.member(value);
  if (member && member.icons.length) return el("span", { class: "chip with-card" }, name, mark(el("span", { class: "minicard", vars: { "--tint": member.colour } }, iconRow(model, member.icons)), value, member.label));
  if (member) return mark(el("span", { class: "chip" }, sign, name, el("b", { class: "tag", vars: { "--tint": member.colour, "--ink": ink(member.colour) } }, member.title)), value, member.label);
  const seat = model.seat(value);
  if (seat !== null) return el("span", { class: "chip" }, sign, name, seatChip(model, seat));
  if (Array.isArray(value) && value.length && value.every((one) => model.seat(one) !== null)) return el("span", { class: "chip" }, sign, name, value.map((one) => seatChip(model, model.seat(one))));
  if (value === true) return el("span", { class: "chip" }, sign || "✓", name);
  const most = field.high && field.high < 99 && typeof value === "number" ? el("i", {}, `/${field.high}`) : null;
  return el("span", { class: "chip", "data-count": `${of}:${field.name}` }, sign, name, el("b", {}, model.text(value)), most, gain(model, of, field.name));
}
