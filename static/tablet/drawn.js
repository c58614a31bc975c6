/* A folded match as the page draws it: sides with their sheets, the end, the log, what an undo would take back.
   Knows: the shape of the server's own state (`board` there), which this one is equal to. Does not know: rows that wait,
   rules, the document. */

import * as door from "./rules/door.js";
import { formOf, lastTurn, liveTurns, sheetsOf } from "./folds.js";
import { figure } from "./saying.js";

const MOST_ROWS = 200;
const SHUT = { to_move: null, over: true, sides: [] };

export class Drawn {
  constructor(rules, saying) {
    this.rules = rules;
    this.saying = saying;
    this.figures = new Map(); // by line: what it counts besides its points
  }

  /* `told`: see match.js. */
  state(told) {
    const { book, shown, current, finished } = told;
    const { token, best_of } = book.match;
    const form = shown && !shown.status.over ? formOf(shown.folded) : null;
    return {
      match: { token, finished, best_of },
      game: shown ? { number: shown.number, sequence: shown.sequence, title: this.saying.game(book.match, shown.number), entry: form?.entry ?? "" } : null,
      form: current && form ? form : SHUT,
      sides: shown ? this.sides(told, shown) : [],
      ended: this.ended(told),
      undo: this.undo(told),
      log: this.log(told),
      refusals: book.refusals,
    };
  }

  /* ---- the sides and their sheets ---- */

  sides(told, game) {
    const { status, folded } = game;
    const sheets = sheetsOf(folded);
    const form = status.over ? null : formOf(folded);
    const places = placesOf(status.ranking);
    const fresh = lastTurn(game.log);
    return told.book.sides.map(({ side, name, club, players }, at) => ({
      side,
      name,
      club,
      players,
      games_won: gamesWon(told, side),
      total: sheets[at].total,
      turn: turnOf(sheets[at], status.turns[at] ?? 0),
      place: status.over ? places.get(side) : null,
      note: this.note(told, game, side, sheets[at], form),
      kept: form?.kept?.includes(side) ? this.saying.mark("kept") : "",
      fresh: fresh?.side === side ? fresh.box : null,
      ...this.sheet(sheets[at]),
    }));
  }

  note(told, { status }, side, sheet, form) {
    const { saying } = this;
    const played = status.turns[side - 1] ?? 0;
    const isOut = told.book.sides[side - 1].is_out || (told.finished && told.outcome?.out?.includes(side));
    if (status.over && status.winners.includes(side)) return saying.words("winner");
    if (isOut) return saying.words("out_of_event");
    if (told.finished && !status.over) return "";
    // Where a sheet has a line for each part of the game, nobody counts turns.
    if (status.over) return sheet.shape === "lines" ? "" : saying.counted("turns", played);
    if (status.to_move === null) return this.dealing(form, side);
    return status.to_move === side ? saying.words("throws_now") : saying.words("turn_number", { number: turnOf(sheet, played) });
  }

  dealing(form, side) {
    if (form.hand) return form.hand.dealer === side ? this.saying.words("deals_this") : "";
    return form.dealer === side ? this.saying.words("deals_next") : "";
  }

  sheet(sheet) {
    const named = (code) => ({ code, name: this.saying.box(code) });
    const isBlank = (cell) => sheet.shape === "lines" && cell.points === null; // only a rule on paper
    return {
      shape: sheet.shape,
      rows: sheet.rows,
      columns: sheet.columns,
      heads: sheet.heads.map(named),
      sums: sheet.sums,
      counters: sheet.counters.map(({ code, value, most }) => ({ ...named(code), value, most })),
      cells: sheet.cells.filter((cell) => !isBlank(cell)).map((cell) => this.cell(cell)),
    };
  }

  cell({ box, ref, row, column, points, mark, pending, typed }) {
    const marked = mark ? { mark_name: this.saying.mark(mark), sign: this.saying.rules.signs[mark] ?? "" } : { mark_name: "", sign: "" };
    return { box, ref: ref || box, name: this.saying.box(box), row, column, points, mark, ...marked, pending, typed };
  }

  /* ---- the end of a game ---- */

  ended(told) {
    const { book, last: game, shown, changed } = told;
    if (book.closed && !changed) return { ...book.closed, sides: shown ? this.sides(told, shown) : [] };
    if (!game?.status.over) return null;
    const end = endOf(told);
    const { winners } = game.status;
    const won = end ? end.filter((line) => line.place === 1).map((line) => line.side) : winners;
    const number = book.match.best_of > 1 && !end ? game.number : null;
    const names = won.map((side) => book.sides[side - 1].name);
    return {
      number: game.number,
      winner: winners.length === 1,
      title: this.saying.winners(names, { number, sides: book.sides.length }),
      sentence: this.sentence(told, game),
      places: this.places(told, game, end),
      sides: this.sides(told, game),
    };
  }

