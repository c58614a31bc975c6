"""The words of a game as the game itself gives them: English texts, marked so that they are found for translation.

Knows: which words every game owes to those who show it. Does not know: languages, how a text is translated or shown;
whoever shows it looks its translation up.

The marking functions bear the names by which translation tools find texts. A text with a context (``yes`` of an
option) carries it before a separator, as catalogues keep it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

CONTEXT_ENDS = "\x04"
Text = str  # an English text, its context before CONTEXT_ENDS where it has one


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text with gaps (``%(throws)s``) and what fills them; ``plural`` is said where ``count`` asks for it."""

    text: Text
    gaps: Mapping[str, object] = field(default_factory=dict)
    plural: Text = ""
    count: int = 1


Options = Mapping[str, str]
SmallPrint = Callable[[Options], tuple[Phrase, ...]]


def gettext_noop(text: str) -> Text:
    """Mark a text; it comes back as it is."""
    return text


def pgettext(context: str, text: str) -> Text:
    """Mark a text whose translation depends on where it is said."""
    return f"{context}{CONTEXT_ENDS}{text}"


def ngettext(singular: str, plural: str, count: int) -> Phrase:
    """Mark a text that depends on a count, which also fills its gap ``%(count)d``."""
    return Phrase(singular, {"count": count}, plural, count)


def _nothing(options: Options) -> tuple[Phrase, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Words:
    """All words of a game. Keys are the codes that its engine uses; a code without a word is shown as it is.

    ``boxes`` names boxes, events, heads of columns and counters, with a small first letter as on the sheet.
    ``signs`` gives the symbol that stands for a mark. ``usual_ending`` is the end that nobody needs to be told of; a
    mark ``shutout`` says that the loser hardly scored. ``refusals`` holds sentences for codes that are the game's own
    or need other words here than elsewhere. ``small_print`` says what a scorekeeper must not forget, one sentence or
    short paragraph a phrase. A refusal's key ``code:fact`` is its sentence where that fact is given (``needs``: a box
    waits for another); the code alone is said elsewhere. ``level`` says what decides between equal sums, where an
    option of the game may part them.
    """

    name: Text
    boxes: Mapping[str, Text] = field(default_factory=dict)
    marks: Mapping[str, Text] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, Text] = field(default_factory=dict)
    usual_ending: str = "full-sheets"
    presets: Mapping[str, Text] = field(default_factory=dict)
    options: Mapping[str, Text] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    refusals: Mapping[str, Text] = field(default_factory=dict)
    warnings: Mapping[str, Text] = field(default_factory=dict)
    small_print: SmallPrint = _nothing
    level: Callable[[Options], Phrase] | None = None
