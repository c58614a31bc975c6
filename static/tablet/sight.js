/* What of a turn is in sight where the screen is too low for all of it.
   Knows: the panel that scrolls, the keys of the dice. Does not know: turns. */

/* The keys come first: a finger needs them for every turn, and what they push out above can be pulled down again.
   What is said to the referee lies over the foot of the panel. */
export function keepKeysInSight(panel, said) {
  const keys = panel.querySelector(".pad-keys");
  if (!keys?.offsetHeight || keys.querySelector(":disabled")) return;
  const room = said.offsetHeight ? Math.min(said.offsetHeight, panel.clientHeight / 2) : 0;
  const below = keys.getBoundingClientRect().bottom - (panel.getBoundingClientRect().bottom - room);
  if (below > 0) panel.scrollTop += Math.ceil(below);
}
