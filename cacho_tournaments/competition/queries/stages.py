"""A stage as it stands: the tables of its groups, its matches, its draw.

Knows: how rows become tables (through the bridge), which lines go on. Does not know: brackets, requests.
Tables are worked out from the results each time; nothing of them is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.models import Bye, Draw, Entrant, Stage
from cacho_tournaments.competition.queries import matches as match_queries
from cacho_tournaments.competition.queries.rounds import broken
from cacho_tournaments.competition.queries.values import (
    ByeCard,
    DraftGroup,
    DrawnStep,
    DrawPage,
    GroupTable,
    MatchCard,
    RoundView,
    StandingRow,
)
from cacho_tournaments.competition.rows import (
    Participating,
    Placed,
    SatOut,
    participating,
    placed,
    played,
    sat_out,
)
from cacho_tournaments.errors import CachoError
from cacho_tournaments.formats.base import Reason, Row
from cacho_tournaments.web import explain, words

Person = Placed | Participating
_BY_NUMBER = ("entrants", "entrant")  # facts of a note that name entrants by their number


def stage_tables(stage: Stage) -> tuple[GroupTable, ...]:
    """Return every group of the stage with its table, reasons and matches, or the one table of a league or of rounds:
    eight queries at most, however many groups."""
    if stage.format in Stage.BY_ROUND:
        return _table_of_rounds(stage)
    places = placed(stage)
    if not places:
        return ()
    read = played(stage.matches.order_by("round", "pk"))
    found = match_queries.cards(read)
    seed = bridge.lot_seed(stage)
    tables = bridge.tables(stage, places, read, seed)
    own = match_queries.by_group(found)
    people = {str(place.number): place for place in places}
    finished = {label: all(card.is_over for card in cards) for label, cards in own.items()}
    on = _going_on(stage, tables, places, seed) if all(finished.values()) else None
    # The one group of a league bears no name: neither its table nor its matches.
    shown = {label: "" if stage.format == Stage.Format.LEAGUE else label for label in tables}
    return tuple(
        GroupTable(
            label=shown[label],
            goes_on=stage.settings["go_on"],
            rows=_rows(stage, rows, people, _ahead(rows, people, stage) if on is None else on),
            criteria=tuple(stage.settings["criteria"]),
            matches=own.get(shown[label], ()),
            finished=finished.get(shown[label], False),
        )
        for label, rows in tables.items()
    )


def _table_of_rounds(stage: Stage) -> tuple[GroupTable, ...]:
    people = participating(stage)
    if not people:
        return ()
    read = played(stage.matches.order_by("round", "pk"))
    cards = match_queries.cards(read)
    rows = bridge.round_table(stage, people, read, sat_out(stage), bridge.lot_seed(stage))
    last = max((row.round for row in read), default=0)
    finished = all(card.is_over for card in cards) and last >= stage.settings["rounds"]
    known = {str(row.number): row for row in people}
    on = _top(stage, rows, known) if finished else None
    table = GroupTable(
        label="",
        goes_on=stage.settings["go_on"],
        rows=_rows(stage, rows, known, _ahead(rows, known, stage) if on is None else on),
        criteria=tuple(stage.settings["criteria"]),
        matches=cards,
        finished=finished,
    )
    return (table,)


def match_cards(stage: Stage) -> tuple[MatchCard, ...]:
    """Return the matches of the stage, round by round: four queries."""
    read = played(stage.matches.order_by("round", "pk"))
    return match_queries.cards(read)


def draw_page(stage: Stage) -> DrawPage | None:
    """Return the draft as it is shown, else the standing draw of the whole stage, with what it wants said; None where
    nothing is drawn."""
    live = stage.draws.exclude(state=Draw.State.DISCARDED).select_related("made_by")
    draw = (
        live.filter(state=Draw.State.DRAFT).order_by("round", "part").first() or live.filter(round=0).first()
    )
    if draw is None:
        return None
    names = names_of(stage)
    return DrawPage(
        key=draw.pk,
        stage=stage.order,
        format=stage.format,
        state=draw.state,
        seed=draw.seed,
        made_by=str(draw.made_by or ""),
        made_at=draw.made_at,
        released_at=draw.released_at,
        warnings=_said(draw, names, by_hand=False),
        hand=_said(draw, names, by_hand=True),
        steps=_steps(draw, names),
        groups=_draft_tables(draw, names) if draw.round else _draft_groups(placed(stage)),
        matches=() if draw.round else match_cards(stage),
        round=draw.round,
        part=draw.part,
        is_by_hand=draw.is_by_hand,
        last_exchange=_last_exchange(draw, names),
        replaces=_replaced(draw),
        away=tuple(
            names.get(bye["entrant"], bye["entrant"])
            for bye in draw.plan.get("byes", ())
            if bye["kind"] != Bye.Kind.BYE
        ),
    )


def _said(draw: Draw, names: Mapping[str, str], *, by_hand: bool) -> tuple[str, ...]:
    notes = [note for note in draw.notes if note["code"].endswith("-by-hand") == by_hand]
    return tuple(dict.fromkeys(note_sentence(note, names) for note in notes))


def _last_exchange(draw: Draw, names: Mapping[str, str]) -> tuple[tuple[int, str], ...]:
    """Return the two who were exchanged last, if that was the last thing done by hand."""
    last: Mapping[str, Any] = draw.notes[-1] if draw.notes and draw.is_by_hand else {}
    if last.get("code") != "swapped-by-hand":
        return ()
    return tuple((int(each), names.get(str(each), str(each))) for each in last["facts"]["entrants"])


def _replaced(draw: Draw) -> tuple[MatchCard, ...]:
    """Return the matches that a repair of a round takes the place of."""
    codes = draw.plan.get("supersedes")
    if not codes or draw.state != Draw.State.DRAFT:
        return ()
    return match_queries.cards(played(draw.stage.matches.filter(round=draw.round, code__in=codes)))


def round_views(stage: Stage, cards: Sequence[MatchCard]) -> tuple[RoundView, ...]:
    """Return the released rounds of a stage that is drawn round by round, the last one first. ``cards`` are its
    matches, which whoever shows its table has read already."""
    draws = list(stage.draws.filter(state=Draw.State.RELEASED, round__gt=0).order_by("-round", "part"))
    if not draws:
        return ()
    sat = sat_out(stage)
    names = names_of(stage)
    last = draws[0].round
    unplayable = broken(stage, last)
    return tuple(
        _round_view(
            [draw for draw in draws if draw.round == number],
            [card for card in cards if card.round == number],
            [row for row in sat if row.round == number],
            names,
            unplayable if number == last else (),
            is_last=number == last,
        )
        for number in range(last, 0, -1)
    )


def asked_away(stage: Stage, number: int) -> tuple[ByeCard, ...]:
    """Return who will be away in a round that is not drawn yet."""
    return tuple(_bye(row) for row in sat_out(stage) if row.round == number and not row.drawn)


def _round_view(
    draws: Sequence[Draw],
    cards: Sequence[MatchCard],
    sat: Sequence[SatOut],
    names: Mapping[str, str],
    unplayable: Sequence[str],
    *,
    is_last: bool,
) -> RoundView:
    first = draws[0]
    said = dict.fromkeys(note_sentence(note, names) for draw in draws for note in draw.notes)
    free = sum(row.kind == "bye" for row in sat) + len(unplayable)
    return RoundView(
        number=first.round,
        seed=first.seed,
        matches=tuple(cards),
        byes=tuple(_bye(row) for row in sat),
        notes=tuple(said),
        is_last=is_last,
        is_by_hand=any(draw.is_by_hand and not draw.is_from_elsewhere for draw in draws),
        is_from_elsewhere=first.is_from_elsewhere,
        broken=tuple(unplayable),
        is_repairable=bool(unplayable) or free > 1,
    )


def _bye(row: SatOut) -> ByeCard:
    return ByeCard(row.number, row.name, row.kind, Bye.Kind(row.kind).label, row.points)


def _steps(draw: Draw, names: Mapping[str, str]) -> tuple[DrawnStep, ...]:
    """Return the lot in the order in which it fell; of a round, table by table from the first."""
    steps = draw.steps
    if draw.round:
        steps = [
            [side, str(table)] for table, seats in enumerate(draw.plan["matches"], start=1) for side in seats
        ]
    return tuple(DrawnStep(int(side), names.get(side, side), into) for side, into in steps)


def _draft_tables(draw: Draw, names: Mapping[str, str]) -> tuple[DraftGroup, ...]:
    """Return the tables of a drawn round, and those who sit it out."""

    def who(side: str) -> tuple[int, str, str]:
        return int(side), names.get(side, side), names.get(f"club of {side}", "")

    tables = [
        DraftGroup(str(number), tuple(who(side) for side in seats), "table")
        for number, seats in enumerate(draw.plan["matches"], start=1)
    ]
    free = tuple(who(bye["entrant"]) for bye in draw.plan["byes"] if bye["kind"] == Bye.Kind.BYE)
    return (*tables, DraftGroup("", free, "bye")) if free else tuple(tables)


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


def names_of(stage: Stage) -> dict[str, str]:
    """Return names by number, those of clubs by ``club`` and key, as notes speak of them, and each one's club by
    ``club of`` and number."""
    found = Entrant.objects.filter(category=stage.category_id).values_list(
        "number", "name", "club_id", "club__name"
    )
    names: dict[str, str] = {}
    for number, name, club, club_name in found:
        names[str(number)] = name
        if club:
            names[f"club {club}"] = names[f"club of {number}"] = club_name
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


def _top(stage: Stage, rows: Sequence[Row], people: Mapping[str, Participating]) -> frozenset[str] | None:
    drawn = bridge.drawn_on(stage)
    if drawn is not None:
        return drawn
    try:
        out = [side for side, row in people.items() if row.state in Entrant.OUT]
        return frozenset(one.id for one in bridge.top(stage, rows, out))
    except CachoError:
        return None


def _ahead(rows: Sequence[Row], people: Mapping[str, Person], stage: Stage) -> frozenset[str]:
    """Return who would go on as an open table stands: who has played, stands above the cut and has not left."""
    return _between(rows, people, 0, stage.settings["go_on"])


def _between(rows: Sequence[Row], people: Mapping[str, Person], above: int, below: int) -> frozenset[str]:
    """Return those whose place, among whoever has not left, is past ``above`` and within ``below``; who has neither
    played nor sat out is not counted in."""
    staying = [row for row in rows if people[row.entrant].state not in Entrant.OUT]
    return frozenset(
        row.entrant
        for row in staying
        if row.values["played"] or row.values.get("byes")
        if above <= sum(other.place < row.place for other in staying) < below
    )


def _rows(
    stage: Stage, rows: Sequence[Row], people: Mapping[str, Person], on: frozenset[str]
) -> tuple[StandingRow, ...]:
    above = stage.settings["go_on"]
    more = stage.settings.get("second_chance", 0)
    again = _between(rows, people, above, above + more) if more else frozenset()
    return tuple(_row(row, people, row.entrant in on, row.entrant in again) for row in rows)


def _row(row: Row, people: Mapping[str, Person], goes_on: bool, again: bool) -> StandingRow:
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
        second_chance=again and not goes_on,
        since_round=who.since_round,
    )


def _named(reason: Reason, people: Mapping[str, Person]) -> Reason:
    return replace(reason, among=tuple(people[each].name for each in reason.among))
