// The rules of cuarenta, made by `make rules` from cacho_tournaments.games.cuarenta; not to be changed by hand.
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

// ---- games.cuarenta.count

const PACK = 40;
const CARTON = 20;
const CARTON_PAYS = 6;
const SMALL = 2;

function paid(dealer, other) {
  if (dealer === other) {
    return [0, SMALL];
  }
  const most = py.max([dealer, other]);
  const points = (most >= CARTON) ? (CARTON_PAYS + (2 * py.neg(py.floordiv(py.neg(most - CARTON), 2)))) : SMALL;
  return (dealer > other) ? [points, 0] : [0, points];
}

function is_possible(cards, captures) {
  return (0 <= cards && cards <= PACK) && ((cards !== 1) && (cards >= (2 * captures)));
}

// ---- games.cuarenta.events

const RONDA = "ronda";
const DOBLE_RONDA = "doble-ronda";
const CAIDA = "caida";
const LIMPIA = "limpia";
const CAIDA_LIMPIA = "caida-limpia";
const CAIDA_RONDA = "caida-ronda";
const TRES = "tres-caidas-limpia";

class Event extends py.Record {
  static fields = ["code", "place", "caida", "limpia"];
  constructor(code, place, caida = false, limpia = false) {
    super();
    this.code = code;
    this.place = place;
    this.caida = caida;
    this.limpia = limpia;
  }
  get announced() {
    return !(this.caida || this.limpia);
  }
}

const EVENTS = py.dict(py.comp([new Event(RONDA, 0), new Event(DOBLE_RONDA, 1), new Event(CAIDA, 2, true), new Event(LIMPIA, 3, undefined, true), new Event(CAIDA_LIMPIA, 4, true, true), new Event(CAIDA_RONDA, 5, true), new Event(TRES, 6, true, true)], (event) => [event.code, event]));
const CHICA = 40;
const WORTH = py.dict([["a-todo-dos", py.dict([[RONDA, 2], [DOBLE_RONDA, 4], [CAIDA, 2], [LIMPIA, 2], [CAIDA_LIMPIA, 2], [CAIDA_RONDA, 4]])], ["a-todo-rigor", py.dict([[RONDA, 2], [DOBLE_RONDA, CHICA], [CAIDA, 2], [LIMPIA, 2], [CAIDA_LIMPIA, 4], [CAIDA_RONDA, CHICA], [TRES, CHICA]])], ["cuenca", py.dict([[RONDA, 2], [DOBLE_RONDA, 4], [CAIDA, 2], [LIMPIA, 2], [CAIDA_LIMPIA, 4], [CAIDA_RONDA, 4]])]]);

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

function one_line(text) {
  return py.join(" ", py.split(py.replaced(text, ";", ",")));
}

// ---- games.cuarenta.notation

const HAND = "hand";
const DEAL = "deal";
const notation_MISDEAL = "misdeal";
const notation_PENALTY = "penalty";
const COUNT = "count";
const CONCEDE = "concede";
const _BARE = py.set(py.set([HAND, DEAL, notation_MISDEAL, CONCEDE]));

class Turn extends py.Record {
  static fields = ["side", "play", "player", "points", "cards", "reason"];
  constructor(side, play, player = null, points = null, cards = null, reason = "") {
    super();
    this.side = side;
    this.play = play;
    this.player = player;
    this.points = points;
    this.cards = cards;
    this.reason = reason;
  }
}

class Tally extends py.Record {
  static fields = ["dealer", "events", "cards"];
  constructor(dealer, events, cards) {
    super();
    this.dealer = dealer;
    this.events = events;
    this.cards = cards;
  }
}

const _SIDES = py.dict([["1", 1], ["2", 2]]);
const _PLAYERS = py.dict([["p1", 1], ["p2", 2]]);
const _NUMBER = py.pattern("[0-9]{1,3}");
const _PENALTY = py.pattern("\\s*[12]\\s+penalty\\s+([0-9]{1,3})\\s*:\\s*(\\S.*)", py.DOTALL);
const _TALLY = py.pattern("\\s*\\S+\\s+tally(\\s|$)");
const _TIMES = py.pattern("([a-z]+(?:-[a-z]+)*)=([0-9]{1,2})");
const MOST_PENALTY = 40;
const RULE = "7";

function parse(line) {
  const words = new Words(line, RULE);
  const side = _side(words);
  const play = words.word;
  if (py.has(EVENTS, play)) {
    words.step();
    const player = (py.at(EVENTS, play).announced) ? _PLAYERS.get(words.word) : null;
    if (player !== null) {
      words.step();
    }
    const points = py.truth(words.word) ? py.int(words.take(_NUMBER, "points")) : null;
    words.end();
    return new Turn(side, play, player, points);
  }
  if (py.has(_BARE, play)) {
    words.step();
    words.end();
    return new Turn(side, play);
  }
  if (play === COUNT) {
    words.step();
    const cards = [py.int(words.take(_NUMBER, "cards")), py.int(words.take(_NUMBER, "cards"))];
    words.end();
    return new Turn(side, COUNT, undefined, undefined, cards);
  }
  if (play === notation_PENALTY) {
    return notation_penalty(words, line, side);
  }
  throw words.unreadable("event");
}

