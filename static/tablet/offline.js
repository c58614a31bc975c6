/* Pages that open without a network: the service worker is asked for here.
   Knows: whether this browser at this address can have one. Does not know: which pages there are, turns. */

/* Not on plain http in a hall: then an open page keeps and sends its turns, but cannot be opened without a network. */
export const isPossible = window.isSecureContext && "serviceWorker" in navigator;

const WAIT_MS = 60_000;
const AGAIN_MS = 20_000; // a worker that could not fetch its files is asked for again
const MOST_TRIES = 30;
const wasOpened = isPossible && Boolean(navigator.serviceWorker.controller); // by the worker, which then keeps the page

/* Begin, with the worker that the page names. Resolves when it works, false where there is none. */
export async function begin() {
  const url = document.querySelector("[data-worker]")?.dataset.worker;
  if (!isPossible || !url) return false;
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    try {
      if (await works(await navigator.serviceWorker.register(url, { updateViaCache: "none" }))) return true;
    } catch {
      // The server did not answer, or this browser has no workers for us.
    }
    await new Promise((go) => setTimeout(go, AGAIN_MS));
  }
  return false;
}

/* Whether there is a worker now; false where the one that was to come has failed. */
function works({ active, waiting, installing }) {
  const coming = installing ?? waiting;
  if (active || !coming) return Boolean(active);
  return new Promise((resolve) => {
    coming.addEventListener("statechange", () => {
      if (["activated", "redundant"].includes(coming.state)) resolve(coming.state === "activated");
    });
  });
}

/* Ask the worker for something; `onStep` hears how far it is. Resolves to its last word, null where it does not come. */
async function ask(told, onStep = () => null) {
  if (!isPossible) return null;
  const { active } = (await navigator.serviceWorker.getRegistration("/play/")) ?? {};
  if (!active) return null;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), WAIT_MS);
    port1.onmessage = ({ data }) => {
      if (!data.failed) return onStep(data);
      clearTimeout(timer);
      resolve(data);
    };
    active.postMessage(told, [port2]);
  });
}

/* Load pages; resolves to {failed: […]} or null. */
export const load = (paths, onStep) => ask({ kind: "load", paths }, onStep);

/* Nothing of the last person stays in sight. */
export const forgetPages = () => ask({ kind: "forget" });

/* The page that was opened before there was a worker is kept too. */
export async function keepThisPage() {
  const works = await begin();
  if (works && !wasOpened) await load([location.pathname]);
  return works;
}
