// The book in the browser: search, keys, languages, sorting, and what unfolds behind a rule; no server, no network.

/** What data files hand over, by their names; who waits for one of them. */
const Book = {
  known: new Map(),
  waiting: new Map(),
  take(name, data) {
    this.known.set(name, data);
    for (const work of this.waiting.get(name) || []) work(data);
    this.waiting.delete(name);
  },
  /** The data of a file of the book, which is loaded once. */
  data(name, file) {
    if (this.known.has(name)) return Promise.resolve(this.known.get(name));
    return new Promise((resolve) => {
      if (!this.waiting.has(name)) {
        this.waiting.set(name, []);
        this.load(file);
      }
      this.waiting.get(name).push(resolve);
    });
  },
  loaded: new Map(),
  load(file) {
    if (!this.loaded.has(file)) {
      this.loaded.set(file, new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = root() + file;
        script.onload = resolve;
        document.head.append(script);
      }));
    }
    return this.loaded.get(file);
  },
};

const root = () => document.body.dataset.root || "";
const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window */ } };

// ---------------------------------------------------------------- light, dark, language

const theme = remembered("dark");
if (theme) document.documentElement.dataset.theme = theme === "yes" ? "dark" : "light";

function isDark() {
  const now = document.documentElement.dataset.theme;
  return now ? now === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function turnTheme() {
  const dark = !isDark();
  remember("dark", dark ? "yes" : "no");
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  for (const host of document.querySelectorAll(".drawn")) host.dataset.theme = document.documentElement.dataset.theme;
}

let language = "en";

function speak(wanted) {
  const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("language"));
  if (!select || ![...select.options].some((one) => one.value === wanted)) return;
  language = select.value = wanted;
  remember("language", wanted);
  for (const part of document.querySelectorAll(".language")) /** @type {HTMLElement} */ (part).hidden = /** @type {HTMLElement} */ (part).dataset.language !== wanted;
  for (const example of document.querySelectorAll(".example[open]")) drawExample(example);
}

// ---------------------------------------------------------------- what stands behind a rule

async function unfold(fold) {
  if (fold.dataset.filled) return;
  fold.dataset.filled = "yes";
  const all = await Book.data("behind", "behind.js");
  const inside = document.createElement("div");
  inside.className = "inside";
  inside.innerHTML = all[fold.dataset.rule] || "";
  fold.append(inside);
  for (const example of inside.querySelectorAll(".example")) example.addEventListener("toggle", () => { if (example.open) drawExample(example); });
}

/** The value that a difference makes of another: see positions.py. */
function changed(value, delta) {
  if (delta === null || delta === undefined) return value;
  if ("=" in delta) return delta["="];
  const made = Array.isArray(value) ? [...value] : { ...value };
  for (const key of delta["-"] || []) delete made[key];
  for (const [key, one] of Object.entries(delta["~"])) made[key] = changed(made[key], one);
  return made;
}

async function drawExample(box) {
  const number = Number(box.dataset.example);
  const part = Math.floor(number / 16);
  const one = (await Book.data(`examples ${part}`, `scenes/${part}.js`))[number];
  const [starts, setting] = await Promise.all([
    Book.data(`start ${one.stage}`, `scenes/start-${one.stage}.js`),
    Book.data(`setting ${one.stage} ${language}`, `scenes/setting-${one.stage}-${language}.js`),
    Book.load("table.js"),
  ]);
  const own = { ...setting, seats: setting.seats.map((seat, place) => (seat.participant ? seat : { ...seat, name: one.seats[place] })) };
  const start = changed(starts[one.viewer], one.start);
  const before = changed(start, one.before);
  const after = changed(before, one.after);
  const parts = [start, before, after].map((moment) => drawing(own, moment));
  const place = box.querySelector(".position");
  place.replaceChildren(...positions(parts, one));
}

/** Every part of a table by its name, as the table itself draws it. */
function drawing(setting, moment) {
  const D = /** @type {any} */ (window).Drawing;
  const model = new D.Model();
  D.speak(setting.language);
  document.documentElement.lang = "en";
  model.takeSetting(setting);
  model.takeMoment(moment);
  const mark = (element, ref, title) => { if (title && element.namespaceURI === "http://www.w3.org/1999/xhtml") element.title = title; return element; };
  const found = [
    ...Object.keys(setting.boards).map((name) => D.drawBoard(model, name, mark)),
    ...D.drawTracks(model, mark), ...D.drawScales(model), ...D.drawPlaces(model, mark),
    ...moment.players.map((_, seat) => D.drawMat(model, seat, mark)),
    D.drawTable(model, mark), ...D.drawMatrices(model, mark),
  ].filter(Boolean);
  const parts = new Map();
  found.forEach((element, place) => parts.set(element.dataset.part || `part ${place}`, element));
  return parts;
}

