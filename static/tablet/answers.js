/* What an answer of the server says of the records of the outbox: which it has, which it refuses for good, which it has
   lost. Each is marked with it.
   Knows: outcomes, books. Does not know: the network, the disk, when anything is sent. */

/* What an item is refused with that came before what it builds on; that may still be under way. */
const TOO_EARLY = ["sequence-ahead", "no-such-game", "match-undecided"];
const EARLY_TIMES = 3;

/* Whether the outcome, one of `outcomes`, is the last word about a record; `back`: what the server has lost. */
export function isSettled(record, outcome, back, outcomes) {
  const { verdict, sequence, code, sentence } = outcome;
  if (verdict !== "refused") {
    Object.assign(record, { state: "sent", verdict, sequence, at: Date.now() });
    return true;
  }
  if (back.length) {
    // It was judged by a server that has lost what came before; that goes first, then this comes again.
    record.early = 0;
    return false;
  }
  if (TOO_EARLY.includes(code)) {
    // What it builds on is missing: it is on its way, or was refused itself.
    const before = outcomes.slice(0, outcomes.indexOf(outcome));
    const isOrphan = before.some((each) => each.verdict === "refused" && !TOO_EARLY.includes(each.code));
    record.early = (record.early ?? 0) + 1;
    if (!isOrphan && record.early < EARLY_TIMES) return false;
  }
  Object.assign(record, { state: "refused", code, sentence, at: Date.now() });
  return true;
}

/* Of what was `sent`, in its order, what the server had and has no more: it lost its last moments. It waits again. */
export function lost(sent, book) {
  const { games = [], others, call } = book;
  const has = new Map(games.map((each) => [each.number, each.sequence]));
  const ids = idsIn(book);
  const isGone = ({ item, sequence, verdict }) => {
    const { kind, game_number: number } = item;
    if (kind === "uncall") return call?.id === item.call;
    if (sequence && number && sequence > (has.get(number) ?? 0)) return true;
    // Another tablet may have written since, so that the figure alone does not tell. What said the same as something
    // else (a second call, a side's second word) was never stored under its own id.
    const isStored = kind === "turn" || kind === "cancel" ? sequence && number : others && verdict === "stored";
    return isStored && !ids.has(item.client_id);
  };
  const first = sent.find((each) => isGone(each));
  if (!first) return [];
  // With the turn went what was sent after it, of whatever kind; a repeated item does no harm.
  const back = sent.filter((each) => isGone(each) || each.at >= first.at);
  for (const each of back) Object.assign(each, { state: "waiting", early: 0 });
  return back;
}

/* Of what waits, what stands in the server's book: the answer was lost on its way. */
export function arrived(records, book) {
  const ids = idsIn(book);
  const gone = records.filter((each) => ids.has(each.client_id));
  for (const each of gone) Object.assign(each, { state: "sent", verdict: "stored", sequence: ids.get(each.client_id), at: Date.now() });
  return gone;
}

/* The ids of all that is stored; those in the logs each with the last of its rows. */
const idsIn = ({ games = [], others = [] }) =>
  new Map([...others.map((id) => [id]), ...games.flatMap(({ log = [] }) => log).map((row) => [row.id, row.sequence])]);
