/* The referee's page: one match, its sheets, the turn that is being recorded.
   Knows: which part shows what, what a tap reaches. Does not know: rules, what a turn is made of (each kind of entry
   brings its own: flips.js, throws.js, events.js), how turns travel (sync.js). Without this script the page's own
   forms do the same.

   An entry has: `saved`, `isEmpty`, `light`, `hint`, `message`, `panel`, `buttons`, and takes `box`, `press`, `erase`. */

import { ask } from "./asking.js";
import { Board, DARK } from "./board.js";
import { Log } from "./log.js";
import { el, redraw, refusalText, ruleLink, seed, symbol, unbroken, words } from "./page.js";
import { Outbox, clientId, get, post, recall, remember } from "./sync.js";

const at = (name) => document.getElementById(`pad-${name}`);
const HALF = `cacho-half-${seed.state.match.token}`;
const MODE = "cacho-mode";
const SETTLE_MS = 400; // a button that has just changed its meaning takes no tap meant for the one before

export class Pad {
  /* `entries`: the classes of this kind of entry: `full`, step by step, and `quick`. */
  constructor(entries) {
    this.entries = entries;
    this.state = seed.state;
    this.busy = false;
    this.said = null;
    this.seen = null; // number of the finished game whose end the referee has read
    this.changedAt = -SETTLE_MS;
    this.stepAt = -SETTLE_MS;
    this.mode = recall(MODE) === "quick" ? "quick" : "full";
    this.board = new Board(at("sides"), at("tabs"), (side, box) => this.box(side, box));
    this.log = new Log(this);
    this.begin(recall(HALF));
    this.outbox = new Outbox({
      pill: at("pill"),
      onAnswer: (outcomes, state) => this.answered(outcomes, state),
      onTrouble: (error) => this.troubled(error),
      onSilence: () => this.silent(),
    });
    // What waits from before this page goes first: until the server has answered, nobody knows what comes next.
    this.busy = this.outbox.waiting.length > 0;
    for (const name of ["full", "quick"]) at(`mode-${name}`).addEventListener("click", () => this.choose(name));
    at("log").addEventListener("click", () => this.log.show());
    at("say").addEventListener("click", () => {
      // On a phone it may lie over the keys: a tap puts it away.
      this.notice(null);
      this.draw();
    });
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.refresh());
    document.documentElement.classList.add("has-pad");
    at("plain").hidden = true;
    for (const name of ["root", "pill", "log"]) at(name).hidden = false;
    this.draw();
  }

  /* ---- where the game stands ---- */

  get form() {
    return this.state.form;
  }

  get side() {
    return this.state.form.to_move;
  }

  get mover() {
    return this.state.sides[this.side - 1];
  }

  /* In some games no side is to move while the game goes on. */
  get playing() {
    return !this.ended && !this.form.over;
  }

  /* The end of a game stays in sight until the referee goes on, or for good when the match is over. */
  get ended() {
    const { ended, match } = this.state;
    return ended && (match.finished || ended.number !== this.seen) ? ended : null;
  }

  begin(saved = null) {
    const { number, sequence } = this.state.game;
    const fits = saved && saved.game === number && saved.sequence === sequence && saved.mode === this.mode;
    this.entry = new this.entries[this.mode](this, fits ? saved.turn : null);
    this.board.turned();
  }

  /* A step of the turn is done: what lies under the finger is another button now. */
  stepped() {
    this.changedAt = performance.now();
    this.draw();
  }

  /* The finger has been elsewhere since: the buttons answer again. */
  touched() {
    this.changedAt = -SETTLE_MS;
  }

  /* A tap of an entry that only changes what will be written. */
  tap(act) {
    if (this.busy) return;
    this.touched();
    this.notice(null);
    act();
    this.draw();
  }

  choose(mode) {
    this.mode = mode;
    remember(MODE, mode);
    this.said = null;
    this.begin();
    this.draw();
  }

  /* ---- what is said to the referee ---- */

  notice(text, kind = "warn", rule = null) {
    this.said = text ? { text, kind, rule } : null;
  }

  /* What the page itself refuses bears the rule that the game's table names for it. */
  refuse(code, gaps, rule = seed.rules.table.cites?.[code]) {
    this.notice(refusalText(code, gaps), "warn", rule);
  }

  box(side, box) {
    this.touched();
    if (box && !this.busy) {
      this.notice(null);
      this.entry.box(box);
    }
    this.draw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || this.ended) return;
    const face = Number(event.key);
    if (face >= 1 && face <= 6 && !this.busy) {
      this.notice(null);
      this.entry.press(face);
    } else if (event.key === "Backspace" && !this.entry.isEmpty) {
      this.entry.erase();
    } else if (event.key === "Enter" && !this.busy && !isOther(document.activeElement)) {
      const main = this.entry.buttons.find((each) => each.main && !each.off);
      if (!main) return;
      main.press();
    } else {
      return;
    }
    event.preventDefault();
    this.draw();
  }

  /* ---- recording ---- */

  send(line, entry) {
    if (this.busy) return;
    this.busy = true;
    this.notice(null);
    const { number, sequence } = this.state.game;
    this.outbox.add({
      client_id: clientId(),
      game_number: number,
      base_sequence: sequence,
      line,
      at_device: new Date().toISOString(),
      entry,
    });
    this.draw();
  }

  answered(outcomes, state) {
    this.busy = false;
    const refused = outcomes.find((each) => each.verdict === "refused");
    const moved = state.game.sequence !== this.state.game.sequence || state.game.number !== this.state.game.number;
    const warned = outcomes.find((each) => each.warning);
    this.state = state;
    if (!refused || moved) this.begin();
    else if (this.entry.selected) this.entry.selected = null;
    if (refused) this.notice(refused.sentence, "error", refused.rule);
    else this.notice(warned ? (seed.rules.warnings[warned.warning] ?? warned.warning) : null);
    this.draw();
  }

  troubled(error) {
    this.busy = false;
    this.notice(error?.sentence ?? words("trouble"), "error", error?.rule);
    this.draw();
  }

  silent() {
    this.notice(words("not_yet"));
    this.draw();
  }

  async refresh() {
    if (this.busy || !this.entry.isEmpty) return;
    try {
      const state = await get(seed.urls.match);
      if (this.busy || !this.entry.isEmpty) return;
      this.state = state;
      this.begin();
      this.draw();
    } catch {
      this.outbox.flush();
    }
  }

  async undo() {
    const { undo } = this.state;
    if (!undo || this.busy) return;
    if (!(await ask(words("undo_title"), undo.sentence, words("undo_yes")))) return;
    this.busy = true;
    this.draw();
    try {
      const fields = new URLSearchParams({ client_id: clientId(), base_sequence: undo.sequence });
      this.state = await post(seed.urls.undo, fields.toString(), "application/x-www-form-urlencoded");
      this.seen = null;
      this.begin();
      this.notice(words("undone"), "good");
    } catch (trouble) {
      this.notice(trouble.error?.sentence ?? words("undo_failed"), "error", trouble.error?.rule);
    }
    this.busy = false;
    this.draw();
  }

  async concede(side) {
    const name = this.state.sides[side - 1].name;
    if (await ask(words("concede_title", { name }), words("concede_ask"), words("concede_yes"))) {
      this.send(`${side} concede`, "quick");
    }
  }

  /* ---- drawing ---- */

  draw() {
    const { ended, entry, playing } = this;
    const sides = ended ? ended.sides : this.state.sides;
    this.board.draw(sides, playing ? this.side : null, playing ? entry.light : DARK, playing ? this.form.sides : null);
    at("root").classList.toggle("is-busy", this.busy);
    at("game").textContent = this.state.game.title;
    at("modes").hidden = !playing;
    at("hint").textContent = playing ? entry.hint : "";
    for (const name of ["full", "quick"]) at(`mode-${name}`).setAttribute("aria-pressed", String(this.mode === name));
    redraw(at("work"), playing ? entry.panel : this.end(ended));
    this.say(playing ? (this.said ?? entry.message) : this.said);
    redraw(at("last"), playing ? this.log.lately() : []);
    const actions = this.actions(playing);
    at("actions").dataset.count = actions.length;
    redraw(at("actions"), actions);
    if (playing) this.keepHalf();
  }

  keepHalf() {
    const { number, sequence } = this.state.game;
    const turn = this.entry.saved;
    remember(HALF, turn ? { game: number, sequence, mode: this.mode, turn } : null);
  }

  say(message) {
    const holder = at("say");
    holder.className = `pad-say is-${message?.kind ?? "none"}`;
    holder.replaceChildren(...(message ? [el("span", {}, message.text), ruleLink(message.rule)].filter(Boolean) : []));
  }

  end(ended) {
    if (!ended) return [];
    return [
      el(
        "div",
        { class: "pad-end" },
        symbol(ended.winner ? "trophy" : "cup"),
        el("h2", {}, unbroken(ended.title)),
        ended.sentence ? el("p", {}, ended.sentence) : null,
        ended.places.length ? el("ol", { class: "pad-places" }, ended.places.map(placeRow)) : null,
        this.state.match.finished ? el("p", { class: "soft" }, words("match_closed")) : null,
      ),
    ];
  }

  actions(playing) {
    const erases = playing && !this.entry.isEmpty;
    const back = {
      key: "undo",
      sign: "undo",
      text: words(erases ? "erase" : "undo"),
      off: !erases && !this.state.undo,
      press: () => {
        this.notice(null);
        if (!erases) return this.undo();
        this.entry.erase();
        return this.draw();
      },
    };
    const next = this.ended ? [this.goOn()] : [];
    return [back, ...(playing ? this.entry.buttons : next)].map((each) => this.button(each));
  }

  goOn() {
    if (this.state.match.finished) {
      return { key: "tables", text: words("to_tables"), main: true, press: () => location.assign(seed.urls.tables) };
    }
    const press = () => {
      this.seen = this.ended.number;
      this.begin();
      this.draw();
    };
    return { key: "next", text: words("next_game", { number: this.state.game.number }), main: true, press };
  }

  /* `once`: a step that may be due again at once, like the next deal: the second half of a double tap is no second step. */
  button({ key, text, sign, main, off, pressed, press, once }) {
    const act = () => {
      const now = performance.now();
      if (now - this.changedAt <= SETTLE_MS || (once && now - this.stepAt <= SETTLE_MS)) return;
      if (once) this.stepAt = now;
      press();
    };
    return el(
      "button",
      {
        type: "button",
        class: `btn pad-action ${main ? "btn-accent is-main" : "btn-leather"}`,
        "data-key": `action-${key}`,
        disabled: off || this.busy,
        "aria-pressed": pressed === undefined ? null : String(pressed),
        onclick: act,
      },
      sign ? symbol(sign) : null,
      el("span", {}, this.busy && main ? words("sending") : text),
    );
  }
}

/* Who came in where, at a table of more than two. */
const placeRow = ({ place, name, total, games_won: won }) =>
  el(
    "li",
    {},
    el("span", { class: `place-mark${place === 1 ? " is-first" : ""}` }, String(place)),
    el("span", { class: "pad-place-name" }, unbroken(name)),
    won === null ? null : el("span", { class: "soft" }, words("games_won", { count: won })),
    el("span", { class: "pad-figure" }, total),
  );

/* A button that Enter presses itself: any but a box that is chosen already. */
const isOther = (focused) =>
  focused?.matches("button, a, input, textarea") && !focused.matches(".pad-cell[aria-pressed=true]");