function _side(words) {
  const side = _SIDES.get(words.word);
  if (side === null) {
    throw words.unreadable("side");
  }
  words.step();
  return side;
}

function notation_penalty(words, line, side) {
  let reason;
  const found = _PENALTY.fullmatch(line);
  if (py.truth(found) && _is_penalty(py.at(found, 1)) && (reason = one_line(py.at(found, 2)))) {
    return new Turn(side, notation_PENALTY, undefined, py.int(py.at(found, 1)), undefined, reason);
  }
  words.step();
  if ((!py.truth(_NUMBER.fullmatch(words.word))) || (!_is_penalty(words.word))) {
    throw words.unreadable("points");
  }
  words.step();
  if (words.word === ":") {
    words.step();
  }
  throw words.unreadable("reason");
}

function _is_penalty(figure) {
  const points = py.int(figure);
  return (0 < points && points <= MOST_PENALTY) || (py.mod(points, 2) === 1);
}

function write(turn) {
  return py.join(" ", _words(turn));
}

function* _words(turn) {
  yield py.str(turn.side);
  yield turn.play;
  if (turn.player !== null) {
    yield `p${py.str(turn.player)}`;
  }
  if (turn.points !== null) {
    yield py.str(turn.points);
  }
  if (turn.cards !== null) {
    yield `${py.at(turn.cards, 0)} ${py.at(turn.cards, 1)}`;
  }
  if (turn.reason) {
    yield `: ${turn.reason}`;
  }
}

function is_tally(line) {
  return _TALLY.match(line) !== null;
}

function parse_tally(line) {
  const words = new Words(line, RULE);
  const dealer = _side(words);
  words.step();
  const events = [_times(words), _times(words)];
  const cards = [py.int(words.take(_NUMBER, "cards")), py.int(words.take(_NUMBER, "cards"))];
  words.end();
  return new Tally(dealer, events, cards);
}

function _times(words) {
  const times = py.dict();
  while (words.word !== "/") {
    const found = _TIMES.fullmatch(words.word);
    if ((found === null) || (!py.has(EVENTS, py.at(found, 1))) || py.has(times, py.at(found, 1))) {
      throw words.unreadable("event");
    }
    py.put(times, py.at(found, 1), py.int(py.at(found, 2)));
    words.step();
  }
  words.step();
  return times;
}

// ---- games.cuarenta.options

const OPTIONS = [new Option("style", py.list(WORTH), "2"), new Option("carton_from_30", ["on", "off"], "3.5"), new Option("zapatero", ["match", "tournament"], "4.4"), new Option("misdeal", ["10", "2", "game"], "5")];

class Rules extends py.Record {
  static fields = ["style", "carton_from_30", "out_of_the_event", "misdeal", "worth"];
  static compared = ["style", "carton_from_30", "out_of_the_event", "misdeal"];
  constructor(style, carton_from_30, out_of_the_event, misdeal, worth) {
    super();
    this.style = style;
    this.carton_from_30 = carton_from_30;
    this.out_of_the_event = out_of_the_event;
    this.misdeal = misdeal;
    this.worth = worth;
  }
}

function rules_of(options) {
  return _rules_of(py.list(py.sorted(options.items())));
}

const _rules_of = py.cached(64, function _rules_of(items) {
  const chosen = py.bitor(py.dict(py.comp(OPTIONS, (option) => [option.name, option.default])), py.dict(items));
  return new Rules(py.at(chosen, "style"), py.at(chosen, "carton_from_30") === "on", py.at(chosen, "zapatero") === "tournament", (py.at(chosen, "misdeal") === "game") ? null : py.int(py.at(chosen, "misdeal")), py.at(WORTH, py.at(chosen, "style")));
});

// ---- games.figures

const _LONGEST = 6;

function whole(text) {
  return (py.isascii(text) && py.isdigit(text) && (py.len(text) <= _LONGEST)) ? py.int(text) : null;
}

// ---- games.cuarenta.state

const GOAL = 40;
const KEPT = 38;
const FORTY = "forty";
const BY_MISDEAL = "misdeal";
const CONCESSION = "concession";
const NOTHING = [0, 0];
const _NO_EVENTS = py.mul([0], py.len(EVENTS));

class Deal extends py.Record {
  static fields = ["announced", "to_fall", "caidas", "limpias"];
  constructor(announced = NOTHING, to_fall = NOTHING, caidas = NOTHING, limpias = NOTHING) {
    super();
    this.announced = announced;
    this.to_fall = to_fall;
    this.caidas = caidas;
    this.limpias = limpias;
  }
  get captured() {
    return (!py.eq(this.caidas, NOTHING)) || (!py.eq(this.limpias, NOTHING));
  }
}

class Hand extends py.Record {
  static fields = ["before", "dealer", "events", "penalties", "misdealt", "cards"];
  constructor(before, dealer = null, events = [_NO_EVENTS, _NO_EVENTS], penalties = NOTHING, misdealt = false, cards = null) {
    super();
    this.before = before;
    this.dealer = dealer;
    this.events = events;
    this.penalties = penalties;
    this.misdealt = misdealt;
    this.cards = cards;
  }
  captures(side) {
    const counts = py.at(this.events, side - 1);
    return py.sum(py.comp(EVENTS.values(), (event) => py.at(counts, event.place), (event) => (!event.announced)));
  }
}

