/* Keeps the open page for when the network is gone. */

import { keepThisPage } from "./offline.js";

keepThisPage();
