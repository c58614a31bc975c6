"""An event of another program taken over as a category: everything of it, or nothing."""

import re

import pytest

from cacho_tournaments.competition.actions import arriving, draws, leaving, rounds, stages
from cacho_tournaments.competition.actions.carrying import take_over
from cacho_tournaments.competition.bridge.carrying import as_trf
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Entrant, Match, Result, Stage
from cacho_tournaments.competition.queries import draw_checks
from cacho_tournaments.competition.queries.stages import stage_tables
from cacho_tournaments.formats import answers, trf
from cacho_tournaments.formats import stage as door
from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import Player
from tests import makers
from tests.competition.carried import INVALID, LEAGUE, WITHDRAWALS, longer, taken

pytestmark = pytest.mark.django_db


def _lines(text: str) -> dict[str, tuple[str, str]]:
    """Return points and rounds of every line of a file by name."""
    return {
        line[14:47].strip(): (line[80:84].strip(), line[91:].rstrip())
        for line in text.splitlines()
        if line.startswith("001")
    }


def test_the_table_of_a_taken_over_event_is_that_of_its_file() -> None:
    """PAI-11, PAI-23: 17 entrants, three of whom left or came late; a win is two here, one there."""
    category = taken()
    stage = makers.stage(category)
    (table,) = stage_tables(stage)
    ours = {row.name: row.values["points"] for row in table.rows}
    printed = {
        line[14:47].strip(): 2 * float(line[80:84]) for line in WITHDRAWALS.splitlines() if line[:3] == "001"
    }
    assert ours == printed and len(ours) == 17
    assert ours["Nunez Pilar"] == 9
    assert (stage.state, stage.format, category.stages.count()) == ("released", "swiss", 1)
    assert stage.settings["rounds"] == 5
    assert stage.settings["points"] == {
        "win": 2,
        "tie": 1,
        "loss": 0,
        "walkover_loss": 0,
        "bye": 2,
        "absent": 0,
    }
    assert not Category.objects.get(pk=category.pk).entries_open


def test_numbers_seeds_and_who_came_or_left_are_those_of_the_file() -> None:
    category = taken()
    rows = {row.number: row for row in category.entrants.all()}
    assert sorted(rows) == list(range(1, 18)) and all(row.seed == row.number for row in rows.values())
    assert {number for number, row in rows.items() if row.state == "withdrawn"} == {5, 12}
    there = {row.entrant.number: row for row in makers.stage(category).participants.select_related("entrant")}
    assert (there[5].left_after_round, there[12].left_after_round, there[1].left_after_round) == (2, 4, None)
    assert {number for number, row in there.items() if row.since_round > 1} == {17}
    byes = makers.stage(category).byes.values_list("entrant__number", "round", "kind", "points")
    assert sorted(byes) == [
        (9, 3, "absent", 1),
        (10, 5, "bye", None),
        (14, 3, "bye", None),
        (17, 1, "late", None),
        (17, 2, "bye", None),
    ]


def test_results_are_taken_over_by_their_kinds_and_without_box_points() -> None:
    category = taken()
    current = Result.objects.filter(match__stage__category=category, is_current=True)
    assert current.count() == Match.objects.filter(stage__category=category, state="finished").count() == 38
    assert set(current.filter(lines__points__isnull=False)) == set()
    kinds = {match.code: match.results.get().kind for match in makers.stage(category).matches.all()}
    assert sorted(kinds.values()).count("both-absent") == 1
    given = current.filter(kind="walkover").get()
    assert [(line.entrant.number, line.place) for line in given.lines.order_by("place")] == [(15, 1), (12, 2)]


def test_a_taken_over_event_is_written_again_as_it_was() -> None:
    """Opponents, colours, results, byes and points of every line, through the database and back."""
    category = taken()
    assert _lines(as_trf(makers.stage(category))) == _lines(WITHDRAWALS)