/** Pairs of what changed, and alone what was only given; of an example without moves, what it speaks of. */
function positions([start, before, after], one) {
  const html = (element) => (element ? element.outerHTML : "");
  const rows = [];
  const moved = [...new Set([...before.keys(), ...after.keys()])].filter((name) => one.played && html(before.get(name)) !== html(after.get(name)));
  const given = [...before.keys()].filter((name) => !moved.includes(name) && html(start.get(name)) !== html(before.get(name)));
  let alone = given;
  if (!moved.length && !given.length) alone = [...after.keys()].slice(0, 1);
  const laid = document.createElement("div");
  laid.className = "given";
  laid.append(...alone.map((name) => pair([["", after.get(name) || before.get(name)]])));
  if (alone.length) rows.push(laid);
  for (const name of moved) rows.push(pair([["before", before.get(name)], ["after", after.get(name)]]));
  const said = one.log.length ? one.log : one.moves;
  if (said.length) {
    const list = document.createElement("ul");
    list.className = "moves";
    for (const line of said.slice(0, 12)) list.append(Object.assign(document.createElement("li"), { textContent: line }));
    if (said.length > 12) list.append(Object.assign(document.createElement("li"), { textContent: `and ${said.length - 12} lines more` }));
    rows.splice(alone.length ? 1 : 0, 0, list);
  }
  return rows;
}

function pair(sides) {
  const row = document.createElement("div");
  row.className = sides.length === 1 ? "pair alone" : "pair";
  for (const [name, element] of sides) {
    const side = document.createElement("div");
    if (name) side.append(Object.assign(document.createElement("h5"), { textContent: name }));
    side.append(hosted(element));
    row.append(side);
  }
  return row;
}

/** An element in a place of its own, where the table's style holds and nothing else. */
function hosted(element) {
  const host = document.createElement("div");
  host.className = "drawn";
  if (document.documentElement.dataset.theme) host.dataset.theme = document.documentElement.dataset.theme;
  const shadow = host.attachShadow({ mode: "open" });
  for (const name of ["table.css", "drawn.css"]) shadow.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: root() + name }));
  if (element) shadow.append(element);
  return host;
}

/** The pictures of the library: the start of each game. */
async function drawLibrary() {
  const D = await Book.load("table.js").then(() => /** @type {any} */ (window).Drawing);
  for (const place of document.querySelectorAll(".picture")) {
    const { book, stage } = /** @type {HTMLElement} */ (place).dataset;
    Book.known.clear();
    const starts = await Book.data(`start ${stage}`, `${book}/scenes/start-${stage}.js`);
    const setting = await Book.data(`setting ${stage} en`, `${book}/scenes/setting-${stage}-en.js`);
    const model = new D.Model();
    model.takeSetting(setting);
    model.takeMoment(Object.values(starts)[0]);
    const board = Object.keys(setting.boards).map((name) => D.drawBoard(model, name, (element) => element)).find(Boolean) || D.drawTable(model, (element) => element);
    if (board) place.append(hosted(board));
  }
}

// ---------------------------------------------------------------- search

