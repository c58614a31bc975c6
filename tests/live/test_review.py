"""While the end of a match is confirmed at its table, whoever watches sees the last agreed total (TAB-25)."""

import re

import pytest
from django.test import Client

from cacho_tournaments.competition.models import Match
from cacho_tournaments.games import record
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import confirming, decisions, turns
from cacho_tournaments.play.models import Game
from cacho_tournaments.play.sent import SentConfirm
from tests import makers
from tests.competition.walking import logged_in, see
from tests.live import reading
from tests.play import scene

pytestmark = pytest.mark.django_db
LABEL = "being confirmed at the table"
_SINGLE = {"knockout": {"best_of_late": 1}}


def _confirm(match: Match, by: User) -> None:
    game = Game.objects.filter(match=match).order_by("-number")[0]
    for side in range(1, game.sides + 1):
        word = SentConfirm(f"word-{game.sequence}-{side:04}", side, "tap", game.number, game.sequence)
        confirming.confirm(match=match, sent=word, by=by)


def _seen(reader: Client, match: Match) -> tuple[str, list[str]]:
    """Return what the match's page says, and the lines of its record."""
    answer = reader.get(f"/api/m/{match.token}.cacho")
    games = record.parse(answer.content.decode())
    said = re.sub(r"Updated at [\d:]+", "", reading.words(reader, f"/m/{match.token}/"))
    return said, [line.text for game in games for line in game.lines]


def test_a_correction_during_the_review_is_not_seen_until_it_is_confirmed(reader: Client) -> None:
    """TAB-25. By hand: 203 to 137; with twos for threes in the first box 202."""
    match = scene.ready(played={"confirmation": "tap"})
    event = match.stage.category.tournament
    by = makers.organizer_of(event)
    scene.append(match, *scene.batch(scene.lines_of()), by=by)
    said, lines = _seen(reader, match)
    assert LABEL in said and "203" in said and "finished" not in said and lines[0] == "1 =1 3"
    decisions.correct_turn(match=match, by=by, number=1, sequence=1, line="1 =1 2", reason="misread")
    assert _seen(reader, match) == (said, lines), "the referees are still talking"
    front = reading.words(reader, f"/{event.slug}/")
    assert LABEL in front and " 203 " in front and " 202 " not in front
    _confirm(match, by)
    after, written = _seen(reader, match)
    assert LABEL not in after and "202" in after and "finished" in after and written[0] == "1 =1 2"


def test_a_turn_taken_back_and_written_anew_is_not_seen_either(reader: Client) -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    lines = scene.lines_of()
    scene.append(match, *scene.batch(lines), by=by)
    before = _seen(reader, match)
    for step, _line in enumerate(lines[-3:]):
        turns.cancel_last(match=match, client_id=f"undo-{step:04}", by=by)
        assert _seen(reader, match) == before
    scene.append(match, *scene.batch(lines[-3:-1], base=25), by=by)
    assert _seen(reader, match) == before
    front = reading.words(reader, f"/{match.stage.category.tournament.slug}/")
    assert LABEL in front and "203" in front


def test_an_end_that_was_none_is_gone_once_the_game_is_played_on(reader: Client) -> None:
    match = scene.ready(played={"confirmation": "tap"})
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 dormida", 0), by=by)
    assert LABEL in _seen(reader, match)[0]
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    scene.append(match, *scene.batch(["1 =1 3", "2 =1 2"], base=2), by=by)
    said, lines = _seen(reader, match)
    assert LABEL not in said and "being played" in said and lines == ["1 =1 3", "2 =1 2"]


def test_a_match_of_several_games_is_shown_as_it_first_ended(reader: Client) -> None:
    """Both games of the first side, 203 to 137; then the second one is corrected to the other's win."""
    match = scene.final(best_of=3, confirmation="tap")
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.lines_of()), by=by)
    assert LABEL not in _seen(reader, match)[0], "one game is no match"
    scene.append(match, *scene.batch(scene.lines_of(opens=2), number=2), by=by)
    before = _seen(reader, match)
    assert LABEL in before[0]
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    assert _seen(reader, match) == before
    scene.append(match, scene.sent(scene.lines_of(opens=2)[-1], 23, number=2), by=by)
    assert _seen(reader, match) == before
    _confirm(match, by)
    assert LABEL not in _seen(reader, match)[0] and scene.anew(match).state == "finished"


def test_the_next_match_knows_its_sides_only_once_the_end_is_confirmed(reader: Client) -> None:
    match = scene.ready(4, plan="knockout", played={"confirmation": "tap"}, best_of_late=1)
    by = scene.referee_of(match)
    first = match.seats.get(position=1).entrant
    assert first is not None
    scene.append(match, *scene.batch(scene.lines_of()), by=by)
    final = Match.objects.get(stage=match.stage, bracket="final")
    assert not final.seats.filter(entrant=first).exists()
    _confirm(match, by)
    assert final.seats.filter(entrant=first).exists()


