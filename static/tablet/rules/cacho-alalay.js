// The rules of cacho-alalay, made by `make rules` from cacho_tournaments.games.cacho_alalay; not to be changed by hand.
import * as py from "./runtime.js";

// ---- errors

class CachoError extends py.Exception {
  constructor(code, rule = null, facts = py.dict()) {
    super(code);
    this.code = code;
    this.rule = rule;
    this.facts = facts;
  }
}

// ---- games.base

class Refused extends CachoError {
}

class SetupRefused extends CachoError {
}

class Option extends py.Record {
  static fields = ["name", "values", "rule"];
  constructor(name, values, rule) {
    super();
    this.name = name;
    this.values = values;
    this.rule = rule;
  }
  get default() {
    return py.at(this.values, 0);
  }
}

class Verdict extends py.Record {
  static fields = ["side", "box", "points", "mark", "warning", "also", "play"];
  constructor(side, box = null, points = null, mark = null, warning = null, also = [], play = null) {
    super();
    this.side = side;
    this.box = box;
    this.points = points;
    this.mark = mark;
    this.warning = warning;
    this.also = also;
    this.play = play;
  }
}

class Status extends py.Record {
  static fields = ["to_move", "over", "ending", "winners", "ranking", "totals", "instant", "shutout", "turns", "more"];
  constructor(to_move, over, ending, winners, ranking, totals, instant = false, shutout = false, turns = [], more = py.dict()) {
    super();
    this.to_move = to_move;
    this.over = over;
    this.ending = ending;
    this.winners = winners;
    this.ranking = ranking;
    this.totals = totals;
    this.instant = instant;
    this.shutout = shutout;
    this.turns = turns;
    this.more = more;
  }
}

class Cell extends py.Record {
  static fields = ["box", "row", "column", "values", "points", "mark", "pending", "ref", "typed"];
  constructor(box, row, column, values = [], points = null, mark = null, pending = false, ref = "", typed = true) {
    super();
    this.box = box;
    this.row = row;
    this.column = column;
    this.values = values;
    this.points = points;
    this.mark = mark;
    this.pending = pending;
    this.ref = ref;
    this.typed = typed;
  }
}

class Sheet extends py.Record {
  static fields = ["shape", "rows", "columns", "cells", "total", "side", "heads", "sums", "counters"];
  constructor(shape, rows, columns, cells, total, side = 1, heads = [], sums = [], counters = []) {
    super();
    this.shape = shape;
    this.rows = rows;
    this.columns = columns;
    this.cells = cells;
    this.total = total;
    this.side = side;
    this.heads = heads;
    this.sums = sums;
    this.counters = counters;
  }
}

class MatchRule extends py.Record {
  static fields = ["best_of", "tie"];
  constructor(best_of = 1, tie = "shared") {
    super();
    this.best_of = best_of;
    this.tie = tie;
  }
}

class MatchOutcome extends py.Record {
  static fields = ["over", "places", "games_won", "points", "instant", "shutouts", "next_game", "out"];
  constructor(over, places, games_won, points, instant, shutouts, next_game = null, out = []) {
    super();
    this.over = over;
    this.places = places;
    this.games_won = games_won;
    this.points = points;
    this.instant = instant;
    this.shutouts = shutouts;
    this.next_game = next_game;
    this.out = out;
  }
}

class Game {
  min_sides = 1;
  max_sides = 6;
  check_sides(sides, rule = null) {
    if (sides < this.min_sides) {
      throw new SetupRefused("too-few-sides", rule, py.dict([["sides", sides], ["least", this.min_sides]]));
    }
    if (sides > this.max_sides) {
      throw new SetupRefused("too-many-sides", rule, py.dict([["sides", sides], ["most", this.max_sides]]));
    }
  }
  unfold(state, line) {
    return [line];
  }
  counted(line) {
    return [];
  }
  match(games, sides, rule, options = null) {
    let places, status;
    const won = py.mul([0], sides);
    const points = py.mul([0], sides);
    const instant = py.mul([false], sides);
    const shutouts = py.mul([0], sides);
    let finished = 0;
    for (status of games) {
      for (const [side, total] of py.enumerate(status.totals)) {
        py.put(points, side, py.at(points, side) + total);
      }
      if (!status.over) {
        continue;
      }
      finished = finished + 1;
      if (py.len(status.winners) === 1) {
        py.put(won, py.at(status.winners, 0) - 1, py.at(won, py.at(status.winners, 0) - 1) + 1);
        py.put(instant, py.at(status.winners, 0) - 1, py.bitor(py.at(instant, py.at(status.winners, 0) - 1), status.instant));
        py.put(shutouts, py.at(status.winners, 0) - 1, py.at(shutouts, py.at(status.winners, 0) - 1) + status.shutout);
      }
    }
    const ahead = py.sorted(won, undefined, true);
    const lead = (sides > 1) ? (py.at(ahead, 0) - py.at(ahead, 1)) : py.at(ahead, 0);
    const left = py.max([rule.best_of - finished, 0]);
    const open_game = py.any(py.lazy(games, (status) => !status.over));
    const level = (sides > 1) && (lead === 0);
    const over = (!open_game) && ((lead > left) || ((left === 0) && ((!level) || (rule.tie === "shared"))));
    if ((rule.best_of === 1) && (finished === 1) && over) {
      places = _places_of(py.at(games, -1).ranking, sides);
    } else {
      places = _places_of(ranked(_keys(won, points)), sides);
    }
    return new MatchOutcome(over, places, py.list(won), py.list(points), py.list(instant), py.list(shutouts), over ? null : (py.len(games) + (open_game ? 0 : 1)));
  }
}

function _keys(won, points) {
  const parted = py.len(won) > 2;
  return py.comp(py.zip(true, won, points), ([games, scored]) => [py.neg(games), (parted && (games < py.max(won))) ? py.neg(scored) : 0]);
}

function ranked(keys) {
  const sides = py.list(py.enumerate(keys, 1));
  return py.comp(py.sorted(py.set(keys)), (key) => py.comp(sides, ([side, its_key]) => side, ([side, its_key]) => py.eq(its_key, key)));
}

