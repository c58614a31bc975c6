/* Asking the server, and telling its answers from everything that only looks like one.
   Knows: time-outs, the token against forged requests, the log-in, a hall's network that answers in the server's place.
   Does not know: turns, when something is tried again.

   What is thrown is a `Trouble`. Its `kind`: `silence` (nobody answered in time), `stranger` (somebody else did: the
   page of a hotspot), `broken` (the server failed or is too busy), `login` (nobody is logged in any more), `token`
   (the page's token is too old), `no` (the server has read it and says no: `error` has its sentence). */

const TIMEOUT_MS = 15_000;
const PASSING = [408, 425, 429];

export class Trouble extends Error {
  constructor(kind, status = 0, error = null) {
    super(`${kind} ${status}`);
    this.kind = kind;
    this.status = status;
    this.error = error;
  }

  /* It may pass by itself: the same is asked again later. */
  get passes() {
    return ["silence", "stranger", "broken"].includes(this.kind);
  }
}

/* 16 random bytes; crypto.randomUUID is missing on plain http in a hall. */
export function clientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* The token is read when it is needed: it changes with a log-in in another tab. */
function token() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  return cookie?.slice("csrftoken=".length) ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

/* The JSON that was answered. Throws: Trouble. */
async function asked(url, options) {
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(), TIMEOUT_MS);
  let answer, text;
  try {
    answer = await fetch(url, { credentials: "same-origin", cache: "no-store", signal: gone.signal, ...options });
    text = await answer.text();
  } catch {
    throw new Trouble("silence");
  } finally {
    clearTimeout(timer);
  }
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  const json = isJson ? parsed(text) : null;
  const { status } = answer;
  if (status >= 500 || PASSING.includes(status)) throw new Trouble("broken", status, json?.error);
  if (answer.redirected && /^\/(login|play\/tablet)\//.test(new URL(answer.url).pathname)) throw new Trouble("login", 401);
  if (status === 403 && !json) throw new Trouble("token", status);
  if (!answer.ok) throw new Trouble("no", status, json?.error);
  if (!json) throw new Trouble("stranger", status);
  return json;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/* Post to the server. A token that is too old is fetched anew, once. Throws: Trouble. */
export async function post(url, body, type = "application/json") {
  const send = () =>
    asked(url, { method: "POST", body, headers: { "X-CSRFToken": token(), Accept: "application/json", "Content-Type": type } });
  try {
    return await send();
  } catch (trouble) {
    if (trouble.kind !== "token") throw trouble;
  }
  // Any page of the site that bears a form brings the cookie.
  await fetch(location.pathname, { credentials: "same-origin", cache: "no-store" }).catch(() => null);
  return send();
}

export const get = (url) => asked(url, { headers: { Accept: "application/json" } });
