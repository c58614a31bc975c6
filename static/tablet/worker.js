/* The service worker of the tablet: pages and what they are made of, when the network is gone.
   Knows: which files every page is made of (handed over as `self.CACHO`), which pages were seen, whose they are.
   Does not know: turns (outbox.js keeps those), JSON: what a script asks goes to the server alone.

   A page comes from the network wherever that answers in time. Only pages that say whose they are are kept, and only
   those of one person: with another person, at a log-out, or when the server wants a log-in, they go. */

const { build, shell, assets, offline } = self.CACHO;
const SHELLS = "cacho-shell-";
const PAGES = "cacho-pages";
const OWNER = "/play/sw.js/owner"; // a note among the pages, under an address that nothing has
const ANYBODY = "*"; // a page that shows nobody's data
const PATIENCE_MS = 4_000;
const AGAIN_MS = [500, 2_000, 6_000, 15_000]; // a file that did not come: of a hundred one is always lost in a hall
const HASHED = /\.[0-9a-f]{12}\./;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fill());
});

/* A name with a hash never changes its content, so what an older worker fetched is good. */
async function fill() {
  const cache = await caches.open(SHELLS + build);
  const add = async (url) => {
    const known = HASHED.test(url) ? await caches.match(url) : null;
    await cache.put(url, known ?? (await fetched(url)));
  };
  await Promise.all([...shell, offline].map(add));
}

async function fetched(url) {
  for (const wait_ms of [...AGAIN_MS, null]) {
    try {
      const answer = await fetch(url, { cache: "no-cache" });
      if (!answer.ok || answer.redirected) throw new Error(`${url}: ${answer.status}`);
      return answer;
    } catch (error) {
      if (wait_ms === null) throw error;
      await new Promise((go) => setTimeout(go, wait_ms));
    }
  }
}

self.addEventListener("activate", (event) => event.waitUntil(begin()));

/* Pages that are open or kept are made of the files of the worker before: those stay, older ones go. */
async function begin() {
  await self.clients.claim();
  const shells = (await caches.keys()).filter((name) => name.startsWith(SHELLS) && name !== SHELLS + build);
  const pages = await caches.open(PAGES);
  const kept = (await pages.keys()).map((each) => new URL(each.url).pathname).filter((path) => path !== OWNER);
  // Until this is done no page is answered: in a network that swallows everything it must not take for ever.
  await Promise.race([load(kept), new Promise((go) => setTimeout(go, PATIENCE_MS))]);
  for (const name of shells.slice(0, -1)) await caches.delete(name);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(assets)) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function page(event) {
  const asked = fetch(event.request);
  const kept = keep(event.request.url, asked);
  event.waitUntil(kept.catch(() => null));
  const patience = new Promise((_, no) => setTimeout(no, PATIENCE_MS));
  const path = new URL(event.request.url).pathname;
  try {
    const answer = await Promise.race([asked, patience]);
    if (answer.status < 500) return answer;
  } catch {
    // No answer, or too late: what was kept is better than waiting.
  }
  const pages = await caches.open(PAGES);
  const found = await pages.match(path, { ignoreVary: true });
  if (found) return found;
  try {
    return await asked; // slow, or the server's own word for its fault
  } catch {
    return (await caches.match(offline, { ignoreVary: true })) ?? Response.error();
  }
}

/* Keep a page that says whose it is. Returns whether it was kept. */
async function keep(url, asked) {
  const answer = (await asked).clone();
  const path = new URL(url).pathname;
  const pages = await caches.open(PAGES);
  if (answer.type === "opaqueredirect" || answer.redirected) {
    // What was shown before is shown no more without a log-in.
    if (await pages.match(path, { ignoreVary: true })) await caches.delete(PAGES);
    return false;
  }
  if ([403, 404, 410].includes(answer.status)) await pages.delete(path);
  const owner = answer.headers.get("Cacho-Owner");
  if (!answer.ok || !owner) return false;
  if (owner !== ANYBODY) await own(owner);
  await (await caches.open(PAGES)).put(path, answer);
  return true;
}

/* Pages of one person at a time. */
async function own(owner) {
  const pages = await caches.open(PAGES);
  const now = await (await pages.match(OWNER))?.text();
  if (now === owner) return;
  await caches.delete(PAGES);
  await (await caches.open(PAGES)).put(OWNER, new Response(owner));
}

/* Load pages to be opened later without a network. */
async function load(paths, step = () => null) {
  const failed = [];
  let done = 0;
  for (const path of paths) {
    const asked = fetch(path, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (!(await keep(new URL(path, self.location), asked).catch(() => false))) failed.push(path);
    done += 1;
    step({ done, count: paths.length });
  }
  return { failed };
}

self.addEventListener("message", (event) => {
  const { kind, paths } = event.data;
  const [port] = event.ports;
  const tell = (told) => port?.postMessage(told);
  if (kind === "load") event.waitUntil(load(paths, tell).then(({ failed }) => tell({ failed })));
  if (kind === "forget") event.waitUntil(caches.delete(PAGES).then(() => tell({ failed: [] })));
});
