/* Entry by dice: the five dice as they lie in the end, how many throws they took, then the box.
   Knows: the steps of a turn as a referee taps them; how to write the record line. Does not know: any rule: what pays
   how much stands in the table, what is open and how many throws there may be in the form. */

import { askToWin } from "../asking.js";
import { diceKeys } from "../dice.js";
import { askNumbers } from "../numbers.js";
import { BOXES, boxAndPoints, boxName, capital, el, placeName, seed, signed, symbol, words } from "../page.js";
import { askToCross } from "../quick.js";
import { strokes } from "../sheets.js";
import { whyShut } from "./shut.js";

const { table } = seed.rules;
const PLACES = [0, 1, 2, 3, 4];
const MOST_KEYS = 9; // more throws than that are typed as a number
const CHOICES_SAID = 3;

const boxOf = (ref) => ref.split("@")[0];

export class Full {
  /* `pad` gives `form`, `side`, `notice(text)`, `send(line, entry)` and `draw()`. */
  constructor(pad, saved = null) {
    this.pad = pad;
    this.faces = saved?.faces ?? [];
    this.throws = saved?.throws ?? null; // null: nobody has said it yet
    this.fixing = null; // the place of a die that is being corrected
    this.selected = null;
    this.which = 0; // of several values of the selected box
    this.crossing = false;
  }

  get saved() {
    return this.isEmpty ? null : { faces: this.faces, throws: this.throws };
  }

  get isEmpty() {
    return !this.faces.length && this.throws === null;
  }

  get isFull() {
    return this.faces.length === 5;
  }

  get dice() {
    return [...this.faces].sort().join("");
  }

  get now() {
    return this.pad.form.sides[this.pad.side - 1];
  }

  /* What the boxes that are open would pay, best first. As long as nobody has said otherwise this is what a later
     throw pays: the first pays more or the same, and nothing may be paid that nobody has claimed. */
  get offers() {
    if (!this.isFull) return {};
    const pays = table.dice[this.dice]?.[this.throws === 1 ? "first" : "later"] ?? {};
    const made = this.now.open.filter((ref) => pays[boxOf(ref)]?.length);
    return Object.fromEntries(made.map((ref) => [ref, pays[boxOf(ref)]]));
  }

  get strikable() {
    const { cross } = this.pad.form;
    return table.strike === "free" || !Object.keys(this.offers).length ? cross : [];
  }

  /* The number of throws has to be tapped, not taken for granted, wherever it changes anything: where the box pays
     more for a first throw or wins by it, and where throws that are left over are saved. So a number that nobody
     tapped can neither give a premium nor take one away. Elsewhere the usual number stands without a tap. */
  get isDue() {
    if (this.throws !== null || !this.selected) return false;
    if (this.now.bank !== undefined) return true;
    return !this.crossing && boxOf(this.selected) in table.marks.first;
  }

  get mark() {
    return this.throws === 1 && this.selected && !this.crossing ? table.marks.first[boxOf(this.selected)] : null;
  }

  get winsAtOnce() {
    return this.pad.form.instant.some((each) => each.code === this.mark);
  }

  /* ---- what a tap does ---- */

  press(face) {
    if (this.fixing !== null) this.faces[this.fixing] = face;
    else if (!this.isFull) this.faces.push(face);
    else return this.pad.notice(words("hint_box"));
    this.fixing = null;
    return this.settle();
  }

  die(place) {
    this.fixing = this.fixing === place ? null : place;
  }

  count(throws) {
    this.throws = this.throws === throws ? null : throws;
    if (this.selected && !this.crossing && !this.offers[this.selected]) this.settle();
  }

  async countMore() {
    const most = this.pad.form.max_throws;
    const said = await askNumbers({
      title: words("throws_title"),
      text: words("throws_range", { least: 1, most }),
      fields: [{ name: words("throws"), least: 1, most, value: this.throws }],
      verdict: ([throws]) => ({ ok: throws >= 1 && throws <= most, text: words("throws_range", { least: 1, most }) }),
      yes: () => words("done"),
    });
    if (said) [this.throws] = said;
    this.pad.draw();
  }

