"""Every plan led to its end by hand through the pages, with what a floor can throw at it.

Drawn, exchanged, released, played on paper; somebody late, gone, away, disqualified, replaced; nobody at a match, also
at the last one; a result corrected rounds later by each decision, and undone. Sums are counted apart from the program.
"""

import pytest

from tests.walks.floor import Floor

pytestmark = pytest.mark.django_db


def test_swiss_and_its_cut() -> None:
    floor = Floor("swiss")
    floor.enter(9, seeds=2)
    floor.settings(1, rounds="4", go_on="4")
    floor.draw(1, seed="7")
    floor.exchange(1, 1, 3)
    floor.release()
    first, second, *_rest = floor.open_matches()
    floor.missing(first, *floor.sides(first))
    floor.late(10)
    floor.away(1, 2, 5)
    gone, left_over = floor.sides(second)
    floor.leave(gone)
    said = floor.repair()
    assert "free round" not in said.partition("Settings of")[0], (
        "the one with the bye plays whoever lost its opponent"
    )
    assert {left_over, 4} in [set(floor.sides(match)) for match in floor.open_matches()]
    floor.play_round()

    begun = floor.next_round()[0]
    assert 5 not in [n for match in floor.open_matches() for n in floor.sides(match)]
    assert any(10 in floor.sides(match) for match in floor.open_matches())
    floor.play(begun)
    floor.at(1)
    floor.organizer.click("/round/2/cancel/")
    assert "Round 2 is cancelled" in floor.organizer.send("", reason="drawn from the wrong list")
    floor.next_round()
    floor.play_round()

    floor.play(floor.next_round()[0])
    banned = floor.sides(floor.open_matches()[0])[0]
    floor.leave(banned, "disqualified")
    match, loser = floor.decided(1, 1)
    told = floor.tried_and_undone(match, loser)
    assert "Round 3 of 4 is in play" in told["keep"]
    assert "Round 2 of 4 is in play" in told["replay"] and "Draw round 2" in told["void"]
    floor.repair()
    floor.play_round()
    floor.next_round()
    floor.play_round()
    rows = floor.agrees(1)
    assert list(rows)[-1] == banned
    assert rows[gone]["Pts"] == "0"
    floor.close()

    floor.draw(2, seed="3")
    floor.release(2)
    best = list(rows)[:4]
    semi_finals = {frozenset(floor.sides(match)) for match in floor.open_matches(2)}
    assert semi_finals == {frozenset({best[0], best[3]}), frozenset({best[1], best[2]})}
    floor.play_round(2, 1)
    for last in floor.open_matches(2):
        floor.missing(last, *floor.sides(last))
    floor.close(2)
    assert [place for place, _name in floor.places()] == [2, 2, 4, 4]
    assert "Nobody has won" in floor.organizer.go(floor.manage)
    floor.looked_over()
    floor.drawn_truly()


def test_cochabamba() -> None:
    floor = Floor("cochabamba", kind="pair")
    floor.enter(11, seeds=2)
    floor.draw(1, seed="7")
    floor.exchange(1, 3, 5)
    floor.release()
    first, second, third, *_rest = floor.open_matches()
    floor.missing(first, *floor.sides(first))
    floor.late(12)
    floor.substitute(4, "Zoila Paz")
    floor.play(second)
    gone = floor.sides(third)[0]
    floor.leave(gone)
    floor.play_round()
    rows = floor.table(1)
    for number, row in rows.items():
        beaten = sum(gone in each.numbers for each in floor.standing(1))
        assert not beaten, "whoever has played less than half takes its results along"
        if number != gone:
            assert int(row["Pts"]) == floor.points(1, number), number
    floor.close()

    floor.draw(2, seed="5")
    floor.release(2)
    floor.play_round(2, 1)
    floor.play_round(2, 2)
    final = floor.open_matches(2)[0]
    floor.sheet(final)
    match, loser = floor.decided(2, 1)
    told = floor.tried_and_undone(match, loser)
    assert told["keep"].count("finished") > told["replay"].count("finished")
    assert "free place: nobody comes" in told["void"]
    match, loser = floor.decided(1, 1)
    told = floor.tried_and_undone(match, loser, 2)
    assert "is being played now" in told["keep"]
    if "is being played now" not in told["void"]:  # then it changes who goes on
        assert "Draw the knock-out" in told["void"] and "0 of 2 are finished" in told["replay"]
    banned, other = floor.sides(final)
    floor.leave(banned, "disqualified")
    floor.play_round(2)
    floor.close(2)
    places = floor.places()
    assert places[0] == (1, floor.name(other)) and [place for place, _name in places] == [1, 3, 4]
    floor.looked_over()
    floor.drawn_truly()


