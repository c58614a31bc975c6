/* Cards and penalties that a side is shown, each with its reason.
   Knows: the kinds, the reasons to tap. Does not know: what follows from a card; it changes no score. */

import { askButton, openDialog } from "./asking.js";
import { built, el, redraw, unbroken, words } from "./page.js";

const KINDS = { warning: "card_warning", yellow: "card_yellow", red: "card_red", penalty: "card_penalty" };
const REASONS = ["card_slow", "card_dice", "card_talk", "card_insult", "card_late", "card_cheat"];
const LONGEST = 200;

/* Show a side a card: its name, the kind, the reason. What has been shown stands below. */
export async function showCard(pad) {
  if (!pad.mayWrite()) return;
  const card = { side: null, card: null, reason: "" };
  const given = await openDialog({
    title: words("cards_title"),
    body: (answer) => new CardForm(pad, card, answer).drawn,
    buttons: (answer) => [askButton(words("cancel"), () => answer(null))],
    shape: "is-sheet",
    stays: true,
  });
  if (given) pad.put("card", given);
}

class CardForm {
  constructor(pad, card, answer) {
    Object.assign(this, { pad, card, answer });
    this.drawn = built(el("div", { class: "pad-card-form" }));
    this.draw();
  }

  draw() {
    redraw(this.drawn, this.sides(), this.kinds(), this.reasons(), this.write(), this.shown());
  }

  pick(field, value) {
    this.card[field] = value;
    this.draw();
  }

  choices(field, title, choices, shape = "") {
    const id = `pad-card-${field}`;
    const buttons = choices.map(({ value, text, sign = null }) =>
      el(
        "button",
        {
          type: "button",
          class: "pad-pick",
          "data-key": `card-${field}-${value}`,
          "aria-pressed": String(this.card[field] === value),
          onclick: () => this.pick(field, value),
        },
        sign,
        el("span", {}, text),
      ),
    );
    return [
      el("h3", { id, class: "pad-label" }, words(title)),
      el("div", { class: `pad-card-picks ${shape}`, role: "group", "aria-labelledby": id }, buttons),
    ];
  }

  sides() {
    const sides = this.pad.state.sides.map(({ side, name }) => ({ value: side, text: unbroken(name) }));
    return this.choices("side", "card_to", sides);
  }

  kinds() {
    const kinds = Object.keys(KINDS).map((kind) => ({ value: kind, text: words(KINDS[kind]), sign: cardSign(kind) }));
    return this.choices("card", "card_what", kinds, "is-kinds");
  }

  reasons() {
    const taps = REASONS.map((name) => ({ value: words(name), text: words(name) }));
    const type = (event) => {
      this.card.reason = event.currentTarget.value.trim();
      this.draw();
    };
    const isOwn = this.card.reason && !taps.some(({ value }) => value === this.card.reason);
    const id = "pad-card-own";
    return [
      ...this.choices("reason", "card_why", taps, "is-reasons"),
      el("label", { class: "pad-label", for: id }, words("card_own")),
      el("input", {
        id,
        class: "form-control",
        "data-key": "card-own",
        maxlength: LONGEST,
        autocomplete: "off",
        value: isOwn ? this.card.reason : "",
        oninput: type,
      }),
    ];
  }

  write() {
    const { side, card, reason } = this.card;
    const off = !side || !card || !reason;
    const press = () => this.answer({ ...this.card });
    return el("div", { class: "pad-ask-buttons" }, askButton(words("card_write"), press, { main: true, off, key: "card-write" }));
  }

  shown() {
    const cards = this.pad.state.cards ?? [];
    if (!cards.length) return null;
    return [el("h3", { class: "pad-label" }, words("cards_shown")), el("ul", { class: "pad-card-list" }, cards.map((card) => this.row(card)))];
  }

  row({ side, kind, reason, time, who }) {
    const name = this.pad.state.sides[side - 1]?.name ?? "";
    return el(
      "li",
      {},
      cardSign(kind),
      el("span", {}, el("b", {}, unbroken(name)), " ", words(KINDS[kind]), ": ", reason),
      el("small", { class: "soft" }, [time ?? words("card_waits"), who].filter(Boolean).join(" · ")),
    );
  }
}

const cardSign = (kind) => el("i", { class: `pad-card is-${kind}`, "aria-hidden": "true" });
