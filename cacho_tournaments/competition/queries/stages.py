"""A stage as it stands: the tables of its groups, its matches, its draw.

Knows: how rows become tables (through the bridge), which lines go on. Does not know: brackets, requests.
Tables are worked out from the results each time; nothing of them is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.models import Draw, Entrant, Stage
from cacho_tournaments.competition.queries import matches as match_queries
from cacho_tournaments.competition.queries.values import (
    DraftGroup,
    DrawnStep,
    DrawPage,
    GroupTable,
    MatchCard,
    StandingRow,
)
from cacho_tournaments.competition.rows import Placed, placed, played
from cacho_tournaments.errors import CachoError
from cacho_tournaments.formats.base import Reason, Row
from cacho_tournaments.web import explain, words

_BY_NUMBER = ("entrants", "entrant")  # facts of a note that name entrants by their number


def stage_tables(stage: Stage) -> tuple[GroupTable, ...]:
    """Return every group of the stage with its table, reasons and matches: seven queries at most, however many
    groups."""
    places = placed(stage)
    if not places:
        return ()
    read = played(stage.matches.order_by("round", "pk"))
    found = match_queries.cards(read, {stage.pk: max((row.round for row in read), default=1)})
    seed = bridge.lot_seed(stage)
    tables = bridge.tables(stage, places, read, seed)
    own = match_queries.by_group(found)
    people = {str(place.number): place for place in places}
    finished = {label: all(card.is_over for card in cards) for label, cards in own.items()}
    on = _going_on(stage, tables, places, seed) if all(finished.values()) else None
    return tuple(
        GroupTable(
            label=label,
            goes_on=stage.settings["go_on"],
            rows=_rows(rows, people, _ahead(rows, people, stage) if on is None else on),
            criteria=tuple(stage.settings["criteria"]),
            matches=own.get(label, ()),
            finished=finished.get(label, False),
        )
        for label, rows in tables.items()
    )


def match_cards(stage: Stage) -> tuple[MatchCard, ...]:
    """Return the matches of the stage, round by round: four queries."""
    read = played(stage.matches.order_by("round", "pk"))
    return match_queries.cards(read, {stage.pk: max((row.round for row in read), default=1)})


def draw_page(stage: Stage) -> DrawPage | None:
    """Return the standing draw as its draft is shown, with what it wants said; None where nothing is drawn."""
    draw = stage.draws.exclude(state=Draw.State.DISCARDED).select_related("made_by").first()
    if draw is None:
        return None
    names = _names(stage)
    return DrawPage(
        key=draw.pk,
        stage=stage.order,
        format=stage.format,
        state=draw.state,
        seed=draw.seed,
        made_by=str(draw.made_by or ""),
        made_at=draw.made_at,
        released_at=draw.released_at,
        notes=tuple(note_sentence(note, names) for note in draw.notes),
        steps=tuple(DrawnStep(int(side), names.get(side, side), into) for side, into in draw.steps),
        groups=_draft_groups(placed(stage)),
        matches=match_cards(stage),
    )


def note_sentence(note: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return what a draw wants said as a sentence, its entrants by name."""
    facts = dict(note["facts"])
    for key in _BY_NUMBER:
        if key in facts:
            ids = facts[key] if isinstance(facts[key], list | tuple) else [facts[key]]
            facts[key] = [names.get(str(each), str(each)) for each in ids]
    if "club" in facts:
        facts["club"] = names.get(f"club {facts['club']}", facts["club"])
    code = f"{note['code']}-in-round-one" if "match" in facts else note["code"]
    return explain.sentence_of(f"note-{code}", facts)


def _names(stage: Stage) -> dict[str, str]:
    """Return names by number, and those of clubs by ``club`` and key, as notes speak of them."""
    found = Entrant.objects.filter(category=stage.category_id).values_list(
        "number", "name", "club_id", "club__name"
    )
    names: dict[str, str] = {}
    for number, name, club, club_name in found:
        names[str(number)] = name
        if club:
            names[f"club {club}"] = club_name
    return names


def _draft_groups(places: Sequence[Placed]) -> tuple[DraftGroup, ...]:
    groups: dict[str, list[tuple[int, str, str]]] = {}
    for place in places:
        groups.setdefault(place.group, []).append((place.number, place.name, place.club))
    return tuple(DraftGroup(label, tuple(own)) for label, own in groups.items())


def _going_on(
    stage: Stage, tables: bridge.Tables, places: Sequence[Placed], seed: int
) -> frozenset[str] | None:
    """Return who goes on from finished tables, best thirds included; None where a lot is still to decide."""
    drawn = bridge.drawn_on(stage)
    if drawn is not None:
        return drawn
    try:
        return frozenset(one.id for one in bridge.cut(stage, tables, places, seed))
    except CachoError:
        return None


def _ahead(rows: Sequence[Row], people: Mapping[str, Placed], stage: Stage) -> frozenset[str]:
    """Return who would go on as an open group stands: who has played, stands above the cut and has not left."""
    staying = [row for row in rows if people[row.entrant].state not in Entrant.OUT]
    return frozenset(
        row.entrant
        for row in staying
        if row.values["played"]
        and sum(other.place < row.place for other in staying) < stage.settings["go_on"]
    )


def _rows(rows: Sequence[Row], people: Mapping[str, Placed], on: frozenset[str]) -> tuple[StandingRow, ...]:
    return tuple(_row(row, people, row.entrant in on) for row in rows)


def _row(row: Row, people: Mapping[str, Placed], goes_on: bool) -> StandingRow:
    who = people[row.entrant]
    reason = row.reason
    return StandingRow(
        place=row.place,
        number=who.number,
        name=who.name,
        club=who.club,
        values=row.values,
        goes_on=goes_on,
        reason=_named(reason, people) if reason else None,
        reason_over_name=people[reason.over].name if reason else "",
        applied=row.applied,
        state=who.state,
        out_as=words.entrant_state_name(who.state) if who.state in Entrant.OUT else "",
    )


def _named(reason: Reason, people: Mapping[str, Placed]) -> Reason:
    return replace(reason, among=tuple(people[each].name for each in reason.among))
