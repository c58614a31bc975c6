/* The list of tables: what waits on this tablet for other pages, and loading the matches for use without a network.
   Knows: the outbox's records as they lie on the disk, the worker. Does not know: sending (a match's own page sends).

   Without this script the list is the same list. */

import { isPossible, keepThisPage, load } from "./offline.js";
import { openStore } from "./store.js";

const OLD_MS = 12 * 3600 * 1000;
const NOTE = "prepared";
const place = document.getElementById("tablet-outbox");
const seed = JSON.parse(document.getElementById("tables-seed").textContent);

const say = (name, gaps = {}) => seed.texts[name].replace(/%\((\w+)\)s/g, (_, gap) => String(gaps[gap] ?? "–"));

function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") made.addEventListener("click", value);
    else if (value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/* "30/11, 14:03", as the language writes it, in the hall's zone. */
const clock = (ms) =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    day: "numeric", month: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: seed.zone,
  }).format(ms);

class Tables {
  constructor(store) {
    this.store = store;
    this.step = null;
    this.isFailed = false;
    this.worker = keepThisPage();
    this.isOffline = false;
  }

  async draw() {
    const waiting = (await this.store.records()).filter((each) => each.state === "waiting");
    const noted = await this.store.note(NOTE);
    const note = noted?.owner === seed.owner ? noted : null;
    place.replaceChildren(...[this.old(), this.kept(waiting), this.prepared(note)].filter(Boolean));
  }

  /* The list may come from the worker: something small is asked of the server to know. */
  async look() {
    const answer = await fetch(place.dataset.worker, { cache: "no-store" }).catch(() => null);
    this.isOffline = !answer?.ok;
    if (this.isOffline) await this.draw();
  }

  old() {
    if (!this.isOffline) return null;
    return el("section", { class: "tablet-old", role: "status" }, el("p", {}, say("offline", { time: seed.time })));
  }

  /* By match, in the order they were written. */
  kept(waiting) {
    if (!waiting.length) return null;
    const matches = [...grouped(waiting)];
    return el("section", { class: "tablet-kept", role: "status" }, el("h2", {}, say("kept")), el("ul", {}, ...matches.map((each) => this.keptMatch(each))));
  }

  keptMatch([match, records]) {
    const [{ code, who, who_name: name, url, event }] = records;
    const others = who !== seed.owner && name ? ` ${say("kept_of", { name })}` : "";
    const href = url ? url.replace(/sync\/$/, "") : seed.match.replace("token", match);
    return el(
      "li",
      { "data-match": match },
      el("span", {}, say("kept_match", { code: code || match, count: records.length }), others, event && !seed.matches[match] ? ` · ${event}` : ""),
      el("a", { class: "btn btn-accent", href }, say("kept_open")),
    );
  }

  prepared(note) {
    if (!isPossible) return el("section", { class: "tablet-prepare" }, el("p", {}, say("plain")));
    const { step } = this;
    const time = note ? clock(note.at) : "";
    const isOld = note && Date.now() - note.at > OLD_MS;
    const missing = note ? Object.keys(seed.matches).filter((token) => !note.matches.includes(token)).length : 0;
    const name = isOld ? "prepared_old" : missing ? "prepared_part" : "prepared";
    const text = step ? say("preparing", step) : this.isFailed ? say("prepare_failed") : note ? say(name, { time, count: missing }) : say("prepared_never");
    const state = step ? "busy" : !note || isOld || missing || this.isFailed ? "due" : "done";
    return el(
      "section",
      { class: "tablet-prepare", "data-state": state },
      el("p", { role: "status" }, text),
      el("button", { type: "button", class: `btn ${state === "due" ? "btn-accent" : "btn-leather"}`, disabled: step ? "" : null, onclick: () => this.prepare() }, say(note ? "prepare_again" : "prepare")),
    );
  }

  /* Load the list and every match in it. */
  async prepare() {
    const paths = [seed.here, ...Object.values(seed.matches)];
    this.step = { done: 0, count: paths.length };
    await this.draw();
    await this.worker;
    const onStep = (step) => {
      this.step = step;
      this.draw();
    };
    const done = await load(paths, onStep);
    this.step = null;
    this.isFailed = !done || done.failed.includes(seed.here);
    if (!this.isFailed) {
      const matches = Object.keys(seed.matches).filter((token) => !done.failed.includes(seed.matches[token]));
      await this.store.keepNote(NOTE, { owner: seed.owner, at: Date.now(), matches });
    }
    await this.draw();
  }
}

function grouped(records) {
  const found = new Map();
  for (const each of records) found.set(each.match, [...(found.get(each.match) ?? []), each]);
  return found;
}

const tables = new Tables(await openStore());
await tables.draw();
await tables.look();
