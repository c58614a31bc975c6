/* The referee's page: one match, its sheets, the turn that is being recorded.
   Knows: which part shows what, what a tap reaches. Does not know: rules, what a turn is made of (each kind of entry
   brings its own: flips.js, throws.js, events.js), what a turn leads to (desk.js), how turns travel (outbox.js).
   Without this script the page's own forms do the same.

   An entry has: `saved`, `isEmpty`, `light`, `hint`, `message`, `panel`, `buttons`, and takes `box`, `press`, `erase`. */

import { ask, choose, dropQuestions } from "./asking.js";
import { Board, DARK } from "./board.js";
import { Desk } from "./desk.js";
import { endPanel } from "./ended.js";
import { pressAtOnce } from "./finger.js";
import { Foot } from "./foot.js";
import { Log } from "./log.js";
import { recall, remember } from "./memory.js";
import { SHOWN_MS, el, redraw, refusalText, ruleLink, seed, shown, takeInSprite, words } from "./page.js";
import { Refusal, load } from "./rules/door.js";
import { keepKeysInSight } from "./sight.js";
import { Standing } from "./standing.js";
import { Tools } from "./tools.js";

const at = (name) => document.getElementById(`pad-${name}`);
const HALF = `cacho-half-${seed.book.match.token}`;
const MODE = "cacho-mode";
const HINDERED = { lost: "page_lost", whose: "whose_first", watches: "only_watching" };

/* `entries`: the classes of this kind of entry: `full`, step by step, and `quick`. Until the rules are there the page's
   own forms stand. */
export async function begin(entries) {
  const [rules] = await Promise.all([load(seed.rules.game), takeInSprite()]);
  const pad = new Pad(entries, rules);
  pad.show();
  await pad.open();
  return pad;
}

class Pad {
  constructor(entries, rules) {
    this.entries = entries;
    this.isDrawn = true; // nothing has changed since
    this.due = null; // the timer of what was put off
    this.isOpen = false; // until then nobody knows what this browser has kept
    this.said = null;
    this.hushed = null; // what an entry says and the referee has put away
    this.seen = null; // number of the finished game whose end the referee has read
    this.mode = recall(MODE) === "quick" ? "quick" : "full";
    const onAnswer = (outcomes) => this.answered(outcomes);
    this.desk = new Desk(seed, rules, { onChange: (isNew) => this.changed(isNew), onAnswer });
    this.state = this.desk.state;
    this.board = new Board(at("sides"), at("tabs"), (side, box) => this.box(side, box));
    this.foot = new Foot(this, at("actions"));
    this.log = new Log(this);
    this.tools = new Tools(this);
    this.standing = seed.practice ? null : new Standing(this.desk.outbox, at("pill"), at("strip"));
    this.begin();
  }

  show() {
    for (const name of ["full", "quick"]) at(`mode-${name}`).addEventListener("click", () => this.choose(name));
    at("log").addEventListener("click", () => this.log.show());
    at("say").addEventListener("click", () => this.hush());
    document.addEventListener("keydown", (event) => this.key(event));
    // What a turn led to is there before the next tap reaches anything.
    document.addEventListener("pointerdown", () => this.settle(), true);
    // A finger or a mouse takes the keyboard nowhere: what it taps is often gone a moment later, and its place with it.
    at("root").addEventListener("mousedown", (event) => event.preventDefault());
    pressAtOnce(at("root"));
    document.documentElement.classList.add("has-pad");
    at("plain").hidden = true;
    for (const name of ["root", "log"]) at(name).hidden = false;
    at("pill").hidden = Boolean(seed.practice);
    this.draw();
  }

  /* What was kept in this browser is on the page: a turn may be written, and half a one goes on. */
  async open() {
    await this.desk.open();
    this.state = this.desk.state;
    this.isOpen = true;
    this.begin(seed.practice ? null : recall(HALF));
    this.draw();
  }

  /* ---- where the game stands ---- */

  /* Nothing can be tapped yet. */
  get busy() {
    return !this.isOpen || Boolean(this.desk.inked);
  }

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

  /* The match is final by the word of its sides. */
  get isSealed() {
    return this.state.match.finished && this.desk.book.match.confirmation !== "none";
  }

  begin(saved = null) {
    dropQuestions();
    const { number, sequence } = this.state.game;
    const fits = saved && saved.game === number && saved.sequence === sequence && saved.mode === this.mode;
    this.entry = new this.entries[this.mode](this, fits ? saved.turn : null);
    this.board.turned();
  }

