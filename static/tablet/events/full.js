/* Entry event by event: a hand is dealt, events are called as they happen, the cards end it.
   Knows: the steps of a hand as a judge taps them. Does not know: any rule: what is legal, what it scores and why
   something is not stands in the form. */

import { ask, askToWin, choose } from "../asking.js";
import { boxName, capital, el, refusalText, seed, symbol, unbroken, words } from "../page.js";
import { EventEntry } from "./entry.js";
import { filled, moveOf, movesOf } from "./moves.js";
import { askCards, askPenalty } from "./sheets.js";

const { table } = seed.rules;

export class Full extends EventEntry {
  constructor(pad, saved = null) {
    super(pad);
    this.selected = saved && moveOf(this.form, saved.code, saved.side) ? saved : null; // {code, side}
    this.dealer = this.form.dealer; // of the next hand
  }

  get saved() {
    return this.selected;
  }

  get isEmpty() {
    return this.selected === null;
  }

  get move() {
    return this.selected && moveOf(this.form, this.selected.code, this.selected.side);
  }

  /* ---- what a tap does ---- */

  erase() {
    this.selected = null;
  }

  async event(code, side) {
    const moves = movesOf(this.form, code, side);
    if (!moves.length) {
      const { code: refusal, rule, facts } = this.form.blocked[side]?.[code] ?? { code: "" };
      const gaps = { ...facts, side: this.name(side), event: boxName(code), dealer: this.form.hand && this.name(this.form.hand.dealer) };
      return this.pad.notice(refusal ? refusalText(refusal, gaps) : words("not_now"), "warn", rule);
    }
    if (moves.some((move) => move.player)) return this.announce(code, side, moves);
    const isSame = this.selected?.code === code && this.selected.side === side;
    this.selected = isSame ? null : { code, side };
    return null;
  }

  /* Of a side of several players one announces; naming that player is the second tap. */
  async announce(code, side, moves) {
    this.selected = null;
    const members = this.sides[side - 1].players ?? [];
    const choices = moves.map((move) => ({
      text: members[move.player - 1] ?? words("player", { number: move.player }),
      value: move.player,
    }));
    const player = await choose(words("who_announces", { event: boxName(code) }), this.name(side), choices);
    const move = moves.find((each) => each.player === player);
    if (move) this.record(move);
  }

  async record(move) {
    const wins = move.points === null;
    if (wins && !(await askToWin(boxName(move.code), this.name(move.side)))) return;
    this.pad.send(move.line, "full");
  }

  async count(move) {
    const gaps = [1, 2].map((side) => move.gaps.find((gap) => gap.name === String(side)));
    const { number } = this.form.hand;
    const cards = await askCards({ form: this.form, sides: this.sides, dealer: move.side, number, gaps });
    if (cards) this.pad.send(filled(move, { 1: cards[0], 2: cards[1] }), "full");
  }

  async misdeal(move) {
    const gaps = { name: this.name(move.side), other: this.name(move.gets), points: move.points };
    const text = words(move.points === null ? "misdeal_wins" : "misdeal_ask", gaps);
    if (await ask(words("misdeal_title", gaps), text, words("misdeal_yes"))) this.pad.send(move.line, "full");
  }

  async penalty(moves) {
    const given = await askPenalty(moves, this.sides);
    if (given) this.pad.send(filled(given.move, given), "full");
  }

  /* ---- what the page shows ---- */

  get hint() {
    return words(this.form.hand ? "hint_event" : "hint_no_hand");
  }

  get panel() {
    return [this.hand(), el("div", { class: "pad-events" }, this.sides.map((side) => this.column(side))), this.others()];
  }

  hand() {
    const { hand } = this.form;
    if (hand) {
      const gaps = { ...hand, name: this.name(hand.dealer) };
      return el("p", { class: "pad-hand", role: "status" }, symbol("cards"), el("span", {}, words("hand_line", gaps)));
    }
    const deals = movesOf(this.form, "hand");
    if (deals.length < 2) return el("p", { class: "pad-hand" }, symbol("cards"), el("span", {}, words("hand_none")));
    const keys = el("div", { class: "pad-picks" }, this.dealerKeys(deals));
    return el("div", { class: "pad-hand" }, symbol("cards"), el("span", {}, words("hand_first")), keys);
  }

  column({ side, name }) {
    return el(
      "section",
      { class: "pad-event-side", "aria-label": name },
      el("h3", {}, unbroken(name)),
      table.events.map((code) => this.key(code, side)),
    );
  }

  key(code, side) {
    const move = moveOf(this.form, code, side);
    const chosen = this.selected?.code === code && this.selected.side === side;
    const event = capital(boxName(code));
    const points = move && move.points !== null ? `+${move.points}` : null;
    return el(
      "button",
      {
        type: "button",
        class: `pad-event${move ? "" : " is-blocked"}${chosen ? " is-chosen" : ""}`,
        "aria-pressed": String(chosen),
        "aria-label": move ? this.aloud(move, event) : words("event_blocked", { event, name: this.name(side) }),
        "data-key": `event-${code}-${side}`,
        onclick: () => this.pad.tap(() => this.event(code, side)),
      },
      el("span", { class: "pad-event-name" }, event),
      points ? el("b", { class: "pad-figure" }, points) : null,
      move?.wins ? symbol("trophy") : null,
    );
  }

  aloud({ points, side }, event) {
    const name = this.name(side);
    return points === null ? words("event_wins", { event, name }) : words("event_said", { event, points, name });
  }

  others() {
    const misdeal = moveOf(this.form, "misdeal");
    const penalties = movesOf(this.form, "penalty");
    const button = (name, press) =>
      el("button", { type: "button", class: "btn btn-quiet", "data-key": name, onclick: () => this.pad.tap(press) }, words(name));
    return el(
      "div",
      { class: "pad-others" },
      misdeal ? button("misdeal", () => this.misdeal(misdeal)) : null,
      penalties.length ? button("penalty", () => this.penalty(penalties)) : null,
    );
  }

  get buttons() {
    const { form, move } = this;
    if (!form.hand) {
      const begin = moveOf(form, "hand", this.dealer) ?? moveOf(form, "hand");
      const text = begin ? words("hand_begin", { name: this.name(begin.side) }) : words("write_nothing");
      return [{ key: "hand", sign: "cards", text, main: true, off: !begin, press: () => this.pad.send(begin.line, "full") }];
    }
    const deal = moveOf(form, "deal");
    const count = moveOf(form, "count");
    const step = deal
      ? { key: "deal", sign: "cards", text: words("deal_next"), once: true, press: () => this.pad.send(deal.line, "full") }
      : { key: "count", sign: "cards", text: words("count_open"), off: !count, press: () => this.count(count) };
    const text = move ? this.said(move) : words("write_nothing");
    return [{ ...step, off: step.off || Boolean(move) }, { key: "write", text, main: true, off: !move, press: () => this.record(move) }];
  }

  said(move) {
    const event = boxName(move.code);
    if (move.points === null) return words("write", { play: event });
    return words("write", { play: words("event_of", { event, points: move.points, name: this.name(move.side) }) });
  }
}
