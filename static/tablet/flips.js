/* The referee's page for games whose dice are kept, thrown again and flipped. Begins here. */

import { Full } from "./flips/full.js";
import { FlipsQuick } from "./flips/quick.js";
import { begin } from "./pad.js";

begin({ full: Full, quick: FlipsQuick });
