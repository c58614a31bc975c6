"""An order in which paper sheets can have been played where sides gave up before the end.

Knows: the contract of ``games``; that whoever gives up is passed over from then on.
Does not know: the log, rows, how sheets are typed.

The sheets of those who played on fit each other as those of a smaller game do; each sheet of a side that gave up is
as long as it was played. Whose turn it is says the engine: a side without an entry left then gives up.
"""

from collections.abc import Collection, Mapping, Sequence

from cacho_tournaments.games.base import Refused
from cacho_tournaments.play import bridge

Sheets = Sequence[Mapping[str, str]]


def lines(
    begun: bridge.Folded, sheets: Sheets, *, instant: int | None, gave_up: Collection[int]
) -> list[str]:
    """Return the lines of a game of which some sides gave up. Raises: Refused."""
    sides = range(1, len(sheets) + 1)
    groups = [[side for side in sides if side not in gave_up], *([side] for side in sides if side in gave_up)]
    waiting: dict[int, list[str]] = {side: [] for side in sides}
    for group in filter(None, groups):
        for line in _transcribed(begun, sheets, group, instant):
            own, _, rest = line.partition(" ")
            waiting[group[int(own) - 1]].append(rest)
    made: list[str] = []
    leaving = set(gave_up)
    folded = begun
    while not folded.status.over and (side := folded.status.to_move) is not None:
        if waiting[side]:
            line = f"{side} {waiting[side].pop(0)}"
        else:
            # Whoever has played all of its sheet may give up before its turn comes.
            done = [each for each in sorted(leaving, key=lambda one: (one != side, one)) if not waiting[each]]
            if not done:
                return made  # this sheet is not full
            leaving.remove(done[0])
            line = f"{done[0]} concede"
        _rows, folded = folded.played(line)
        made.append(line)
    return made + [f"{side} {rest}" for side, left in waiting.items() for rest in left]


def _transcribed(
    begun: bridge.Folded, sheets: Sheets, group: Sequence[int], instant: int | None
) -> list[str]:
    """Return the lines of these sides as if they had played alone, numbered from 1. Raises: Refused."""
    rules, setup = begun.rules, begun.setup
    first = min(group, key=lambda side: (side - setup.to_move) % setup.sides)
    try:
        return rules.transcribe(
            setup.options,
            sheets=[sheets[side - 1] for side in group],
            to_move=group.index(first) + 1,
            instant=group.index(instant) + 1 if instant in group else None,
            players=[setup.players[side - 1] for side in group],
        )
    except Refused as error:
        facts = dict(error.facts)
        own = facts.get("side")
        if isinstance(own, int):
            facts["side"] = group[own - 1]
        raise Refused(error.code, rule=error.rule, **facts) from error
