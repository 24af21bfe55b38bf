// The table: hears what happens, draws it, and sends what people choose.
import { add, dialog, el, ink, shared, toast } from "./dom.js";
import { Model } from "./model.js";
import { Net } from "./net.js";
import { drawBoard, seatChip } from "./board.js";
import { drawMat } from "./mats.js";
import { drawMatrices, drawPlaces, drawScales, drawTracks } from "./matrices.js";
import { drawOffered, drawTable } from "./common.js";
import { drawActions } from "./printed.js";
import { drawAsk, foretold, gains } from "./ask.js";
import { refusals, refuse } from "./why.js";
import { drawLedger, drawLog } from "./log.js";
import { glide, remember, resume } from "./motion.js";
import { keys } from "./keys.js";
import { Timeline } from "./timeline.js";
import { languageName, say, speak } from "./phrases.js";
import { botName } from "./bots.js";

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);
const [token, , moment] = location.hash.slice(1).split("/");

class Page {
  constructor() {
    this.model = new Model();
    this.net = new Net(token, localStorage.getItem("language") || "");
    this.tab = "log";
    this.unfolded = new Set();
    this.drawn = new Map();
    this.busy = false; // an answer is on its way, or what followed from it
    this.kept = null; // the moment to which the answer led, once the server has it
    this.heard = -1; // the latest moment that came since
    this.previewed = Promise.resolve();
    this.chain = null; // a thing that was clicked before its verb
    this.chosen = "";
    this.sure = ""; // what was asked for once and cannot be taken back: its moment and its option
    this.surely = "";
    this.shown = -1; // the moment that was drawn last
    this.viewer = null;
    this.unseen = null; // a moment that has come and is not drawn yet
    this.over = false;
    this.sentences = new Map(); // texts of rules by their ids
    this.tools = {
      unfolded: this.unfolded,
      choose: (number, from) => this.choose(number, from),
      undo: (to) => this.undo(to),
      plan: (what) => this.plan(what),
      rule: (id) => this.rule(id),
      sentence: (id) => this.sentence(id),
      glow: (ref, on) => this.glow(ref, on),
      look: (move) => this.timeline.look(move),
      ledger: (field) => { this.chosen = field; this.side(); },
      wholeLog: () => this.wholeLog(),
    };
    this.timeline = new Timeline(this, $("timeline"), token);
    if (moment) this.timeline.wish = Number(moment);
    keys(this);
  }

  start() {
    this.net.listen({
      setting: (setting) => { this.unseen = null; this.busy = false; this.kept = null; this.model.takeSetting(setting); speak(setting.language); document.title = setting.title; },
      moment: (news) => this.hear(news),
      connected: (is) => this.connection(is),
    });
  }

  connection(is) {
    const box = $("notice");
    if (!is) { box.hidden = false; box.textContent = say("connection lost; trying again"); box.dataset.kind = "lost"; }
    else if (box.dataset.kind === "lost") { box.hidden = true; box.dataset.kind = ""; }
  }

  // ------------------------------------------------------------ news

  /** Moments that came while the page was drawn are drawn as one, with the changes of all. */
  hear(news) {
    const earlier = this.unseen;
    this.unseen = earlier ? { ...news, changes: [...(earlier.changes || []), ...(news.changes || [])] } : news;
    if (earlier) return;
    setTimeout(() => {
      const last = this.unseen;
      this.unseen = null;
      if (last) this.news(last);
    });
  }

  news(news) {
    this.heard = Math.max(this.heard, news.revision);
    this.release();
    this.live = news;
    if (this.timeline.past) return void this.timeline.moved(news);
    const seats = news.at.mine;
    const handed = seats.length > 1 && this.viewer !== null && this.viewer !== news.viewer && this.model.setting.secrets;
    this.viewer = news.viewer;
    document.body.classList.remove("ask-folded"); // it folds for one question
    const before = remember();
    this.model.takeMoment(news);
    this.ended(news);
    if (this.follow()) return;
    this.draw();
    glide(before, this.model);
    if (handed) this.handOver();
    this.notices(news);
    this.timeline.moved(news);
    if (this.model.asked) this.previewed = this.preview(news.revision);
    if (this.model.setting.forecast) this.foretell(news.revision);
    return undefined;
  }

