/* Why a box cannot be written, where nothing has been said of the dice yet. */

import { boxName, seed } from "../page.js";

const BOXES = Object.fromEntries(seed.rules.table.boxes.map((each) => [each.box, each]));

/* The code of the refusal, and what fills its gaps. */
export function whyShut(pad, ref) {
  const { cells } = pad.mover;
  const cell = cells.find((each) => each.ref === ref);
  const gaps = { box: boxName(ref) };
  if (!cell || cell.points !== null) return ["box-taken", gaps];
  if (BOXES[cell.box].needs) return ["dice-do-not-make-it", gaps];
  const open = cells.find((each) => pad.form.sides[pad.side - 1].open.includes(each.ref));
  return ["stage-not-open", { ...gaps, stage: cell.column + 1, open: (open?.column ?? 0) + 1 }];
}
