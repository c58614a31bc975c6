/* Small tools for drawing: elements, symbols, sentences with gaps, a question.
   Knows: the document, the seed that the server put into the page. Does not know: dice, turns. */

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

export const boxName = (box) => seed.rules.names[box] ?? box;

/* "póker 40" */
export const boxAndPoints = (box, points) => words("box_points", { box: boxName(box), points });

/* Draw anew without taking the place of a keyboard away. */
export function redraw(holder, ...children) {
  const key = document.activeElement?.closest?.("[data-key]")?.dataset.key;
  holder.replaceChildren(...children.flat().filter(Boolean));
  if (key && !document.activeElement?.closest?.("[data-key]")) {
    const same = holder.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
    // Where the key is gone or locked, the next Tab goes on from here and no second press hits something else.
    if (!same) holder.tabIndex = -1;
    (same ?? holder).focus({ preventScroll: true });
  }
}

/* Ask once; resolves to true when the answer is yes. */
export function ask(title, text, yes) {
  return new Promise((resolve) => {
    const dialog = el(
      "dialog",
      { class: "pad-ask", "aria-labelledby": "pad-ask-title" },
      el("h2", { id: "pad-ask-title" }, title),
      text ? el("p", {}, text) : null,
      el(
        "div",
        { class: "pad-ask-buttons" },
        el("button", { type: "button", class: "btn btn-leather btn-lg", onclick: () => dialog.close("") }, words("no")),
        el("button", { type: "button", class: "btn btn-accent btn-lg", onclick: () => dialog.close("yes") }, yes),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