function _places_of(ranking, sides) {
  const places = py.mul([sides], sides);
  let passed = 0;
  for (const group of ranking) {
    for (const side of group) {
      py.put(places, side - 1, passed + 1);
    }
    passed = passed + py.len(group);
  }
  return py.list(places);
}

// ---- games.figures

const _LONGEST = 6;

function whole(text) {
  return (py.isascii(text) && py.isdigit(text) && (py.len(text) <= _LONGEST)) ? py.int(text) : null;
}

// ---- games.cacho_alalay.boxes

const NUMBERS = ["1", "2", "3", "4", "5", "6"];
const CENTER = ["E", "F", "P"];
const GRANDE = "G";
const BOXES = [...NUMBERS, ...CENTER, GRANDE];
const GRANDE_POINTS = 50;
const DE_MANO = py.dict([["E", 25], ["F", 35], ["P", 45]]);
const DE_HUEVO = py.dict([["E", 20], ["F", 30], ["P", 40]]);
const FIRST_GRANDE = 9;
const _CELL = py.dict(py.comp(py.enumerate(BOXES), ([index, box]) => [box, index]));

function blank(grandes) {
  return py.mul([null], FIRST_GRANDE + grandes);
}

function values(box) {
  if (box === GRANDE) {
    return [GRANDE_POINTS];
  }
  if (py.has(CENTER, box)) {
    return [py.at(DE_MANO, box), py.at(DE_HUEVO, box)];
  }
  return py.comp(py.range(1, 6), (count) => py.int(box) * count);
}

function cell_of(cells, box) {
  let index;
  if (box !== GRANDE) {
    index = py.at(_CELL, box);
    return (py.at(cells, index) === null) ? index : null;
  }
  for (index of py.range(FIRST_GRANDE, py.len(cells))) {
    if (py.at(cells, index) === null) {
      return index;
    }
  }
  return null;
}

const open_boxes = py.cached(4096, function open_boxes(cells) {
  const found = py.comp(py.zip(false, py.slice(BOXES, null, FIRST_GRANDE), cells), ([box, cell]) => box, ([box, cell]) => (cell === null));
  if (py.has(py.slice(cells, FIRST_GRANDE, null), null)) {
    py.append(found, GRANDE);
  }
  return py.list(found);
});

function filled(cells, box, points) {
  const index = cell_of(cells, box);
  if (index === null) {
    return cells;
  }
  return [...py.slice(cells, null, index), points, ...py.slice(cells, index + 1, null)];
}

function is_full(cells) {
  return !py.has(cells, null);
}

function total(cells) {
  return py.sum(py.comp(cells, (points) => points, (points) => points));
}

function mark_of(box, points) {
  if (points === 0) {
    return "crossed";
  }
  if (py.has(CENTER, box)) {
    return py.eq(points, py.at(DE_MANO, box)) ? "de-mano" : "de-huevo";
  }
  return null;
}

function from_text(text, grandes, side) {
  let cells = blank(grandes);
  for (const token of py.split(text)) {
    const [box, equals, written] = py.partition(token, "=");
    const entries = (box === GRANDE) ? py.split(written, ",") : [written];
    if ((!equals) || (!py.has(BOXES, box))) {
      throw new SetupRefused("impossible-start", "8", py.dict([["side", side], ["token", token]]));
    }
    for (const entry of entries) {
      const points = points_of(box, entry);
      if ((points === null) || (cell_of(cells, box) === null)) {
        throw new SetupRefused("impossible-start", "8", py.dict([["side", side], ["token", token]]));
      }
      cells = filled(cells, box, points);
    }
  }
  return cells;
}

function points_of(box, entry) {
  if (entry === "x") {
    return 0;
  }
  const points = whole(entry);
  return py.has(values(box), points) ? points : null;
}

// ---- games.cacho_alalay.options

const OPTIONS = [new Option("straights", ["three", "two"], "1.4"), new Option("full_accepts_five", ["no", "yes"], "1.5"), new Option("poker_accepts_five", ["yes", "no"], "1.6"), new Option("grandes", ["2", "1"], "1.7"), new Option("throws", ["2", "3"], "2.2"), new Option("five_dice_rethrow_is_de_mano", ["yes", "no"], "2.3"), new Option("first_throw_stop", ["de-mano-only", "any", "any-with-flip"], "2.4"), new Option("de_mano_refusable", ["yes", "no"], "2.5"), new Option("rethrow", ["any", "all"], "2.6"), new Option("mandatory_flips", ["1", "0", "2"], "3.2"), new Option("max_flips", ["2", "0", "1"], "3.2"), new Option("dormida", ["any-five-dice-throw", "first-throw", "off"], "4.1"), new Option("crossing", ["final-dice", "best-case", "free"], "4.3"), new Option("panza_de_oro_grandes", ["1", "0", "2", "off"], "5.2"), new Option("four_of_each_grandes", ["1", "2", "off"], "5.3"), new Option("attempts_per_turn", ["1", "2"], "6.2"), new Option("sobre", ["on", "off"], "6.3"), new Option("entries_per_turn", ["1", "2"], "6.3")];

class Rules extends py.Record {
  static fields = ["three_straights", "full_accepts_five", "poker_accepts_five", "grandes", "throws", "rethrow_is_de_mano", "first_throw_stop", "de_mano_refusable", "rethrow_all", "mandatory_flips", "max_flips", "dormida", "crossing", "panza_de_oro_grandes", "four_of_each_grandes", "attempts", "sobre", "entries"];
  constructor(three_straights, full_accepts_five, poker_accepts_five, grandes, throws, rethrow_is_de_mano, first_throw_stop, de_mano_refusable, rethrow_all, mandatory_flips, max_flips, dormida, crossing, panza_de_oro_grandes, four_of_each_grandes, attempts, sobre, entries) {
    super();
    this.three_straights = three_straights;
    this.full_accepts_five = full_accepts_five;
    this.poker_accepts_five = poker_accepts_five;
    this.grandes = grandes;
    this.throws = throws;
    this.rethrow_is_de_mano = rethrow_is_de_mano;
    this.first_throw_stop = first_throw_stop;
    this.de_mano_refusable = de_mano_refusable;
    this.rethrow_all = rethrow_all;
    this.mandatory_flips = mandatory_flips;
    this.max_flips = max_flips;
    this.dormida = dormida;
    this.crossing = crossing;
    this.panza_de_oro_grandes = panza_de_oro_grandes;
    this.four_of_each_grandes = four_of_each_grandes;
    this.attempts = attempts;
    this.sobre = sobre;
    this.entries = entries;
  }
  dormida_wins_on(throw$) {
    return (this.dormida === "any-five-dice-throw") || ((this.dormida === "first-throw") && (throw$ === 1));
  }
}

