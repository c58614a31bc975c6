/* Practice: the same screen with the real rules, and nothing leaves the page.
   Knows: an outbox that sends nothing. Does not know: rules, what is practised. */

import { ask } from "./asking.js";
import { el, seed, symbol, words } from "./page.js";

/* Has what the outbox has; what is put into it lasts as long as the page. */
export class PracticeOutbox {
  constructor({ onChange = () => {} } = {}) {
    this.onChange = onChange;
    this.items = [];
    this.status = { name: "practice", waiting: 0, saved_at: null };
  }

  async open() {
    this.onChange(this.items);
  }

  async put(item) {
    this.items = [...this.items, item];
    this.onChange(this.items);
  }

  async flush() {}
}

/* The strip that says so, and begins anew. */
export function practiceStrip() {
  if (!seed.practice) return null;
  return el(
    "div",
    { class: "pad-strip-row is-plain is-practice", role: "note" },
    symbol("info"),
    el("span", {}, words("practice")),
    el("button", { type: "button", class: "pad-strip-button", "data-key": "practice-again", onclick: again }, words("practice_again")),
  );
}

/* The same in the bar, for a phone that has no room for a strip. */
export function practicePill() {
  return el("button", { type: "button", class: "pad-pill is-practice", "data-theme": "dark", "data-key": "practice-again-low", onclick: again }, words("practice_again"));
}

async function again() {
  if (await ask(words("practice_title"), words("practice_ask"), words("practice_yes"))) location.reload();
}
