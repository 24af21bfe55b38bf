// The question: what is asked, the options as buttons, what was done so far, what it costs.
import { add, dialog, el, ink } from "./dom.js";
import { fieldSign, memberSign, resourceSign } from "./signs.js";
import { seatChip } from "./board.js";
import { SHAPES } from "./shapes.js";
import { say } from "./phrases.js";

const MANY = 7; // from so many options on the board on, the list is folded

/** Fills the panel with the decision, or with whom the table waits for. */
export function drawAsk(model, box, tools) {
  box.replaceChildren();
  const moment = model.moment;
  box.className = "";
  if (moment.plan) box.append(plan(moment.plan, tools));
  if (moment.over) return void box.append(result(model));
  const asked = model.asked;
  if (!asked) return void box.append(waiting(model));
  const colour = model.seatColour(asked.player);
  box.style.setProperty("--seat", colour);
  box.style.setProperty("--ink", ink(colour));
  box.classList.add("mine");
  const whom = asked.for === asked.player ? null : el("small", {}, `→ ${model.seatName(asked.for)}`);
  const fold = el("button", { class: "fold-ask", title: say("fold"), "aria-label": say("fold"), on: { click: () => document.body.classList.toggle("ask-folded") } }, "▾");
  box.append(el("h2", {}, fold, seatChip(model, asked.player), el("span", {}, `${model.seatName(asked.player)}: ${asked.prompt}`), whom, rules(asked.rules, tools)));
  if (moment.turn.length) box.append(crumbs(moment, tools));
  if (asked.picked && asked.picked.length) box.append(el("p", { class: "picked" }, asked.picked.map((ref) => el("span", { class: "chip" }, el("b", {}, model.text(ref))))));
  box.append(...options(model, asked, tools));
  return undefined;
}

function plan(about, tools) {
  return el("div", { class: "plan" }, el("b", {}, say("planning: nothing counts yet")), about.stopped ? el("span", {}, say(about.stopped)) : null,
    el("button", { class: "main", disabled: about.moves === 0, on: { click: () => tools.plan("keep") } }, say("keep the plan")),
    el("button", { on: { click: () => tools.plan("drop") } }, say("drop the plan")));
}

function result(model) {
  const winners = model.moment.winners;
  const names = winners.map((seat) => el("span", { class: "winner" }, seatChip(model, seat), model.seatName(seat)));
  const scores = model.moment.scores.map((score, seat) => el("span", { class: "chip" }, seatChip(model, seat), el("b", {}, score)));
  return el("div", { class: "result" }, el("h2", {}, `${model.setting.title} ${say("is over")}`), el("p", {}, winners.length ? `${say("winner")}: ` : "", names), el("p", { class: "chips" }, scores),
    el("button", { class: "to-side", on: { click: () => document.getElementById("side").scrollIntoView({ block: "start" }) } }, say("where all points came from")));
}

function waiting(model) {
  const seats = model.moment.decisions.map((one) => el("span", { class: "winner" }, seatChip(model, one.player), model.seatName(one.player), ": ", one.prompt));
  return el("p", { class: "waiting" }, `${say("waits for")} `, seats);
}

function crumbs(moment, tools) {
  const box = el("nav", { class: "crumbs", "aria-label": say("undo") });
  moment.turn.forEach((step) => box.append(el("button", { class: "crumb", title: say("undo"), on: { click: () => tools.undo(step.revision) } }, "↶ ", step.text)));
  return box;
}

/** Ids of rules that open their texts. */
export function rules(ids, tools, most = 9) {
  const more = ids.length > most ? el("button", { class: "rule", title: ids.join(", "), on: { click: (event) => { event.stopPropagation(); dialog(say("rules"), rules(ids, tools)); } } }, `+${ids.length - most}`) : null;
  return el("span", { class: "rules" }, ids.slice(0, most).map((id) => el("button", { class: "rule", on: { click: (event) => { event.stopPropagation(); tools.rule(id); } } }, id)), more);
}

