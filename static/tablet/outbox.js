/* The outbox: what was recorded waits here until the server has answered for it, and is sent in its order.
   Knows: batches and their answers, retrying, whose items these are, who writes at this match.
   Does not know: dice, boxes, what an item means; how anything looks (standing.js).

   Nothing is called saved before the server said so. An item keeps its client id through every attempt, so a request
   that is answered late or twice is harmless. What the server has answered for stays here, marked: should the server
   lose its last moments, it gets them again. */

import { arrived, isSettled, lost } from "./answers.js";
import { Trouble, clientId, post } from "./net.js";
import { openStore } from "./store.js";
import { Tabs } from "./tabs.js";

export { clientId };

const VERSION = 2;
const WAITS_S = [1, 2, 4, 8, 15]; // no longer than a beat: a tablet in good order asks as often
const BATCH_ITEMS = 40;
const BATCH_CHARS = 120_000;
const BEAT_MS = 15_000;
const WATCH_MS = 5_000;
const CLOCK_MAY_DIFFER_S = 120;
const SHUT = "device-revoked";

export class Outbox {
  /* `url`, `holdUrl`: where items go, and the wish to write. `token`: the match; `code`: its name for people. `who`,
     `whoName`: whose items these are; `event`. `build`: of this page. `known()`: the sequences of the last book by
     game number.
     `onChange()`: items or status have changed.
     `onAnswer({book, items, outcomes, answer})`: the server has answered: `items` are those of the batch, `book` is null
     where the own fold is right; it returns the book that holds from now on (it is kept beside the items).
     `onTrouble(error)`: the server says no to a whole batch ({code, sentence, rule} or null). */
  constructor({ url, holdUrl, token, code = "", who, whoName = "", event = "", build = "", tablet = null,
    known = () => ({}), onChange = () => null, onAnswer = () => null, onTrouble = () => null }) {
    Object.assign(this, { url, holdUrl, token, code, who, whoName, event, build, tablet, known, onChange, onAnswer, onTrouble });
    this.records = []; // what waits, in its order
    this.sent = []; // what the server has answered for, newest last
    this.book = null;
    this.isOpen = false;
    this.sending = false;
    this.failures = 0;
    this.trouble = null; // the Trouble that stops or delays
    this.isStopped = false;
    this.isMemory = false; // something lies in this page alone
    this.isLeft = false; // items of another referee are left for them
    this.writer = null;
    this.wish = null; // to write here, or no more, as long as the server has not heard of it
    this.savedAt = null;
    this.clockOff_s = 0;
    this.serverBuild = build;
    this.most = BATCH_ITEMS;
    this.opened = new Promise((done) => (this.hasOpened = done));
  }

  /* ---- for the page ---- */

  /* What waits, as it will be sent, in order: {client_id, kind, …}. */
  get items() {
    return this.mine.map((each) => each.item);
  }

  /* Everything a pill or a banner may show. `name`: ready, saved, sending, offline, broken, stopped, asking. */
  get status() {
    return {
      name: this.isStopped ? "stopped" : this.asks ? "asking" : this.sending && this.mine.length ? "sending"
        : this.failures ? (this.trouble?.kind === "broken" ? "broken" : "offline") : this.savedAt ? "saved" : "ready",
      savedAt: this.savedAt, // by the server's clock: "14:03"
      waiting: this.mine.length,
      trouble: this.trouble, // a Trouble: kind, status, error
      isStopped: this.isStopped,
      isShut: this.trouble?.error?.code === SHUT, // this tablet may not write any more
      isMemory: this.isMemory,
      asks: this.asks, // {who_name, count}: items of another referee wait for an answer
      tab: !this.tabs?.knows || this.tabs.leads ? "writes" : "watches",
      writer: this.writer && !this.writer.me ? this.writer : null, // another tablet writes: {name, seen, waiting, since}
      mayWrite: this.mayWrite,
      clockOff_s: this.clockOff_s,
      isOldBuild: Boolean(this.serverBuild && this.build && this.serverBuild !== this.build),
    };
  }

  get mayWrite() {
    return this.isOpen && this.tabs.leads && !(this.writer && !this.writer.me) && !this.asks;
  }

  /* Read what is kept; with it, and with `book`, the one that came with the page, begin. Returns the newest book. */
  async open(book = null) {
    this.book = book;
    this.store = await openStore();
    this.isMemory = this.store.kind === "memory";
    this.tablet ??= (await this.store.note("tablet")) ?? clientId();
    this.store.keepNote("tablet", this.tablet).catch(() => null);
    this.savedAt = await this.store.note(`saved ${this.token}`);
    const kept = await this.store.book(this.token);
    if (kept && (!book || kept.book.now > book.now)) this.book = kept.book;
    await this.reload();
    if (book && this.book === book) await this.heard(book);
    this.tabs = new Tabs(this.token, { onRole: (leads) => this.turned(leads), onNews: () => this.news() });
    this.listen();
    this.isOpen = true;
    this.hasOpened();
    this.tabs.elect();
    this.store.prune().catch(() => null);
    navigator.storage?.persist?.().catch(() => null);
    this.changed();
    return this.book;
  }

