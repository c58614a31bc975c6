"""The demo event: made and played through the actions, the same for the same seed, left as far as was asked."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cacho_tournaments import games
from cacho_tournaments.competition.models import Category, Entrant, Match, Result, Stage, Tournament
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import Club, Player, User
from cacho_tournaments.play.models import Confirmation, Game, Refusal, Turn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def log_ins_in_a_folder_of_their_own(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def demo(*words: str) -> str:
    out = StringIO()
    call_command("demo_tournament", *words, stdout=out)
    return out.getvalue()


def test_an_event_is_played_to_its_end_by_legal_turns() -> None:
    said = demo("--entrants", "8", "--category", "pairs", "--play", "all")
    event = Tournament.objects.get()
    assert event.is_public and event.city == "Cochabamba"
    assert set(Stage.objects.values_list("state", flat=True)) == {"closed"}
    assert set(Match.objects.values_list("state", flat=True)) == {"finished"}
    assert Result.objects.filter(is_current=True).count() == Match.objects.count()
    assert not Refusal.objects.exists() and Turn.objects.count() > 200
    assert Player.objects.count() == 16 and Club.objects.exists()
    assert "matches played" in said and f"/{event.slug}/" in said
    assert Entry.objects.filter(verb="play.game.finished").count() == Game.objects.count()
    assert Confirmation.objects.filter(how="tap").count() == 2 * Match.objects.count(), "by each side"


def test_the_same_seed_makes_the_same_event() -> None:
    seen = []
    for _ in range(2):
        demo("--entrants", "5", "--category", "single", "--seed", "9", "--play", "groups")
        event = Tournament.objects.order_by("-pk")[0]
        names = list(Entrant.objects.filter(category__tournament=event).values_list("name", flat=True))
        lines = Turn.objects.filter(game__match__stage__category__tournament=event).order_by("pk")
        seen.append((names, list(lines.values_list("line", flat=True))))
    assert seen[0] == seen[1]
    assert Tournament.objects.values("slug").distinct().count() == 2


def test_groups_leaves_the_knock_out_drawn() -> None:
    demo("--entrants", "8", "--category", "single", "--play", "groups")
    groups, knockout = Stage.objects.order_by("order")
    assert (groups.state, knockout.state) == ("closed", "released")
    assert not knockout.matches.exclude(state__in=["ready", "waiting"]).exists()


def test_none_leaves_everything_to_be_played() -> None:
    demo("--entrants", "4", "--play", "none")
    assert not Turn.objects.exists() and set(Match.objects.values_list("state", flat=True)) == {"ready"}


def test_some_leaves_matches_in_the_middle_of_a_game() -> None:
    demo("--entrants", "8", "--category", "single", "--play", "some")
    states = set(Match.objects.filter(stage__order=1).values_list("state", flat=True))
    assert states == {"finished", "playing", "ready"}
    for match in Match.objects.filter(state="playing"):
        assert match.games.get().sequence > 0


def test_the_log_ins_printed_open_the_site() -> None:
    demo("--entrants", "4", "--play", "none")
    said = demo("--log-ins")
    for username in ("organizador", "arbitro", "mesa"):
        (line,) = [line for line in said.splitlines() if f" {username} " in line]
        assert Client().login(username=username, password=line.split()[-1])
    assert "PIN" in said
    user = User.objects.get(username="mesa")
    user.set_password("another")
    user.save()
    assert "(changed since)" in demo("--log-ins")


def test_if_empty_makes_two_events_with_every_game_and_then_leaves_everything_alone() -> None:
    demo("--if-empty")
    large, small = Tournament.objects.order_by("pk")
    assert (large.currency, small.currency) == ("BOB", "USD")
    assert set(large.categories.values_list("game", flat=True)) == {games.codes()[0]}
    assert sorted(small.categories.values_list("game", flat=True)) == sorted(games.codes()[1:])
    assert len(set(small.categories.values_list("name", flat=True))) == len(games.codes()) - 1
    assert Result.objects.filter(match__stage__category__tournament=small).exists()
    assert Match.objects.filter(stage__category__tournament=small, state="playing").exists()
    for event in (large, small):
        now = Match.objects.filter(stage__category__tournament=event, state="playing")
        at = list(now.values_list("table__number", flat=True))
        assert None not in at and len(set(at)) == len(at) > 1, "one match at a table at a time"
    stages = Stage.objects.filter(category__tournament=large, state__in=Stage.SHOWN)
    swiss = stages.get(format="swiss")
    assert swiss.draws.count() == 3 and swiss.matches.filter(round=3, state="playing").exists()
    assert swiss.participants.filter(since_round=2).exists()
    assert swiss.participants.get(left_after_round__isnull=False).entrant.state == "withdrawn"
    assert stages.filter(format="tables", settings__one_table=True).exists()
    assert stages.get(format="double-elimination").state == "closed"
    finished = Stage.objects.filter(category__tournament=small, format="knockout", state="closed")
    assert finished.exists()
    assert not Refusal.objects.exists()
    before = Turn.objects.count()
    assert demo("--if-empty") == ""
    assert Turn.objects.count() == before and User.objects.count() == 3
    said = demo("--log-ins")
    assert large.name in said and small.name in said


@pytest.mark.parametrize("game", games.codes()[1:])
def test_any_game_makes_an_event_of_its_own(game: str) -> None:
    demo("--game", game, "--entrants", "4", "--play", "all")
    category = Category.objects.get()
    assert category.game == game
    assert category.members_per_entrant <= games.get(game).max_players
    assert set(Match.objects.values_list("state", flat=True)) == {"finished"}
    assert Entrant.objects.count() == 4 and not Refusal.objects.exists()
    assert set(Game.objects.values_list("is_over", flat=True)) == {True}


def test_single_players_and_pairs_can_be_asked_for_of_any_game() -> None:
    demo("--game", games.codes()[-1], "--category", "single", "--entrants", "3", "--play", "groups")
    demo("--game", games.codes()[1], "--category", "pairs", "--entrants", "3", "--play", "groups")
    assert [made.kind for made in Category.objects.order_by("pk")] == ["single", "pair"]


def test_a_second_event_keeps_the_accounts_of_the_first() -> None:
    demo("--entrants", "4", "--play", "none")
    kept = User.objects.get(username="arbitro").password
    demo("--entrants", "4", "--play", "none")
    assert User.objects.get(username="arbitro").password == kept and User.objects.count() == 3


@pytest.mark.parametrize(
    "words",
    [("--entrants", "2"), ("--entrants", "9999"), ("--play", "half"), ("--game", "hopscotch")],
)
def test_what_cannot_be_made_is_refused_in_words(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        demo(*words)
    assert not Tournament.objects.exists()
