// Zoom and pan: a drawing is looked at closer, moved with a finger or the mouse, and stays so when it is drawn anew.
import { el } from "./dom.js";

const STILL = 5; // pixels that are no movement
const zooms = new Map(); // board -> [x, y, width, height]

/** A drawing with its tools for coming closer. */
export function zoomable(picture, name) {
  const whole = picture.dataset.box.split(" ").map(Number);
  let now = zooms.get(name) || whole;
  const show = (box) => {
    now = box;
    if (box === whole) zooms.delete(name);
    else zooms.set(name, box);
    picture.setAttribute("viewBox", box.join(" "));
    picture.classList.toggle("zoomed", box !== whole);
  };
  const zoom = (factor, at = [0.5, 0.5]) => {
    const width = now[2] * factor;
    if (width >= whole[2] * 0.999) return show(whole);
    if (width < whole[2] / 8) return undefined;
    const height = now[3] * factor;
    return show([now[0] + (now[2] - width) * at[0], now[1] + (now[3] - height) * at[1], width, height]);
  };
  show(now);
  picture.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = picture.getBoundingClientRect();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
  }, { passive: false });
  drag(picture, () => now, show, whole, zoom);
  const button = (sign, title, work) => el("button", { class: "quiet", title, "aria-label": title, on: { click: work } }, sign);
  const tools = el("div", { class: "zoom" }, button("+", "closer", () => zoom(0.7)), button("−", "further away", () => zoom(1.4)), button("⤢", "all of it", () => show(whole)));
  return el("div", { class: "zoomable" }, picture, tools);
}

/** One finger moves, two fingers zoom. */
function drag(picture, now, show, whole, zoom) {
  const fingers = new Map();
  let spread = 0;
  let dragged = 0;
  picture.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, [event.clientX, event.clientY]); dragged = 0; });
  picture.addEventListener("click", (event) => { if (dragged > STILL) { event.stopPropagation(); event.preventDefault(); } }, { capture: true }); // moving is not choosing
  const gone = (event) => { fingers.delete(event.pointerId); spread = 0; };
  picture.addEventListener("pointerup", gone);
  picture.addEventListener("pointercancel", gone);
  picture.addEventListener("pointerleave", gone);
  picture.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const box = picture.getBoundingClientRect();
    if (fingers.size === 2) {
      const [[ax, ay], [bx, by]] = [...fingers.values()];
      const wide = Math.hypot(ax - bx, ay - by);
      if (spread) zoom(spread / wide, [((ax + bx) / 2 - box.left) / box.width, ((ay + by) / 2 - box.top) / box.height]);
      spread = wide;
    } else if (now() !== whole) {
      dragged += Math.hypot(event.clientX - before[0], event.clientY - before[1]);
      const scale = now()[2] / box.width;
      show([now()[0] - (event.clientX - before[0]) * scale, now()[1] - (event.clientY - before[1]) * scale, now()[2], now()[3]]);
    }
  });
}

