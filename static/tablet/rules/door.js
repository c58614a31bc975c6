// What a game's rules say, on the tablet itself: the one door to the engines that `make rules` translates.
// Knows: plain values in and out, as the server's JSON has them.
// Does not know: any rule, any page. A game as it stands is `folded`: {rules, setup, state}; it is never changed.

import { GAMES } from "./games.js";
import { Dict, Exception, Record, dict } from "./runtime.js";

// Why the rules refuse a turn, or a setup: what the server would answer, without its sentence.
export class Refusal extends Error {
  constructor(code, rule, facts) {
    super(code);
    this.code = code;
    this.rule = rule;
    this.facts = facts;
  }
}

// The code of a game -> its rules.
export async function load(code) {
  const known = Object.keys(GAMES);
  if (!known.includes(code)) throw new Refusal("unknown-game", null, { game: code, known });
  const { GAME, MatchRule, Status } = await GAMES[code]();
  return { code, game: GAME, MatchRule, Status };
}

// {options: {}, sides, to_move, players: [1, 1]} -> the game before its first turn
export function begin(rules, setup) {
  const { options = {}, sides, positions = {}, to_move = 1, players = [] } = setup;
  const starts = dict(Object.entries(positions).map(([side, text]) => [Number(side), text]));
  const state = refusing(() => rules.game.start(dict(Object.entries(options)), sides, starts, to_move, players));
  return { rules, setup, state };
}

// One item, which may be the shorthand of several lines -> {rows: [{line, side, box, points, ...}], folded}.
// Throws Refusal as a whole: of a refused item no line is played.
export function play(folded, item) {
  const { rules, setup } = folded;
  let { state } = folded;
  const rows = [];
  refusing(() => {
    for (const line of rules.game.unfold(state, item)) {
      const turn = rules.game.parse(line);
      const [after, verdict] = rules.game.apply(state, turn);
      state = after;
      rows.push({ line: rules.game.write(turn), ...plain(verdict) });
    }
  });
  return { rows, folded: { rules, setup, state } };
}

// What an entry page may offer now.
export function form({ rules, state }) {
  return plain(rules.game.form(state));
}

// One sheet a side, its cells row by row.
export function sheets(folded) {
  return Array.from({ length: folded.setup.sides }, (_, at) => sheet(folded, at + 1));
}

// The sheet of one side.
export function sheet({ rules, state }, side) {
  const found = plain(rules.game.sheet(state, side));
  found.cells.sort((one, two) => one.row - two.row || one.column - two.column);
  return found;
}

// Where the game stands.
export function status({ rules, state }) {
  return plain(rules.game.status(state));
}

// What a line counts besides its points, one figure a side: the cards of a hand.
export function counted(rules, line) {
  return refusing(() => plain(rules.game.counted(line)));
}

// The statuses of a match's games in order, as `status` gives them -> where the match stands.
export function matchOutcome(rules, statuses, { sides, best_of = 1, tie = "shared", options = {} }) {
  const { MatchRule, Status } = rules;
  const games = statuses.map((each) => {
    return new Status(...Status.fields.map((name) => (name === "more" ? dict(Object.entries(each.more)) : each[name])));
  });
  return plain(rules.game.match(games, sides, new MatchRule(best_of, tie), dict(Object.entries(options))));
}

function plain(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return Array.from(value, plain);
  if (value instanceof Dict) return Object.fromEntries(value.items().map(([name, each]) => [name, plain(each)]));
  if (!(value instanceof Record)) throw new TypeError("this is nothing that a page can read");
  return Object.fromEntries(value.constructor.fields.map((name) => [name, plain(value[name])]));
}

function refusing(work) {
  try {
    return work();
  } catch (raised) {
    if (raised instanceof Exception && raised.facts instanceof Dict) {
      throw new Refusal(raised.code, raised.rule, plain(raised.facts));
    }
    throw raised;
  }
}
