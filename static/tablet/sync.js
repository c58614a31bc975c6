/* The outbox: what was recorded waits here until the server has answered for it.
   Knows: the batch and its answer, retrying, what a referee must see about it. Does not know: dice, boxes.

   Nothing is called saved before the server said so. A turn keeps its client id through every attempt,
   so a request that is answered late or twice is harmless. */

import { el, fill, seed } from "./page.js";

const VERSION = 1;
const WAITS_S = [1, 2, 4, 8, 15, 30];
const key = `cacho-outbox-${seed.state.match.token}`;

/* 16 random bytes; crypto.randomUUID is missing on plain http in a hall. */
export function clientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* Settings of a browser may forbid storage: then things last as long as the page. */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return false;
  }
  return true;
}

export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/* The token is read when it is needed: it changes with a log-in in another tab. */
function csrf() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  return cookie?.slice("csrftoken=".length) ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

/* Post to the server. Returns the answer's JSON; throws {status, error} where there is none or it says no. */
export async function post(url, body, type = "application/json") {
  const headers = { "X-CSRFToken": csrf(), Accept: "application/json", "Content-Type": type };
  const answer = await fetch(url, { method: "POST", headers, body, credentials: "same-origin" });
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  const json = isJson ? await answer.json() : null;
  if (!answer.ok || !json) throw { status: answer.status, error: json?.error ?? null };
  return json;
}

export async function get(url) {
  const answer = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin" });
  if (!answer.ok) throw { status: answer.status, error: null };
  return answer.json();
}

export class Outbox {
  /* `onAnswer(outcomes, state)`, `onTrouble(error or null)` when the server says no to the whole batch, `onSilence()`
     when it does not answer and the turn will be sent again. */
  constructor({ pill, onAnswer, onTrouble, onSilence }) {
    this.pill = pill;
    this.onSilence = onSilence;
    this.onAnswer = onAnswer;
    this.onTrouble = onTrouble;
    this.waiting = recall(key) ?? [];
    this.failures = 0;
    this.sending = false;
    this.stopped = false;
    this.savedAt = null;
    window.addEventListener("online", () => this.flush());
    window.addEventListener("beforeunload", (event) => this.waiting.length && event.preventDefault());
    this.show();
    if (this.waiting.length) this.flush();
  }

  add(turn) {
    this.waiting.push(turn);
    remember(key, this.waiting);
    this.stopped = false;
    return this.flush();
  }

  async flush() {
    if (this.sending || this.stopped || !this.waiting.length) return;
    clearTimeout(this.timer);
    this.sending = true;
    this.show();
    const batch = [...this.waiting];
    try {
      const body = JSON.stringify({ version: VERSION, match: seed.state.match.token, turns: batch });
      const { outcomes, state } = await post(seed.urls.sync, body);
      this.sending = false;
      this.failures = 0;
      this.settle(outcomes.map((each) => each.client_id));
      this.onAnswer(outcomes, state);
    } catch (trouble) {
      this.sending = false;
      this.later(trouble);
    }
    this.show();
  }

  settle(ids) {
    this.waiting = this.waiting.filter((turn) => !ids.includes(turn.client_id));
    remember(key, this.waiting.length ? this.waiting : null);
    this.savedAt = new Date();
  }

  /* A no is shown and not repeated; a silence is tried again, ever more patiently. */
  later(trouble) {
    const saidNo = trouble.status >= 400 && trouble.status < 500 && trouble.status !== 429;
    if (saidNo) {
      this.stopped = true;
      this.onTrouble(trouble.error);
      return;
    }
    const wait_s = WAITS_S[Math.min(this.failures, WAITS_S.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.flush(), wait_s * 1000);
    this.onSilence();
  }

  show() {
    const count = this.waiting.length;
    const time = this.savedAt ? clock(this.savedAt) : "";
    const quiet = this.savedAt ? "pill_saved" : "pill_ready";
    const name = this.stopped ? "pill_stopped" : this.sending ? "pill_sending" : this.failures ? "pill_offline" : quiet;
    // On a narrow screen what waits is in sight only while something does.
    const [state, ...rest] = fill(seed.texts[name], { time, count }).split(" · ");
    this.pill.replaceChildren(state, ...rest.map((each) => el("span", { class: "pad-pill-waiting" }, ` · ${each}`)));
    this.pill.dataset.state = name;
    this.pill.dataset.count = count;
  }
}

export const clock = (date) =>
  `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
