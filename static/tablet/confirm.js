/* The end of a match, said by its sides: each confirms what stands on the sheets, by a tap or with its name.
   Knows: who has confirmed and who has not. Does not know: when a match is over, what the server makes of it. */

import { askButton, openDialog } from "./asking.js";
import { callChief, pickOne } from "./calls.js";
import { built, el, redraw, seed, signed, symbol, unbroken, words } from "./page.js";
import { SignatureField, signatureFrame } from "./signature.js";

const LONGEST = 80; // letters of a name; the server takes no more

/* What stands in place of the turn: how it ended, then every side with its total and its button. */
export function confirmPanel(pad, ended) {
  const { confirm, sides } = pad.state;
  const shown = ended?.sides ?? sides;
  return [
    el(
      "div",
      { class: "pad-confirm" },
      el(
        "header",
        { class: "pad-confirm-head" },
        el("h2", {}, unbroken(ended?.title ?? "")),
        ended?.sentence ? el("p", {}, ended.sentence) : null,
        el("p", { class: "soft" }, words(confirm.needed === "signature" ? "confirm_sign" : "confirm_tap")),
      ),
      el("ol", { class: "pad-confirm-sides", "data-count": shown.length }, shown.map((side) => sideRow(pad, side))),
    ),
  ];
}

function sideRow(pad, side) {
  const { confirm, match } = pad.state;
  const isGiven = confirm.given.includes(side.side);
  return el(
    "li",
    { class: `pad-confirm-side${isGiven ? " is-given" : ""}${side.place === 1 ? " is-winner" : ""}` },
    el("h3", {}, unbroken(side.name)),
    el("p", { class: "pad-figure" }, signed(side.total)),
    match.best_of > 1 ? el("p", { class: "soft" }, words("games_won", { count: side.games_won })) : null,
    isGiven ? el("p", { class: "pad-confirmed" }, symbol("check"), el("span", {}, words("confirmed"))) : confirmButton(pad, side),
  );
}

function confirmButton(pad, side) {
  const signs = pad.state.confirm.needed === "signature";
  return el(
    "button",
    {
      type: "button",
      class: "btn btn-accent pad-confirm-button",
      "data-key": `confirm-${side.side}`,
      "aria-label": words(signs ? "confirm_sign_of" : "confirm_of", { name: side.name }),
      onclick: () => (signs ? sign(pad, side) : pad.put("confirm", { side: side.side, how: "tap", signature: "" })),
    },
    symbol(signs ? "pen" : "check"),
    el("span", {}, words(signs ? "confirm_sign_button" : "confirm_button")),
  );
}

async function sign(pad, side) {
  if (!pad.mayWrite()) return;
  const said = await openDialog({
    title: words("sign_title", { name: side.name }),
    text: words("sign_text", { total: signed(side.total) }),
    body: (answer) => new SignForm(answer).drawn,
    buttons: (answer) => [askButton(words("cancel"), () => answer(null))],
    shape: "is-sheet is-signing",
  });
  if (said) pad.put("confirm", { side: side.side, how: "signature", ...said });
}

/* A field to write on, or a line to type a name into for who cannot write on glass; Sign is open once something stands
   there. */
class SignForm {
  constructor(answer) {
    this.answer = answer;
    this.field = new SignatureField(() => this.offer());
    this.drawn = ["", "pad-ask-buttons"].map((name) => built(el("div", { class: name })));
    this.write(null);
  }

  /* `name`: what is typed; null while a finger writes. */
  write(name) {
    this.name = name;
    const [sheet] = this.drawn;
    redraw(sheet, name === null ? signatureFrame(this.field) : this.line());
    this.offer();
    sheet.querySelector("input")?.focus();
  }

  line() {
    const id = "pad-sign-name";
    const oninput = (event) => {
      this.name = event.currentTarget.value.trim();
      this.offer();
    };
    return [
      el("label", { class: "pad-label", for: id }, words("sign_name")),
      el("input", { id, class: "form-control", "data-key": "sign-name", maxlength: LONGEST, autocomplete: "off", oninput }),
    ];
  }

  offer() {
    const { name, field, drawn, answer } = this;
    const types = name !== null;
    const done = () => answer(types ? { signature: "", name } : { signature: field.svgPath });
    redraw(
      drawn[1],
      askButton(words(types ? "sign_draw" : "sign_type"), () => this.write(types ? null : ""), { key: "sign-other" }),
      types ? null : askButton(words("sign_again"), () => field.clear(), { off: !field.strokes.length, key: "sign-again" }),
      askButton(words("sign_done"), done, { main: true, off: !(types ? name : field.isEnough), key: "sign-done" }),
    );
  }
}

/* A side that does not confirm is a matter for the chief referee; where it has left, the match is closed without it. */
export async function disagree(pad) {
  const what = await pickOne(words("disagree_title"), words("disagree_ask"), ["disagree_call", "disagree_close"]);
  if (what === "disagree_call") callChief(pad, "call_disagree");
  if (what !== "disagree_close") return;
  // The server makes it final, so it must have everything.
  if (pad.standing.isBehind) {
    pad.notice(words("disagree_waits"), "error");
    pad.draw();
  } else {
    location.assign(seed.urls.close);
  }
}