class Past extends py.Record {
  static fields = ["hand", "before", "length"];
  constructor(hand, before, length) {
    super();
    this.hand = hand;
    this.before = before;
    this.length = length;
  }
  *[Symbol.iterator]() {
    let link = this;
    while (link !== null) {
      yield link.hand;
      link = link.before;
    }
  }
  __eq__(other) {
    return (other instanceof Past) && (py.eq(this.length, other.length) && py.all(py.lazy(py.zip(true, this, other), ([one, two]) => py.eq(one, two))));
  }
}

class State extends py.Record {
  static fields = ["rules", "players", "scores", "hand", "suggested", "is_open", "deal", "now", "past", "turns", "ending", "winner"];
  constructor(rules, players, scores, hand, suggested, is_open = false, deal = 0, now = new Deal(), past = null, turns = NOTHING, ending = null, winner = null) {
    super();
    this.rules = rules;
    this.players = players;
    this.scores = scores;
    this.hand = hand;
    this.suggested = suggested;
    this.is_open = is_open;
    this.deal = deal;
    this.now = now;
    this.past = past;
    this.turns = turns;
    this.ending = ending;
    this.winner = winner;
  }
  get hands() {
    const begun = (this.hand.dealer !== null) || py.any(this.hand.penalties);
    return [...py.reversed(py.list(this.past || [])), ...(begun ? [this.hand] : [])];
  }
  get number() {
    return 1 + (this.past ? this.past.length : 0);
  }
  get deals() {
    return (this.players === 1) ? 4 : 2;
  }
  get half() {
    return 5 * this.players;
  }
  get next_dealer() {
    return (this.hand.dealer === null) ? null : (3 - this.hand.dealer);
  }
  get shown() {
    return [py.min([py.at(this.scores, 0), GOAL]), py.min([py.at(this.scores, 1), GOAL])];
  }
}

function opening(rules, positions, to_move, players) {
  const each = py.or(py.list(players), () => [1, 1]);
  if (py.len(py.set(each)) > 1) {
    throw new SetupRefused("players-differ", "1", py.dict([["players", py.list(each)]]));
  }
  if (!(1 <= py.at(each, 0) && py.at(each, 0) <= 2)) {
    throw new SetupRefused("too-many-players", "1", py.dict([["players", py.at(each, 0)], ["most", 2]]));
  }
  for (const side of [...positions, to_move]) {
    if (!py.has([1, 2], side)) {
      throw new SetupRefused("impossible-start", "7", py.dict([["side", side], ["sides", 2]]));
    }
  }
  const scores = [_score(positions, 1), _score(positions, 2)];
  return new State(rules, py.at(each, 0), scores, new Hand(scores), to_move);
}

function _score(positions, side) {
  const text = py.strip(positions.get(side, "0"));
  const score = whole(text);
  if ((score === null) || (text !== py.str(score))) {
    throw new SetupRefused("impossible-start", "7", py.dict([["side", side], ["token", text]]));
  }
  if (py.truth(py.mod(score, 2))) {
    throw new SetupRefused("impossible-start", "6.1", py.dict([["side", side], ["token", text], ["score", score]]));
  }
  if (score >= GOAL) {
    throw new SetupRefused("impossible-start", "4.2", py.dict([["side", side], ["token", text], ["score", score]]));
  }
  return score;
}

function plus(figures, side, more) {
  return (side === 1) ? [py.at(figures, 0) + more, py.at(figures, 1)] : [py.at(figures, 0), py.at(figures, 1) + more];
}

function dealt(state, side) {
  let hand, past;
  if (state.hand.dealer === null) {
    [hand, past] = [py.replace(state.hand, { dealer: side }), state.past];
  } else {
    [hand, past] = [new Hand(state.scores, side), new Past(state.hand, state.past, state.number)];
  }
  return py.replace(state, { hand, past, is_open: true, deal: 1, now: new Deal(), turns: plus(state.turns, side, 1) });
}

function dealt_on(state, side) {
  return py.replace(state, { deal: state.deal + 1, now: new Deal(), turns: plus(state.turns, side, 1) });
}

function noted(state, side, event, points, now) {
  const hand = state.hand;
  let own = py.at(hand.events, side - 1);
  own = [...py.slice(own, null, event.place), py.at(own, event.place) + 1, ...py.slice(own, event.place + 1, null)];
  const events = (side === 1) ? [own, py.at(hand.events, 1)] : [py.at(hand.events, 0), own];
  const scores = plus(state.scores, side, points);
  const over = py.at(scores, side - 1) >= GOAL;
  return new State(state.rules, state.players, scores, new Hand(hand.before, hand.dealer, events, hand.penalties), state.suggested, !over, state.deal, now, state.past, plus(state.turns, side, 1), over ? FORTY : null, over ? side : null);
}

function won(state, winner, ending) {
  return py.replace(state, { is_open: false, ending, winner });
}

