"""The script's looking-up against the engine: dice of a legal player, typed anew, light what the engine accepts.

The tables come from the engine; what is tried here is the script's own part: rows, kept dice, flips, notation.
"""

from random import Random
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from cacho_tournaments import games
from tests.browser import screen
from tests.play import scene
from tests.play.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TYPE_ANEW = """
async ({ table, turns }) => {
  const { Attempt } = await import("/static/tablet/flips/attempt.js");
  const { read } = await import("/static/tablet/flips/reading.js");
  const seat = (row, face, taken) => row.findIndex((each, place) => each === face && !taken.includes(place));
  return turns.map(({ throws, flips, open }) => {
    const attempt = new Attempt(table);
    throws.forEach(([kept, thrown], index) => {
      const places = [];
      for (const face of kept) places.push(seat(attempt.row(index - 1), face, places));
      for (const place of places) attempt.keep(index - 1, place);
      for (const face of thrown) attempt.press(face);
    });
    for (const face of flips) attempt.flip(seat(attempt.thrown, face, attempt.flipped));
    const { offers, mayCross, dormida } = read(attempt, table, open);
    return { notation: attempt.notation, offers, mayCross, dormida };
  });
}
"""


def dice_of(line: str) -> dict[str, Any]:
    """Return the throws and flips of a record line as the script is told them."""
    throws, flips = [], []
    for word in line.split()[1:]:
        if ">" in word:
            flips.append(int(word[0]))
        elif word.isdigit() and len(word) == 5:
            throws.append([[], [int(face) for face in word]])
        elif "+" in word:
            throws.append([[int(face) for face in part] for part in word.split("+")])
    return {"throws": throws, "flips": flips}


@pytest.mark.parametrize("preset", ["cochabamba", "three-throws", "la-tupicena"])
def test_what_a_legal_player_wrote_is_lit_and_written_alike(
    browser: Browser, live_server: Any, preset: str
) -> None:
    rules = games.get("cacho-alalay")
    options = rules.resolve(preset)
    rng, turns, before = Random(11), [], []
    for _game in range(6):
        state = rules.start(options, sides=2)
        while not rules.status(state).over:
            line = rules.write(rules.random_turn(state, rng))
            sides = rules.form(state)["sides"]
            turns.append({**dice_of(line), "open": sides[int(line[0]) - 1]["open"]})
            before.append((state, line))
            state, _verdict = rules.apply(state, rules.parse(line))
    with screen(browser, live_server) as page:
        page.goto(reverse("web:login"))
        typed = page.evaluate(TYPE_ANEW, {"table": rules.table(options), "turns": turns})
    assert len(typed) > 100
    for (state, line), found in zip(before, typed, strict=True):
        verdict = rules.check(state, rules.parse(line))
        play = (
            line.split()[-1] if "dormida" in line else next(word for word in line.split() if word[0] in "=x")
        )
        if play == "dormida":
            assert found["dormida"], line
        elif play[0] == "x":
            assert found["mayCross"], line
        else:
            assert found["offers"].get(verdict.box) == verdict.points, line
        again = rules.check(state, rules.parse(f"{line[0]} {found['notation']} {play}"))
        assert (again.box, again.points, again.mark) == (verdict.box, verdict.points, verdict.mark), line


def test_where_a_die_may_be_kept_or_flipped_the_referee_says_which(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    match.stage.category.preset = "three-throws"
    match.stage.category.save()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("35661")
        finger.die(0, 2, 3)
        finger.throw("614")
        finger.die(1, 0, 2, 3)
        expect(page.locator("[data-key=die-1-0]")).to_have_attribute("aria-label", "die 6, kept")
        finger.throw("12")
        _way(page, "flip", shown=False)
        finger.press("undo")
        finger.press("undo")
        for _kept in range(3):
            finger.press("undo")
        _way(page, "flip", shown=True)
        page.locator("[data-key=way-way_flip]").tap()
        finger.die(1, 1)
        expect(page.locator("[data-key=die-1-1]")).to_have_attribute("aria-label", "die 6, flipped")
        finger.box("P")
        finger.press("write")
        finger.until_saved(40, 1)


def _way(page: Page, name: str, *, shown: bool) -> None:
    expect(page.locator(f"[data-key=way-way_{name}]")).to_have_count(int(shown))
