/* Quick entry where dice are thrown and kept: every figure that a box can pay is a key.
   Knows: why a box is shut. Does not know: what a figure is made of. */

import { Quick } from "../quick.js";
import { whyShut } from "./shut.js";

export class ThrowsQuick extends Quick {
  whyShut(box) {
    return whyShut(this.pad, box);
  }
}
