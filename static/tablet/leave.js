/* At a log-out, or when a tablet is left: nothing of the person stays in sight. What waits to be sent stays.
   Knows: which forms are meant. Does not know: what is forgotten where (forget.js). */

const AT_MOST_MS = 2_000;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-leaves], [action$='/logout/']")) return;
  event.preventDefault();
  const late = new Promise((go) => setTimeout(go, AT_MOST_MS));
  const forgetting = import("./forget.js").then(({ forget }) => forget());
  await Promise.race([forgetting.catch(() => null), late]);
  form.submit();
});
