// What translated rules need of Python: values that are equal by what they hold, sequences, text by code points.
// Knows: Python's semantics, as far as the engines use them. Does not know: any rule, any page.
// What cannot be done as Python does it throws; nothing is guessed.

export class Exception extends Error {}
export class ValueError extends Exception {}
export class LookupError extends Exception {}
export class TypeError extends Exception {}
export class AssertionError extends Exception {}

// ---- records, named tuples, enums

// A frozen dataclass: `fields` are those of its constructor in order, `compared` those that make it equal.
export class Record {
  static get compared() {
    return this.fields;
  }
}

export function replace(record, changes) {
  const made = record.constructor;
  return new made(...made.fields.map((name) => (name in changes ? changes[name] : record[name])));
}

export class NamedTuple extends Array {
  static get [Symbol.species]() {
    return Array;
  }
  constructor(...parts) {
    super(parts.length);
    for (let at = 0; at < parts.length; at += 1) this[at] = parts[at];
  }
}

export class Enum {
  constructor(name, value) {
    this.name = name;
    this.value = value;
  }
}

export function members(type, values) {
  type.members = Object.entries(values).map(([name, value]) => (type[name] = new type(name, value)));
}

export function member(type, value) {
  const found = type.members.find((each) => eq(each.value, value));
  if (!found) throw new ValueError(`${value} is no ${type.name}`);
  return found;
}

// ---- equality, order, keys

export function eq(a, b) {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === "boolean") a = Number(a);
  if (typeof b === "boolean") b = Number(b);
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => eq(each, b[at]));
  }
  if (a.__eq__) return a.__eq__(b);
  if (a instanceof Record) {
    const type = a.constructor;
    return b.constructor === type && type.compared.every((name) => eq(a[name], b[name]));
  }
  if (a instanceof Dict) {
    return b instanceof Dict && a.size === b.size && a.items().every(([k, v]) => b.has(k) && eq(v, b.get(k)));
  }
  return a instanceof Set_ && b instanceof Set_ && a.size === b.size && [...a].every((each) => b.has(each));
}

// Python orders text by code points, JavaScript by halves of them.
function codePoints(text) {
  return [...text].map((each) => each.codePointAt(0));
}

const ASTRAL = /[\ud800-\udfff]/;

export function cmp(a, b) {
  if (typeof a === "boolean") a = Number(a);
  if (typeof b === "boolean") b = Number(b);
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" && typeof b === "string") {
    if (ASTRAL.test(a) || ASTRAL.test(b)) return cmp(codePoints(a), codePoints(b));
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (!Array.isArray(a) || !Array.isArray(b)) throw new TypeError("these have no order");
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    if (!eq(a[at], b[at])) return cmp(a[at], b[at]);
  }
  return a.length - b.length;
}

const named = new WeakMap();
let lastName = 0;

function nameOf(object) {
  if (!named.has(object)) named.set(object, (lastName += 1));
  return named.get(object);
}

const KEY = Symbol("key");

// A text that two values share exactly when they are equal.
function text(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  if (value === null) return "~";
  if (Array.isArray(value)) return `(${value.map(text).join()})`;
  if (value instanceof Record && !value.__eq__) {
    if (!value[KEY]) {
      const parts = value.constructor.compared.map((name) => text(value[name]));
      value[KEY] = `${nameOf(value.constructor)}{${parts.join()}}`;
    }
    return value[KEY];
  }
  if (value instanceof Set_) return `<${[...value].map(text).sort().join()}>`;
  if (value.__eq__ || value instanceof Dict) throw new TypeError("this is no key");
  return `#${nameOf(value)}`;
}

function keyOf(value) {
  if (typeof value === "number" || (typeof value === "string" && value[0] !== "\0")) return value;
  return typeof value === "boolean" ? Number(value) : `\0${text(value)}`;
}

