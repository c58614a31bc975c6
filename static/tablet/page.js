/* Small tools for drawing: elements, symbols, sentences with gaps.
   Knows: the document, the seed that the server put into the page. Does not know: dice, turns, questions (asking.js). */

export const seed = JSON.parse(document.getElementById("pad-seed").textContent);

const SVG = "http://www.w3.org/2000/svg";

/* el("button", {class: "btn", onclick: f, disabled: false}, "text", child, null) */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/* A drawing of the sprite; without a label it is passed over by a screen reader. */
export function symbol(name, label = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `symbol symbol-${name}`);
  svg.setAttribute("viewBox", "0 0 32 32");
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${seed.urls.sprite}#${name}`);
  svg.append(use);
  return svg;
}

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

let lost = null; // the place of a keyboard that went with what was drawn anew

/* Draw anew without taking the place of a keyboard away. */
export function redraw(holder, ...children) {
  const key = placeOf(document.activeElement);
  holder.replaceChildren(...children.flat().filter(Boolean));
  keepPlace(holder, key);
}

/* The same for parts of which most stay as they are; `parts`: {as, make}: what a part shows, and how it is drawn. */
export function redrawEach(holder, parts) {
  const key = placeOf(document.activeElement);
  const made = ({ as, make }) => Object.assign(make(), { drawnAs: as });
  const drawn = [...holder.children];
  if (drawn.length !== parts.length) holder.replaceChildren(...parts.map(made));
  else parts.forEach((part, at) => drawn[at].drawnAs === part.as || drawn[at].replaceWith(made(part)));
  keepPlace(holder, key);
}

const placeOf = (element) => element?.closest?.("[data-key]")?.dataset.key;

function keepPlace(holder, key) {
  if (!key || placeOf(document.activeElement)) return;
  // Once all is drawn: to find the place the browser lays the page out, and it shall do that once.
  if (!lost) queueMicrotask(findAgain);
  lost = { holder, key };
}

function findAgain() {
  const { holder, key } = lost;
  lost = null;
  if (document.activeElement?.closest?.("[data-key], dialog")) return;
  const same = holder.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  // Where the key is gone or locked, the next Tab goes on from here and no second press hits something else.
  if (!same) holder.tabIndex = -1;
  (same ?? holder).focus({ preventScroll: true });
}
