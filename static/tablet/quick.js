/* Quick entry: a box, then what it is worth. Two taps a turn; no dice are kept.
   Knows: the values that the server offers for each box. Does not know: dice, sending. */

import { ask, boxAndPoints, boxName, el, seed, symbol, words } from "./page.js";

const BOXES = Object.fromEntries(seed.rules.table.boxes.map((each) => [each.box, each]));
const BY_PLACE = ["hand", "egg"]; // a central box pays first from the hand, then from the egg

export class Quick {
  constructor(pad) {
    this.pad = pad;
    this.selected = null;
  }

  get saved() {
    return null;
  }

  get isEmpty() {
    return this.selected === null;
  }

  get offers() {
    return this.pad.form.quick ?? {};
  }

  box(box) {
    if (!(box in this.offers)) return this.pad.refuse("box-taken", { box: boxName(box) });
    this.selected = this.selected === box ? null : box;
    return null;
  }

  erase() {
    this.selected = null;
  }

  press() {
    this.pad.notice(words("quick_box"));
  }

  get light() {
    return { lit: {}, selected: this.selected, crosses: false, ready: Object.keys(this.offers), pending: null };
  }

  get hint() {
    return words(this.selected ? "hint_points" : "hint_quick");
  }

  get message() {
    return null;
  }

  get panel() {
    if (!this.selected) {
      return [el("p", { class: "pad-lead" }, words("quick_lead", { name: this.pad.mover.name }))];
    }
    const values = this.offers[this.selected];
    const keys = values.map((points, place) => this.value(points, place));
    if (this.pad.form.cross.includes(this.selected)) keys.push(this.crossKey());
    return [
      el("h2", { class: "pad-box-title" }, boxName(this.selected)),
      el("div", { class: "pad-values", "data-count": keys.length }, keys),
    ];
  }

  value(points, place) {
    const box = this.selected;
    const { kind, face } = BOXES[box];
    const sign = kind === "center" ? BY_PLACE[place] : kind === "grande" ? "dollar" : null;
    const dice = kind === "number" ? Array.from({ length: points / face }, () => symbol(`die-${face}`)) : null;
    return el(
      "button",
      {
        type: "button",
        class: "pad-value-key",
        "data-key": `value-${points}`,
        "aria-label": sign ? `${boxAndPoints(box, points)} ${words(sign)}` : boxAndPoints(box, points),
        onclick: () => this.pad.send(`${this.pad.side} =${box} ${points}`, "quick"),
      },
      el("span", { class: "pad-figure" }, String(points)),
      " ", // the two are read as two words
      sign ? el("span", { class: "pad-value-sign" }, symbol(sign), el("span", {}, words(sign))) : null,
      dice ? el("span", { class: "pad-value-dice" }, dice) : null,
    );
  }

  crossKey() {
    const box = this.selected;
    const cross = async () => {
      if (await ask(words("cross_ask", { box: boxName(box) }), words("cross_worth"), words("cross_box", { box: boxName(box) }))) {
        this.pad.send(`${this.pad.side} x${box}`, "quick");
      }
    };
    return el(
      "button",
      { type: "button", class: "pad-value-key is-cross", "data-key": "value-x", onclick: cross },
      symbol("cross"),
      el("span", { class: "pad-value-sign" }, words("cross")),
    );
  }

  async dormida() {
    const name = this.pad.mover.name;
    if (await ask(words("dormida_title"), words("dormida_ask", { name }), words("dormida_yes"))) {
      this.pad.send(`${this.pad.side} dormida`, "quick");
    }
  }

  get buttons() {
    if (!this.pad.form.instant.some((each) => each.code === "dormida")) return [];
    return [{ key: "dormida", sign: "crown", text: words("dormida_button"), press: () => this.dormida() }];
  }
}
