/* Entry by dice: throws, kept dice, flips, then the box.
   Knows: the steps of a turn as a referee taps them, with one attempt or two; how to write the record line.
   Does not know: any rule (reading.js looks things up), sending. */

import { ask } from "../asking.js";
import { diceKeys } from "../dice.js";
import { boxAndPoints, boxName, el, seed, symbol, words } from "../page.js";
import { Attempt } from "./attempt.js";
import { read, refusalOf } from "./reading.js";

const table = seed.rules.table;
const KINDS = Object.fromEntries(table.boxes.map((each) => [each.box, each.kind]));

export class Full {
  /* `pad` gives `form`, `side`, `notice(text)`, `send(line, entry)` and `draw()`. */
  constructor(pad, saved = null) {
    this.pad = pad;
    this.first = saved?.first ?? null; // the first attempt of two, done: {text, box, points, crosses, isPending}
    this.attempt = new Attempt(table, saved?.attempt);
    this.selected = null;
    this.crossing = false;
    this.flipping = false;
  }

  get saved() {
    return this.isEmpty ? null : { first: this.first, attempt: this.attempt.saved };
  }

  get isEmpty() {
    return !this.first && this.attempt.isEmpty;
  }

  get open() {
    const side = this.pad.form.sides[this.pad.side - 1];
    const written = this.first && !this.first.isPending ? this.first.box : null;
    const again = KINDS[written] === "grande" && side.grandes_open > 1;
    return side.open.filter((box) => box !== written || again);
  }

  get reading() {
    return read(this.attempt, table, this.open);
  }

  /* ---- what a tap does ---- */

  press(face) {
    this.refuse(this.attempt.press(face));
    this.settle();
  }

  die(row, place) {
    const { attempt } = this;
    const isLast = row === attempt.number - 1;
    if (isLast && !attempt.isFull) return;
    if (isLast && this.flipsNow) this.refuse(attempt.flip(place));
    else if (!isLast || attempt.mayThrowAgain) this.refuse(attempt.keep(row, place));
    else this.refuse("flip-not-allowed");
    this.settle();
  }

  get flipsNow() {
    const { attempt } = this;
    if (!attempt.mayFlip) return false;
    return this.flipping || !attempt.mayThrowAgain || !attempt.mayKeep;
  }

  box(box) {
    const { reading, open } = this;
    if (!open.includes(box)) return this.refuse("box-taken", { box: boxName(box) });
    if (!reading) return this.pad.notice(words("dice_first"));
    if (!this.crossing && !reading.offers[box]) {
      return this.refuse(refusalOf(box, reading, open, KINDS), { box: boxName(box) });
    }
    this.selected = this.selected === box ? null : box;
    return null;
  }

  /* The last tap goes: a choice first, unless nobody tapped it, for then the dice before it are meant. */
  erase() {
    const { selected, crossing } = this.only;
    const isTapped = this.selected !== selected || this.crossing !== crossing;
    if (isTapped) {
      this.settle();
      return;
    }
    if (this.attempt.isEmpty && this.first) {
      this.attempt = new Attempt(table, this.first.attempt);
      this.first = null;
    } else {
      this.attempt.erase();
    }
    this.settle();
  }

  cross() {
    const { reading } = this;
    if (!reading) return this.pad.notice(words("dice_first"));
    if (!reading.mayCross) return this.refuse(reading.stopCode ?? "cross-forbidden");
    this.crossing = !this.crossing;
    this.selected = null;
    return null;
  }

  /* What can only be one thing. */
  get only() {
    const { reading } = this;
    if (!reading || reading.dormida) return { selected: null, crossing: false };
    const offers = Object.keys(reading.offers);
    const isOne = offers.length === 1 && !this.attempt.mayThrowAgain;
    return { selected: isOne ? offers[0] : null, crossing: !offers.length && Boolean(reading.mayCross) };
  }

  /* After a tap: what can only be one thing is chosen already. */
  settle() {
    if (!this.attempt.mayFlip) this.flipping = false;
    Object.assign(this, this.only);
  }

