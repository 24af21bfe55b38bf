// Replay: a slider over all moments of a game, a link to each.
import { dialog, el, shared, toast } from "./dom.js";
import { say } from "./phrases.js";

export class Timeline {
  constructor(page, box, token) {
    this.page = page;
    this.box = box;
    this.token = token;
    this.past = false; // whether an earlier moment is shown
    this.wish = null;
    this.latest = null;
    this.playing = 0;
  }

  /** Something happened at the table. */
  moved(news) {
    this.latest = news;
    if (this.slider) this.slider.max = news.revision;
    if (this.wish !== null) { const wish = this.wish; this.wish = null; this.look(wish); }
    else if (!this.past && this.slider) this.show(news.revision);
  }

  toggle() {
    if (this.box.hidden) this.open(this.latest.revision);
    else this.close();
  }

  open(at) {
    this.slider = el("input", { type: "range", min: 0, max: this.latest.revision, value: at, "aria-label": say("replay"), on: { input: () => this.look(Number(this.slider.value)) } });
    this.number = el("output", {});
    const step = (by) => () => this.look(Math.max(0, Math.min(this.latest.revision, Number(this.slider.value) + by)));
    this.box.replaceChildren(
      el("button", { "aria-label": say("one back"), title: say("one back"), on: { click: step(-1) } }, "‹"), el("button", { id: "run", "aria-label": say("run"), title: say("run"), on: { click: () => this.run() } }, "▶"), el("button", { "aria-label": say("one on"), title: say("one on"), on: { click: step(1) } }, "›"),
      this.slider, this.number,
      el("button", { id: "link", on: { click: () => this.link() } }, say("link")), el("button", { id: "now", on: { click: () => this.close() } }, say("back to now")));
    this.box.hidden = false;
    this.show(at);
  }

  show(at) {
    this.slider.value = at;
    this.number.textContent = `${at} / ${this.latest.revision}`;
  }

  async look(at) {
    if (this.box.hidden) this.open(at);
    this.show(at);
    if (at === this.latest.revision) return this.now();
    this.past = true;
    const seat = this.latest.viewer;
    try {
      const found = await this.page.net.ask("at", { revision: at, ...(seat === null ? {} : { seat }) });
      if (!this.past || Number(this.slider.value) !== at) return undefined;
      this.page.model.takeMoment(found);
      this.page.draw();
    } catch (error) { toast(error.message); }
    return undefined;
  }

  now() {
    this.past = false;
    this.page.news(this.latest);
  }

  run() {
    clearInterval(this.playing);
    if (this.running) { this.running = false; return; }
    this.running = true;
    this.playing = setInterval(() => {
      const next = Number(this.slider.value) + 1;
      if (next > this.latest.revision) { clearInterval(this.playing); this.running = false; } else this.look(next);
    }, 700);
  }

  /** A link to this moment that can be shown around: it is for spectators, whoever asks for it. */
  async link() {
    try {
      const { token } = await this.page.net.ask("watch");
      const at = `${location.href.split("#")[0]}#${token}/at/${this.slider.value}`;
      dialog(say("a link to this moment"), shared(at));
    } catch (error) { toast(error.message); }
  }

  close() {
    clearInterval(this.playing);
    this.running = false;
    this.box.hidden = true;
    this.slider = null;
    if (this.past) this.now();
  }
}
