/* A match as the tablet works it out itself: the server's book, what waits to be sent, and the rules.
   Knows: how rows become games, sheets, an end; what an item that waits will become. Does not know: the document, the
   network, any rule (rules/door.js), any sentence (saying.js).

   Nothing here is decided: where the server finds otherwise its book takes the place of the one held. */

import * as door from "./rules/door.js";
import { Drawn } from "./drawn.js";
import { Folds, lastTurn, liveTurns, play } from "./folds.js";

/* Items that change the log. */
const LOGGED = ["turn", "cancel"];

export class Match {
  /* `seed`: what the page was given; `rules`: of the game, as the door has loaded them; `saying`: its words. */
  constructor(seed, rules, saying) {
    this.folds = new Folds(rules);
    this.drawn = new Drawn(rules, saying);
    this.rules = rules;
    this.who = seed.tablet?.who_name ?? "";
    this.clock = (iso) => iso?.slice(11, 16) ?? "";
  }

  /* What the page draws: all that the server's own state has, and `confirm`, `cards`, `call`, `turn_since`, `unsent`,
     `now`, `playable`, `mayOpen` (the game has begun with nothing, so that another side may), `unfit` (items that do not
     follow from what is known: {id, code, rule, facts}). `opens`: {number, side}: the side that begins a game in which
     nothing stands, where the table says so. */
  state(book, items, { opens = null } = {}) {
    const told = this.told(book, items, opens);
    this.current = told.current; // the game that the next turn belongs to; null where none is open
    return { ...this.drawn.state(told), ...this.besides(told, items) };
  }

  /* The sides as `state` has them, with one turn more on the sheets; `row`: its last line. */
  inked(sides, folded, row) {
    const { box, side } = turnOf(row);
    const inked = (sheet) => ({ ...this.drawn.sheet(sheet), total: sheet.total, fresh: box });
    return sides.map((each) => (each.side === side ? { ...each, ...inked(door.sheet(folded, side)) } : each));
  }

  /* The book after the server has taken items; `outcomes` are its answers, by the ids of the items. */
  acknowledged(book, items, outcomes) {
    const kept = new Map(outcomes.filter((each) => each.verdict !== "refused").map((each) => [each.client_id, each]));
    const told = this.told(book, items.filter((item) => kept.has(item.client_id)), null);
    const games = told.games.filter((game) => game.begun).map(({ begun, folded, status, ...game }) => ({
      ...game,
      log: game.log.map(({ waiting, ...row }) => row),
    }));
    return {
      ...book,
      match: { ...book.match, finished: told.finished },
      games,
      next: told.blank ? beginningOf(told.blank) : null,
      closed: told.changed ? null : book.closed,
      fixed: told.changed ? null : book.fixed,
      confirmations: told.confirmations,
      cards: told.cards,
      call: told.call,
      turn_since: told.changed ? null : book.turn_since,
    };
  }

  besides(told, items) {
    const { book, confirmations, current, decided, finished, changed } = told;
    const needed = book.match.confirmation;
    const waits = decided && !finished && needed !== "none";
    const given = confirmations.filter((each) => each.stands).map((each) => each.side);
    const sides = book.sides.map((side) => side.side);
    return {
      confirm: waits ? { needed, given, missing: sides.filter((side) => !given.includes(side)) } : null,
      cards: told.cards,
      call: told.call,
      playable: book.playable,
      turn_since: changed ? null : book.turn_since,
      now: changed ? null : book.now,
      mayOpen: Boolean(current && current.status.to_move !== null && !liveTurns(current.log).length),
      unsent: items.length,
      unfit: told.unfit,
    };
  }

  /* ---- the book and what waits, put together ---- */

  told(book, items, opens) {
    const told = new Told(book);
    for (const game of told.games) this.folds.fold(game);
    this.settle(told);
    for (const item of items) this.take(told, item);
    const { current } = told;
    if (opens && current?.number === opens.number) this.open(current, opens.side);
    return told;
  }

  /* Let a side open a game in which nothing stands. */
  open(game, side) {
    if (liveTurns(game.log).length || game.to_move === side) return;
    game.to_move = side;
    this.folds.fold(game);
  }

  /* What follows from the games: whether the match is decided, which game is played, how the next begins. */
  settle(told) {
    const { book } = told;
    const begun = told.games.filter((game) => game.begun);
    const played = begun.filter((game) => lastTurn(game.log));
    const first = begun[0];
    const rule = { sides: book.sides.length, best_of: book.match.best_of, tie: book.match.tie, options: first?.options };
    told.outcome = played.length ? door.matchOutcome(this.rules, played.map((game) => game.status), rule) : null;
    const allOver = begun.every((game) => game.status.over);
    told.decided = Boolean(allOver && told.outcome?.over);
    told.finished = this.isFinished(told);
    told.blank = allOver && !told.decided && !told.finished ? this.blank(told, begun) : null;
    told.games = told.blank ? [...begun, told.blank] : begun;
    told.last = played.at(-1) ?? null;
    const isOpen = book.playable && !told.finished;
    told.current = (isOpen && told.games.find((game) => !game.status.over)) || null;
    told.shown = told.current ?? told.last;
  }