export class Dict {
  constructor(pairs = []) {
    this.kept = new Map();
    for (const [key, value] of pairs) this.put(key, value);
  }
  get size() {
    return this.kept.size;
  }
  put(key, value) {
    const own = keyOf(key);
    const there = this.kept.get(own);
    if (there) there[1] = value;
    else this.kept.set(own, [key, value]);
  }
  has(key) {
    return this.kept.has(keyOf(key));
  }
  get(key, otherwise = null) {
    const there = this.kept.get(keyOf(key));
    return there ? there[1] : otherwise;
  }
  setdefault(key, value = null) {
    if (!this.has(key)) this.put(key, value);
    return this.get(key);
  }
  update(other) {
    for (const [key, value] of pairsOf(other)) this.put(key, value);
  }
  keys() {
    return Array.from(this.kept.values(), (pair) => pair[0]);
  }
  values() {
    return Array.from(this.kept.values(), (pair) => pair[1]);
  }
  items() {
    return Array.from(this.kept.values(), ([key, value]) => [key, value]);
  }
  [Symbol.iterator]() {
    return this.keys()[Symbol.iterator]();
  }
}

const pairsOf = (from) => (from instanceof Dict ? from.items() : from);

export const dict = (from = []) => new Dict(pairsOf(from));
export const fromkeys = (keys) => new Dict(comp(keys, (key) => [key, null]));

class Set_ {
  constructor(from = []) {
    this.kept = new Map();
    for (const each of from) this.add(each);
  }
  get size() {
    return this.kept.size;
  }
  add(value) {
    const own = keyOf(value);
    if (!this.kept.has(own)) this.kept.set(own, value);
  }
  update(...more) {
    for (const each of more) for (const value of each) this.add(value);
  }
  has(value) {
    return this.kept.has(keyOf(value));
  }
  [Symbol.iterator]() {
    return this.kept.values();
  }
}

export const set = (from = []) => new Set_(from);

// Results are remembered by their arguments, and all forgotten when they are more than `most`.
export function cached(most, work) {
  const known = new Map();
  return (...given) => {
    const key = given.map(text).join();
    if (!known.has(key)) {
      if (known.size >= most) known.clear();
      known.set(key, work(...given));
    }
    return known.get(key);
  };
}

// ---- truth and operators

export function truth(value) {
  if (value === null || typeof value !== "object") return Boolean(value);
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Dict || value instanceof Set_ ? value.size > 0 : true;
}

export const and = (first, second) => (truth(first) ? second() : first);
export const or = (first, second) => (truth(first) ? first : second());

const isNumber = (value) => typeof value === "number" || typeof value === "boolean";

function wrong(sign, a, b) {
  return new TypeError(`${typeof a} ${sign} ${typeof b}`);
}

export function add(a, b) {
  if ((isNumber(a) && isNumber(b)) || (typeof a === "string" && typeof b === "string")) return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  throw wrong("+", a, b);
}

export function sub(a, b) {
  if (isNumber(a) && isNumber(b)) return a - b;
  if (a instanceof Set_ && b instanceof Set_) return set([...a].filter((each) => !b.has(each)));
  throw wrong("-", a, b);
}

export function mul(a, b) {
  if (isNumber(a) && isNumber(b)) return a * b;
  if (isNumber(a)) return mul(b, a);
  if (typeof a === "string") return a.repeat(Math.max(b, 0));
  if (Array.isArray(a)) return Array.from({ length: a.length * Math.max(b, 0) }, (_, at) => a[at % a.length]);
  throw wrong("*", a, b);
}

export function bitand(a, b) {
  if (typeof a === "boolean" && typeof b === "boolean") return a && b;
  if (isNumber(a) && isNumber(b)) return a & b;
  if (a instanceof Set_ && b instanceof Set_) return set([...a].filter((each) => b.has(each)));
  throw wrong("&", a, b);
}

export function bitor(a, b) {
  if (typeof a === "boolean" && typeof b === "boolean") return a || b;
  if (isNumber(a) && isNumber(b)) return a | b;
  if (a instanceof Set_ && b instanceof Set_) return set([...a, ...b]);
  if (a instanceof Dict && b instanceof Dict) return new Dict([...a.items(), ...b.items()]);
  throw wrong("|", a, b);
}

// Minus nought is nought in Python.
const positive = (number) => number + 0;