function scored(state, side, points) {
  const scores = plus(state.scores, side, points);
  if (py.at(scores, side - 1) >= GOAL) {
    return py.replace(state, { scores, is_open: false, ending: FORTY, winner: side });
  }
  return py.replace(state, { scores });
}

// ---- games.cuarenta.check

const UNMATCHED = "unmatched-40";
const _CAIDAS_BEFORE_THREE = 2;
const _NO_CARTON_FROM = 30;
const _ENDED_BY = py.dict([[FORTY, "4.2"], [BY_MISDEAL, "5"], [CONCESSION, "7"]]);

function advanced(state, turn) {
  const event = EVENTS.get(turn.play);
  if ((event !== null) && event.announced) {
    _check_player(state, turn);
  }
  if (state.ending !== null) {
    throw new Refused("game-over", _ENDED_BY.get(state.ending, "4.3"), py.dict([["ending", state.ending]]));
  }
  if (event !== null) {
    return check_event(state, turn, event);
  }
  return py.at(_STEPS, turn.play)(state, turn);
}

function _check_player(state, turn) {
  if ((turn.player === null) && (state.players === 1)) {
    return null;
  }
  if ((turn.player === null) || (turn.player > state.players)) {
    const column = py.len(`${turn.side} ${turn.play} `) + ((turn.player !== null) || (turn.points !== null));
    const found = turn.player ? `p${py.str(turn.player)}` : "";
    throw bad_notation(RULE, column, found, "player");
  }
}

function _open_hand(state, side = null) {
  if (!state.is_open) {
    throw new Refused("no-hand", "6.9");
  }
  if ((side !== null) && (side !== state.hand.dealer)) {
    throw new Refused("wrong-dealer", "6.2", py.dict([["side", side], ["dealer", state.hand.dealer]]));
  }
}

function check_hand(state, turn) {
  if (state.is_open) {
    throw new Refused("hand-open", "6.9", py.dict([["dealer", state.hand.dealer]]));
  }
  const dealer = state.next_dealer;
  if ((dealer !== null) && (turn.side !== dealer)) {
    throw new Refused("wrong-dealer", "6.2", py.dict([["side", turn.side], ["dealer", dealer]]));
  }
  return [dealt(state, turn.side), new Verdict(turn.side, undefined, undefined, undefined, undefined, undefined, HAND)];
}

function _deal(state, turn) {
  _open_hand(state, turn.side);
  if (state.deal >= state.deals) {
    throw new Refused("too-many-deals", "6.2", py.dict([["deals", state.deals]]));
  }
  return [dealt_on(state, turn.side), new Verdict(turn.side, undefined, undefined, undefined, undefined, undefined, DEAL)];
}

function ways(state, side, code) {
  if ((state.players === 1) || (!(py.at(EVENTS, code).announced))) {
    return [new Turn(side, code)];
  }
  return py.comp(py.range(1, state.players + 1), (player) => new Turn(side, code, player));
}

function worth_now(state, side, event) {
  const worth = py.at(state.rules.worth, event.code);
  if (worth === CHICA) {
    return null;
  }
  return ((py.at(state.scores, side - 1) === KEPT) && (!event.caida)) ? 0 : worth;
}

function check_event(state, turn, event) {
  const side = turn.side;
  _open_hand(state);
  if (!py.has(state.rules.worth, event.code)) {
    throw new Refused("not-in-this-style", "2", py.dict([["event", event.code], ["style", state.rules.style]]));
  }
  const now = _after(state, turn, event);
  const points = worth_now(state, side, event);
  if ((turn.points !== null) && (turn.points !== points)) {
    throw new Refused("wrong-points", "7", py.dict([["event", event.code], ["claimed", turn.points], ["points", points]]));
  }
  let after = noted(state, side, event, points || 0, now);
  if (points === null) {
    after = won(after, side, event.code);
  }
  return [after, new Verdict(side, undefined, points, undefined, undefined, undefined, event.code)];
}

function _after(state, turn, event) {
  let most, to_fall;
  const [side, now, at] = [turn.side, state.now, turn.side - 1];
  if (event.announced) {
    if (now.captured) {
      throw new Refused("announcement-late", "6.3", py.dict([["event", event.code], ["side", side]]));
    }
    const player = turn.player || 1;
    if (py.truth(py.bitand(py.at(now.announced, at), player))) {
      throw new Refused("announced-already", "6.3", py.dict([["side", side], ["player", player]]));
    }
    to_fall = (event.code === RONDA) ? plus(now.to_fall, side, 1) : now.to_fall;
    return new Deal(plus(now.announced, side, player), to_fall, now.caidas, now.limpias);
  }
  to_fall = now.to_fall;
  if ((event.code === TRES) && (py.at(now.caidas, at) < _CAIDAS_BEFORE_THREE)) {
    throw new Refused("not-three-caidas", "6.10", py.dict([["side", side], ["caidas", py.at(now.caidas, at)]]));
  }
  if (event.code === CAIDA_RONDA) {
    if (!py.at(to_fall, 1 - at)) {
      throw new Refused("no-ronda-to-fall", "6.4", py.dict([["side", side]]));
    }
    to_fall = plus(to_fall, 2 - at, -1);
  }
  const dealing = side === state.hand.dealer;
  const caidas = event.caida ? plus(now.caidas, side, 1) : now.caidas;
  if (event.caida) {
    most = dealing ? state.half : (state.half - 1);
    if ((py.at(caidas, at) > most) || (py.sum(caidas) > state.half)) {
      throw new Refused("too-many-caidas", "6.5", py.dict([["side", side], ["most", most], ["together", state.half]]));
    }
  }
  const limpias = event.limpia ? plus(now.limpias, side, 1) : now.limpias;
  if (event.limpia) {
    most = (dealing || (state.deal > 1)) ? state.half : (state.half - 1);
    if ((py.at(limpias, at) > most) || (py.sum(limpias) > state.half)) {
      throw new Refused("too-many-limpias", "6.6", py.dict([["side", side], ["most", most], ["together", state.half]]));
    }
  }
  return new Deal(now.announced, to_fall, caidas, limpias);
}