  isFinished(told) {
    const { book, changed, decided, confirmations } = told;
    if (!changed && book.match.finished) return true;
    if (book.match.confirmation === "none") return changed && decided;
    const given = new Set(confirmations.filter((each) => each.stands).map((each) => each.side));
    return decided && told.confirmedHere && book.sides.every((side) => given.has(side.side));
  }

  blank(told, begun) {
    const { book } = told;
    const number = begun.length + 1;
    if (!book.playable && book.next?.number !== number) return null;
    const like = begun[0] ?? book.next;
    if (!like) return null;
    const beginning = book.next?.number === number ? book.next : { ...beginningOf(like), number, to_move: book.opens[(number - 1) % book.opens.length] };
    const game = { ...beginning, sequence: 0, is_paper: false, log: [], begun: false };
    this.folds.fold(game);
    return game;
  }

  /* ---- one item that waits ---- */

  take(told, item) {
    try {
      this[`take_${item.kind}`]?.(told, item);
    } catch (error) {
      if (!(error instanceof door.Refusal)) throw error;
      told.unfit.push({ id: item.client_id, code: error.code, rule: error.rule, facts: error.facts });
    }
    if (LOGGED.includes(item.kind)) this.settle(told);
  }

  take_turn(told, item) {
    if (told.holds(item.client_id)) return;
    const game = told.current;
    if (!game) throw new door.Refusal("match-closed", null, { match: told.book.match.code });
    if (item.game_number !== game.number) throw new door.Refusal("no-such-game", null, { number: item.game_number, current: game.number });
    if (item.to_move) this.open(game, item.to_move);
    inOrder(game, item);
    const { rows, folded } = play(game.folded, item.line);
    for (const row of rows) told.add(game, item, turnOf(row), this);
    game.begun = true;
    this.folds.stand(game, folded);
  }

  take_cancel(told, item) {
    if (told.holds(item.client_id)) return;
    const game = told.last;
    if (!game || game.number !== item.game_number) throw new door.Refusal("nothing-to-cancel", null, {});
    const { id } = lastTurn(game.log);
    if (id !== item.cancels) throw new door.Refusal("nothing-to-cancel", null, {});
    inOrder(game, item);
    const rows = liveTurns(game.log).filter((row) => row.id === id);
    for (const row of rows.reverse()) {
      told.add(game, item, { kind: "cancel", side: row.side, cancels: row.sequence, reason: item.reason ?? "" }, this);
    }
    this.folds.fold(game);
  }

  take_confirm(told, item) {
    const { last, confirmations } = told;
    const fits = told.decided && last.number === item.game_number && last.sequence === item.base_sequence;
    const given = confirmations.some((each) => each.stands && each.side === item.side);
    if (!fits || given) return;
    confirmations.push({ side: item.side, how: item.how, time: this.clock(item.at_device), stands: true });
    told.confirmedHere = true;
    this.settle(told);
  }

  take_card(told, item) {
    if (told.cards.some((card) => card.id === item.client_id)) return;
    const { client_id: id, side, card: kind, reason } = item;
    told.cards.push({ id, side, kind, reason, time: this.clock(item.at_device), who: this.who, waiting: true });
  }

  take_call(told, item) {
    if (told.call) return;
    told.call = { id: item.client_id, reason: item.reason, time: this.clock(item.at_device), coming: false, who: this.who, waiting: true };
  }

  take_uncall(told, item) {
    if (told.call?.id === item.call) told.call = null;
  }
}

/* The book while items are put on top of it; the book itself is left as it is. */
class Told {
  constructor(book) {
    this.book = book;
    this.games = book.games.map((game) => ({ ...game, log: [...game.log], begun: true }));
    this.confirmations = book.confirmations.map((each) => ({ ...each }));
    this.cards = [...book.cards];
    this.call = book.call;
    this.changed = false; // whether the log has moved on since the book
    this.confirmedHere = false;
    this.unfit = [];
  }

  holds(id) {
    return this.games.some((game) => game.log.some((row) => row.id === id));
  }

  add(game, item, row, { who, clock }) {
    game.sequence += 1;
    const about = { sequence: game.sequence, id: item.client_id, at: item.client_id, time: clock(item.at_device), who, waiting: true };
    game.log.push({ ...BLANK, ...row, ...about });
    this.changed = true;
    for (const each of this.confirmations) each.stands = false; // they were given on another log
  }
}

const BLANK = { kind: "turn", side: null, line: "", box: "", points: null, mark: "", warning: "", cancels: null, reason: "" };

const turnOf = (row) => ({
  side: row.side,
  line: row.line,
  box: row.box || row.play || "",
  points: row.points,
  mark: row.mark ?? "",
  warning: row.warning ?? "",
});

const beginningOf = ({ number, game, options, sides, to_move, players }) => ({ number, game, options, sides, to_move, players });

function inOrder(game, item) {
  if (item.base_sequence === game.sequence) return;
  const code = item.base_sequence < game.sequence ? "old-sequence" : "sequence-ahead";
  throw new door.Refusal(code, null, { sent: item.base_sequence, sequence: game.sequence });
}
