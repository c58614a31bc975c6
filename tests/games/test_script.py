"""The rules that are translated for the tablet: what stands in the repository is what the translator writes now, what
it cannot translate it refuses where it stands, and what it translates means what Python means."""

import ast
import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cacho_tournaments.games import codes
from cacho_tournaments.games.__main__ import main
from cacho_tournaments.games.script import Untranslatable, scripts
from cacho_tournaments.games.script.bundle import bundle
from cacho_tournaments.games.script.sources import Key, Sources
from tests.games.chromium import AS_TEXT, RULES, as_text, rules_page

MOST_BYTES = 25_000  # of a game with its runtime and the door, as a browser loads them


def translated(source: str, *names: str) -> str:
    sources = Sources({"cacho_tournaments.tried": source})
    return bundle(sources, [Key("cacho_tournaments.tried", name) for name in names], heading="tried")


def test_each_file_is_what_the_translator_writes_now() -> None:
    for name, text in scripts().items():
        assert (RULES / name).read_text(encoding="utf-8") == text, (
            f"run `make rules`: {name} is of other sources"
        )


def test_nothing_lies_beside_them_but_the_two_that_are_written_by_hand() -> None:
    assert {path.name for path in RULES.iterdir()} == {*scripts(), "runtime.js", "door.js"}


@pytest.mark.parametrize("code", codes())
def test_a_game_is_small_and_leaves_out_what_no_tablet_asks(code: str) -> None:
    parts = [(RULES / name).read_bytes() for name in (f"{code}.js", "runtime.js", "door.js")]
    assert sum(len(gzip.compress(part)) for part in parts) < MOST_BYTES
    text = parts[0].decode()
    assert not [name for name in ("random_turn", "transcribe", "minutes", "gettext", "rng") if name in text]


def test_the_command_line_writes_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["script", str(tmp_path)]) == 0
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == scripts()
    assert main(["script", str(tmp_path / "nowhere")]) == 2
    assert "cannot be written" in capsys.readouterr().err


REFUSED = {
    "with": "def f():\n    with open('x') as y:\n        return y\n",
    "a slice backwards is the runtime's affair, a delete is nobody's": "def f(x):\n    del x[0]\n",
    "power": "def f(x):\n    return x ** 2\n",
    "division": "def f(x):\n    return x / 2\n",
    "a format": "def f(x):\n    return f'{x:>4}'\n",
    "repr": "def f(x):\n    return f'{x!r}'\n",
    "bytes": "def f():\n    return b'x'\n",
    "an unknown function": "def f(x):\n    return hash(x)\n",
    "an unknown method": "def f(x):\n    return x.title()\n",
    "a name by argument where none is known": "def f(x):\n    return x(y=1)\n",
    "a parameter that is not there": "def g(a):\n    return a\n\n\ndef f():\n    return g(b=1)\n",
    "an argument that is missing": "def g(a):\n    return a\n\n\ndef f():\n    return g()\n",
    "a mapping as arguments": "def g(a):\n    return a\n\n\ndef f(x):\n    return g(**x)\n",
    "star parameters": "def f(*x):\n    return x\n",
    "another exception": "def f(x):\n    try:\n        return x()\n    except ValueError:\n        return 1\n",
    "finally": "def f(x):\n    try:\n        return x()\n    finally:\n        x()\n",
    "loop with else": "def f(x):\n    for y in x:\n        pass\n    else:\n        return 1\n",
    "global": "N = 1\n\n\ndef f():\n    global N\n    N = 2\n",
    "an unknown library": "import math\n\n\ndef f(x):\n    return math.sqrt(x)\n",
    "a decorator": "from functools import cache\n\n\n@cache\ndef f(x):\n    return x\n",
    "a class of the library": "from collections import OrderedDict\n\n\nclass f(OrderedDict):\n    pass\n",
    "a class that counts as false": "class f:\n    def __len__(self):\n        return 0\n",
    "a list that is changed by a sign": "def f(x: list[list[int]]):\n    x[0] += [1]\n    y = x\n    y |= x\n",
    "a change of what may be a list": "def f(x):\n    x += x\n    return x\n",
    "a top that does something": "for x in (1, 2):\n    pass\n\n\ndef f():\n    return 1\n",
    "await": "async def f():\n    return 1\n",
    "match": "def f(x):\n    match x:\n        case 1:\n            return 2\n",
    "a call amid a comparison": "def f(x):\n    return 1 < x() < 3\n",
}


