/* The referee's page for games in which events are called and no side is to move. Begins here. */

import { Full } from "./events/full.js";
import { Tally } from "./events/tally.js";
import { begin } from "./pad.js";

begin({ full: Full, quick: Tally });
