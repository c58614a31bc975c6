"""Who comes once a category is drawn: into rounds, groups, a league, a bracket; and in a player's place."""

import pytest

from cacho_tournaments.competition.actions import arriving, draws, entries, entry_desk, leaving, results
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Bye, Category, Entrant, Match
from cacho_tournaments.competition.queries import draw_checks, stages
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.journal.models import Entry
from tests import makers
from tests.competition.test_leaving import (
    between,
    by,
    drawn,
    drawn_in,
    ended,
    entrant,
    next_round,
    play_round,
)

pytestmark = pytest.mark.django_db


def late(category: Category, **said: object) -> Entrant:
    players = [makers.player(by(category)) for _ in range(category.members_per_entrant)]
    return arriving.enter_late(category=category, by=by(category), players=players, **said)


def matches(category: Category) -> list[tuple[int, str, int]]:
    found = makers.stage(category).matches.order_by("pk")
    return [(match.pk, match.code, match.round) for match in found]


def byes(category: Category, number: int) -> list[tuple[int, str]]:
    found = Bye.objects.filter(stage=makers.stage(category), entrant__number=number)
    return list(found.values_list("round", "kind"))


# -- rounds drawn one by one ------------------------------------------------------------------------------------


def test_who_comes_during_round_one_waits_for_round_two():
    """PAI-17: the missed round is marked as such; round 1 is untouched."""
    category = drawn("swiss", 6)
    before = matches(category)
    made = late(category, reason="a late bus")
    assert (made.number, made.state) == (7, "checked-in")
    assert matches(category) == before
    assert byes(category, 7) == [(1, "late")]
    assert makers.stage(category).participants.get(entrant=made).since_round == 2
    play_round(category, 1)
    next_round(category)
    assert drawn_in(category, 2) | set(
        makers.stage(category).byes.filter(round=2).values_list("entrant__number", flat=True)
    ) == set(range(1, 8))
    (table,) = stages.stage_tables(makers.stage(category))
    (row,) = [row for row in table.rows if row.number == 7]
    assert row.since_round == 2
    entry = Entry.objects.get(verb="competition.entrant.entered-late")
    assert (entry.facts["since"], entry.facts["stage"], entry.facts["reason"]) == (2, 1, "a late bus")


def test_who_comes_may_be_drawn_with_whoever_has_a_bye_in_the_running_round():
    category = drawn("swiss", 7)
    (free,) = makers.stage(category).byes.values_list("entrant__number", flat=True)
    before = matches(category)
    late(category, into_running_round=True)
    assert byes(category, 8) == [(1, "late")]  # as long as the draft is not released
    draws.release(stage=makers.stage(category), by=by(category))
    assert matches(category)[:-1] == before
    assert between(category, free, 8).round == 1
    assert not makers.stage(category).byes.exists()


def test_the_round_stays_missed_where_that_draft_is_thrown_away():
    category = drawn("swiss", 7)
    late(category, into_running_round=True)
    draws.discard(stage=makers.stage(category), by=by(category))
    play_round(category, 1)
    next_round(category)
    assert byes(category, 8)[0] == (1, "late")


def test_nobody_is_drawn_into_a_running_round_in_which_nobody_waits():
    category = drawn("swiss", 6)
    with pytest.raises(Impossible, match="nothing-to-repair"):
        late(category, into_running_round=True)
    assert category.entrants.count() == 6
    assert not Bye.objects.exists()


def test_nobody_comes_beside_a_draft_or_after_the_last_round():
    category = drawn("swiss", 6)
    play_round(category, 1)
    draws.propose(stage=makers.stage(category), by=by(category))
    with pytest.raises(Impossible, match="draft-stands"):
        late(category)
    draws.discard(stage=makers.stage(category), by=by(category))
    for number in range(2, 6):
        next_round(category)
        play_round(category, number)
    with pytest.raises(Impossible, match="rounds-over"):
        late(category)


def test_who_comes_late_sits_at_a_table_of_the_next_round():
    category = makers.category(kind="single", plan="tables", game="dice-poker")
    makers.entrants(category, 8)
    makers.drawn(category)
    late(category)
    for match in makers.stage(category).matches.all():
        makers.result(match, *makers.better_number_wins(match))
    next_round(category)
    assert drawn_in(category, 2) == set(range(1, 10))
    assert byes(category, 9) == [(1, "late")]


# -- groups and leagues -----------------------------------------------------------------------------------------


