// What a game's rules say, on the tablet itself: the one door to the translated engines.
// Knows: plain values in and out, as the server's JSON has them. Does not know: any rule, any page.

export class Refusal extends Error {
  constructor(code, rule, facts) {
    super(code);
    this.code = code;
    this.rule = rule;
    this.facts = facts;
  }
}

// "cacho-alalay" -> rules
export async function load(code) {
  throw new Error(`no rules for ${code} yet`);
}

// {options: {}, sides, to_move, players: [1, 1]} -> folded {rules, setup, state}
export function begin(rules, setup) {
  throw new Error("not yet");
}

// -> {rows: [{line, side, box, points, mark, warning, play, also: [...]}], folded}; throws Refusal
export function play(folded, item) {
  throw new Error("not yet");
}

export function form(folded) {
  throw new Error("not yet");
}

export function sheets(folded) {
  throw new Error("not yet");
}

export function status(folded) {
  throw new Error("not yet");
}

export function counted(rules, line) {
  throw new Error("not yet");
}

export function matchOutcome(rules, statuses, { sides, best_of, tie, options }) {
  throw new Error("not yet");
}
