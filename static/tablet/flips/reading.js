/* What the exported tables say about dice that lie on the table.
   Knows: how to look up. Does not know: any rule; every figure here was computed by the engine on the server. */

/* Read a full row. Returns null while dice are missing, else
   { dormida, offers: {box: points}, mark, mayCross, stopCode, pays }. */
export function read(attempt, table, open) {
  if (!attempt.isFull) return null;
  if (attempt.isFiveAlike && table.dormida[attempt.number]) {
    return { dormida: true, offers: {}, mark: null, mayCross: false, stopCode: "dormida-wins", pays: {} };
  }
  const shape = `${attempt.number}:${attempt.isOfFive ? "all" : "part"}:${attempt.flipped.length}`;
  const stop = table.stops[shape] ?? { dice: "egg", boxes: [] };
  const pays = table.dice[[...attempt.final].sort().join("")]?.[stop.dice] ?? {};
  const scoring = open.filter((box) => pays[box]);
  const allowed = scoring.filter((box) => stop.boxes.includes(box));
  return {
    dormida: false,
    offers: Object.fromEntries(allowed.map((box) => [box, pays[box]])),
    mark: stop.dice === "hand" ? "de-mano" : "de-huevo",
    mayCross: mayCross(table, stop, scoring),
    stopCode: table.stop_refusals[shape] ?? null,
    pays,
  };
}

/* Whether a cross may be offered; where the tables cannot say (`best-case`), the server decides. */
function mayCross(table, stop, scoring) {
  if (stop.cross === false) return false;
  return table.crossing === "free" || scoring.length === 0;
}

/* Why a box that is not lit cannot be written: the code of the refusal. */
export function refusalOf(box, reading, open, kinds) {
  if (!open.includes(box)) return "box-taken";
  if (reading.stopCode && (reading.dormida || !reading.offers[box])) return reading.stopCode;
  return kinds[box] === "number" ? "scores-nothing" : "dice-do-not-make-it";
}
