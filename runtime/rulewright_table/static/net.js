// Talking with the server: news come by themselves, deeds and questions are sent.

// A browser has six connections to one host, for all its tabs: so many of them may be streams, the other tabs ask now and then.
const STREAMS = 3;
const PAUSE = 1200; // milliseconds

export class Net {
  constructor(token, language) {
    this.base = `/api/seat/${encodeURIComponent(token)}`;
    this.language = language;
    this.leave = new AbortController(); // ends what listens now
    /** @type {(nothing?: any) => void} asks for news at once */
    this.wake = () => {};
  }

  /**
   * Listens; comes back by itself when the connection is lost.
   * @param {import("../scene").Hears} hears
   */
  listen(hears) {
    this.leave.abort();
    this.leave = new AbortController();
    const signal = this.leave.signal;
    if (!navigator.locks) return void this.whileSeen(hears, signal); // only where the browser calls the address secure
    let streaming = false;
    this.poll(hears, signal, () => streaming);
    const free = (number) => navigator.locks.request(`stream ${number}`, { signal }, () => new Promise((done) => {
      if (streaming) return void done(); // another one was free earlier
      streaming = true;
      signal.addEventListener("abort", () => done());
      this.stream(hears, signal);
    })).catch(() => { /* it listens no longer */ });
    for (let number = 0; number < STREAMS; number += 1) free(number);
    return undefined;
  }

  /** A stream as long as somebody looks at this tab. */
  whileSeen(hears, signal) {
    let own = new AbortController();
    const change = () => {
      own.abort();
      own = new AbortController();
      if (!document.hidden) this.stream(hears, own.signal);
    };
    document.addEventListener("visibilitychange", change, { signal });
    signal.addEventListener("abort", () => own.abort());
    change();
  }

  stream(hears, signal) {
    if (signal.aborted) return;
    const source = new EventSource(`${this.base}/events?language=${encodeURIComponent(this.language)}`);
    signal.addEventListener("abort", () => source.close());
    source.addEventListener("setting", (event) => hears.setting(JSON.parse(event.data)));
    source.addEventListener("moment", (event) => hears.moment(JSON.parse(event.data)));
    source.onopen = () => hears.connected(true);
    source.onerror = () => {
      if (signal.aborted) return;
      hears.connected(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.stream(hears, signal), 1500);
    };
  }

  /** Asks for news until there is a stream. */
  async poll(hears, signal, streaming) {
    const known = { version: "", rules: "", viewer: "" };
    await pause(50); // usually there is a stream by now
    while (!signal.aborted && !streaming()) {
      try {
        const response = await fetch(`${this.base}/news?${new URLSearchParams({ language: this.language, ...known })}`);
        hears.connected(response.ok);
        const found = response.status === 204 ? null : await read(response);
        if (signal.aborted || streaming()) return;
        if (found) this.hear(found, known, hears);
      } catch { hears.connected(false); }
      await new Promise((done) => {
        this.wake = done;
        setTimeout(done, PAUSE);
      });
    }
  }

  hear(found, known, hears) {
    if (found.setting) {
      known.rules = found.setting.rules;
      hears.setting(found.setting);
    }
    known.version = found.version;
    known.viewer = found.moment.viewer === null ? "" : String(found.moment.viewer);
    hears.moment(found.moment);
  }

  async ask(what, about = {}) {
    const query = new URLSearchParams({ language: this.language, ...about });
    return read(await fetch(`${this.base}/${what}?${query}`));
  }

  async send(what, body) {
    const found = await read(await fetch(`${this.base}/${what}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }));
    this.wake();
    return found;
  }
}

function pause(milliseconds) {
  return new Promise((done) => { setTimeout(done, milliseconds); });
}

async function read(response) {
  const type = response.headers.get("content-type") || "";
  const found = type.startsWith("application/json") ? await response.json() : await response.text();
  if (!response.ok) throw new Error(found.error || `the server answers ${response.status}`);
  return found;
}

/** What the start page asks; the key is that of the address which the server printed. */
export async function call(path, body) {
  if (location.hash.length > 1) {
    sessionStorage.setItem("key", location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  const headers = { "x-key": sessionStorage.getItem("key") || "" };
  if (body) headers["content-type"] = "application/json";
  return read(await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers }));
}
