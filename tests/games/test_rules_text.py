"""The rules of every game as text: what its file may hold, and that no code or rule is without words."""

import pytest

from cacho_tournaments.games.rules import Rule, Table, read

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
