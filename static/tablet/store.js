/* What this browser keeps: items that were recorded, the books of matches, small notes.
   Knows: IndexedDB, and what to do where a browser or a full disk forbids it. Does not know: the server, turns.

   A record: {order, client_id, match, url, who, who_name, event, code, state, item, sequence, sentence, at}. `item` is
   what goes to the server, `order` its place among all records of this browser. `state`: `waiting`, `sent` (the
   server has it; kept in case the server loses its last moments), `refused`.
   `kind` says where it all lies: `disk` (IndexedDB), `local` (localStorage), `memory` (gone with the page). */

import { SHOWN_MS } from "./drawing.js";
import { names, recall, remember } from "./memory.js";
import "../vendor/idb.js"; // sets globalThis.idb

const NAME = "cacho-tablet";
const PLAIN = "cacho-tablet-records";
const ADDING = "cacho-adding-"; // and the match: what is on its way to the disk
const OPEN_MS = 15_000; // some browsers never answer where storage is forbidden; a busy tablet takes its time
const DAY_MS = 24 * 3600 * 1000;
const KEPT_AFTER_END_MS = 7 * DAY_MS;
const KEPT_AT_MOST_MS = 60 * DAY_MS;

const copied = (value) => JSON.parse(JSON.stringify(value));

const later = (ms) => new Promise((_, no) => setTimeout(() => no(new Error("too slow")), ms));

/* Open what this browser has: the best of the three. */
export async function openStore() {
  try {
    const upgrade = (db) => {
      db.createObjectStore("items", { keyPath: "order", autoIncrement: true }).createIndex("match", "match");
      db.createObjectStore("books", { keyPath: "match" });
      db.createObjectStore("notes", { keyPath: "name" });
    };
    const opening = globalThis.idb.openDB(NAME, 1, { upgrade, blocking: (_now, _next, event) => event.target.close() });
    const store = new Disk(await Promise.race([opening, later(OPEN_MS)]));
    await store.note("tablet"); // a database that opens may still refuse to be read
    await moveIn(store);
    return store;
  } catch {
    return new Plain();
  }
}

/* Records that did not reach the disk last time: the page went away in the same moment, or the disk did not answer and
   all was kept in localStorage meanwhile. They go on from here. */
async function moveIn(disk) {
  const adding = names().filter((name) => name.startsWith(ADDING));
  const held = recall(PLAIN) ?? { items: [], books: {}, notes: {} };
  const left = [...held.items, ...adding.flatMap((name) => recall(name) ?? [])];
  const here = left.length ? new Set((await disk.records()).map((each) => each.client_id)) : null;
  for (const { order: _order, ...record } of left) {
    if (here.has(record.client_id)) continue;
    here.add(record.client_id);
    await disk.add(record);
  }
  for (const book of Object.values(held.books)) {
    const kept = await disk.book(book.match);
    if (!kept || kept.book.now < book.book.now) await disk.settle([], book);
  }
  for (const [name, value] of Object.entries(held.notes)) if ((await disk.note(name)) === null) await disk.keepNote(name, value);
  for (const name of [PLAIN, ...adding]) remember(name, null);
}

class Disk {
  constructor(db) {
    this.db = db;
    this.kind = "disk";
    this.adding = new Map(); // by match
  }

  /* All records, or those of one match, in the order they were made. */
  records(match = null) {
    return match === null ? this.db.getAll("items") : this.db.getAllFromIndex("items", "match", match);
  }

  /* Resolves when the record is on the disk; gives it its place. A page that goes away before that leaves it in
     localStorage, which is written at once; the slower disk lets the page show the tap first. */
  async add(record) {
    this.noteAdding(record.match, [...(this.adding.get(record.match) ?? []), record]);
    await new Promise((go) => setTimeout(go, SHOWN_MS));
    const work = this.db.transaction("items", "readwrite", { durability: "strict" });
    const order = await work.store.add(record);
    await work.done;
    record.order = order;
    this.noteAdding(record.match, this.adding.get(record.match).filter((each) => each !== record));
  }