def test_who_comes_late_into_groups_comes_into_the_smallest_and_nothing_moves():
    category = makers.groups(7, kind="single")
    stage = makers.stage(category)
    sizes = {group.label: group.places.count() for group in stage.groups.all()}
    assert sizes == {"A": 4, "B": 3}
    before = matches(category)
    made = late(category)
    assert matches(category)[: len(before)] == before
    place = made.group_places.get()
    assert (place.group.label, place.position, place.since_round) == ("B", 4, 1)
    own = stage.matches.filter(seats__entrant=made)
    # In a group of three somebody sits out in every round: the newcomer meets each of them there.
    assert sorted(own.values_list("round", flat=True)) == [1, 2, 3]
    assert set(own.values_list("code", flat=True)) == {"B-1-2", "B-2-2", "B-3-2"}
    assert {match.state for match in own} == {"ready"}
    # Round 1 has three matches at tables 1 to 3 of the four.
    assert own.get(code="B-1-2").table.number == 4
    assert {check.verdict for check in draw_checks.checked()} == {"same"}


def test_a_group_can_be_chosen_and_rounds_that_have_begun_take_nobody_in():
    category = makers.groups(8, kind="single")
    stage = makers.stage(category)
    group = stage.groups.get(label="A")
    makers.result(group.matches.filter(round=1).first(), 200, 100)
    made = late(category, group="A")
    rounds = sorted(stage.matches.filter(seats__entrant=made).values_list("round", flat=True))
    assert rounds == [4, 5, 6, 7]  # nobody of four is free in the rounds that there are
    assert made.group_places.get().since_round == 4
    with pytest.raises(Impossible, match="unknown-group"):
        late(category, group="Z")
    # The next one finds room beside the first.
    following = late(category, group="A")
    rounds = sorted(stage.matches.filter(seats__entrant=following).values_list("round", flat=True))
    assert rounds == [2, 4, 5, 6, 7]
    makers.played_out(category)
    table = {table.label: table for table in stages.stage_tables(makers.stage(category))}["A"]
    assert {row.values["played"] for row in table.rows} == {5}


def test_whoever_left_the_group_loses_to_who_comes_late_as_to_everybody():
    category = makers.groups(4, kind="single")
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    late(category)
    assert ended(between(category, 1, 5)) == (5, "walkover", "opponent-left")
    assert between(category, 2, 5).state == "ready"
    leaving.come_back(entrant=entrant(category, 1), by=by(category))
    assert between(category, 1, 5).state == "ready"


def test_a_league_of_two_legs_takes_somebody_in_for_both():
    category = makers.category(kind="single", plan="league")
    makers.entrants(category, 3)
    stage = makers.stage(category)
    stage.settings["legs"] = 2
    stage.save()
    makers.drawn(category)
    made = late(category)
    own = makers.stage(category).matches.filter(seats__entrant=made)
    met = sorted(own.exclude(seats__entrant=None).values_list("code", flat=True).distinct())
    assert met == ["1-2", "2-2", "3-2", "4-2", "5-2", "6-2"]
    firsts = [match.seats.get(position=1).entrant_id == made.pk for match in own.order_by("round")]
    assert firsts.count(True) == 3


# -- where nobody can come --------------------------------------------------------------------------------------


def test_a_bracket_takes_nobody_in():
    category = drawn("knockout", 5)
    with pytest.raises(Impossible, match="late-in-bracket"):
        late(category)
    assert category.entrants.count() == 5


def test_nobody_comes_late_before_the_draw_or_once_the_next_stage_is_drawn():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    with pytest.raises(Impossible, match="nothing-in-play"):
        late(category)
    makers.drawn(category)
    with pytest.raises(Impossible, match="unknown-state"):
        late(category, state="withdrawn")
    makers.played_out(category)
    draws.propose(stage=makers.stage(category, 2), by=by(category))
    with pytest.raises(Impossible, match="next-stage-drawn"):
        late(category)
    draws.discard(stage=makers.stage(category, 2), by=by(category))
    draws.close(stage=makers.stage(category), by=by(category))
    with pytest.raises(Impossible, match="nothing-in-play"):
        late(category)


def test_who_comes_late_is_entered_as_everybody_else_is():
    category = makers.groups(4, kind="single", capacity=5)
    known = entrant(category, 1).members.get().player
    with pytest.raises(Impossible, match="player-entered-already"):
        arriving.enter_late(category=category, by=by(category), players=[known])
    with pytest.raises(Impossible, match="wrong-member-count"):
        arriving.enter_late(category=category, by=by(category), players=[])
    late(category)
    with pytest.raises(Impossible, match="category-full"):
        late(category)