function rules_of(options) {
  return _rules_of(py.list(py.sorted(options.items())));
}

const _rules_of = py.cached(256, function _rules_of(items) {
  const chosen = py.bitor(py.dict(py.comp(OPTIONS, (option) => [option.name, option.default])), py.dict(items));
  const max_flips = py.int(py.at(chosen, "max_flips"));
  return new Rules(py.at(chosen, "straights") === "three", py.at(chosen, "full_accepts_five") === "yes", py.at(chosen, "poker_accepts_five") === "yes", py.int(py.at(chosen, "grandes")), py.int(py.at(chosen, "throws")), py.at(chosen, "five_dice_rethrow_is_de_mano") === "yes", py.at(chosen, "first_throw_stop"), py.at(chosen, "de_mano_refusable") === "yes", py.at(chosen, "rethrow") === "all", py.min([py.int(py.at(chosen, "mandatory_flips")), max_flips]), max_flips, py.at(chosen, "dormida"), py.at(chosen, "crossing"), _figure_or_off(py.at(chosen, "panza_de_oro_grandes")), _figure_or_off(py.at(chosen, "four_of_each_grandes")), py.int(py.at(chosen, "attempts_per_turn")), py.at(chosen, "sobre") === "on", py.int(py.at(chosen, "entries_per_turn")));
});

function _figure_or_off(value) {
  return (value === "off") ? null : py.int(value);
}

// ---- games.dice

const FACES = "123456";

function opposite(face) {
  return py.str(7 - py.int(face));
}

function in_order(dice) {
  return py.join("", py.sorted(dice));
}

function without(dice, taken) {
  let left = dice;
  for (const face of taken) {
    if (!py.has(left, face)) {
      return null;
    }
    left = py.replaced(left, face, "", 1);
  }
  return left;
}

const alike = py.cached(8192, function alike(dice) {
  return py.max(py.comp(FACES, (face) => py.count(dice, face)));
});

function multisets(count) {
  return py.comp(py.combinations_with_replacement(FACES, count), (faces) => py.join("", faces));
}

// ---- games.cacho_alalay.scoring

const _TWO_STRAIGHTS = ["12345", "23456"];
const _THIRD_STRAIGHT = "13456";

function pays(rules, dice) {
  return py.at(score_table(rules), in_order(dice));
}

function score_table(rules) {
  return _score_table(rules.three_straights, rules.full_accepts_five, rules.poker_accepts_five);
}

const _score_table = py.cached(8, function _score_table(three_straights, full_accepts_five, poker_accepts_five) {
  let box, points;
  const straights = three_straights ? [..._TWO_STRAIGHTS, _THIRD_STRAIGHT] : _TWO_STRAIGHTS;
  const table = py.dict();
  for (const dice of multisets(5)) {
    const most = alike(dice);
    const makes = py.dict([["E", py.has(straights, dice)], ["F", ((most === 3) && (py.len(py.set(dice)) === 2)) || ((most === 5) && full_accepts_five)], ["P", (most === 4) || ((most === 5) && poker_accepts_five)]]);
    const row = py.dict();
    for (box of NUMBERS) {
      if ((points = py.int(box) * py.count(dice, box))) {
        py.put(row, box, [points, points]);
      }
    }
    for (box of CENTER) {
      if (py.truth(py.at(makes, box))) {
        py.put(row, box, [py.at(DE_MANO, box), py.at(DE_HUEVO, box)]);
      }
    }
    if (most === 5) {
      py.put(row, GRANDE, [GRANDE_POINTS, GRANDE_POINTS]);
    }
    py.put(table, dice, row);
  }
  return table;
});

// ---- games.cacho_alalay.crossing

function scoring_box(rules, dice, boxes) {
  return py.next(py.lazy(pays(rules, dice), (box) => box, (box) => py.has(boxes, box)), null);
}

function box_against(rules, thrown, final, all_five, boxes) {
  let against, box;
  if (rules.crossing === "free") {
    return null;
  }
  if ((against = scoring_box(rules, final, boxes))) {
    return against;
  }
  if (rules.crossing === "final-dice") {
    return null;
  }
  if (all_five && (against = scoring_box(rules, thrown, py.bitand(py.set(boxes), py.set([...CENTER, GRANDE]))))) {
    return against;
  }
  return py.next(py.lazy(flipped(rules, thrown), (dice) => box, (dice) => (box = scoring_box(rules, dice, boxes))), null);
}

function* flipped(rules, dice) {
  for (const count of py.range(rules.mandatory_flips, rules.max_flips + 1)) {
    for (const places of py.combinations(py.range(5), count)) {
      yield py.join("", py.comp(py.enumerate(dice), ([place, face]) => py.has(places, place) ? opposite(face) : face));
    }
  }
}

function never_possible(rules, boxes) {
  return (rules.crossing !== "free") && py.all(py.lazy(NUMBERS, (box) => py.has(boxes, box)));
}

// ---- games.reading

const _WORD = py.pattern("\\S+");
const _SIDE = py.pattern("[1-9][0-9]?");