  refuse(code, gaps = {}) {
    if (!code) return;
    const { number, flipped, flipsAllowed } = this.attempt;
    const dice = code === "too-many-flips" ? { flips: flipped.length + 1, allowed: flipsAllowed } : {};
    this.pad.refuse(code, { throw: number + 1, throws: number + 1, allowed: table.throws, ...dice, ...gaps });
  }

  /* ---- the line ---- */

  get play() {
    const { selected, crossing, reading } = this;
    return crossing ? `x${selected}` : `=${selected} ${reading.offers[selected]}`;
  }

  send(last) {
    const attempts = [this.first?.text, last].filter((text) => text);
    this.pad.send(`${this.pad.side} ${attempts.join(" / ")}`, "full");
  }

  write() {
    this.send(`${this.attempt.notation} ${this.play}`);
  }

  /* The first attempt of two is done; the partner throws. */
  pass(isPending) {
    const { selected, crossing, reading, attempt } = this;
    const sign = crossing ? "x" : "";
    const play = isPending ? `~${sign}${selected}` : this.play;
    this.first = {
      text: `${attempt.notation} ${play}`,
      box: selected,
      points: crossing ? 0 : reading.offers[selected],
      crosses: crossing,
      mark: markOf(selected, reading),
      isPending,
      attempt: attempt.saved,
    };
    this.attempt = new Attempt(table);
    this.settle();
    this.pad.stepped();
  }

  async dormida() {
    const name = this.pad.mover.name;
    if (await ask(words("dormida_title"), words("dormida_ask", { name }), words("dormida_yes"))) {
      this.send(`${this.attempt.notation} dormida`);
    }
  }

  /* The second attempt ends without a box of its own. */
  end(word) {
    if (!this.attempt.isEmpty && !this.reading) return this.pad.notice(words("dice_first"));
    const dice = this.attempt.isEmpty ? "" : `${this.attempt.notation} `;
    return this.send(word === "-" && !dice ? "" : `${dice}${word}`);
  }

  /* ---- what the page shows ---- */

  get light() {
    const { reading, selected, crossing, first } = this;
    const offers = reading && !crossing ? reading.offers : {};
    return {
      lit: Object.fromEntries(
        Object.entries(offers).map(([box, points]) => [box, { points, mark: markOf(box, reading) }]),
      ),
      selected,
      crosses: crossing,
      ready: crossing ? this.open : [],
      pending: first?.isPending ? first : null,
    };
  }

  get hint() {
    const { attempt } = this;
    if (!attempt.isFull) return words(attempt.number === 1 ? "hint_first" : "hint_next");
    if (this.flipsNow) return words("hint_flip");
    if (attempt.mayThrowAgain) return words(attempt.mayKeep ? "hint_keep" : "hint_again");
    return words("hint_box");
  }

  get message() {
    const { reading, selected, crossing, first } = this;
    if (reading?.dormida) return { kind: "live", text: words("dormida_seen") };
    if (crossing && !selected) {
      const nothing = !Object.keys(reading.offers).length;
      return { kind: "warn", text: words(nothing ? "nothing_scores" : "cross_which") };
    }
    const offers = Object.entries(reading?.offers ?? {});
    if (offers.length && !crossing) {
      const choices = offers
        .sort((one, other) => other[1] - one[1])
        .map(([box, points]) => boxAndPoints(box, points))
        .join(" · ");
      return { kind: "good", text: words(selected ? "scores" : "scores_tap", { choices }) };
    }
    if (reading?.stopCode === "flip-required") return { kind: "plain", text: words("flip_due") };
    if (first && this.attempt.isEmpty) {
      const play = first.crosses ? words("cross_box", { box: boxName(first.box) }) : boxAndPoints(first.box, first.points);
      return { kind: "plain", text: words(first.isPending ? "sobre_waits" : "partner_throws", { play }) };
    }
    return null;
  }

  get panel() {
    const rows = [];
    for (let index = 0; index < table.throws; index += 1) rows.push(this.row(index));
    const done = this.attempt.isFull && !this.attempt.mayThrowAgain;
    return [el("div", { class: "pad-rows" }, rows), diceKeys(this.pad, done, (face) => this.press(face))];
  }

