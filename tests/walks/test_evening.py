"""A whole championship in one evening, as an organizer, a referee and a spectator live it: by HTTP alone.

Eight pairs by the Cochabamba preset: called, entered, checked in, drawn, released, played (by tablet, by the form
without script, by paper), closed, drawn again, played to the champion. Sums are counted apart from the program.
"""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cacho_tournaments import games
from tests import makers
from tests.live.reading import text
from tests.play.scene import FIRST, SECOND, lines_of
from tests.walks.person import Person
from tests.walks.tally import Tally

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent.parent
EVENT, CATEGORY = "copa-de-la-noche", "parejas"
PUBLIC, MANAGE = f"/{EVENT}/{CATEGORY}/", f"/manage/{EVENT}/{CATEGORY}/"
SURNAMES = ("Quispe", "Mamani", "Rojas", "Vargas", "Flores", "Condori", "Choque", "Núñez")
PAIRS = [(f"Ana {name}", f"Luis {name}", f"Club {number % 4}") for number, name in enumerate(SURNAMES)]
ENGINE = games.get("cacho-alalay")
OPTIONS = ENGINE.resolve("cochabamba-pairs")


@dataclass
class Evening:
    """The people of the evening and what a spectator has counted along."""

    organizer: Person = field(default_factory=Person)
    referee: Person = field(default_factory=Person)
    public: Person = field(default_factory=Person)
    rng: Random = field(default_factory=lambda: Random(20261212))
    ids: Any = field(default_factory=lambda: count(1))
    groups: dict[str, Tally] = field(default_factory=dict)

    # ---- before the first throw ----

    def called(self) -> None:
        """An account that may organize is all there is at first."""
        makers.organizer("ana")
        self.organizer.log_in("ana", "secret")
        self.organizer.go("/manage/")
        self.organizer.click("/manage/new/")
        self.organizer.send("", name="Copa de la Noche", city="Cochabamba", venue="Coliseo")
        assert self.organizer.here == f"/manage/{EVENT}/"
        self.organizer.click("/tables/")
        assert "The tables are set." in self.organizer.send("", count="4")
        self.organizer.click(f"/{EVENT}/new/")
        said = self.organizer.send("", name="Parejas", kind="pair", fee="60", plan="cochabamba")
        assert "Nobody is entered yet." in said
        self.organizer.go(f"/manage/{EVENT}/")
        assert "Everybody can see the tournament now." in self.organizer.send("/publish/", public="1")

    def helped(self) -> None:
        """The organizer opens an account for the referee, who logs in with the password shown once."""
        self.organizer.click("/staff/")
        self.organizer.send("/staff/account/", **{"new-name": "Rosa Luna", "new-role": "referee"})
        password = re.search(r'<code class="password">([^<]+)</code>', self.organizer.html)
        assert password is not None
        self.referee.log_in("rosa.luna", password[1])
        assert password[1] not in self.organizer.client.get(f"/manage/{EVENT}/staff/").content.decode()

    def entered(self) -> None:
        self.organizer.go(MANAGE)
        self.organizer.click("/entrants/")
        for number, (first, second, club) in enumerate(PAIRS, start=1):
            said = self.organizer.send("/entrants/new/", player_1=first, player_2=second, club=club)
            assert f"No. {number}," in said
        self.organizer.click("/entrants/")
        everybody = [str(number) for number in range(1, len(PAIRS) + 1)]
        said = self.organizer.send("/states/", chosen=everybody, bulk="checked-in")
        assert "8 entrants are changed." in said

    def drawn(self) -> None:
        """The draft is looked at before everybody sees it."""
        self.organizer.click("/stage/1/")
        said = self.organizer.send("/draw/", seed="7")
        assert "This is a draft" in said
        drafts = re.findall(
            r'<section class="card-paper draft-group".*?</section>', self.organizer.html, re.S
        )
        assert [draft.count("<li") for draft in drafts] == [4, 4]
        listed = [text(draft) for draft in drafts]
        assert all(sum(name in draft for draft in listed) == 1 for name in SURNAMES), "each pair in one group"
        for draft in listed:
            clubs = re.findall(r"Club \d", draft)
            assert len(set(clubs)) == 4, "two of each of four clubs: no group has club mates"
        assert "Group A" not in self.public.go(f"{PUBLIC}groups/"), "a draft is the organizer's own"
        assert "The draw is released." in self.organizer.send("/draw/release/")
        assert "Group A" in self.public.go(f"{PUBLIC}groups/")

    # ---- at the tables ----

    def state(self, token: str) -> dict[str, Any]:
        return self.referee.ask_json(f"/play/m/{token}/")

    def sent(self, token: str, number: int, lines: list[str]) -> list[dict[str, Any]]:
        """The tablet sends a game's lines as one batch; every one is taken."""
        turns = [
            {
                "client_id": f"evening-{next(self.ids):06}",
                "game_number": number,
                "base_sequence": at,
                "line": line,
                "at_device": "2026-12-12T20:15:00-04:00",
            }
            for at, line in enumerate(lines)
        ]
        answer = self.referee.post_json(
            f"/play/m/{token}/sync/", {"version": 1, "match": token, "turns": turns}
        )
        assert [each["verdict"] for each in answer["outcomes"]] == ["stored"] * len(lines), answer["outcomes"]
        return list(answer["outcomes"])

    def thrown(self, to_move: int) -> list[str]:
        """Somebody throws a whole game with real dice, by the rules."""
        state = ENGINE.start(OPTIONS, sides=2, to_move=to_move)
        lines = []
        while not ENGINE.status(state).over:
            turn = ENGINE.random_turn(state, self.rng)
            state, _verdict = ENGINE.apply(state, turn)
            lines.append(ENGINE.write(turn))
        return lines

    def by_tablet(self, token: str, number: int = 1) -> tuple[list[int], int]:
        """Play one game; return the sums of both sides, and who won it by a dormida (0: nobody)."""
        lines = self.thrown(to_move=int(self.state(token)["form"]["to_move"]))
        totals, at_once = [0, 0], 0
        for line, outcome in zip(lines, self.sent(token, number, lines), strict=True):
            side = int(line[0])
            totals[side - 1] += outcome["points"] or 0
            at_once = side if outcome["mark"] == "dormida" else 0
        self.confirmed(token)
        return totals, at_once

    def confirmed(self, token: str) -> None:
        """Both pairs confirm the match at its table, where it is decided: until then it is not final."""
        self.referee.go(f"/play/m/{token}/")
        if "/confirm/" in self.referee.html:
            assert "being confirmed at the table" in self.public.go(f"/m/{token}/")
            assert "Confirmed." in self.referee.send("/confirm/")
            assert "The match is confirmed and closed." in self.referee.send("/confirm/")
            assert "being confirmed" not in self.public.go(f"/m/{token}/")

    def by_form(self, token: str) -> list[int]:
        """Every turn of a game known by hand, through the form that needs no script; one slip is taken back."""
        self.referee.go("/play/")
        self.referee.click(f"/play/m/{token}/")
        for at, line in enumerate(lines_of(FIRST, SECOND)):
            play = line.split()[1:]
            typed = {"points": play[1]} if play[0][0] == "=" else {"strike": "on"}
            if at == 3:
                self.referee.send("/quick/", box="2", points="4")
                assert "taken back" in self.referee.send("/undo/")
            self.referee.send("/quick/", box=play[0][1:], **typed)
        assert "wins" in text(self.referee.html)
        self.confirmed(token)
        return [203, 137]  # added up by hand in tests/play/scene.py

    def by_paper(self, token: str) -> list[int]:
        """A sheet comes from a table without a tablet; the desk types it in."""
        self.organizer.go(f"/play/m/{token}/paper/")
        typed: dict[str, str] = {}
        for side, sheet in ((1, SECOND), (2, FIRST)):
            for box, value in sheet.items():
                if box == "G":
                    typed |= {f"s{side}-G-{n}": one for n, one in enumerate(value.split(","), start=1)}
                else:
                    typed[f"s{side}-{box}"] = value
        assert "The sheet is in" in self.organizer.send("", **typed)
        return [137, 203]

    # ---- what everybody sees ----

    def tokens(self, page: str) -> list[str]:
        self.public.go(PUBLIC + page)
        return [link.split("/")[2] for link in self.public.links("/m/")]

    def names(self, token: str) -> list[str]:
        return [side["name"] for side in self.state(token)["sides"]]

    def played_groups(self) -> None:
        for label in ("A", "B"):
            tokens = self.tokens(f"groups/?group={label}")
            assert len(tokens) == 6
            tally = self.groups[label] = Tally()
            for at, token in enumerate(tokens):
                names = self.names(token)
                if label == "A" and at == 0:
                    totals, at_once = self.by_form(token), 0
                elif label == "A" and at == 1:
                    totals, at_once = self.by_paper(token), 0
                else:
                    totals, at_once = self.by_tablet(token)
                tally.add(dict(zip(names, totals, strict=True)), names[at_once - 1] if at_once else "")
                if label == "A" and at < 2:
                    self.standings_follow(label)
            self.standings_follow(label)

    def standings_follow(self, label: str) -> None:
        """The public table says what the sums say: figures of every side, and the order."""
        tally = self.groups[label]
        self.public.go(f"{PUBLIC}groups/?group={label}")
        body = re.search(r"<tbody.*?</tbody>", self.public.html, re.S)
        assert body is not None
        shown = {}
        for row in re.findall(r"<tr.*?</tr>", body[0], re.S):
            found = re.search(r'class="main"><a [^>]*>([^<]+)</a>', row)
            assert found is not None
            cells = [text(cell) for cell in re.findall(r'<td[^>]*class="(?:num|place).*?</td>', row, re.S)]
            shown[text(found[1])] = cells
        order = tally.order()
        for name in order:
            _place, points, _record, games_won, _tied, difference, scored, _instant = shown[name]
            assert int(points) == tally.points(name), name
            assert int(games_won) == tally.wins(name), name
            assert int(difference.replace("−", "-")) == tally.difference(name), name
            assert int(scored) == tally.scored(name), name
        if len(tally.played) == 6:
            assert list(shown) == order
            assert [cells[0] for cells in shown.values()] == ["1", "2", "3", "4"]

    # ---- the knock-out ----

    def closed_and_drawn_again(self) -> None:
        self.organizer.go(f"{MANAGE}stage/1/")
        self.organizer.send("/close/")
        self.organizer.go(f"{MANAGE}stage/2/")
        said = self.organizer.send("/draw/", seed="11")
        assert "Semi-finals" in said
        self.organizer.send("/draw/release/")
        semi_finals = [set(self.names(token)) for token in self.tokens("bracket/?round=1")]
        assert len(semi_finals) == 2
        first, second = (self.groups[label].order() for label in ("A", "B"))
        assert {frozenset(each) for each in semi_finals} == {
            frozenset({first[0], second[1]}),
            frozenset({second[0], first[1]}),
        }, "group winners against the second of the other group"

    def best_of_three(self, token: str) -> tuple[str, str]:
        """Play a match to its end; return winner and loser by the games counted here."""
        names, won = self.names(token), [0, 0]
        for number in count(1):
            totals, at_once = self.by_tablet(token, number)
            if totals[0] != totals[1] or at_once:
                winner = at_once - 1 if at_once else totals.index(max(totals))
                won[winner] += 1
            finished = self.state(token)["match"]["finished"]
            assert finished == (max(won) == 2 or (number >= 3 and won[0] != won[1])), (number, won)
            if finished:
                break
        winner = won.index(max(won))
        return names[winner], names[1 - winner]

    def played_to_the_champion(self) -> str:
        semi_finals = self.tokens("bracket/?round=1")
        ended = [self.best_of_three(token) for token in semi_finals]
        later = [token for token in self.tokens("bracket/") if token not in semi_finals]
        assert len(later) == 2
        by_sides = {frozenset(self.names(token)): token for token in later}
        final = by_sides[frozenset(winner for winner, _loser in ended)]
        third_place = by_sides[frozenset(loser for _winner, loser in ended)]
        third, fourth = self.best_of_three(third_place)
        champion, second = self.best_of_three(final)
        self.public.go(f"{PUBLIC}bracket/")
        podium = re.search(r'<ol class="podium">.*?</ol>', self.public.html, re.S)
        assert podium is not None
        places = [text(each) for each in re.findall(r"<a [^>]*>([^<]+)</a>", podium[0])]
        assert places == [champion, second, third, fourth]
        return champion


