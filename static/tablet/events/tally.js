/* Quick entry of a whole hand: how often each event stood, then the cards. It is sent as one shorthand line, which
   the server unfolds.
   Knows: counting taps, adding up what the form says they are worth. Does not know: any rule; where the order of
   events would matter the form gives no room, and the events are written one by one. */

import { boxName, capital, el, ruleLink, seed, symbol, unbroken, words } from "../page.js";
import { begunLines } from "../sheets.js";
import { EventEntry } from "./entry.js";
import { countedFor, moveOf, movesOf } from "./moves.js";
import { askCards } from "./sheets.js";

const { table } = seed.rules;

export class Tally extends EventEntry {
  constructor(pad, saved = null) {
    super(pad);
    this.counts = saved?.counts ?? { 1: {}, 2: {} };
    this.cards = saved?.cards ?? null;
    this.dealer = saved?.dealer ?? pad.form.dealer;
    this.last = saved?.last ?? []; // what was tapped, for "erase"
  }

  get saved() {
    const { counts, cards, dealer, last } = this;
    return this.isEmpty ? null : { counts, cards, dealer, last };
  }

  get isEmpty() {
    return !this.last.length && !this.cards;
  }

  /* ---- sums ---- */

  events(side) {
    const { worth } = this.form.tally;
    return Object.entries(this.counts[side]).reduce((sum, [code, times]) => sum + times * (worth[code] ?? 0), 0);
  }

  get shares() {
    return this.cards && countedFor(table, this.form, this.dealer, this.cards);
  }

  /* The side whose events leave the order in doubt. */
  get crowded() {
    return this.sides.map(({ side }) => side).find((side) => this.events(side) > this.form.tally.room[side]);
  }

  /* ---- what a tap does ---- */

  add(code, side, by) {
    const times = (this.counts[side][code] ?? 0) + by;
    if (times < 0) return;
    this.counts[side][code] = times;
    if (by > 0) this.last.push([code, side]);
    else this.last.splice(this.last.findLastIndex(([one, of]) => one === code && of === side), 1);
  }

  erase() {
    if (this.cards) this.cards = null;
    else if (this.last.length) this.add(...this.last[this.last.length - 1], -1);
  }

  async count() {
    const { cards, dealer, form, sides } = this;
    const gaps = [1, 2].map(() => ({ least: 0, most: table.pack }));
    const said = await askCards({ form, sides, dealer, number: this.number, gaps, cards, yes: () => words("done") });
    if (said) this.cards = said;
    this.pad.draw();
  }

  get number() {
    return begunLines(this.sides[0]).length + 1;
  }

  write() {
    const events = (side) => table.events.filter((code) => this.counts[side][code]).map((code) => `${code}=${this.counts[side][code]}`);
    const parts = [events(1).join(" "), events(2).join(" "), this.cards.join(" ")];
    this.pad.send(`${this.dealer} tally ${parts.join(" / ")}`, "quick");
  }

  /* ---- what the page shows ---- */

  get hint() {
    return this.form.tally ? words("hint_tally") : "";
  }

  get message() {
    if (!this.form.tally) return null;
    const side = this.crowded;
    const rule = table.cites["order-hidden"];
    if (side) return { kind: "warn", text: words("tally_room", { name: this.name(side), points: this.events(side) }), rule };
    return null;
  }

  get panel() {
    if (!this.form.tally) {
      return [
        el("p", { class: "pad-lead" }, words(this.form.hand ? "tally_begun" : "tally_late"), " ", this.form.hand ? null : ruleLink(table.cites["order-hidden"])),
        el("button", { type: "button", class: "btn btn-leather btn-lg pad-to-events", "data-key": "to-events", onclick: () => this.pad.choose("full") }, words("to_events")),
      ];
    }
    return [this.deals(), el("div", { class: "pad-events is-tally" }, this.sides.map((side) => this.column(side)))];
  }

  deals() {
    const keys = this.dealerKeys(movesOf(this.form, "hand"));
    const deals = keys.length > 1 ? words("tally_deals") : words("hand_deals", { name: this.name(this.dealer) });
    return el(
      "div",
      { class: "pad-hand" },
      symbol("cards"),
      el("span", {}, `${words("hand_next", { number: this.number })} · ${deals}`),
      keys.length > 1 ? el("div", { class: "pad-picks" }, keys) : null,
    );
  }

  column({ side, name }) {
    const { shares } = this;
    const sum = this.events(side) + (shares?.[side] ?? 0);
    return el(
      "section",
      { class: "pad-event-side", "aria-label": name },
      el("h3", {}, unbroken(name)),
      this.form.tally.columns.map((code) => this.row(code, side)),
      el(
        "p",
        { class: `pad-tally-sum${this.crowded === side ? " is-crowded" : ""}` },
        el("span", {}, words("tally_events", { points: this.events(side) })),
        shares ? el("span", {}, words("tally_count", { cards: this.cards[side - 1], points: shares[side] })) : null,
        el("b", {}, words("count_scores", { points: sum })),
      ),
    );
  }

  row(code, side) {
    const times = this.counts[side][code] ?? 0;
    const event = capital(boxName(code));
    const gaps = { event, name: this.name(side) };
    return el(
      "div",
      { class: `pad-tally${times ? " is-counted" : ""}` },
      el(
        "button",
        { type: "button", class: "pad-step", "data-key": `less-${code}-${side}`, "aria-label": words("count_less", gaps), disabled: !times, onclick: () => this.pad.tap(() => this.add(code, side, -1)) },
        "\u2212",
      ),
      el(
        "button",
        { type: "button", class: "pad-event", "data-key": `more-${code}-${side}`, "aria-label": `${words("count_more", gaps)}: ${times}`, onclick: () => this.pad.tap(() => this.add(code, side, 1)) },
        el("span", { class: "pad-event-name" }, event),
        el("b", { class: "pad-figure" }, times ? String(times) : "+"),
      ),
    );
  }

  get buttons() {
    if (!this.form.tally) return [];
    const { cards } = this;
    const text = cards ? words("tally_cards_are", { first: cards[0], second: cards[1] }) : words("tally_cards");
    const isReady = cards && this.shares && !this.crowded && moveOf(this.form, "hand", this.dealer);
    return [
      { key: "cards", sign: "cards", text, press: () => this.count() },
      { key: "write", text: words("tally_write"), main: true, off: !isReady, press: () => this.write() },
    ];
  }
}
