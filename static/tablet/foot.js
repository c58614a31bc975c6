/* The buttons at the foot of the page: undo, what the turn offers, how to go on after the end.
   Knows: which of them is open now, and which taps are none. Does not know: what a turn is made of (each kind of entry
   names its buttons). */

import { el, redraw, seed, symbol, words } from "./page.js";

const LEAVE_MS = 3_000;
const SETTLE_MS = 400; // a button that has just changed its meaning takes no tap meant for the one before

export class Foot {
  constructor(pad, holder) {
    this.pad = pad;
    this.holder = holder;
    this.changedAt = -SETTLE_MS;
    this.stepAt = -SETTLE_MS;
  }

  /* What lies under the finger is another button now. */
  changed() {
    this.changedAt = performance.now();
  }

  /* The finger has been elsewhere since: the buttons answer again. */
  left() {
    this.changedAt = -SETTLE_MS;
  }

  draw(playing) {
    const buttons = this.buttons(playing).map((each) => this.button(each));
    this.holder.dataset.count = buttons.length;
    redraw(this.holder, buttons);
  }

  buttons(playing) {
    const { pad } = this;
    const erases = playing && !pad.entry.isEmpty;
    const back = {
      key: "undo",
      sign: "undo",
      text: words(erases ? "erase" : "undo"),
      off: !erases && !pad.state.undo,
      press: () => {
        pad.notice(null);
        if (!erases) return pad.undo();
        pad.entry.erase();
        return pad.draw();
      },
    };
    const next = pad.state.confirm ? pad.tools.buttons : pad.ended ? [this.goOn()] : [];
    return [back, ...(playing ? pad.entry.buttons : next)];
  }

  goOn() {
    const { state } = this.pad;
    if (state.match.finished || state.form.over) {
      return { key: "tables", text: words("to_tables"), main: true, reads: true, press: () => this.leave() };
    }
    return { key: "next", text: words("next_game", { number: state.game.number }), main: true, reads: true, press: () => this.pad.goOn() };
  }

  /* To the list of tables; what is being sent has a moment to arrive, for a page that goes away breaks it off. */
  async leave() {
    for (let waited = 0; waited < LEAVE_MS && this.isSending; waited += 100) await new Promise((go) => setTimeout(go, 100));
    location.assign(seed.urls.tables);
  }

  get isSending() {
    const { desk } = this.pad;
    if (desk.isPractice) return false;
    const { waiting, trouble } = desk.outbox.status;
    return waiting > 0 && !trouble;
  }

  /* `reads`: it writes nothing, and is open to who only watches. `once`: a step that may be due again at once, like the
     next deal: the second half of a double tap is no second step. */
  button({ key, text, sign, main, off, pressed, press, once, reads }) {
    const act = () => {
      const now = performance.now();
      if (now - this.changedAt <= SETTLE_MS || (once && now - this.stepAt <= SETTLE_MS)) return;
      if (!reads && !this.pad.mayWrite()) return;
      if (once) this.stepAt = now;
      press();
    };
    return el(
      "button",
      {
        type: "button",
        class: `btn pad-action ${main ? "btn-accent is-main" : "btn-leather"}`,
        "data-key": `action-${key}`,
        disabled: off || this.pad.busy,
        "aria-pressed": pressed === undefined ? null : String(pressed),
        onclick: act,
      },
      sign ? symbol(sign) : null,
      el("span", {}, text),
    );
  }
}