  row(index) {
    const { attempt } = this;
    const begun = index < attempt.number;
    const coming = index === attempt.number && attempt.isFull;
    const kept = begun ? attempt.throws[index].kept : coming ? attempt.hold : [];
    const thrown = begun ? attempt.row(index) : null;
    const isLast = index === attempt.number - 1;
    const dice = [0, 1, 2, 3, 4].map((place) => {
      if (begun) return this.shown(index, place, thrown[place], isLast, kept.includes(place));
      const face = kept.includes(place) ? attempt.thrown[place] : null;
      const turn = face ? " is-carried" : coming ? " is-coming" : "";
      return el("span", { class: `pad-die is-empty${turn}` }, face ? symbol(`die-${face}`) : null);
    });
    const both = isLast && attempt.mayThrowAgain && attempt.mayKeep && attempt.mayFlip;
    return el(
      "div",
      { class: `pad-row${begun || coming ? "" : " is-idle"}` },
      el("span", { class: "pad-row-name" }, words(`throw_${index + 1}`)),
      el("div", { class: "pad-dice" }, dice),
      both ? this.choice() : null,
    );
  }

  shown(index, place, face, isLast, isCarried) {
    const { attempt } = this;
    if (face === null) return el("span", { class: `pad-die is-empty${place === attempt.nextPlace ? " is-next" : ""}` });
    const isFlipped = isLast && attempt.flipped.includes(place);
    const isKept = attempt.keptOf(index).includes(place);
    const seen = isFlipped ? 7 - face : face;
    const state = isFlipped ? "die_flipped" : isKept ? "die_kept" : "die_plain";
    return el(
      "button",
      {
        type: "button",
        class: `pad-die${isKept ? " is-kept" : ""}${isFlipped ? " is-flipped" : ""}${isCarried ? " is-carried" : ""}`,
        "data-key": `die-${index}-${place}`,
        "aria-label": words(state, { face: seen }),
        "aria-pressed": String(isKept || isFlipped),
        onclick: () => this.pad.tap(() => this.die(index, place)),
      },
      symbol(`die-${seen}`),
      isFlipped ? el("span", { class: "pad-flip" }, symbol("arrow-flip")) : null,
    );
  }

  /* Where a row may be kept from and flipped as well, the referee says which of the two a tap means. */
  choice() {
    const way = (name, flips) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.flipping === flips),
          "data-key": `way-${name}`,
          onclick: () => this.pad.tap(() => (this.flipping = flips)),
        },
        words(name),
      );
    return el("div", { class: "segments pad-choice" }, way("way_keep", false), way("way_flip", true));
  }

  get buttons() {
    const { reading, selected, crossing, first } = this;
    const made = [
      { key: "cross", sign: "cross", text: words("cross"), press: () => this.pad.tap(() => this.cross()), pressed: crossing, off: !reading },
    ];
    const isFirst = table.attempts === 2 && !first;
    if (selected && isFirst && table.sobre) {
      made.push({ key: "sobre", text: words("leave_sobre"), press: () => this.pass(true) });
    }
    if (selected && isFirst && table.entries === 2) {
      made.push({ key: "pass", text: words("write_and_pass"), press: () => this.pass(false) });
    }
    const mayEnd = first && (this.attempt.isEmpty || reading) && !reading?.dormida;
    if (mayEnd) {
      const play = first.crosses ? words("cross_box", { box: boxName(first.box) }) : boxAndPoints(first.box, first.points);
      const text = first.isPending ? words("write_sobre", { play }) : words("nothing_more");
      const end = { key: "end", text, press: () => this.end(first.isPending ? "sobre" : "-") };
      if (!selected) return [...made, { ...end, main: true }];
      made.push(end);
    }
    if (reading?.dormida) {
      return [...made, { key: "write", text: words("dormida_write"), sign: "crown", main: true, press: () => this.dormida() }];
    }
    const box = selected && boxName(selected);
    const text = !selected
      ? words("write_nothing")
      : crossing
        ? words("cross_box", { box })
        : words("write", { play: boxAndPoints(selected, reading.offers[selected]) });
    return [...made, { key: "write", text, main: true, off: !selected, press: () => this.write() }];
  }
}

const markOf = (box, reading) => (KINDS[box] === "center" ? reading.mark : null);
