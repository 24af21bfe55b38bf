// Movement: what has the same name before and after a drawing glides from its old place to its new one.

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where everything is that can move. */
export function remember() {
  const found = new Map();
  if (still.matches) return found;
  for (const one of document.querySelectorAll("[data-anim]")) if (!found.has(one.dataset.anim)) found.set(one.dataset.anim, one.getBoundingClientRect());
  return found;
}

/** Lets what has moved glide there. */
export function glide(before) {
  if (still.matches) return;
  const seen = new Set();
  for (const one of document.querySelectorAll("[data-anim]")) {
    const old = before.get(one.dataset.anim);
    if (!old || seen.has(one.dataset.anim)) continue;
    seen.add(one.dataset.anim);
    const now = one.getBoundingClientRect();
    const owner = one.ownerSVGElement;
    const scale = owner ? owner.viewBox.baseVal.width / owner.getBoundingClientRect().width : 1;
    const [x, y] = [(old.left - now.left) * scale, (old.top - now.top) * scale];
    if (Math.hypot(old.left - now.left, old.top - now.top) < 6 || !now.width) continue;
    one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 420, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}