function options(model, asked, tools) {
  const list = asked.options.map((option, number) => ({ option, number, preview: model.previews[number] || {} }));
  const free = list.filter((one) => one.option.group === "free");
  const rest = list.filter((one) => one.option.group !== "free");
  const onBoard = rest.filter((one) => /^(cell|edge):/.test(one.option.target));
  const plain = onBoard.length > MANY ? rest.filter((one) => !onBoard.includes(one)) : rest;
  const found = [];
  let key = 0;
  const buttons = (ones) => el("div", { class: "options" }, ones.map((one) => button(model, asked, one, (key += 1), tools)));
  if (plain.length) found.push(buttons(plain));
  if (onBoard.length > MANY) found.push(folded(tools, "board", `${onBoard.length} ${say("places on the board are marked")}`, () => buttons(onBoard)));
  if (free.length) found.push(folded(tools, "free", `${say("free actions")} (${free.length})`, () => buttons(free)));
  return found;
}

function folded(tools, name, title, make) {
  const box = el("details", { class: "fold" }, el("summary", {}, title));
  box.open = tools.unfolded.has(name);
  box.append(make());
  box.addEventListener("toggle", () => { if (box.open) tools.unfolded.add(name); else tools.unfolded.delete(name); });
  return box;
}

function button(model, asked, one, key, tools) {
  const { option, number, preview } = one;
  const found = el("button", { class: `option ${option.group}`, "data-option": number, "data-target": option.target });
  if (key < 10) found.append(el("kbd", {}, key));
  const member = model.member(option.target);
  if (member) found.append(el("span", { class: "swatch", vars: { "--tint": member.colour } }));
  add(found, el("span", {}, option.text), gains(model, asked.player, preview));
  if (preview.sealed) found.append(el("span", { class: "seal", title: say("this cannot be taken back") }, "◆"));
  found.addEventListener("click", () => tools.choose(number, found));
  const refs = [option.target, ...(preview.touches || [])];
  const show = (on) => refs.forEach((ref) => tools.glow(ref, on));
  found.addEventListener("mouseenter", () => show(true));
  found.addEventListener("mouseleave", () => show(false));
  found.addEventListener("focus", () => show(true));
  found.addEventListener("blur", () => show(false));
  return found;
}

/** What an option costs and gives at once. */
export function gains(model, player, preview) {
  const box = el("span", { class: "gains" });
  for (const gain of (preview.gains || []).slice(0, 8)) {
    const about = model.setting.resources[gain.field];
    const sign = about && (about.glyph || about.shape) ? resourceSign(about) : figureSign(model, gain);
    const title = gain.key ? `${model.fieldLabel(gain.field)} ${keyText(model, gain)}` : model.fieldLabel(gain.field);
    box.append(el("span", { class: gain.by > 0 ? "up" : "down", title }, gain.seat === player ? null : seatChip(model, gain.seat), gain.by > 0 ? `+${gain.by} ` : `−${-gain.by} `, sign));
  }
  if (preview.unsure) box.append(el("span", { class: "unsure" }, "?"));
  return box.childNodes.length ? box : null;
}

/** A mat with what income would give its player now. */
export function foretold(model, seat, mat) {
  const found = model.forecast.find((one) => one.seat === seat);
  const told = found && !model.moment.past && !model.moment.over && gains(model, seat, found);
  if (told) mat.querySelector("h3").after(el("p", { class: "forecast" }, el("small", {}, model.setting.forecast), told));
  return mat;
}

/** What stands for a figure: the signs of its field and its member, or their names. */
function figureSign(model, gain) {
  const field = model.setting.fields.find((one) => one.owner === "player" && one.name === gain.field);
  const member = keyMember(model, field, gain);
  const signs = [field ? fieldSign(field) : null, member && SHAPES[member.shape] ? memberSign(member) : null];
  if (signs[0] && (signs[1] || !gain.key)) return signs;
  return el("i", {}, gain.key ? `${model.fieldLabel(gain.field)} ${keyText(model, gain)}` : model.fieldLabel(gain.field));
}

function keyMember(model, field, gain) {
  return field && gain.key && field.keys.startsWith("kind:") ? model.setting.kinds[field.keys.slice(5)].members[gain.key] : null;
}

function keyText(model, gain) {
  const field = model.setting.fields.find((one) => one.owner === "player" && one.name === gain.field);
  const member = keyMember(model, field, gain);
  return member ? member.title : gain.key;
}
