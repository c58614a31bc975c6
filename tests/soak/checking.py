"""Is the log what the tablets recorded: every turn once, in order, and the matches closed by it?

Knows: rows of the log and what the tablets say they wrote. Does not know: how it got there.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.models import Refusal, Turn
from tests.soak.playing import Played
from tests.soak.screens import UNDO, Tapped


@dataclass(slots=True)
class Found:
    """What the comparison came to. Everything but ``rows`` and ``matches`` should be nothing."""

    rows: int = 0
    matches: int = 0
    lost: int = 0
    doubled: int = 0
    out_of_order: int = 0
    strangers: int = 0
    refused: int = 0
    open_matches: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (
            self.lost + self.doubled + self.out_of_order + self.strangers + self.open_matches or self.faults
        )


def compare(played: Iterable[Played]) -> Found:
    """Compare what tablets recorded with what stands."""
    found = Found(refused=Refusal.objects.exclude(code="sequence-ahead").count())
    for each in played:
        found.matches += 1
        _match(each, found)
    return found


def compare_taps(tapped: Iterable[Tapped], found: Found) -> None:
    """Compare what was tapped on screens with what stands. A tap has no id that we know: box and points speak."""
    for each in tapped:
        rows = Turn.objects.filter(game__match__token=each.token).order_by("sequence")
        stored = [(row.box, row.points) if row.kind == Turn.Kind.TURN else UNDO for row in rows]
        found.matches += bool(each.turns)
        found.rows += len(stored)
        wanted, here = Counter(each.turns), Counter(stored)
        found.lost += sum((wanted - here).values())
        found.doubled += sum((here - wanted).values())
        found.out_of_order += wanted == here and each.turns != stored
        if each.turns != stored:
            refused = Refusal.objects.filter(match__token=each.token).values_list("code", "line", "payload")
            found.faults.append(
                f"{each.token}: tapped {each.turns}, stands {stored}, refused {list(refused)}"
            )
        if each.over and Match.objects.get(token=each.token).state != Match.State.FINISHED:
            found.open_matches += 1


def _match(played: Played, found: Found) -> None:
    token = played.seated.token
    rows = Turn.objects.filter(game__match__token=token).order_by("game__number", "sequence")
    stored = [(row.game.number, row.client_id, row.kind, row.line) for row in rows.select_related("game")]
    found.rows += len(stored)
    wanted, here = Counter(played.rows), Counter(stored)
    found.lost += sum((wanted - here).values())
    found.strangers += sum((here - wanted).values())
    # The same turn of the same match under two ids would be a turn that counts twice.
    found.doubled += sum(many - 1 for many in here.values() if many > 1)
    if wanted == here and sorted(played.rows, key=lambda row: row[0]) != stored:
        found.out_of_order += 1
    for number, rows_of in _by_game(rows).items():
        if rows_of != list(range(1, len(rows_of) + 1)):
            found.faults.append(f"{token} game {number}: the sequence has holes")
    match = Match.objects.get(token=token)
    if played.closed and match.state != Match.State.FINISHED:
        found.open_matches += 1
        found.faults.append(f"{token}: recorded to its end, and {match.state}")


def _by_game(rows: Iterable[Turn]) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = {}
    for row in rows:
        numbers.setdefault(row.game.number, []).append(row.sequence)
    return numbers
