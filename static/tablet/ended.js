/* The end of a game or a match, in place of the turn.
   Knows: how it is drawn. Does not know: why it ended, what the referee may do now (pad.js). */

import { el, symbol, unbroken, words } from "./page.js";

/* `ended` and the state it is of; nothing where nothing has ended. */
export function endPanel(ended, { match, unsent }) {
  if (!ended) return [];
  const closed = unsent ? "match_waits" : "match_closed";
  return [
    el(
      "div",
      { class: "pad-end" },
      symbol(ended.winner ? "trophy" : "cup"),
      el("h2", {}, unbroken(ended.title)),
      ended.sentence ? el("p", {}, ended.sentence) : null,
      ended.places.length ? el("ol", { class: "pad-places" }, ended.places.map(placeRow)) : null,
      match.finished ? el("p", { class: "soft" }, words(closed)) : null,
    ),
  ];
}

/* Who came in where, at a table of more than two. */
const placeRow = ({ place, name, total, games_won: won }) =>
  el(
    "li",
    {},
    el("span", { class: `place-mark${place === 1 ? " is-first" : ""}` }, String(place)),
    el("span", { class: "pad-place-name" }, unbroken(name)),
    won === null ? null : el("span", { class: "soft" }, words("games_won", { count: won })),
    el("span", { class: "pad-figure" }, total),
  );