function _misdeal(state, turn) {
  _open_hand(state, turn.side);
  const other = 3 - turn.side;
  const closed = py.replace(state, { hand: py.replace(state.hand, { misdealt: true }), is_open: false, turns: plus(state.turns, turn.side, 1) });
  const points = misdeal_pays(state, other);
  const verdict = new Verdict(other, undefined, points, undefined, undefined, undefined, notation_MISDEAL);
  if (points === null) {
    return [won(closed, other, BY_MISDEAL), verdict];
  }
  return [scored(closed, other, points), verdict];
}

function misdeal_pays(state, side) {
  const points = state.rules.misdeal;
  return ((points !== null) && (py.at(state.scores, side - 1) === KEPT)) ? 0 : points;
}

function _count(state, turn) {
  _open_hand(state, turn.side);
  if (state.deal < state.deals) {
    throw new Refused("count-before-last-deal", "1", py.dict([["deal", state.deal], ["deals", state.deals]]));
  }
  const cards = py.or(turn.cards, () => NOTHING);
  check_cards(state.hand, cards);
  const dealer = turn.side;
  const shares = paid(py.at(cards, dealer - 1), py.at(cards, 2 - dealer));
  const side = py.at(shares, 0) ? dealer : (3 - dealer);
  const points = gets_nothing_for_cards(state, side) ? 0 : py.sum(shares);
  const warning = ((py.sum(cards) === PACK) && py.eq(state.now.limpias, NOTHING)) ? UNMATCHED : null;
  const counted = py.replace(state, { hand: py.replace(state.hand, { cards }), is_open: false, turns: plus(state.turns, dealer, 1) });
  return [scored(counted, side, points), new Verdict(side, undefined, points, undefined, warning, undefined, COUNT)];
}

function gets_nothing_for_cards(state, side) {
  const score = py.at(state.scores, side - 1);
  return (score === KEPT) || ((score >= _NO_CARTON_FROM) && (!state.rules.carton_from_30));
}

function check_cards(hand, cards) {
  for (const side of [1, 2]) {
    const captures = hand.captures(side);
    if (!is_possible(py.at(cards, side - 1), captures)) {
      throw new Refused("impossible-count", "6.7", py.dict([["side", side], ["cards", py.at(cards, side - 1)], ["captures", captures]]));
    }
  }
  if (py.sum(cards) > PACK) {
    throw new Refused("impossible-count", "6.7", py.dict([["side", null], ["cards", py.sum(cards)], ["captures", null]]));
  }
}

function check_penalty(state, turn) {
  const [side, points] = [turn.side, turn.points || 0];
  if (py.truth(py.mod(points, 2))) {
    throw new Refused("odd-points", "6.1", py.dict([["side", side], ["points", points]]));
  }
  const hand = py.replace(state.hand, { penalties: plus(state.hand.penalties, side, points) });
  const noted = py.replace(state, { hand, turns: plus(state.turns, side, 1) });
  return [scored(noted, side, points), new Verdict(side, undefined, points, undefined, undefined, undefined, notation_PENALTY)];
}

function _concede(state, turn) {
  const given_up = py.replace(state, { turns: plus(state.turns, turn.side, 1) });
  return [won(given_up, 3 - turn.side, CONCESSION), new Verdict(turn.side, undefined, undefined, undefined, undefined, undefined, CONCEDE)];
}

const _STEPS = py.dict([[HAND, check_hand], [DEAL, _deal], [notation_MISDEAL, _misdeal], [COUNT, _count], [notation_PENALTY, check_penalty], [CONCEDE, _concede]]);

// ---- games.cuarenta.endings

const _BY_ONE_EVENT = py.set(py.set([DOBLE_RONDA, CAIDA_RONDA, TRES]));
const INSTANT = py.bitor(_BY_ONE_EVENT, py.set([BY_MISDEAL]));
const _SHUT_OUT_BELOW = 10;

function standing(state) {
  const [scores, winner] = [state.scores, state.winner];
  return new Status(null, state.ending !== null, state.ending, winner ? [winner] : [], ranked(py.comp(py.enumerate(scores, 1), ([side, score]) => [side !== winner, py.neg(score)])), scores, py.has(INSTANT, state.ending), _is_shutout(state), state.turns);
}

