/* The referee's page for games whose turn is five dice, the throws they took, and a box. Begins here. */

import { begin } from "./pad.js";
import { Full } from "./throws/full.js";
import { ThrowsQuick } from "./throws/quick.js";

begin({ full: Full, quick: ThrowsQuick });
