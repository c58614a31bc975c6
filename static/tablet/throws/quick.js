/* Quick entry where dice are thrown and kept: every figure that a box can pay is a key.
   Knows: why a box is shut, which figures only a first throw can pay. Does not know: rules, dice. */

import { seed } from "../page.js";
import { Quick } from "../quick.js";
import { whyShut } from "./shut.js";

const { dice, marks } = seed.rules.table;
const LATER = {};
for (const { later } of Object.values(dice)) {
  for (const [box, values] of Object.entries(later)) LATER[box] = new Set([...(LATER[box] ?? []), ...values]);
}

export class ThrowsQuick extends Quick {
  whyShut(box) {
    return whyShut(this.pad, box);
  }

  about(ref, points) {
    const box = ref.split("@")[0];
    return box in marks.first && !LATER[box].has(points) ? { mark: marks.first[box] } : {};
  }
}
