/* What the page shall show, and how the document becomes that with as little change as it takes.
   Knows: elements, the place of the keyboard. Does not know: what is shown.

   To lay out and paint a page takes a cheap tablet far longer than to find what differs; and what stays keeps the
   finger, the keyboard and the voice of a screen reader where they are. */

export const SHOWN_MS = 50; // by then a tap is shown; what nobody looks for is done later

const SVG = "http://www.w3.org/2000/svg";
const IN_SVG = new Set(["svg", "use"]);

/* A drawing: el("button", {class: "btn", onclick: f, disabled: false}, "text", child, null). A child may be an element
   too, which is taken as it is. */
export const el = (tag, attributes = {}, ...children) => ({
  tag,
  attributes,
  children: children.flat().filter((child) => child !== null && child !== undefined && child !== false).map(drawingOf),
});

const drawingOf = (child) => (child instanceof Node ? { node: child } : typeof child === "object" ? child : { text: String(child) });

/* The element that a drawing becomes. */
export function built(drawing) {
  const { tag, text, attributes, children } = drawing;
  if (tag === undefined) return (drawing.node ??= document.createTextNode(text));
  const node = IN_SVG.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const name in attributes) set(node, name, attributes[name]);
  node.append(...children.map(built));
  drawing.node = node;
  return node;
}

function set(node, name, value) {
  if (name.startsWith("on")) node[name] = value;
  else if (name === "style") node.style.cssText = value; // as an attribute the page's policy forbids it
  else if (value === true) node.setAttribute(name, "");
  else if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else node.setAttribute(name, value);
  if (name === "value") node.value = value;
}

/* Draw anew what a place of the page holds. */
export function redraw(holder, ...children) {
  const key = placeOf(document.activeElement);
  const { children: next } = el("", {}, ...children);
  if (!holder.drawn) holder.replaceChildren();
  patch(holder, holder.drawn ?? [], next);
  holder.drawn = next;
  keepPlace(holder, key);
}

/* The same for parts that are costly to make; `parts`: {as, make}: what a part shows, and how it is drawn. */
export function redrawEach(holder, parts) {
  const before = holder.parts ?? [];
  const make = (part, at) => (before[at]?.as === part.as ? before[at] : { as: part.as, drawing: part.make() });
  holder.parts = parts.map(make);
  redraw(holder, holder.parts.map((each) => each.drawing));
}

function patch(holder, before, next) {
  next.forEach((drawing, at) => {
    if (at >= before.length) holder.append(built(drawing));
    else if (drawing !== before[at]) change(before[at], drawing);
  });
  for (const { node } of before.slice(next.length)) node.remove();
}

function change(was, now) {
  const { node } = was;
  if (was.tag !== now.tag || was.attributes?.["data-key"] !== now.attributes?.["data-key"] || now.node) {
    if (node !== now.node) node.replaceWith(built(now));
    return;
  }
  now.node = node;
  if (now.tag === undefined) {
    if (was.text !== now.text) node.data = now.text;
    return;
  }
  for (const name in now.attributes) if (was.attributes[name] !== now.attributes[name]) set(node, name, now.attributes[name]);
  for (const name in was.attributes) if (!(name in now.attributes)) set(node, name, null);
  patch(node, was.children, now.children);
}

const placeOf = (element) => (element?.disabled ? null : element?.closest?.("[data-key]")?.dataset.key);

let lost = null; // the place of a keyboard that went with what was drawn anew

function keepPlace(holder, key) {
  if (!key || placeOf(document.activeElement)) return;
  // Once all is drawn: to find the place the browser lays the page out, and it shall do that once.
  if (!lost) queueMicrotask(findAgain);
  lost = { holder, key };
}

function findAgain() {
  const { holder, key } = lost;
  lost = null;
  if (placeOf(document.activeElement) || document.activeElement?.closest?.("dialog")) return;
  const same = holder.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  // Where the key is gone or locked, the next Tab goes on from here and no second press hits something else.
  if (!same) holder.tabIndex = -1;
  (same ?? holder).focus({ preventScroll: true });
}