  noteAdding(match, records) {
    this.adding.set(match, records);
    remember(`${ADDING}${match}`, records.length ? records : null);
  }

  /* Records that changed and the book that goes with them, all or nothing. */
  async settle(records, book = null) {
    const work = this.db.transaction(["items", "books"], "readwrite");
    for (const record of records) if (record.order !== undefined) work.objectStore("items").put(record);
    if (book) work.objectStore("books").put(book);
    await work.done;
  }

  async book(match) {
    return (await this.db.get("books", match)) ?? null;
  }

  async note(name) {
    return (await this.db.get("notes", name))?.value ?? null;
  }

  keepNote(name, value) {
    return this.db.put("notes", { name, value });
  }

  /* What nobody will ask for any more: answered items of matches that ended a week ago. */
  async prune(now = Date.now()) {
    const work = this.db.transaction(["items", "books"], "readwrite");
    const books = await work.objectStore("books").getAll();
    const records = await work.objectStore("items").getAll();
    const { matches, orders } = outdated(books, records, now);
    for (const match of matches) work.objectStore("books").delete(match);
    for (const order of orders) work.objectStore("items").delete(order);
    await work.done;
  }

  /* The next person sees nothing of this one; what waits to be sent stays. */
  async forget() {
    const work = this.db.transaction(["books", "notes"], "readwrite");
    const tablet = await work.objectStore("notes").get("tablet");
    work.objectStore("books").clear();
    work.objectStore("notes").clear();
    if (tablet) work.objectStore("notes").put(tablet);
    await work.done;
  }
}

/* The same without IndexedDB: one text in localStorage, or nothing but this page's memory. */
class Plain {
  constructor() {
    this.held = recall(PLAIN) ?? { next: 1, items: [], books: {}, notes: {} };
    this.kind = this.save() ? "local" : "memory";
  }

  save() {
    return remember(PLAIN, this.held);
  }

  must() {
    if (!this.save()) throw new Error("not stored");
  }

  /* Another tab may have written meanwhile. */
  fresh() {
    if (this.kind === "local") this.held = recall(PLAIN) ?? this.held;
    return this.held;
  }

  async records(match = null) {
    return copied(this.fresh().items.filter((each) => match === null || each.match === match));
  }

  async add(record) {
    const held = this.fresh();
    record.order = held.next;
    held.next += 1;
    held.items.push(copied(record));
    this.must();
  }

  async settle(records, book = null) {
    const held = this.fresh();
    const changed = new Map(records.map((each) => [each.order, copied(each)]));
    held.items = held.items.map((each) => changed.get(each.order) ?? each);
    if (book) held.books[book.match] = copied(book);
    this.must();
  }

  async book(match) {
    return this.fresh().books[match] ?? null;
  }

  async note(name) {
    return this.fresh().notes[name] ?? null;
  }

  async keepNote(name, value) {
    this.fresh().notes[name] = value;
    this.save();
  }

  async prune(now = Date.now()) {
    const held = this.fresh();
    const { matches, orders } = outdated(Object.values(held.books), held.items, now);
    for (const match of matches) delete held.books[match];
    held.items = held.items.filter((each) => !orders.includes(each.order));
    this.save();
  }

  async forget() {
    const held = this.fresh();
    held.books = {};
    held.notes = held.notes.tablet ? { tablet: held.notes.tablet } : {};
    this.save();
  }
}

function outdated(books, records, now) {
  const over = books.filter((each) => each.ended_at && now - each.ended_at > KEPT_AFTER_END_MS);
  const matches = over.map((each) => each.match);
  const isOld = ({ state, match, at }) => state !== "waiting" && (matches.includes(match) || now - at > KEPT_AT_MOST_MS);
  return { matches, orders: records.filter(isOld).map((each) => each.order) };
}