class Words {
  constructor(line, rule) {
    this._line = line;
    this._rule = rule;
    this._words = [...py.split(line), ""];
    this.at = 0;
    this.word = py.at(this._words, 0);
  }
  step() {
    const taken = this.word;
    this.at = py.add(this.at, 1);
    this.word = py.at(this._words, py.min([this.at, py.len(this._words) - 1]));
    return taken;
  }
  one(pattern) {
    const found = pattern.fullmatch(this.word);
    if (py.truth(found)) {
      this.step();
    }
    return found;
  }
  all(pattern) {
    let found;
    const taken = [];
    while (py.truth((found = pattern.fullmatch(this.word)))) {
      py.append(taken, found);
      this.step();
    }
    return taken;
  }
  take(pattern, expected) {
    if (!py.truth(pattern.fullmatch(this.word))) {
      throw this.unreadable(expected);
    }
    return this.step();
  }
  side() {
    return py.int(this.take(_SIDE, "side"));
  }
  end() {
    if (py.truth(this.word)) {
      throw this.unreadable("end");
    }
  }
  unreadable(expected, offset = 0, at = null, found = null) {
    at = (at === null) ? this.at : at;
    const starts = py.comp(_WORD.finditer(this._line), (word) => py.add(word.start(), 1));
    const column = (py.cmp(at, py.len(starts)) < 0) ? py.at(starts, at) : (py.len(py.rstrip(this._line)) + 1);
    found = (found === null) ? this.word : found;
    return bad_notation(this._rule, py.add(column, offset), found, expected);
  }
}

function bad_notation(rule, column, found, expected) {
  return new Refused("bad-notation", rule, py.dict([["column", column], ["found", found], ["expected", expected]]));
}

// ---- games.cacho_alalay.notation

class Play extends py.Enum {
  get crosses() {
    return (this === Play.CROSS) || (this === Play.SOBRE_CROSS);
  }
  get is_pending() {
    return (this === Play.SOBRE) || (this === Play.SOBRE_CROSS);
  }
}
py.members(Play, { WRITE: "=", CROSS: "x", SOBRE: "~", SOBRE_CROSS: "~x", KEEP_SOBRE: "sobre", NOTHING: "-", DORMIDA: "dormida" });

const _WORDS = py.dict(py.comp([Play.KEEP_SOBRE, Play.NOTHING, Play.DORMIDA], (play) => [play.value, play]));

class Throw extends py.Record {
  static fields = ["kept", "thrown"];
  constructor(kept, thrown) {
    super();
    this.kept = kept;
    this.thrown = thrown;
  }
  get dice() {
    return this.kept + this.thrown;
  }
}

class Flip extends py.Record {
  static fields = ["before", "after"];
  constructor(before, after) {
    super();
    this.before = before;
    this.after = after;
  }
}

class Attempt extends py.Record {
  static fields = ["throws", "flips", "play", "box", "points"];
  constructor(throws, flips, play, box = null, points = null) {
    super();
    this.throws = throws;
    this.flips = flips;
    this.play = play;
    this.box = box;
    this.points = points;
  }
}

class Turn extends py.Record {
  static fields = ["side", "attempts"];
  constructor(side, attempts) {
    super();
    this.side = side;
    this.attempts = attempts;
  }
  get concedes() {
    return !py.truth(this.attempts);
  }
}

const _FIRST_THROW = py.pattern("[1-6]+");
const _LATER_THROW = py.pattern("([1-6]*)\\+([1-6]*)");
const _FLIP = py.pattern("([1-6])>([1-6])");
const _PLAY = py.pattern("(=|x|~x|~)([1-6EFPG])");
const _POINTS = py.pattern("[0-9]{1,3}");
const _MARK_END = py.pattern("=|~x|x|~");

function parse(line) {
  let attempts;
  const words = new Words(line, "8");
  const side = words.side();
  if (words.word === "concede") {
    words.step();
    attempts = [];
  } else {
    attempts = _attempts(words);
  }
  words.end();
  return new Turn(side, attempts);
}

function _attempts(words) {
  let began = words.at;
  const first = _attempt(words);
  if ((first.play === Play.KEEP_SOBRE) || (first.play === Play.NOTHING)) {
    throw words.unreadable("play", undefined, began, first.play.value);
  }
  if (words.word !== "/") {
    if (first.play.is_pending) {
      throw words.unreadable("second-attempt");
    }
    return [first];
  }
  words.step();
  began = words.at;
  const second = _attempt(words);
  if (second.play.is_pending) {
    throw words.unreadable("play", undefined, began, second.play.value);
  }
  if (first.play.is_pending && (second.play === Play.NOTHING)) {
    throw words.unreadable("sobre", undefined, began, "-");
  }
  return [first, second];
}

function _attempt(words) {
  let word;
  let throws = [];
  let flips = [];
  const first = words.one(_FIRST_THROW);
  if (py.truth(first)) {
    throws = [new Throw("", py.at(first, 0)), ...py.comp(words.all(_LATER_THROW), (later) => new Throw(py.at(later, 1), py.at(later, 2)))];
    flips = py.comp(words.all(_FLIP), (flip) => new Flip(py.at(flip, 1), py.at(flip, 2)));
  }
  if ((word = _WORDS.get(words.word))) {
    words.step();
    return new Attempt(throws, flips, word);
  }
  const play = words.one(_PLAY);
  if (play === null) {
    const mark = _MARK_END.match(words.word);
    throw py.truth(mark) ? words.unreadable("box", mark.end()) : words.unreadable("play");
  }
  const points = words.one(_POINTS);
  return new Attempt(throws, flips, py.member(Play, py.at(play, 1)), py.at(play, 2), py.truth(points) ? py.int(py.at(points, 0)) : null);
}

function write(turn) {
  if (turn.concedes) {
    return `${turn.side} concede`;
  }
  return `${turn.side} ` + py.join(" / ", py.comp(turn.attempts, (attempt) => py.join(" ", _words(attempt))));
}

function* _words(attempt) {
  for (const [number, throw$] of py.enumerate(attempt.throws)) {
    yield (number === 0) ? throw$.thrown : `${throw$.kept}+${throw$.thrown}`;
  }
  for (const flip of attempt.flips) {
    yield `${flip.before}>${flip.after}`;
  }
  yield py.add(attempt.play.value, attempt.box || "");
  if (attempt.points !== null) {
    yield py.str(attempt.points);
  }
}

// ---- games.cacho_alalay.stopping

class Stop extends py.Record {
  static fields = ["de_mano", "boxes", "shown", "may_cross", "refusal"];
  constructor(de_mano, boxes, shown, may_cross, refusal) {
    super();
    this.de_mano = de_mano;
    this.boxes = boxes;
    this.shown = shown;
    this.may_cross = may_cross;
    this.refusal = refusal;
  }
}

