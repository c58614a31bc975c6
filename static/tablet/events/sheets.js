/* The sheets that slide over the page in a game of events: the cards of a hand, points given by the judge.
   Knows: which figures are asked for and what they would score. Does not know: any rule (form and table), sending. */

import { built, el, refusalText, seed, unbroken, words } from "../page.js";
import { askNumbers } from "../numbers.js";
import { countedFor } from "./moves.js";

const { table } = seed.rules;
const MOST_REASON = 120;

/* Ask for the cards of both sides. `gaps`: the least and most of each side, where the form names them; `cards`: those
   typed before. Resolves to two numbers, or to null. */
export function askCards({ form, sides, dealer, number, gaps, cards = null, yes = null }) {
  const lots = gaps.map(({ least, most }) => ({ least, most }));
  const no = { ok: false, kind: "error", rule: table.cites["impossible-count"] };
  const verdict = (values) => {
    const offers = values.map((value, at) => restOf(values[1 - at], lots[at]));
    if (values.includes(null)) return { ok: false, text: words("count_type"), offers };
    const short = values.findIndex((value, at) => value < lots[at].least);
    if (short >= 0) {
      const gapsOf = { name: sides[short].name, cards: lots[short].least };
      return { ...no, text: words("count_least", gapsOf) };
    }
    const shares = countedFor(table, form, dealer, values);
    const all = values[0] + values[1];
    if (!shares) return { ...no, text: refusalText("impossible-count", { cards: all > table.pack ? all : 1 }) };
    const lines = sides.map(({ side, total }) => [
      el("b", {}, words("count_scores", { points: shares[side] })),
      form.uncounted.includes(side) ? el("small", {}, words("count_kept", { total })) : null,
    ]);
    return { ok: true, text: "", kind: "none", lines };
  };
  return askNumbers({
    title: words("count_title", { number }),
    fields: sides.map(({ side, name }, at) => ({
      name: unbroken(name),
      note: side === dealer ? words("count_dealer") : null,
      ...lots[at],
      least: 0,
      most: table.pack,
      value: cards?.[at] ?? null,
    })),
    verdict,
    yes: yes ?? (([first, second]) => words("count_write", { first: first ?? "–", second: second ?? "–" })),
  });
}

/* What is left for a side when all cards were taken. */
function restOf(other, { least, most }) {
  const cards = other === null ? null : table.pack - other;
  if (cards === null || cards < least || cards > most) return null;
  return { value: cards, text: words("count_rest", { cards }) };
}

/* Ask whom the judge gives how many points, and why. `moves`: one for each side. Resolves to {move, points, reason}. */
export async function askPenalty(moves, sides) {
  const given = { move: null, reason: "" };
  const gap = moves[0].gaps.find((each) => !each.text);
  const name = (move) => sides[move.side - 1].name;
  const more = (redo) => {
    const set = (move) => {
      given.move = move;
      for (const key of keys) key.setAttribute("aria-pressed", String(key.dataset.side === String(move.side)));
      redo();
    };
    const keys = moves.map((move) =>
      built(
        el(
          "button",
          { type: "button", class: "pad-pick", "aria-pressed": "false", "data-side": move.side, "data-key": `penalty-${move.side}`, onclick: () => set(move) },
          unbroken(name(move)),
        ),
      ),
    );
    const type = () => {
      given.reason = reason.value.trim();
      redo();
    };
    const reason = built(el("input", { type: "text", class: "form-control form-control-lg", id: "pad-reason", maxlength: MOST_REASON, autocomplete: "off", oninput: type }));
    return [
      el("p", { class: "pad-label" }, words("penalty_to")),
      el("div", { class: "pad-picks" }, keys),
      el("label", { class: "pad-label", for: "pad-reason" }, words("penalty_reason")),
      reason,
    ];
  };
  const values = await askNumbers({
    title: words("penalty_title"),
    more,
    fields: [{ name: words("penalty_points"), least: gap.least, most: gap.most, step: gap.step, value: gap.least }],
    verdict: ([points]) => {
      const isOdd = points !== null && (points - gap.least) % (gap.step ?? 1) !== 0;
      if (isOdd) return { ok: false, kind: "error", text: refusalText("odd-points", { points }), rule: table.cites["odd-points"] };
      return { ok: points >= gap.least && given.move && given.reason, text: words("penalty_least") };
    },
    yes: ([points]) =>
      given.move ? words("penalty_write", { points: points ?? "–", name: name(given.move) }) : words("write_nothing"),
  });
  return values && { ...given, points: values[0] };
}
