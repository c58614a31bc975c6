/* A name written with a finger, as the path of a drawing.
   Knows: strokes on a field of fixed size. Does not know: who signs, what is signed. */

import { el, words } from "./page.js";

export const WIDTH = 600;
export const HEIGHT = 240;
const STEP = 4; // nearer points are one
const LEAST = 60; // a shorter line is a slip of the finger
const LONGEST = 19000; // letters of the path; the server takes 20 000
const SVG = "http://www.w3.org/2000/svg";

export class SignatureField {
  /* `onChange` is called when what is drawn has changed. */
  constructor(onChange) {
    this.onChange = onChange;
    this.strokes = []; // each a list of points
    this.pointer = null;
    this.path = document.createElementNS(SVG, "path");
    this.drawn = document.createElementNS(SVG, "svg");
    this.drawn.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.drawn.setAttribute("class", "pad-signature");
    this.drawn.setAttribute("role", "img");
    this.drawn.setAttribute("aria-label", words("sign_field"));
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", "pad-signature-line");
    line.setAttribute("d", `M40 ${HEIGHT - 50}H${WIDTH - 40}`);
    this.drawn.append(line, this.path);
    this.drawn.addEventListener("pointerdown", (event) => this.down(event));
    this.drawn.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) this.drawn.addEventListener(name, () => (this.pointer = null));
  }

  get svgPath() {
    return this.strokes.map(pathOf).join("");
  }

  get isEnough() {
    return this.strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= LEAST;
  }

  clear() {
    this.strokes = [];
    this.draw();
  }

  /* One finger writes; a hand that rests on the glass does not. */
  down(event) {
    if (this.pointer !== null) return;
    event.preventDefault();
    this.pointer = event.pointerId;
    // The line goes on where the finger leaves the field and comes back.
    this.drawn.setPointerCapture?.(event.pointerId);
    this.strokes.push([this.at(event)]);
    this.draw();
  }

  move(event) {
    if (event.pointerId !== this.pointer) return;
    const stroke = this.strokes.at(-1);
    // A quick finger moves several times between two frames.
    const moves = event.getCoalescedEvents?.() ?? [];
    for (const each of moves.length ? moves : [event]) {
      const point = this.at(each);
      if (distance(point, stroke.at(-1)) >= STEP && this.svgPath.length < LONGEST) stroke.push(point);
    }
    this.draw();
  }

  at(event) {
    const field = this.drawn.getBoundingClientRect();
    const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most));
    return [
      within(((event.clientX - field.left) / field.width) * WIDTH, WIDTH),
      within(((event.clientY - field.top) / field.height) * HEIGHT, HEIGHT),
    ];
  }

  draw() {
    this.path.setAttribute("d", this.svgPath);
    this.onChange();
  }
}

const distance = ([x, y], [left, top]) => Math.hypot(x - left, y - top);
const lengthOf = (stroke) => stroke.slice(1).reduce((sum, point, at) => sum + distance(point, stroke[at]), 0);
/* A single touch is a dot: a line of no length with round ends. */
const pathOf = ([first, ...rest]) => `M${[first, ...(rest.length ? rest : [first])].map((point) => point.join(" ")).join("L")}`;

/* The field in its frame, with a way to begin anew. */
export const signatureFrame = (field) => el("div", { class: "pad-signature-frame" }, field.drawn);
