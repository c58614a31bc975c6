// Which games there are, made by `make rules` from cacho_tournaments.games; not to be changed by hand.
export const GAMES = {
  "cacho-alalay": () => import("./cacho-alalay.js"),
  "dice-poker": () => import("./dice-poker.js"),
  "dice-poker-fences": () => import("./dice-poker-fences.js"),
  "generala": () => import("./generala.js"),
  "cuarenta": () => import("./cuarenta.js"),
};
