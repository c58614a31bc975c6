"""The state of a category and its next step, in words.

Knows: figures of entrants and stages, the sentences, the address of the page where the step is taken.
Does not know: rows, who asks.
"""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from cacho_tournaments.competition.queries.values import CategoryPage, StageCard
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class NextStep:
    """Where the category stands (``state``), and the button that leads on; ``is_desks`` where the desk takes it."""

    state: str
    button: Word
    url: str
    is_done: bool = False
    is_desks: bool = True


STAGE_NAMES: dict[str, Word] = {
    "groups": pgettext_lazy("stage", "Groups"),
    "knockout": pgettext_lazy("stage", "Knock-out"),
}
_DRAW: dict[str, Word] = {
    "groups": gettext_lazy("Draw the groups"),
    "knockout": gettext_lazy("Draw the knock-out"),
}
_IS_DRAFT: dict[str, Word] = {
    "groups": gettext_lazy(
        "The groups are drawn, as a draft that only you see. Look it over and release it."
    ),
    "knockout": gettext_lazy(
        "The knock-out is drawn, as a draft that only you see. Look it over and release it."
    ),
}
_PLAYED_OUT: dict[str, Word] = {
    "groups": gettext_lazy("All matches of the groups are finished. Close the groups and go on."),
    "knockout": gettext_lazy("All matches of the knock-out are finished. Close it: then the winner stands."),
}
_AFTER: dict[str, Word] = {
    "groups": gettext_lazy("The stage before is closed. Draw the groups."),
    "knockout": gettext_lazy("The groups are closed. Draw the knock-out."),
}


def current_stage(page: CategoryPage) -> StageCard | None:
    """Return the first stage that is not closed; the last one when all are."""
    still_open = next((stage for stage in page.stages if stage.state != "closed"), None)
    return still_open or (page.stages[-1] if page.stages else None)


def next_step(page: CategoryPage, *, tournament_slug: str) -> NextStep:
    """Return the category's state in words and the one step that comes next."""
    address = [tournament_slug, page.slug]
    stage = current_stage(page)
    if stage is None:
        url = reverse("competition:category", args=address)
        return NextStep(_("This category has no stages."), _("Look at it"), url)
    url = reverse("competition:stage", args=[*address, stage.order])
    if stage.state == "planned":
        return _before_the_draw(page, stage, address, url)
    if stage.state == "draft":
        return NextStep(str(_IS_DRAFT[stage.format]), _("Look at the draft"), url, is_desks=False)
    if stage.state == "closed":
        return NextStep(_("Everything is played. The winner stands."), _("See the result"), url, is_done=True)
    if stage.matches and stage.finished == stage.matches:
        return NextStep(str(_PLAYED_OUT[stage.format]), _("Look it over and close"), url)
    return NextStep(progress(stage), _("Open the rounds"), url)


def _before_the_draw(page: CategoryPage, stage: StageCard, address: list[str], url: str) -> NextStep:
    if stage.order > 1:
        return NextStep(str(_AFTER[stage.format]), _DRAW[stage.format], url, is_desks=False)
    entrants = reverse("competition:entrants", args=address)
    applied = page.states.get("applied", 0)
    if page.in_play == 0 and applied == 0:
        return NextStep(_("Nobody is entered yet."), _("Add the first"), entrants)
    if page.in_play == 0:
        state = ngettext(
            "%(n)s entrant waits to be accepted.", "%(n)s entrants wait to be accepted.", applied
        )
        return NextStep(state % {"n": applied}, _("Accept entrants"), entrants)
    if page.checked_in < page.in_play:
        return NextStep(who_is_here(page), _("Check in"), entrants)
    return NextStep(who_is_here(page), _DRAW[stage.format], url, is_desks=False)


def who_is_here(page: CategoryPage) -> str:
    """Return how many of those accepted are checked in, and what to wait for."""
    gaps = {"here": page.checked_in, "all": page.in_play, "n": page.in_play}
    if page.checked_in == 0:
        said = ngettext(
            "%(n)s entrant is accepted; nobody is checked in yet.",
            "%(n)s entrants are accepted; nobody is checked in yet.",
            page.in_play,
        )
    elif page.checked_in < page.in_play:
        said = _("%(here)s of %(all)s entrants are checked in. Draw when everybody is here.")
    else:
        said = ngettext("The one entrant is checked in.", "All %(n)s entrants are checked in.", page.in_play)
    return said % gaps


def progress(stage: StageCard) -> str:
    """Return how far a stage in play has come."""
    if not stage.finished and not stage.playing:
        return _("The draw is released. Print the sheets and call the first round.")
    text = ngettext(
        "%(finished)s of %(n)s match is finished.",
        "%(finished)s of %(n)s matches are finished.",
        stage.matches,
    )
    said = text % {"finished": stage.finished, "n": stage.matches}
    if not stage.playing:
        return said
    going = ngettext("%(n)s is being played now.", "%(n)s are being played now.", stage.playing)
    return f"{said} {going % {'n': stage.playing}}"


def played_out(stage: StageCard) -> str:
    """Return what to do with a stage whose matches are all finished."""
    return str(_PLAYED_OUT[stage.format])