function _is_shutout(state) {
  if ((state.winner === null) || py.has(_BY_ONE_EVENT, state.ending)) {
    return false;
  }
  return py.at(state.scores, 2 - state.winner) < _SHUT_OUT_BELOW;
}

function match(games, played, rules) {
  const points = py.comp(py.range(2), (at) => py.sum(py.comp(games, (status) => py.min([py.at(status.totals, at), GOAL]))));
  const outcome = py.replace(played, { points: [py.at(points, 0), py.at(points, 1)] });
  if ((!py.truth(games)) || (!(py.at(games, 0).shutout))) {
    return outcome;
  }
  const winner = py.at(py.at(games, 0).winners, 0);
  return py.replace(outcome, { over: true, places: (winner === 1) ? [1, 2] : [2, 1], next_game: null, out: rules.out_of_the_event ? [3 - winner] : [] });
}

// ---- games.cuarenta.sheet

const DEALER = "dealer";
const sheet_MISDEAL = "misdeal";
const sheet_PENALTY = "penalty";
const CARDS = "cards";
const POINTS = "points";
const SCORE = "score";
const ROWS = 12;
const _PERRO = 10;
const _PERROS = 4;
const _TANTOS = 4;

function heads(rules) {
  return [DEALER, ...events_of(rules), sheet_MISDEAL, sheet_PENALTY, CARDS, POINTS, SCORE];
}

function events_of(rules) {
  return py.comp(EVENTS, (code) => code, (code) => py.has(rules.worth, code));
}

function sheet(state, side) {
  const columns = heads(state.rules);
  const begun = state.hands;
  const scores = py.add(py.comp(begun, (hand) => py.at(hand.before, side - 1)), [py.at(state.scores, side - 1)]);
  const cells = [];
  const rows = py.max([ROWS, py.len(begun)]);
  for (const row of py.range(rows)) {
    let figures = py.dict();
    if (row < py.len(begun)) {
      figures = py.dict(_figures(py.at(begun, row), side));
      py.put(figures, POINTS, py.at(scores, row + 1) - py.at(scores, row));
      py.put(figures, SCORE, py.min([py.at(scores, row + 1), GOAL]));
    }
    for (const [column, code] of py.enumerate(columns)) {
      py.append(cells, new Cell(code, row, column, undefined, figures.get(code), ((code === DEALER) && py.truth(figures.get(code))) ? DEALER : null, undefined, undefined, !py.has([POINTS, SCORE], code)));
    }
  }
  const shown = py.at(state.shown, side - 1);
  return new Sheet("lines", rows, py.len(columns), py.list(cells), shown, side, columns, undefined, counters(shown));
}

function counters(shown) {
  return [new Counter("perros", py.floordiv(shown, _PERRO), _PERROS), new Counter("tantos", py.floordiv(py.mod(shown, _PERRO), 2), _TANTOS)];
}

function* _figures(hand, side) {
  const at = side - 1;
  for (const [code, event] of EVENTS.items()) {
    yield [code, py.at(py.at(hand.events, at), event.place)];
  }
  yield [DEALER, py.int(hand.dealer === side)];
  yield [sheet_MISDEAL, py.int(hand.misdealt && (hand.dealer === side))];
  yield [sheet_PENALTY, py.at(hand.penalties, at)];
  yield [CARDS, py.truth(hand.cards) ? py.at(hand.cards, at) : null];
}

// ---- games.cuarenta.tally

const SURE_UP_TO = 36;

function unfold(state, line) {
  let turn;
  const hand = parse_tally(line);
  const first = new Turn(hand.dealer, HAND);
  state = py.at(advanced(state, first), 0);
  for (const side of [1, 2]) {
    require_known_order(state, side, py.at(hand.events, side - 1));
  }
  const turns = [...spread(state, hand.events), new Turn(hand.dealer, COUNT, undefined, undefined, hand.cards)];
  for (turn of turns) {
    state = py.at(advanced(state, turn), 0);
  }
  return py.comp([first, ...turns], (turn) => write(turn));
}

function worth_of(rules, events) {
  let total = 0;
  for (const [code, times] of events.items()) {
    if (!py.has(rules.worth, code)) {
      throw new Refused("not-in-this-style", "2", py.dict([["event", code], ["style", rules.style]]));
    }
    total = total + (times * py.at(rules.worth, code));
  }
  return total;
}

function require_known_order(state, side, events) {
  const worth = worth_of(state.rules, events);
  const score = py.at(state.scores, side - 1);
  const wins = py.any(py.lazy(events.items(), ([code, times]) => times && (py.at(state.rules.worth, code) === CHICA)));
  if (wins || ((score + worth) > SURE_UP_TO)) {
    throw new Refused("order-hidden", "4.1", py.dict([["side", side], ["score", score], ["points", worth], ["most", SURE_UP_TO]]));
  }
}