  box(ref) {
    if (this.crossing) {
      if (!this.strikable.includes(ref)) return this.pad.refuse(...this.whyNotStruck(ref));
    } else {
      if (!this.now.open.includes(ref)) return this.pad.refuse(...whyShut(this.pad, ref));
      if (!this.isFull) return this.pad.notice(words("dice_first"));
      if (!this.offers[ref]) return this.pad.refuse("dice-do-not-make-it", { box: boxName(ref) }, this.whyNotMade(ref));
    }
    this.selected = this.selected === ref ? null : ref;
    this.which = 0;
    return null;
  }

  /* The rule by which the dice do not make the box. */
  whyNotMade(ref) {
    const box = boxOf(ref);
    return table.dice[this.dice]?.not_by?.[box] ?? BOXES[box].rule;
  }

  whyNotStruck(ref) {
    const { cells } = this.pad.mover;
    const cell = cells.find((each) => each.ref === ref);
    const isOpen = cell?.points === null && this.now.open.includes(ref);
    if (!isOpen) return whyShut(this.pad, ref);
    return [this.pad.form.cross.includes(ref) ? "strike-forbidden" : "mountain-is-not-struck", { box: boxName(ref) }];
  }

  cross() {
    if (!this.isFull) return this.pad.notice(words("dice_first"));
    if (!this.strikable.length) return this.pad.refuse("strike-forbidden");
    this.crossing = !this.crossing;
    this.selected = null;
    return null;
  }

  /* The last tap goes: the box, the crossing, the number of throws, the dice from the right. */
  erase() {
    if (this.selected) this.selected = null;
    else if (this.crossing && Object.keys(this.offers).length) this.crossing = false;
    else if (this.throws !== null) this.throws = null;
    else {
      this.faces.pop();
      this.settle();
    }
    this.fixing = null;
  }

  /* After the dice have changed nothing is chosen; where they make nothing, only crossing is left. */
  settle() {
    this.selected = null;
    this.which = 0;
    this.crossing = this.isFull && !Object.keys(this.offers).length && this.strikable.length > 0;
  }

  /* ---- the line ---- */

  get points() {
    return this.offers[this.selected]?.[this.which];
  }

  async write() {
    const { selected, crossing } = this;
    const thrown = `${this.pad.side} ${this.faces.join("")} t${this.throws ?? table.throws}`;
    if (crossing) {
      if (await askToCross(placeName(selected))) this.pad.send(`${thrown} x${selected}`, "full");
      return;
    }
    if (this.winsAtOnce && !(await askToWin(seed.rules.instants[this.mark], this.pad.mover.name))) return;
    this.pad.send(`${thrown} =${selected} ${this.points}`, "full");
  }

  /* ---- what the page shows ---- */

  get light() {
    const { crossing, offers, throws } = this;
    const marks = throws === 1 ? table.marks.first : {};
    const lit = Object.entries(offers).map(([ref, values]) => {
      const points = ref === this.selected ? this.points : values[0];
      return [ref, { points, mark: marks[boxOf(ref)] }];
    });
    return {
      lit: crossing ? {} : Object.fromEntries(lit),
      selected: this.selected,
      crosses: crossing,
      ready: crossing ? this.strikable : [],
      pending: null,
    };
  }

  get hint() {
    if (!this.isFull) return words("hint_first");
    return this.isDue || (this.throws === null && !this.selected) ? words("hint_throws") : words("hint_box");
  }

  get message() {
    const { crossing, offers, selected } = this;
    if (this.isDue) {
      return { kind: "warn", text: words(this.now.bank !== undefined ? "throws_kept" : "throws_first") };
    }
    if (crossing && !selected) {
      return { kind: "warn", text: words(Object.keys(offers).length ? "cross_which" : "nothing_scores") };
    }
    if (this.winsAtOnce) return { kind: "live", text: words("wins_at_once", { play: capital(seed.rules.instants[this.mark]) }) };
    // Places of one box pay the same: each box is said once.
    const boxes = new Map(Object.entries(offers).map(([ref, [points]]) => [boxOf(ref), points]));
    const choices = [...boxes].sort((one, other) => other[1] - one[1]);
    if (!choices.length || crossing) return null;
    if (selected) return { kind: "good", text: words("scores", { choices: boxAndPoints(selected, this.points) }) };
    const best = choices.slice(0, CHOICES_SAID).map(([box, points]) => boxAndPoints(box, points));
    return { kind: "good", text: words("scores_tap", { choices: best.join(" · ") }) };
  }

