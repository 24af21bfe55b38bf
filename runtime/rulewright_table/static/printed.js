// What is printed on a table: spaces of actions that are used up, amounts in the spaces of tracks, places that are free.
import { el, svg } from "./dom.js";
import { SHAPES } from "./shapes.js";
import { bundle, iconRow } from "./signs.js";
import { say } from "./phrases.js";

/** @typedef {import("./model.js").Model} Model */

/**
 * The actions that all share, each on its space.
 * @param {Model} model @param {Function} mark
 */
export function drawActions(model, mark) {
  const shared = Object.keys(model.setting.actions).filter((name) => model.setting.actions[name].shared);
  if (!shared.length) return [];
  return [el("section", { class: "board action-board", "data-part": "actions" }, el("h3", {}, say("actions")), el("div", { class: "action-spaces" }, shared.map((name) => actionSpace(model, name, 0, mark))))];
}

/**
 * The actions that tiles and cards of a seat grant, if there are any.
 * @param {Model} model @param {number} seat @param {Function} mark
 */
export function ownActions(model, seat, mark) {
  const held = new Set(Object.values(model.moment.players[seat]).flat());
  const names = Object.keys(model.setting.actions).filter((name) => held.has(model.setting.actions[name].granted));
  return names.length ? el("div", { class: "action-spaces" }, names.map((name) => actionSpace(model, name, seat, mark))) : null;
}

/** An octagon with what the action gives; a cross lies on it once it is used up. */
function actionSpace(model, name, seat, mark) {
  const about = model.setting.actions[name];
  const gone = (model.moment.spent[name] || []).includes(seat);
  const box = el("div", { class: `action-space ${gone ? "spent" : ""}` }, iconRow(model, about.icons), gone ? svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: "spent-cross", "aria-hidden": "true" }, svg("path", { d: SHAPES.cross })) : null);
  return el("span", { class: "action-place" }, mark(box, `action:${name}`, about.label + (gone ? ` (${say("used")})` : "")));
}

/**
 * What is printed in a space of a track, if anything is.
 * @param {Model} model @param {any} field @param {number} place
 */
export function printedIn(model, field, place) {
  if (!field.under || !field.under.figure) return null;
  const amount = (model.moment.figures[field.under.figure] || {})[place];
  return amount ? bundle(model, { [field.under.of]: amount }) : null;
}

/**
 * The places of a member that nobody has taken, if the look says how many there are.
 * @param {Model} model @param {any} field @param {string} name
 */
export function freePlaces(model, field, name) {
  const most = field.by ? (model.moment.figures[field.by] || {})[name] || 0 : 0;
  const free = most - model.moment.players.reduce((sum, one) => sum + (Number(one[field.name][name]) || 0), 0);
  if (!most || free <= 0) return null;
  const title = `${say("free")}: ${free} / ${most}`;
  return el("span", { class: "pair men free", title, role: "img", "aria-label": title }, Array.from({ length: free }, () => svg("svg", { viewBox: "-.55 -.55 1.1 1.1", class: "man-small gone" }, svg("path", { d: SHAPES[field.shape] || SHAPES.disc, fill: "none", "fill-rule": "evenodd" }))));
}