  /* Keep an item and send it. It is among `items` at once; resolves when it is on the disk: false where it is not. */
  async put(item) {
    const record = {
      client_id: item.client_id, match: this.token, code: this.code, url: this.url, event: this.event, who: this.who,
      who_name: this.whoName, state: "waiting", item, at: Date.now(),
    };
    this.records.push(record);
    this.isStopped = false;
    this.changed();
    try {
      await this.opened;
      await this.store.add(record);
    } catch {
      this.isMemory = true;
    }
    this.tabs.tell("news");
    this.send();
    return !this.isMemory;
  }

  /* A tap that tries again, whatever stopped it. */
  flush() {
    this.isStopped = false;
    this.failures = 0;
    this.most = BATCH_ITEMS;
    return this.send();
  }

  /* The answer to `status.asks`: send the other referee's items as one's own, or leave them for them. */
  async adopt(isMine) {
    this.isLeft = !isMine;
    if (isMine) {
      for (const each of this.records) Object.assign(each, { who: this.who, who_name: this.whoName });
      await this.kept(this.records);
    }
    this.changed();
    this.send();
  }

  /* Write here from now on, though another tab or another tablet did; or only watch. Without a network it holds here at
     once, and the server hears of it with the next that is sent. */
  async take(takes = true) {
    if (takes && !this.tabs.leads) {
      this.tabs.take();
      await this.reload();
    }
    if ((this.writer?.me ?? takes) !== takes) {
      this.wish = takes;
      this.writer = { ...this.writer, me: takes };
    }
    this.changed();
    return this.flush();
  }

  /* ---- what is kept ---- */

  get foreign() {
    return this.records.filter((each) => each.who !== this.who);
  }

  get mine() {
    return this.isLeft ? this.records.filter((each) => each.who === this.who) : this.records;
  }

  get asks() {
    const [first] = this.foreign;
    return first && !this.isLeft ? { who_name: first.who_name, count: this.foreign.length } : null;
  }

  async reload() {
    const all = await this.store.records(this.token);
    const ids = new Set(all.map((each) => each.client_id));
    const newer = this.records.filter((each) => !ids.has(each.client_id)); // what was put meanwhile
    this.records = [...all.filter((each) => each.state === "waiting"), ...newer];
    this.sent = all.filter((each) => each.state === "sent");
  }

  async kept(records, book = null) {
    try {
      const row = book && { match: this.token, book, who: this.who, ended_at: book.match?.finished ? Date.now() : null };
      await this.store.settle(records, row);
    } catch {
      this.isMemory = true;
    }
  }

  /* Another tab of this browser has written or was answered. */
  async news() {
    await this.reload();
    const kept = await this.store.book(this.token);
    if (kept && (!this.book || kept.book.now >= this.book.now)) {
      this.book = kept.book;
      this.onAnswer({ book: kept.book, items: [], outcomes: [], answer: null });
    }
    this.savedAt = (await this.store.note(`saved ${this.token}`)) ?? this.savedAt;
    this.changed();
  }

  changed() {
    try {
      this.onChange();
    } catch (error) {
      told(error);
    }
  }

  turned() {
    this.changed();
    this.send();
  }

  /* ---- sending ---- */

  listen() {
    window.addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
    window.addEventListener("beforeunload", (event) => {
      // Lost with the page; or not lost, but a page that cannot be opened again now.
      const isStuck = this.isMemory || (this.failures > 0 && !window.isSecureContext);
      if (isStuck && this.records.length) event.preventDefault();
    });
  }

