"""Lines as people and broken tablets send them: a legal line, and what becomes of it when something is changed.

Knows: the words of lines, other games' lines, odd characters. Does not know: which of them are refused.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

_SIGNS = "123456EFPGx~=/+>t@-p:0 79ab"
_ODD = ("😀", "é", "１", "٣", " ", "﻿", "\x1c", "\x85", "\t", "\n", "\\", '"', "𝟙", "\xa0", "\r", "\x7f")
_BOXES = (
    *("1", "2", "3", "4", "5", "6", "E", "F", "P", "G"),
    *("pair", "two-pairs", "three", "small", "large", "full", "four", "poker", "chance", "straight"),
    *("generala", "double", "full@2", "full@3", "1@1", "poker@4", "nothing"),
)
_LINES = (
    *("1 35661 66+214 1>6 =6 18", "2 11111 dormida", "1 =G 50", "2 xE", "1 55251 555+26 2>5 =P 40"),
    *(
        "1 12345 =E ~E / sobre",
        "1 12345 ~E / 66666 dormida",
        "2 12345 xE 0",
        "1 33666 t2 =full 24",
        "1 t1 =generala",
    ),
    *("1 66666 t1 =poker 180", "2 x6", "1 11166 t3 =1 0", "2 11234 t9 =chance", "1 t1 =generala 60"),
    *("1 hand", "2 deal", "1 ronda p1", "2 caida 2", "1 count 21 19", "2 penalty 2 : late", "1 misdeal"),
    *("1 tally caida=3 limpia=1 / ronda=1 / 21 19", "2 tally / / 20 20", "1 tally / 20 20", "1 count 40 40"),
    *("1 penalty 3 : odd", "1 penalty 99 : much", "2 penalty 4 :", "2 penalty 4 : a ; b", "1 doble-ronda p2"),
    *("", " ", "concede", "1", "7 concede", "1 concede now", "0 =1", "01 =1 1", "100 =1"),
)
_EVENTS = ("ronda", "doble-ronda", "caida", "limpia", "caida-limpia", "caida-ronda", "tres-caidas-limpia")


class Bender:
    """Bends lines of one game by a given generator."""

    def __init__(self, code: str, rng: Random) -> None:
        self._code = code
        self._rng = rng
        self._ways: tuple[Callable[[list[str]], list[str]], ...] = (
            self._one_sign,
            self._odd,
            self._dropped,
            self._doubled,
            self._shuffled,
            self._other_side,
            self._other_box,
            self._claimed,
            self._huge,
            self._unthrown,
        )

    def around(self, line: str, state: Any) -> Iterator[str]:
        """Yield some bent lines now and then, and the legal one, which may not be the last."""
        rng = self._rng
        if self._code == "cuarenta" and not state.is_open and rng.random() < 0.6:
            yield self._hand()
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            yield self._bent(line)
        for _ in range(rng.choice((0, 1, 1, 2))):
            yield self._well_formed(line.partition(" ")[0])
        if rng.random() < 0.02:
            yield f"{rng.randint(1, 6)} concede"
        yield line
        if rng.random() < 0.1:
            yield line

    def _well_formed(self, side: str) -> str:
        """Return a line that can be read, whatever the rules say of it."""
        rng = self._rng
        if self._code == "cuarenta":
            return self._event()
        if self._code != "cacho-alalay":
            dice = self._dice(5)
            box = rng.choice([box for box in _BOXES if box not in ("nothing", "E", "F", "P", "G")])
            thrown = rng.choice(("", f"{dice} t{rng.choice((1, 1, 2, 3, 3, 4, 5))} "))
            points = rng.choice(
                ("", "", "", f" {rng.choice((0, 6, 12, 15, 20, 24, 25, 30, 40, 45, 60, 65, 72))}")
            )
            return f"{side} {thrown}{f'x{box}' if rng.random() < 0.3 else f'={box}{points}'}"
        if rng.random() < 0.8:
            return f"{side} {self._attempt()}"
        return f"{side} {self._attempt()} / {self._attempt()}"

    def _attempt(self) -> str:
        """Return an attempt of Cacho: throws that fit each other mostly, flips of dice that lie there mostly."""
        rng = self._rng
        dice = rng.choice((self._dice(5), self._dice(5), "12345", "33355", "66661", "11111"))
        words = [dice] if rng.random() < 0.8 else []
        for _ in range(rng.choice((0, 1, 1, 2)) if words else 0):
            kept = "".join(rng.sample(dice, rng.choice((0, 0, 2, 3, 3, 4))))
            thrown = rng.choice((self._dice(5 - len(kept)), kept[:1] * (5 - len(kept)) or "55555"))
            words.append(f"{kept}+{thrown}")
            dice = kept + thrown
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3)) if words else 0):
            face = rng.choice(dice)
            words.append(f"{face}>{rng.choice((str(7 - int(face)),) * 5 + ('4',))}")
        box = rng.choice("123456EFPG")
        points = rng.choice(("", "", "", f" {rng.choice((0, 3, 6, 9, 12, 20, 24, 25, 30, 35, 40, 45, 50))}"))
        words.append(
            rng.choice(
                (f"={box}{points}",) * 5
                + (f"x{box}", f"x{box}", "dormida", f"~{box}", f"~x{box}", "sobre", "-")
            )
        )
        return " ".join(words)

    def _event(self) -> str:
        rng = self._rng
        code = rng.choice((*_EVENTS, *_EVENTS, "hand", "deal", "count", "misdeal"))
        player = rng.choice(("", " p1", " p2")) if code.endswith("ronda") and code != "caida-ronda" else ""
        cards = f" {rng.randint(0, 26)} {rng.randint(0, 26)}" if code == "count" else ""
        points = f" {rng.choice((0, 2, 4))}" if code in _EVENTS and rng.random() < 0.15 else ""
        return f"{rng.choice((1, 2))} {code}{player}{cards}{points}"

    def _dice(self, count: int) -> str:
        return "".join(self._rng.choice("123456") for _ in range(count))

    def _bent(self, line: str) -> str:
        rng = self._rng
        if rng.random() < 0.12:
            return rng.choice(_LINES)
        words = line.split(" ")
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            words = rng.choice(self._ways)(words) or [""]
        between = " " if rng.random() < 0.9 else rng.choice(("  ", "\t", " ", "\x1f", " \x85"))
        return between.join(words)

    def _hand(self) -> str:
        """Return the shorthand of a hand as it may be; its order may be hidden, or its figures impossible."""
        rng = self._rng
        sides = []
        for _ in (1, 2):
            few = rng.sample(_EVENTS, rng.choice((0, 1, 1, 2, 3)))
            sides.append(" ".join(f"{code}={rng.choice((0, 1, 1, 2, 3, 4, 8))}" for code in few))
        one = rng.randint(14, 26)
        cards = f"{one} {40 - one - rng.choice((0, 0, 0, 1, 3))}"
        return f"{rng.choice((1, 2))} tally {sides[0]} / {sides[1]} / {cards}"

    def _one_sign(self, words: list[str]) -> list[str]:
        text = " ".join(words)
        at = self._rng.randrange(len(text) + 1)
        return f"{text[:at]}{self._rng.choice(_SIGNS)}{text[at + self._rng.randint(0, 1) :]}".split(" ")

    def _odd(self, words: list[str]) -> list[str]:
        text = " ".join(words)
        at = self._rng.randrange(len(text) + 1)
        return f"{text[:at]}{self._rng.choice(_ODD)}{text[at:]}".split(" ")

    def _dropped(self, words: list[str]) -> list[str]:
        at = self._rng.randrange(len(words))
        return [*words[:at], *words[at + 1 :]]

    def _doubled(self, words: list[str]) -> list[str]:
        at = self._rng.randrange(len(words))
        return [*words[:at], words[at], *words[at:]]

    def _shuffled(self, words: list[str]) -> list[str]:
        return self._rng.sample(words, len(words))

    def _other_side(self, words: list[str]) -> list[str]:
        return [str(self._rng.choice((0, 1, 2, 2, 3, 7, 99, 100))), *words[1:]]

    def _other_box(self, words: list[str]) -> list[str]:
        mark = self._rng.choice("==x~")
        return [
            f"{mark}{self._rng.choice(_BOXES)}" if word[:1] in ("=", "x", "~") else word for word in words
        ]

    def _claimed(self, words: list[str]) -> list[str]:
        points = str(self._rng.choice((0, 1, 2, 5, 18, 20, 25, 30, 45, 50, -8, 999)))
        return [*words[:-1], points] if words[-1].lstrip("-").isdigit() else [*words, points]

    def _huge(self, words: list[str]) -> list[str]:
        return [*words, self._rng.choice(("1000000", "9" * 30, "0" * 7, "-1", "1.5"))]

    def _unthrown(self, words: list[str]) -> list[str]:
        """Change dice, or leave them out."""
        if self._rng.random() < 0.3:
            return [word for word in words if not word[:1].isdigit() or word == words[0]]
        return [
            "".join(self._rng.choice("123456") if sign in "123456" else sign for sign in word)
            if (at and "+" in word) or (len(word) > 3 and word.isdigit())
            else word
            for at, word in enumerate(words)
        ]