function spread(state, events) {
  let code, side;
  const placed = new _Placed(state);
  const dealer = state.hand.dealer || 1;
  const other = 3 - dealer;
  for (side of [dealer, other]) {
    for (code of [RONDA, DOBLE_RONDA]) {
      placed.announce(side, code, py.at(events, side - 1).get(code, 0));
    }
  }
  for (side of [dealer, other]) {
    placed.fall(side, py.at(events, side - 1).get(CAIDA_RONDA, 0));
  }
  for (code of [CAIDA_LIMPIA, CAIDA, LIMPIA, TRES]) {
    for (side of (code === CAIDA_LIMPIA) ? [dealer, other] : [other, dealer]) {
      placed.capture(side, code, py.at(events, side - 1).get(code, 0));
    }
  }
  return placed.turns(dealer);
}

class _Placed {
  constructor(state) {
    this._players = state.players;
    this._half = state.half;
    this._dealer = state.hand.dealer;
    this._deals = py.comp(py.range(state.deals), (_) => []);
  }
  announce(side, code, times) {
    let at;
    for (const number of py.range(times)) {
      const backwards = py.comp(py.range(py.len(this._deals)), (step) => (-1) - py.mod(number + step, py.len(this._deals)));
      const free = py.comp(backwards, (at) => at, (at) => (py.cmp(this._announced(at, side), this._players) < 0));
      at = py.truth(free) ? py.at(free, 0) : (-1);
      const player = py.min([this._announced(at, side) + 1, this._players]);
      py.append(py.at(this._deals, at), new Turn(side, code, (py.cmp(this._players, 1) > 0) ? player : null));
    }
  }
  fall(side, times) {
    for (const number of py.range(times)) {
      py.append(py.at(this._deals, (-1) - py.mod(number, py.len(this._deals))), new Turn(side, CAIDA_RONDA));
    }
  }
  capture(side, code, times) {
    for (const _ of py.range(times)) {
      const rooms = py.dict(py.comp(py.range(py.len(this._deals)), (at) => [at, this._room(at, side, code)]));
      let free = py.comp(rooms.items(), ([at, room]) => at, ([at, room]) => (room > 0));
      if ((code === CAIDA_LIMPIA) && py.eq(side, this._dealer)) {
        py.sort(free, (at) => py.count(this._counted(at, "caida"), side));
      } else {
        py.sort(free, (at) => py.neg(py.at(rooms, at)));
      }
      const last = py.len(this._deals) - 1;
      if ((py.at(EVENTS, code).limpia) && py.has(free, last) && (!py.truth(this._counted(last, "limpia")))) {
        free = [last];
      }
      py.append(py.at(this._deals, py.truth(free) ? py.at(free, 0) : (-1)), new Turn(side, code));
    }
  }
  turns(dealer) {
    let lines = [];
    for (const [at, deal] of py.enumerate(this._deals)) {
      if (at) {
        py.append(lines, new Turn(dealer, DEAL));
      }
      lines.push(...py.sorted(deal, (turn) => !(py.at(EVENTS, turn.play).announced)));
    }
    return lines;
  }
  _announced(at, side) {
    return py.sum(py.comp(py.at(this._deals, at), (turn) => py.eq(turn.side, side) && (py.at(EVENTS, turn.play).announced)));
  }
  _room(at, side, code) {
    const event = py.at(EVENTS, code);
    const rooms = [];
    if (event.caida) {
      py.append(rooms, this._left(at, side, "caida", py.sub(this._half, 1)));
    }
    if (event.limpia) {
      py.append(rooms, this._left(at, side, "limpia", py.sub(this._half, at === 0)));
    }
    return py.min(rooms);
  }
  _counted(at, kind) {
    return py.comp(py.at(this._deals, at), (turn) => turn.side, (turn) => py.truth(py.at(EVENTS, turn.play)[kind]));
  }
  _left(at, side, kind, most) {
    const counted = this._counted(at, kind);
    const together = py.sub(this._half, py.len(counted));
    return py.eq(side, this._dealer) ? together : py.min([together, most - py.count(counted, side)]);
  }
}

// ---- games.cuarenta.entry

function form(state) {
  let side;
  const over = state.ending !== null;
  const given_up = ((state.ending === CONCESSION) && state.winner) ? (3 - state.winner) : null;
  const sides = py.comp([1, 2], (side) => py.dict([["side", side], ["total", py.at(state.shown, side - 1)], ["raw", py.at(state.scores, side - 1)], ["counters", py.comp(counters(py.at(state.shown, side - 1)), (counter) => py.dict([["code", counter.code], ["value", counter.value]]))], ["out", side === given_up]]));
  const blocked = py.dict([["1", py.dict()], ["2", py.dict()]]);
  const moves = over ? [] : py.list(_moves(state));
  const offered = py.set(py.comp(moves, (move) => [py.at(move, "side"), py.at(move, "code")]));
  for (side of [1, 2]) {
    for (const code of events_of(state.rules)) {
      if (!py.has(offered, [side, code])) {
        py.put(py.at(blocked, py.str(side)), code, _why_not(state, side, py.at(EVENTS, code)));
      }
    }
  }
  return py.dict([["entry", "events"], ["to_move", null], ["over", over], ["sides", sides], ["players", state.players], ["hand", state.is_open ? entry_hand(state) : null], ["kept", py.comp([1, 2], (side) => side, (side) => ((py.at(state.scores, side - 1) === KEPT) && (!over)))], ["uncounted", py.comp([1, 2], (side) => side, (side) => (gets_nothing_for_cards(state, side) && (!over)))], ["dealer", over ? null : (state.next_dealer || state.suggested)], ["moves", moves], ["blocked", blocked], ["tally", _tally(state)]]);
}

