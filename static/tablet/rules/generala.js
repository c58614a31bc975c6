// The rules of generala, made by `make rules` from cacho_tournaments.games.generala; not to be changed by hand.
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
  get place() {
    return [this.row, this.column];
  }
}

class Counter extends py.Record {
  static fields = ["code", "value", "most"];
  constructor(code, value, most = 0) {
    super();
    this.code = code;
    this.value = value;
    this.most = most;
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

// ---- games.dice

const FACES = "123456";

function in_order(dice) {
  return py.join("", py.sorted(dice));
}

const alike = py.cached(8192, function alike(dice) {
  return py.max(py.comp(FACES, (face) => py.count(dice, face)));
});

function multisets(count) {
  return py.comp(py.combinations_with_replacement(FACES, count), (faces) => py.join("", faces));
}

// ---- games.figures

const _LONGEST = 6;

function whole(text) {
  return (py.isascii(text) && py.isdigit(text) && (py.len(text) <= _LONGEST)) ? py.int(text) : null;
}

// ---- games.throws.ruleset

const _FOUR_ALIKE = 4;
const THROWS = 3;
const FIRST_THROW = "first-throw";
const CROSSED = "crossed";

class Box extends py.Record {
  static fields = ["code", "kind", "worth", "made_by", "paid_by", "exact", "needs", "needs_rule", "struck", "face", "usual"];
  constructor(code, kind, worth, made_by, paid_by, exact = "", needs = "", needs_rule = "", struck = true, face = 0, usual = 0.0) {
    super();
    this.code = code;
    this.kind = kind;
    this.worth = worth;
    this.made_by = made_by;
    this.paid_by = paid_by;
    this.exact = exact;
    this.needs = needs;
    this.needs_rule = needs_rule;
    this.struck = struck;
    this.face = face;
    this.usual = usual;
  }
  rule_against(dice) {
    return (this.exact && (alike(dice) >= _FOUR_ALIKE)) ? this.exact : this.made_by;
  }
}

class Row extends py.Record {
  static fields = ["first", "later"];
  constructor(first, later) {
    super();
    this.first = first;
    this.later = later;
  }
}

class Ruleset extends py.Record {
  static fields = ["game", "options", "boxes", "cites", "stages", "sequential", "banked", "strikes_freely", "wins_served", "tie_order", "place", "table", "values", "plain", "premium"];
  static compared = ["game", "options"];
  constructor(game, options, boxes, cites, stages, sequential, banked, strikes_freely, wins_served, tie_order, place, table, values, plain, premium) {
    super();
    this.game = game;
    this.options = options;
    this.boxes = boxes;
    this.cites = cites;
    this.stages = stages;
    this.sequential = sequential;
    this.banked = banked;
    this.strikes_freely = strikes_freely;
    this.wins_served = wins_served;
    this.tie_order = tie_order;
    this.place = place;
    this.table = table;
    this.values = values;
    this.plain = plain;
    this.premium = premium;
  }
  get served_mark() {
    return `served-${this.wins_served}`;
  }
}

function ruleset(game, options, boxes, cites, stages = 1, sequential = true, banked = false, strikes_freely = true, wins_served = "", tie_order = []) {
  let code, found;
  const table = py.dict();
  const values = py.dict(py.comp(boxes, (box) => [box.code, py.set()]));
  const plain = py.dict(py.comp(boxes, (box) => [box.code, py.set()]));
  const premium = py.set();
  for (const dice of multisets(5)) {
    const pays = py.dict(py.comp(boxes, (box) => [box.code, found], (box) => py.truth((found = box.worth(dice)))));
    const first = py.dict(py.comp(pays.items(), ([code, found]) => [code, py.comp(found, (pay) => py.at(pay, 0))]));
    const later = py.dict(py.comp(pays.items(), ([code, found]) => [code, py.comp(found, (pay) => py.at(pay, 1))]));
    py.put(table, dice, new Row(first, later));
    for (code of pays) {
      py.at(values, code).update(py.at(first, code), py.at(later, code));
      py.at(plain, code).update(py.at(later, code));
      if (!py.eq(py.at(first, code), py.at(later, code))) {
        premium.add(code);
      }
    }
  }
  return new Ruleset(game, py.list(py.sorted(options.items())), py.dict(py.comp(boxes, (box) => [box.code, box])), cites, stages, sequential, banked, strikes_freely, wins_served, tie_order, py.dict(py.comp(py.enumerate(boxes), ([index, box]) => [box.code, index])), table, py.dict(py.comp(values.items(), ([code, found]) => [code, _as_offered(found)])), py.dict(py.comp(plain.items(), ([code, found]) => [code, py.set(found)])), py.set(premium));
}

function _as_offered(values) {
  return py.list(py.sorted(values, undefined, py.len(values) <= 2));
}

const something_always_fits = py.cached(4096, function something_always_fits(rules, boxes) {
  return py.all(py.lazy(rules.table.values(), (row) => py.any(py.lazy(boxes, (box) => py.has(row.later, box)))));
});

// ---- games.throws.combinations

function full(dice) {
  const makes_it = py.eq(py.sorted(py.comp(py.set(dice), (face) => py.count(dice, face))), [2, 3]);
  return makes_it ? [py.sum(py.map(py.int, dice))] : [];
}

// ---- games.generala.boxes

const GENERALA = "generala";
const DOUBLE = "double";
const STRAIGHT_PAYS = 20;
const FULL_PAYS = 30;
const FOUR_PAYS = 40;
const _TWO_STRAIGHTS = ["12345", "23456"];
const _THIRD_STRAIGHT = "13456";

function boxes(three_straights, served_bonus, generala_points, with_double) {
  const straights = three_straights ? [..._TWO_STRAIGHTS, _THIRD_STRAIGHT] : _TWO_STRAIGHTS;
  function fixed(makes_it, points, bonus) {
    return (dice) => makes_it(dice) ? [[points + bonus, points]] : [];
  }
  function five_alike(dice) {
    return alike(dice) === 5;
  }
  const straight = fixed((dice) => py.has(straights, dice), STRAIGHT_PAYS, served_bonus);
  const full_house = fixed((dice) => py.truth(full(dice)), FULL_PAYS, served_bonus);
  const four = fixed((dice) => alike(dice) >= 4, FOUR_PAYS, served_bonus);
  const generala = fixed(five_alike, generala_points, 0);
  const double = fixed(five_alike, 2 * generala_points, 0);
  const sheet = [...py.lazy(FACES, (face) => _number(face)), new Box("straight", "combination", straight, "4", "2", undefined, undefined, undefined, undefined, undefined, 11), new Box("full", "combination", full_house, "2", "2", "5", undefined, undefined, undefined, undefined, 17), new Box("four", "combination", four, "2", "2", undefined, undefined, undefined, undefined, undefined, 17), new Box(GENERALA, "combination", generala, "2", "2", undefined, undefined, undefined, undefined, undefined, 8)];
  if (!with_double) {
    return sheet;
  }
  const waiting = new Box(DOUBLE, "combination", double, "2", "2", undefined, GENERALA, "5", undefined, undefined, 2);
  return [...sheet, waiting];
}

function _number(face) {
  function worth(dice) {
    const points = py.int(face) * py.count(dice, face);
    return points ? [[points, points]] : [];
  }
  return new Box(face, "number", worth, "1", "1", undefined, undefined, undefined, undefined, py.int(face), 2.3 * py.int(face));
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

// ---- games.throws.sheets

class Written extends py.NamedTuple {
  static fields = ["points", "mark"];
  constructor(points, mark = null) {
    super(points, mark);
  }
  get points() {
    return this[0];
  }
  get mark() {
    return this[1];
  }
}

const STRUCK = new Written(0, CROSSED);
const BANK = "bank";
const _MOST_SAVED = 2;

class Place extends py.NamedTuple {
  static fields = ["at", "box", "stage", "ref"];
  constructor(at, box, stage, ref) {
    super(at, box, stage, ref);
  }
  get at() {
    return this[0];
  }
  get box() {
    return this[1];
  }
  get stage() {
    return this[2];
  }
  get ref() {
    return this[3];
  }
}

function blank(rules) {
  return py.mul([null], py.len(rules.boxes) * rules.stages);
}

function total(cells) {
  return py.sum(py.comp(cells, (cell) => py.at(cell, 0), (cell) => (cell !== null)));
}

function sum_of(rules, cells, box) {
  return py.sum(py.comp(py.slice(cells, py.at(rules.place, box), null, py.len(rules.boxes)), (cell) => py.at(cell, 0), (cell) => (cell !== null)));
}

function filled(cells, index, written) {
  return [...py.slice(cells, null, index), written, ...py.slice(cells, index + 1, null)];
}

function open_stage(rules, cells) {
  const count = py.len(rules.boxes);
  if (!py.has(cells, null)) {
    return 0;
  }
  return py.floordiv(py.index(cells, null), count) + 1;
}

function index_of(rules, cells, box, stage) {
  let index;
  const count = py.len(rules.boxes);
  const place = py.at(rules.place, box);
  if (rules.sequential && (!stage)) {
    stage = open_stage(rules, cells);
  }
  if (stage) {
    index = ((stage - 1) * count) + place;
    return (py.at(cells, index) === null) ? index : null;
  }
  return py.next(py.lazy(py.range(place, py.len(cells), count), (index) => index, (index) => (py.at(cells, index) === null)), null);
}

function needs_more(rules, cells, box) {
  const needed = py.at(rules.boxes, box).needs;
  return py.truth(needed) && (sum_of(rules, cells, needed) === 0);
}

const _open_places = py.cached(8192, function _open_places(rules, is_open) {
  const codes = py.list(rules.boxes);
  const now = py.has(is_open, true) ? (py.floordiv(py.index(is_open, true), py.len(codes)) + 1) : 0;
  const found = [];
  for (const [index, still] of py.enumerate(is_open)) {
    let [stage, place] = py.unpack(py.divmod(index, py.len(codes)), 2);
    stage = py.add(stage, 1);
    if (still && (py.eq(stage, now) || (!rules.sequential))) {
      const plain = (rules.stages === 1) || rules.sequential;
      py.append(found, new Place(index, py.at(codes, place), stage, plain ? py.at(codes, place) : `${py.at(codes, place)}@${py.str(stage)}`));
    }
  }
  return py.list(found);
});

function open_places(rules, cells) {
  return _open_places(rules, py.comp(cells, (cell) => cell === null));
}

function writable_places(rules, cells) {
  return py.comp(open_places(rules, cells), (place) => place, (place) => (!needs_more(rules, cells, place.box)));
}

function writable(rules, cells) {
  return py.list(py.fromkeys(py.comp(writable_places(rules, cells), (place) => place.box)));
}

function strikable_places(rules, cells) {
  if ((!rules.strikes_freely) && something_always_fits(rules, writable(rules, cells))) {
    return [];
  }
  return py.comp(open_places(rules, cells), (place) => place, (place) => (py.at(rules.boxes, place.box).struck));
}

function* places(rules, cells) {
  const now = rules.sequential ? open_stage(rules, cells) : 0;
  const codes = py.list(rules.boxes);
  for (const [index, cell] of py.enumerate(cells)) {
    let [stage, place] = py.unpack(py.divmod(index, py.len(codes)), 2);
    stage = py.add(stage, 1);
    const plain = (rules.stages === 1) || py.eq(stage, now);
    yield [new Place(index, py.at(codes, place), stage, plain ? "" : `${py.at(codes, place)}@${py.str(stage)}`), cell];
  }
}

function mark_of(rules, box, points) {
  return (py.has(rules.premium, box) && (!py.has(py.at(rules.plain, box), points))) ? FIRST_THROW : null;
}

function written_as(rules, box, entry) {
  if (entry === "x") {
    return (py.at(rules.boxes, box).struck) ? STRUCK : null;
  }
  const points = figure(entry);
  if ((points === null) || (!py.has(py.at(rules.values, box), points))) {
    return null;
  }
  return new Written(points, mark_of(rules, box, points));
}

function figure(entry) {
  const points = whole(py.removeprefix(entry, "-"));
  return (points && py.startswith(entry, "-")) ? py.neg(points) : points;
}

function from_text(rules, text, side) {
  let cells = blank(rules);
  let bank = 0;
  for (const token of py.split(text)) {
    const [name, equals, value] = py.partition(token, "=");
    if ((name === BANK) && equals && rules.banked) {
      const saved = figure(value);
      if ((saved === null) || (!(0 <= saved && saved <= (_MOST_SAVED * py.len(cells))))) {
        throw _impossible(rules, side, token);
      }
      bank = saved;
      continue;
    }
    const [box, at, stage] = py.partition(name, "@");
    if ((!equals) || (!py.has(rules.boxes, box)) || (at && (!_is_stage(rules, stage)))) {
      throw _impossible(rules, side, token);
    }
    const first = at ? py.int(stage) : 1;
    const entries = py.split(value, ",");
    if (((first + py.len(entries)) - 1) > (at ? first : rules.stages)) {
      throw _impossible(rules, side, token);
    }
    for (const [number, entry] of py.enumerate(entries, first)) {
      const index = ((number - 1) * py.len(rules.boxes)) + py.at(rules.place, box);
      const written = entry ? written_as(rules, box, entry) : null;
      if ((py.at(cells, index) !== null) || ((written === null) && (entry || (py.len(entries) === 1)))) {
        throw _impossible(rules, side, token);
      }
      if (written !== null) {
        cells = filled(cells, index, written);
      }
    }
  }
  _check_order(rules, cells, side);
  return [cells, bank];
}

function _check_order(rules, cells, side) {
  const count = py.len(rules.boxes);
  if (rules.sequential) {
    const later = py.has(cells, null) ? py.slice(cells, open_stage(rules, cells) * count, null) : [];
    if (py.any(py.lazy(later, (cell) => cell !== null))) {
      throw new SetupRefused("impossible-start", py.at(rules.cites, "stage-not-open"), py.dict([["side", side], ["stage", open_stage(rules, cells)]]));
    }
  }
  for (const [code, box] of rules.boxes.items()) {
    if (box.needs && sum_of(rules, cells, code) && needs_more(rules, cells, code)) {
      throw new SetupRefused("impossible-start", box.needs_rule, py.dict([["side", side], ["box", code]]));
    }
  }
}

function _is_stage(rules, text) {
  return (rules.stages > 1) && py.has(py.comp(py.range(1, rules.stages + 1), (stage) => py.str(stage)), text);
}

function _impossible(rules, side, token) {
  return new SetupRefused("impossible-start", py.at(rules.cites, "bad-notation"), py.dict([["side", side], ["token", token]]));
}

// ---- games.throws.endings

const FULL_SHEETS = "full-sheets";
const CONCESSION = "concession";

function ranking(rules, sheets, out, first) {
  const keys = [];
  for (const [side, cells] of py.enumerate(sheets, 1)) {
    const deciding = py.comp(rules.tie_order, (box) => py.neg(sum_of(rules, cells, box)));
    py.append(keys, [side !== first, py.at(out, side - 1), py.neg(total(cells)), deciding]);
  }
  return ranked(keys);
}

function standing(rules, sheets, banks, to_move, turns, out, ending, winner) {
  const places = ranking(rules, sheets, out, winner);
  const nobody = (ending === null) || ((ending === CONCESSION) && (winner === null));
  return new Status(to_move, ending !== null, ending, nobody ? [] : py.at(places, 0), places, py.comp(sheets, (cells) => total(cells)), (ending !== null) && (ending === rules.served_mark), undefined, turns, rules.banked ? py.dict([["banks", py.list(banks)]]) : py.dict());
}

// ---- games.throws.state

class State extends py.Record {
  static fields = ["rules", "sheets", "banks", "to_move", "turns", "out", "ending", "winner"];
  constructor(rules, sheets, banks, to_move, turns, out, ending = null, winner = null) {
    super();
    this.rules = rules;
    this.sheets = sheets;
    this.banks = banks;
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
  let side;
  for (side of [...positions, to_move]) {
    if (!(1 <= side && side <= sides)) {
      throw new SetupRefused("impossible-start", py.at(rules.cites, "bad-notation"), py.dict([["side", side], ["sides", sides]]));
    }
  }
  const begun = py.comp(py.range(1, sides + 1), (side) => py.has(positions, side) ? from_text(rules, py.at(positions, side), side) : [blank(rules), 0]);
  const sheets = py.comp(begun, ([cells, _bank]) => cells);
  if (!py.any(py.lazy(sheets, (cells) => py.has(cells, null)))) {
    const ending = FULL_SHEETS;
    throw new SetupRefused("impossible-start", py.at(rules.cites, ending), py.dict([["side", to_move], ["ending", ending]]));
  }
  const banks = py.comp(begun, ([_cells, bank]) => bank);
  const state = new State(rules, sheets, banks, to_move, py.mul([0], sides), py.mul([false], sides));
  return py.has(py.at(sheets, to_move - 1), null) ? state : _moved_on(state, to_move);
}

function written(state, side, index, cell, bank, wins) {
  const at = side - 1;
  const cells = filled(py.at(state.sheets, at), index, cell);
  const sheets = [...py.slice(state.sheets, null, at), cells, ...py.slice(state.sheets, side, null)];
  let banks = state.banks;
  if (bank !== py.at(banks, at)) {
    banks = [...py.slice(banks, null, at), bank, ...py.slice(banks, side, null)];
  }
  const turns = [...py.slice(state.turns, null, at), py.at(state.turns, at) + 1, ...py.slice(state.turns, side, null)];
  if (wins !== null) {
    return new State(state.rules, sheets, banks, null, turns, state.out, wins, side);
  }
  return _moved_on(new State(state.rules, sheets, banks, side, turns, state.out), side);
}

function conceded(state, side) {
  const at = side - 1;
  const out = [...py.slice(state.out, null, at), true, ...py.slice(state.out, side, null)];
  const turns = [...py.slice(state.turns, null, at), py.at(state.turns, at) + 1, ...py.slice(state.turns, side, null)];
  const after = py.replace(state, { out, turns });
  const staying = py.comp(py.enumerate(out, 1), ([number, gone]) => number, ([number, gone]) => (!gone));
  if (py.len(staying) <= 1) {
    const winner = py.truth(staying) ? py.at(staying, 0) : null;
    return py.replace(after, { to_move: null, ending: CONCESSION, winner });
  }
  return (side === state.to_move) ? _moved_on(after, side) : after;
}

function _moved_on(state, after) {
  for (const step of py.range(after, after + state.sides)) {
    const following = py.mod(step, state.sides);
    if ((!py.at(state.out, following)) && py.has(py.at(state.sheets, following), null)) {
      return py.replace(state, { to_move: following + 1 });
    }
  }
  return py.replace(state, { to_move: null, ending: FULL_SHEETS });
}

// ---- games.throws.notation

class Turn extends py.Record {
  static fields = ["side", "box", "strikes", "dice", "throws", "stage", "points"];
  constructor(side, box = "", strikes = false, dice = "", throws = null, stage = 0, points = null) {
    super();
    this.side = side;
    this.box = box;
    this.strikes = strikes;
    this.dice = dice;
    this.throws = throws;
    this.stage = stage;
    this.points = points;
  }
  get concedes() {
    return !this.box;
  }
}

const _DICE = py.pattern("[1-6]+");
const _THROWS = py.pattern("t[0-9]{1,6}");

class Grammar extends py.Record {
  static fields = ["boxes", "rule", "stages", "below_zero", "served"];
  constructor(boxes, rule, stages = 1, below_zero = false, served = "") {
    super();
    this.boxes = boxes;
    this.rule = rule;
    this.stages = stages;
    this.below_zero = below_zero;
    this.served = served;
    this.__post_init__();
  }
  __post_init__() {
    const box = py.join("|", py.sorted(py.map(py.escape, this.boxes), py.len, true));
    const stage = (this.stages > 1) ? `(?:@([1-${this.stages}]))?` : "()";
    const points = `${this.below_zero ? "-?" : ""}[0-9]{1,4}`;
    const line = `\\s*([1-9][0-9]?)(?:\\s+([1-6]+)\\s+t([0-9]{1,6}))?\\s+(?:x(${box})${stage}|=(${box})${stage}(?:\\s+(${points}))?)\\s*`;
    this._line = py.pattern(line);
    this._play = py.pattern(`([=x])(${box})${stage}`);
    this._points = py.pattern(points);
  }
  parse(line) {
    const found = this._line.fullmatch(line);
    if (found === null) {
      return this._parse_slowly(line);
    }
    const [side, dice, throws, struck, struck_stage, box, stage, points] = py.unpack(found.groups(), 8);
    const told = (throws === null) ? null : py.int(throws);
    if (struck !== null) {
      return new Turn(py.int(side), struck, true, py.or(dice, () => ""), told, py.int(py.or(struck_stage, () => 0)));
    }
    const claimed = (points === null) ? null : py.int(points);
    return new Turn(py.int(side), box, false, py.or(dice, () => ""), told, py.int(py.or(stage, () => 0)), claimed);
  }
  _parse_slowly(line) {
    const words = new Words(line, this.rule);
    const side = words.side();
    let [dice, throws] = ["", null];
    if (words.word === "concede") {
      words.step();
      words.end();
      return new Turn(side);
    }
    if (py.truth(_DICE.fullmatch(words.word))) {
      dice = words.take(_DICE, "dice");
      throws = py.int(py.slice(words.take(_THROWS, "throws"), 1, null));
    } else if (this.served && (words.word === "t1")) {
      words.step();
      throws = 1;
      if (words.word !== `=${this.served}`) {
        throw words.unreadable(`=${this.served}`);
      }
    }
    const play = this._play.fullmatch(words.word);
    if (play === null) {
      throw this._unreadable_play(words);
    }
    words.step();
    let points = null;
    if ((py.at(play, 1) === "=") && py.truth(words.word)) {
      points = py.int(words.take(this._points, "points"));
    }
    words.end();
    return new Turn(side, py.at(play, 2), py.at(play, 1) === "x", dice, throws, py.int(py.or(py.at(play, 3), () => 0)), points);
  }
  _unreadable_play(words) {
    if (!py.has(["=", "x"], py.slice(words.word, null, 1))) {
      return words.unreadable("play");
    }
    const [box, at, _] = py.unpack(py.partition(py.slice(words.word, 1, null), "@"), 3);
    if (py.truth(at) && py.has(this.boxes, box)) {
      const [expected, offset] = (this.stages > 1) ? ["stage", py.len(box) + 2] : ["end", py.len(box) + 1];
      return words.unreadable(expected, offset);
    }
    return words.unreadable("box", 1);
  }
}

function write(turn) {
  if (turn.concedes) {
    return `${turn.side} concede`;
  }
  const dice = turn.dice ? `${turn.dice} ` : "";
  const throws = (turn.throws === null) ? "" : `t${py.str(turn.throws)} `;
  const stage = turn.stage ? `@${turn.stage}` : "";
  const points = (turn.points === null) ? "" : ` ${py.str(turn.points)}`;
  return `${turn.side} ${dice}${throws}${turn.strikes ? "x" : "="}${turn.box}${stage}${points}`;
}

// ---- games.throws.check

class Judged extends py.NamedTuple {
  static fields = ["at", "cell", "bank", "wins"];
  constructor(at, cell, bank, wins) {
    super(at, cell, bank, wins);
  }
  get at() {
    return this[0];
  }
  get cell() {
    return this[1];
  }
  get bank() {
    return this[2];
  }
  get wins() {
    return this[3];
  }
}

function check(state, turn) {
  const judged = _judge(state, turn);
  return _verdict(turn, judged);
}

function advanced(state, turn) {
  const judged = _judge(state, turn);
  if (judged === null) {
    return [conceded(state, turn.side), _verdict(turn, judged)];
  }
  const wins = judged.wins ? state.rules.served_mark : null;
  const after = written(state, turn.side, judged.at, judged.cell, judged.bank, wins);
  return [after, _verdict(turn, judged)];
}

function _verdict(turn, judged) {
  if (judged === null) {
    return new Verdict(turn.side);
  }
  return new Verdict(turn.side, turn.box, judged.cell.points, judged.cell.mark);
}

function _judge(state, turn) {
  const rules = state.rules;
  if (turn.box && (!py.has(rules.boxes, turn.box))) {
    _refuse_unknown_box(rules, turn);
  }
  if ((state.ending !== null) || (turn.side !== state.to_move)) {
    _check_turn_order(state, turn);
  }
  if (turn.concedes) {
    return null;
  }
  const cells = py.at(state.sheets, turn.side - 1);
  const bank = py.at(state.banks, turn.side - 1);
  if (turn.dice && (py.len(turn.dice) !== 5)) {
    throw new Refused("wrong-dice-count", rules.cites.get("wrong-dice-count"), py.dict([["throw", turn.throws], ["dice", py.len(turn.dice)], ["expected", 5]]));
  }
  const allowed = THROWS + bank;
  if ((turn.throws !== null) && (!(1 <= turn.throws && turn.throws <= allowed))) {
    throw new Refused("too-many-throws", py.at(rules.cites, "too-many-throws"), py.dict([["throws", turn.throws], ["allowed", allowed]]));
  }
  const index = _index(rules, cells, turn);
  const throws = (turn.throws === null) ? THROWS : turn.throws;
  if (turn.strikes) {
    _check_strike(rules, cells, turn);
    return new Judged(index, STRUCK, bank - py.max([0, throws - THROWS]), false);
  }
  const cell = _worth(rules, cells, turn);
  const wins = (cell.mark !== null) && (cell.mark === rules.served_mark);
  return new Judged(index, cell, rules.banked ? ((bank + THROWS) - throws) : bank, wins);
}

function _refuse_unknown_box(rules, turn) {
  const line = write(turn);
  const column = py.rindex(line, turn.box) + 1;
  throw bad_notation(py.at(rules.cites, "bad-notation"), column, turn.box, "box");
}

function _check_turn_order(state, turn) {
  const cites = state.rules.cites;
  if (state.ending !== null) {
    throw new Refused("game-over", cites.get(state.ending), py.dict([["ending", state.ending]]));
  }
  const still_plays = (turn.side <= state.sides) && (!py.at(state.out, turn.side - 1));
  if (!(turn.concedes && still_plays)) {
    throw new Refused("not-your-turn", cites.get("not-your-turn"), py.dict([["side", turn.side], ["to_move", state.to_move]]));
  }
}

function _index(rules, cells, turn) {
  if (turn.stage && rules.sequential) {
    const now = open_stage(rules, cells);
    if (turn.stage !== now) {
      throw new Refused("stage-not-open", py.at(rules.cites, "stage-not-open"), py.dict([["box", turn.box], ["stage", turn.stage], ["open", now]]));
    }
  }
  const index = index_of(rules, cells, turn.box, turn.stage);
  if (index === null) {
    const stage = turn.stage || (rules.sequential ? open_stage(rules, cells) : rules.stages);
    throw new Refused("box-taken", py.at(rules.cites, "box-taken"), py.dict([["box", turn.box], ["stage", stage]]));
  }
  return index;
}

function _check_strike(rules, cells, turn) {
  let rule;
  if (!(py.at(rules.boxes, turn.box).struck)) {
    rule = py.at(rules.cites, "mountain-is-not-struck");
    throw new Refused("mountain-is-not-struck", rule, py.dict([["box", turn.box]]));
  }
  if (rules.strikes_freely) {
    return null;
  }
  rule = py.at(rules.cites, "strike-forbidden");
  const boxes = writable(rules, cells);
  if (!turn.dice) {
    if (something_always_fits(rules, boxes)) {
      throw new Refused("strike-forbidden", rule, py.dict([["box", turn.box], ["dice", null], ["scores", null]]));
    }
    return null;
  }
  const row = py.at(rules.table, in_order(turn.dice)).later;
  const fits = py.next(py.lazy(boxes, (box) => box, (box) => py.has(row, box)), null);
  if (fits !== null) {
    throw new Refused("strike-forbidden", rule, py.dict([["box", turn.box], ["dice", turn.dice], ["scores", fits]]));
  }
}

function _worth(rules, cells, turn) {
  const box = py.at(rules.boxes, turn.box);
  if (box.needs && needs_more(rules, cells, turn.box)) {
    throw new Refused("dice-do-not-make-it", box.needs_rule, py.dict([["box", box.code], ["dice", turn.dice || null], ["needs", box.needs]]));
  }
  if (!turn.dice) {
    return _told(rules, box, turn);
  }
  const dice = in_order(turn.dice);
  const row = py.at(rules.table, dice);
  const pays = ((turn.throws === 1) ? row.first : row.later).get(turn.box);
  if (pays === null) {
    throw new Refused("dice-do-not-make-it", box.rule_against(dice), py.dict([["box", turn.box], ["dice", turn.dice]]));
  }
  let points = py.at(pays, 0);
  if ((turn.points !== null) && (turn.points !== points)) {
    if (!py.has(pays, turn.points)) {
      throw new Refused("wrong-points", box.paid_by, py.dict([["box", turn.box], ["dice", turn.dice], ["claimed", turn.points], ["points", points], ["possible", pays]]));
    }
    points = turn.points;
  }
  if (turn.throws !== 1) {
    return new Written(points);
  }
  if (turn.box === rules.wins_served) {
    return new Written(points, rules.served_mark);
  }
  return new Written(points, py.has(rules.premium, turn.box) ? FIRST_THROW : null);
}

function _told(rules, box, turn) {
  const possible = py.at(rules.values, box.code);
  const points = turn.points;
  if (turn.throws === 1) {
    if ((points !== null) && (!py.has(possible, points))) {
      throw new Refused("wrong-points", box.paid_by, py.dict([["box", box.code], ["claimed", points], ["points", py.at(possible, 0)]]));
    }
    return new Written(py.at(possible, 0), rules.served_mark);
  }
  if (points === null) {
    const rule = py.at(rules.cites, "points-required");
    throw new Refused("points-required", rule, py.dict([["box", box.code], ["possible", possible]]));
  }
  if (!py.has(possible, points)) {
    throw new Refused("impossible-points", box.paid_by, py.dict([["box", box.code], ["claimed", points], ["possible", possible]]));
  }
  return new Written(points, mark_of(rules, box.code, points));
}

// ---- games.throws.entry

function form(state) {
  const rules = state.rules;
  const sides = [];
  for (const [number, cells] of py.enumerate(state.sheets, 1)) {
    const side = py.dict([["side", number], ["open", py.at(state.out, number - 1) ? [] : py.comp(writable_places(rules, cells), (place) => place.ref)], ["total", total(cells)], ["out", py.at(state.out, number - 1)]]);
    if (rules.banked) {
      py.put(side, "bank", py.at(state.banks, number - 1));
    }
    py.append(sides, side);
  }
  const now = state.to_move;
  const own = now ? state.sheet_of(now) : [];
  const places = writable_places(rules, own);
  return py.dict([["entry", "throws"], ["to_move", now], ["over", state.ending !== null], ["sides", sides], ["max_throws", now ? (THROWS + py.at(state.banks, now - 1)) : 0], ["quick", py.dict(py.comp(places, (place) => [place.ref, py.list(py.at(rules.values, place.box))]))], ["cross", py.comp(strikable_places(rules, own), (place) => place.ref)], ["instant", py.comp(places, (place) => py.dict([["code", rules.served_mark], ["line", `t1 =${place.ref}`]]), (place) => (place.box === rules.wins_served))]]);
}

// ---- games.throws.game

class ThrowsGame extends Game {
  ruleset(options) {
    return _ruleset(this, py.list(py.sorted(options.items())));
  }
  start(options, sides, positions = null, to_move = 1, players = []) {
    this.check_sides(sides);
    return opening(this.ruleset(options), sides, py.or(positions, () => py.dict()), to_move);
  }
  parse(line) {
    return this.grammar.parse(line);
  }
  write(turn) {
    return write(turn);
  }
  check(state, turn) {
    return check(state, turn);
  }
  apply(state, turn) {
    return advanced(state, turn);
  }
  status(state) {
    return standing(state.rules, state.sheets, state.banks, state.to_move, state.turns, state.out, state.ending, state.winner);
  }
  sheet(state, side) {
    const [rules, cells] = [state.rules, state.sheet_of(side)];
    const count = py.len(rules.boxes);
    const drawn = [];
    for (const [place, cell] of places(rules, cells)) {
      const [points, mark] = py.unpack((cell === null) ? [null, null] : cell, 2);
      const values = py.at(rules.values, place.box);
      const row = py.at(rules.place, place.box);
      py.append(drawn, new Cell(place.box, row, place.stage - 1, values, points, mark, undefined, place.ref));
    }
    if (rules.stages === 1) {
      return new Sheet("list", count, 1, py.list(drawn), total(cells), side);
    }
    const stages = py.range(rules.stages);
    return new Sheet("columns", count, rules.stages, py.list(drawn), total(cells), side, py.comp(stages, (stage) => `stage-${stage + 1}`), py.comp(stages, (stage) => total(py.slice(cells, stage * count, (stage + 1) * count))), rules.banked ? [new Counter(BANK, py.at(state.banks, side - 1))] : []);
  }
  form(state) {
    return form(state);
  }
}

const _ruleset = py.cached(128, function _ruleset(game, items) {
  return game.work_out(py.bitor(py.dict(py.comp(game.options, (option) => [option.name, option.default])), py.dict(items)));
});

// ---- games.generala.game

const OPTIONS = [new Option("double", ["off", "on"], "1"), new Option("served_bonus", ["5", "10"], "2"), new Option("generala_points", ["60", "50"], "2"), new Option("straights", ["three", "two"], "4")];
const _CITES = py.dict([["bad-notation", "7"], ["full-sheets", "6"], ["served-generala", "3"], ["not-your-turn", "1"], ["wrong-dice-count", "1"], ["too-many-throws", "1"], ["box-taken", "1"], ["points-required", "7"]]);

class Generala extends ThrowsGame {
  code = "generala";
  options = OPTIONS;
  grammar = new Grammar([...FACES, "straight", "full", "four", GENERALA, DOUBLE], "7", undefined, undefined, GENERALA);
  work_out(options) {
    return ruleset(this.code, options, boxes(py.at(options, "straights") === "three", py.int(py.at(options, "served_bonus")), py.int(py.at(options, "generala_points")), py.at(options, "double") === "on"), _CITES, undefined, undefined, undefined, undefined, GENERALA);
  }
}

// ---- games.generala

const GAME = new Generala();

export { GAME, Refused, Status, MatchRule };
