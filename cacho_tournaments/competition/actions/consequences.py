"""What follows from a correction in later rounds and stages: drawn again by themselves, or as was decided.

Knows: what was drawn from what, which of it has begun. Does not know: how anything is drawn, what was corrected.
Only ``corrections`` calls this, inside its transaction and with the stages held.

What has not begun follows: it is drawn again from its own seed, and released where it was. What has begun stays as
it is unless something else was decided; a later stage is never left without a decision.
"""

from cacho_tournaments.competition.actions.rulings import KEEP, REPLAY, Rulings
from cacho_tournaments.competition.actions.seating import FREE_PLACE
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Draw, Match, Result, Stage
from cacho_tournaments.competition.queries.corrections import Picture, sides
from cacho_tournaments.people.models import User


def follow(category: Category, before: Picture, *, who: User, rulings: Rulings) -> None:
    """Bring every later stage to those who go on now. Raises: Impossible ``decision-needed``."""
    for stage in category.stages.select_related("category__tournament").order_by("order"):
        if stage.order not in before.going:
            continue
        now = sides(stage)
        if now != before.going[stage.order]:
            _follow_stage(stage, now is not None, who=who, rulings=rulings)


def _follow_stage(stage: Stage, complete: bool, *, who: User, rulings: Rulings) -> None:
    live = Draw.objects.exclude(state=Draw.State.DISCARDED).filter(stage=stage)
    if not live.exists():
        return
    decision = REPLAY
    if has_begun(stage):
        about = f"stage {stage.order}"
        decision = rulings.need([about])[about]
    if decision == KEEP:
        return
    raise Impossible("next-stage-drawn")


def has_begun(stage: Stage) -> bool:
    """Tell whether anything of a stage was played or decided."""
    matches = Match.objects.filter(stage=stage)
    said = Result.objects.filter(match__in=matches, is_current=True).exclude(ending=FREE_PLACE)
    return matches.filter(state=Match.State.PLAYING).exists() or said.exists()
