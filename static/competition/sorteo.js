// Shows a draw to the hall: step by step, by key, click or by itself; each name flies to its place.
// Knows: the steps that the page holds already. Does not know: how the lot fell. Without this file links lead from
// step to step, and the page without a step is the whole list.

const body = document.body;
const last = Number(body.dataset.last);
const said = [...document.querySelectorAll("#steps > li")];
const spots = [...document.querySelectorAll(".spot[data-step]")];
const balls = [...document.querySelectorAll(".ball")];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const auto = document.getElementById("auto");
const pace = document.getElementById("pace");
let step = Number(body.dataset.step);
let timer = 0;

function fill(text, gaps) {
  return text.replace(/%\((\w+)\)s/g, (_all, name) => gaps[name]);
}

function tell() {
  const now = said[step - 1];
  document.getElementById("count").textContent = fill(body.dataset.of, { step, last });
  document.getElementById("now-name").textContent = now ? now.dataset.names : body.dataset.notYet;
  document.getElementById("now-into").textContent = now ? now.dataset.into : "";
}

// From the middle of the screen, where the hall looks, to the place.
function fly(spot, turn) {
  if (still.matches) return;
  const from = document.getElementById("now-name").getBoundingClientRect();
  const to = spot.getBoundingClientRect();
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  spot.firstElementChild.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(1.9)`, opacity: 0 },
      { transform: `translate(${x}px, ${y}px) scale(1.9)`, opacity: 1, offset: 0.25 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 900, delay: turn * 140, easing: "cubic-bezier(.3, .7, .2, 1)", fill: "backwards" },
  );
}

function go(to, moving = false) {
  const before = step;
  step = Math.min(Math.max(to, 0), last);
  tell();
  let turn = 0;
  for (const spot of spots) {
    const own = Number(spot.dataset.step);
    spot.classList.toggle("is-hidden", own > step);
    spot.classList.toggle("is-new", own === step);
    if (own === step && moving && step > before) {
      spot.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
      fly(spot, turn);
      turn += 1;
    }
  }
  for (const ball of balls) ball.classList.toggle("is-drawn", Number(ball.dataset.step) <= step);
  const here = new URL(location.href);
  here.searchParams.set("step", step);
  history.replaceState(null, "", here);
  if (step === last) stop();
}

const WAYS = {
  next: () => go(step + 1, true),
  back: () => go(step - 1),
  start: () => go(0),
  all: () => go(last),
};

function stop() {
  clearInterval(timer);
  timer = 0;
  auto.setAttribute("aria-pressed", "false");
  auto.textContent = auto.dataset.play;
}

function play() {
  clearInterval(timer);
  if (step === last) go(0);
  timer = setInterval(() => go(step + 1, true), Number(pace.value) * 1000);
  auto.setAttribute("aria-pressed", "true");
  auto.textContent = auto.dataset.stop;
  go(step + 1, true);
}

for (const link of document.querySelectorAll("[data-go]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (link.dataset.go !== "next") stop();
    WAYS[link.dataset.go]();
  });
}
auto.parentElement.hidden = false;
auto.addEventListener("click", () => (timer ? stop() : play()));
pace.addEventListener("input", () => {
  document.getElementById("pace-said").textContent = pace.value;
  if (!timer) return;
  clearInterval(timer);
  timer = setInterval(() => go(step + 1, true), Number(pace.value) * 1000);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, button, summary, a") && event.key !== "PageDown" && event.key !== "PageUp") {
    if (!event.key.startsWith("Arrow") || event.target.closest("input")) return;
  }
  const way = { " ": "next", Enter: "next", ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back", Home: "start", End: "all" }[event.key];
  if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  WAYS[way]();
});

if (body.dataset.fromStart === "1") go(0);
