/* Forgetting a person: pages, books and notes that this browser keeps; never what waits to be sent. */

import { forgetPages } from "./offline.js";
import { openStore } from "./store.js";

export const forget = () => Promise.all([forgetPages(), openStore().then((store) => store.forget())]);