function most_flips(rules, throw$) {
  if (throw$ > 1) {
    return rules.max_flips;
  }
  return (rules.first_throw_stop === "any-with-flip") ? py.min([1, rules.max_flips]) : 0;
}

const stop = py.cached(1024, function stop(rules, throw$, all_five, flips) {
  const de_mano = all_five && ((flips === 0) && ((throw$ === 1) || rules.rethrow_is_de_mano));
  if (throw$ === 1) {
    return new Stop(de_mano, _first_throw_boxes(rules), true, false, ["second-throw-required", "2.4"]);
  }
  if (flips >= rules.mandatory_flips) {
    return new Stop(de_mano, BOXES, false, true, ["flip-required", "3.2"]);
  }
  const shown = (all_five && (flips === 0)) ? [...CENTER, GRANDE] : [];
  return new Stop(de_mano, shown, true, false, ["flip-required", "3.2"]);
});

function _first_throw_boxes(rules) {
  if (rules.first_throw_stop !== "de-mano-only") {
    return BOXES;
  }
  return rules.dormida_wins_on(1) ? CENTER : [...CENTER, GRANDE];
}

// ---- games.cacho_alalay.throwing

function check_throws(rules, attempt, boxes) {
  let before, number, throw$;
  const throws = attempt.throws;
  for ([number, throw$] of py.enumerate(throws, 1)) {
    if (py.len(throw$.dice) !== 5) {
      const rule = (number === 1) ? "2.1" : "2.2";
      throw new Refused("wrong-dice-count", rule, py.dict([["throw", number], ["dice", py.len(throw$.dice)], ["expected", 5]]));
    }
  }
  for ([number, [before, throw$]] of py.enumerate(py.pairwise(throws), 2)) {
    if (without(before.dice, throw$.kept) === null) {
      throw new Refused("kept-dice-not-shown", "2.2", py.dict([["throw", number], ["kept", throw$.kept], ["shown", before.dice]]));
    }
  }
  for ([number, throw$] of py.enumerate(throws, 1)) {
    if (!throw$.thrown) {
      throw new Refused("nothing-rethrown", "2.2", py.dict([["throw", number]]));
    }
  }
  if (py.len(throws) > rules.throws) {
    throw new Refused("too-many-throws", "2.2", py.dict([["throws", py.len(throws)], ["allowed", rules.throws]]));
  }
  if (rules.rethrow_all && py.any(py.lazy(throws, (throw$) => throw$.kept))) {
    throw new Refused("must-rethrow-all", "2.6");
  }
  if (!rules.de_mano_refusable) {
    _check_de_mano_taken(rules, attempt, boxes);
  }
}

function _check_de_mano_taken(rules, attempt, boxes) {
  for (const [number, throw$] of py.enumerate(attempt.throws, 1)) {
    const from_the_hand = (number === 1) || ((!throw$.kept) && rules.rethrow_is_de_mano);
    if ((!from_the_hand) || _wins(rules, number, throw$)) {
      continue;
    }
    const must = py.comp(CENTER, (box) => box, (box) => (py.has(boxes, box) && py.has(pays(rules, throw$.dice), box)));
    if (!py.truth(must)) {
      continue;
    }
    const may = (alike(throw$.dice) === 5) ? [...must, GRANDE] : must;
    const ends_here = (number === py.len(attempt.throws)) && (!py.truth(attempt.flips));
    const taken = py.has([Play.WRITE, Play.SOBRE], attempt.play) && py.has(may, attempt.box);
    if ((!ends_here) || (!(taken || (attempt.play === Play.KEEP_SOBRE)))) {
      throw new Refused("de-mano-must-be-written", "2.5", py.dict([["throw", number], ["boxes", py.list(must)]]));
    }
  }
}

function check_dormida(rules, attempt, followed) {
  const claimed = attempt.play === Play.DORMIDA;
  const won_on = py.next(py.lazy(py.enumerate(attempt.throws, 1), ([number, throw$]) => number, ([number, throw$]) => _wins(rules, number, throw$)), null);
  if (claimed && ((rules.dormida === "off") || (py.truth(attempt.throws) && (won_on === null)))) {
    throw new Refused("no-dormida", "4.1");
  }
  const goes_on = followed || ((won_on !== null) && (py.cmp(won_on, py.len(attempt.throws)) < 0));
  if (((won_on !== null) && (!claimed)) || (claimed && goes_on)) {
    throw new Refused("dormida-wins", "4.1", py.dict([["throw", won_on]]));
  }
}

function _wins(rules, number, throw$) {
  return (!throw$.kept) && ((alike(throw$.dice) === 5) && rules.dormida_wins_on(number));
}

function check_flips(rules, attempt) {
  let flip, place;
  const flips = attempt.flips;
  if (!py.truth(flips)) {
    return null;
  }
  const number = py.len(attempt.throws);
  if ((attempt.play === Play.DORMIDA) || ((number === 1) && (rules.first_throw_stop !== "any-with-flip"))) {
    throw new Refused("flip-not-allowed", "3.6");
  }
  const allowed = most_flips(rules, number);
  if (py.len(flips) > allowed) {
    throw new Refused("too-many-flips", "3.2", py.dict([["flips", py.len(flips)], ["allowed", allowed]]));
  }
  for (flip of flips) {
    if (flip.after !== opposite(flip.before)) {
      const expected = opposite(flip.before);
      throw new Refused("not-opposite", "3.1", py.dict([["before", flip.before], ["after", flip.after], ["expected", expected]]));
    }
  }
  let lying = py.at(attempt.throws, -1).dice;
  for ([place, flip] of py.enumerate(flips)) {
    const left = without(lying, flip.before);
    if (left !== null) {
      lying = left;
    } else if (py.any(py.lazy(py.slice(flips, null, place), (earlier) => flip.before === earlier.after))) {
      throw new Refused("same-die-twice", "3.4", py.dict([["face", flip.before]]));
    } else {
      throw new Refused("no-such-die", "3.4", py.dict([["face", flip.before]]));
    }
  }
}