@pytest.mark.parametrize("source", REFUSED.values(), ids=list(REFUSED))
def test_what_cannot_be_translated_is_refused_where_it_stands(source: str) -> None:
    with pytest.raises(Untranslatable) as refused:
        translated(source, "f")
    assert refused.value.module == "cacho_tournaments.tried"
    assert 0 < refused.value.line <= source.count("\n") + 1
    assert refused.value.construct in str(refused.value)


def test_a_game_that_leans_on_what_no_tablet_asks_for_is_refused() -> None:
    source = (
        "from cacho_tournaments.games.base import Game\n\n\nclass Tried(Game):\n"
        "    def parse(self, line):\n        return self.minutes({}, sides=2)\n"
    )
    with pytest.raises(Untranslatable, match="line 6: minutes, which no tablet asks for"):
        translated(source, "Tried")


# Each is one expression of Python; both sides must give the same value.
EXPRESSIONS = r"""
(1, 2) == (1, 2), (1, 2) == (1, 3), [1] == [1], {1: (2,)} == {1: (2,)}, {1, 2} == {2, 1}, True == 1
"1" == 1
Point(1, 2) == Point(1, 2), Point(1, 2) == (1, 2), Pair(1, 2) == (1, 2), Pair(1) == Pair(1, 5)
Point(1) == Pair(1)
len({(1, 2), (1, 2), (2, 1)}), {(1, "a"): 5}[(1, "a")], {Point(1, 2): 7}[Point(1, 2)], {True: 1}[1]
{"1": 1}.get(1)
len({1, True, "1", (1,), (True,), Point(1), Pair(1, 5), (1, 5)}), (1, None) in {(1, None)}
{Sign.PLUS: 3}[Sign.PLUS]
[1, 2, 3][-1], "abc"[-2], (1, 2, 3)[1:], (1, 2, 3)[:-1], "abcdef"[1:-2], [0, 1, 2, 3, 4][1::2], (1, 2)[5:]
"ab"[-9:9]
(1, 2, 3)[CUT], (5, 6, 7).index(7), (5, 6, 5).count(5), "banana".count("an"), "banana".index("n")
"a😀b😀".rindex("😀")
-7 // 2, 7 // -2, -7 % 3, 7 % -3, -(-7 // 2), divmod(-7, 3), 0 * -1, 6 & 3, 6 | 3, True & False
True | False
(0,) * 3, [1, 2] * 2, "ab" * 2, 3 * (None,), (1,) * 0, (1,) + (2,), [1] + [2], "a" + "b", True + True
5 - True
sorted([(2, "b"), (1, "b"), (2, "a")]), sorted("hello"), sorted([3, 1, 2], reverse=True)
sorted(["😀", "￿", "z"])
sorted([(1, "x"), (0, "y"), (1, "a")], key=lambda each: each[0]), sorted([True, 0, 2])
sorted([(False, 2), (False, 1)])
sorted([(1, "x"), (0, "y"), (1, "a")], key=lambda each: each[0], reverse=True), min((3, 1), (2, 9))
max("a", "b")
max([(1, "x"), (1, "y")], key=lambda each: each[0]), min([], default=4), min(["bb", "a"], key=len)
max([2, 5, 3])
sum([1, 2, 3]), sum(x > 1 for x in (1, 2, 3)), any([]), all([]), any([0, "", None]), all([1, "x", (0,)])
any([(), [1]])
list(zip((1, 2), "ab", strict=True)), list(zip((1, 2, 3), "ab", strict=False))
list(enumerate("ab", start=1)), list(range(5, 0, -2))
bool(()), bool((0,)), bool({}), bool({1: 1}), bool(""), bool(Point(0)), not [], not {0}, bool(Pair(0))
bool(set())
() or (1,), (2,) or (1,), 0 or 5, "" or "x", None or 3, (1,) and (), "a" and "b", 1 and 0, {} or {1: 2}
not () or 3
1 < 2 < 3, 1 < 3 < 3, (1, 2) < (1, 3), (1,) < (1, 0), "a" < "b", 3 in (1, 2, 3), (1, 2) in [(1, 2)]
"ab" in "cabs"
1 in {1: 2}, 2 not in {1: 2}, None in (1, None), None is None, "" in "x", (1, (2, None)) == (1, (2, None))
3 not in [True, 3]
"a b  c\t\n".split(), " a\x1c\x85b\ufeff ".split(), "a,,b".split(","), " \xa0x\u3000".strip()
"x \ufeff".rstrip(), "".split()
"a=b=c".partition("="), "abc".partition("="), "aaa".replace("a", "b", 2), "x-".removeprefix("x")
"abc".startswith("ab")
"12".isdigit(), "".isdigit(), "1a".isdigit(), "é".isascii(), "".isascii(), int("012"), int("-5"), int(True)
str(7), str(None)
"-".join(["a", "b"]), f"{1}{'a'}{None}{True}", len("a😀b"), "a😀b"[1], "a😀b"[1:], [each for each in "a😀"]
len("éa")
WORD.fullmatch("a1").groups(), WORD.fullmatch("a").groups(), WORD.fullmatch("1"), WORD.match("ab1 2")[0]
WORD.fullmatch("é1")
[found.start() for found in GAP.finditer("a 😀 b")], GAP.match("\u3000")[0], GAP.fullmatch("\ufeff")
GAP.fullmatch("\x1f\x85")
TAIL.match("x").end(), TAIL.match("x\n").end(), TAIL.match("x y"), DOT.fullmatch("a\r\u2028")
DOT.fullmatch("a\n"), ALL.fullmatch("\n")[0]
NAMED.fullmatch("12-x")["kind"], ESCAPED.fullmatch("two-pairs|a.b")[0], ESCAPED.fullmatch("two-pairs|axb")
[m[0] for m in WORD.finditer("a1 b22")]
list(combinations("abc", 2)), list(combinations_with_replacement("ab", 2)), list(permutations((1, 2, 3), 2))
list(pairwise("abc"))
list(combinations("ab", 0)), list(combinations("ab", 3)), list(pairwise("a")), list(reversed("ab"))
list(map(int, "12"))
[x * y for x in (1, 2) for y in (3, 4) if x + y > 4], {x: y for x, y in ((1, 2), (1, 3))}
sorted({x % 2 for x in (1, 2, 3)})
bound([1, 2, 3]), next((x for x in (1, 2) if x > 1), None)
next((x for x in ()), 9), dict([("a", 1)])
replace(Point(1, 2), y=5), Point(y=3, x=1), Pair(b=3, a=1), Pair(1)[1], Pair(1).a, Point(1).both
Point(2).times(by=3), *Pair(1, 2)
Sign("+").name, Sign.PLUS is Sign("+"), Sign.MINUS.value, Sign.MINUS.is_minus, Sign.PLUS == Sign.MINUS
Sign.PLUS in (Sign.PLUS,)
list({"b": 1, "a": 2}), list({"b": 1}.items()), {"a": 1, **{"b": 2, "a": 3}}, {"a": 1} | {"b": 2}
list({"x": 1, "y": 2}.values())
list(dict.fromkeys("abca")), {"a": 1}.get("b", 7), {"a": None}.get("a", 7), sorted({1, 2} & {2, 3})
sorted({1, 2} | {3}), sorted({1, 2} - {2})
tried(1), tried(0), late(4), list(counted(3)), list(nested(2)), counter(), shadowed([1, 2]), grown([1])
caught(1), caught(0), fallen(0), fallen(2)
"""

