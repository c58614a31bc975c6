/* Questions before something is written: yes or no, one of several, or a sheet of their own.
   Knows: dialogs. Does not know: dice, turns. */

import { built, capital, el, words } from "./page.js";

let count = 0;

/* Open a dialog over the page. `body(answer)` and `buttons(answer)` return what it holds; resolves to what `answer`
   was called with, or to null when it is shut otherwise. `stays`: it asks nothing about the turn. */
export function openDialog({ title, text = "", body = null, buttons, shape = "", stays = false }) {
  return new Promise((resolve) => {
    const id = `pad-ask-${(count += 1)}`;
    let given = null;
    const answer = (value) => {
      given = value;
      dialog.close();
    };
    const drawing = el(
      "dialog",
      { class: `pad-ask ${shape}`, "aria-labelledby": id, "data-asks": stays ? null : "turn" },
      el("h2", { id }, title),
      text ? el("p", {}, text) : null,
      body?.(answer) ?? null,
      el("div", { class: "pad-ask-buttons" }, buttons(answer)),
    );
    const dialog = built(drawing);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(given);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/* The match has moved on: what is still asked about a turn means nothing any more. */
export function dropQuestions() {
  for (const dialog of document.querySelectorAll("dialog[data-asks=turn]")) dialog.close();
}

export const askButton = (text, press, { main = false, off = false, key = null } = {}) =>
  el(
    "button",
    { type: "button", class: `btn btn-lg ${main ? "btn-accent" : "btn-leather"}`, disabled: off, "data-key": key, onclick: press },
    text,
  );

/* Ask once; resolves to true when the answer is yes. */
export async function ask(title, text, yes) {
  const buttons = (answer) => [
    askButton(words("no"), () => answer(null)),
    askButton(yes, () => answer(true), { main: true }),
  ];
  return Boolean(await openDialog({ title, text, buttons }));
}

/* Before a win that ends the game at once is written. */
export const askToWin = (play, name) =>
  ask(words("instant_title", { play: capital(play) }), words("instant_ask", { name }), words("instant_yes", { play }));

/* Ask which one; `choices`: [{text, value}]. Resolves to a value, or null when none is meant. */
export function choose(title, text, choices) {
  const body = (answer) =>
    el(
      "div",
      { class: "pad-choices" },
      choices.map(({ text: name, value }) => askButton(name, () => answer(value), { main: true, key: `choice-${value}` })),
    );
  return openDialog({ title, text, body, buttons: (answer) => [askButton(words("no"), () => answer(null))] });
}