def test_a_league() -> None:
    floor = Floor("league")
    floor.enter(6)
    floor.draw(1, seed="7")
    floor.exchange(1, 3, 5)
    floor.release()
    first = floor.open_matches()[0]
    floor.missing(first, *floor.sides(first))
    floor.late(7)
    floor.play_round(1, 1)
    floor.play_round(1, 2)
    floor.agrees(1)
    floor.sheet(floor.open_matches()[0], tie=True)
    floor.play_round(1, 3)
    rows = floor.agrees(1)
    match, loser = floor.decided(1, 1)
    floor.tried_and_undone(match, loser, decisions=("keep",))
    gone = list(rows)[-1]
    floor.leave(gone)
    floor.play_round()
    assert list(floor.table(1))[-1] == gone
    floor.close()
    assert floor.places()[0][1] == floor.name(next(iter(floor.table(1))))
    floor.looked_over()
    floor.drawn_truly()


@pytest.mark.parametrize("number", [13, 18])
def test_tables_and_their_final(number: int) -> None:
    floor = Floor("tables")
    floor.enter(number, seeds=2)
    floor.settings(1, rounds="3")
    floor.draw(1, seed="7")
    floor.exchange(1, 3, 5)
    floor.release()
    first, second, third, *_rest = floor.open_matches()
    away = floor.sides(first)[1]
    floor.missing(first, away)
    assert away not in floor.sides(first), "the others play without it"
    empty = floor.sides(second)
    said = floor.missing(second, *empty)
    assert "all absent" in said and "both absent" not in said
    floor.late(number + 1)
    gone = floor.sides(third)[0]
    floor.away(1, 2, gone, floor.sides(third)[1])
    floor.leave(gone)
    assert floor.name(gone) not in floor.at(1).partition("Away:")[2].partition("It can be")[0]
    floor.repair()
    floor.sheet(first, tie=True)
    floor.play_round()
    rows = floor.table(1)
    assert {rows[each]["Pts"] for each in floor.sides(first)} == {"1"}, "three share 2, 1 and 0"
    assert all(rows[each]["Pts"] == "0" for each in empty)

    floor.play(floor.next_round()[0])
    floor.play_round()
    floor.play(floor.next_round()[0])
    match, loser = floor.decided(1, 1)
    told = floor.tried_and_undone(match, loser, decisions=("keep",) if number == 13 else ("replay",))
    assert {"keep": "Round 3 of 3", "replay": "Round 2 of 3"}[next(iter(told))] in "".join(told.values())
    banned = floor.sides(floor.open_matches()[0])[1]
    floor.leave(banned, "disqualified", open_matches="walkover")
    floor.play_round()
    for one, row in floor.table(1).items():
        assert int(row["Pts"]) == floor.table_points(1, one) + floor.byes(1, one), (one, row)
    floor.close()

    floor.draw(2)
    floor.release(2)
    (final,) = floor.open_matches(2)
    assert set(floor.sides(final)) == set(list(floor.table(1))[:4])
    floor.missing(final, *floor.sides(final))
    floor.close(2)
    assert floor.places() == [] and "Nobody has won" in floor.organizer.go(floor.manage)
    floor.looked_over()
    floor.drawn_truly()