def test_an_event_of_ours_goes_through_a_file_into_another_one() -> None:
    """Somebody is away, somebody comes late, somebody leaves: both tables and both files say the same."""
    own = makers.category(kind="single", plan="swiss")
    makers.entrants(own, 8)
    by = makers.organizer_of(own.tournament)
    makers.drawn(own)
    makers.played_out(own)
    arriving.enter_late(category=own, by=by, players=[makers.player(by)])
    leaving.withdraw(entrant=own.entrants.get(number=3), by=by)
    rounds.ask_away(stage=makers.stage(own), by=by, number=2, entrants=[own.entrants.get(number=5)])
    for _round in range(4):
        makers.drawn(own)
        makers.played_out(own)
    text = as_trf(makers.stage(own))
    other = taken(text)
    assert _lines(as_trf(makers.stage(other))) == _lines(text)
    (here,), (there,) = stage_tables(makers.stage(own)), stage_tables(makers.stage(other))
    assert [row.values["points"] for row in here.rows] == [row.values["points"] for row in there.rows]
    assert other.entrants.get(number=3).state == "withdrawn"
    assert makers.stage(other).participants.get(entrant__number=9).since_round == 2


@pytest.mark.parametrize("sides", [4, 5])
def test_a_league_of_ours_goes_through_a_file_into_another_one(sides: int) -> None:
    """Two legs, half of them played: the same matches are to come."""
    own = makers.category(kind="single", plan="league")
    by = makers.organizer_of(own.tournament)
    stages.edit_stage(stage=makers.stage(own), by=by, settings={"legs": 2})
    makers.entrants(own, sides, seeds=sides)
    makers.drawn(own)
    for match in makers.stage(own).matches.filter(round__lte=3):
        makers.result(match, *makers.better_number_wins(match))
    text = as_trf(makers.stage(own))
    other = taken(text)
    assert _lines(as_trf(makers.stage(other))) == _lines(text)
    assert makers.stage(other).matches.filter(state="ready").count() == (
        makers.stage(own).matches.filter(state="ready").count()
    )


def test_the_next_round_is_drawn_as_from_the_file() -> None:
    """The same draw as the formats make of the file itself, without anybody who has met before."""
    category = taken(longer(7))
    by = makers.organizer_of(category.tournament)
    draw = draws.propose(stage=makers.stage(category), by=by, seed=11)
    assert draw.round == 6
    before = {
        frozenset(match.seats.values_list("entrant__number", flat=True))
        for match in makers.stage(category).matches.all()
    }
    pairs = [frozenset(map(int, pair)) for pair in draw.plan["matches"]]
    assert len(pairs) == 8 and not before & set(pairs)
    said = trf.read(longer(7))
    of_file = answers.drawn(door.read({**said, "seed": 11, "rounds": [*said["rounds"], {}]}))
    assert draw.plan["matches"] == [list(match.seats) for match in of_file.matches]
    draws.release(stage=makers.stage(category), by=by)
    makers.played_out(category)
    assert makers.stage(category).matches.filter(round=6, state="finished").count() == 8


def test_more_rounds_can_be_played_than_the_file_has() -> None:
    """The file is over; the organizer adds a round, and those who had left are not drawn."""
    category = taken()
    by = makers.organizer_of(category.tournament)
    with pytest.raises(Impossible, match="rounds-over"):
        draws.propose(stage=makers.stage(category), by=by)
    stages.edit_stage(stage=makers.stage(category), by=by, settings={"rounds": 6}, reason="one more")
    draw = draws.propose(stage=makers.stage(category), by=by)
    drawn = {int(side) for seats in draw.plan["matches"] for side in seats}
    assert len(drawn) + len(draw.plan["byes"]) == 15 and not {5, 12} & drawn


def test_who_is_away_in_the_round_to_come_is_not_drawn_into_it() -> None:
    category = taken(longer(7) + "240 H   6    1    3\nXXZ    2\n")
    draw = draws.propose(stage=makers.stage(category), by=makers.organizer_of(category.tournament))
    drawn = {int(side) for seats in draw.plan["matches"] for side in seats}
    assert not {1, 2, 3} & drawn and len(drawn) == 14


def test_rounds_of_a_file_are_checked_as_drawn_by_hand() -> None:
    """No seed of ours gives them; who was drawn and who sits there are the same."""
    category = taken()
    found = list(draw_checks.checked(category.tournament.slug))
    assert [each.verdict for each in found] == ["by-hand"] * 5


def test_a_file_of_which_nothing_is_drawn_becomes_a_category_to_be_drawn() -> None:
    blank = "".join(
        line[:80] + " 0.0" + line[84:91].rstrip() + "\n" if line.startswith("001") else line
        for line in WITHDRAWALS.splitlines(keepends=True)
    )
    category = taken(blank)
    stage = makers.stage(category)
    assert (stage.state, stage.draws.count(), category.entrants.filter(state="checked-in").count()) == (
        "planned",
        0,
        17,
    )
    makers.drawn(category)
    assert makers.stage(category).matches.count() == 8


