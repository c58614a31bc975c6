/* Why a box cannot be written, where nothing has been said of the dice yet. */

import { BOXES, boxName } from "../page.js";

/* The code of the refusal, what fills its gaps, and its rule where it depends on the box. */
export function whyShut(pad, ref) {
  const { cells } = pad.mover;
  const cell = cells.find((each) => each.ref === ref);
  const gaps = { box: boxName(ref) };
  if (!cell || cell.points !== null) return ["box-taken", gaps];
  const { needs, needs_rule: rule } = BOXES[cell.box];
  if (needs) return ["dice-do-not-make-it:needs", { ...gaps, needs: boxName(needs) }, rule];
  const open = cells.find((each) => pad.form.sides[pad.side - 1].open.includes(each.ref));
  return ["stage-not-open", { ...gaps, stage: cell.column + 1, open: (open?.column ?? 0) + 1 }];
}