  /** The next answer may be given: the last one is kept, and what it led to is here. News of others tell neither. */
  release() {
    if (this.kept === null || this.heard < this.kept) return;
    this.busy = false;
    this.kept = null;
  }

  /** Asks for what income would give, once things are quiet. */
  foretell(revision) {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(async () => {
      const seat = this.model.moment.viewer;
      try {
        const found = await this.net.ask("forecast", seat === null ? {} : { seat });
        if (found.revision !== revision || this.model.moment.revision !== revision || this.timeline.past) return;
        const same = JSON.stringify(this.model.forecast) === JSON.stringify(found.forecast);
        this.model.forecast = found.forecast;
        if (!same) this.draw();
      } catch { /* only a help */ }
    }, 250);
  }

  /** Once it is over, the ledger tells where all points came from. */
  ended(news) {
    if (news.over && !this.over) this.tab = "ledger";
    this.over = news.over;
  }

  notices(news) {
    const box = $("notice");
    const at = news.at;
    if (box.dataset.kind === "lost") return;
    box.replaceChildren();
    box.hidden = !(news.trouble || at.failed || at.notice);
    if (news.trouble) {
      add(box, el("b", {}, say("the rules have changed, and the next move is not possible under them"), ": "), news.trouble.reason, " ",
        el("button", { on: { click: () => this.send("go_on", { revision: news.trouble.revision }) } }, `${say("go on from move")} ${news.trouble.revision} (${say("moves that are dropped")}: ${news.trouble.lost})`));
    } else if (at.failed) add(box, el("b", {}, say("the rules fail"), ": "), at.failed);
    else if (at.notice) add(box, el("pre", {}, at.notice));
  }

  async preview(revision) {
    const seat = this.model.moment.viewer;
    try {
      const found = await this.net.ask("previews", { seat });
      if (found.revision !== revision || this.model.moment.revision !== revision || this.timeline.past) return;
      this.model.takePreviews(found.previews);
      this.draw();
      resume();
    } catch { /* previews are only a help */ }
    if (this.model.asked && this.model.asked.options.length === 1 && localStorage.getItem("quick") === "yes") {
      setTimeout(() => { if (this.model.moment.revision === revision && !this.busy && !this.timeline.past) this.choose(0, null); }, 900);
    }
  }

  // ------------------------------------------------------------ drawing

  draw() {
    const model = this.model;
    const refocus = this.focused();
    this.drawn = new Map();
    const mark = (element, ref, title, plain) => this.mark(element, ref, title, plain);
    const others = (element, ref, title, plain) => this.mark(element, ref, title, plain, true);
    this.bar();
    const boards = Object.keys(model.setting.boards).map((name) => drawBoard(model, name, mark)).filter(Boolean);
    $("boards").replaceChildren(...boards, ...drawTracks(model, mark), ...drawActions(model, mark), ...drawScales(model), ...drawPlaces(model, mark));
    const seats = model.moment.players.map((_, seat) => seat);
    const own = model.moment.viewer;
    $("own").replaceChildren(...(own === null ? [] : [foretold(model, own, drawMat(model, own, mark))]));
    $("common").replaceChildren(...[drawTable(model, mark), ...drawMatrices(model, mark)].filter(Boolean));
    $("mats").replaceChildren(...seats.filter((seat) => seat !== own).map((seat) => foretold(model, seat, drawMat(model, seat, others))));
    drawAsk(model, $("ask"), this.tools);
    if (this.busy) $("ask").classList.add("sent");
    const offer = drawOffered(model, this.drawn, mark);
    if (offer) $("ask").append(offer);
    document.body.classList.toggle("no-boards", !$("boards").childNodes.length);
    document.body.classList.toggle("planning", Boolean(model.moment.plan));
    document.body.classList.toggle("past", Boolean(model.moment.past));
    this.side();
    this.markSure();
    const past = $("ask").querySelector(".crumbs");
    if (past) past.scrollTo(past.scrollWidth, past.scrollHeight); // the last ones are the nearest; asked last, so that the page is laid out once
    refocus();
  }

