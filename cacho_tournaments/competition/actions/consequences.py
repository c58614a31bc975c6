"""What follows from a correction in later rounds and stages: drawn again by themselves, or as was decided.

Knows: what was drawn from what, which of it has begun. Does not know: how anything is drawn, what was corrected.
Only ``corrections`` calls this, inside its transaction and with the stages held.

What has not begun follows: it is drawn again from its own seed, and released where it was. A later round that has
begun, or was made by hand, is kept unless something else is decided; a later stage that has begun is never left
without a decision. Kept, it stays as it is; replayed, it is drawn again and played again; void, it is taken back and
counts for nothing.
"""

from collections.abc import Iterable

from django.db.models import F, QuerySet

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.actions import drawing, draws, rounds
from cacho_tournaments.competition.actions.rulings import KEEP, REPLAY, VOID, Rulings
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Draw, Match, Result, Stage
from cacho_tournaments.competition.queries.corrections import Picture, changed_rounds, results_of, sides
from cacho_tournaments.people.models import User


def follow(category: Category, before: Picture, *, who: User, rulings: Rulings) -> None:
    """Bring every later round and stage to what stands now. Raises: Impossible ``decision-needed``; NoValidDraw."""
    corrected = changed_rounds(before, results_of(category))
    for stage in category.stages.select_related("category__tournament").order_by("order"):
        if stage.order in before.going:
            now = sides(stage)
            if now != before.going[stage.order]:
                _follow_stage(stage, now is not None, who=who, rulings=rulings)
                continue
        if stage.order in corrected and stage.format in Stage.BY_ROUND:
            _follow_rounds(stage, corrected[stage.order], who=who, rulings=rulings)
    _open_again(category)


def has_begun(matches: Iterable[Match]) -> bool:
    """Tell whether any of the matches is being played, or was played or decided."""
    found = list(matches)
    said = Result.objects.filter(match__in=found, is_current=True).exclude(ending=Result.FREE_PLACE)
    return any(match.state == Match.State.PLAYING for match in found) or said.exists()


def refuse_others(category: Category, who: User) -> None:
    """Raises: Impossible ``others-decide`` unless they decide in the event what becomes of later matches."""
    if not who.has_perm("competition.decide", category.tournament):
        raise Impossible("others-decide")


def _follow_stage(stage: Stage, complete: bool, *, who: User, rulings: Rulings) -> None:
    if not _live(stage).exists():
        return
    decision = REPLAY
    if has_begun(stage.matches.all()):
        about = f"stage {stage.order}"
        decision = rulings.need([about])[about]
    if decision == KEEP:
        return
    refuse_others(stage.category, who)
    if decision == VOID or not complete:
        _take_back(stage, who=who)
    else:
        _let_go(stage)
        draws.redraw(stage=stage, by=who)


def _follow_rounds(stage: Stage, corrected: int, *, who: User, rulings: Rulings) -> None:
    """Bring the rounds after the corrected one after it; once one is drawn again, those after it are gone."""
    later = _live(stage).filter(round__gt=corrected, part=1).order_by("round")
    for draw in later:
        decision = _about_round(stage, draw, rulings)
        if decision == KEEP:
            continue
        refuse_others(stage.category, who)
        complete = not stage.matches.filter(round__lt=draw.round).exclude(state=Match.State.FINISHED).exists()
        _let_go(stage)
        if decision == REPLAY and complete:
            rounds.redraw(stage=stage, by=who, number=draw.round)
        else:
            _cancel_from(stage, draw.round, who=who)
        return


def _about_round(stage: Stage, draw: Draw, rulings: Rulings) -> str:
    """Return what becomes of a round: what has not begun follows by itself, and stays where it would fall the same."""
    own = _live(stage).filter(round=draw.round)
    by_hand = own.filter(is_by_hand=True).exists() or own.filter(part__gt=1).exists()
    if by_hand or has_begun(stage.matches.filter(round=draw.round)):
        about = f"round {stage.order}.{draw.round}"
        return rulings.need([about], default=KEEP)[about]
    drawn = bridge.draw_round(stage, draw.round, draw.seed)
    anew = sorted(tuple(match.seats) for match in drawn.matches)
    return KEEP if anew == sorted(tuple(seats) for seats in draw.plan.get("matches", ())) else REPLAY


def _live(stage: Stage) -> QuerySet[Draw]:
    return Draw.objects.exclude(state=Draw.State.DISCARDED).filter(stage=stage)


def _take_back(stage: Stage, *, who: User) -> None:
    """Have a drawn stage planned again, whatever was played of it."""
    draw = _live(stage).order_by("round", "part").first()
    for each in _live(stage):
        drawing.supersede(each)
    drawing.nobody_takes_part(stage)
    stage.state, stage.left = Stage.State.PLANNED, {}
    stage.save(update_fields=["state", "left"])
    Stage.objects.filter(pk=stage.pk).update(results_version=F("results_version") + 1)
    drawing.said("competition.draw.discarded", stage, who, draw)


def _cancel_from(stage: Stage, number: int, *, who: User) -> None:
    for draw in _live(stage).filter(round__gte=number):
        drawing.supersede(draw)
        drawing.said("competition.round.cancelled", stage, who, draw, round=draw.round)


def _let_go(stage: Stage) -> None:
    """Have a closed stage in play again, which is drawn anew."""
    if stage.state == Stage.State.CLOSED:
        stage.state, stage.left = Stage.State.RELEASED, {}
        stage.save(update_fields=["state", "left"])


def _open_again(category: Category) -> None:
    """Have closed stages in play again in which something is now to be played."""
    for stage in category.stages.filter(state=Stage.State.CLOSED):
        if stage.matches.exclude(state=Match.State.FINISHED).exists():
            _let_go(stage)
