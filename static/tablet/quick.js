/* Quick entry: a box, then what it is worth. Two taps a turn; no dice are kept.
   Knows: the values that the server offers for each box, wins that are told at once. Does not know: dice, sending. */

import { ask, askToWin } from "./asking.js";
import { DARK } from "./board.js";
import { boxAndPoints, boxName, capital, el, placeName, seed, signed, symbol, words } from "./page.js";

const FEW = 12; // so many values have large keys

/* Before a box is given up, by whichever way of entry. */
export const askToCross = (box) => ask(words("cross_ask", { box }), words("cross_worth"), words("cross_box", { box }));

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
    if (!(box in this.offers)) return this.pad.refuse(...this.whyShut(box));
    this.selected = this.selected === box ? null : box;
    return null;
  }

  /* Why a box has no values: the code of the refusal, and what fills its gaps. */
  whyShut(box) {
    return ["box-taken", { box: boxName(box) }];
  }

  erase() {
    this.selected = null;
  }

  press() {
    this.pad.notice(words("quick_box"));
  }

  get light() {
    return { ...DARK, selected: this.selected, ready: Object.keys(this.offers) };
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
    const many = values.length > FEW ? " is-many" : "";
    return [
      el("h2", { class: "pad-box-title" }, placeName(this.selected)),
      el("div", { class: `pad-values${many}`, "data-count": keys.length }, keys),
    ];
  }

  /* What a kind of entry knows about a value besides its figure: {mark, dice}. */
  about() {
    return {};
  }

  value(points, place) {
    const box = this.selected;
    const { mark, dice } = this.about(box, points, place);
    const sign = mark && seed.rules.signs[mark];
    const name = sign && seed.rules.marks[mark];
    return el(
      "button",
      {
        type: "button",
        class: "pad-value-key",
        "data-key": `value-${points}`,
        "aria-label": sign ? `${boxAndPoints(box, points)} ${name}` : boxAndPoints(box, points),
        onclick: () => this.pad.send(`${this.pad.side} =${box} ${points}`, "quick"),
      },
      el("span", { class: "pad-figure" }, signed(points)),
      " ", // the two are read as two words
      sign ? el("span", { class: "pad-value-sign" }, symbol(sign), el("span", {}, name)) : null,
      dice ? el("span", { class: "pad-value-dice" }, dice.map((face) => symbol(`die-${face}`))) : null,
    );
  }

  crossKey() {
    const ref = this.selected;
    const cross = async () => {
      if (await askToCross(placeName(ref))) this.pad.send(`${this.pad.side} x${ref}`, "quick");
    };
    return el(
      "button",
      { type: "button", class: "pad-value-key is-cross", "data-key": "value-x", onclick: cross },
      symbol("cross"),
      el("span", { class: "pad-value-sign" }, words("cross")),
    );
  }

  /* A win that is told without its dice: said twice, for it ends the game. */
  async claim({ code, line }) {
    if (await askToWin(seed.rules.instants[code], this.pad.mover.name)) this.pad.send(`${this.pad.side} ${line}`, "quick");
  }

  get buttons() {
    return this.pad.form.instant.map((each) => ({
      key: each.code,
      sign: seed.rules.signs[each.code] || "crown",
      text: words("instant_button", { play: capital(seed.rules.instants[each.code]) }),
      press: () => this.claim(each),
    }));
  }
}
