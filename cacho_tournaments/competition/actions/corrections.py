"""Changing what stood already: tried first, made with a reason, undone exactly.

Knows: the ledger of a category, what it comes to before and after, who may decide about what has begun. Does not
know: what is being corrected (``do`` is any act that takes ``rulings``), pages.

A correction holds its category's matches and stages from its beginning, so that nothing else moves between the two
readings that it is made of.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import consequences, ledger
from cacho_tournaments.competition.actions.holding import held_stages
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Correction, Stage
from cacho_tournaments.competition.queries.corrections import Changes, Picture, changes, picture
from cacho_tournaments.journal.actions import write
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User

Act = Callable[[Rulings], object]
LONGEST_REASON = 200


class _TrialOver(Exception):
    """Ends a trial, so that everything it did is taken back; it carries what the trial found."""

    def __init__(self, found: Changes) -> None:
        super().__init__()
        self.found = found


def preview(
    *,
    category: Category,
    do: Act,
    decisions: Mapping[str, str] | None = None,
    on_behalf: User,
) -> Changes:
    """Return what an act would change, and whatever needs a decision; nothing is changed.

    What is not decided yet is taken as kept. Raises: whatever the act refuses.
    """
    rulings = Rulings(decisions or {}, trial=True)
    return _tried(category, lambda: _follow(category, do, rulings, on_behalf))


def preview_undo(*, correction: Correction, rest: Act | None = None) -> Changes:
    """Return what undoing a correction would change. Raises: Impossible as ``undo``."""
    return _tried(correction.category, lambda: _set_back(correction, rest))


@again_after_deadlock
def apply(
    *,
    category: Category,
    by: User,
    verb: str,
    reason: str,
    do: Act,
    decisions: Mapping[str, str] | None = None,
    more: Sequence[QuerySet[Any]] = (),
    seal: str = "",
    facts: Mapping[str, object] | None = None,
) -> Correction:
    """Do what corrects, see to what follows from it, and keep every row that it touched.

    ``more`` are querysets of rows beside the category's own that ``do`` may touch. ``seal`` is that of the preview
    which is confirmed. Whoever decides about what has begun must be one who decides in the event.
    Raises: Impossible ``reason-needed``, ``decision-needed``, ``others-decide``, ``preview-out-of-date``,
    ``nothing-changes``; and whatever ``do`` refuses.
    """
    permissions.require("competition.referee", by, category.tournament)
    said = " ".join(reason.split())[:LONGEST_REASON]
    if not said:
        raise Impossible("reason-needed", name=category.name)
    with transaction.atomic():
        _hold(category)
        rows, before = ledger.read(category, more), picture(category)
        rulings = Rulings(decisions or {})
        _follow(category, do, rulings, by, before)
        after = picture(category)
        found = changes(before, after, rulings.asked)
        if seal and seal != found.seal:
            raise Impossible("preview-out-of-date")
        made = Correction.objects.create(
            category=category,
            verb=verb,
            facts={**(facts or {}), "live": sorted(after.live), "told": asdict(found)},
            reason=said,
            changes=ledger.difference(rows, ledger.read(category, more)),
            made_by=by,
            made_at=timezone.now(),
        )
        if not made.changes:
            raise Impossible("nothing-changes")
        _write("competition.correction.made", made, by, of=verb, decided=_decided(rulings))
    return made


@again_after_deadlock
def undo(
    *, correction: Correction, by: User, reason: str, rest: Act | None = None, seal: str = ""
) -> Correction:
    """Return exactly to what stood before a correction; rows that it brought stay, and stand no more.

    ``rest`` sets back rows of another room that the correction touched.
    Raises: Impossible ``reason-needed``, ``already-undone``, ``drawn-since``, ``undone-with-its-turns``,
    ``match-changed-since`` and its like, ``preview-out-of-date``.
    """
    category = correction.category
    permissions.require("competition.decide", by, category.tournament)
    said = " ".join(reason.split())[:LONGEST_REASON]
    if not said:
        raise Impossible("reason-needed", name=category.name)
    with transaction.atomic():
        _hold(category)
        correction = Correction.objects.select_for_update(of=("self",)).get(pk=correction.pk)
        before = picture(category)
        _set_back(correction, rest)
        if seal and seal != changes(before, picture(category), {}).seal:
            raise Impossible("preview-out-of-date")
        correction.undone_by, correction.undone_at = by, timezone.now()
        correction.save(update_fields=["undone_by", "undone_at"])
        _write("competition.correction.undone", correction, by, of=correction.verb, because=said)
    return correction


def _tried(category: Category, act: Callable[[], Mapping[str, str]]) -> Changes:
    try:
        with transaction.atomic():
            _hold(category)
            before = picture(category)
            asked = act()
            raise _TrialOver(changes(before, picture(category), asked))
    except _TrialOver as over:
        return over.found


def _follow(
    category: Category, do: Act, rulings: Rulings, by: User, before: Picture | None = None
) -> Mapping[str, str]:
    """Do what corrects and bring later stages and rounds after it; return what was asked for."""
    before = before or picture(category)
    do(rulings)
    consequences.follow(category, before, who=by, rulings=rulings)
    if rulings.asked:
        consequences.refuse_others(category, by)
    return rulings.asked


def _set_back(correction: Correction, rest: Act | None) -> Mapping[str, str]:
    if correction.undone_at is not None:
        raise Impossible("already-undone")
    category = correction.category
    if sorted(picture(category).live) != correction.facts["live"]:
        raise Impossible("drawn-since")
    if ledger.foreign(correction.changes):
        if rest is None:
            raise Impossible("undone-with-its-turns")
        rest(Rulings({}))
    ledger.set_back(correction.changes)
    # What readers have seen is never taken back: their counter moves on, whatever else is set back.
    Stage.objects.filter(category=category).update(results_version=F("results_version") + 1)
    return {}


def _decided(rulings: Rulings) -> list[str]:
    return [f"{about}: {decision}" for about, decision in rulings.asked.items()]


def _hold(category: Category) -> None:
    """Hold every stage of the category with its matches."""
    stages = Stage.objects.filter(category=category)
    held_stages(stages, stages)


def _write(verb: str, correction: Correction, by: User, **facts: Any) -> None:
    category = correction.category
    write(
        verb,
        by=by,
        subject=correction,
        tournament_id=category.tournament_id,
        category=category.name,
        reason=correction.reason,
        **{name: correction.facts[name] for name in ("match", "token") if name in correction.facts},
        **facts,
    )
