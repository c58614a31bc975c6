// Exchanges two of a draft: by dragging one onto the other (mouse, pen, finger), or by its grip with the keyboard.
// Knows: [data-number] in the draft and the form that exchanges. Does not know: what an exchange brings about; the
// server says it. Without this file the form and its two lists do the same.

const PULL_PX = 6; // less is a click, not a drag
let taken = null;

const form = () => document.getElementById("exchange");
const seats = () => [...document.querySelectorAll("#draft [data-number]")];
const grip = (seat) => seat.querySelector(".grip");
const say = (text) => (document.getElementById("exchange-said").textContent = text);
const fill = (text, name) => text.replace("%(name)s", name);

function letGo(quietly) {
  if (!taken) return;
  taken.classList.remove("is-taken");
  grip(taken).setAttribute("aria-pressed", "false");
  taken = null;
  if (!quietly) say(form().dataset.letGo);
}

function take(seat) {
  letGo(true);
  taken = seat;
  seat.classList.add("is-taken");
  grip(seat).setAttribute("aria-pressed", "true");
  say(fill(form().dataset.taken, seat.dataset.name));
}

async function exchange(one, other) {
  const sent = new FormData(form());
  sent.set("first", one.dataset.number);
  sent.set("second", other.dataset.number);
  const focused = one.dataset.number;
  letGo(true);
  try {
    const answer = await fetch(form().action, { method: "POST", body: sent, credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    show(new DOMParser().parseFromString(await answer.text(), "text/html"), focused);
  } catch {
    say(form().dataset.failed);
  }
}

// Only the draft and what was said change: the page stays where the eye is.
function show(page, focused) {
  const fresh = page.getElementById("draft");
  if (!fresh) return location.reload();
  document.getElementById("draft").replaceWith(fresh);
  const messages = page.querySelector(".messages");
  document.querySelector(".messages")?.remove();
  if (messages) document.getElementById("content").before(messages);
  say(messages ? messages.textContent.replace(/\s+/g, " ").trim() : "");
  prepare();
  document.querySelector(`#draft [data-number="${focused}"] .grip`)?.focus({ preventScroll: true });
}

function choose(seat) {
  if (!taken) take(seat);
  else if (taken === seat) letGo();
  else exchange(taken, seat);
}

function keys(event) {
  const all = seats();
  const at = all.indexOf(event.currentTarget.closest("[data-number]"));
  const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (event.key === "Escape") letGo();
  else if (to !== undefined) {
    event.preventDefault();
    grip(all[(to + all.length) % all.length]).focus();
  }
}

// A finger drags by the grip, so that the page can still be scrolled; a mouse by the whole name.
function drag(event) {
  const seat = event.target.closest("#draft [data-number]");
  const byGrip = event.target.closest(".grip");
  if (!seat || event.button !== 0 || (event.pointerType !== "mouse" && !byGrip)) return;
  const from = { x: event.clientX, y: event.clientY };
  let ghost = null;
  let over = null;
  const move = (each) => {
    if (each.pointerId !== event.pointerId) return;
    if (!ghost) {
      if (Math.hypot(each.clientX - from.x, each.clientY - from.y) < PULL_PX) return;
      take(seat);
      ghost = document.createElement("div");
      ghost.className = "drag-ghost";
      ghost.textContent = seat.dataset.name;
      document.body.append(ghost);
    }
    each.preventDefault();
    ghost.style.transform = `translate(${each.clientX + 12}px, ${each.clientY + 12}px)`;
    over?.classList.remove("is-over");
    over = document.elementFromPoint(each.clientX, each.clientY)?.closest("#draft [data-number]");
    if (over === seat) over = null;
    over?.classList.add("is-over");
  };
  const end = (each) => {
    if (each.pointerId !== event.pointerId) return;
    for (const [kind, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(kind, listener);
    if (!ghost) return;
    ghost.remove();
    over?.classList.remove("is-over");
    // The click that follows a drag must not take anything up.
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click")));
    if (each.type === "pointerup" && over) exchange(seat, over);
    else letGo();
  };
  if (byGrip) byGrip.releasePointerCapture?.(event.pointerId);
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function prepare() {
  document.querySelector(".exchange-hint").hidden = false;
  for (const seat of seats()) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "grip";
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", fill(form().dataset.grip, seat.dataset.name));
    button.addEventListener("click", () => choose(seat));
    button.addEventListener("keydown", keys);
    seat.append(button);
  }
}

prepare();
document.addEventListener("pointerdown", drag);
document.addEventListener("keydown", (event) => event.key === "Escape" && letGo());