def released() -> Evening:
    evening = Evening()
    evening.called()
    evening.helped()
    evening.entered()
    evening.drawn()
    return evening


def test_an_evening_from_the_first_form_to_the_champion(tmp_path: Path) -> None:
    evening = released()
    evening.played_groups()
    evening.closed_and_drawn_again()
    champion = evening.played_to_the_champion()
    champion_line = re.search(r'<p class="champion.*?</p>', evening.public.html, re.S)
    assert champion_line is not None and champion in text(champion_line[0])
    assert champion in evening.public.go(f"/{EVENT}/")
    _every_record_is_legal(evening, tmp_path)
    _every_page_in_three_languages(evening)


def _every_record_is_legal(evening: Evening, folder: Path) -> None:
    """The log of every match, downloaded by a stranger, is checked from outside: record.md section 2."""
    tokens = evening.tokens("matches/")
    files = []
    for token in tokens:
        answer = evening.public.client.get(f"/api/m/{token}.cacho")
        assert answer.status_code == 200
        files.append(folder / f"{token}.cacho")
        files[-1].write_bytes(answer.content)
    assert len(files) == 16, "twelve of the groups, two semi-finals, the third place, the final"
    command = [sys.executable, "-m", "cacho_tournaments.games", "check", "--json", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert done.stdout.count('"over": true') == len(done.stdout.splitlines()) >= 20


def _every_page_in_three_languages(evening: Evening) -> None:
    token = evening.tokens("matches/")[0]
    pages = [
        "/",
        f"/{EVENT}/",
        *(PUBLIC + page for page in ("groups/", "bracket/", "matches/", "entrants/", "e/1/", "rules/")),
        f"/m/{token}/",
        "/login/",
    ]
    staffed = [f"/manage/{EVENT}/", MANAGE, f"{MANAGE}entrants/", f"{MANAGE}stage/1/", f"{MANAGE}stage/2/"]
    staffed += [f"/manage/match/{token}/", "/play/", f"/play/m/{token}/"]
    for language in ("es", "en", "ru"):
        for person, urls in ((evening.public, pages), (evening.organizer, staffed)):
            person.go(urls[0])
            person.client.post("/i18n/setlang/", {"language": language, "next": urls[0]})
            for url in urls:
                person.go(url)
                assert f'<html lang="{language}"' in person.html, url


@pytest.mark.print
def test_the_first_round_is_printed_for_its_tables() -> None:
    evening = released()
    evening.organizer.go(f"{MANAGE}stage/1/")
    (link,) = {each.split("?")[0] for each in evening.organizer.links("/print/") if "round/1." in each}
    answer = evening.organizer.client.get(link, {"kind": "blank"})
    assert answer["Content-Type"] == "application/pdf"
    done = subprocess.run(["pdftotext", "-", "-"], input=answer.content, capture_output=True, check=True)
    sheets = [sheet for sheet in done.stdout.decode().split("\f") if sheet.strip()]
    assert len(sheets) == 4, "two groups of four: two matches each"
    assert all(sum(name in sheet for sheet in sheets) == 1 for name in SURNAMES)
