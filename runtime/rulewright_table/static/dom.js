// Small helpers to make elements: everything from outside becomes a text node or an attribute, never markup.
import { say } from "./phrases.js";

const SVG = "http://www.w3.org/2000/svg";

/** Adds children: elements, texts, lists of them; nothing for null and false. */
export function add(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return parent;
}

function dress(element, about) {
  for (const [name, value] of Object.entries(about || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.setAttribute("class", value);
    else if (name === "on") for (const [event, work] of Object.entries(value)) element.addEventListener(event, work);
    else if (name === "vars") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/** An HTML element: its tag, its attributes, its children. */
export function el(tag, about, ...children) {
  return add(dress(document.createElement(tag), about), ...children);
}

/** An SVG element. */
export function svg(tag, about, ...children) {
  return add(dress(document.createElementNS(SVG, tag), about), ...children);
}

/** A text in a drawing, centred. */
export function label(x, y, size, text, about) {
  return svg("text", { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle", ...about }, text);
}

/** Black or white, whichever can be read on a colour. */
export function ink(colour) {
  const number = parseInt(colour.slice(1), 16);
  const part = (shift) => {
    const value = ((number >> shift) & 255) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) > 0.179 ? "#1c1a17" : "#ffffff";
}

/** A text broken into lines of at most so many letters. */
export function wrapped(text, most, lines = 4) {
  const found = [""];
  for (const word of String(text).split(/\s+/)) {
    const last = found[found.length - 1];
    if (last && (last + " " + word).length > most) found.push(word);
    else found[found.length - 1] = last ? `${last} ${word}` : word;
  }
  if (found.length > lines) found.splice(lines - 1, found.length, found[lines - 1] + "…");
  return found;
}

let timer = 0;

/** Says something in passing; what the server says in words that are known here, in the language that is spoken. */
export function toast(...parts) {
  const box = document.getElementById("toast");
  box.replaceChildren();
  add(box, ...parts.map((one) => (typeof one === "string" ? say(one) : one)));
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { box.hidden = true; }, 9000);
}

/** A link to be sent to somebody, with a button that copies it where the browser allows that. */
export function shared(href) {
  const whole = new URL(href, location.href).href;
  const copy = el("button", { on: { click: () => navigator.clipboard.writeText(whole).then(() => { copy.textContent = "✓"; }, (error) => toast(error.message)) } }, say("copy"));
  return el("p", { class: "shared" }, el("a", { href: whole, target: "_blank" }, whole), " ", navigator.clipboard ? copy : null);
}

/** Shows something that is closed again by a click beside it or Escape. */
export function dialog(title, ...parts) {
  const box = /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));
  box.replaceChildren();
  const close = el("button", { class: "quiet close", "aria-label": "close", on: { click: () => box.close() } }, "✕");
  add(box, el("div", { class: "dialog-head" }, el("h2", {}, title), close), el("div", { class: "dialog-body" }, ...parts));
  box.onclick = (event) => { if (event.target === box) box.close(); };
  if (!box.open) box.showModal();
  return box;
}
