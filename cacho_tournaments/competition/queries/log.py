"""The journal of an event, each entry as a sentence.

Knows: verbs of every room by their code, what their facts say. Does not know: who may read it.
A verb without a sentence of its own is still shown, by its code and its facts: nothing that was done is hidden.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cacho_tournaments.competition.models import Staff, Tournament
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.names import fold
from cacho_tournaments.web import words
from cacho_tournaments.web.words import Word

PER_PAGE = 60
MOST_SEARCHED = 5000

SENTENCES: dict[str, Word] = {
    "competition.tournament.created": gettext_lazy("Created the tournament “%(name)s”"),
    "competition.tournament.edited": gettext_lazy("Changed the tournament's facts"),
    "competition.tournament.published": gettext_lazy("Made the tournament public"),
    "competition.tournament.hidden": gettext_lazy("Hid the tournament from the public"),
    "competition.tables.set": gettext_lazy("Set the number of tables to %(count)s"),
    "competition.staff.added": gettext_lazy("Gave %(name)s a post: %(role)s"),
    "competition.staff.removed": gettext_lazy("Took a post from %(name)s: %(role)s"),
    "competition.category.added": gettext_lazy("Added the category “%(name)s”"),
    "competition.category.taken-over": gettext_lazy(
        "Took over the category “%(name)s” from a file. Entrants: %(entrants)s, rounds: %(rounds)s"
    ),
    "competition.category.edited": gettext_lazy("Changed the category's facts or rules"),
    "competition.stage.edited": gettext_lazy("%(category)s: changed the settings of a stage"),
    "competition.stage.added": gettext_lazy("%(category)s: added stage %(stage)s"),
    "competition.stage.removed": gettext_lazy("%(category)s: removed stage %(stage)s"),
    "competition.stage.moved": gettext_lazy("%(category)s: moved stage %(before)s to place %(position)s"),
    "competition.stage.chosen": gettext_lazy(
        "%(category)s: chose by hand who plays stage %(stage)s: %(chosen)s"
    ),
    "competition.entrant.entered": gettext_lazy("%(category)s: entered no. %(number)s, %(name)s"),
    "competition.entrant.edited": gettext_lazy("%(category)s: changed no. %(number)s, %(called)s"),
    "competition.entrant.state-set": gettext_lazy("%(category)s: no. %(number)s, %(name)s, is %(state)s now"),
    "competition.entrant.eliminated": gettext_lazy(
        "%(category)s: no. %(number)s, %(name)s, is out of the event by the rules of the game, after match %(match)s. "
        "Given to the opponents: %(matches)s"
    ),
    "competition.entrant.reinstated": gettext_lazy(
        "%(category)s: no. %(number)s, %(name)s, is back in the event. To be played again: %(matches)s"
    ),
    "competition.entrant.left": gettext_lazy(
        "%(category)s: no. %(number)s, %(name)s, is %(state)s now. Given to the opponents: %(matches)s. To be drawn "
        "again: %(redrawn)s"
    ),
    "competition.entrant.returned": gettext_lazy(
        "%(category)s: no. %(number)s, %(name)s, is %(state)s again. To be played again: %(matches)s. Missed rounds: "
        "%(missed)s"
    ),
    "competition.entrant.entered-late": gettext_lazy(
        "%(category)s: entered no. %(number)s, %(name)s, late, from round %(since)s of stage %(stage)s on"
    ),
    "competition.entrant.substituted": gettext_lazy(
        "%(category)s, no. %(number)s, %(name)s: %(comes)s plays in the place of %(leaves)s, from match %(match)s on"
    ),
    "competition.entrant.merged": gettext_lazy(
        "%(category)s: no. %(other)s, %(other_name)s, is the same as no. %(number)s, %(name)s. Went over: %(matches)s"
    ),
    "competition.entrants.state-set": gettext_lazy("%(category)s: nos. %(numbers)s are %(state)s now"),
    "competition.draw.proposed": gettext_lazy("%(category)s: drew stage %(stage)s as a draft, seed %(seed)s"),
    "competition.draw.discarded": gettext_lazy(
        "%(category)s: discarded the draft of stage %(stage)s, seed %(seed)s"
    ),
    "competition.draw.arranged": gettext_lazy("%(category)s: put to other places in the draft: %(moved)s"),
    "competition.draw.taken-back": gettext_lazy(
        "%(category)s: made the draw of stage %(stage)s a draft again"
    ),
    "competition.draw.redrawn": gettext_lazy("%(category)s: drew stage %(stage)s once more, seed %(seed)s"),
    "competition.round.cancelled": gettext_lazy("%(category)s: cancelled round %(round)s"),
    "competition.round.redrawn": gettext_lazy("%(category)s: drew round %(round)s once more, seed %(seed)s"),
    "competition.round.repaired": gettext_lazy(
        "%(category)s: drew anew what had to be of round %(round)s: %(matches)s"
    ),
    "competition.round.absences": gettext_lazy("%(category)s: away in round %(round)s: %(names)s"),
    "competition.draw.swapped": gettext_lazy("%(category)s: exchanged in the draft: %(swapped)s"),
    "competition.draw.released": gettext_lazy(
        "%(category)s: released the draw of stage %(stage)s, seed %(seed)s"
    ),
    "competition.stage.closed": gettext_lazy("%(category)s: closed stage %(stage)s"),
    "competition.stage.reopened": gettext_lazy("%(category)s: opened stage %(stage)s again"),
    "competition.tables.given": gettext_lazy("%(category)s: gave tables to round %(round)s"),
    "competition.match.placed": gettext_lazy(
        "%(category)s, match %(match)s: changed its table, time or referee"
    ),
    "competition.match.started": gettext_lazy("%(category)s, match %(match)s: began"),
    "competition.table.left": gettext_lazy("%(category)s, match %(match)s: is played without %(names)s"),
    "competition.table.returned": gettext_lazy("%(category)s, match %(match)s: %(name)s came after all"),
    "competition.result.recorded": gettext_lazy("%(category)s, match %(match)s: %(outcome)s (%(kind)s)"),
    "competition.result.corrected": gettext_lazy(
        "%(category)s, match %(match)s: corrected to %(outcome)s (%(kind)s)"
    ),
    "competition.result.revoked": gettext_lazy(
        "%(category)s, match %(match)s: took the result back (%(kind)s)"
    ),
    "competition.correction.made": gettext_lazy("%(category)s, match %(match)s: made a correction"),
    "competition.correction.undone": gettext_lazy("%(category)s, match %(match)s: undid a correction"),
    "competition.sheets.printed": gettext_lazy("%(category)s: printed sheets of %(matches)s"),
    "play.game.started": gettext_lazy("Match %(match)s: began game %(number)s"),
    "play.game.finished": gettext_lazy("Match %(match)s: finished game %(number)s"),
    "play.game.cleared": gettext_lazy("Match %(match)s: cleared game %(number)s"),
    "play.match.confirmed": gettext_lazy("Match %(match)s: side %(side)s confirmed the end"),
    "play.match.closed": gettext_lazy("Match %(match)s: closed without the word of every side. %(reason)s"),
    "play.turn.cancelled": gettext_lazy("Match %(match)s: took back a turn of game %(number)s"),
    "play.turn.corrected": gettext_lazy(
        "Match %(match)s: corrected turn %(sequence)s of game %(number)s from %(before)s to %(after)s"
    ),
    "play.card.shown": gettext_lazy("Match %(match)s: showed %(name)s a card (%(card)s)"),
    "play.card.withdrawn": gettext_lazy("Match %(match)s: took back a card of %(name)s (%(card)s)"),
    "play.call.opened": gettext_lazy("Match %(match)s: called the chief referee"),
    "play.call.answered": gettext_lazy("Match %(match)s: is on the way to the table that called"),
    "play.call.taken-back": gettext_lazy("Match %(match)s: took the call of the chief referee back"),
    "play.call.closed": gettext_lazy("Match %(match)s: closed the call of the chief referee"),
    "play.writer.changed": gettext_lazy(
        "Match %(match)s: writes here now in the place of %(before)s. Not sent from there by then: %(waiting)s"
    ),
    "play.writer.left": gettext_lazy(
        "Match %(match)s: %(before)s writes here no more. Not sent from there by then: %(waiting)s"
    ),
    "play.refusal.written": gettext_lazy(
        "Match %(match)s: wrote after all what had been kept aside: %(line)s"
    ),
    "play.refusal.set-aside": gettext_lazy("Match %(match)s: set aside what a tablet had sent: %(line)s"),
    "play.turn.put-back": gettext_lazy("Match %(match)s: set the turns of game %(number)s back"),
    "play.device.added": gettext_lazy("Added the tablet “%(label)s” for tables %(tables)s"),
    "play.device.revoked": gettext_lazy("Shut out the tablet “%(label)s”"),
    "play.device.changed": gettext_lazy("Changed the tablet “%(label)s”; its tables are %(tables)s"),
    "play.device.renewed": gettext_lazy("Gave the tablet “%(label)s” a new code and a new PIN"),
    "play.device.left": gettext_lazy("The tablet “%(label)s” was left; it has a new code and a new PIN"),
    "play.device.opened": gettext_lazy("Let in by its code or its PIN"),
    "play.device.locked": gettext_lazy("Wrong PINs were tried %(count)s times; typing PINs rests"),
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """One act: when, who, what; the category, where the sentence does not name it (each has a match A-1-1); why, where
    a reason was given; the raw facts for whoever looks closer."""

    at: datetime
    who: str
    what: str
    category: str
    reason: str
    verb: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the journal; ``total`` counts what the search found."""

    lines: tuple[LogLine, ...]
    number: int
    pages: int
    total: int
    search: str


