"""Rules are frozen into a game at its first turn: what the organizer changes later never judges or scores it anew."""

import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.models import Category, Match, Result
from cacho_tournaments.games import record
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import paper, turns
from cacho_tournaments.play.models import Game
from tests.play import scene

pytestmark = pytest.mark.django_db


def changed(match: Match, **fields: Any) -> Match:
    """Change the category under a match, whatever the organizer's pages would let through."""
    Category.objects.filter(pk=match.stage.category_id).update(**fields)
    return scene.anew(match)


def test_a_game_keeps_ruleset_version_preset_options_and_players_of_its_first_turn() -> None:
    match = scene.ready(played={"game": "cuarenta", "options": {"misdeal": "2"}})
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 hand", "1 caida"]), by=by)
    before = Game.objects.get()
    assert (before.game, before.ruleset, before.preset, before.players) == ("cuarenta", "1", "quito", 1)
    assert (before.options["style"], before.options["misdeal"]) == ("a-todo-dos", "2")
    match = changed(match, preset="a-todo-rigor", options={"misdeal": "game"}, kind="pair", game="generala")
    # A caída y limpia is 2 in this style and 4 in the other; single players have four deals, pairs two.
    out = scene.append(
        match, *scene.batch(["1 caida-limpia", "1 deal", "1 deal", "1 misdeal"], base=2), by=by
    )
    assert [each.points for each in out] == [2, None, None, 2]
    after = Game.objects.get()
    for name in ("game", "ruleset", "preset", "options", "players", "sides", "to_move"):
        assert getattr(after, name) == getattr(before, name), name


def test_a_game_begun_is_shown_judged_and_downloaded_by_its_own_rules() -> None:
    match = scene.ready(played={"game": "generala", "options": {"double": "on"}})
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 33333 t2 =generala", "2 12345 t1 =straight"]), by=by)
    match = changed(match, options={"double": "off", "generala_points": "50", "served_bonus": "10"})
    client = Client(headers={"accept-language": "en"})
    client.force_login(by)
    page = client.get(reverse("play:match", args=[match.token])).content.decode()
    assert page.count('value="double"') == 1, "the box that the game began with"
    (game,) = queries.match_page(match.token).games
    assert game.totals == (60, 25)
    assert queries.score_table(game)["dice"]["44444"]["later"]["double"] == [120]
    out = scene.append(match, *scene.batch(["1 44444 t2 =double", "2 11122 t1 =full"], base=2), by=by)
    assert [each.points for each in out] == [120, 35]
    (kept,) = record.parse(client.get(reverse("api:record", args=[match.token])).content.decode())
    assert kept.options == {"double": "on"}
    assert ("ruleset", "1") in kept.other


def test_a_match_played_keeps_its_result_and_its_place_in_the_standings() -> None:
    match = scene.ready(played={"game": "dice-poker"})
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.thrown_game(match, seed=3)), by=by)
    category = match.stage.category
    client = Client(headers={"accept-language": "en"})
    client.force_login(by)
    table = reverse("live:groups", args=[category.tournament.slug, category.slug])
    places = [
        table,
        reverse("live:match", args=[match.token]),
        reverse("api:record", args=[match.token]),
    ]
    before = [rows(client.get(each).content.decode()) for each in places]
    result = queries.match_page(match.token).result
    changed(match, preset=category.preset, options={"strike": "only-if-nothing-fits", "tie": "box-order"})
    assert [rows(client.get(each).content.decode()) for each in places] == before
    assert queries.match_page(match.token).result == result


def rows(page: str) -> list[str]:
    """Return what stands in a page's tables, or the lines of a record."""
    return re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", page, re.S) or page.splitlines()


def test_the_later_games_of_a_match_follow_its_first() -> None:
    match = scene.final(best_of=3, game="generala", options={"double": "on"})
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 11111 t1 =generala", 0), by=by)
    match = changed(match, options={"double": "off"}, game="dice-poker", kind="pair")
    blank = queries.match_page(match.token).games[1]
    assert (blank.game, blank.options["double"], blank.players) == ("generala", "on", 1)
    scene.append(match, *scene.batch(["2 33333 t2 =generala", "1 xdouble"], number=2), by=by)
    rows = list(Game.objects.order_by("number"))
    assert [(row.game, row.preset, row.options, row.players) for row in rows] == [
        (rows[0].game, rows[0].preset, rows[0].options, 1)
    ] * 2


def test_what_decides_a_match_is_what_its_first_game_was_frozen_with() -> None:
    match = scene.ready(2, plan="knockout", played={"game": "cuarenta"})
    by = scene.referee_of(match)
    lines = ["1 hand", "1 penalty 38 : late", "1 caida"]
    scene.append(match, *scene.batch(lines[:2]), by=by)
    changed(match, options={"zapatero": "tournament"})
    scene.append(match, *scene.batch(lines[2:], base=2), by=by)
    result = Result.objects.get(match=match, is_current=True)
    assert not result.lines.filter(is_out=True).exists()


def test_a_correction_is_judged_by_the_rules_of_the_game_it_corrects() -> None:
    match = scene.ready(played={"game": "generala", "options": {"served_bonus": "10"}})
    by = scene.referee_of(match)
    sheet = {"straight": "30", "full": "40", "four": "50", "generala": "x"} | dict.fromkeys("123456", "x")
    paper.enter(match=match, by=by, sheets=[sheet, sheet | {"full": "30"}])
    changed(match, options={})
    paper.enter(match=match, by=by, sheets=[sheet | {"full": "30"}, sheet], reason="sides swapped")
    result = queries.match_page(match.token).result
    assert result is not None and [line.points for line in result.lines] == [110, 120]


@pytest.mark.django_db(transaction=True)
def test_games_from_before_players_were_frozen_take_them_over() -> None:
    one, pair = scene.ready(), scene.ready(kind="pair")
    for match in (one, pair):
        scene.append(match, scene.sent("1 =E 20", 0), by=scene.referee_of(match))
    Game.objects.update(players=1)
    migration = import_module("cacho_tournaments.play.migrations.0002_any_game")
    with connection.schema_editor() as editor:
        migration.take_over_players(apps, editor)
    assert [Game.objects.get(match=match).players for match in (one, pair)] == [1, 2]


def test_a_turn_taken_back_leaves_the_rules_that_it_froze() -> None:
    match = scene.ready(played={"game": "generala"})
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 12345 t1 =straight", 0), by=by)
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    changed(match, options={"served_bonus": "10"})
    (out,) = scene.append(match, scene.sent("1 12345 t1 =straight", 2), by=by)
    assert out.points == 25