function final_dice(thrown, flips) {
  let flip;
  for (flip of flips) {
    thrown = py.replaced(thrown, flip.before, "*", 1);
  }
  for (flip of flips) {
    thrown = py.replaced(thrown, "*", flip.after, 1);
  }
  return thrown;
}

// ---- games.cacho_alalay.endings

const FULL_SHEETS = "full-sheets";
const DORMIDA = "dormida";
const PANZA_DE_ORO = "panza-de-oro";
const FOUR_OF_EACH = "four-of-each";
const CONCESSION = "concession";
const INSTANT = py.set(py.set([DORMIDA, PANZA_DE_ORO, FOUR_OF_EACH]));
const _PANZA = py.comp(CENTER, (box) => py.at(DE_MANO, box));
const _FOURS = py.comp(NUMBERS, (box) => 4 * py.int(box));
const _CENTER_CELLS = py.cut(py.len(NUMBERS), FIRST_GRANDE);

function won_by_sheet(rules, cells) {
  const grandes = py.count(py.slice(cells, FIRST_GRANDE, null), GRANDE_POINTS);
  let needed = rules.panza_de_oro_grandes;
  if ((needed !== null) && (grandes >= needed) && py.eq(py.at(cells, _CENTER_CELLS), _PANZA)) {
    return PANZA_DE_ORO;
  }
  needed = rules.four_of_each_grandes;
  const fours = py.all(py.lazy(py.zip(false, cells, _FOURS), ([points, four]) => (points !== null) && (points >= four)));
  return ((needed !== null) && (grandes >= needed) && fours) ? FOUR_OF_EACH : null;
}

function ranking(totals, out, first = null) {
  return ranked(py.comp(py.enumerate(totals, 1), ([side, total]) => [side !== first, py.at(out, side - 1), py.neg(total)]));
}

function standing(sheets, to_move, turns, out, ending, winner) {
  let winners;
  const totals = py.comp(sheets, (cells) => total(cells));
  const places = ranking(totals, out, winner);
  if ((ending === null) || ((ending === CONCESSION) && (winner === null))) {
    winners = [];
  } else {
    winners = py.at(places, 0);
  }
  return new Status(to_move, ending !== null, ending, winners, places, totals, py.has(INSTANT, ending), undefined, turns);
}

// ---- games.cacho_alalay.state

class State extends py.Record {
  static fields = ["rules", "sheets", "to_move", "turns", "out", "ending", "winner"];
  constructor(rules, sheets, to_move, turns, out, ending = null, winner = null) {
    super();
    this.rules = rules;
    this.sheets = sheets;
    this.to_move = to_move;
    this.turns = turns;
    this.out = out;
    this.ending = ending;
    this.winner = winner;
  }
  get sides() {
    return py.len(this.sheets);
  }
  sheet_of(side) {
    return py.at(this.sheets, side - 1);
  }
}

function opening(rules, sides, positions, to_move) {
  let cells, ending, side;
  for (side of [...positions, to_move]) {
    if (!(1 <= side && side <= sides)) {
      throw new SetupRefused("impossible-start", "8", py.dict([["side", side], ["sides", sides]]));
    }
  }
  const sheets = py.comp(py.range(1, sides + 1), (side) => py.has(positions, side) ? from_text(py.at(positions, side), rules.grandes, side) : blank(rules.grandes));
  for ([side, cells] of py.enumerate(sheets, 1)) {
    if ((ending = won_by_sheet(rules, cells))) {
      throw new SetupRefused("impossible-start", "5.6", py.dict([["side", side], ["ending", ending]]));
    }
  }
  if (py.all(py.lazy(sheets, (cells) => is_full(cells)))) {
    throw new SetupRefused("impossible-start", "5.4", py.dict([["side", to_move], ["ending", FULL_SHEETS]]));
  }
  const state = new State(rules, sheets, to_move, py.mul([0], sides), py.mul([false], sides));
  if (is_full(py.at(sheets, to_move - 1))) {
    return moved_on(state, sheets, state.out, state.turns, to_move);
  }
  return state;
}

function moved_on(state, sheets, out, turns, after) {
  let side;
  const staying = py.comp(py.range(1, state.sides + 1), (side) => side, (side) => (!py.at(out, side - 1)));
  if (py.any(out) && (py.len(staying) <= 1)) {
    const winner = py.truth(staying) ? py.at(staying, 0) : null;
    return new State(state.rules, sheets, null, turns, out, CONCESSION, winner);
  }
  for (const step of py.range(1, state.sides + 1)) {
    side = py.mod((after - 1) + step, state.sides) + 1;
    if ((!py.at(out, side - 1)) && (!is_full(py.at(sheets, side - 1)))) {
      return new State(state.rules, sheets, side, turns, out);
    }
  }
  return new State(state.rules, sheets, null, turns, out, FULL_SHEETS);
}

function written(state, side, cells) {
  const sheets = [...py.slice(state.sheets, null, side - 1), cells, ...py.slice(state.sheets, side, null)];
  const turns = _one_more(state.turns, side);
  const ending = won_by_sheet(state.rules, cells);
  if (ending) {
    return new State(state.rules, sheets, null, turns, state.out, ending, side);
  }
  return moved_on(state, sheets, state.out, turns, side);
}

function won_by_dormida(state, side, cells) {
  const sheets = [...py.slice(state.sheets, null, side - 1), cells, ...py.slice(state.sheets, side, null)];
  return new State(state.rules, sheets, null, _one_more(state.turns, side), state.out, DORMIDA, side);
}

function conceded(state, side) {
  const out = [...py.slice(state.out, null, side - 1), true, ...py.slice(state.out, side, null)];
  const turns = _one_more(state.turns, side);
  const to_move = state.to_move || side;
  const after = (side === to_move) ? side : ((to_move - 1) || state.sides);
  return moved_on(state, state.sheets, out, turns, after);
}

function _one_more(turns, side) {
  return [...py.slice(turns, null, side - 1), py.at(turns, side - 1) + 1, ...py.slice(turns, side, null)];
}

// ---- games.cacho_alalay.check