@pytest.mark.parametrize("number", [6, 9])
def test_double_elimination(number: int) -> None:
    floor = Floor("double-elimination")
    floor.enter(number, seeds=2)
    floor.settings(1, best_of="1", best_of_from="0")
    floor.draw(1, seed="7")
    floor.exchange(1, 3, 5)
    floor.release()
    first = floor.open_matches()[0]
    floor.missing(first, *floor.sides(first))
    floor.play(floor.open_matches()[0])
    floor.leave(floor.sides(floor.open_matches()[0])[0])
    while len(floor.open_matches()) > 1 or floor.open_matches()[0].bracket != "final":
        floor.play(floor.open_matches()[0])
    match, loser = floor.decided(1, 1 if number == 6 else 2)
    floor.tried_and_undone(match, loser, decisions=("replay", "void") if number == 6 else ("keep",))
    (final,) = floor.open_matches()
    sides = floor.sides(final)
    floor.missing(final, *sides)
    floor.play_round()
    floor.close()
    assert floor.places()[:2] == [(2, name) for _place, name in floor.places()[:2]]
    assert {name for _place, name in floor.places()[:2]} == {floor.name(one) for one in sides}
    floor.looked_over()
    floor.drawn_truly()


@pytest.mark.once
def test_mundial_40() -> None:
    floor = Floor("mundial-40", kind="pair")
    floor.enter(16)
    floor.draw(1, seed="7")
    floor.exchange(1, 3, 5)
    floor.release()
    first, second, *_rest, last = floor.open_matches()
    floor.missing(first, *floor.sides(first))
    floor.late(17)
    floor.substitute(4, "Zoila Paz")
    floor.play(second)
    floor.leave(floor.sides(last)[0])
    floor.play_round()
    assert floor.at(1).count("second chance") == 8, "the second and the third of each of four groups"
    floor.close()
    assert "Second chance" in floor.draw(2, seed="3")
    floor.release(2)
    empty = floor.open_matches(2)[0]
    floor.missing(empty, *floor.sides(empty))
    floor.play_round(2)
    assert "Close the stage: then it stands who goes on." in floor.at(2), "a second chance has no winner"
    assert "Its places stand" in floor.close(2)
    floor.draw(3, seed="3")
    floor.release(3)
    inside = {one for match in floor.stage(3).matches.all() for one in floor.sides(match)}
    assert len(inside) == 7, (
        "four at once, three of four by the second chance: nobody came to the fourth match"
    )
    floor.play(floor.open_matches(3)[0])
    match, loser = floor.decided(1, 1)
    floor.tried_and_undone(match, loser, 2, 3, decisions=("replay",))
    match, loser = floor.decided(2, 1)
    told = floor.tried_and_undone(match, loser, 3, decisions=("void",))
    assert "Draw the knock-out" in told["void"]
    floor.play_round(3)
    floor.close(3)
    assert [place for place, _name in floor.places()] == [1, 2, 3, 4]
    floor.looked_over()
    floor.drawn_truly()


def test_relampago() -> None:
    floor = Floor("relampago")
    floor.enter(11, seeds=2)
    floor.draw(1, seed="7")
    floor.exchange(1, 3, 5)
    floor.release()
    first, second, third, *_rest = floor.open_matches()
    floor.missing(first, *floor.sides(first))
    floor.play(second)
    floor.leave(floor.sides(third)[0])
    assert "The bracket is released, so nobody can be entered" in floor.organizer.go(
        f"{floor.manage}entrants/"
    )
    while rest := [match for match in floor.open_matches() if match.code != "F"]:
        floor.play(rest[0])
    match, loser = floor.decided(1, 1)
    floor.tried_and_undone(match, loser, decisions=("void",))
    (final,) = floor.open_matches()
    floor.missing(final, *floor.sides(final))
    floor.close()
    assert [place for place, _name in floor.places()] == [2, 2, 3, 3]
    assert "Consolation" in floor.public.go(f"{floor.open_page}bracket/")
    floor.looked_over()
    floor.drawn_truly()
