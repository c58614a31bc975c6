"""The state of a category and its next step, in words.

Knows: figures of entrants and stages, the sentences, the address of the page where the step is taken.
Does not know: rows, who asks.
"""

from collections.abc import Mapping
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
    "league": pgettext_lazy("stage", "All against all"),
    "swiss": pgettext_lazy("stage", "Swiss rounds"),
    "tables": pgettext_lazy("stage", "Rounds at tables"),
    "knockout": pgettext_lazy("stage", "Knock-out"),
    "double-elimination": pgettext_lazy("stage", "Double elimination"),
}
# What a stage is called after a setting that makes something of its own of it.
_NAMED_BY: dict[str, Word] = {
    "is_second_chance": pgettext_lazy("stage", "Second chance"),
    "one_table": pgettext_lazy("stage", "Final table"),
}
DRAW: dict[str, Word] = {
    "groups": gettext_lazy("Draw the groups"),
    "league": gettext_lazy("Draw who meets whom"),
    "swiss": gettext_lazy("Draw the first round"),
    "tables": gettext_lazy("Draw the first round"),
    "knockout": gettext_lazy("Draw the knock-out"),
    "double-elimination": gettext_lazy("Draw the brackets"),
}
_IS_DRAFT: dict[str, Word] = {
    "groups": gettext_lazy(
        "The groups are drawn, as a draft that only you see. Look it over and release it."
    ),
    "league": gettext_lazy(
        "The matches are drawn, as a draft that only you see. Look it over and release it."
    ),
    "swiss": gettext_lazy(
        "The first round is drawn, as a draft that only you see. Look it over and release it."
    ),
    "tables": gettext_lazy(
        "The first round is drawn, as a draft that only you see. Look it over and release it."
    ),
    "knockout": gettext_lazy(
        "The knock-out is drawn, as a draft that only you see. Look it over and release it."
    ),
    "double-elimination": gettext_lazy(
        "The brackets are drawn, as a draft that only you see. Look them over and release them."
    ),
}
_PLAYED_OUT: dict[str, Word] = {
    "groups": gettext_lazy("All matches of the groups are finished. Close the groups and go on."),
    "league": gettext_lazy("All matches are finished. Close the stage: then its table stands."),
    "swiss": gettext_lazy("All rounds are finished. Close the stage: then its table stands."),
    "tables": gettext_lazy("All rounds are finished. Close the stage: then its table stands."),
    "knockout": gettext_lazy("All matches of the knock-out are finished. Close it: then the winner stands."),
    "double-elimination": gettext_lazy(
        "All matches of the double elimination are finished. Close it: then the winner stands."
    ),
}
_AFTER: dict[str, Word] = {
    "groups": gettext_lazy("The stage before is closed. Draw the groups."),
    "league": gettext_lazy("The stage before is closed. Draw who meets whom."),
    "swiss": gettext_lazy("The stage before is closed. Draw the first round."),
    "tables": gettext_lazy("The stage before is closed. Draw the first round."),
    "knockout": gettext_lazy("The stage before is closed. Draw the knock-out."),
    "double-elimination": gettext_lazy("The stage before is closed. Draw the brackets."),
}
_DRAW_NAMED_BY: dict[str, Word] = {
    "is_second_chance": gettext_lazy("Draw the second chance"),
    "one_table": gettext_lazy("Draw the final table"),
}
CLOSE: dict[str, Word] = {
    "groups": gettext_lazy("Close the groups"),
    "league": gettext_lazy("Close the stage"),
    "swiss": gettext_lazy("Close the stage"),
    "tables": gettext_lazy("Close the stage"),
    "knockout": gettext_lazy("Close the knock-out"),
    "double-elimination": gettext_lazy("Close the double elimination"),
}
# Drawn round by round: more rounds may be to come when all matches are finished.
BY_ROUND = ("swiss", "tables")


def stage_name(format: str, settings: Mapping[str, object]) -> Word:
    """Return what a stage is called: by its format, or by what its settings make of it."""
    return next((name for key, name in _NAMED_BY.items() if settings.get(key)), STAGE_NAMES[format])


def draw_name(format: str, settings: Mapping[str, object]) -> Word:
    """Return what drawing the stage is called: by its format, or by what its settings make of it."""
    return next((name for key, name in _DRAW_NAMED_BY.items() if settings.get(key)), DRAW[format])


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
        has_winner = stage.format == "groups" or any(each.place == 1 for each in page.podium)
        said = (
            _("Everything is played. The winner stands.")
            if has_winner
            else _("Everything is played. Nobody has won.")
        )
        return NextStep(said, _("See the result"), url, is_done=True)
    return _in_play(stage, url)


def _in_play(stage: StageCard, url: str) -> NextStep:
    if stage.has_draft:
        state = _("Round %(n)s is drawn, as a draft that only you see. Look it over and release it.")
        return NextStep(state % {"n": stage.rounds + 1}, _("Look at the draft"), url, is_desks=False)
    if not stage.matches or stage.finished < stage.matches:
        return NextStep(progress(stage), _("Open the rounds"), url)
    if rounds_to_come(stage):
        return NextStep(
            played_out(stage), _("Draw round %(n)s") % {"n": stage.rounds + 1}, url, is_desks=False
        )
    return NextStep(played_out(stage), _("Look it over and close"), url)


def rounds_to_come(stage: StageCard) -> int:
    """Return how many rounds are still to be drawn; none where a stage is drawn as a whole."""
    planned = stage.settings.get("rounds", 0)
    return max(int(str(planned)) - stage.rounds, 0) if stage.format in BY_ROUND else 0


def _before_the_draw(page: CategoryPage, stage: StageCard, address: list[str], url: str) -> NextStep:
    if stage.order > 1:
        name = draw_name(stage.format, stage.settings)
        return NextStep(str(_AFTER[stage.format]), name, url, is_desks=False)
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
    return NextStep(who_is_here(page), draw_name(stage.format, stage.settings), url, is_desks=False)


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
    said = [text % {"finished": stage.finished, "n": stage.matches}]
    if stage.format in BY_ROUND:
        of = _("Round %(round)s of %(rounds)s is in play.")
        said.insert(0, of % {"round": stage.rounds, "rounds": stage.settings.get("rounds")})
    going = stage.playing - stage.confirming
    if going:
        text = ngettext("%(n)s is being played now.", "%(n)s are being played now.", going)
        said.append(text % {"n": going})
    if stage.confirming:
        text = ngettext(
            "%(n)s is being confirmed at the table.",
            "%(n)s are being confirmed at the table.",
            stage.confirming,
        )
        said.append(text % {"n": stage.confirming})
    return " ".join(said)


def played_out(stage: StageCard) -> str:
    """Return what to do with a stage whose matches are all finished: close it, or draw its next round."""
    if int(str(stage.settings.get("until", 1))) > 1:
        return _("All matches are finished. Close the stage: then it stands who goes on.")
    if not rounds_to_come(stage):
        return str(_PLAYED_OUT[stage.format])
    said = _("Round %(round)s of %(rounds)s is finished. Draw the next one.")
    return said % {"round": stage.rounds, "rounds": stage.settings.get("rounds")}