  /* A step of the turn is done: what lies under the finger is another button now. */
  stepped() {
    this.foot.changed();
    this.draw();
  }

  /* A tap of an entry that only changes what will be written. */
  tap(act) {
    if (this.busy || !this.mayWrite()) return;
    this.foot.left();
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

  /* `button`: {text, press}: what can be done about it. */
  notice(text, kind = "warn", rule = null, button = null) {
    this.said = text ? { text, kind, rule, button } : null;
  }

  /* On a phone what is said may lie over what is to be tapped: a tap puts it away until there is something new. */
  hush() {
    this.hushed = this.said ? null : this.entry.message?.text;
    this.notice(null);
    this.draw();
  }

  /* What the page itself refuses bears the rule that the game's table names for it. */
  refuse(code, gaps, rule = seed.rules.table.cites?.[code]) {
    this.notice(refusalText(code, gaps), "warn", rule);
  }

  box(side, box) {
    this.foot.left();
    if (box && !this.busy && this.mayWrite()) {
      this.notice(null);
      this.entry.box(box);
    }
    // What is lit on the sheet is the answer to this tap; the keys for it come a moment later.
    this.drawBoard();
    clearTimeout(this.due);
    this.due = setTimeout(() => this.drawNow(), SHOWN_MS);
  }

  key(event) {
    this.settle();
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || this.ended) return;
    const face = Number(event.key);
    if (face >= 1 && face <= 6 && !this.busy) {
      if (this.mayWrite()) {
        this.notice(null);
        this.entry.press(face);
      }
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

  /* What the page shows has changed under it: an item was put, an answer has come, another tablet has written. */
  changed(isNew) {
    const mayAgain = this.said?.hinders && !this.desk.hindrance;
    if (mayAgain) this.notice(null);
    if (isNew || mayAgain) {
      const before = whereIs(this.state);
      this.state = this.desk.state;
      if (whereIs(this.state) !== before) this.begin();
      if (this.desk.isLost) this.notice(words("page_lost"), "error", null, { text: words("waits_reload"), press: () => location.reload() });
      this.draw();
    }
    this.standing?.draw();
  }

  /* Whether anything can be written here. Where another writes it is said before a question is asked or a die typed. */
  mayWrite() {
    const { hindrance, outbox } = this.desk;
    if (!hindrance) return true;
    this.notice(hindrance === "shut" ? outbox.trouble.error.sentence : words(HINDERED[hindrance]), "error");
    this.said.hinders = true;
    this.draw();
    return false;
  }

  /* Put something into the outbox. Returns the item; null where it cannot be, with the reason on the page. */
  put(kind, fields = {}) {
    this.notice(null);
    try {
      if (this.mayWrite()) return this.desk.put(kind, fields);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.notice(this.desk.refusalText(refusal), "error", refusal.rule);
      this.tools.sound("refused");
    }
    this.draw();
    return null;
  }

  async send(line, entry) {
    if (this.busy) return;
    const item = this.put("turn", { line, entry });
    if (!item) {
      if (this.entry.selected) this.entry.selected = null;
      this.draw();
      return;
    }
    this.drawBoard();
    await this.desk.settled;
    const row = this.state.log.find((each) => each.id === item.client_id && each.warning);
    if (row) this.notice(row.warning);
    this.tools.sound(this.ended ? "won" : "written");
    this.draw();
  }

  /* The server has judged items. What it refused is gone from the sheets, for they follow its book. */
  answered(outcomes) {
    const refused = outcomes.find((each) => each.verdict === "refused" && each.sentence);
    if (!refused) return;
    const sentence = refused.open ? words("for_the_chief", { sentence: refused.sentence }) : refused.sentence;
    this.notice(sentence, "error", refused.rule);
    this.tools.sound("refused");
    this.draw();
  }

  /* One tap takes the last turn back, another one writes it again. What its sides have confirmed is asked about. */
  async undo() {
    if (this.busy) return;
    if (this.isSealed && !(await ask(words("reopen_title"), words("reopen_ask"), words("reopen_yes")))) return;
    const { undo } = this.state;
    if (!undo) return;
    const lines = this.desk.linesOf(undo.id);
    if (!this.put("cancel", { cancels: undo.id, reason: "" })) return;
    if (this.seen >= undo.game) this.seen = undo.game - 1; // its end is to be read anew, that of the one before is not
    const again = async () => {
      for (const line of lines) await this.send(line, "quick");
    };
    this.notice(words("undone", { what: undo.sentence }), "good", null, { text: words("write_again"), press: again });
    this.tools.sound("undone");
    this.draw();
  }

  async concede(side) {
    if (!this.mayWrite()) return;
    const name = this.state.sides[side - 1].name;
    if (await ask(words("concede_title", { name }), words("concede_ask"), words("concede_yes"))) {
      this.send(`${side} concede`, "quick");
    }
  }

  /* ---- drawing ---- */

  /* Once a tap, whatever of it asks for it. */
  draw() {
    if (this.isDrawn) queueMicrotask(() => this.drawNow());
    this.isDrawn = false;
  }

  drawNow() {
    const { ended, entry, playing } = this;
    this.isDrawn = true;
    clearTimeout(this.due);
    this.due = null;
    this.drawBoard();
    at("root").classList.toggle("is-busy", !this.isOpen);
    at("modes").hidden = !playing;
    for (const name of ["full", "quick"]) at(`mode-${name}`).setAttribute("aria-pressed", String(this.mode === name));
    const over = playing ? null : (this.tools.end(ended) ?? endPanel(ended, this.state));
    redraw(at("work"), over ?? entry.panel);
    redraw(at("opens"), playing ? this.opener() : null);
    this.say(playing ? (this.said ?? this.unhushed(entry.message)) : this.said);
    this.foot.draw(playing);
    if (playing) keepKeysInSight(at("work").parentElement, at("say"));
    this.drawRestSoon();
  }

  drawBoard() {
    const { ended, entry, playing } = this;
    const { inked } = this.desk;
    const sides = inked ?? (ended ? ended.sides : this.state.sides);
    shown.heads = sides[0].heads;
    const light = playing && !inked ? entry.light : DARK;
    this.board.draw(sides, playing ? this.side : null, light, playing ? this.form.sides : null);
    if (inked) at("root").ariaBusy = "true";
  }

  /* Draw what was put off. */
  settle() {
    if (!this.desk.inked && !this.due) return;
    this.desk.settle();
    this.drawNow();
  }

  /* What nobody looks at while a finger is on the glass comes a moment later. */
  drawRestSoon() {
    at("root").ariaBusy = "true";
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.drawRest(), SHOWN_MS);
  }

  drawRest() {
    const { entry, playing } = this;
    at("game").textContent = this.state.game.title;
    at("hint").textContent = playing ? entry.hint : "";
    redraw(at("last"), playing ? this.log.lately() : []);
    this.tools.draw();
    if (playing && this.isOpen) this.keepHalf();
    at("root").ariaBusy = "false";
  }

  /* Who throws first is asked at the table: until something stands, one tap says otherwise. */
  opener() {
    const { mayOpen, sides } = this.state;
    if (!mayOpen || sides.length < 2 || this.busy || !this.entry.isEmpty) return null;
    const others = sides.filter((side) => side.side !== this.side).map(({ side, name }) => ({ text: name, value: side }));
    const press = async () => {
      const side = others.length === 1 ? others[0].value : await choose(words("opens_title"), "", others);
      if (side && this.state.mayOpen) this.desk.letOpen(side);
    };
    const text = others.length === 1 ? words("opens_other", { name: others[0].text }) : words("opens_another");
    return el("button", { type: "button", class: "btn btn-leather pad-opener", "data-key": "opens", onclick: press }, text);
  }

  /* The end of a game has been read: to the next. */
  goOn() {
    this.seen = this.ended.number;
    this.begin();
    this.draw();
  }

  keepHalf() {
    const { number, sequence } = this.state.game;
    const turn = this.entry.saved;
    remember(HALF, turn ? { game: number, sequence, mode: this.mode, turn } : null);
  }

  unhushed(message) {
    if (message?.text !== this.hushed) this.hushed = null;
    return this.hushed ? null : message;
  }

  say(message) {
    const holder = at("say");
    holder.className = `pad-say is-${message?.kind ?? "none"}`;
    redraw(holder, message ? [el("span", {}, message.text), ruleLink(message.rule), act(message.button)] : null);
  }
}

/* Where the match stands: when it changes a turn that was begun means nothing any more. */
const whereIs = ({ game, match, form }) => JSON.stringify([game?.number, game?.sequence, match.finished, form.to_move]);

/* A button within what is said; the tap is its own. */
function act(button) {
  if (!button) return null;
  const press = (event) => {
    event.stopPropagation();
    button.press();
  };
  return el("button", { type: "button", class: "btn btn-quiet", "data-key": "say-button", onclick: press }, button.text);
}

/* A button that Enter presses itself: any but a box that is chosen already. */
const isOther = (focused) =>
  focused?.matches("button, a, input, textarea") && !focused.matches(".pad-cell[aria-pressed=true]");
