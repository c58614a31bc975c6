/* The shapes of score sheets: a noughts-and-crosses square, a list, stages side by side, lines of figures.
   Knows: where the cells of a sheet stand in each shape. Does not know: what is lit or touched (board.js draws a cell). */

import { BOXES, capital, el, signed, symbol, words } from "./page.js";

const MOST_ROWS = 11; // a longer sheet is parted in two blocks beside each other

/* Each takes the side and a maker of its cells, and returns what stands below the side's head. */
export const DRAWINGS = { "tic-tac-toe": square, list, columns, lines };

function square(side, cellOf) {
  const cells = side.cells.map((cell) => cellOf(cell));
  const within = cells.filter((_, at) => side.cells[at].row < 3);
  const below = cells.filter((_, at) => side.cells[at].row >= 3);
  const slashed = below.flatMap((cell, at) => (at ? [el("span", { class: "pad-slash" }, symbol("slash")), cell] : [cell]));
  return sheet(side, "pad-grid", ...within, below.length ? el("div", { class: "pad-below" }, ...slashed) : null);
}

function list(side, cellOf) {
  const { length } = side.cells;
  const made = sheet(side, "pad-list", ...side.cells.map((cell) => cellOf(cell)));
  made.attributes.style = `--rows: ${length}; --half: ${Math.ceil(length / 2)}`;
  return made;
}

/* A box a row, its places beside each other. On a narrow screen the open column alone is large (`is-here`). */
function columns(side, cellOf, { here, onHead }) {
  const rows = byRow(side.cells);
  const parts = rows.length > MOST_ROWS ? partsOf(rows) : [rows];
  const heads = (isFirst) =>
    el(
      "div",
      { class: "pad-line pad-heads" },
      el("span", {}),
      side.heads.map((head, at) => headOf(head, at, at === here, isFirst && onHead)),
    );
  const sums = el(
    "div",
    { class: "pad-line pad-sums" },
    el("span", { class: "pad-name" }, words("sum")),
    side.sums.map((sum, at) => el("span", { class: `pad-figure${at === here ? " is-here" : ""}` }, signed(sum))),
  );
  const line = (cells) =>
    el(
      "div",
      { class: "pad-line" },
      el("span", { class: "pad-name", "aria-hidden": "true" }, cells[0].name),
      cells.map((cell) => cellOf(cell, { isNamed: false, isHere: cell.column === here, label: nameIn(side, cell) })),
    );
  const blocks = parts.map((part, at) =>
    el("div", { class: "pad-block" }, heads(at === 0), part.map(line), at === 0 ? sums : null),
  );
  return sheet(side, "pad-stages", ...blocks);
}

function headOf({ name }, at, isHere, onHead) {
  if (!onHead) return el("span", { class: `pad-stage${isHere ? " is-here" : ""}` }, name);
  return el(
    "button",
    {
      type: "button",
      class: `pad-stage${isHere ? " is-here" : ""}`,
      "aria-pressed": String(isHere),
      "data-key": `stage-${at}`,
      onclick: () => onHead(at),
    },
    name,
  );
}

const nameIn = (side, cell) => `${cell.name}, ${side.heads[cell.column].name}`;

/* Where a long sheet is parted: after the boxes of the first kind, else in the middle. */
function partsOf(rows) {
  const kindOf = (cells) => BOXES[cells[0].box].kind;
  const run = rows.findIndex((cells) => kindOf(cells) !== kindOf(rows[0]));
  const cut = run > 2 && run < rows.length - 2 ? run : Math.ceil(rows.length / 2);
  return [rows.slice(0, cut), rows.slice(cut)];
}

export const begunLines = (side) => byRow(side.cells).filter((cells) => cells.some((cell) => cell.points !== null));

/* A line for each part of the game that has begun: what was counted in it, in words; what it came to, in figures. */
function lines(side) {
  const begun = begunLines(side);
  const sums = (cells) => cells.filter((cell) => cell.typed === false);
  if (!begun.length) return null;
  return el(
    "ol",
    { class: "pad-hands", "aria-label": words("sheet_of", { name: side.name }) },
    begun.map((cells) =>
      el(
        "li",
        {},
        el("span", { class: "pad-hand-number" }, String(cells[0].row + 1), marksOf(cells)),
        el("span", { class: "pad-hand-events" }, eventsOf(cells)),
        sums(cells).map((cell) =>
          el("span", { class: "pad-figure", "aria-label": `${cell.name} ${cell.points ?? ""}` }, String(cell.points ?? "")),
        ),
      ),
    ),
  );
}

const marksOf = (cells) => cells.filter((cell) => cell.mark && cell.sign).map((cell) => symbol(cell.sign, cell.mark_name));

function eventsOf(cells) {
  const counted = cells.filter((cell) => cell.typed !== false && cell.points && !cell.mark);
  return counted.map((cell) => words("box_points", { box: cell.name, points: cell.points })).join(" · ");
}

function byRow(cells) {
  const rows = new Map();
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  return [...rows.values()];
}

const sheet = (side, shape, ...children) =>
  el("div", { class: shape, role: "group", "aria-label": words("sheet_of", { name: side.name }) }, ...children);

/* A figure beside the boxes: as strokes in fives where it is counted up one by one, else as a number. */
export function counter({ name, value }, asStrokes) {
  if (!asStrokes) {
    return el("span", { class: "pad-counter" }, name, " ", el("b", {}, String(value)));
  }
  return el(
    "span",
    { class: "pad-counter" },
    el("span", { class: "pad-counter-name" }, capital(name)),
    strokes(value),
    el("b", {}, String(value)),
  );
}

const DRAWN_STROKES = 25; // more are read off the number alone

export function strokes(value) {
  if (!value || value > DRAWN_STROKES) return null;
  const fives = Array.from({ length: Math.ceil(value / 5) }, (_, at) => Math.min(5, value - at * 5));
  return el(
    "span",
    { class: "strokes", "aria-hidden": "true" },
    fives.map((many) => el("span", { class: `stroke-five${many === 5 ? " is-full" : ""}` }, Array.from({ length: Math.min(many, 4) }, () => el("i", {})))),
  );
}
