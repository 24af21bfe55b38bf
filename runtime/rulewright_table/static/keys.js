// The keyboard: everything that can be clicked can be reached.

/** Listens to the keys of a page. */
export function keys(page) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof Element && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (/** @type {HTMLDialogElement} */ (document.getElementById("dialog")).open || document.querySelector(".curtain")) return;
    const work = deeds(page)[event.key];
    if (/^[1-9]$/.test(event.key)) option(Number(event.key));
    else if (event.key.startsWith("Arrow")) { if (move(event.key.slice(5).toLowerCase())) event.preventDefault(); }
    else if (work) work();
    else return;
  });
}

function deeds(page) {
  const click = (id) => () => { const one = /** @type {HTMLButtonElement | null} */ (document.getElementById(id)); if (one && !one.disabled) one.click(); };
  const tab = (name) => () => { page.tab = name; page.side(); };
  return { u: click("undo"), p: click("plan"), w: click("why"), r: click("replay"), m: click("menu"), l: tab("log"), g: tab("ledger"), Escape: () => { document.getElementById("toast").hidden = true; } };
}

function option(number) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#ask .option"));
  const buttons = [...all].filter((one) => one.querySelector("kbd") && one.offsetParent);
  const found = buttons.find((one) => one.querySelector("kbd").textContent === String(number));
  if (found) found.click();
}

const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The focus goes to the nearest thing in a direction that can be chosen. */
function move(way) {
  const things = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#stage .can, #stage .may, #ask .can"))];
  if (!things.length) return false;
  const [dx, dy] = WAYS[way];
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const here = things.includes(focused) ? middle(focused) : null;
  if (!here) { things[0].focus(); return true; }
  /** @type {[number, HTMLElement] | null} */
  let best = null;
  for (const one of things) {
    const [x, y] = middle(one);
    const along = (x - here[0]) * dx + (y - here[1]) * dy;
    const aside = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
    if (along > 4 && (!best || along + 2 * aside < best[0])) best = [along + 2 * aside, one];
  }
  if (best) best[1].focus();
  return true;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