def test_a_late_name_is_typed_once():
    category = makers.groups(4, kind="single")
    entry_desk.enter_late_names(category=category, by=by(category), names=["Ana Quispe"], club="Los Dados")
    assert entrant(category, 5).club.name == "Los Dados"
    with pytest.raises(Impossible, match="namesakes-entered"):
        entry_desk.enter_late_names(category=category, by=by(category), names=["ana quispe"])


# -- a substitute -----------------------------------------------------------------------------------------------


def test_a_substitute_plays_on_and_the_points_stay_the_pair_s():
    """STA-07: replace a player before round 2 starts; the points appear once, and are the entrant's."""
    category = makers.groups(4)
    match = between(category, 1, 2)
    makers.result(match, *makers.better_number_wins(match))
    before = {row.number: row.values for row in stages.stage_tables(makers.stage(category))[0].rows}
    one = entrant(category, 1)
    leaves, stays = [member.player for member in one.members.select_related("player")]
    comes = makers.player(by(category), "Ana Rojas")
    arriving.substitute(entrant=one, by=by(category), leaves=leaves, comes=comes, reason="hurt a hand")
    one = entrant(category, 1)
    assert [member.player for member in one.members.all()] == [comes, stays]
    assert one.name == entries.name_of([comes, stays])
    after = {row.number: row.values for row in stages.stage_tables(makers.stage(category))[0].rows}
    assert after == before
    entry = Entry.objects.latest("pk")
    following = makers.stage(category).matches.filter(seats__entrant=one, state="ready").first()
    assert (entry.verb, entry.facts["match"]) == ("competition.entrant.substituted", following.code)
    assert (entry.facts["leaves"], entry.facts["comes"]) == (leaves.name, "Ana Rojas")


def test_a_pair_with_a_name_of_its_own_keeps_it():
    category = makers.groups(4)
    one = entrant(category, 1)
    entries.edit(entrant=one, by=by(category), name="Los Tigres", reason="as they are called")
    leaves = one.members.first().player
    comes = makers.player(by(category))
    arriving.substitute(entrant=one, by=by(category), leaves=leaves, comes=comes, reason="ill")
    assert entrant(category, 1).name == "Los Tigres"
    assert comes.folded in entrant(category, 1).folded


def test_nobody_takes_a_place_who_plays_already_or_whose_place_it_is_not():
    category = makers.groups(4)
    one, two = entrant(category, 1), entrant(category, 2)
    mine, theirs = one.members.first().player, two.members.first().player
    newcomer = makers.player(by(category))
    for leaves, comes, reason, code in (
        (mine, theirs, "ill", "player-entered-already"),
        (mine, one.members.last().player, "ill", "player-entered-already"),
        (theirs, newcomer, "ill", "not-a-member"),
        (mine, newcomer, " ", "reason-needed"),
    ):
        with pytest.raises(Impossible, match=code):
            arriving.substitute(entrant=one, by=by(category), leaves=leaves, comes=comes, reason=reason)
    single = makers.groups(4, kind="single")
    alone = entrant(single, 1)
    with pytest.raises(Impossible, match="substitute-alone"):
        arriving.substitute(
            entrant=alone,
            by=by(single),
            leaves=alone.members.get().player,
            comes=makers.player(by(single)),
            reason="ill",
        )


def test_a_substitute_in_a_running_match_plays_from_that_match_on():
    category = makers.groups(4)
    match = between(category, 1, 3)
    results.start(match=match, by=by(category))
    one = entrant(category, 1)
    entry_desk.substitute_name(
        entrant=one, by=by(category), leaves=one.members.first().player, comes="Ana Rojas", reason="ill"
    )
    assert Entry.objects.latest("pk").facts["match"] == match.code


def test_a_refused_late_entry_leaves_nothing_behind():
    category = drawn("swiss", 6)
    before = (Entry.objects.count(), Match.objects.count(), Entrant.objects.count())
    with pytest.raises((Impossible, NoValidDraw)):
        entry_desk.enter_late_names(
            category=category, by=by(category), names=["Ana Rojas"], into_running_round=True
        )
    assert (Entry.objects.count(), Match.objects.count(), Entrant.objects.count()) == before