  /* A hint that the network may be back: patience begins anew. */
  again() {
    if (!this.failures) return this.send();
    this.failures = 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), 100 + Math.random() * 400);
  }

  /* The next batch: in order, not too many, not too long. */
  get batch() {
    const batch = [];
    let chars = 0;
    for (const record of this.asks ? [] : this.mine) {
      chars += JSON.stringify(record.item).length;
      if (batch.length === this.most || (batch.length && chars > BATCH_CHARS)) break;
      batch.push(record);
    }
    return batch;
  }

  /* Send what waits; with nothing to send it is a beat: the server hears of this tablet, and tells what is new. */
  async send() {
    if (!this.isOpen || this.sending || this.isStopped || !this.tabs.leads) return;
    clearTimeout(this.timer);
    this.sending = true;
    this.changed();
    let batch = [];
    try {
      if (this.wish !== null) await this.hold(this.wish);
      batch = this.batch;
      const sent = { sent_at: new Date().toISOString(), waiting: this.mine.length, items: batch.map((each) => each.item) };
      const answer = await this.ask(this.url, sent);
      this.sending = false;
      const settled = await this.answered(batch, answer);
      this.failures = settled || !batch.length ? 0 : this.failures + 1;
      // What a tablet still sent that was shut out is kept for the chief referee; it goes no further.
      this.trouble = noTo(answer);
      this.isStopped = Boolean(this.trouble);
      this.most = Math.min(BATCH_ITEMS, this.most * 2);
    } catch (trouble) {
      this.sending = false;
      this.failed(trouble, batch.length);
    }
    this.plan();
    this.changed();
  }

  async hold(take) {
    const answer = await this.ask(this.holdUrl, { take });
    if (this.wish === take) this.wish = null;
    await this.answered([], answer);
  }

  ask(url, fields) {
    const mark = this.book?.mark ?? "";
    const all = { version: VERSION, match: this.token, tablet: this.tablet, build: this.build, known: this.known(), mark, ...fields };
    return post(url, JSON.stringify(all));
  }

  /* A no is shown and not repeated; a silence is tried again, ever more patiently. */
  failed(trouble, count) {
    this.failures += 1;
    if (!(trouble instanceof Trouble)) return told(trouble);
    this.trouble = trouble;
    if (trouble.passes) return;
    if (trouble.status === 413 && count > 1) {
      this.most = Math.ceil(count / 2);
      return;
    }
    if (!count && this.batch.length) return; // no to a beat; what was written meanwhile asks for itself
    this.isStopped = true;
    this.onTrouble(trouble.error);
  }

  plan() {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    const wait_s = WAITS_S[Math.min(this.failures, WAITS_S.length) - 1];
    const quiet_ms = this.writer && !this.writer.me ? WATCH_MS : BEAT_MS;
    const patient_ms = wait_s * 1000 * (0.8 + Math.random() * 0.4);
    const wait_ms = this.failures ? patient_ms : this.batch.length ? 0 : quiet_ms;
    this.timer = setTimeout(() => this.send(), wait_ms);
  }

  /* ---- the answer ---- */

  /* Returns whether the answer settled anything that was sent. */
  async answered(batch, answer) {
    const outcomes = answer.outcomes ?? [];
    const by_id = new Map(outcomes.map((each) => [each.client_id, each]));
    const back = answer.book ? lost(this.sent, answer.book) : [];
    const done = batch.filter((record) => by_id.has(record.client_id) && isSettled(record, by_id.get(record.client_id), back, outcomes));
    const gone = answer.book ? arrived(this.records, answer.book) : [];
    this.move([...done, ...gone], back);
    if ("writer" in answer && this.wish === null) this.writer = answer.writer;
    if (answer.build) this.serverBuild = answer.build;
    if (answer.now) this.clockOff_s = this.clock(answer.now);
    const items = batch.map((each) => each.item);
    const settled = done.map((each) => by_id.get(each.client_id)); // an item that comes again is not refused yet
    const book = this.onAnswer({ book: answer.book ?? null, items, outcomes: settled, answer }) ?? answer.book ?? this.book;
    if (book) this.book = answer.now ? { ...book, now: answer.now } : book;
    await this.kept([...new Set([...done, ...gone, ...back])], this.book);
    this.saved(answer.time);
    if (batch.length || answer.book) this.tabs.tell("news");
    return done.length > 0 || back.length > 0;
  }

  move(done, back) {
    const ids = new Set(done.map((each) => each.client_id));
    this.records = [...this.records, ...back].filter((each) => !ids.has(each.client_id));
    this.records.sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
    const more = done.filter((each) => each.state === "sent");
    this.sent = [...this.sent.filter((each) => !back.includes(each)), ...more];
  }

  /* The book that came with a fresh page. */
  async heard(book) {
    const back = lost(this.sent, book);
    const gone = arrived(this.records, book);
    this.move(gone, back);
    await this.kept([...gone, ...back], book);
  }

  saved(time) {
    if (!time || this.mine.length) return;
    this.savedAt = time;
    this.store.keepNote(`saved ${this.token}`, time).catch(() => null);
  }

  /* How far this tablet's clock is from the server's, where it matters. */
  clock(now) {
    const off_s = Math.round((Date.now() - Date.parse(now)) / 1000);
    return Math.abs(off_s) > CLOCK_MAY_DIFFER_S ? off_s : 0;
  }
}

/* The Trouble of a tablet that was shut out while it sent; null where it was not. */
function noTo({ outcomes = [] }) {
  const shut = outcomes.find((each) => each.code === SHUT);
  return shut ? new Trouble("no", 403, shut) : null;
}

/* A fault of the page itself is told to the browser; it keeps nothing from being sent. */
function told(error) {
  setTimeout(() => {
    throw error;
  });
}
