/* The log of a match: what was recorded, what was taken back, what was refused.
   Knows: how a row is shown. Does not know: how rows come about. */

import { built, el, ruleLink, seed, symbol, words } from "./page.js";

const LATELY = 3;

export class Log {
  constructor(pad) {
    this.pad = pad;
  }

  /* The last turns that count, newest first, for the foot of the page. */
  lately() {
    const turns = this.pad.state.log.filter((row) => row.kind === "turn" && !row.cancelled && !row.quiet);
    return turns.slice(0, LATELY).map((row) => el("li", {}, el("b", {}, row.name), " ", row.what));
  }

  show() {
    const { log, refusals } = this.pad.state;
    const shut = () => dialog.close();
    const drawing = el(
      "dialog",
      { class: "pad-log", "aria-labelledby": "pad-log-title" },
      el(
        "header",
        {},
        el("h2", { id: "pad-log-title" }, words("log")),
        el("button", { type: "button", class: "btn btn-leather", onclick: shut }, words("close")),
      ),
      log.length ? el("ol", { class: "pad-rows-log" }, log.flatMap((row, at) => [this.heading(row, log[at - 1]), this.row(row)])) : el("p", { class: "soft" }, words("log_empty")),
      refusals.length ? el("h3", {}, words("refusals")) : null,
      refusals.length ? el("ul", { class: "pad-refusals" }, refusals.map((row) => this.refusal(row))) : null,
      this.foot(shut),
    );
    const dialog = built(drawing);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /* Over the rows of a game, where the match has more than one. */
  heading(row, above) {
    const isOther = seed.book.match.best_of > 1 && row.game !== above?.game;
    return isOther ? el("li", { class: "pad-log-game" }, words("game_number", { number: row.game })) : null;
  }

  row(row) {
    return el(
      "li",
      { class: row.cancelled ? "is-cancelled" : row.kind === "cancel" ? "is-cancel" : "" },
      el("span", { class: "pad-log-time" }, row.time),
      el("span", { class: "pad-log-what" }, el("b", {}, row.name), " ", row.cancelled ? el("s", {}, row.what) : row.what),
      row.waiting ? el("span", { class: "pad-log-waiting" }, words("row_waits")) : null,
      row.warning && !row.cancelled ? el("span", { class: "pad-log-warning" }, row.warning) : null,
      row.line ? el("code", {}, row.line) : null,
    );
  }

  refusal(row) {
    return el("li", {}, el("span", {}, row.sentence, " "), ruleLink(row.rule), row.line ? el("code", {}, row.line) : null);
  }

  foot(shut) {
    const concede = (side) => () => {
      shut();
      this.pad.concede(side.side);
    };
    const buttons = this.pad.playing
      ? this.pad.state.sides.map((side) =>
          el("button", { type: "button", class: "btn btn-quiet", onclick: concede(side) }, words("concede", { name: side.name })),
        )
      : [];
    const older = seed.urls.turns && !seed.practice;
    const links = [
      older ? el("a", { class: "btn btn-quiet", href: seed.urls.turns }, symbol("undo"), words("older_turn")) : null,
      older ? el("a", { class: "btn btn-quiet", href: seed.urls.incidents }, symbol("hand"), words("to_decide")) : null,
      el("a", { class: "btn btn-quiet", href: seed.urls.paper }, symbol("printer"), words("paper")),
      el("a", { class: "btn btn-quiet", href: seed.urls.tables }, symbol("table"), words("to_tables")),
    ];
    return el("footer", {}, ...buttons, ...links);
  }
}
