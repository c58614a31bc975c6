/* How the referee likes this screen: which hand, how large, how bright, with sound or without.
   Knows: the choices, and where the page's style reads them. Does not know: matches, turns. */

import { askButton, openDialog } from "./asking.js";
import { recall, remember } from "./memory.js";
import { el, words } from "./page.js";

const KEY = "cacho-settings";
const DEFAULTS = { theme: "auto", hand: "right", size: "normal", sound: "off" };
/* The name of each choice, and what its values are called. */
const CHOICES = {
  theme: ["set_theme", { auto: "set_auto", light: "set_light", dark: "set_dark" }],
  size: ["set_size", { normal: "set_normal", big: "set_big" }],
  hand: ["set_hand", { right: "set_right", left: "set_left" }],
  sound: ["set_sound", { off: "set_off", on: "set_on" }],
};

export class Settings {
  constructor() {
    const kept = recall(KEY) ?? {};
    this.chosen = { ...DEFAULTS };
    // What an older page has kept, and this one does not know, falls back to the default.
    for (const [name, [, values]] of Object.entries(CHOICES)) {
      if (kept[name] in values) this.chosen[name] = kept[name];
    }
    this.apply();
  }

  get hasSound() {
    return this.chosen.sound === "on";
  }

  choose(name, value) {
    this.chosen[name] = value;
    remember(KEY, this.chosen);
    this.apply();
  }

  /* The style reads attributes of the page; "auto" is the absence of one. */
  apply() {
    const { theme, hand, size } = this.chosen;
    const { dataset } = document.documentElement;
    if (theme === "auto") delete dataset.theme;
    else dataset.theme = theme;
    dataset.hand = hand;
    dataset.size = size;
  }

  ask() {
    return openDialog({
      title: words("settings"),
      text: words("settings_kept"),
      body: () => el("div", { class: "pad-settings" }, Object.keys(CHOICES).map((name) => this.row(name))),
      buttons: (answer) => [askButton(words("settings_done"), () => answer(true), { main: true })],
      shape: "is-sheet",
      stays: true,
    });
  }

  row(name) {
    const press = (button, value) => {
      this.choose(name, value);
      for (const each of button.parentElement.children) each.setAttribute("aria-pressed", String(each === button));
    };
    const [title, values] = CHOICES[name];
    const buttons = Object.entries(values).map(([value, text]) =>
      el(
        "button",
        {
          type: "button",
          "data-key": `set-${name}-${value}`,
          "aria-pressed": String(this.chosen[name] === value),
          onclick: (event) => press(event.currentTarget, value),
        },
        words(text),
      ),
    );
    const id = `pad-set-${name}`;
    return el(
      "div",
      { class: "pad-setting" },
      el("h3", { id }, words(title)),
      el("div", { class: "segments", role: "group", "aria-labelledby": id }, buttons),
    );
  }
}