PROGRAM = """
import re
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from typing import NamedTuple


class Refusal(Exception):
    def __init__(self, code: str, *, rule: str | None = None, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.facts = facts


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 5
    note: str = field(default="", compare=False)

    @property
    def both(self) -> int:
        return self.x + self.y

    def times(self, *, by: int = 2) -> int:
        return self.x * by


class Pair(NamedTuple):
    a: int
    b: int = 5


class Sign(Enum):
    PLUS = "+"
    MINUS = "-"

    @property
    def is_minus(self) -> bool:
        return self is Sign.MINUS


CUT = slice(1, 3)
WORD = re.compile(r"([a-z]+)([0-9]+)?")
GAP = re.compile(r"\\s+")
TAIL = re.compile(r"x(\\s|$)")
DOT = re.compile(r"a.+")
ALL = re.compile(r".", re.DOTALL)
NAMED = re.compile(r"(?P<count>[0-9]+)-(?P<kind>[a-z])")
ESCAPED = re.compile("|".join([re.escape("two-pairs|a.b")]))


def tried(number: int) -> str:
    try:
        if number:
            raise Refusal("no", rule="1", number=number, other=None)
    except Refusal as refusal:
        return f"{refusal.code} {refusal.rule} {sorted(refusal.facts.items())[0][0]}"
    return "fine"


@lru_cache(maxsize=2)
def late(number: int) -> int:
    return number if number < 2 else late(number - 1) + late(number - 2)


def counted(most: int):
    number = 0
    while True:
        if number == most:
            return
        yield number
        number += 1


def nested(most: int):
    yield from counted(most)
    yield from (number * 10 for number in counted(most))


def counter() -> tuple[int, ...]:
    figures = [0, 0]
    for at, (one, *rest) in enumerate([(1, 2), (3, 4, 5)]):
        figures[at] += one + len(rest)
        figures[-1] -= 1
    first, *others = figures
    return (first, *others)


def shadowed(values: list[int]) -> int:
    total = 0
    for value in values:
        if value > 1:
            found = value
            total += found
        else:
            total -= 1
    return total + value


def grown(values: list[int]) -> list[int]:
    more = [5]
    more += [value + 1 for value in values]
    held = more
    held.append(7)
    more.sort(key=lambda each: -each)
    return held


def bound(values: list[int]) -> list[int]:
    return [twice for value in values if (twice := value * 2) > 2]


def fallen(number: int) -> int | None:
    if number:
        return number


def caught(number: int) -> int:
    def twice(value: int) -> int:
        return 2 * value + number

    try:
        if not number:
            raise Refusal("nought")
        return twice(3)
    except Refusal:
        return -1


def answers() -> list:
    return [
"""


