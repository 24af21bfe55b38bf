// Signs: small drawings that stand for resources, members and shapes, and rows of them instead of words.
import { el, ink, svg } from "./dom.js";
import { SHAPES } from "./shapes.js";

/** @typedef {{of?: string, n?: number, text?: string}} Icon one sign: what it is, how many, or a short text */

/**
 * A shape in a colour, as big as the letters beside it.
 * @param {string} shape @param {string} colour @param {string} [title]
 */
export function shapeSign(shape, colour, title) {
  const about = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  return svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: "sign-small", ...about }, title ? svg("title", {}, title) : null, svg("path", { d: SHAPES[shape] || SHAPES.disc, fill: colour, "fill-rule": "evenodd" }));
}

/** The sign of a resource: its shape, or its glyph. */
export function resourceSign(about, title) {
  if (SHAPES[about.shape]) return shapeSign(about.shape, about.colour, title);
  return el("span", { class: "sign", vars: { "--tint": about.colour }, "aria-hidden": title ? null : "true", "aria-label": title, role: title ? "img" : null, title }, about.glyph || "●");
}

/** The sign of a member: its shape, or its letters on its colour. */
export function memberSign(member, colour) {
  if (SHAPES[member.shape]) return shapeSign(member.shape, colour || member.colour, member.title);
  return el("span", { class: "sign-letters", role: "img", "aria-label": member.title, title: member.title, vars: { "--tint": member.colour, "--ink": ink(member.colour) } }, member.glyph);
}

/** Whatever a reference of an icon names. */
function signOf(model, of) {
  const [what, name] = of.split(":");
  if (what === "resource" && model.setting.resources[name]) return resourceSign(model.setting.resources[name], model.setting.resources[name].label);
  if (what === "shape") return shapeSign(name, "currentColor");
  const member = model.member(of);
  return member ? memberSign(member) : null;
}

/**
 * A row of icons.
 * @param {import("./model.js").Model} model @param {Icon[]} icons
 */
export function iconRow(model, icons) {
  return el("span", { class: "icons" }, icons.map((icon) => {
    if (icon.text) return el("span", { class: "icon-text" }, icon.text);
    const many = icon.n === undefined || icon.n === null ? null : el("b", {}, icon.n);
    return el("span", { class: "icon" }, many, signOf(model, icon.of || ""));
  }));
}

/**
 * Amounts of resources as icons.
 * @param {import("./model.js").Model} model @param {Record<string, number>} amounts
 */
export function bundle(model, amounts) {
  return iconRow(model, Object.entries(amounts).map(([name, n]) => ({ of: `resource:${name}`, n })));
}

/** The sign that a look gives a field, if it gives one. */
export function fieldSign(field) {
  return field.shape ? shapeSign(field.shape, field.colour || "currentColor") : null;
}

// ---------------------------------------------------------------- in drawings

const NARROW = 0.52; // a letter is so much of the height of a sign

/** The parts of icons in as many rows as the width needs. */
function inRows(icons, size, width) {
  const rows = [[]];
  let used = 0;
  for (const icon of icons) {
    const text = icon.text || (icon.n === undefined || icon.n === null ? "" : String(icon.n));
    const wide = text.length * NARROW * size + (icon.text ? 0 : size);
    if (used && used + wide > width) { rows.push([]); used = 0; }
    rows[rows.length - 1].push({ text, of: icon.text ? "" : icon.of, wide });
    used += wide + 0.12 * size;
  }
  return rows;
}

/** Signs in a drawing, centred at a place, at most of a size, so small that their rows have room. */
export function drawnIcons(model, x, y, most, width, height, icons) {
  let size = most;
  while (inRows(icons, size, width).length * size * 1.12 > height) size *= 0.92;
  const rows = inRows(icons, size, width);
  const group = svg("g", { class: "drawn-icons" });
  rows.forEach((row, nth) => {
    const whole = row.reduce((sum, part) => sum + part.wide + 0.12 * size, -0.12 * size);
    let left = x - whole / 2;
    const middle = y + (nth - (rows.length - 1) / 2) * size * 1.12;
    for (const part of row) {
      const letters = part.text.length * NARROW * size;
      if (part.text) group.append(svg("text", { x: left + letters / 2, y: middle + size * 0.3, "font-size": size * 0.86, "text-anchor": "middle", class: "sign" }, part.text));
      if (part.of) group.append(drawnSign(model, left + letters + size / 2, middle, size, part.of));
      left += part.wide + 0.12 * size;
    }
  });
  return group;
}

function drawnSign(model, x, y, size, of) {
  const [what, name] = of.split(":");
  const about = what === "resource" ? model.setting.resources[name] : what === "shape" ? { shape: name, colour: "currentColor" } : model.member(of) || {};
  const group = svg("g", { transform: `translate(${x} ${y}) scale(${size})`, class: "drawn-sign" });
  if (SHAPES[about.shape]) group.append(svg("path", { d: SHAPES[about.shape], fill: about.colour, "fill-rule": "evenodd" }));
  else group.append(svg("circle", { r: 0.46, fill: about.colour || "#999999" }), svg("text", { y: 0.2, "font-size": 0.56, "text-anchor": "middle", fill: ink(about.colour || "#999999"), class: "sign" }, about.glyph || ""));
  return group;
}
