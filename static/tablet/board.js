/* The score sheets of all sides, in their traditional shape.
   Knows: whose sheet is shown, how a cell is drawn, what is lit on it. Does not know: where cells stand (sheets.js),
   dice, sending. */

import { el, markSign, redrawEach, seed, signed, symbol, unbroken, words } from "./page.js";
import { DRAWINGS, counter } from "./sheets.js";

const NARROW = window.matchMedia("(max-width: 43.99rem)");
/* What an entry lights where nothing is. */
export const DARK = { lit: {}, selected: null, crosses: false, ready: [], pending: null };
const ALONE = new Set(["cross", "dollar"]); // signs that say the points too

export class Board {
  /* `holder` takes the sheets, `tabs` the names of all sides (where one sheet is shown); `onBox(side, ref)`. */
  constructor(holder, tabs, onBox) {
    this.holder = holder;
    this.tabs = tabs;
    this.onBox = onBox;
    this.turned(); // nobody has asked to see anything else
    NARROW.addEventListener("change", () => onBox(null, null));
  }

  /* A turn begins: the sheet to look at is that of the side to move, at the place that is open. */
  turned() {
    this.watched = null; // the side that a narrow screen shows, where it is not the one to move
    this.column = null; // the column that it shows large, where it is not the first with an open place
  }

  /* `light`: see `entry.light`; `forms`: what the server says of each side, with its `open` places. */
  draw(sides, toMove, light, forms) {
    this.light = light;
    const winner = sides.find((side) => side.place === 1);
    const shown = this.watched ?? toMove ?? (winner ?? sides[0]).side;
    const { shape } = sides[0];
    const bySheet = shape === "columns" || (shape === "list" && sides.length > 2);
    for (const part of [this.holder, this.tabs]) part.dataset.sides = sides.length;
    this.holder.dataset.shape = shape;
    this.holder.classList.toggle("is-solo", bySheet);
    this.tabs.classList.toggle("is-solo", bySheet);
    this.tabs.hidden = sides.length < 2 || shape === "lines";
    const parts = sides.map((side) => {
      const moves = side.side === toMove;
      const isShown = side.side === shown;
      const form = forms?.[side.side - 1];
      // What is lit is lit on the sheet of the side to move; the others stay as they are drawn.
      const about = [side, moves, isShown, form, moves ? [light, this.column] : light.badges?.[side.side], NARROW.matches];
      const as = JSON.stringify(about);
      return { tab: { as, make: () => this.tab(side, moves, isShown) }, sheet: { as, make: () => this.sheet(side, moves, isShown, form) } };
    });
    redrawEach(this.tabs, parts.map((each) => each.tab));
    redrawEach(this.holder, parts.map((each) => each.sheet));
  }

  tab(side, moves, shown) {
    const watch = () => {
      this.watched = side.side;
      this.onBox(null, null);
    };
    return el(
      "button",
      {
        type: "button",
        class: `pad-tab${moves ? " is-mover" : ""}`,
        "aria-pressed": String(shown),
        "data-key": `tab-${side.side}`,
        onclick: watch,
      },
      el("span", { class: "pad-tab-name" }, unbroken(side.name)),
      this.counters(side),
      el("span", { class: "pad-tab-total" }, signed(side.total)),
    );
  }

  sheet(side, moves, shown, form) {
    const open = form?.open ? new Set(form.open) : null;
    const cellOf = (cell, how = {}) => this.cell(side, cell, moves, open, how);
    const body = DRAWINGS[side.shape](side, cellOf, this.stages(side, moves, open));
    const badge = this.light.badges?.[side.side];
    const note = badge ? "" : side.note; // the badge says it larger
    const state = `${moves ? " is-mover" : ""}${shown ? " is-shown" : ""}${side.place === 1 ? " is-winner" : ""}`;
    return el(
      "article",
      { class: `pad-side${state}` },
      el(
        "header",
        {},
        el(
          "div",
          { class: "pad-who" },
          el("p", { class: "pad-turn" }, moves ? el("span", { class: "live-dot" }, note) : note),
          el("h2", {}, unbroken(side.name)),
          el("p", { class: "pad-club" }, side.club),
          this.counters(side),
        ),
        el(
          "div",
          { class: "pad-total" },
          el("span", { class: "pad-sum" }, signed(side.total)),
          badge ? el("span", { class: "pad-badge" }, badge) : null,
          this.won(side),
        ),
      ),
      body,
    );
  }

