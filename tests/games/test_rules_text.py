"""The rules of every game as text: what its file may hold, and that no code or rule is without words."""

import re
from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from pathlib import Path
from random import Random

import pytest
from django.utils import translation

from cacho_tournaments import games
from cacho_tournaments.games.base import Refused, Setup
from cacho_tournaments.games.record import parse
from cacho_tournaments.games.replay import begin, made_up, replay
from cacho_tournaments.games.rules import Rule, Section, Table, read, rules_preface, rules_text
from cacho_tournaments.web import explain, words
from cacho_tournaments.web.sentences import play as sentences
from cacho_tournaments.web.small_print import small_print

LANGUAGES = ("en", "es", "ru")
GOLDEN = Path(__file__).parent / "golden"
# What goes without saying at a table, and is no numbered rule of every game: turns, five dice, the end of a game.
# What a paper sheet is refused for before any rule is asked; a game may say it in words of its own.
OF_PAPER = sentences.PAPER
UNNUMBERED = {"not-your-turn", "wrong-dice-count", "game-over"}
CODE = re.compile(r"(?<![\w-])[a-z]+(?:-[a-z0-9]+)+(?![\w-])")

RULES = """# A game

Where it comes from.
In two lines.

## 1. Dice

Five dice are thrown.

1.1 Each throw
is counted. [A]

| box | pays |
| --- | --- |
| pair | 2 |
| | nothing |

## 2. The end

The highest sum wins. [A]
"""


def test_a_part_holds_rules_paragraphs_and_tables_in_their_order():
    preface, (dice, end) = read(RULES, "RULES.md")

    assert (preface.title, preface.paragraphs) == ("A game", ("Where it comes from. In two lines.",))
    assert (dice.number, dice.title) == ("1", "Dice")
    assert dice.blocks == (
        Rule("", "Five dice are thrown."),
        Rule("1.1", "Each throw is counted. [A]"),
        Table(("box", "pays"), (("pair", "2"), ("", "nothing"))),
    )
    assert dice.rules == (Rule("1.1", "Each throw is counted. [A]"),)
    assert (dice.numbers, end.numbers) == (("1", "1.1"), ("2",))


@pytest.mark.parametrize(
    ("piece", "fault"),
    [
        ("3.1 A rule of another part.", "rule 3.1 stands in part 1"),
        ("| box | pays |\n| pair | 2 |", "no line under the head"),
        ("| box | pays |\n| --- | --- |\n| pair |", "more or fewer cells"),
    ],
)
def test_a_file_that_cannot_stand_is_named_with_its_fault(piece, fault):
    with pytest.raises(ValueError, match=rf"RULES\.xx\.md: .*{fault}"):
        read(f"# A game\n\n## 1. Dice\n\n{piece}\n", "RULES.xx.md")


def part_of(code: str, language: str, number: str) -> str:
    """Return the text that stands under a number: one rule, or a whole part with its tables."""
    for section in rules_text(code, language):
        if section.number == number:
            return text_of(section)
        if number in section.numbers:
            return dict(section.rules)[number]
    raise AssertionError(f"{code}, {language}: there is no rule {number}")


def text_of(section: Section) -> str:
    said = []
    for block in section.blocks:
        said += (
            [block.text] if isinstance(block, Rule) else [" ".join(row) for row in (block.head, *block.rows)]
        )
    return " ".join(said)


def whole(code: str, language: str) -> str:
    parts = (text_of(section) for section in rules_text(code, language))
    return " ".join((*rules_preface(code, language).paragraphs, *parts))


def numbers(code: str, language: str = "en") -> set[str]:
    return {number for section in rules_text(code, language) for number in section.numbers}


def shape(code: str, language: str) -> list[object]:
    """Return the rules without their words: numbers, and how large each table is."""
    return [
        (
            section.number,
            [
                block.number if isinstance(block, Rule) else (len(block.head), len(block.rows))
                for block in section.blocks
            ],
        )
        for section in rules_text(code, language)
    ]


