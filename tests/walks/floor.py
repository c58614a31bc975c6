"""A category as an organizer leads it through the pages, and what somebody in the hall writes down meanwhile.

Knows: the pages' addresses and fields, sheets made up for wanted sums, what every match brought as it was typed.
Does not know: ``formats``, actions. Rows are read only to find which match is open and who sits at it.
"""

import re
from dataclasses import dataclass, field, replace
from io import StringIO
from random import Random

from django.core.management import call_command

from cacho_tournaments.competition.models import Category, Correction, Match, Stage
from tests import makers
from tests.live.reading import text
from tests.walks.book import Written, sheet
from tests.walks.person import Person

SURNAMES = ("Quispe", "Mamani", "Rojas", "Vargas", "Flores", "Condori", "Choque", "Núñez", "Soliz", "Arce")
NOT_WORDS = re.compile(r"%\(\w+\)|\{\{|\{%|&lt;span| None ")


@dataclass
class Floor:
    """The organizer, a spectator, and the book of the hall."""

    plan: str
    kind: str = "single"
    seed: int = 1
    organizer: Person = field(default_factory=Person)
    public: Person = field(default_factory=Person)
    book: dict[str, Written] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        event = makers.tournament(makers.organizer("ana"), name="Copa del Valle", tables=4)
        self.event = event.slug
        self.organizer.log_in("ana", "secret")
        self.organizer.go(f"/manage/{self.event}/new/")
        self.organizer.send("", name="Copa", kind=self.kind, plan=self.plan, fee="30")
        self.category = Category.objects.get()
        self.manage = f"/manage/{self.event}/{self.category.slug}/"
        self.open_page = f"/{self.event}/{self.category.slug}/"

    # -- before the first round --

    def names(self, number: int) -> dict[str, str]:
        surname = f"{SURNAMES[number % 10]} {chr(65 + number // 10)}{number}"
        given = ("Ana", "Luis", "Eva", "Juan")[: Category.MEMBERS[self.kind]]
        return {f"player_{n}": f"{each} {surname}" for n, each in enumerate(given, start=1)}

    def enter(self, number: int, *, clubs: int = 3, seeds: int = 0) -> None:
        self.organizer.go(f"{self.manage}entrants/")
        for n in range(1, number + 1):
            more = {"seed": str(n)} if n <= seeds else {}
            said = self.organizer.send("/entrants/new/", **self.names(n), club=f"Club {n % clubs}", **more)
            assert f"No. {n}," in said, said
        self.organizer.go(f"{self.manage}entrants/")
        everybody = [str(n) for n in range(1, number + 1)]
        self.organizer.send("/states/", chosen=everybody, bulk="checked-in")

    def settings(self, order: int = 1, **typed: str) -> None:
        self.organizer.go(f"{self.manage}stage/{order}/settings/")
        said = self.organizer.send("", **typed)
        assert self.organizer.here.endswith(f"/stage/{order}/"), said

    def at(self, order: int) -> str:
        return self.organizer.go(f"{self.manage}stage/{order}/")

    def draw(self, order: int = 1, **typed: str) -> str:
        self.at(order)
        return self.organizer.send("/draw/", **typed)

    def exchange(self, order: int, one: int, other: int) -> str:
        self.at(order)
        said = self.organizer.send("/draw/swap/", first=str(one), second=str(other))
        assert "changed places" in said, said
        return said

    def release(self, order: int = 1) -> str:
        self.at(order)
        said = self.organizer.send("/draw/release/")
        assert "released" in said, said
        return said

    def close(self, order: int = 1) -> str:
        self.at(order)
        said = self.organizer.send("/close/")
        assert self.stage(order).state == Stage.State.CLOSED, said
        return said

    # -- at the tables --

    def stage(self, order: int) -> Stage:
        return self.category.stages.get(order=order)

    def open_matches(self, order: int = 1, number: int | None = None) -> list[Match]:
        found = self.stage(order).matches.filter(state__in=("ready", "playing")).order_by("round", "pk")
        return list(found if number is None else found.filter(round=number))

    def match(self, code: str, order: int = 1) -> Match:
        return self.stage(order).matches.get(code=code)

    def sides(self, match: Match) -> list[int]:
        seats = match.seats.select_related("entrant").order_by("position")
        return [seat.entrant.number for seat in seats if seat.entrant]

    def _written(self, match: Match) -> Written:
        return Written(match.code, match.stage.order, match.round, tuple(self.sides(match)))

    def sheet(self, match: Match, best: int | None = None, *, tie: bool = False) -> None:
        """Type one game's sheets in; the sums are drawn by lot, the entrant ``best`` has the most of them."""
        note = self.book.setdefault(match.token, self._written(match))
        sheets = [sheet(self.rng) for _ in note.numbers]
        while not tie and len({total for _boxes, total in sheets}) < len(sheets):
            sheets = [sheet(self.rng) for _ in note.numbers]
        if tie:
            sheets = [sheets[0]] * len(sheets)
        if best is not None:
            sheets.sort(key=lambda each: each[1])
            at = note.numbers.index(best)
            sheets.insert(at, sheets.pop())
        typed = {}
        for position, (boxes, _total) in enumerate(sheets, start=1):
            for box, value in boxes.items():
                typed[f"s{position}-{box}"] = value
            typed |= {f"s{position}-G-1": "x", f"s{position}-G-2": "x"}
        self.organizer.go(f"/play/m/{match.token}/paper/")
        typed = {name: value for name, value in typed.items() if f'name="{name}"' in self.organizer.html}
        said = self.organizer.send("", **typed)
        assert "The sheet is in" in said, said
        totals = [total for _boxes, total in sheets]
        note.games.append(dict(zip(note.numbers, totals, strict=True)))

    def play(self, match: Match, best: int | None = None) -> None:
        """Play a match to its end."""
        while True:
            self.sheet(match, best)
            match.refresh_from_db()
            if match.state == Match.State.FINISHED:
                return

    def repair(self, order: int = 1) -> str:
        self.at(order)
        self.organizer.send("/repair/")
        return self.release(order)

    def next_round(self, order: int = 1) -> list[Match]:
        """Draw the next round and release it; return its matches."""
        self.draw(order, seed=str(self.rng.randrange(1000)))
        self.release(order)
        return self.open_matches(order)

    def play_round(self, order: int = 1, number: int | None = None, best: int | None = None) -> None:
        while matches := self.open_matches(order, number):
            for match in matches:
                match.refresh_from_db()
                if match.state in ("ready", "playing"):
                    sides = self.sides(match)
                    self.play(match, best if best in sides else None)

    def missing(self, match: Match, *numbers: int) -> str:
        """Somebody did not appear, in a match that is open: asked, then confirmed."""
        note = self._written(match)
        absent = [str(position) for position, one in self._positions(match).items() if one in numbers]
        self.organizer.go(f"/manage/match/{match.token}/")
        self.organizer.send("/walkover/", absent=absent, reason="did not come")
        said = self.organizer.send("", confirmed="1")
        assert "Who did not appear is recorded" in said, said
        if len(note.numbers) - len(numbers) < 2:
            self.book[match.token] = Written(
                note.code, note.order, note.round, note.numbers, absent=tuple(numbers)
            )
        return said

    def _positions(self, match: Match) -> dict[int, int]:
        seats = match.seats.select_related("entrant")
        return {seat.position: seat.entrant.number for seat in seats if seat.entrant}

    # -- who comes and goes --

    def leave(self, number: int, how: str = "withdrawn", **typed: str) -> str:
        self.organizer.go(f"{self.manage}entrants/{number}/leave/?as={how}")
        said = self.organizer.send("", reason="had to go", **typed)
        assert self.organizer.here.endswith(f"/entrants/{number}/"), said
        return said

    def late(self, number: int, **typed: str) -> str:
        self.organizer.go(f"{self.manage}entrants/")
        said = self.organizer.send("/entrants/late/", **self.names(number), club="Club 9", **typed)
        assert "is entered late" in said, said
        return said

    def away(self, order: int, number: int, *entrants: int) -> str:
        self.organizer.go(f"{self.manage}stage/{order}/round/{number}/away/")
        return self.organizer.send("", numbers=[str(each) for each in entrants], reason="his train")

    def substitute(self, number: int, comes: str) -> str:
        self.organizer.go(f"{self.manage}entrants/{number}/substitute/")
        leaves = self.category.entrants.get(number=number).members.values_list("player_id", flat=True)[0]
        said = self.organizer.send("", leaves=str(leaves), comes=comes, reason="hurt a hand")
        assert "plays on with the substitute" in said, said
        return said

    # -- corrections --

    def correct(self, match: Match, winner: int, decision: str = "") -> str:
        """Type a result anew so that another wins; every question is answered alike."""
        self.organizer.go(f"/play/m/{match.token}/result/")
        typed: dict[str, str] = {}
        games, many = max(1, (match.best_of + 1) // 2), match.best_of > 1
        rest = iter(range(2, 7))
        note = self.book[match.token]
        points = {}
        for position, number in self._positions(match).items():
            place = 1 if number == winner else next(rest)
            points[number] = 222 if place == 1 else 120 - place
            typed |= {f"place-{position}": str(place), f"points-{position}": str(points[number])}
            if many:
                typed[f"games-{position}"] = str(games if place == 1 else 0)
        self.organizer.send("", **typed, reason="the wrong sheet", by_decision="on")
        assert "This is what changes" in self.organizer.html, text(self.organizer.html)
        said = self.confirm(decision)
        note.games, note.absent, note.corrected = [points], (), {winner: games}
        return said

    def confirm(self, decision: str = "") -> str:
        asked = sorted(set(re.findall(r'name="(decision:[^"]+)"', self.organizer.html)))
        if asked:
            for _ in range(3):  # what is decided may ask about more
                self.organizer.send("", **dict.fromkeys(asked, decision))
                found = sorted(set(re.findall(r'name="(decision:[^"]+)"', self.organizer.html)))
                if found == asked:
                    break
                asked = found
        said = self.organizer.send("", confirmed="1", **dict.fromkeys(asked, decision))
        assert "Corrected." in said, said
        return said

    def undo(self) -> str:
        made = Correction.objects.filter(undone_at=None).order_by("pk").last()
        assert made is not None
        self.organizer.go(f"{self.manage}corrections/{made.pk}/undo/")
        said = self.organizer.send("", reason="it was right", confirmed="1")
        assert "Undone." in said, said
        return said

    # -- what everybody sees --

    def points(self, order: int, number: int) -> int:
        """Return what the book gives a side in matches of two: 2 for a win, 1 for a tie."""
        mine = [each for each in self.standing(order) if number in each.numbers]
        won = sum(2 for each in mine if each.winner() == number)
        return won + sum(1 for each in mine if each.winner() is None and not each.is_forfeit)

    def table_points(self, order: int, number: int) -> int:
        """Return what the book gives a side at tables: as many points as sit below it; who are level share evenly."""
        total = 0
        for each in self.standing(order):
            if number in each.numbers and not each.is_forfeit:
                if len(each.numbers) == 2:  # what is left of a table of three is a match like others
                    total += {number: 2, None: 1}.get(each.winner(), 0)
                    continue
                mine = each.scored(number)
                below = sum(each.scored(one) < mine for one in each.numbers)
                level = sum(each.scored(one) == mine for one in each.numbers if one != number)
                assert level % 2 == 0, "halves are not asked for here"
                total += below + level // 2
        return total

    def byes(self, order: int, number: int) -> int:
        """Return the points of free rounds that the rounds' own pages name for a side, one each."""
        rows = self.stage(order).byes.filter(entrant__number=number, kind="bye")
        return rows.filter(draw__isnull=False).count()

    def standing(self, order: int) -> list[Written]:
        """Return what stands of the book: matches of a round that was cancelled are history."""
        tokens = set(self.stage(order).matches.values_list("token", flat=True))
        return [each for token, each in self.book.items() if token in tokens]

    def agrees(self, order: int, sat_out: dict[int, int] | None = None) -> dict[int, dict[str, str]]:
        """The public table says what the book says; ``sat_out`` are points of free rounds by number."""
        rows = self.table(order)
        for number, row in rows.items():
            mine = [each for each in self.standing(order) if number in each.numbers]
            against = sum(sum(each.scored(n) for n in each.numbers if n != number) for each in mine)
            own = sum(each.scored(number) for each in mine)
            want = self.points(order, number) + (sat_out or {}).get(number, 0)
            assert int(row["Pts"]) == want, (number, row, mine)
            assert row["Diff"].replace("−", "-").replace("+", "") == str(own - against), (number, row, mine)
        places = [int(row["#"]) for row in rows.values()]
        assert places == sorted(places)
        return rows

    def table(self, order: int, group: str = "") -> dict[int, dict[str, str]]:
        """Return the public table: cells by head, by entrant number."""
        asked = {"group": group} if group else {}
        self.public.go(f"{self.open_page}groups/", stage=str(order), **asked)
        found: dict[int, dict[str, str]] = {}
        for table in re.findall(r"<table[^>]*standings.*?</table>", self.public.html, re.S):
            heads = [text(head) for head in re.findall(r"<th.*?</th>", table, re.S)]
            body = table[table.index("<tbody") :]
            for row in re.findall(r"<tr.*?</tr>", body, re.S):
                cells = re.findall(r"<td.*?</td>", row, re.S)
                number = re.search(rf"{self.open_page}e/(\d+)/", row)
                assert number is not None, row
                found[int(number[1])] = dict(zip(heads, map(text, cells), strict=True))
        return found

    def shown(self, order: int) -> list[str]:
        """Return what the pages of a stage say, to be compared with what they say later."""
        urls = [f"{self.open_page}{room}/?stage={order}" for room in ("groups", "bracket", "matches")]
        said = [self.at(order).partition("Settings of this stage")[0], *map(self.public.go, urls)]
        return [re.sub(r"Updated at [\d:]+", "", each) for each in said]

    def decided(self, order: int, number: int) -> tuple[Match, int]:
        """Return a match of that round which somebody won by playing, and who lost it."""
        for match in self.stage(order).matches.filter(round=number).order_by("pk"):
            note = self.book.get(match.token)
            if note and not note.is_forfeit and (winner := note.winner()):
                return match, next(each for each in note.numbers if each != winner)
        raise AssertionError(f"nothing is decided in round {number} of stage {order}")

    def tried_and_undone(
        self, match: Match, winner: int, *also: int, decisions: tuple[str, ...] = ("keep", "replay", "void")
    ) -> dict[str, str]:
        """Correct a result with each decision and undo it each time: all pages say again what they said before.
        Return what the page of the last stage said meanwhile."""
        orders, told = (match.stage.order, *also), {}
        before = [self.shown(order) for order in orders]
        note = replace(self.book[match.token])
        for decision in decisions:
            self.correct(match, winner, decision)
            told[decision] = self.at(orders[-1])
            self.drawn_truly()
            self.undo()
            for then, order in zip(before, orders, strict=True):
                for old, new in zip(then, self.shown(order), strict=True):
                    assert new == old, decision
        self.book[match.token] = note
        return told

    def places(self) -> list[tuple[int, str]]:
        """Return the prizes as the category's page names them."""
        self.organizer.go(self.manage)
        found = re.search(r'<ol class="podium-list">.*?</ol>', self.organizer.html, re.S)
        rows = re.findall(r'class="figure">(\d+)</span> <strong>(.*?)</strong>', found[0]) if found else []
        return [(int(place), text(name)) for place, name in rows]

    def name(self, number: int) -> str:
        return self.category.entrants.get(number=number).name

    def looked_over(self) -> None:
        """Pages of everything that stands answer, in words: of every stage, of some entrants and matches."""
        numbers = list(self.category.entrants.order_by("number").values_list("number", flat=True))[::4]
        tokens = list(Match.objects.order_by("pk").values_list("token", flat=True))[::5]
        orders = list(self.category.stages.values_list("order", flat=True))
        staffed = ["", "entrants/", "corrections/", *(f"stage/{order}/" for order in orders)]
        urls = [self.manage + page for page in (*staffed, *(f"entrants/{n}/" for n in numbers))]
        rooms = [f"{room}/?stage={order}" for order in orders for room in ("groups", "bracket")]
        seen = [self.open_page + page for page in ("entrants/", "matches/", *rooms)]
        seen += [f"{self.open_page}e/{n}/" for n in numbers] + [f"/m/{token}/" for token in tokens]
        for person, pages in (
            (self.organizer, [*urls, *(f"/manage/match/{token}/" for token in tokens)]),
            (self.public, ["/", f"/{self.event}/", *seen]),
        ):
            for url in pages:
                said = person.go(url)
                assert not NOT_WORDS.search(said), (url, said)

    def drawn_truly(self) -> None:
        call_command("check_draws", tournament=self.event, stdout=StringIO())