  sentence(told, { status, folded }) {
    const { best_of } = told.book.match;
    const totals = sheetsOf(folded).map((sheet) => sheet.total);
    const [winner, ...others] = status.winners;
    const isAlone = !status.instant && winner !== undefined && !others.length;
    // A winner with no more points than the other is a figure that nobody can explain.
    const isLevel = isAlone && totals.filter((total) => total === totals[winner - 1]).length > 1;
    const won = told.book.sides.map(({ side }) => gamesWon(told, side));
    return this.saying.end({ status, totals, isLevel, won, sides: totals.length, best_of });
  }

  /* Who came in where at a table of more than two: in the match once it is decided, before in the game. */
  places(told, { status, folded }, end) {
    const { sides, match } = told.book;
    if (sides.length === 2) return [];
    const places = placesOf(status.ranking);
    const sheets = end ? null : sheetsOf(folded);
    const rows = sides.map(({ side, name }, at) => {
      const { place, points } = end?.find((line) => line.side === side) ?? { place: places.get(side), points: sheets[at].total };
      return { place, name, total: figure(points), games_won: match.best_of > 1 ? gamesWon(told, side) : null };
    });
    return rows.sort((one, other) => one.place - other.place);
  }

  /* ---- the log ---- */

  undo({ book, last, changed }) {
    const turn = last && lastTurn(last.log);
    if (!turn || last.is_paper || (!changed && (book.closed || book.fixed))) return null;
    const count = liveTurns(last.log).filter((row) => row.id === turn.id).length;
    const names = book.sides.map((side) => side.name);
    const sentence = this.saying.undo(nameOf(names, turn), this.saying.turn(this.withFigures(turn), names), count);
    return { id: turn.id, game: last.number, sequence: last.sequence, sentence };
  }

  log({ book, games }) {
    const names = book.sides.map((side) => side.name);
    const rows = games.flatMap((game) => {
      const cancelled = new Set(game.log.map((row) => row.cancels).filter((each) => each !== null));
      return toldTogether(game.log).map((together) => this.row(game, together, cancelled, names));
    });
    return rows.reverse().slice(0, MOST_ROWS);
  }

  row({ number }, [row, ...others], cancelled, names) {
    const isTurn = row.kind === "turn";
    return {
      id: row.id,
      kind: row.kind,
      name: nameOf(names, row),
      what: others.length ? this.saying.takenBack([row, ...others]) : this.saying.turn(this.withFigures(row), names),
      line: row.line,
      cancelled: isTurn && cancelled.has(row.sequence),
      quiet: isTurn && Boolean(row.box) && row.points === null,
      warning: this.saying.warning(row.warning),
      game: number,
      time: row.time,
      who: row.who,
      waiting: row.waiting ?? false,
    };
  }

  withFigures(row) {
    if (row.kind !== "turn") return { ...row, figures: "" };
    if (!this.figures.has(row.line)) this.figures.set(row.line, door.counted(this.rules, row.line).join("–"));
    return { ...row, figures: this.figures.get(row.line) };
  }
}

/* How the match ends: by its turns, or as the chief referee has set it; null while it is open. */
function endOf({ book, outcome, decided, changed }) {
  if (book.fixed && !changed) return book.fixed;
  if (!decided) return null;
  return outcome.places.map((place, at) => ({ side: at + 1, place, points: outcome.points[at] }));
}

const nameOf = (names, row) => (row.side ? names[row.side - 1] : "");

const gamesWon = ({ games }, side) =>
  games.filter(({ status }) => status.over && status.winners.length === 1 && status.winners[0] === side).length;

/* Which turn of its side comes next; where its sheet is full, which was its last. */
function turnOf({ shape, cells }, played) {
  const isFull = shape !== "lines" && cells.every((cell) => !cell.typed || cell.points !== null);
  return isFull ? played : played + 1;
}

/* One place a side; those who are level share one: 1, 2, 2, 4. */
function placesOf(ranking) {
  const places = new Map();
  for (const level of ranking) {
    const place = places.size + 1;
    for (const side of level) places.set(side, place);
  }
  return places;
}

/* The rows one by one, but as one those that were taken back at one moment: a whole hand, a whole sheet. */
function toldTogether(log) {
  const parts = [];
  for (const row of log) {
    const before = parts.at(-1)?.[0];
    if (row.kind === "cancel" && before?.kind === "cancel" && before.at === row.at) parts.at(-1).push(row);
    else parts.push([row]);
  }
  return parts;
}
