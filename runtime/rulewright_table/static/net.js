// Talking with the server: news come by themselves, deeds and questions are sent.

export class Net {
  constructor(token, language) {
    this.base = `/api/seat/${encodeURIComponent(token)}`;
    this.language = language;
    this.source = null;
  }

  /** Listens; comes back by itself when the connection is lost. */
  listen(hears) {
    if (this.source) this.source.close();
    const source = new EventSource(`${this.base}/events?language=${encodeURIComponent(this.language)}`);
    this.source = source;
    source.addEventListener("setting", (event) => hears.setting(JSON.parse(event.data)));
    source.addEventListener("moment", (event) => hears.moment(JSON.parse(event.data)));
    source.onopen = () => hears.connected(true);
    source.onerror = () => {
      hears.connected(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (this.source === source) this.listen(hears); }, 1500);
    };
  }

  async ask(what, about = {}) {
    const query = new URLSearchParams({ language: this.language, ...about });
    return read(await fetch(`${this.base}/${what}?${query}`));
  }

  async send(what, body) {
    return read(await fetch(`${this.base}/${what}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }));
  }
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
