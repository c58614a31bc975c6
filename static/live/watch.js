// Keeps a watched page fresh: asks every few seconds with the version it has; 204 means that nothing is new.
// Knows: [data-watch] and its version. Does not know: what the page shows. Without this file the page is still whole.

const EVERY_MS = 5000;
const AT_MOST_MS = 60000;
const watched = document.querySelector("[data-watch]");
const clock = document.querySelector(".freshness time");
const lost = document.querySelector(".freshness-lost");

let version = watched.dataset.version;
let wait = EVERY_MS;
let timer = 0;

function address() {
  const url = new URL(location.href);
  url.searchParams.set("v", version);
  url.hash = "";
  return url;
}

// What the reader has opened or stands on must survive the change.
function replace(html) {
  const open = [...watched.querySelectorAll("details[id]")].map((each) => [each.id, each.open]);
  const focused = document.activeElement?.closest("[id]")?.id;
  const inside = watched.contains(document.activeElement);
  const scrolled = watched.querySelector(".bracket")?.scrollLeft;
  watched.innerHTML = html;
  for (const [id, was] of open) {
    const found = document.getElementById(id);
    if (found) found.open = was;
  }
  const bracket = watched.querySelector(".bracket");
  if (bracket && scrolled) bracket.scrollLeft = scrolled;
  if (inside && focused) {
    const found = document.getElementById(focused);
    (found?.querySelector("summary") ?? found)?.focus({ preventScroll: true });
  }
}

async function ask() {
  clearTimeout(timer);
  try {
    const answer = await fetch(address(), { headers: { "X-Requested-With": "watch" } });
    const newest = answer.headers.get("X-Version");
    // Only our own answers name a version: a hall's network may answer 200 with a log-in page of its own.
    if (!answer.ok || !newest) throw new Error(String(answer.status));
    if (answer.status === 200) {
      replace(await answer.text());
      version = newest;
    }
    clock.textContent = answer.headers.get("X-Clock");
    lost.hidden = true;
    wait = EVERY_MS;
  } catch {
    lost.hidden = false;
    wait = Math.min(wait * 2, AT_MOST_MS);
  }
  again();
}

function again() {
  clearTimeout(timer);
  if (document.visibilityState === "visible") timer = setTimeout(ask, wait);
}

document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? ask() : again()));
again();
