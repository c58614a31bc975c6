"""The numbered rules of a game as text, for the page that shows them and for whoever looks a refusal's rule up.

Knows: the files RULES.md (English) and RULES.<language>.md beside each game: ``## 2. Throws``, then one
paragraph a rule, its number first.
Does not know: what the rules mean. A language without its own file reads the English one.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cacho_tournaments.games import get

_SECTION = re.compile(r"## (\d+)\. (.+)")
_RULE = re.compile(r"(\d+\.\d+) (.+)", re.DOTALL)


class Rule(NamedTuple):
    number: str
    text: str


class Section(NamedTuple):
    """One part of the rules; ``number`` is what a refusal cites that means the whole part (``8``)."""

    title: str
    rules: tuple[Rule, ...]
    number: str


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
    package = Path(__file__).parent / type(get(code)).__module__.split(".")[-2]
    own = package / f"RULES.{language}.md"
    path = own if language.isalpha() and own.is_file() else package / "RULES.md"
    title, *paragraphs = _paragraphs(path.read_text(encoding="utf-8"))
    preface: list[str] = []
    sections: list[tuple[str, str, list[Rule]]] = []
    for paragraph in paragraphs:
        if section := _SECTION.fullmatch(paragraph):
            sections.append((section[1], section[2], []))
        elif not sections:
            preface.append(paragraph)
        elif rule := _RULE.fullmatch(paragraph):
            sections[-1][2].append(Rule(rule[1], rule[2]))
        else:
            raise ValueError(f"{path.name}: a paragraph without a number: {paragraph[:40]}")
    return (
        Preface(title.removeprefix("# "), tuple(preface)),
        tuple(Section(name, tuple(rules), number) for number, name, rules in sections),
    )


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs, each on one line."""
    return [" ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()]
