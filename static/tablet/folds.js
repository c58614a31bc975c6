/* Games folded from their logs, and remembered, so that one more turn costs one turn.
   Knows: which rows of a log count. Does not know: what they mean (rules/door.js), the server, the page. */

import * as door from "./rules/door.js";

const cancelledIn = (log) => new Set(log.filter((row) => row.kind === "cancel").map((row) => row.cancels));

/* The turns that count, in order. */
export function liveTurns(log) {
  const cancelled = cancelledIn(log);
  return log.filter((row) => row.kind === "turn" && !cancelled.has(row.sequence));
}

export const lastTurn = (log) => liveTurns(log).at(-1) ?? null;

/* What is worked out of a folded game is worked out once. */
const once = (work) => {
  const known = new WeakMap();
  return (folded) => {
    if (!known.has(folded)) known.set(folded, work(folded));
    return known.get(folded);
  };
};

export const statusOf = once(door.status);
export const sheetsOf = once(door.sheets);
export const formOf = once(door.form);

const playedFrom = once(() => new Map());

/* The same as the door's, remembered: what waits is put on top of the book again and again. Throws: Refusal. */
export function play(folded, line) {
  const known = playedFrom(folded);
  if (!known.has(line)) known.set(line, door.play(folded, line));
  return known.get(line);
}

export class Folds {
  constructor(rules) {
    this.rules = rules;
    this.starts = new Map();
  }

  /* Give the game its `folded` and its `status`, by its log. */
  fold(game) {
    const lines = liveTurns(game.log).map((row) => row.line);
    this.stand(game, lines.reduce((folded, line) => play(folded, line).folded, this.start(game)));
  }

  start({ number, options, sides, to_move, players }) {
    const setup = { options, sides, to_move, players };
    const key = JSON.stringify([number, setup]);
    if (!this.starts.has(key)) this.starts.set(key, door.begin(this.rules, setup));
    return this.starts.get(key);
  }

  stand(game, folded) {
    game.folded = folded;
    game.status = statusOf(folded);
  }
}
