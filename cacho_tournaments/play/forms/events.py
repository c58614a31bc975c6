"""A turn of a game of events typed without script: what happened, to which side; or a whole hand by its counts.

Knows: what a game's form offers (kind ``events``), how it becomes a record line or the shorthand of a hand.
Does not know: what an event is worth or when it may happen; the engine's offer says it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.games.reading import one_line
from cacho_tournaments.play.forms.fields import figure_field
from cacho_tournaments.play.forms.turns import TurnForm
from cacho_tournaments.play.queries import GameView, MatchPage
from cacho_tournaments.web import words

_GAP = re.compile(r"\{(\w+)\}")
_MOST = 99
CONCEDE = "concede"  # in the record of every game

GAPS: dict[str, Any] = {"points": _("Points"), "reason": _("Reason")}


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move as a button shows it: its line is what the button sends, ``said`` what it brings."""

    line: str
    name: str
    side_name: str
    player: str
    said: str


@dataclass(frozen=True, slots=True)
class SidePlays:
    """The moves of a side that are one press."""

    name: str
    plays: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Gapped:
    """A play whose figures are typed, with the sides that may have it; ``gaps`` are its fields."""

    name: str
    moves: tuple[Move, ...]
    gaps: tuple[forms.BoundField, ...]
    is_open: bool
    is_shown_first: bool  # what it brings follows from the figures


class EventForm(TurnForm):
    """One legal move, with the figures and the reason that it needs."""

    part = "event"

    move = forms.ChoiceField(label=_("What happened"), required=False)

    def __init__(self, *args: Any, page: MatchPage, game: GameView, **kwargs: Any) -> None:
        super().__init__(*args, page=page, game=game, **kwargs)
        self.moves: list[Mapping[str, Any]] = list(self.offer.get("moves", ()))
        cast(forms.ChoiceField, self.fields["move"]).choices = [
            (each["line"], words.box_name(game.game, each["code"])) for each in self.moves
        ]
        for each in self.moves:
            for gap in each.get("gaps", ()):
                name = f"gap-{gap['name']}"
                if name not in self.fields:
                    self.fields[name] = self._gap(gap)

    def _gap(self, gap: Mapping[str, Any]) -> forms.Field:
        name = str(gap["name"])
        if gap.get("text"):
            attributes = {"class": "form-control", "autocomplete": "off"}
            return forms.CharField(
                label=GAPS.get(name, name), max_length=120, required=False, widget=forms.TextInput(attributes)
            )
        if name.isdigit():  # what is wrong with figures of the sides the game says itself, with its rule
            return figure_field(self.names[int(name)], least=0, most=_MOST)
        return figure_field(GAPS.get(name, name), least=gap.get("least", 0), most=gap.get("most", _MOST))

    def sides(self) -> list[SidePlays]:
        """Return for each side the moves that are one press."""
        return [
            SidePlays(
                name,
                tuple(
                    self._shown(each)
                    for each in self.moves
                    if each["side"] == side and not each.get("gaps") and each["code"] != CONCEDE
                ),
            )
            for side, name in self.names.items()
        ]

    def last_resorts(self) -> list[Move]:
        """Return the moves that no slip of a finger should make."""
        return [self._shown(each) for each in self.moves if each["code"] == CONCEDE]

    def gapped(self) -> Iterator[Gapped]:
        """Yield the plays that need figures, each once for all sides that may have it."""
        chosen = self.data.get("move") if self.is_bound else None
        for code in dict.fromkeys(each["code"] for each in self.moves if each.get("gaps")):
            moves = [each for each in self.moves if each["code"] == code]
            gaps = moves[0]["gaps"]
            is_figures = not any(gap.get("text") for gap in gaps)
            yield Gapped(
                name=str(words.box_name(self.game.game, code)),
                moves=tuple(self._shown(each) for each in moves),
                gaps=tuple(self[f"gap-{gap['name']}"] for gap in gaps),
                # What needs a reason in words is rare.
                is_open=chosen in [each["line"] for each in moves] or is_figures,
                is_shown_first=is_figures,
            )

    def _shown(self, move: Mapping[str, Any]) -> Move:
        side = self.page.sides[move["side"] - 1]
        player = move.get("player")
        named = side.members[player - 1] if player and player <= len(side.members) else str(player or "")
        return Move(
            line=move["line"],
            name=str(words.box_name(self.game.game, move["code"])),
            side_name=side.name,
            player=named,
            said=self._brings(move),
        )

    def _brings(self, move: Mapping[str, Any]) -> str:
        """Return what a move brings, and to whom where that is another side; empty where it brings nothing."""
        if "points" not in move:
            return ""
        said = _("wins") if move["points"] is None else f"+{move['points']}"
        if "gets" not in move:
            return str(said)
        return _("%(points)s for %(name)s") % {"points": said, "name": self.names[move["gets"]]}

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        line = str(found.get("move") or "")
        for name in _GAP.findall(line) if not found.get("line") else ():
            field = f"gap-{name}"
            if field not in self.errors and found.get(field) in (None, ""):
                self.add_error(field, self.fields[field].error_messages["required"])
        return found

    def is_shown_first(self, line: str) -> bool:
        move = self.cleaned_data.get("move")
        gaps = next((each.get("gaps", ()) for each in self.moves if each["line"] == move), ())
        return bool(gaps) and not any(gap.get("text") for gap in gaps)

    def record_line(self, found: dict[str, Any]) -> str:
        typed = super().record_line(found)
        return typed or _GAP.sub(lambda gap: _said(found, gap[1]), str(found.get("move") or ""))


