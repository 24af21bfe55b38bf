// The start page: games to choose from, tables that are kept, recorded games to watch.
import { dialog, el, shared, toast } from "./dom.js";
import { Model } from "./model.js";
import { drawBoard } from "./board.js";
import { drawMat } from "./mats.js";
import { drawTable } from "./common.js";
import { botName } from "./bots.js";
import { call } from "./net.js";
import { languageName, say, speak } from "./phrases.js";

const main = document.getElementById("lobby");

async function start() {
  speak((localStorage.getItem("language") || navigator.language).split("-")[0]);
  document.getElementById("bar").replaceChildren(el("span", { class: "home" }, el("b", {}, "Rulewright")));
  try {
    draw(await call("/api/lobby"));
  } catch (error) {
    main.replaceChildren(el("p", {}, error.message));
  }
}

function draw(lobby) {
  const groups = new Map([["", []]]); // those in no group come first
  const boxes = lobby.games.filter((one) => !one.name.includes("@")).map((one) => ({ group: one.group || "", ...box(one, lobby) }));
  for (const one of boxes) groups.set(one.group, [...(groups.get(one.group) || []), one]);
  const ordered = [...groups].filter(([, ones]) => ones.length);
  main.replaceChildren(
    ...(lobby.tables.length ? [el("section", {}, el("h2", {}, say("Tables that are kept")), tables(lobby))] : []),
    ...ordered.map(([group, ones]) => el("section", {}, el("h2", {}, group ? titled(group) : say("Games")), el("div", { class: "games" }, ones.map((one) => one.button)))),
    el("section", {}, el("h2", {}, say("Recorded games")), records(lobby), taking()),
  );
  shown(ordered.flatMap(([, ones]) => ones));
}

/** What a group of games is called: by its folder, in words. */
function titled(group) {
  return group === "classics" ? say("Classics") : group.replaceAll("_", " ");
}

/** Pictures come one after the other: a game may have to be compiled for its own, and whoever clicks must not wait for all of them. */
async function shown(boxes) {
  for (const one of boxes) await one.show();
}

function box(game, lobby) {
  const thumb = el("div", { class: "thumb" }, "…");
  const players = el("small", {});
  const button = el("button", { class: "game", "data-game": game.name, on: { click: () => setup(game, lobby) } }, thumb, el("b", {}, game.title), players);
  const show = async () => {
    try {
      const about = await told(game.name);
      players.textContent = `${say("players")}: ${spanned(about.players)}`;
      picture(thumb, about.picture);
    } catch (error) { thumb.textContent = error.message; }
  };
  return { button, show };
}

/** What can be agreed on before a game. */
function told(name) {
  return call(`/api/lobby/box/${encodeURIComponent(name)}`);
}

function spanned(numbers) {
  return numbers.length > 1 ? `${numbers[0]}–${numbers[numbers.length - 1]}` : String(numbers[0]);
}

function picture(thumb, scene) {
  const model = new Model();
  model.takeSetting(scene.setting);
  model.takeMoment(scene.moment);
  const plain = (element) => element;
  const names = Object.keys(scene.setting.boards).sort((a, b) => Number(scene.setting.boards[a].shape === "track") - Number(scene.setting.boards[b].shape === "track"));
  const board = names.map((name) => drawBoard(model, name, plain)).find(Boolean);
  const small = !board || board.classList.contains("track-board");
  const cards = board ? [] : [drawTable(model, plain), drawMat(model, 0, plain)];
  thumb.replaceChildren(small ? el("div", { class: "shrunk", "aria-hidden": "true" }, board || null, cards) : board);
}

// ---------------------------------------------------------------- setting up

async function setup(game, lobby) {
  const variants = [game.name, ...game.variants];
  const fill = async (name) => {
    try {
      form(name, await told(name));
    } catch (error) { toast(error.message); }
  };
  const form = (name, about) => {
    const variant = el("select", { name: "variant", on: { change: (event) => fill(event.target.value) } }, variants.map((one) => el("option", { value: one, selected: one === name }, variantName(one))));
    const count = el("select", { name: "players", on: { change: () => seats(Number(count.value)) } }, about.players.map((one) => el("option", { value: one }, one)));
    const language = el("select", { name: "language" }, about.languages.map((one) => el("option", { value: one, selected: one === document.documentElement.lang }, languageName(one))));
    const rows = el("div", { class: "setup" });
    const seats = (number) => rows.replaceChildren(...Array.from({ length: number }, (_, seat) => seatRow(seat, lobby)));
    seats(about.players[0]);
    const options = about.options.map((one) => option(one));
    const go = el("button", { class: "main", id: "start", on: { click: () => create(name, rows, options, language.value) } }, say("Play"));
    dialog(about.title, el("div", { class: "setup" },
      variants.length > 1 ? el("label", {}, say("Variant"), variant) : null, el("label", {}, say("Players"), count), about.languages.length > 1 ? el("label", {}, say("Language"), language) : null,
      rows, options.map((one) => one.row), go));
  };
  await fill(game.name);
}