function score(words, title, text) {
  const head = title.toLowerCase();
  const body = text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const at = head.indexOf(word);
    if (head === word) sum += 100;
    else if (at === 0) sum += 40;
    else if (at > 0) sum += head[at - 1] === " " ? 25 : 12;
    else if (body.includes(word)) sum += new RegExp(`(^|[^\\p{L}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u").test(body) ? 6 : 2;
    else return 0;
  }
  return sum;
}

function marked(text, words) {
  const piece = document.createDocumentFragment();
  const first = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0), 1e9);
  let rest = first > 90 && first < 1e9 ? `…${text.slice(first - 60)}` : text;
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "i");
  for (let found = pattern.exec(rest); found && found[0]; found = pattern.exec(rest)) {
    piece.append(rest.slice(0, found.index), Object.assign(document.createElement("mark"), { textContent: found[0] }));
    rest = rest.slice(found.index + found[0].length);
  }
  piece.append(rest);
  return piece;
}

async function search(text) {
  const box = document.getElementById("found");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  box.hidden = !words.length;
  if (!words.length) return;
  const all = await Book.data("search", "search.js");
  const hits = all.map((one) => ({ one, points: score(words, one[1], one[2]) })).filter((hit) => hit.points).sort((a, b) => b.points - a.points).slice(0, 30);
  box.replaceChildren(...hits.map(({ one: [address, title, body] }, place) => {
    const link = Object.assign(document.createElement("a"), { href: root() + address, className: place ? "" : "at" });
    const small = document.createElement("small");
    small.append(marked(body, words));
    const name = document.createElement("b");
    name.append(marked(title, words));
    link.append(name, small);
    link.addEventListener("click", () => { box.hidden = true; });
    return link;
  }));
  if (!hits.length) box.append(Object.assign(document.createElement("p"), { textContent: "Nothing has these words." }));
}

function searchKeys(event) {
  const box = document.getElementById("found");
  const links = [...box.querySelectorAll("a")];
  const at = links.findIndex((one) => one.classList.contains("at"));
  if (event.key === "Escape") { box.hidden = true; event.target.blur(); }
  else if (event.key === "Enter" && links[at]) { links[at].click(); event.target.blur(); }
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const to = links[Math.max(0, Math.min(links.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)))];
    links.forEach((one) => one.classList.toggle("at", one === to));
    if (to) to.scrollIntoView({ block: "nearest" });
  }
}

// ---------------------------------------------------------------- keys, tables, contents

function step(by) {
  const rules = [...document.querySelectorAll(".rule[id]")];
  if (!rules.length) return;
  const now = rules.findIndex((one) => one.classList.contains("at"));
  const visible = rules.findIndex((one) => one.getBoundingClientRect().top > 60);
  const to = rules[Math.max(0, Math.min(rules.length - 1, now < 0 ? (by > 0 ? visible : visible - 1) : now + by))];
  rules.forEach((one) => one.classList.toggle("at", one === to));
  to.scrollIntoView({ block: "center" });
}

function foldOf(rule) {
  return document.querySelector(`.behind[data-rule="${CSS.escape(rule.id)}"]`);
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const at = document.querySelector(".rule.at");
  if (event.key === "/") { event.preventDefault(); document.getElementById("search")?.focus(); }
  else if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else if (event.key === "Enter" && at && event.target === document.body) { const fold = foldOf(at); if (fold) fold.open = !fold.open; }
  else if (event.key === "Escape") document.getElementById("contents")?.classList.remove("open");
}

function sort(head) {
  const row = head.parentElement;
  const body = head.closest("table").tBodies[0];
  const column = [...row.children].indexOf(head);
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const one of row.children) one.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const order = new Intl.Collator(undefined, { numeric: true });
  const text = (line) => line.children[column].textContent.trim();
  const lines = [...body.rows].sort((a, b) => (text(a) === "" ? 1 : text(b) === "" ? -1 : order.compare(text(a), text(b)) * (down ? -1 : 1)));
  body.append(...lines);
}

function follow() {
  const links = new Map([...document.querySelectorAll(".contents a[href^='#']")].map((one) => [decodeURIComponent(one.getAttribute("href").slice(1)), one]));
  if (!links.size) return;
  const heads = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  let last = null;
  const look = () => {
    const here = heads.filter((one) => one.getBoundingClientRect().top < 140).pop() || heads[0];
    if (here === last) return;
    last = here;
    for (const [id, link] of links) link.classList.toggle("here", id === here.id);
    const link = links.get(here.id);
    const box = document.getElementById("contents");
    if (box && link.offsetTop - box.scrollTop > box.clientHeight - 60 || link.offsetTop < box.scrollTop) box.scrollTop = link.offsetTop - box.clientHeight / 3;
  };
  addEventListener("scroll", look, { passive: true });
  look();
}

/** A link to a rule unfolds it. */
function arrive() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  document.querySelectorAll(".rule.at").forEach((one) => one.classList.remove("at"));
  if (target.classList.contains("rule")) target.classList.add("at");
}

addEventListener("DOMContentLoaded", () => {
  const on = (id, event, work) => document.getElementById(id)?.addEventListener(event, work);
  on("theme", "click", turnTheme);
  on("language", "change", (event) => speak(event.target.value));
  on("search", "input", (event) => search(event.target.value));
  on("search", "keydown", searchKeys);
  on("menu", "click", (event) => {
    const open = document.getElementById("contents").classList.toggle("open");
    event.currentTarget.setAttribute("aria-expanded", String(open));
  });
  on("contents", "click", () => document.getElementById("contents").classList.remove("open"));
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) { const box = document.getElementById("found"); if (box) box.hidden = true; } });
  document.addEventListener("keydown", keys);
  for (const fold of document.querySelectorAll(".behind")) fold.addEventListener("toggle", () => { if (fold.open) unfold(fold); });
  for (const head of document.querySelectorAll(".sortable thead th")) head.querySelector("button")?.addEventListener("click", () => sort(head));
  if (document.querySelector(".picture")) drawLibrary();
  speak(remembered("language") || "en");
  follow();
  arrive();
  addEventListener("hashchange", arrive);
});