def journal_page(tournament: Tournament, *, number: str = "1", search: str = "") -> LogPage:
    """Return a page of the event's journal, newest first; a search looks through who and what."""
    rows = Entry.objects.filter(tournament_id=tournament.pk).select_related("actor").order_by("-id")
    sought = fold(search)
    found = [row for row in rows[:MOST_SEARCHED] if sought in fold(_text(_line(row)))] if sought else rows
    page = Paginator(found, PER_PAGE).get_page(number)
    lines = tuple(_line(row) for row in page.object_list)
    return LogPage(lines, page.number, page.paginator.num_pages, page.paginator.count, search)


def _text(line: LogLine) -> str:
    return " ".join([line.who, line.what, line.reason, *(value for _name, value in line.facts)])


def _line(row: Entry) -> LogLine:
    return LogLine(
        at=row.at,
        who=str(row.actor) if row.actor else row.device or _("the program"),
        what=_sentence(row.verb, row.facts),
        category=_unsaid_category(row.verb, row.facts),
        reason=str(row.facts.get("reason") or ""),
        verb=row.verb,
        facts=tuple((name, _plain(value)) for name, value in sorted(row.facts.items()) if name != "reason"),
    )


def _unsaid_category(verb: str, facts: Mapping[str, Any]) -> str:
    is_said = "%(category)s" in str(SENTENCES.get(verb, ""))
    return "" if is_said else str(facts.get("category") or "")


