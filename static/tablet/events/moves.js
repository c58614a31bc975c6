/* What the server offers in a game of events: its moves, found by code and side, and what is said of a side.
   Knows: how to look up. Does not know: any rule. */

import { seed } from "../page.js";

export const movesOf = (form, code, side = null) =>
  form.moves.filter((move) => move.code === code && (side === null || move.side === side));

export const moveOf = (form, code, side = null) => movesOf(form, code, side)[0] ?? null;

/* A line with its gaps filled: "1 count {1} {2}". */
export const filled = (move, gaps) => move.line.replace(/\{(\w+)\}/g, (_, name) => gaps[name]);

/* The badges of the sides whose score is kept, in the game's own words: {side: text}. */
export const badgesOf = (form) => Object.fromEntries(form.kept.map((side) => [side, seed.rules.marks.kept]));

/* What counted cards bring each side, {side: points}; null where two numbers cannot both be right. */
export function countedFor(table, form, dealer, cards) {
  const paid = table.count[`${cards[dealer - 1]}-${cards[2 - dealer]}`];
  if (!paid) return null;
  const shares = { [dealer]: paid.dealer, [3 - dealer]: paid.other };
  for (const side of form.uncounted) shares[side] = 0;
  return shares;
}