  counters(side) {
    if (!side.counters?.length) return null;
    const asStrokes = side.shape !== "lines";
    return el("p", { class: "pad-counters" }, side.counters.map((each) => counter(each, asStrokes)));
  }

  won(side) {
    if (seed.book.match.best_of < 2) return null;
    return el("span", { class: "pad-won" }, words("games_won", { count: side.games_won }));
  }

  /* Which column is large on a narrow screen, and what a tap on a head does where more than one is open. */
  stages(side, moves, open) {
    const at = side.cells.filter((cell) => open?.has(cell.ref)).map((cell) => cell.column);
    const onHead = (column) => {
      this.column = column;
      this.onBox(null, null);
    };
    const last = Math.max(...side.cells.filter((cell) => cell.points !== null).map((cell) => cell.column), 0);
    const here = (moves ? this.column : null) ?? (at.length ? Math.min(...at) : last);
    return { here, onHead: moves && NARROW.matches && new Set(at).size > 1 ? onHead : null };
  }

  /* `how`: {isNamed, isHere, label}: whether the cell bears its name, is of the large column, how it is read aloud. */
  cell(side, cell, moves, open, { isNamed = true, isHere = null, label = null }) {
    const { light } = this;
    const { ref } = cell;
    const isOpen = cell.points === null;
    // On a narrow screen a place beside the open column is too small for a finger: it only shows what was written.
    const isBeside = isHere === false && NARROW.matches;
    const isNext = moves && isOpen && !isBeside && !this.isSecondOpen(side, cell);
    const lit = (isNext && light.lit[ref]) || null;
    const chosen = isNext && light.selected === ref;
    const pending = isNext && light.pending?.box === ref ? light.pending : null;
    const classes = [
      "pad-cell",
      isOpen ? "is-open" : "is-written",
      cell.mark === "crossed" && "is-crossed",
      isHere && "is-here",
      isOpen && open && !open.has(ref) && "is-shut",
      lit && "is-lit",
      isNext && light.ready.includes(ref) && "is-ready",
      chosen && "is-chosen",
      pending && "is-pending",
      !isOpen && side.fresh === ref && "is-fresh",
    ];
    const inside = [
      isNamed ? el("span", { class: "pad-name" }, cell.name) : null,
      el("span", { class: "pad-value" }, isNext ? this.open(lit, chosen && light.crosses, pending) : this.written(cell)),
    ];
    const said = label && [label, signed(isOpen ? (lit?.points ?? "") : cell.points)].join(" ");
    const isShut = !moves || isBeside;
    const attributes = {
      type: "button",
      class: classes.filter(Boolean).join(" "),
      disabled: isShut,
      "data-box": ref,
      "data-key": `box-${cell.row}-${cell.column}`,
      "aria-label": moves ? said : null,
      "aria-pressed": isShut ? null : String(Boolean(chosen)),
      onclick: () => this.onBox(side.side, ref),
    };
    return el("button", attributes, inside);
  }

  /* Of two open places of one box that go by the same name only the first is filled next. */
  isSecondOpen(side, cell) {
    const places = side.cells.filter((each) => each.ref === cell.ref && each.points === null);
    return places.length > 1 && places[0] !== cell;
  }

  open(lit, crosses, pending) {
    if (crosses || (!lit && pending?.crosses)) return [symbol("cross", words("crossed"))];
    const shown = lit ?? pending;
    return shown ? [figure(shown.points), shown.mark ? markSign(shown.mark) : null] : [];
  }

  written(cell) {
    if (cell.points === null) return [];
    const sign = cell.sign ? symbol(cell.sign, cell.mark_name) : null;
    return ALONE.has(cell.sign) ? [sign] : [figure(cell.points), sign];
  }
}

const figure = (points) => el("span", { class: "pad-figure" }, signed(points));
