"""Each game brings its words: every code of its engine is said, and small print follows the options."""

import pytest
from django.utils import translation

from cacho_tournaments import games
from cacho_tournaments.web import option_words, words
from cacho_tournaments.web.small_print import small_print


@pytest.mark.parametrize("code", games.codes())
def test_every_option_value_and_preset_of_a_game_has_its_words(code: str) -> None:
    game = games.get(code)
    known = games.words_of(code)
    assert words.game_name(code) != code
    assert [name for name in game.presets if name not in known.presets] == []
    assert [option.name for option in game.options if option.name not in known.options] == []
    bare = {
        (option.name, value)
        for option in game.options
        for value in option.values
        if value not in known.values.get(option.name, {}) and not value.isdecimal()
    }
    assert bare == set()


@pytest.mark.parametrize("code", games.codes())
def test_every_box_head_and_counter_of_a_sheet_has_its_name(code: str) -> None:
    game = games.get(code)
    known = games.words_of(code)
    for preset in game.presets:
        state = game.start(game.resolve(preset), sides=2)
        sheet = game.sheet(state, 1)
        codes = {cell.box for cell in sheet.cells} | set(sheet.heads)
        codes |= {counter.code for counter in sheet.counters}
        assert sorted(codes - set(known.boxes)) == []


@pytest.mark.parametrize("language", ["es", "en", "ru"])
@pytest.mark.parametrize("code", games.codes())
def test_small_print_fills_its_gaps_under_every_option(code: str, language: str) -> None:
    game = games.get(code)
    changes = [{}, *({option.name: value} for option in game.options for value in option.values)]
    with translation.override(language):
        said = [
            line
            for preset in game.presets
            for each in changes
            for line in small_print(code, game.resolve(preset, each))
        ]
    assert said
    assert [line for line in said if "%" in line or not line.endswith((".", "!"))] == []


def test_the_small_print_of_cacho_says_flips_partners_and_what_wins_at_once() -> None:
    """Rules 3.2, 6.3, 4.1, 5.2 and 5.3."""
    game = games.get("cacho-alalay")
    with translation.override("en"):
        pairs = small_print("cacho-alalay", game.resolve("cochabamba-pairs"))
        without = small_print(
            "cacho-alalay",
            game.resolve(
                overrides={
                    "max_flips": "0",
                    "dormida": "off",
                    "panza_de_oro_grandes": "off",
                    "four_of_each_grandes": "2",
                }
            ),
        )
    assert pairs == (
        "After the last throw 1 die must be flipped, up to 2 may.",
        "Both partners throw; the first play may be left sobre; one box is written a turn.",
        "Dormida: five alike in a throw of all five dice wins at once.",
        "Panza de oro wins at once: 25, 35, 45 and a grande.",
        "Four of each number and a grande win at once.",
    )
    assert without == ("No die is flipped.", "Four of each number and 2 grandes win at once.")


def test_words_that_depend_on_where_they_are_said_keep_their_context() -> None:
    with translation.override("es"):
        assert str(option_words.value_name("cacho-alalay", "sobre", "on")) == "sí"
        assert str(option_words.value_name("cacho-alalay", "grandes", "2")) == "2"


def test_what_nobody_knows_shows_its_code() -> None:
    assert words.game_name("ludo") == "ludo"
    assert words.box_name("ludo", "7") == words.box_name("cacho-alalay", "7") == "7"
    assert words.mark_name("unheard-of") == words.ending_name("unheard-of") == "unheard-of"
    assert small_print("ludo", {}) == ()


def test_the_usual_end_of_a_game_is_not_worth_a_word() -> None:
    with translation.override("en"):
        assert words.ending_said("full-sheets", "cacho-alalay") == ""
        assert words.ending_said("forty", "cuarenta") == ""
        assert words.ending_said("forty", "cuarenta", shutout=True) == "zapatería"
        assert words.ending_said("concession", "cuarenta", shutout=True) == "conceded, zapatería"
        assert words.ending_said("dormida", "cacho-alalay") != ""