/** What a variant is called in the form: its name, or that it is the game as it is. */
function variantName(name) {
  const variant = name.split("@")[1];
  return variant ? variant.replaceAll("_", " ") : say("the game itself");
}

function seatRow(seat, lobby) {
  const who = el("select", { name: "who", "aria-label": `${say("seat")} ${seat + 1}` }, el("option", { value: "person", selected: seat === 0 }, say("me")), lobby.bots.map((bot) => el("option", { value: bot, selected: seat > 0 && bot === lobby.bots[0] }, botName(bot))), lobby.alone ? null : el("option", { value: "open" }, say("a friend, by a link")));
  const name = el("input", { name: "name", maxlength: 40, "aria-label": `${say("name")}, ${say("seat")} ${seat + 1}`, value: seat === 0 ? say("You") : `${say("Player")} ${seat + 1}` });
  return el("div", { class: "seat-row" }, el("b", {}, seat + 1), name, who);
}

function option(about) {
  if (about.type === "flag") {
    const input = el("input", { type: "checkbox", checked: Boolean(about.default) });
    return { name: about.name, row: el("label", {}, about.label, input), value: () => input.checked };
  }
  if (about.type === "number") {
    const input = el("input", { type: "number", min: about.low, max: about.high, value: about.default });
    return { name: about.name, row: el("label", {}, about.label, input), value: () => Number(input.value) };
  }
  const input = el("select", {}, about.members.map((one, place) => el("option", { value: one, selected: place === about.default }, one.replaceAll("_", " "))));
  return { name: about.name, row: el("label", {}, about.label, input), value: () => input.value };
}

async function create(game, rows, options, language) {
  const seats = [...rows.children].map((row) => ({ name: row.querySelector("input").value, who: row.querySelector("select").value }));
  try {
    opened(await call("/api/tables", { game, seats, language, options: Object.fromEntries(options.map((one) => [one.name, one.value()])) }));
  } catch (error) { toast(error.message); }
}

/** With friends: their links first; else straight to the table. */
function opened(found) {
  const friends = found.links.filter((one) => one.seats.length && !one.host);
  const mine = found.links.find((one) => one.host);
  if (!friends.length) return void location.assign(mine.path);
  dialog(say("Links for your friends"), el("p", {}, say("Whoever opens a link sits there. Send each to one person only.")),
    friends.map((one) => el("div", {}, `${say("seat")} ${one.seats.map((seat) => seat + 1).join(", ")}:`, shared(one.path))),
    el("a", { class: "button", href: mine.path }, say("To the table")));
  return undefined;
}

// ---------------------------------------------------------------- tables and records

function tables(lobby) {
  const told = (link) => (link.host ? say("open") : link.seats.length ? `${say("seat")} ${link.seats.map((one) => one + 1).join(", ")}` : say("watch"));
  return el("table", { class: "rows" }, lobby.tables.map((one) => el("tr", {},
    el("td", {}, el("b", {}, one.title)), el("td", {}, one.names.join(", ")), el("td", {}, new Date(one.created * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })),
    el("td", {}, one.links.map((link) => el("a", { href: link.path }, told(link)))),
    el("td", {}, el("button", { class: "quiet", "aria-label": say("remove"), title: say("remove"), on: { click: () => remove(one) } }, "✕")))));
}

async function remove(table) {
  if (!confirm(`${table.title}: ${say("remove this table?")}`)) return;
  await call(`/api/tables/${table.id}/remove`, {});
  start();
}

function records(lobby) {
  const rows = lobby.games.flatMap((game) => game.records.map((record) => el("tr", {}, el("td", {}, game.title), el("td", {}, record), el("td", {}, el("button", { on: { click: () => watch(game.name, record) } }, say("watch"))))));
  return rows.length ? el("table", { class: "rows" }, rows) : el("p", {}, "–");
}

async function watch(game, record) {
  try {
    const found = await call("/api/watch", { game, record });
    location.assign(`${found.links.find((one) => one.host).path}/at/0`);
  } catch (error) { toast(error.message); }
}

function taking() {
  const text = el("textarea", { "aria-label": say("a record"), placeholder: say("Paste a recorded or saved game …") });
  const work = async () => {
    try { opened({ links: (await call("/api/import", { text: text.value })).links.filter((one) => one.host) }); } catch (error) { toast(error.message); }
  };
  const file = el("input", { type: "file", "aria-label": say("a file with a record or a saved game"), on: { change: async (event) => { if (event.target.files[0]) text.value = await event.target.files[0].text(); } } });
  return el("details", { class: "fold" }, el("summary", {}, say("Import")), file, text, el("button", { on: { click: work } }, say("Import")));
}

start();
