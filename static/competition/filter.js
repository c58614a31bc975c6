// Hides the lines of a list that a search does not find, while it is typed; whoever is ticked stays.
// Knows: [data-filter] and the list it names. Without this file the search asks the server.

const plain = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();

for (const field of document.querySelectorAll("[data-filter]")) {
  const rows = [...document.querySelectorAll(`${field.dataset.filter} > li`)];
  field.addEventListener("input", () => {
    const sought = plain(field.value.trim());
    for (const row of rows) row.hidden = !row.querySelector(":checked") && !plain(row.textContent).includes(sought);
  });
}