  /** What has the focus, by what outlives a drawing: gives what puts it back. An option keeps it as long as the question is the same. */
  focused() {
    const one = /** @type {HTMLElement | null} */ (document.activeElement);
    const { ref, option } = (one && one.dataset) || {};
    const same = this.shown === this.model.moment.revision;
    this.shown = this.model.moment.revision;
    return () => {
      const again = ref ? (this.drawn.get(ref) || [])[0] : option && same ? $("ask").querySelector(`[data-option="${option}"]`) : one && one.id ? $(one.id) : null;
      if (again && again !== document.activeElement) again.focus({ preventScroll: true });
    };
  }

  bar() {
    const model = this.model;
    const seats = model.setting.seats.map((seat, number) => {
      const asked = model.moment.decisions.some((one) => one.player === number);
      const who = seat.participant ? "" : this.live.at.seats[number];
      return el("span", { class: `player ${asked ? "asked" : ""}` }, seatChip(model, number), el("span", {}, seat.name), who && who !== "person" && who !== "open" ? el("small", {}, who) : null, typeof model.moment.scores[number] !== "number" ? null : el("b", {}, model.moment.scores[number]));
    });
    const turn = model.moment.turn;
    const button = (id, text, work, disabled) => el("button", { id, disabled, on: { click: work } }, text);
    const mine = model.moment.viewer !== null && !model.moment.over;
    $("bar").replaceChildren(
      el("a", { href: "./", class: "home", "aria-label": "Rulewright" }, el("b", {}, model.setting.title)),
      el("div", { class: "players" }, seats),
      el("div", { class: "buttons" },
        mine ? button("undo", `↶ ${say("undo")}`, () => this.undo(turn[turn.length - 1].revision), !turn.length || this.timeline.past) : null,
        mine && !model.moment.plan ? button("plan", say("plan"), () => this.plan("begin"), !model.asked) : null,
        mine ? button("why", say("why not?"), () => this.why(""), !model.asked) : null,
        button("replay", say("replay"), () => this.timeline.toggle()),
        button("menu", "☰", () => this.menu())),
    );
  }

  side() {
    const tab = (name) => el("button", { role: "tab", class: this.tab === name ? "on" : "", "aria-selected": this.tab === name, on: { click: () => { this.tab = name; this.side(); } } }, say(name));
    const content = el("div", { class: "side-content", role: "tabpanel" });
    $("side").replaceChildren(el("nav", { role: "tablist" }, tab("log"), tab("ledger")), content);
    if (this.tab === "log") drawLog(this.model, content, this.tools);
    else {
      content.textContent = "…"; // a long game takes a moment
      this.ledger(content);
    }
  }

  async ledger(content) {
    const seat = this.model.moment.viewer;
    try {
      const found = await this.net.ask("ledger", seat === null ? {} : { seat });
      if (!content.isConnected) return;
      drawLedger(this.model, content, found, this.chosen, this.tools);
      if (!found.whole) setTimeout(() => { if (content.isConnected) this.side(); }, 300);
    } catch (error) { content.textContent = error.message; }
  }

  async wholeLog() {
    const found = await this.net.ask("log");
    for (const line of found.log) this.model.lines[line.n] = line;
    this.side();
  }

  /** Makes an element stand for a thing: it can be chosen, or asked why not. Tiles that others have grant nothing here. */
  mark(element, ref, title, piece, others = false) {
    const model = this.model;
    if (!this.drawn.has(ref)) this.drawn.set(ref, []);
    this.drawn.get(ref).push(element);
    element.dataset.ref = ref;
    if (title) {
      if (element.namespaceURI === "http://www.w3.org/2000/svg") {
        const tip = document.createElementNS("http://www.w3.org/2000/svg", "title");
        tip.textContent = title;
        element.prepend(tip);
      } else element.title = title;
    }
    const granted = others || model.options.has(ref) ? undefined : model.granted.get(ref);
    const now = model.options.get(ref) || granted;
    const later = now ? null : model.later.get(ref);
    if (!now && !later) {
      if (model.asked && !piece) element.addEventListener("click", (event) => { event.stopPropagation(); this.why(ref); });
      return element;
    }
    element.classList.add(now ? "can" : "may");
    if (granted) element.classList.add("grants");
    const touches = now && !granted && !now.some((one) => one.option.target === ref) ? now[0].preview.touches || [] : [ref];
    if (!touches.includes(ref)) element.classList.add("soft");
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", (title || ref).replaceAll("\n", ", "));
    const work = (event) => { event.stopPropagation(); event.preventDefault(); this.pick(ref, now || later, element); };
    element.addEventListener("click", work);
    element.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") work(event); });
    return element;
  }

