/* Quick entry where dice are flipped: a value says what was thrown, from the hand or not, or how many dice alike.
   Knows: what the table's kinds of boxes pay for. Does not know: sending, the page. */

import { BOXES } from "../page.js";
import { Quick } from "../quick.js";

const BY_PLACE = ["de-mano", "de-huevo"]; // a central box pays first from the hand, then from the egg

export class FlipsQuick extends Quick {
  about(box, points, place) {
    const { kind, face } = BOXES[box];
    if (kind === "center") return { mark: BY_PLACE[place] };
    if (kind === "grande") return { mark: "grande" };
    return { dice: Array.from({ length: points / face }, () => face) };
  }
}
