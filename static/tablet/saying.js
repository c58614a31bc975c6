/* What a state says in words: notes, ends, rows of the log, refusals.
   Knows: the sentences that the server handed over, how a language counts. Does not know: the document, rows, rules. */

const MINUS = "\u2212";

/* A figure with a real minus; nothing for null. */
export const figure = (value) => (value === null || value === undefined ? "" : String(value).replaceAll("-", MINUS));

const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const NAMED_SIDES = ["side", "dealer", "to_move"]; // facts of refusals that are numbers of sides
const NAMED_BOXES = ["box", "boxes", "scores", "needs", "event", "events"];

export class Saying {
  /* `seed`: {rules, texts}; `language` as the page has it. */
  constructor({ rules, texts }, language) {
    this.rules = rules;
    this.texts = texts;
    this.forms = new Intl.PluralRules(language);
  }

  words(name, gaps = {}) {
    return filled(this.texts[name] ?? name, gaps);
  }

  /* `name` in the form that the language has for a number: `turns_one`, `turns_few`, `turns_many`. */
  counted(name, count, gaps = {}) {
    const form = this.forms.select(count);
    const known = form === "one" || form === "few" ? form : "many";
    return this.words(`${name}_${known}`, { count, ...gaps });
  }

  box(code) {
    return this.rules.names[code] ?? code;
  }

  mark(code) {
    return this.rules.marks[code] ?? code;
  }

  ending(code) {
    return this.rules.instants[code] ?? this.rules.endings[code] ?? code;
  }

  warning(code) {
    return code ? (this.rules.warnings[code] ?? code) : "";
  }

  /* The second line of the page: the event, and which game of how many. */
  game({ event, best_of }, number) {
    return this.words("game_of", { event, number, best_of: Math.max(best_of, number) });
  }

  /* ---- a refusal ---- */

  /* `code` as the rules or the page refuse it; `names` of the sides. */
  refusal(code, facts = {}, names = []) {
    const closer = Object.entries(facts).map(([name, value]) => (isEmpty(value) ? `${code}:no-${name}` : `${code}:${name}`));
    const key = [...closer, code].find((each) => this.rules.refusals[each]);
    const text = this.rules.refusals[key] ?? this.words("refused_by_rules", { code });
    const gaps = Object.entries(facts).map(([name, value]) => [name, this.fact(name, value, names)]);
    return filled(text, { code, ...Object.fromEntries(gaps) });
  }

  fact(name, value, names) {
    if (NAMED_SIDES.includes(name) && names[value - 1]) return names[value - 1];
    if (Array.isArray(value)) return value.map((each) => this.fact(name, each, names)).join(", ");
    if (value === null || value === undefined) return "–";
    if (typeof value === "number") return figure(value);
    if (name === "ending") return this.ending(value);
    if (this.rules.values?.[name]?.[value]) return this.rules.values[name][value];
    return NAMED_BOXES.includes(name) ? this.box(value) : String(value);
  }

  /* ---- a row of the log ---- */

  /* `row` with its `figures`, those of the line that are no dice and no points; `names` of the sides. */
  turn(row, names) {
    if (row.kind === "cancel") return this.withReason(this.words("turn_back", { number: row.cancels }), row.reason);
    const mark = row.mark ? this.mark(row.mark) : "";
    if (!row.box) return mark || this.ending("concession");
    const box = this.box(row.box);
    const cause = causedBy(row);
    const gaps = { box, points: figure(row.points), mark, figures: row.figures || (cause ? names[cause - 1] : "") };
    if (row.mark === "crossed") return this.words("row_crossed", gaps);
    if (row.points === null) return box;
    if (mark && mark !== box) return this.words("row_marked", gaps);
    return this.words(gaps.figures ? "row_figures" : "row_points", gaps);
  }

  /* Several that were taken back at one moment: a whole hand, a whole sheet. */
  takenBack(rows) {
    const numbers = rows.map((row) => row.cancels ?? 0).sort((a, b) => a - b);
    return this.withReason(this.words("turns_back", { first: numbers[0], last: numbers.at(-1) }), rows[0].reason);
  }

  withReason(what, reason) {
    return reason ? this.words("with_reason", { what, reason }) : what;
  }

  /* What an undo would take back: the last row of what was sent as one, and how many rows that is. */
  undo(name, what, count) {
    if (count === 1) return this.words("undo_one", { name, what });
    return this.counted("undo_all", count, { name, what });
  }

  /* ---- the end of a game ---- */

  /* `names` of the winners; `number` of the game where it is not the match that they won; `sides` at the table. */
  winners(names, { number, sides }) {
    const said = { names: names.join(", "), number };
    if (number) return this.words(names.length === 1 ? "won_game" : "shared_game", said);
    if (names.length === 1) return this.words("won", said);
    return this.words(sides === 2 ? "shared" : "shared_first", said);
  }

  /* How a game ended, but for the usual end; that the loser hardly scored. */
  endingOf({ ending, shutout }) {
    const how = !ending || ending === this.rules.usual_ending ? [] : [this.ending(ending)];
    return [...how, ...(shutout ? [this.mark("shutout")] : [])].join(", ");
  }

  /* `ended`: {status, totals, isLevel, won (games of each side), sides, best_of}. */
  end({ status, totals, isLevel, won, sides, best_of: bestOf }) {
    const ending = this.endingOf(status);
    const level = isLevel && !ending ? this.rules.level : "";
    if (sides > 2) return level || capital(ending);
    const said = { totals: totals.map(figure).join(" : "), ending, games: won.join(" : ") };
    const name = bestOf === 1 ? (ending ? "end_how" : "end_plain") : ending ? "end_how_games" : "end_games";
    const sentence = this.words(name, said);
    return isLevel && !ending ? `${sentence} ${level}` : sentence;
  }
}

/* The side whose slip gave the points to another one: the line is its, the points are not. */
function causedBy({ line, side, figures }) {
  const first = /^[0-9]/.test(line) ? Number(line[0]) : null;
  return first !== null && side !== null && first !== side && !figures ? first : null;
}

const filled = (text, gaps) => text.replace(/%\((\w+)\)s/g, (_, name) => String(gaps[name] ?? "–"));

const isEmpty = (value) => value === null || value === undefined || value === 0 || value === "" || value === false || value.length === 0;
