// The table without a server: the engine runs in a worker of this page, and what is played is kept in this browser.

const HERE = new URL(".", location.href);
const KEPT = `rulewright ${HERE.pathname} `;

if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("offline.js", HERE)).catch(() => { /* then it works only online */ });

export class Net {
  constructor(token, language) {
    this.token = token;
    this.language = language;
    this.worker = null;
    this.waiting = new Map();
    this.sent = 0;
  }

  /** Listens; the first time the worker starts, and takes the table up where it was left. */
  async listen(hears) {
    this.hears = hears;
    try {
      if (!this.worker) await this.begin();
      await this.call("listen", { language: this.language });
    } catch (error) { document.getElementById("ask").textContent = error.message; }
  }

  begin() {
    const kept = read(this.token);
    if (!kept) throw new Error("This table is not kept in this browser.");
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = () => { document.getElementById("ask").textContent = "The engine could not be loaded."; };
    return this.call("open", kept.open);
  }

  take(data) {
    if (data.news === "kept") write(this.token, { ...read(this.token), open: data.told });
    else if (data.news) this.hears[data.news](data.told);
    else {
      const { done, failed } = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error !== undefined) failed(new Error(data.error));
      else done(data.ok);
    }
  }

  call(what, about) {
    const id = (this.sent += 1);
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.worker.postMessage({ id, what, about });
    });
  }

  ask(what, about = {}) {
    if (what === "watch") return Promise.resolve({ token: this.token }); // there is nobody else
    return this.call("ask", { what, about: { language: this.language, ...about } });
  }

  send(what, body) {
    return this.call("send", { what, body });
  }
}

function read(id) {
  return JSON.parse(localStorage.getItem(KEPT + id) || "null");
}

function write(id, table) {
  try {
    localStorage.setItem(KEPT + id, JSON.stringify(table));
  } catch { /* no room: the game goes on, but not after the page is closed */ }
}

// ---------------------------------------------------------------- the start page

/** What the start page asks of a server, answered from what was shipped and what is kept. */
export async function call(path, body) {
  const [, , what, id, more] = path.split("/");
  if (what === "lobby") {
    const shipped = await (await fetch(new URL("lobby.json", HERE))).json();
    return id === "box" ? shipped.box : { ...shipped.lobby, tables: tables() };
  }
  if (more === "remove") return void localStorage.removeItem(KEPT + id);
  return { links: [link(add(body))] };
}

function add(body) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const names = (body.seats || []).map((one) => one.name);
  write(id, { title: document.title, names, created: Date.now() / 1000, open: body });
  return id;
}

function link(id) {
  return { path: `play.html#${id}`, seats: [], host: true };
}

function tables() {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(KEPT)).map((key) => key.slice(KEPT.length));
  return ids.map((id) => ({ id, ...read(id), open: null, links: [link(id)] })).sort((a, b) => b.created - a.created);
}