  get panel() {
    const rows = [this.diceRow(), this.throwsRow(), this.whichRow()];
    // On a narrow screen the keys make room for the number of throws once all dice are typed.
    const isDone = this.isFull && this.fixing === null;
    const step = isDone ? "is-typed" : "is-typing";
    return [el("div", { class: `pad-rows ${step}` }, rows), diceKeys(this.pad, isDone, (face) => this.press(face))];
  }

  diceRow() {
    return row(words("dice"), el("div", { class: "pad-dice" }, PLACES.map((place) => this.shown(place))));
  }

  shown(place) {
    const face = this.faces[place];
    const isNext = this.fixing === null && place === this.faces.length;
    if (!face) return el("span", { class: `pad-die is-empty${isNext ? " is-next" : ""}` });
    const isFixed = this.fixing === place;
    return el(
      "button",
      {
        type: "button",
        class: `pad-die${isFixed ? " is-fixed" : ""}`,
        "data-key": `die-0-${place}`,
        "aria-label": words(isFixed ? "die_fixed" : "die_fix", { face }),
        "aria-pressed": String(isFixed),
        onclick: () => this.pad.tap(() => this.die(place)),
      },
      symbol(`die-${face}`),
    );
  }

  throwsRow() {
    const { max_throws: most } = this.pad.form;
    const keys = Array.from({ length: Math.min(most, MOST_KEYS) }, (_, at) => this.throwsKey(at + 1));
    if (most > MOST_KEYS) keys.push(this.moreKey());
    const { bank } = this.now;
    const saved =
      bank === undefined
        ? null
        : el(
            "p",
            { class: "pad-bank" },
            words("throws_limit", { most, usual: table.throws, saved: bank }),
            " ",
            strokes(bank),
          );
    return row(words("throws"), el("div", { class: "pad-throws" }, keys), saved, "is-throws");
  }

  throwsKey(throws) {
    const isUsual = this.throws === null && throws === table.throws;
    const classes = ["pad-throw", throws > table.throws && "is-saved", isUsual && !this.isDue && "is-usual", this.isDue && "is-due"];
    return el(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "data-key": `throws-${throws}`,
        "aria-pressed": String(this.throws === throws),
        "aria-label": words("throws_are", { count: throws }),
        onclick: () => this.pad.tap(() => this.count(throws)),
      },
      String(throws),
    );
  }

  moreKey() {
    const isMore = this.throws > MOST_KEYS;
    return el(
      "button",
      { type: "button", class: "pad-throw is-saved is-more", "data-key": "throws-more", "aria-pressed": String(isMore), onclick: () => this.countMore() },
      isMore ? String(this.throws) : words("throws_more"),
    );
  }

  /* Two pairs lie and one is claimed: the player says which. */
  whichRow() {
    const values = this.selected && !this.crossing ? (this.offers[this.selected] ?? []) : [];
    if (values.length < 2) return null;
    const keys = values.map((points, at) =>
      el(
        "button",
        {
          type: "button",
          class: "pad-throw",
          "data-key": `which-${points}`,
          "aria-pressed": String(this.which === at),
          "aria-label": boxAndPoints(this.selected, points),
          onclick: () => this.pad.tap(() => (this.which = at)),
        },
        signed(points),
      ),
    );
    return row(words("worth_which"), el("div", { class: "pad-throws" }, keys));
  }

  get buttons() {
    const { selected, crossing } = this;
    const text = !selected
      ? words("write_nothing")
      : crossing
        ? words("cross_box", { box: placeName(selected) })
        : words("write", { play: boxAndPoints(selected, this.points) });
    return [
      { key: "cross", sign: "cross", text: words("cross"), press: () => this.pad.tap(() => this.cross()), pressed: crossing, off: !this.isFull },
      { key: "write", text, main: true, off: !selected || this.isDue, press: () => this.write() },
    ];
  }
}

const row = (name, content, below = null, shape = "") =>
  el("div", { class: `pad-row ${shape}` }, el("span", { class: "pad-row-name" }, name), content, below);
