// The engine in a worker: Python by Pyodide, spoken to in JSON; bots move by themselves, at a pace that people can follow.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACE = 400; // milliseconds between the moves of bots
const here = (name) => new URL(name, import.meta.url).href;
const ready = start();
let language = "";
let playing = false;

async function start() {
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  python.unpackArchive(await (await fetch(here("engine.zip"))).arrayBuffer(), "zip");
  return python.pyimport("start").page;
}

async function call(what, about = {}) {
  const found = JSON.parse((await ready).call(JSON.stringify({ what, about })));
  if (found.error !== undefined) throw new Error(found.error);
  return found.ok;
}

async function tell(news) {
  postMessage({ news, told: await call(news, { language }) });
}

async function changed() {
  await tell("kept");
  await tell("moment");
  bots();
}

async function bots() {
  if (playing) return;
  playing = true;
  try {
    do {
      await new Promise((done) => { setTimeout(done, PACE); });
    } while (await move());
  } finally { playing = false; }
}

async function move() {
  if (!(await call("bot"))) return false;
  await tell("kept");
  await tell("moment");
  return true;
}

async function answer(what, about) {
  if (what === "listen") {
    language = about.language;
    await tell("setting");
    await changed();
    return null;
  }
  const found = await call(what, about);
  if (what === "send") await changed();
  return found;
}

onmessage = async ({ data: { id, what, about } }) => {
  try {
    postMessage({ id, ok: await answer(what, about) });
  } catch (error) {
    postMessage({ id, error: error.message.trim().split("\n").pop() });
  }
};