function entry_hand(state) {
  return py.dict([["number", state.number], ["dealer", state.hand.dealer], ["deal", state.deal], ["deals", state.deals], ["captures", py.dict(py.comp([1, 2], (side) => [py.str(side), state.hand.captures(side)]))]]);
}

function* _moves(state) {
  let side;
  if (state.is_open) {
    for (side of [1, 2]) {
      for (const code of events_of(state.rules)) {
        yield* entry_event(state, side, py.at(EVENTS, code));
      }
    }
    yield* _dealers(state);
  } else {
    for (side of [1, 2]) {
      if (py.has([null, side], state.next_dealer)) {
        yield _plain(side, HAND);
      }
    }
  }
  for (side of [1, 2]) {
    yield py.dict([["code", notation_PENALTY], ["side", side], ["line", `${side} penalty {points} : {reason}`], ["gaps", [py.dict([["name", "points"], ["least", 2], ["most", MOST_PENALTY], ["step", 2]]), py.dict([["name", "reason"], ["text", true]])]]]);
  }
  for (side of [1, 2]) {
    yield _plain(side, CONCEDE);
  }
}

function _plain(side, code) {
  return py.dict([["code", code], ["side", side], ["line", `${side} ${code}`]]);
}

function* entry_event(state, side, event) {
  let after, verdict;
  for (const turn of ways(state, side, event.code)) {
    try {
      [after, verdict] = advanced(state, turn);
    } catch (raised) {
      if (!(raised instanceof Refused)) throw raised;
      continue;
    }
    const move = py.dict([...py.dict(_plain(side, event.code)).items(), ["line", write(turn)], ["points", verdict.points]]);
    if (turn.player !== null) {
      py.put(move, "player", turn.player);
    }
    if (after.ending !== null) {
      py.put(move, "wins", true);
    }
    yield move;
  }
}

function* _dealers(state) {
  const dealer = state.hand.dealer;
  if (!(dealer !== null)) throw new py.AssertionError();
  if (state.deal < state.deals) {
    yield _plain(dealer, DEAL);
  } else {
    const least = py.dict(py.comp([1, 2], (side) => [side, 2 * state.hand.captures(side)]));
    if (py.sum(least.values()) <= PACK) {
      yield py.dict([...py.dict(_plain(dealer, COUNT)).items(), ["line", `${py.str(dealer)} count {1} {2}`], ["gaps", py.comp([1, 2], (side) => py.dict([["name", py.str(side)], ["least", py.at(least, side)], ["most", PACK - py.at(least, 3 - side)]]))]]);
    }
  }
  const other = 3 - dealer;
  const points = misdeal_pays(state, other);
  const move = py.dict([...py.dict(_plain(dealer, notation_MISDEAL)).items(), ["points", points], ["gets", other]]);
  if ((points === null) || ((py.at(state.scores, other - 1) + points) >= GOAL)) {
    py.put(move, "wins", true);
  }
  yield move;
}

function _why_not(state, side, event) {
  try {
    advanced(state, new Turn(side, event.code, event.announced ? 1 : null));
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    return py.dict([["code", refusal.code], ["rule", refusal.rule], ["facts", py.dict(refusal.facts)]]);
  }
  throw new py.AssertionError();
}

function _tally(state) {
  const room = py.dict(py.comp([1, 2], (side) => [py.str(side), SURE_UP_TO - py.at(state.scores, side - 1)]));
  if (state.is_open || (state.ending !== null) || (py.min(room.values()) < 0)) {
    return null;
  }
  const worth = py.dict(py.comp(state.rules.worth.items(), ([code, points]) => [code, points], ([code, points]) => (points !== CHICA)));
  return py.dict([["columns", py.list(worth)], ["room", room], ["worth", worth]]);
}

// ---- games.cuarenta.game

class Cuarenta extends Game {
  code = "cuarenta";
  min_sides = 2;
  max_sides = 2;
  start(options, sides, positions = null, to_move = 1, players = []) {
    this.check_sides(sides, "1");
    return opening(rules_of(options), py.or(positions, () => py.dict()), to_move, players);
  }
  parse(line) {
    return parse(line);
  }
  write(turn) {
    return write(turn);
  }
  check(state, turn) {
    return py.at(advanced(state, turn), 1);
  }
  apply(state, turn) {
    return advanced(state, turn);
  }
  status(state) {
    return standing(state);
  }
  sheet(state, side) {
    return sheet(state, side);
  }
  unfold(state, line) {
    return is_tally(line) ? unfold(state, line) : [line];
  }
  counted(line) {
    return py.or((parse(line).cards), () => []);
  }
  form(state) {
    return form(state);
  }
  match(games, sides, rule, options = null) {
    const played = super.match(games, sides, rule, options);
    return match(games, played, rules_of(py.or(options, () => py.dict())));
  }
}

// ---- games.cuarenta

const GAME = new Cuarenta();

export { GAME, Refused, Status, MatchRule };
