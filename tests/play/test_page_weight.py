"""The referee's page with all that it loads stays light enough for a hall's network, in every game and language."""

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments import games
from tests.bench import page_weight
from tests.play import scene

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("code", games.codes())
def test_the_page_with_all_it_loads_weighs_less_than_a_photograph(code: str) -> None:
    match = scene.ready(kind="pair", played={"game": code})
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.thrown_game(match, seed=3)[:10]), by=by)
    for language in ("es", "ru"):  # English has fewer letters than either
        client = Client(headers={"accept-language": language})
        client.force_login(by)
        parts = page_weight.parts(client.get(reverse("play:match", args=[match.token])).content.decode())
        assert sum(parts.values()) < page_weight.LIMIT, (language, parts)
        assert set(parts) == {"page", "css", "js", "woff2", "svg"}


def test_a_page_loads_the_rules_of_its_own_game_alone() -> None:
    match = scene.ready(played={"game": "generala"})
    client = Client()
    client.force_login(scene.referee_of(match))
    html = client.get(reverse("play:match", args=[match.token])).content.decode()
    rules = {path.stem for path in page_weight.loaded(html) if path.parent.name == "rules"}
    assert rules & set(games.codes()) == {"generala"}
    assert {"door", "runtime"} < rules


def test_a_page_in_spanish_loads_no_cyrillic_letters_and_a_russian_one_does() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    for language, wanted in (("es", 0), ("ru", 3)):
        client = Client(headers={"accept-language": language})
        client.force_login(by)
        html = client.get(reverse("play:match", args=[match.token])).content.decode()
        cyrillic = [path for path in page_weight.loaded(html) if path.stem.endswith("-cyrillic")]
        assert len(cyrillic) == wanted, language
