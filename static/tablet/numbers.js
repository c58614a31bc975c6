/* A sheet on which figures are typed with large keys, one or two of them, with what they come to shown at once.
   Knows: fields, keys, steps. Does not know: what the figures mean. */

import { askButton, openDialog } from "./asking.js";
import { built, el, redraw, ruleLink, symbol, words } from "./page.js";

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

/* `fields`: [{name, note, least, most, step, value}]. `verdict(values)` returns {ok, text, rule, kind, lines, offers}: a line
   for each field, an offer of a figure {text, value} for those that lack one; `more(redo)`: what else stands on the
   sheet, made once; it calls `redo` when it has changed what the verdict asks for.
   `yes(values)` is the text of the button. Resolves to the figures, or to null. */
export function askNumbers({ title, text = "", fields, verdict, yes, more = null }) {
  const values = fields.map((field) => field.value ?? null);
  let at = Math.max(0, values.indexOf(null));
  let isFresh = true; // the next digit begins the figure anew
  const body = built(el("div", { class: "pad-numbers" }));
  const foot = built(el("div", { class: "pad-ask-buttons" }));
  let close = null;

  const go = (field) => {
    at = field;
    isFresh = true;
  };
  const type = (digit) => {
    const longest = String(fields[at].most).length;
    values[at] = isFresh || values[at] === null ? digit : values[at] * 10 + digit;
    isFresh = String(values[at]).length >= longest;
    if (isFresh && at < fields.length - 1 && values[at + 1] === null) go(at + 1);
  };
  const erase = () => {
    if (values[at] === null && at > 0) go(at - 1);
    values[at] = values[at] === null || values[at] < 10 ? null : Math.floor(values[at] / 10);
    isFresh = false;
  };
  const step = (field, by) => {
    const { least = 0, most, step: size = 1 } = fields[field];
    go(field);
    const now = values[at] === null ? least : values[at] + by * size;
    values[at] = Math.min(most, Math.max(least, now));
  };
  const done = () => verdict(values).ok && close([...values]);

  const draw = () => {
    const said = verdict(values);
    redraw(
      body,
      el(
        "div",
        { class: "pad-fields", "data-count": fields.length },
        fields.map((field, index) => fieldOf(field, index, said)),
      ),
      keysOf(),
      el("p", { class: `pad-say is-${said.kind ?? "plain"}`, role: "status" }, el("span", {}, said.text ?? ""), ruleLink(said.rule)),
    );
    redraw(
      foot,
      askButton(words("no"), () => close(null), { key: "numbers-no" }),
      askButton(yes(values), done, { main: true, off: !said.ok, key: "numbers-yes" }),
    );
  };
  const act = (change, ...given) => () => {
    change(...given);
    draw();
  };
  const fieldOf = (field, index, said) => {
    const { name, note } = field;
    const offer = values[index] === null && said.offers?.[index];
    const set = (value) => {
      go(index);
      values[index] = value;
    };
    const stepper = (by, sign, key) =>
      el("button", { type: "button", class: "pad-step", "data-key": `${key}-${index}`, "aria-label": `${name}: ${words(key)}`, onclick: act(step, index, by) }, sign);
    return el(
      "section",
      { class: `pad-field${index === at ? " is-now" : ""}` },
      el("h3", {}, name, note === undefined ? null : el("small", {}, note ?? "\u00a0")),
      el(
        "div",
        { class: "pad-field-row" },
        stepper(-1, "\u2212", "less"),
        el(
          "button",
          { type: "button", class: "pad-field-value", "data-key": `field-${index}`, "aria-pressed": String(index === at), onclick: act(go, index) },
          values[index] === null ? "–" : String(values[index]),
        ),
        stepper(1, "+", "more"),
      ),
      offer ? el("button", { type: "button", class: "btn btn-quiet pad-offer", "data-key": `offer-${index}`, onclick: act(set, offer.value) }, offer.text) : null,
      said.lines?.[index] ? el("p", { class: "pad-field-line" }, said.lines[index]) : null,
    );
  };
  const keysOf = () =>
    el(
      "div",
      { class: "pad-digits" },
      DIGITS.map((digit) => el("button", { type: "button", class: "pad-digit", "data-key": `digit-${digit}`, onclick: act(type, digit) }, String(digit))),
      el("button", { type: "button", class: "pad-digit is-erase", "data-key": "digit-erase", "aria-label": words("key_erase"), onclick: act(erase) }, symbol("undo")),
    );
  const key = (event) => {
    if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) type(Number(event.key));
    else if (event.key === "Backspace") erase();
    else if (event.key === "Enter" && !event.target.matches("button")) done();
    else return;
    event.preventDefault();
    draw();
  };
  body.addEventListener("keydown", key);

  return openDialog({
    title,
    text,
    shape: "is-sheet",
    body: (answer) => {
      close = answer;
      body.tabIndex = -1;
      body.autofocus = true;
      draw();
      return more ? el("div", {}, el("div", { class: "pad-more" }, more(draw)), body) : body;
    },
    buttons: () => foot,
  });
}
