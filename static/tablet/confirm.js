/* The end of a match, said by its sides: each confirms what stands on the sheets, by a tap or with its name.
   Knows: who has confirmed and who has not. Does not know: when a match is over, what the server makes of it. */

import { ask, askButton, openDialog } from "./asking.js";
import { el, signed, symbol, unbroken, words } from "./page.js";
import { SignatureField, signatureFrame } from "./signature.js";

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

/* A dialog with a field to write on; Done is open once something is written. */
async function sign(pad, side) {
  if (!pad.mayWrite()) return;
  const done = askButton(words("sign_done"), () => {}, { main: true, off: true, key: "sign-done" });
  const again = askButton(words("sign_again"), () => field.clear(), { off: true, key: "sign-again" });
  const field = new SignatureField(() => {
    done.disabled = !field.isEnough;
    again.disabled = !field.strokes.length;
  });
  const signature = await openDialog({
    title: words("sign_title", { name: side.name }),
    text: words("sign_text", { total: signed(side.total) }),
    body: () => signatureFrame(field),
    buttons: (answer) => {
      done.addEventListener("click", () => answer(field.svgPath));
      return [askButton(words("cancel"), () => answer(null)), again, done];
    },
    shape: "is-sheet is-signing",
  });
  if (signature) pad.put("confirm", { side: side.side, how: "signature", signature });
}

/* A side that does not confirm is a matter for the chief referee. */
export const askForChief = (pad) => ask(words("disagree_title"), words("disagree_ask"), words("disagree_yes"));