def test_a_league_is_taken_over_with_the_matches_still_to_come() -> None:
    """One round of three is played; the others follow by the Berger tables and can be played to the end."""
    category = taken(LEAGUE)
    stage = makers.stage(category)
    assert (stage.format, stage.state) == ("league", "released")
    assert [stage.matches.filter(round=number).count() for number in (1, 2, 3)] == [2, 2, 2]
    (table,) = stage_tables(stage)
    assert {row.name: row.values["points"] for row in table.rows} == {
        "Arce Ana": 2,
        "Borda Eva": 1,
        "Cruz Leo": 1,
        "Daza Iván": 0,
    }
    assert _lines(as_trf(stage))["Arce Ana"][1].startswith("   4 w 1")
    makers.played_out(category)
    draws.close(stage=makers.stage(category), by=makers.organizer_of(category.tournament))
    assert makers.stage(category).state == Stage.State.CLOSED


def test_a_league_drawn_elsewhere_and_changed_here_is_still_one_drawn_elsewhere() -> None:
    """Nothing of it is played yet: its draw can be taken back, changed, and changed again to what it was."""
    text = re.sub(r"(\d [wb]) [10=]", r"\1  ", LEAGUE).replace(" 1.0 ", " 0.0 ").replace(" 0.5 ", " 0.0 ")
    category = taken(text)
    by = makers.organizer_of(category.tournament)
    assert makers.stage(category).matches.filter(state="ready").count() == 6
    draws.take_back(stage=makers.stage(category), by=by, reason="to be looked at")
    first, second = category.entrants.filter(number__in=(1, 2))
    for _time in range(2):
        draws.swap(stage=makers.stage(category), by=by, first=first, second=second)
    draws.release(stage=makers.stage(category), by=by)
    assert [each.verdict for each in draw_checks.checked(category.tournament.slug)] == ["by-hand"]
    assert makers.stage(category).draws.get().is_from_elsewhere


def test_a_result_taken_over_can_be_corrected_and_who_plays_can_leave() -> None:
    category = taken(longer(6))
    by = makers.organizer_of(category.tournament)
    last = makers.stage(category).matches.filter(round=5).first()
    makers.result(last, 300, 200)
    leaving.withdraw(entrant=category.entrants.get(number=13), by=by)
    draw = draws.propose(stage=makers.stage(category), by=by)
    assert 13 not in {int(side) for seats in draw.plan["matches"] for side in seats}


def test_the_last_round_of_a_file_can_be_cancelled_and_drawn_here() -> None:
    """Who was away in it by the file is away still; the free place falls anew."""
    category = taken(longer(6))
    by = makers.organizer_of(category.tournament)
    rounds.cancel(stage=makers.stage(category), by=by, number=5, reason="never played")
    assert makers.stage(category).matches.count() == 31
    draw = draws.propose(stage=makers.stage(category), by=by, seed=3)
    drawn = {int(side) for seats in draw.plan["matches"] for side in seats}
    assert draw.round == 5 and len(drawn) == 14 and not {5, 12} & drawn
    draws.release(stage=makers.stage(category), by=by)
    found = {each.verdict for each in draw_checks.checked(category.tournament.slug)}
    assert found == {"by-hand", "same"}


def test_a_faulty_file_makes_nothing_and_names_every_fault() -> None:
    """PAI-17."""
    event = makers.tournament()
    before = Entry.objects.count()
    with pytest.raises(BadStage) as refused:
        take_over(tournament=event, by=makers.organizer_of(event), text=INVALID, name="Rota")
    with pytest.raises(BadStage) as read:
        trf.read(INVALID)
    assert refused.value.facts["faults"] == read.value.facts["faults"]
    assert len(refused.value.facts["faults"]) > 3
    assert not Category.objects.exists() and not Player.objects.exists() and Entry.objects.count() == before


