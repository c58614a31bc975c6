"""How far a stage is that is drawn round by round.

Knows: released rounds, which of their matches cannot be played as they are. Does not know: how a round is drawn,
pages.
"""

from cacho_tournaments.competition.models import Draw, Entrant, Match, Seat, Stage

NOT_BEGUN = (Match.State.WAITING, Match.State.READY)


def last_round(stage: Stage) -> int:
    """Return the number of the last released round; 0 before the first."""
    released = stage.draws.filter(state=Draw.State.RELEASED, round__gt=0).order_by("-round")
    return released.values_list("round", flat=True).first() or 0


def broken(stage: Stage, number: int) -> tuple[str, ...]:
    """Return the codes of matches of a round, not begun, of which a side is out."""
    seats = Seat.objects.filter(
        stage=stage,
        round=number,
        match__is_standing=True,
        match__state__in=NOT_BEGUN,
        entrant__state__in=Entrant.OUT,
    )
    return tuple(sorted(set(seats.values_list("match__code", flat=True))))
