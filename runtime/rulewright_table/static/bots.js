// Bots by what they do, for people who choose one.
import { say } from "./phrases.js";

const WORDS = { turn: "thinks its turn through", greedy: "takes what looks best", mcts: "tries many games", random: "plays anything" };

/** What a bot is called. @param {string} name */
export function botName(name) {
  return WORDS[name] ? `${say("bot")}: ${say(WORDS[name])}` : `${say("bot")}: ${name}`;
}
