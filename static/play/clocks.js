// Lets the clocks of the hall run on between two answers, and sends the filter as soon as it is changed.
// Knows: [data-since], the server's time in [data-now]. Does not know: tables. Without this file the clocks stand.

let told = "";
let ahead = 0; // of this browser's clock before the server's

const two = (number) => String(number).padStart(2, "0");

function text(seconds) {
  const [hours, minutes, rest] = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function tick() {
  const now = document.querySelector("[data-now]")?.dataset.now;
  if (now && now !== told) {
    told = now;
    ahead = Date.now() - Date.parse(now);
  }
  for (const clock of document.querySelectorAll("[data-since]")) {
    const seconds = Math.trunc((Date.now() - ahead - Date.parse(clock.dataset.since)) / 1000);
    clock.textContent = text(Math.max(seconds, 0));
  }
}

setInterval(tick, 1000);
tick();

const form = document.querySelector("[data-sends-itself]");
form?.addEventListener("change", (event) => {
  if (event.target.type !== "search") form.requestSubmit();
});
