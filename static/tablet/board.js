/* The score sheets of all sides, in their traditional shape.
   Knows: how a sheet is drawn and what is lit on it. Does not know: dice, sending. */

import { boxName, el, redraw, seed, symbol, unbroken, words } from "./page.js";

const SIGNS = { "de-mano": "hand", "de-huevo": "egg", grande: "dollar", dormida: "crown", crossed: "cross" };

export class Board {
  /* `holder` takes the sheets, `tabs` the names of all sides (for narrow screens); `onBox(side, box)`. */
  constructor(holder, tabs, onBox) {
    this.holder = holder;
    this.tabs = tabs;
    this.onBox = onBox;
    this.watched = null; // the side that a narrow screen shows, where it is not the one to move
  }

  /* `lit`: {box: {points, mark}} of the side to move; `selected`, `ready`: boxes; `pending`: {box, points, crosses}. */
  draw(sides, toMove, light) {
    const winner = sides.find((side) => side.place === 1);
    // Most taps change the dice alone: the sheets are drawn again only when something on them has changed.
    const drawn = JSON.stringify([sides, toMove, light, this.watched]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const shown = this.watched ?? toMove ?? (winner ?? sides[0]).side;
    this.holder.dataset.sides = sides.length;
    this.tabs.hidden = sides.length < 2;
    redraw(this.tabs, sides.map((side) => this.tab(side, side.side === toMove, side.side === shown)));
    redraw(this.holder, sides.map((side) => this.sheet(side, side.side === toMove, side.side === shown, light)));
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
      el("span", { class: "pad-tab-total" }, String(side.total)),
    );
  }

  sheet(side, moves, shown, light) {
    const cells = side.cells.map((cell) => this.cell(side, cell, moves, light));
    const square = cells.filter((_, at) => side.cells[at].row < 3);
    const below = cells.filter((_, at) => side.cells[at].row >= 3);
    const slashed = below.flatMap((cell, at) => (at ? [el("span", { class: "pad-slash" }, symbol("slash")), cell] : [cell]));
    return el(
      "article",
      { class: `pad-side${moves ? " is-mover" : ""}${shown ? " is-shown" : ""}${side.place === 1 ? " is-winner" : ""}` },
      el(
        "header",
        {},
        el(
          "div",
          { class: "pad-who" },
          el("p", { class: "pad-turn" }, moves ? el("span", { class: "live-dot" }, side.note) : side.note),
          el("h2", {}, unbroken(side.name)),
          el("p", { class: "pad-club" }, side.club),
        ),
        el("div", { class: "pad-total" }, el("span", { class: "pad-sum" }, String(side.total)), this.won(side)),
      ),
      el(
        "div",
        { class: "pad-grid", role: "group", "aria-label": words("sheet_of", { name: side.name }) },
        ...square,
        below.length ? el("div", { class: "pad-below" }, ...slashed) : null,
      ),
    );
  }

  won(side) {
    if (seed.state.match.best_of < 2) return null;
    return el("span", { class: "pad-won" }, words("games_won", { count: side.games_won }));
  }

  cell(side, cell, moves, light) {
    const isOpen = cell.points === null;
    const lit = moves && isOpen && (light.lit[cell.box] ?? null);
    const chosen = moves && isOpen && light.selected === cell.box;
    const ready = moves && isOpen && light.ready.includes(cell.box);
    const pending = moves && isOpen && light.pending?.box === cell.box ? light.pending : null;
    const first = moves && isOpen && !this.isSecondOpen(side, cell);
    const classes = ["pad-cell", isOpen ? "is-open" : "is-written", cell.mark === "crossed" && "is-crossed"];
    if (first && lit) classes.push("is-lit");
    if (first && ready) classes.push("is-ready");
    if (first && chosen) classes.push("is-chosen");
    if (first && pending) classes.push("is-pending");
    if (side.fresh === cell.box && !isOpen) classes.push("is-fresh");
    const inside = [
      el("span", { class: "pad-name" }, boxName(cell.box)),
      el("span", { class: "pad-value" }, first ? this.open(lit, chosen && light.crosses, pending) : this.written(cell)),
    ];
    const attributes = { class: classes.filter(Boolean).join(" "), "data-box": cell.box };
    if (!moves) return el("div", attributes, inside);
    const press = () => this.onBox(side.side, cell.box);
    const about = { type: "button", "aria-pressed": String(Boolean(first && chosen)), "data-key": `box-${cell.row}-${cell.column}` };
    return el("button", { ...attributes, ...about, onclick: press }, inside);
  }

  /* Of two open places of one box only the first is filled next. */
  isSecondOpen(side, cell) {
    const places = side.cells.filter((each) => each.box === cell.box && each.points === null);
    return places.length > 1 && places[0] !== cell;
  }

  open(lit, crosses, pending) {
    if (crosses) return [symbol("cross", words("crossed"))];
    if (lit) return [figure(lit.points), lit.sign ? symbol(lit.sign, words(lit.sign)) : null];
    if (pending?.crosses) return [symbol("cross", words("crossed"))];
    if (pending) return [figure(pending.points), pending.sign ? symbol(pending.sign, words(pending.sign)) : null];
    return [];
  }

  written(cell) {
    if (cell.points === null) return [];
    const sign = SIGNS[cell.mark];
    const drawn = sign ? symbol(sign, seed.rules.marks[cell.mark] ?? cell.mark) : null;
    return cell.mark === "crossed" || cell.mark === "grande" ? [drawn] : [figure(cell.points), drawn];
  }
}

const figure = (points) => el("span", { class: "pad-figure" }, String(points));
