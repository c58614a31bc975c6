/* One attempt at the cup while it is typed: throws, kept dice, flips.
   Knows: five dice, what stays where when a kept die is tapped again, the record's notation.
   Does not know: what scores or what may be written (reading.js), the page. */

const FIVE = [0, 1, 2, 3, 4];

export const opposite = (face) => 7 - face;

export class Attempt {
  /* `limits`: the exported table's `throws`, `flips` and `rethrow`. */
  constructor(limits, saved = null) {
    this.limits = limits;
    this.throws = saved?.throws ?? [{ kept: [], typed: [] }];
    this.hold = saved?.hold ?? []; // kept dice of the last row, before the next throw has begun
    this.flipped = saved?.flipped ?? [];
  }

  /* What has to be remembered to go on after the page was closed. */
  get saved() {
    return { throws: this.throws, hold: this.hold, flipped: this.flipped };
  }

  get number() {
    return this.throws.length;
  }

  get last() {
    return this.throws[this.number - 1];
  }

  get isEmpty() {
    return this.number === 1 && this.last.typed.length === 0;
  }

  get isFull() {
    return this.last.typed.length === 5 - this.last.kept.length;
  }

  /* Whether the last throw was of all five dice: then it is "from the hand". */
  get isOfFive() {
    return this.last.kept.length === 0;
  }

  get mayThrowAgain() {
    return this.isFull && this.number < this.limits.throws;
  }

  get mayKeep() {
    return this.limits.rethrow !== "all";
  }

  get mayFlip() {
    return this.isFull && this.flipsAllowed > 0;
  }

  get flipsAllowed() {
    return this.limits.flips[this.number] ?? 0;
  }

  /* The dice of a row by place; null where none is typed yet. */
  row(index) {
    const { kept, typed } = this.throws[index];
    const before = kept.length ? this.row(index - 1) : [];
    let next = 0;
    return FIVE.map((place) => (kept.includes(place) ? before[place] : (typed[next++] ?? null)));
  }

  /* The place that the next typed die takes; null when the row is full. */
  get nextPlace() {
    return this.isFull ? null : this.thrown.indexOf(null);
  }

  keptOf(index) {
    return index < this.number - 1 ? this.throws[index + 1].kept : this.hold;
  }

  get thrown() {
    return this.row(this.number - 1);
  }

  /* The dice as they lie at the end, flips made. */
  get final() {
    return this.thrown.map((face, place) => (this.flipped.includes(place) ? opposite(face) : face));
  }

  get isFiveAlike() {
    return this.isFull && this.isOfFive && new Set(this.thrown).size === 1;
  }

  /* Type a die. Returns the code of the refusal, or null. */
  press(face) {
    if (!this.isFull) {
      this.last.typed.push(face);
      return null;
    }
    if (this.number >= this.limits.throws) return "too-many-throws";
    if (this.hold.length === 5) return "nothing-rethrown";
    this.throws.push({ kept: this.hold, typed: [face] });
    this.hold = [];
    this.flipped = [];
    return null;
  }

  /* Keep a die of a row, or let it go again; later rows follow. Returns the code of the refusal, or null. */
  keep(index, place) {
    if (!this.mayKeep) return "must-rethrow-all";
    const now = toggled(this.keptOf(index), place);
    const begun = index < this.number - 1;
    if (now.length === 5 && begun) return "nothing-rethrown";
    this.flipped = [];
    if (!begun) {
      this.hold = now;
      return null;
    }
    const next = this.throws[index + 1];
    next.kept = now;
    next.typed.length = Math.min(next.typed.length, 5 - now.length);
    if (next.typed.length < 5 - now.length) {
      this.throws.length = index + 2;
      this.hold = [];
    }
    return null;
  }

  /* Flip a die of the last row to its opposite face, or back. Returns the code of the refusal, or null. */
  flip(place) {
    if (!this.flipped.includes(place)) {
      if (!this.flipsAllowed) return "flip-not-allowed";
      if (this.flipped.length >= this.flipsAllowed) return "too-many-flips";
    }
    this.flipped = toggled(this.flipped, place);
    return null;
  }

  /* Take back the last thing that was tapped. */
  erase() {
    if (this.flipped.length) {
      this.flipped = this.flipped.slice(0, -1);
    } else if (this.hold.length) {
      this.hold = this.hold.slice(0, -1);
    } else {
      this.last.typed.pop();
      if (!this.last.typed.length && this.number > 1) this.hold = this.throws.pop().kept;
    }
  }

  /* `35661 66+214 1>6` */
  get notation() {
    const words = this.throws.map(({ kept, typed }, index) =>
      index ? `${[...kept].sort().map((place) => this.row(index - 1)[place]).join("")}+${typed.join("")}` : typed.join(""),
    );
    const flips = this.flipped.map((place) => `${this.thrown[place]}>${opposite(this.thrown[place])}`);
    return [...words, ...flips].join(" ");
  }
}

const toggled = (places, place) =>
  places.includes(place) ? places.filter((each) => each !== place) : [...places, place];