  glow(ref, on) {
    for (const one of this.drawn.get(ref) || []) one.classList.toggle("glow", on);
  }

  // ------------------------------------------------------------ choosing

  /** A thing was clicked: one choice is made at once, several are listed. */
  pick(ref, choices, element) {
    const different = [...new Map(choices.map((one) => [one.number, one])).values()];
    if (different.length === 1) return void this.carry(different[0], element);
    const model = this.model;
    dialog(model.text(ref), el("div", { class: "options" }, different.map((one) => el("button", { class: "option", on: { click: () => { $("dialog").close(); this.carry(one, element); } } }, el("span", {}, one.option.text), gains(model, model.asked.player, one.preview)))));
    return undefined;
  }

  carry(choice, element) {
    this.chain = choice.then || null;
    this.choose(choice.number, element);
  }

  /** After the verb, the thing that was clicked before. */
  follow() {
    if (this.busy) return false; // the verb has not been acknowledged yet
    const ref = this.chain;
    this.chain = null;
    if (!ref || !this.model.asked) return false;
    const fitting = this.model.asked.options.filter((one) => one.target === ref);
    if (fitting.length !== 1) return false;
    this.choose(this.model.asked.options.indexOf(fitting[0]), null);
    return true;
  }

  /** Whether an option may be carried out: what ends the possibility to take earlier moves back is asked for twice. */
  certain(number, from) {
    const { revision, turn } = this.model.moment;
    const preview = this.model.previews[number] || {};
    const sealed = preview.sealed && !preview.ends && turn.length && localStorage.getItem("confirm") !== "no";
    if (!sealed || this.sure === `${revision} ${number}`) return true;
    this.sure = `${revision} ${number}`;
    this.surely = from.dataset.ref || ""; // the thing that was clicked, if it was no button
    this.markSure();
    toast(say("this cannot be taken back: click again if you are sure"));
    return false;
  }

  /** What was asked for once stands out until it is asked for again, also when all is drawn anew meanwhile. */
  markSure() {
    const [revision, number] = this.sure.split(" ");
    if (!number || Number(revision) !== this.model.moment.revision) return;
    const button = $("ask").querySelector(`[data-option="${number}"]`);
    for (const one of this.surely ? this.drawn.get(this.surely) || [] : [button]) if (one) one.classList.add("sure");
  }

  async choose(number, from) {
    const asked = this.model.asked;
    if (from) await this.previewed; // which tell what cannot be taken back
    if (!asked || asked !== this.model.asked || this.busy) return;
    if (from && !this.certain(number, from)) return;
    this.busy = true;
    this.kept = null;
    this.heard = -1;
    $("ask").classList.add("sent");
    const found = await this.send("play", { revision: this.model.moment.revision, player: asked.player, option: number });
    if (!found) return;
    this.kept = found.revision;
    this.release();
    $("ask").classList.toggle("sent", this.busy);
    this.follow();
  }

  async send(what, body) {
    try {
      return await this.net.send(what, body);
    } catch (error) {
      this.busy = false;
      this.chain = null;
      $("ask").classList.remove("sent");
      toast(error.message);
      return null;
    }
  }

  undo(to) {
    this.busy = false; // whatever was on its way is taken back
    return this.send("undo", { revision: this.model.moment.revision, to });
  }

  plan(what) {
    return this.send("plan", { do: what });
  }

  async why(ref) {
    if (!this.model.asked) return;
    try {
      const found = await this.net.ask("why", { ref, seat: this.model.moment.viewer });
      if (!ref) refusals(found.reasons, this.tools);
      else if (found.reasons.length) await refuse(found.reasons, this.model.text(ref), this.tools);
    } catch (error) { toast(error.message); }
  }

  /** The text of a rule, asked for once. */
  sentence(id) {
    if (!this.sentences.has(id)) this.sentences.set(id, this.net.ask("rule", { id }).then((found) => found.text, () => ""));
    return this.sentences.get(id);
  }

  async rule(id) {
    try {
      const found = await this.net.ask("rule", { id });
      const more = found.book ? el("p", {}, el("a", { class: "button", href: found.book, target: "_blank", rel: "noopener" }, say("read it in the book"))) : null;
      dialog(found.id, el("p", { class: "rule-text" }, found.text), more);
    } catch (error) { toast(error.message); }
  }

