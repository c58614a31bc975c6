/* What both ways of entry in a game of events have in common: whose hand it is, who sits there, what is lit.
   Knows: the sides and the form. Does not know: what a tap writes. */

import { DARK } from "../board.js";
import { el, unbroken } from "../page.js";
import { badgesOf } from "./moves.js";

export class EventEntry {
  /* `pad` gives `form`, `state`, `notice(text)`, `send(line, entry)` and `draw()`. */
  constructor(pad) {
    this.pad = pad;
  }

  get form() {
    return this.pad.form;
  }

  get sides() {
    return this.pad.state.sides;
  }

  name(side) {
    return this.sides[side - 1].name;
  }

  /* There are no boxes and no dice to be tapped. */
  box() {}

  press() {}

  get light() {
    return { ...DARK, badges: badgesOf(this.form) };
  }

  get message() {
    return null;
  }

  /* The keys that choose who deals the next hand; `deals`: the moves that begin one. */
  dealerKeys(deals) {
    return deals.map(({ side }) =>
      el(
        "button",
        { type: "button", class: "pad-pick", "aria-pressed": String(this.dealer === side), "data-key": `dealer-${side}`, onclick: () => this.pad.tap(() => (this.dealer = side)) },
        unbroken(this.name(side)),
      ),
    );
  }
}
