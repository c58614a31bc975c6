/* The six keys by which dice are typed, whatever is done with them afterwards.
   Knows: faces. Does not know: throws, what dice are worth. */

import { el, symbol, words } from "./page.js";

const FACES = [1, 2, 3, 4, 5, 6];

/* `off`: no die can be typed now; `press(face)` takes one. */
export const diceKeys = (pad, off, press) =>
  el(
    "div",
    { class: "pad-keys" },
    FACES.map((face) =>
      el(
        "button",
        {
          type: "button",
          class: "pad-key",
          disabled: off,
          "data-key": `key-${face}`,
          "aria-label": words("key", { face }),
          onclick: () => pad.tap(() => press(face)),
        },
        symbol(`die-${face}`),
      ),
    ),
  );