  handOver() {
    const seat = this.model.moment.viewer;
    const colour = this.model.seatColour(seat);
    const curtain = el("div", { class: "curtain", vars: { "--seat": colour, "--ink": ink(colour) } },
      el("p", {}, say("pass the device to")), el("h1", {}, this.model.seatName(seat)),
      el("button", { class: "main", on: { click: () => curtain.remove() } }, say("I am here")));
    document.querySelector(".curtain")?.remove();
    document.body.append(curtain);
    curtain.querySelector("button").focus();
  }

  // ------------------------------------------------------------ the menu

  menu() {
    const at = this.live.at;
    const languages = el("select", { on: { change: (event) => this.speak(event.target.value) } }, this.model.setting.languages.map((one) => el("option", { value: one, selected: one === this.model.setting.language }, languageName(one))));
    const toggle = (name, text, usual = "no") => el("label", {}, el("input", { type: "checkbox", checked: (localStorage.getItem(name) || usual) === "yes", on: { change: (event) => { localStorage.setItem(name, event.target.checked ? "yes" : "no"); appearance(); this.draw(); } } }), ` ${text}`);
    const seats = this.model.setting.seats.filter((one) => !one.participant).map((one, seat) => el("tr", {}, el("td", {}, seatChip(this.model, seat), " ", one.name), el("td", {}, this.sitter(at.seats[seat])), el("td", {}, at.host || at.mine.includes(seat) ? this.handing(seat) : null)));
    dialog(say("menu"),
      el("p", {}, `${say("language")}: `, languages),
      el("p", { class: "toggles" }, toggle("dark", say("dark"), matchMedia("(prefers-color-scheme: dark)").matches ? "yes" : "no"), toggle("plain", say("colours that everybody can tell apart")), toggle("confirm", say("ask before what cannot be taken back"), "yes"), toggle("quick", say("answer by itself where there is one answer"))),
      el("h3", {}, say("seats")), el("table", { class: "reasons" }, seats),
      el("p", { class: "buttons" }, el("button", { on: { click: () => this.download("record") } }, say("export the record")), at.host ? el("button", { on: { click: () => this.download("save") } }, say("save to a file")) : null),
      el("p", { class: "help" }, say("Keys: 1–9 options · arrows move between marked places · Enter chooses · u undo · p plan · w why not · r replay · l log · g ledger · m menu · Escape closes")));
  }

  /** Who sits somewhere, in words. */
  sitter(who) {
    return this.model.setting.bots.includes(who) ? botName(who) : say(who === "open" ? "another person" : "a person");
  }

  async download(what) {
    try {
      const href = URL.createObjectURL(new Blob([await this.net.ask(what)], { type: "text/plain" }));
      el("a", { href, download: `game.${what}` }).click();
      setTimeout(() => URL.revokeObjectURL(href), 1000);
    } catch (error) { toast(error.message); }
  }

  handing(seat) {
    const give = async (who) => {
      const found = await this.send("seats", { seat, who });
      if (found && found.link) dialog(say("a link to this seat"), el("p", {}, say("whoever opens it sits here")), shared(found.link));
    };
    const choices = [["", `${say("hand over to")} …`], ...this.model.setting.bots.map((bot) => [bot, botName(bot)]), ["open", say("another person")]];
    return el("select", { "aria-label": `${say("hand over to")} …`, on: { change: (event) => { if (event.target.value) give(event.target.value); } } }, choices.map(([value, text]) => el("option", { value }, text)));
  }

  speak(language) {
    localStorage.setItem("language", language);
    this.net.language = language;
    this.model.lines = [];
    this.start();
    $("dialog").close();
  }
}

function appearance() {
  const wish = localStorage.getItem("dark");
  document.documentElement.dataset.theme = wish === "yes" ? "dark" : wish === "no" ? "light" : "";
}

appearance();
const page = new Page();
page.start();
// For tests and the curious: what is shown.
/** @type {any} */ (window).table = () => (page.model.moment ? { revision: page.model.moment.revision, over: page.model.moment.over, asked: page.model.asked, previews: page.model.previews.length, viewer: page.model.moment.viewer, busy: page.busy, moment: page.model.moment } : {});
addEventListener("hashchange", () => location.reload());
