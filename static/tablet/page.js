/* What the parts of the page are drawn with: symbols, sentences with gaps, names.
   Knows: the seed that the server put into the page. Does not know: dice, turns, questions (asking.js), how a drawing
   gets into the document (drawing.js). */

import { built, el } from "./drawing.js";

export { SHOWN_MS, built, el, redraw, redrawEach } from "./drawing.js";

export const seed = JSON.parse(document.getElementById("pad-seed").textContent);

let sprite = seed.urls.sprite;

/* Take the sprite into the document: a picture out of a file of its own is drawn a frame after what it stands on.
   Where that fails each is drawn out of the file. */
export async function takeInSprite() {
  const answer = await fetch(sprite).catch(() => null);
  if (!answer?.ok) return;
  const held = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  document.body.append(built(el("div", { hidden: true }, held)));
  sprite = "";
}

/* A picture of the sprite; without a label it is passed over by a screen reader. */
export const symbol = (name, label = "") =>
  el(
    "svg",
    {
      class: `symbol symbol-${name}`,
      viewBox: "0 0 32 32",
      role: label ? "img" : null,
      "aria-label": label || null,
      "aria-hidden": label ? null : "true",
    },
    el("use", { href: `${sprite}#${name}` }),
  );

/* "Quispe · Mamani" breaks after the dot, never before it. */
export const unbroken = (name) => name.replaceAll(" · ", "\u00a0· ");

export const fill = (text, gaps = {}) => text.replace(/%\((\w+)\)s/g, (_, name) => unbroken(String(gaps[name] ?? "–")));

/* A sentence of the page, its gaps filled. */
export const words = (name, gaps = {}) => fill(seed.texts[name] ?? name, gaps);

/* The boxes of the game's table by their codes; none in a game without boxes. */
export const BOXES = Object.fromEntries((seed.rules.table.boxes ?? []).map((each) => [each.box, each]));

/* What a box, an event, a column, a counter is called; a place of a box (`full@2`) bears the name of its box. */
export const boxName = (code) => seed.rules.names[code] ?? seed.rules.names[code?.split("@")[0]] ?? code;

/* "Escalera": a name where a line begins. */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/* What a refusal that the page itself meets says, its gaps filled. */
export const refusalText = (code, gaps = {}) => fill(seed.rules.refusals[code] ?? code, gaps);

/* A link to a numbered rule; null where there is none. */
export function ruleLink(rule) {
  if (!rule) return null;
  const href = `${seed.urls.rules}#r${rule}`;
  return el("a", { href, target: "_blank", class: "rule-number" }, words("rule", { rule }));
}

/* The drawing that stands for a mark, with its name for a screen reader; null where a mark has none. */
export function markSign(mark) {
  const sign = seed.rules.signs[mark];
  return sign ? symbol(sign, seed.rules.marks[mark] ?? mark) : null;
}

/* A figure with a real minus. */
export const signed = (points) => String(points).replace("-", "\u2212");

/* What the page shows now that names depend on. */
export const shown = { heads: [] };

/* The same, and which of its places where more than one can be meant: "póker (etapa 2)". */
export function placeName(ref) {
  const stage = ref?.split("@")[1];
  const head = stage && shown.heads[stage - 1];
  return head ? `${boxName(ref)} (${head.name})` : boxName(ref);
}

/* "póker 40" */
export const boxAndPoints = (ref, points) => words("box_points", { box: placeName(ref), points: signed(points) });