@pytest.mark.parametrize(
    ("plan", "pages"),
    [
        ("cochabamba", ["matches/", "groups/", "groups/?group=A", "e/{number}/"]),
        ("swiss", ["matches/", "groups/", "groups/?round=1", "e/{number}/"]),
        ("knockout", ["matches/", "bracket/", "e/{number}/"]),
    ],
)
def test_every_list_says_that_the_end_is_being_confirmed(reader: Client, plan: str, pages: list[str]) -> None:
    match = scene.ready(4, plan=plan, played={"confirmation": "tap"}, **_SINGLE.get(plan, {}))
    category, by = match.stage.category, scene.referee_of(match)
    entrant = match.seats.get(position=1).entrant
    assert entrant is not None
    top = f"/{category.tournament.slug}/{category.slug}/"
    urls = [top + page.format(number=entrant.number) for page in pages]

    def said() -> set[tuple[bool, bool]]:
        shown = [reading.page(reader, url).split('id="list"')[-1] for url in urls]
        red.append(any(mark in page for page in shown for mark in ("is-live", "live-dot", "chip-live")))
        told = [reading.text(page) for page in shown]
        return {(LABEL in each, "being played" in each) for each in told}

    red: list[bool] = []
    lines = scene.lines_of()
    scene.append(match, *scene.batch(lines[:-1]), by=by)
    assert said() == {(False, True)}
    scene.append(match, scene.sent(lines[-1], 21), by=by)
    assert said() == {(True, False)}
    assert red == [True, False], "only what is being played is red"
    _confirm(match, by)
    assert said() == {(False, False)}


def test_the_first_page_has_another_ground_for_an_end_that_is_being_confirmed(reader: Client) -> None:
    match = scene.ready(4, played={"confirmation": "tap"})
    by, event = scene.referee_of(match), f"/{match.stage.category.tournament.slug}/"

    def looks() -> list[str]:
        return re.findall(r'class="(live-match(?: [^"]*)?)"', reading.page(reader, event))

    lines = scene.lines_of()
    scene.append(match, *scene.batch(lines[:-1]), by=by)
    assert looks() == ["live-match"]
    scene.append(match, scene.sent(lines[-1], 21), by=by)
    assert looks() == ["live-match is-confirmed"]


def test_where_somebody_plays_says_that_the_end_is_being_confirmed(reader: Client) -> None:
    match = scene.ready(4, played={"confirmation": "tap"})
    category, by = match.stage.category, scene.referee_of(match)
    event = f"/{category.tournament.slug}/"
    sides = [seat.entrant for seat in match.seats.select_related("entrant")]
    for side in sides:
        assert side is not None
        side.folded = f"quispe {side.number}"
        side.save()
    own = f"{event}{category.slug}/e/{sides[0].number}/"  # type: ignore[union-attr]
    where = f"Table {match.table}: {LABEL}"

    def said() -> list[int]:
        found, page = reading.words(reader, event, q="Quispe"), reading.words(reader, own)
        return [text.casefold().count(word) for word in ("playing now", LABEL) for text in (found, page)]

    lines = scene.lines_of()
    scene.append(match, *scene.batch(lines[:-1]), by=by)
    assert said() == [2, 1, 0, 0]
    scene.append(match, scene.sent(lines[-1], 21), by=by)
    assert said() == [0, 0, 2, 2]  # on its own page above, and in the card of the match
    assert reading.words(reader, event, q="Quispe").count(where) == 2
    _confirm(match, by)
    assert said() == [0, 0, 0, 0]


def test_who_watches_a_list_is_told_when_an_end_waits_and_when_it_waits_no_more(reader: Client) -> None:
    match = scene.ready(played={"confirmation": "tap"})
    category, by = match.stage.category, scene.referee_of(match)
    url = f"/{category.tournament.slug}/{category.slug}/groups/"

    def version() -> str:
        return str(reader.get(url, {"v": "old"})["X-Version"])

    scene.append(match, scene.sent("1 =1 3", 0), by=by)
    seen = [version()]
    scene.append(match, scene.sent("2 dormida", 1), by=by)
    seen.append(version())
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    assert version() == seen[1], "it may be written again"
    scene.append(match, scene.sent("2 =1 2", 3), by=by)
    assert version() == seen[0] != seen[1], "the game is played on"


def test_the_organizer_is_told_of_an_end_that_is_being_confirmed() -> None:
    match = scene.ready(4, played={"confirmation": "tap"})
    category, by = match.stage.category, scene.referee_of(match)
    event, entrant = category.tournament.slug, match.seats.get(position=1).entrant
    assert entrant is not None
    client = logged_in(makers.organizer_of(category.tournament))

    def counted() -> list[list[str]]:
        """Return how many are being played, and confirmed, by the page of the stage; the event's says the same."""
        pages = [
            see(client, "stage", event, category.slug, match.stage.order),
            see(client, "tournament", event),
        ]
        said = [
            [re.findall(rf"(\d+) (?:is|are) {word}", page) for page in pages]
            for word in ("being played now", LABEL)
        ]
        assert all(first == second for first, second in said)
        return [first for first, _second in said]

    def leaving() -> list[int]:
        page = see(client, "entrant_leave", event, category.slug, entrant.number)
        return [page.count(word) for word in ("being played", LABEL)]

    lines = scene.lines_of()
    scene.append(match, *scene.batch(lines[:-1]), by=by)
    assert (counted(), leaving()) == ([["1"], []], [1, 0])
    scene.append(match, scene.sent(lines[-1], 21), by=by)
    assert (counted(), leaving()) == ([[], ["1"]], [0, 1])
    other = Match.objects.filter(stage=match.stage, state="ready", round=match.round).first()
    assert other is not None
    scene.append(other, scene.sent(lines[0], 0), by=by)
    assert counted() == [["1"], ["1"]]
    _confirm(match, by)
    assert (counted(), leaving()) == ([["1"], []], [0, 0])
