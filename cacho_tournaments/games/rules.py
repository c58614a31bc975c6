"""The numbered rules of a game as text, for the page that shows them and for whoever looks a refusal's rule up.

Knows: the files RULES.md (English) and RULES.<language>.md beside each game. ``# Title`` and paragraphs of preface,
then parts headed ``## 2. Throws``. What stands in a part is a block, parted from the next by an empty line: a
numbered rule (``2.1 The first throw …``), a paragraph without a number, or a table (``| head | head |``, a line of
``| --- | --- |``, rows of as many cells). There is no other mark-up: text is shown as it stands.
Does not know: what the rules mean. A language without its own file reads the English one.

What comes out: ``Section.blocks`` holds every block in order, each a ``Rule`` (``number`` empty for a paragraph
without one) or a ``Table`` (``head`` tells it from a rule); ``Section.rules`` only the numbered rules;
``Section.numbers`` everything that a refusal or an option may cite in this part, its own number first. A part without
numbered rules is itself one rule: what is cited as rule 3 is then its whole text.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cacho_tournaments.games import package_of

_SECTION = re.compile(r"## (\d+)\. (.+)")
_RULE = re.compile(r"(\d+\.\d+) (.+)")
_UNDER_THE_HEAD = re.compile(r":?-+:?")


class Rule(NamedTuple):
    number: str
    text: str


class Table(NamedTuple):
    """A table; every row has as many cells as the head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(NamedTuple):
    """One part of the rules; ``number`` is what a refusal cites that means the whole part (``8``)."""

    title: str
    number: str
    blocks: tuple[Rule | Table, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Return the numbered rules, without paragraphs and tables."""
        return tuple(block for block in self.blocks if isinstance(block, Rule) and block.number)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return every number that may be cited: the part's own, then those of its rules."""
        return (self.number, *(rule.number for rule in self.rules))


class Preface(NamedTuple):
    title: str
    paragraphs: tuple[str, ...]


def rules_text(code: str, language: str = "en") -> tuple[Section, ...]:
    """Return the parts of a game's rules, in order. Raises: SetupRefused ``unknown-game``."""
    return _read(code, language.partition("-")[0].lower())[1]


def rules_preface(code: str, language: str = "en") -> Preface:
    """Return the title and what stands before the first part: where the rules come from, how to read them."""
    return _read(code, language.partition("-")[0].lower())[0]


@lru_cache(maxsize=32)
def _read(code: str, language: str) -> tuple[Preface, tuple[Section, ...]]:
    package = Path(__file__).parent / package_of(code).rpartition(".")[2]
    own = package / f"RULES.{language}.md"
    path = own if language.isalpha() and own.is_file() else package / "RULES.md"
    return read(path.read_text(encoding="utf-8"), path.name)


def read(text: str, name: str) -> tuple[Preface, tuple[Section, ...]]:
    """Read the text of a rules file; ``name`` is said where it cannot stand. Raises: ValueError."""
    title, *pieces = [piece for piece in re.split(r"\n\s*\n", text.strip()) if piece.strip()]
    preface: list[str] = []
    sections: list[tuple[str, str, list[Rule | Table]]] = []
    for piece in pieces:
        paragraph = " ".join(piece.split())
        if section := _SECTION.fullmatch(paragraph):
            sections.append((section[2], section[1], []))
        elif not sections:
            preface.append(paragraph)
        elif piece.startswith("|"):
            sections[-1][2].append(_table(piece, name))
        else:
            sections[-1][2].append(_rule(paragraph, sections[-1][1], name))
    return (
        Preface(title.removeprefix("# "), tuple(preface)),
        tuple(Section(heading, number, tuple(blocks)) for heading, number, blocks in sections),
    )


def _rule(paragraph: str, section: str, name: str) -> Rule:
    rule = _RULE.fullmatch(paragraph)
    if not rule:
        return Rule("", paragraph)
    if not rule[1].startswith(f"{section}."):
        raise ValueError(f"{name}: rule {rule[1]} stands in part {section}")
    return Rule(rule[1], rule[2])


def _table(piece: str, name: str) -> Table:
    head, under, *rows = [_cells(line) for line in piece.splitlines()]
    if not all(_UNDER_THE_HEAD.fullmatch(cell) for cell in under):
        raise ValueError(f"{name}: no line under the head of a table: {piece[:40]}")
    if any(len(row) != len(head) for row in (under, *rows)):
        raise ValueError(f"{name}: a row has more or fewer cells than the head: {piece[:40]}")
    return Table(head, tuple(rows))


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|"))
