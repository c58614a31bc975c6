/* What a referee needs beside the turn: the chief referee, cards, settings, the turn's clock, the end confirmed.
   Knows: which tool is shown when. Does not know: turns, how anything travels (pad.js). */

import { Awake } from "./awake.js";
import { callChief, callStrip, pickOne } from "./calls.js";
import { showCard } from "./cards.js";
import { confirmPanel, disagree } from "./confirm.js";
import { built, redraw, seed, words } from "./page.js";
import { practicePill, practiceStrip } from "./practice.js";
import { Settings } from "./settings.js";
import { play } from "./sounds.js";
import { TurnClock } from "./turn_clock.js";

const NARROW = window.matchMedia("(max-width: 43.99rem)");
const at = (name) => document.getElementById(`pad-${name}`);

export class Tools {
  /* `pad` gives `state`, `playing`, `put(kind, fields)`. */
  constructor(pad) {
    this.pad = pad;
    this.settings = new Settings();
    this.awake = new Awake();
    this.clock = new TurnClock(at("clock"));
    at("settings").addEventListener("click", () => this.more());
    at("cards").addEventListener("click", () => showCard(pad));
    at("call").addEventListener("click", () => callChief(pad));
    at("settings").hidden = false;
    // In practice there is nobody to call and nothing to be shown to anybody.
    for (const name of ["cards", "call"]) at(name).hidden = Boolean(seed.practice);
    if (seed.practice) at("pill").after(built(practicePill()));
    this.strip = null;
  }

  /* A narrow bar has no room for the cards: there they lie behind the settings. */
  async more() {
    const isShort = NARROW.matches && !seed.practice;
    const what = isShort ? await pickOne(words("tools"), "", ["cards_title", "settings"]) : "settings";
    if (what === "cards_title") showCard(this.pad);
    else if (what) this.settings.ask();
  }

  draw() {
    const { state, playing } = this.pad;
    const { call, game, match } = state;
    at("call").classList.toggle("is-open", Boolean(call));
    at("call").classList.toggle("is-coming", Boolean(call?.coming));
    at("call").setAttribute("aria-pressed", String(Boolean(call)));
    this.drawStrip(call);
    this.clock.draw({
      mark: `${game?.number}:${game?.sequence}`,
      since: state.turn_since ?? null,
      now: state.now ?? null,
      isRunning: Boolean(playing && state.log.length),
    });
    this.awake.want(!match.finished);
  }

  /* Anew only when it says something else: a screen reader reads it aloud every time. */
  drawStrip(call) {
    const says = JSON.stringify(call ?? null);
    if (says === this.strip) return;
    this.strip = says;
    redraw(at("strip-tools"), practiceStrip(), callStrip(this.pad));
  }

  /* What stands in place of the turn while the sides confirm; null while they need not. */
  end(ended) {
    return this.pad.state.confirm ? confirmPanel(this.pad, ended) : null;
  }

  /* What can be done beside confirming. */
  get buttons() {
    if (seed.practice) return [];
    return [{ key: "disagree", sign: "bell", text: words("disagree"), press: () => disagree(this.pad) }];
  }

  sound(name) {
    if (this.settings.hasSound) play(name);
  }
}
