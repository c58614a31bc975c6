"""The words handed to the tablet's script: each kind of entry gets what its scripts say, and nothing else."""

import re
from pathlib import Path
from random import Random

import pytest
from django.conf import settings

from cacho_tournaments import games
from cacho_tournaments.play.views import pad_kinds, pad_words

TABLET = Path(settings.BASE_DIR) / "static" / "tablet"
SHARED = ("pad", "page", "asking", "board", "sheets", "log", "sync")
ALSO = {"flips": ("quick", "dice"), "throws": ("quick", "dice", "numbers"), "events": ("numbers",)}
KINDS = sorted(ALSO)


def script(kind: str) -> str:
    paths = [TABLET / f"{name}.js" for name in (*SHARED, *ALSO[kind], kind)]
    paths += sorted((TABLET / kind).glob("*.js"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("kind", KINDS)
def test_every_sentence_that_a_script_says_is_handed_to_it(kind: str) -> None:
    said = set(re.findall(r'words\(\s*"(\w+)"', script(kind))) | set(re.findall(r"pill_\w+", script(kind)))
    assert len(said) > 30
    assert said - set(pad_words.texts(kind)) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_no_sentence_is_handed_over_that_no_script_says(kind: str) -> None:
    named = set(re.findall(r'"(\w+)"', script(kind)))
    by_number, by_page = {"throw_1", "throw_2", "throw_3"}, {"mode_full", "mode_quick"}
    assert set(pad_words.texts(kind)) - named - by_number - by_page == set()


@pytest.mark.parametrize("code", games.codes())
def test_every_game_is_entered_by_a_kind_that_has_its_script_and_its_style(code: str) -> None:
    rules = games.get(code)
    kind = rules.table(rules.resolve())["entry"]
    assert kind in pad_kinds.TOUCHED
    assert (TABLET / f"{kind}.js").is_file()
    assert (TABLET.parent / "css" / f"pad-{kind}.css").is_file()


RARE = {"too-many-caidas", "too-many-limpias"}  # bounds that no made-up player comes to


def met_by(code: str, preset: str) -> set[str]:
    """Return the refusals that a game hands to the script: by its table, or for events that are blocked."""
    rules = games.get(code)
    options = rules.resolve(preset)
    met: set[str] = set()
    for option in rules.options:
        for value in option.values:
            table = rules.table(rules.resolve(preset, {option.name: value}))
            met.update(table.get("stop_refusals", {}).values())
    for seed in range(8):
        state, chance = rules.start(options, sides=2), Random(seed)
        while not rules.status(state).over:
            for events in rules.form(state).get("blocked", {}).values():
                met |= {why["code"] for why in events.values()}
            state, _verdict = rules.apply(state, rules.random_turn(state, chance))
    return met


@pytest.mark.parametrize("kind", KINDS)
def test_no_refusal_is_handed_over_that_no_script_meets(kind: str) -> None:
    met = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', script(kind)))
    for code in games.codes():
        rules = games.get(code)
        if rules.table(rules.resolve())["entry"] == kind:
            met = met.union(*(met_by(code, preset) for preset in rules.presets))
    handed = {code.partition(":")[0] for code in pad_kinds.TOUCHED[kind]}
    assert handed - met - RARE == set()