def known_codes(code: str) -> set[str]:
    """Return every code of a game that a reader of its rules may meet."""
    game, own = games.get(code), games.words_of(code)
    return {
        *explain.turn_sentences(code),
        *own.boxes,
        *own.warnings,
        *game.presets,
        *(value for option in game.options for value in option.values),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", games.codes())
def test_the_rules_have_the_same_parts_numbers_and_tables_in_every_language(code, language):
    sections = rules_text(code, language)

    assert [section.number for section in sections] == [str(at + 1) for at in range(len(sections))]
    assert all(section.blocks for section in sections)
    assert shape(code, language) == shape(code, "en")


@pytest.mark.parametrize("code", games.codes())
def test_the_rules_are_written_in_each_language(code):
    assert len({rules_preface(code, language).title for language in LANGUAGES}) == len(LANGUAGES)
    for one, other in combinations(LANGUAGES, 2):
        titles = zip(rules_text(code, one), rules_text(code, other), strict=True)
        assert all(mine.title != theirs.title for mine, theirs in titles if mine.title != "38 y 40")
    assert re.search("[а-я]", whole(code, "ru"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", games.codes())
def test_each_option_stands_at_its_rule_with_its_values_the_usual_one_first(code, language):
    for option in games.get(code).options:
        text = part_of(code, language, option.rule)
        at = re.search(rf"\b{option.name}\b", text)
        assert at, option.name
        rest = text[at.end() :]
        for value in option.values:
            found = re.search(rf"(?<![\w-]){value}(?![\w-])", rest)
            assert found, (option.name, value)
            rest = rest[found.end() :]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", games.codes())
def test_each_prepared_ruleset_is_named(code, language):
    text = whole(code, language)

    assert [preset for preset in games.get(code).presets if f"({preset})" not in text] == []


@pytest.mark.parametrize("code", games.codes())
def test_every_code_in_the_rules_is_one_of_the_game_and_stands_in_every_language(code):
    met = {language: set(CODE.findall(whole(code, language))) for language in LANGUAGES}
    known = known_codes(code)

    assert set.intersection(*met.values()) <= known
    assert met["en"] & known == met["es"] & known == met["ru"] & known


def sloppy(code: str, line: str, rng: Random) -> Iterator[str]:
    """Yield lines such as a tired scorekeeper makes of a right one."""
    tokens = line.split()
    yield " ".join(["2" if tokens[0] == "1" else "1", *tokens[1:]])
    yield f"{line} {2 * rng.randint(0, 60)}"
    yield f"{tokens[0]} concede"
    yield f"{line}@{rng.randint(1, 3)}"
    yield " ".join([*tokens, tokens[-1]])
    at = rng.randrange(len(tokens))
    yield " ".join(tokens[:at] + tokens[at + 1 :])
    digits = [place for place, letter in enumerate(line) if letter.isdigit()]
    for place in rng.sample(digits, min(3, len(digits))):
        yield f"{line[:place]}{rng.randint(0, 9)}{line[place + 1 :]}"
        yield f"{line[:place]}{line[place + 1 :]}"
    for box in rng.sample(sorted(games.words_of(code).boxes), 4):
        dice = [token for token in tokens[1:] if token[0] not in "=x"]
        sign = rng.choice(["=", "x", ""])
        yield " ".join([tokens[0], *dice, f"{sign}{box}"])
        yield f"{tokens[0]} {sign}{box}"
        yield f"{tokens[0]} {sign}{box} 5"


def lines_of(code: str, options: dict[str, str], seed: int) -> list[str]:
    """Return the lines of a made-up game, to its end."""
    return [line for line, _state in made_up(*begin(Setup(code, options, 2)), Random(seed))]


def refused(code: str, options: dict[str, str], seed: int) -> Iterator[Refused]:
    """Yield how lines are refused: sloppy ones, those of another moment, one line over and over, a late one."""
    game, rng = games.get(code), Random(seed)
    lines = lines_of(code, options, seed)
    _, start = begin(Setup(code, options, 2))
    state = start
    for line in lines:
        wrong = [*sloppy(code, line, rng), *rng.sample(lines, 3)]
        again = state
        for each in (*wrong, *[line] * 8):
            try:
                after, _ = game.apply(again, game.parse(each))
            except Refused as refusal:
                yield refusal
            else:
                again = after if each == line else again
        state, _ = game.apply(state, game.parse(line))
    for line in ("1 concede", lines[-1]):
        with pytest.raises(Refused) as late:
            game.apply(state, game.parse(line))
        yield late.value


def hand_checked(code: str) -> Iterator[Refused]:
    """Yield how the last lines of the records are refused that were worked out by hand."""
    for path in sorted((GOLDEN / code / "refused").glob("*.cacho")):
        for record in parse(path.read_text(encoding="utf-8")):
            yield from (turn.refused for turn in replay(record.setup, record.lines).turns if turn.refused)


def rulesets(code: str) -> list[dict[str, str]]:
    """Return every prepared ruleset of a game, and the one that is farthest from the usual."""
    game = games.get(code)
    far = {option.name: option.values[-1] for option in game.options}
    return [*(dict(game.resolve(preset)) for preset in game.presets), far]


@pytest.mark.parametrize("code", games.codes())
def test_what_is_refused_cites_a_rule_that_stands_and_is_said_in_a_whole_sentence(code):
    standing = numbers(code)
    seen = set()

    with translation.override("en"):
        sloppily = (
            each for options in rulesets(code) for seed in (1, 2) for each in refused(code, options, seed)
        )
        for refusal in (*hand_checked(code), *sloppily):
            said = explain.sentence_of(refusal.code, {**refusal.facts, "game": code})
            assert refusal.rule in standing or (refusal.code in UNNUMBERED and not refusal.rule), refusal.code
            assert refusal.code in explain.turn_sentences(code), refusal.code
            assert "–" not in said and "None" not in said, (refusal.code, refusal.facts)
            facts = (name for name, fact in refusal.facts.items() if fact)
            seen |= {refusal.code, *(f"{refusal.code}:{name}" for name in facts)}

    assert sorted(set(games.words_of(code).refusals) - seen - set(OF_PAPER)) == []


@pytest.mark.parametrize("code", games.codes())
def test_every_refusal_that_the_rules_promise_has_its_sentence(code):
    """The order of refusals in the last parts names every code that an engine answers."""
    promised = {each for each in CODE.findall(whole(code, "es")) if each in explain.turn_sentences(code)}
    own = {key.split(":")[0] for key in games.words_of(code).refusals}

    assert {"bad-notation", "game-over", "wrong-points"} <= promised
    assert sorted(set(own) - promised - set(OF_PAPER)) == []


@pytest.mark.parametrize("code", games.codes())
def test_what_a_game_answers_has_its_words(code):
    """Boxes, marks, events and endings of made-up games and of those that were worked out by hand."""
    game, own = games.get(code), games.words_of(code)
    records = [
        record
        for path in sorted((GOLDEN / code).glob("*.cacho"))
        for record in parse(path.read_text(encoding="utf-8"))
    ]
    answers = [replay(record.setup, record.lines) for record in records]
    answers += [
        replay(Setup(code, game.resolve(), 2), lines_of(code, game.resolve(), seed)) for seed in range(3)
    ]

    for played in answers:
        verdicts = [turn.verdict for turn in played.turns if turn.verdict]
        for verdict in (each for first in verdicts for each in (first, *first.also)):
            assert {verdict.box, verdict.play} - {None} <= set(own.boxes)
            assert verdict.mark is None or verdict.mark in words.mark_names(code)
            assert verdict.warning is None or verdict.warning in own.warnings
        sheets = [game.sheet(played.state, side + 1) for side in range(len(played.status.totals))]
        assert {cell.mark for sheet in sheets for cell in sheet.cells} - {None} <= set(words.mark_names(code))
        ending = played.status.ending
        assert ending is None or ending in {**words.ENDING_NAMES, **own.endings}


def settings(code: str) -> Iterator[dict[str, str]]:
    """Yield every set of values of a game's options, or where these are too many, every change of two."""
    options = games.get(code).options
    if prod(len(option.values) for option in options) < 1000:
        for values in product(*(option.values for option in options)):
            yield {option.name: value for option, value in zip(options, values, strict=True)}
        return
    for one, other in combinations(options, 2):
        for values in product(one.values, other.values):
            yield dict(zip((one.name, other.name), values, strict=True))


@pytest.mark.parametrize("code", games.codes())
def test_the_small_print_is_whole_and_short_under_every_choice(code):
    game = games.get(code)
    seen = set()

    with translation.override("en"):
        for chosen in settings(code):
            said = small_print(code, game.resolve(None, chosen))
            seen.add(said)
            assert all(line[0].isupper() or line[0].isdigit() for line in said)
            assert all(line.endswith(".") and "%" not in line and "None" not in line for line in said)
            assert 0 < sum(map(len, said)) < 480, said

    assert len(seen) > 1