const _MADE_BY = py.dict([["E", "1.4"], ["F", "1.5"], ["P", "1.6"], [GRANDE, "1.7"]]);
const _ENDED_BY = py.dict([["dormida", "5.1"], ["panza-de-oro", "5.2"], ["four-of-each", "5.3"], ["full-sheets", "5.4"], ["concession", "5.5"]]);

class Judged extends py.Record {
  static fields = ["verdict", "cells", "dormida"];
  constructor(verdict, cells, dormida = false) {
    super();
    this.verdict = verdict;
    this.cells = cells;
    this.dormida = dormida;
  }
}

class _Reading extends py.Record {
  static fields = ["attempt", "cells", "boxes", "thrown", "final", "all_five", "de_mano", "points"];
  constructor(attempt, cells, boxes, thrown = "", final = "", all_five = false, de_mano = false, points = 0) {
    super();
    this.attempt = attempt;
    this.cells = cells;
    this.boxes = boxes;
    this.thrown = thrown;
    this.final = final;
    this.all_five = all_five;
    this.de_mano = de_mano;
    this.points = points;
  }
  look(rules) {
    if (!py.truth(this.attempt.throws)) {
      return null;
    }
    const last = py.at(this.attempt.throws, -1);
    this.thrown = last.dice;
    this.all_five = !last.kept;
    this.final = final_dice(this.thrown, this.attempt.flips);
    const here = stop(rules, py.len(this.attempt.throws), this.all_five, py.len(this.attempt.flips));
    this.de_mano = here.de_mano;
  }
}

function judge(state, turn) {
  let reading;
  _check_turn_order(state, turn);
  const cells = state.sheet_of(turn.side);
  if (turn.concedes) {
    return new Judged(new Verdict(turn.side), cells);
  }
  const rules = state.rules;
  const readings = py.list(_readings(turn, cells));
  for (reading of readings) {
    check_throws(rules, reading.attempt, reading.boxes);
  }
  for (reading of readings) {
    check_dormida(rules, reading.attempt, reading !== py.at(readings, -1));
  }
  for (reading of readings) {
    check_flips(rules, reading.attempt);
    reading.look(rules);
  }
  for (reading of readings) {
    _check_box(reading);
  }
  for (reading of readings) {
    _check_stop(rules, reading);
  }
  for (reading of readings) {
    _check_play(rules, reading);
  }
  for (reading of readings) {
    _check_points(rules, reading);
  }
  if (py.len(readings) === 2) {
    _check_pair(rules, ...readings);
  }
  return _judged(turn.side, readings);
}

function advanced(state, turn) {
  const judged = judge(state, turn);
  if (turn.concedes) {
    return [conceded(state, turn.side), judged.verdict];
  }
  if (judged.dormida) {
    return [won_by_dormida(state, turn.side, judged.cells), judged.verdict];
  }
  return [written(state, turn.side, judged.cells), judged.verdict];
}

function _check_turn_order(state, turn) {
  if (state.ending !== null) {
    throw new Refused("game-over", py.at(_ENDED_BY, state.ending), py.dict([["ending", state.ending]]));
  }
  if (turn.side === state.to_move) {
    return null;
  }
  const still_plays = (turn.side <= state.sides) && (!py.at(state.out, turn.side - 1));
  if (!(turn.concedes && still_plays)) {
    throw new Refused("not-your-turn", undefined, py.dict([["side", turn.side], ["to_move", state.to_move]]));
  }
}

function* _readings(turn, cells) {
  for (const attempt of turn.attempts) {
    yield new _Reading(attempt, cells, open_boxes(cells));
    if (attempt.box && (!attempt.play.is_pending)) {
      cells = filled(cells, attempt.box, attempt.play.crosses ? 0 : py.at(values(attempt.box), 0));
    }
  }
}

function _check_box(reading) {
  const box = reading.attempt.box;
  if (box && (!py.has(reading.boxes, box))) {
    throw new Refused("box-taken", "1.2", py.dict([["box", box]]));
  }
}

function _check_stop(rules, reading) {
  let may_end;
  const attempt = reading.attempt;
  if ((!py.truth(attempt.throws)) || (attempt.play === Play.DORMIDA)) {
    return null;
  }
  const here = stop(rules, py.len(attempt.throws), reading.all_five, py.len(attempt.flips));
  if (attempt.play.crosses) {
    may_end = here.may_cross;
  } else {
    const scoring = here.shown ? pays(rules, reading.final) : BOXES;
    const wanted = attempt.box ? [attempt.box] : here.boxes;
    may_end = py.any(py.lazy(wanted, (box) => py.has(here.boxes, box) && py.has(scoring, box)));
  }
  if (!may_end) {
    const [code, rule] = here.refusal;
    throw new Refused(code, rule, py.dict([["box", attempt.box], ["dice", reading.final]]));
  }
}

function _check_play(rules, reading) {
  const attempt = reading.attempt;
  const box = attempt.box;
  if (box === null) {
    return null;
  }
  if (attempt.play.crosses) {
    _check_cross(rules, reading);
  } else if (py.truth(attempt.throws)) {
    const pay = pays(rules, reading.final).get(box);
    if (pay === null) {
      if (py.has(CENTER, box) || (box === GRANDE)) {
        throw new Refused("dice-do-not-make-it", py.at(_MADE_BY, box), py.dict([["box", box], ["dice", reading.final]]));
      }
      throw new Refused("scores-nothing", "1.3", py.dict([["box", box], ["dice", reading.final]]));
    }
    reading.points = reading.de_mano ? py.at(pay, 0) : py.at(pay, 1);
  }
}

function _check_cross(rules, reading) {
  const box = reading.attempt.box;
  if (!py.truth(reading.attempt.throws)) {
    if (never_possible(rules, reading.boxes)) {
      throw new Refused("cross-forbidden", "4.3", py.dict([["box", box], ["dice", null], ["scores", null]]));
    }
    return null;
  }
  const against = box_against(rules, reading.thrown, reading.final, reading.all_five, reading.boxes);
  if (against) {
    throw new Refused("cross-forbidden", "4.3", py.dict([["box", box], ["dice", reading.final], ["scores", against]]));
  }
}

