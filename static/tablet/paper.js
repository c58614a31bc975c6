/* Totals beside a paper sheet while it is typed, to be compared with the paper's own sum.
   Knows: the fields of a side. Does not know: whether the sheet is possible (the server checks it whole). */

const sum = (side) =>
  [...side.querySelectorAll(".paper-box")].reduce((total, field) => total + (Number.parseInt(field.value, 10) || 0), 0);

for (const side of document.querySelectorAll(".paper-side")) {
  const show = () => (side.querySelector(".paper-total").textContent = String(sum(side)));
  side.addEventListener("input", show);
  show();
}