@dataclass(frozen=True, slots=True)
class TallyRow:
    """An event of the hand with a field for each side's count."""

    name: str
    worth: int | None
    fields: tuple[forms.BoundField, ...]


class TallyForm(TurnForm):
    """A whole hand by its counts, where the order of its events cannot matter."""

    part = "tally"
    nothing: ClassVar[Any] = _("Type the cards that each side captured.")

    dealer = forms.TypedChoiceField(label=_("Who dealt"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, page: MatchPage, game: GameView, **kwargs: Any) -> None:
        super().__init__(*args, page=page, game=game, **kwargs)
        del self.fields["line"]
        tally = self.offer["tally"]
        self.columns: Sequence[str] = tally["columns"]
        self.worth: Mapping[str, int] = tally.get("worth", {})
        dealers = [each["side"] for each in self.offer.get("moves", ()) if each["code"] == "hand"]
        sides = sorted(dict.fromkeys(dealers)) or list(self.names)
        dealer = cast(forms.TypedChoiceField, self.fields["dealer"])
        dealer.choices = [(side, self.names[side]) for side in sides]
        dealer.initial = self.offer.get("dealer")
        for side, name in self.names.items():
            for code in self.columns:
                self.fields[f"n{side}-{code}"] = figure_field(name, least=0, most=_MOST)
            self.fields[f"cards-{side}"] = figure_field(name, least=0, most=_MOST)

    def rows(self) -> list[TallyRow]:
        """Return the events of the style, each with its counts."""
        return [
            TallyRow(
                name=str(words.box_name(self.game.game, code)),
                worth=self.worth.get(code),
                fields=tuple(self[f"n{side}-{code}"] for side in self.names),
            )
            for code in self.columns
        ]

    def cards(self) -> list[forms.BoundField]:
        """Return the fields for the captured cards."""
        return [self[f"cards-{side}"] for side in self.names]

    def room(self) -> list[int]:
        """Return how many points of events each side may have in a hand that is entered so."""
        room: Mapping[str, int] = self.offer["tally"]["room"]
        return [room[str(side)] for side in self.names]

    def is_shown_first(self, line: str) -> bool:
        return True

    def record_line(self, found: dict[str, Any]) -> str:
        cards = [found.get(f"cards-{side}") for side in self.names]
        if None in cards:
            return ""
        events = [
            " ".join(f"{code}={count}" for code in self.columns if (count := found.get(f"n{side}-{code}")))
            for side in self.names
        ]
        return f"{found.get('dealer')} tally {' / '.join(events)} / {cards[0]} {cards[1]}"


def _said(found: Mapping[str, Any], name: str) -> str:
    value = found.get(f"gap-{name}")
    return "" if value is None else one_line(str(value))