def program() -> tuple[str, list[str]]:
    lines = [line for line in EXPRESSIONS.strip().splitlines() if line]
    return PROGRAM + "".join(f"        lambda: [{line}],\n" for line in lines) + "    ]\n", lines


def _plain(value: object) -> object:
    """Return a value of Python so that JSON has it: records by their fields, whatever is gone through as a list."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_plain(each) for each in value]
    return value.group() if hasattr(value, "group") else value


@pytest.mark.browser
def test_what_is_translated_means_what_python_means(browser: Browser) -> None:
    source, lines = program()
    assert all(isinstance(ast.parse(f"[{line}]", mode="eval").body, ast.List) for line in lines)
    known: dict[str, object] = {"__name__": "tried"}
    exec(compile(source, "tried", "exec"), known)  # the very text that is translated
    wanted = [as_text(_plain(answer())) for answer in known["answers"]()]

    page = rules_page(browser, {"tried.js": translated(source, "answers")})
    found = page.evaluate(
        "async () => {"
        + AS_TEXT
        + """
          const py = await import("/rules/runtime.js");
          const { answers } = await import("/rules/tried.js");
          const plain = (value) => {
            if (value === null || typeof value !== "object") return value;
            if (Array.isArray(value)) return Array.from(value, plain);
            if (value instanceof py.Dict) {
              return Object.fromEntries(value.items().map(([key, each]) => [String(key), plain(each)]));
            }
            if (value instanceof py.Record) {
              return Object.fromEntries(value.constructor.fields.map((name) => [name, plain(value[name])]));
            }
            return value.group();
          };
          return answers().map((answer) => {
            try {
              return asText(plain(answer()));
            } catch (error) {
              return error.stack;
            }
          });
        }"""
    )

    for line, one, two in zip(lines, wanted, found, strict=True):
        assert two == one, line


@pytest.mark.browser
def test_what_has_no_value_in_python_has_none_on_the_tablet(browser: Browser) -> None:
    """Nothing is made up: a place that is not there, a value too many, a number that is none, each is an error."""
    page = rules_page(browser)
    tried = """async (texts) => {
      const py = await import("/rules/runtime.js");
      return texts.filter((text) => {
        try {
          new Function("py", `return ${text}`)(py);
          return true;
        } catch {
          return false;
        }
      });
    }"""
    wrong = [
        "py.at([1, 2], 2)",
        "py.at([1, 2], -3)",
        "py.at(py.dict(), 'a')",
        "py.put([1], 1, 2)",
        "py.unpack([1, 2], 3)",
        "py.unpackMore([], 1)",
        "[...py.zip(true, [1], [1, 2])]",
        "py.cmp(1, 'a')",
        "py.cmp(null, 1)",
        "py.add(1, 'a')",
        "py.add([1], null)",
        "py.int('1.5')",
        "py.int('')",
        "py.int('x')",
        "py.floordiv(1, 0)",
        "py.index([1], 2)",
        "py.rindex('a', 'b')",
        "py.max([])",
        "py.next([].values())",
        "py.isdigit('é')",
        "py.str([1])",
        "py.pattern('\\\\d+')",
        "py.pattern('\\\\w+')",
        "py.dict([[py.dict(), 1]])",
        "py.len(3)",
        "py.at([1], undefined)",
    ]
    assert page.evaluate(tried, wrong) == []
