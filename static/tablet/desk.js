/* The match as this tablet has it: the server's book, what waits on top of it, and what both come to.
   Knows: how an item is made and where it belongs, what an answer changes. Does not know: drawing (pad.js), how items
   travel (outbox.js), rules. */

import { SHOWN_MS } from "./drawing.js";
import { play, liveTurns } from "./folds.js";
import { Match } from "./match.js";
import { recall, remember } from "./memory.js";
import { clientId } from "./net.js";
import { Outbox } from "./outbox.js";
import { PracticeOutbox } from "./practice.js";
import * as door from "./rules/door.js";
import { Saying } from "./saying.js";

export class Desk {
  /* `onChange()`: state or status have changed; `onAnswer(outcomes)`: the server has judged items. */
  constructor(seed, rules, { onChange, onAnswer }) {
    this.saying = new Saying(seed, document.documentElement.lang || "es");
    this.match = new Match(seed, rules, this.saying);
    this.match.clock = (iso) => this.clock(iso);
    const timeZone = seed.tablet?.zone;
    // Made once: on a cheap tablet it takes longer than all else that a tap does.
    this.hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
    this.hours.format();
    this.isPractice = Boolean(seed.practice);
    this.opensKey = `cacho-opens-${seed.book.match.token}`;
    this.opens = this.isPractice ? null : recall(this.opensKey); // {number, side}: who begins a game, as the table says
    this.book = seed.book;
    this.isLost = false; // whether the page shows less than the book says
    this.inked = null; // the sheets with a turn that is written, as long as what follows from it is not worked out
    this.onChange = onChange;
    this.onAnswer = onAnswer;
    this.outbox = this.isPractice ? new PracticeOutbox({ onChange: () => this.changed() }) : this.outboxOf(seed);
    this.work();
  }

  outboxOf({ urls, tablet, book }) {
    return new Outbox({
      url: urls.sync,
      holdUrl: urls.hold,
      token: book.match.token,
      code: book.match.code,
      who: tablet.who,
      whoName: tablet.who_name,
      event: tablet.event,
      build: book.build,
      known: () => Object.fromEntries(this.book.games.map((game) => [game.number, game.sequence])),
      onChange: () => this.changed(),
      onAnswer: (answered) => this.answered(answered),
    });
  }

  /* What this browser has kept may be newer than the page. */
  async open() {
    const { book } = this;
    this.book = (await this.outbox.open(book)) ?? book;
    this.changed();
    if (!this.isLost) return;
    this.book = book;
    this.changed();
  }

  get items() {
    return this.outbox.items;
  }

  /* Why nothing can be written here, null where it can: `lost`, `shut` (this tablet was shut out), `whose` (whose items
     wait is to be answered first), `watches` (another tab or tablet writes). */
  get hindrance() {
    const { tab, writer, asks, isShut } = this.outbox.status;
    if (this.isLost) return "lost";
    if (isShut) return "shut";
    if (asks) return "whose";
    return tab === "watches" || writer ? "watches" : null;
  }

  /* ---- state ---- */

  /* Work the state out anew where anything has changed; tells whether it has. */
  work() {
    const { items, book } = this;
    const opens = this.opens && { ...this.opens };
    const from = JSON.stringify([items.map((item) => item.client_id), opens]);
    if (this.state && book === this.workedBook && from === this.worked) return false;
    try {
      this.state = this.match.state(book, items, { opens });
    } catch (error) {
      // A book that these scripts cannot read. What waits is sent all the same; the page is to be loaded anew.
      if (!this.state) throw error;
      this.isLost = true;
      return true;
    }
    this.isLost = false;
    this.worked = from;
    this.workedBook = book;
    return true;
  }

  changed() {
    if (!this.state) return; // it is only being made
    this.onChange(this.inked ? false : this.work());
  }

  /* Returns the book that holds from now on. */
  answered({ book, items, outcomes, answer }) {
    const next = book ?? (outcomes.length && !this.isLost ? this.match.acknowledged(this.book, items, outcomes) : this.book);
    const call = answer && "call" in answer ? answer.call : next.call;
    // A beat that brings nothing new draws nothing anew: a finger may be on a button.
    const isSame = next === this.book && JSON.stringify(call) === JSON.stringify(next.call);
    if (!isSame) this.book = { ...next, call, now: answer?.now ?? next.now };
    this.changed();
    this.onAnswer(outcomes);
    return this.book;
  }

  /* The time of a moment of this tablet's clock, by the server's clock and in the hall's zone. */
  clock(iso) {
    if (!iso) return "";
    return this.hours.format(new Date(Date.parse(iso) - (this.outbox?.status?.clockOff_s ?? 0) * 1000));
  }

  /* ---- what is put into the outbox ---- */

  /* Put an item of that kind: it gets its id, its time and its place. Throws: Refusal, where the rules refuse a turn. */
  put(kind, fields = {}) {
    const item = { kind, client_id: clientId(), at_device: new Date().toISOString(), ...this.place(kind), ...fields };
    if (kind === "turn") this.ink(this.tryOut(item));
    this.outbox.put(item);
    return item;
  }

  /* The figure stands on its sheet at once; all else that follows from a turn comes a moment later. */
  ink({ folded, rows }) {
    this.inked = this.match.inked(this.state.sides, folded, rows.at(-1));
    this.settled = new Promise((go) => (this.hasSettled = go));
    this.inking = setTimeout(() => this.settle(), SHOWN_MS);
  }

  /* Work out at once what was put off. */
  settle() {
    if (!this.inked) return;
    clearTimeout(this.inking);
    this.inked = null;
    this.changed();
    this.hasSettled();
  }

  place(kind) {
    const { game, undo } = this.state;
    if (kind === "cancel") return { game_number: undo.game, base_sequence: undo.sequence };
    if (kind === "turn" || kind === "confirm") return { game_number: game.number, base_sequence: game.sequence };
    return {};
  }

  /* What a turn comes to: {rows, folded}; a line that the rules refuse is never queued. */
  tryOut(item) {
    const { current } = this.match;
    if (!current) throw new door.Refusal("match-closed", null, {});
    if (!liveTurns(current.log).length && this.opens?.number === current.number) item.to_move = this.opens.side;
    return play(current.folded, item.line);
  }

  /* Let that side begin the game, in which nothing stands yet. */
  letOpen(side) {
    this.opens = { number: this.state.game.number, side };
    remember(this.opensKey, this.opens);
    this.changed();
  }

  /* The lines of what was put as one item. */
  linesOf(id) {
    return this.state.log.filter((row) => row.id === id && row.kind === "turn").map((row) => row.line).reverse();
  }

  refusalText({ code, facts }) {
    return this.saying.refusal(code, facts, this.state.sides.map((side) => side.name));
  }
}
