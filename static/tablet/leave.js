/* At a log-out, or when a tablet is left: nothing of the person stays in sight. What waits to be sent stays. Without a
   network nobody is logged out, so nothing is forgotten either: the tablet would open no match any more.
   Knows: which forms are meant. Does not know: what is forgotten where (forget.js). */

const AT_MOST_MS = 2_000;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-leaves], [action$='/logout/']")) return;
  event.preventDefault();
  const late = () => new Promise((go) => setTimeout(go, AT_MOST_MS));
  const asking = fetch(location.pathname, { method: "HEAD", cache: "no-store" });
  const isCut = await Promise.race([asking.then(() => false, () => true), late()]);
  if (isCut) return say(form);
  const forgetting = import("./forget.js").then(({ forget }) => forget());
  await Promise.race([forgetting.catch(() => null), late()]);
  return form.submit();
});

function say(form) {
  const said = form.parentElement.querySelector("[role=alert]") ?? document.createElement("p");
  said.role = "alert";
  said.className = "invalid-feedback d-block";
  said.textContent = form.dataset.cutOff;
  form.after(said);
}
