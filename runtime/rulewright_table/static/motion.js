// Movement: what has the same name before and after a drawing glides from its old place to its new one; what is gained
// flies to its counter, and counters that changed beat once. Nothing moves for those who want it still.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = 520; // milliseconds
const FLIGHT = 700;
const BEAT = 600;
const TURN = 900;
const NEAR = 6; // pixels that are no movement

/** @typedef {{name: string, box: DOMRect}} Part a part of the page and where it is */
/** @typedef {{things: Map<string, DOMRect>, parts: Map<string, Part>, homes: Map<string, DOMRect>, counters: Map<string, DOMRect>}} Before */
/** @typedef {{find: () => Element | null, from: DOMRect | null, turn?: number, start: number, long: number}} Course */

/** @type {Course[]} what moves now: a drawing that is made anew meanwhile goes on with it */
let under = [];

/** @returns {NodeListOf<HTMLElement>} parts of drawings have data, too */
function all(selector) {
  return document.querySelectorAll(selector);
}

/** Where everything is that can move, come from somewhere or be counted. @returns {Before} */
export function remember() {
  const found = { things: new Map(), parts: new Map(), homes: new Map(), counters: new Map() };
  if (still.matches) return found;
  for (const one of all("[data-anim]")) {
    if (found.things.has(one.dataset.anim)) continue;
    found.things.set(one.dataset.anim, one.getBoundingClientRect());
    found.parts.set(one.dataset.anim, partOf(one));
  }
  for (const one of all("[data-stock]")) if (!found.homes.has(one.dataset.stock)) found.homes.set(one.dataset.stock, one.getBoundingClientRect());
  for (const one of all("[data-count]")) found.counters.set(one.dataset.count, one.getBoundingClientRect());
  return found;
}

/**
 * Lets what has moved glide, what was gained fly, what changed beat.
 * @param {Before} before @param {import("./model.js").Model} model
 */
export function glide(before, model) {
  under = [];
  if (still.matches || !before.things.size && !before.counters.size) return;
  const seen = new Set();
  for (const one of all("[data-anim]")) {
    const name = one.dataset.anim;
    if (seen.has(name)) continue;
    seen.add(name);
    const old = carried(before, name, one) || (one.dataset.home ? before.homes.get(one.dataset.home) : null);
    const now = one.getBoundingClientRect();
    if (!old || !now.width || !old.width || Math.hypot(middle(old)[0] - middle(now)[0], middle(old)[1] - middle(now)[1]) < NEAR) continue;
    start({ find: () => document.querySelector(`[data-anim="${CSS.escape(name)}"]`), from: old, start: performance.now(), long: GLIDE });
  }
  all("[data-turn]").forEach((one, nth) => start({ find: () => all("[data-turn]")[nth] || null, from: null, turn: Number(one.dataset.turn), start: performance.now(), long: TURN }));
  counts(before, model);
}


/** The part of the page in which something lies. @param {Element} element @returns {Part} */
function partOf(element) {
  const part = /** @type {HTMLElement | null} */ (element.closest("[data-part]"));
  return { name: part ? part.dataset.part || "" : "", box: (part || document.body).getBoundingClientRect() };
}

/** Where a thing was; if the whole part moved, for the question above grew or shrank, it moved along. */
function carried(before, name, element) {
  const old = before.things.get(name);
  if (!old) return null;
  const is = partOf(element);
  const was = before.parts.get(name);
  if (!was || was.name !== is.name) return old;
  return new DOMRect(old.left + is.box.left - was.box.left, old.top + is.box.top - was.box.top, old.width, old.height);
}

/** After a drawing was made anew: what moved goes on moving. */
export function resume() {
  const now = performance.now();
  under = under.filter((one) => now - one.start < one.long);
  for (const one of under) run(one);
}

function start(course) {
  under.push(course);
  run(course);
}

function run(course) {
  const element = course.find();
  if (!element) return;
  const animation = course.from ? moved(element, course) : course.turn ? turned(element, course) : element.animate([{ transform: "scale(1)" }, { transform: "scale(1.28)" }, { transform: "scale(1)" }], { duration: course.long, easing: "ease-out" });
  animation.currentTime = performance.now() - course.start;
}

/** What turned around the middle of its drawing. */
function turned(element, course) {
  return element.animate([{ transform: `rotate(${-course.turn}deg)` }, { transform: "none" }], { duration: course.long, easing: "ease-in-out" });
}

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

function moved(element, course) {
  const now = element.getBoundingClientRect();
  const owner = element.ownerSVGElement;
  const scale = owner ? owner.viewBox.baseVal.width / owner.getBoundingClientRect().width : 1;
  const [x, y] = [0, 1].map((axis) => (middle(course.from)[axis] - middle(now)[axis]) * scale);
  return element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: course.long, easing: "cubic-bezier(.2,.7,.2,1)" });
}

// ---------------------------------------------------------------- counters

/** Every figure of a player that changed. */
function counts(before, model) {
  const changes = (model.moment.changes || []).filter((one) => /^player:\d+$/.test(one.of) && typeof one.from === "number" && typeof one.to === "number");
  for (const change of changes) {
    const name = [change.of, change.field, ...(change.key === undefined || change.key === null ? [] : [change.key])].join(":");
    const find = () => document.querySelector(`[data-count="${CSS.escape(name)}"]`);
    if (!find()) continue;
    start({ find, from: null, start: performance.now(), long: BEAT });
    if (change.to > change.from) fly(find(), source(before, model, changes, change));
  }
}

/** Where a gain comes from: another's counter that lost as much, or the place that changed. */
function source(before, model, changes, gained) {
  const by = gained.to - gained.from;
  const giver = changes.find((one) => one.field === gained.field && one.of !== gained.of && one.from - one.to === by);
  if (giver) return before.counters.get(`${giver.of}:${giver.field}`) || null;
  const cell = (model.moment.changes || []).find((one) => one.of.startsWith("cells:"));
  if (!cell) return null;
  const [, board, place] = cell.of.split(":");
  const ref = model.setting.boards[board] && model.setting.boards[board].cells[Number(place)];
  const element = ref ? document.querySelector(`[data-ref="${CSS.escape(ref.ref)}"]`) : null;
  return element ? element.getBoundingClientRect() : null;
}

/** A sign flies to its counter. */
function fly(counter, from) {
  const sign = counter.querySelector(".sign-small, .sign");
  if (!sign || !from || !from.width) return;
  const to = sign.getBoundingClientRect();
  const [x, y] = [0, 1].map((axis) => middle(from)[axis] - middle(to)[axis]);
  if (Math.hypot(x, y) < 4 * NEAR || to.top < 0 || to.top > innerHeight) return;
  const flying = sign.cloneNode(true);
  flying.setAttribute("class", `${sign.getAttribute("class")} flying`);
  flying.setAttribute("aria-hidden", "true");
  for (const [key, value] of [["left", to.left], ["top", to.top], ["width", to.width], ["height", to.height]]) flying.style.setProperty(key, `${value}px`);
  document.body.append(flying);
  const animation = flying.animate([{ transform: `translate(${x}px, ${y}px) scale(1.6)`, opacity: 0.2 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], { duration: FLIGHT, easing: "cubic-bezier(.3,.1,.2,1)" });
  animation.onfinish = () => flying.remove();
  animation.oncancel = () => flying.remove();
}