export function floordiv(a, b) {
  if (b === 0) throw new ValueError("division by zero");
  return positive(Math.floor(a / b));
}

export function mod(a, b) {
  if (typeof a !== "number") throw wrong("%", a, b);
  return positive(a - b * floordiv(a, b));
}

export const neg = (a) => 0 - a;
export const divmod = (a, b) => [floordiv(a, b), mod(a, b)];

// ---- sequences

export function len(value) {
  if (typeof value === "string") return ASTRAL.test(value) ? [...value].length : value.length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Dict || value instanceof Set_) return value.size;
  throw new TypeError("this has no length");
}

export class Slice {
  constructor(from, to, step = null) {
    Object.assign(this, { from, to, step });
  }
}

export const cut = (from, to = undefined, step = null) =>
  to === undefined ? new Slice(null, from) : new Slice(from, to, step);

export function slice(value, from, to, step = null) {
  if (typeof value === "string" && ASTRAL.test(value)) return slice([...value], from, to, step).join("");
  if (step === null || step === 1) return value.slice(from ?? 0, to ?? undefined);
  if (step <= 0) throw new ValueError("a slice backwards");
  const part = [...value].slice(from ?? 0, to ?? undefined).filter((_, at) => at % step === 0);
  return typeof value === "string" ? part.join("") : part;
}

export function at(value, key) {
  if (key instanceof Slice) return slice(value, key.from, key.to, key.step);
  if (Array.isArray(value) || typeof value === "string") {
    const all = typeof value === "string" && ASTRAL.test(value) ? [...value] : value;
    const found = all[key < 0 ? all.length + Number(key) : Number(key)];
    if (found === undefined) throw new LookupError(`nothing at ${key}`);
    return found;
  }
  if (value instanceof Dict) {
    const there = value.kept.get(keyOf(key));
    if (!there) throw new LookupError(`no ${key}`);
    return there[1];
  }
  if (value instanceof Match) return value.group(key);
  throw new TypeError("this has no places");
}

export function put(value, key, item) {
  if (value instanceof Dict) return value.put(key, item);
  const place = key < 0 ? value.length + key : key;
  if (!Array.isArray(value) || !(place in value)) throw new LookupError(`nothing at ${key}`);
  value[place] = item;
}

export function has(value, item) {
  if (typeof value === "string") return value.includes(item);
  if (Array.isArray(value)) return value.some((each) => eq(each, item));
  if (value instanceof Dict || value instanceof Set_) return value.has(item);
  for (const each of value) if (eq(each, item)) return true;
  return false;
}

// As many values as there are names for them.
export function unpack(value, count) {
  const parts = [...value];
  if (parts.length !== count) throw new ValueError(`${parts.length} values for ${count} names`);
  return parts;
}

export function unpackMore(value, least) {
  const parts = [...value];
  if (parts.length < least) throw new ValueError(`${parts.length} values for ${least} names`);
  return parts;
}

export function* unpacked(from, count) {
  for (const each of from) yield unpack(each, count);
}

export function comp(from, each, where = null) {
  const made = [];
  for (const item of from) if (where === null || where(item)) made.push(each(item));
  return made;
}

export function flat(from, each, where = null) {
  const made = [];
  for (const item of from) if (where === null || where(item)) made.push(...each(item));
  return made;
}

export function* lazy(from, each, where = null) {
  for (const item of from) if (where === null || where(item)) yield each(item);
}

export function* chain(from, each, where = null) {
  for (const item of from) if (where === null || where(item)) yield* each(item);
}

export const list = (from = []) => [...from];

export function range(from, to, step = 1) {
  if (to === undefined) [from, to] = [0, from];
  const made = [];
  for (let n = from; step > 0 ? n < to : n > to; n += step) made.push(n);
  return made;
}

export function* enumerate(from, start = 0) {
  let n = start;
  for (const each of from) {
    yield [n, each];
    n += 1;
  }
}

export function* zip(strict, ...from) {
  const all = from.map((each) => each[Symbol.iterator]());
  for (;;) {
    const next = all.map((each) => each.next());
    if (next.some((each) => each.done)) {
      if (strict && !next.every((each) => each.done)) throw new ValueError("one of them is longer");
      return;
    }
    yield next.map((each) => each.value);
  }
}