function _check_points(rules, reading) {
  const attempt = reading.attempt;
  const claimed = attempt.points;
  if (attempt.box === null) {
    return null;
  }
  if (py.truth(attempt.throws) || attempt.play.crosses) {
    if ((claimed !== null) && (claimed !== reading.points)) {
      const code = py.truth(attempt.throws) ? "wrong-points" : "impossible-points";
      throw new Refused(code, "8", py.dict([["box", attempt.box], ["claimed", claimed], ["points", reading.points]]));
    }
    return null;
  }
  if (claimed === null) {
    throw new Refused("points-required", "8", py.dict([["box", attempt.box], ["possible", values(attempt.box)]]));
  }
  if (!py.has(values(attempt.box), claimed)) {
    throw new Refused("impossible-points", "8", py.dict([["box", attempt.box], ["claimed", claimed], ["possible", values(attempt.box)]]));
  }
  reading.points = claimed;
}

function _check_pair(rules, first, second) {
  let won_by;
  if (first.attempt.play.is_pending) {
    if ((rules.attempts === 1) || (!rules.sobre)) {
      throw new Refused("sobre-not-allowed", "6.3", py.dict([["attempts", rules.attempts]]));
    }
    return null;
  }
  if ((won_by = won_by_sheet(rules, _after(first)))) {
    throw new Refused("game-over", py.at(_ENDED_BY, won_by), py.dict([["ending", won_by]]));
  }
  if (second.attempt.play === Play.KEEP_SOBRE) {
    throw new Refused("nothing-pending", "6.4");
  }
  if (rules.attempts === 1) {
    throw new Refused("entry-limit", "6.2", py.dict([["entries", 1]]));
  }
  if (rules.entries === 1) {
    throw new Refused("entry-limit", "6.3", py.dict([["entries", 1]]));
  }
  if (is_full(_after(first))) {
    throw new Refused("entry-limit", "6.7", py.dict([["entries", 1]]));
  }
}

function _after(reading) {
  const box = reading.attempt.box;
  return box ? filled(reading.cells, box, reading.points) : reading.cells;
}

function _judged(side, readings) {
  const last = py.at(readings, -1);
  let cells = py.at(readings, 0).cells;
  if (last.attempt.play === Play.DORMIDA) {
    if ((py.len(readings) === 2) && (!(((py.at(readings, 0).attempt).play).is_pending))) {
      cells = _after(py.at(readings, 0));
    }
    return new Judged(new Verdict(side, undefined, undefined, "dormida"), cells, true);
  }
  const entries = [];
  for (const reading of _entered(readings)) {
    const box = reading.attempt.box;
    if (box) {
      cells = filled(cells, box, reading.points);
      py.append(entries, new Verdict(side, box, reading.points, mark_of(box, reading.points)));
    }
  }
  let [first, ...more] = py.unpackMore(entries, 1);
  if (py.truth(more)) {
    first = new Verdict(side, first.box, first.points, first.mark, undefined, py.list(more));
  }
  return new Judged(first, cells);
}

function _entered(readings) {
  if ((py.len(readings) === 2) && (((py.at(readings, 0).attempt).play).is_pending)) {
    const [first, second] = py.unpack(readings, 2);
    return (second.attempt.play === Play.KEEP_SOBRE) ? [first] : [second];
  }
  return readings;
}

// ---- games.cacho_alalay.entry

function place_of(box, grandes, which = 0) {
  if (py.has(CENTER, box)) {
    return [py.index(CENTER, box), 1];
  }
  if (py.has(NUMBERS, box)) {
    return [py.mod(py.int(box) - 1, 3), (py.int(box) <= 3) ? 0 : 2];
  }
  return [3, (grandes === 1) ? 1 : (which * 2)];
}

function form(state) {
  const sides = [];
  for (const [number, cells] of py.enumerate(state.sheets, 1)) {
    py.append(sides, py.dict([["side", number], ["open", py.list(open_boxes(cells))], ["grandes_open", py.count(py.slice(cells, FIRST_GRANDE, null), null)], ["total", total(cells)], ["out", py.at(state.out, number - 1)]]));
  }
  const boxes = state.to_move ? open_boxes(state.sheet_of(state.to_move)) : [];
  const may_sleep = (state.to_move !== null) && (state.rules.dormida !== "off");
  return py.dict([["entry", "flips"], ["to_move", state.to_move], ["over", state.ending !== null], ["sides", sides], ["pending", null], ["quick", py.dict(py.comp(boxes, (box) => [box, py.list(values(box))]))], ["cross", never_possible(state.rules, boxes) ? [] : py.list(boxes)], ["instant", may_sleep ? [py.dict([["code", "dormida"], ["line", "dormida"]])] : []]]);
}

// ---- games.cacho_alalay.game

class CachoAlalay extends Game {
  code = "cacho-alalay";
  start(options, sides, positions = null, to_move = 1, players = []) {
    this.check_sides(sides);
    return opening(rules_of(options), sides, py.or(positions, () => py.dict()), to_move);
  }
  parse(line) {
    return parse(line);
  }
  write(turn) {
    return write(turn);
  }
  check(state, turn) {
    return judge(state, turn).verdict;
  }
  apply(state, turn) {
    return advanced(state, turn);
  }
  status(state) {
    return standing(state.sheets, state.to_move, state.turns, state.out, state.ending, state.winner);
  }
  sheet(state, side) {
    const cells = state.sheet_of(side);
    const grandes = state.rules.grandes;
    const drawn = [];
    for (const [index, points] of py.enumerate(cells)) {
      const box = py.at(BOXES, py.min([index, FIRST_GRANDE]));
      const [row, column] = place_of(box, grandes, py.max([index - FIRST_GRANDE, 0]));
      let mark = (points === null) ? null : mark_of(box, points);
      if (points && (box === GRANDE)) {
        mark = "grande";
      }
      py.append(drawn, new Cell(box, row, column, values(box), points, mark));
    }
    return new Sheet("tic-tac-toe", 4, 3, py.list(drawn), total(cells), side);
  }
  form(state) {
    return form(state);
  }
}

// ---- games.cacho_alalay

const GAME = new CachoAlalay();

export { GAME, Refused, Status, MatchRule };