def _sentence(verb: str, facts: Mapping[str, Any]) -> str:
    text = SENTENCES.get(verb)
    return str(text) % _Gaps(facts) if text else verb


class _Gaps(dict[str, str]):
    """Facts as a sentence takes them: states and roles by their names; a missing one leaves a dash."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        super().__init__({name: self._said(name, value) for name, value in facts.items()})
        if "kind" in facts:
            self["kind"] = str(
                words.result_kind_name(
                    facts["kind"], facts.get("ending", ""), sides=len(facts.get("sides", ()))
                )
            )
        if "sides" in facts:
            self["outcome"] = " – ".join(_side(side) for side in facts["sides"])

    @staticmethod
    def _said(name: str, value: Any) -> str:
        if name == "state":
            return str(words.entrant_state_name(value))
        if name == "card":
            return str(words.card_name(value))
        if name == "role":
            return str(Staff.Role(value).label) if value in Staff.Role.values else _plain(value)
        return _plain(value)

    def __missing__(self, key: str) -> str:
        return "–"


def _side(side: Mapping[str, Any]) -> str:
    points = side.get("points")
    return f"{side.get('name') or '–'} {'' if points is None else points}".strip()


def _plain(value: Any) -> str:
    if value is None or value in ("", [], ()):
        return "–"
    if isinstance(value, list | tuple):
        return ", ".join(_plain(each) for each in value)
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_plain(each)}" for name, each in value.items())
    return str(value)