def test_pressing_twice_makes_one_category() -> None:
    event = makers.tournament()
    by = makers.organizer_of(event)
    take_over(tournament=event, by=by, text=WITHDRAWALS, name="Abierto")
    people = Player.objects.count()
    with pytest.raises(Impossible, match="category-there-already"):
        take_over(tournament=event, by=by, text=WITHDRAWALS, name=" ABIERTO ")
    assert (event.categories.count(), Player.objects.count()) == (1, people)
    take_over(tournament=event, by=by, text=WITHDRAWALS, name="Abierto, otra vez")
    assert event.categories.count() == 2


def test_whoever_is_known_by_that_name_alone_is_the_same_person() -> None:
    """REG-05: by folded name, as far as the desk sees; two who are called alike are nobody's guess."""
    event = makers.tournament()
    by = makers.organizer_of(event)
    nunez = makers.player(by, "Núñez Pilar")
    makers.player(by, "Rocha Delia")
    makers.player(by, "Rocha Delia")
    category = take_over(tournament=event, by=by, text=WITHDRAWALS, name="Abierto")
    assert category.entrants.get(number=13).members.get().player == nunez
    assert Player.objects.filter(folded="nunez pilar").count() == 1
    assert Player.objects.filter(folded="rocha delia").count() == 3
    assert Entry.objects.filter(verb="competition.category.taken-over").get().facts["known"] == ["13"]


def test_others_who_are_called_alike_are_made_where_the_organizer_says_so() -> None:
    event = makers.tournament()
    by = makers.organizer_of(event)
    makers.player(by, "Nunez Pilar")
    take_over(tournament=event, by=by, text=WITHDRAWALS, name="Abierto", same_persons=False)
    assert Player.objects.filter(folded="nunez pilar").count() == 2


def test_nobody_of_a_strangers_event_is_taken_for_known() -> None:
    """ADM-03."""
    elsewhere = makers.category(kind="single")
    hidden = makers.organizer_of(elsewhere.tournament)
    take_over(tournament=elsewhere.tournament, by=hidden, text=WITHDRAWALS, name="Ajena")
    taken()
    assert Player.objects.filter(folded="nunez pilar").count() == 2


def test_two_lines_of_one_name_are_two_persons() -> None:
    text = WITHDRAWALS.replace("Rocha Delia ", "Nunez Pilar ")
    event = makers.tournament()
    by = makers.organizer_of(event)
    makers.player(by, "Nunez Pilar")
    category = take_over(tournament=event, by=by, text=text, name="Abierto")
    assert Entrant.objects.filter(category=category, name="Nunez Pilar").count() == 2
    assert Player.objects.filter(folded="nunez pilar").count() == 3


def test_sides_of_two_are_read_from_their_names() -> None:
    pairs = LEAGUE
    for name in ("Arce Ana", "Borda Eva", "Cruz Leo", "Daza Iván"):
        pairs = pairs.replace(f"{name:33}", f"{name + ' / Otro ' + name[:4]:33}")
    category = taken(pairs, kind="pair")
    side = category.entrants.get(number=1)
    assert [member.player.name for member in side.members.all()] == ["Arce Ana", "Otro Arce"]
    with pytest.raises(Impossible, match="names-not-sides") as refused:
        taken(WITHDRAWALS, kind="pair")
    assert len(refused.value.facts["names"]) == 17


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (longer(7) + "XXP    1   14\n", "apart-in-file"),
        (WITHDRAWALS.replace("Rocha Delia ", " " * 12), "names-missing-in-file"),
        (longer(31), "bad-setting"),
        (LEAGUE.replace("XXR 3", "XXR 3\nXXS W=1 D=2"), "trf-faults"),
        (
            WITHDRAWALS.replace("XXR 5", "XXR 5\nXXS FW=2").replace(" 2.5   10", " 3.5   10"),
            "other-totals-in-file",
        ),
    ],
)
def test_what_a_stage_cannot_hold_is_refused_whole(text: str, code: str) -> None:
    with pytest.raises((Impossible, BadStage), match=code):
        taken(text)
    assert not Category.objects.exists() and not Player.objects.exists()


def test_points_for_rounds_not_played_have_no_place_in_a_league() -> None:
    text = LEAGUE.replace("     1 b 0", "  0000 - H").replace(" 0.0    4", " 0.5    4")
    text = text.replace("     4 w 1", "  0000 - H").replace(" 1.0    1", " 0.5    1")
    with pytest.raises(Impossible, match="byes-in-league-file") as refused:
        taken(text)
    assert refused.value.facts["entrants"] == [1, 4]