export const map = (each, from) => comp(from, (item) => each(item));
export const reversed = (from) => [...from].reverse();
export const pairwise = (from) => [...from].slice(1).map((each, n, rest) => [n ? rest[n - 1] : [...from][0], each]);

export function any(from) {
  for (const each of from) if (truth(each)) return true;
  return false;
}

export function all(from) {
  for (const each of from) if (!truth(each)) return false;
  return true;
}

export function sum(from) {
  let total = 0;
  for (const each of from) total = add(total, each);
  return total;
}

function extreme(sign, from, key, otherwise) {
  let [best, worth, found] = [otherwise, null, false];
  for (const each of from) {
    const its = key === null ? each : key(each);
    if (!found || sign * cmp(its, worth) > 0) [best, worth, found] = [each, its, true];
  }
  if (best === undefined) throw new ValueError("there is none");
  return best;
}

export const max = (from, key = null, otherwise = undefined) => extreme(1, from, key, otherwise);
export const min = (from, key = null, otherwise = undefined) => extreme(-1, from, key, otherwise);

export function sorted(from, key = null, reverse = false) {
  const keyed = Array.from(from, (each) => [key === null ? each : key(each), each]);
  return keyed.sort((a, b) => (reverse ? cmp(b[0], a[0]) : cmp(a[0], b[0]))).map((each) => each[1]);
}

export function sort(own, key = null, reverse = false) {
  own.splice(0, own.length, ...sorted(own, key, reverse));
}

export const iter = (from) => from[Symbol.iterator]();

export function next(from, otherwise = undefined) {
  const { done, value } = from.next();
  if (!done) return value;
  if (otherwise === undefined) throw new ValueError("there is no next");
  return otherwise;
}

export function* combinations(from, count, first = 0) {
  const all = [...from];
  if (count === 0) yield [];
  else {
    for (let at = first; at <= all.length - count; at += 1) {
      for (const rest of combinations(all, count - 1, at + 1)) yield [all[at], ...rest];
    }
  }
}

export function* combinations_with_replacement(from, count, first = 0) {
  const all = [...from];
  if (count === 0) yield [];
  else {
    for (let at = first; at < all.length; at += 1) {
      for (const rest of combinations_with_replacement(all, count - 1, at)) yield [all[at], ...rest];
    }
  }
}

export function* permutations(from, count = [...from].length) {
  const all = [...from];
  if (count === 0) yield [];
  else {
    for (let at = 0; at < all.length; at += 1) {
      const others = all.filter((_, other) => other !== at);
      for (const rest of permutations(others, count - 1)) yield [all[at], ...rest];
    }
  }
}

export function append(own, item) {
  own.push(item);
}

export function count(value, item) {
  if (typeof value === "string") {
    if (item === "") return len(value) + 1;
    let times = 0;
    for (let n = value.indexOf(item); n >= 0; n = value.indexOf(item, n + item.length)) times += 1;
    return times;
  }
  return value.filter((each) => eq(each, item)).length;
}

export function index(value, item) {
  const found = typeof value === "string" ? value.indexOf(item) : value.findIndex((each) => eq(each, item));
  if (found < 0) throw new ValueError("it is not in there");
  return typeof value === "string" ? len(value.slice(0, found)) : found;
}

// ---- text

// What Python takes for white space; \s of JavaScript is another set.
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACES = new RegExp(`[${SPACE}]+`, "u");
const BEFORE = new RegExp(`^[${SPACE}]+`, "u");
const BEHIND = new RegExp(`[${SPACE}]+$`, "u");
const INTEGER = /^[+-]?[0-9]+$/;

export function str(value) {
  if (typeof value === "string") return value;
  if (Number.isInteger(value)) return String(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null) return "None";
  throw new TypeError("only plain values are written as text");
}

export function int(value) {
  if (typeof value === "number") return Math.trunc(value);
  if (typeof value === "boolean") return Number(value);
  const plain = strip(value);
  if (!INTEGER.test(plain)) throw new ValueError("this is no number");
  return positive(Number(plain));
}

