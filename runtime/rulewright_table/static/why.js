// Why not: what stands against a thing that was clicked, and everything that is refused.
import { dialog, el, toast } from "./dom.js";
import { rules } from "./ask.js";
import { say } from "./phrases.js";

const MOST = 3; // reasons that are told in passing

/** @typedef {{what: string, by?: string, reason: string, rules: string[], others?: boolean}} Reason */

/**
 * Says in passing why a thing is not offered, with the sentences of the rules; where several actions could lead to it, one line for each.
 * @param {Reason[]} reasons @param {string} name @param {any} tools
 */
export async function refuse(reasons, name, tools) {
  const told = reasons.slice(0, MOST);
  const sentences = await Promise.all(told.map((one) => (one.rules.length ? tools.sentence(one.rules[0]) : "")));
  const lines = told.map((one, nth) => [el("p", {}, one.by ? el("i", {}, `${one.by}: `) : null, one.reason, " ", rules(one.rules, tools)), sentences[nth] ? el("q", {}, sentences[nth]) : null]);
  toast(el("b", {}, told[0].what || name), lines);
}

/**
 * Lists all that is refused; what only others could do is folded.
 * @param {Reason[]} reasons @param {any} tools
 */
export function refusals(reasons, tools) {
  const table = (ones) => el("table", { class: "reasons" }, ones.map((one) => el("tr", {}, el("th", {}, one.what), el("td", {}, one.reason, " ", rules(one.rules, tools)))));
  const own = reasons.filter((one) => !one.others);
  const others = reasons.filter((one) => one.others);
  dialog(say("why not?"), own.length ? table(own) : el("p", {}, say("everything that you could do is offered")),
    others.length ? el("details", { class: "fold" }, el("summary", {}, `${say("what does not apply to you")} (${others.length})`), table(others)) : null);
}