export function split(value, by = null) {
  if (by !== null) return value.split(by);
  const plain = strip(value);
  return plain === "" ? [] : plain.split(SPACES);
}

export const lstrip = (value) => value.replace(BEFORE, "");
export const rstrip = (value) => value.replace(BEHIND, "");
export const strip = (value) => lstrip(rstrip(value));
export const join = (by, parts) => [...parts].join(by);
export const startswith = (value, with_) => value.startsWith(with_);
export const endswith = (value, with_) => value.endsWith(with_);
export const removeprefix = (value, prefix) => (value.startsWith(prefix) ? value.slice(prefix.length) : value);

export function isascii(value) {
  for (let n = 0; n < value.length; n += 1) if (value.charCodeAt(n) > 127) return false;
  return true;
}

export function isdigit(value) {
  if (!isascii(value)) throw new TypeError("digits are only told in plain text");
  return /^[0-9]+$/.test(value);
}

export function partition(value, by) {
  const found = value.indexOf(by);
  return found < 0 ? [value, "", ""] : [value.slice(0, found), by, value.slice(found + by.length)];
}

export function replaced(value, old, new_, most = Infinity) {
  const parts = value.split(old);
  if (old === "") throw new ValueError("nothing to be replaced");
  const cut = parts.slice(0, most + 1);
  const rest = parts.slice(most + 1);
  return [cut.join(new_), ...rest].join(old);
}

export function rindex(value, part) {
  const found = value.lastIndexOf(part);
  if (found < 0) throw new ValueError("it is not in there");
  return len(value.slice(0, found));
}

// ---- patterns

class Match {
  constructor(found) {
    this.found = found;
  }
  group(key = 0) {
    const all = typeof key === "string" ? this.found.groups : this.found;
    if (!all || !(key in all)) throw new LookupError(`no group ${key}`);
    return all[key] ?? null;
  }
  groups() {
    return Array.from(this.found).slice(1).map((each) => each ?? null);
  }
  start() {
    return len(this.found.input.slice(0, this.found.index));
  }
  end() {
    return this.start() + len(this.found[0]);
  }
}

const IN_CLASS = { s: SPACE };
const IN_PATTERN = { s: `[${SPACE}]`, S: `[^${SPACE}]` };

// Python's pattern as JavaScript writes it.
function translated(source, dotAll) {
  let [made, inClass] = ["", false];
  for (let n = 0; n < source.length; n += 1) {
    const each = source[n];
    if (each === "\\") {
      n += 1;
      const known = (inClass ? IN_CLASS : IN_PATTERN)[source[n]];
      if (!known && /[a-zA-Z0-9]/.test(source[n])) throw new ValueError(`pattern \\${source[n]}`);
      made += known ?? (/[-\/ ]/.test(source[n]) && !inClass ? source[n] : `\\${source[n]}`);
    } else if (inClass) {
      inClass = each !== "]";
      made += each;
    } else if (each === "[") {
      inClass = true;
      made += each;
    } else if (each === ".") made += dotAll ? "[^]" : "[^\\n]";
    else if (each === "$") made += "(?=\\n?(?![^]))";
    else if (source.startsWith("(?P<", n)) {
      made += "(?<";
      n += 3;
    } else made += each;
  }
  return made;
}

class Pattern {
  constructor(source, dotAll) {
    const own = translated(source, dotAll);
    this.whole = new RegExp(`^(?:${own})$`, "u");
    this.begin = new RegExp(`^(?:${own})`, "u");
    this.every = new RegExp(own, "gu");
  }
  fullmatch(value) {
    const found = this.whole.exec(value);
    return found && new Match(found);
  }
  match(value) {
    const found = this.begin.exec(value);
    return found && new Match(found);
  }
  finditer(value) {
    return Array.from(value.matchAll(this.every), (found) => new Match(found));
  }
}

export const DOTALL = "dotall";
export const pattern = (source, flags = null) => new Pattern(source, flags === DOTALL);
export const escape = (value) => value.replace(/[\\^$.*+?()[\]{}|\/-]/g, "\\$&");
