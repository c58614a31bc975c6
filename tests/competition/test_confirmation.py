"""Each category says how its matches become final: by nobody's word, by a tap of each side, by signing."""

import pytest

from cacho_tournaments.competition.actions import tournaments
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.web import explain
from tests import makers
from tests.competition.carried import taken
from tests.competition.walking import PAIRS, logged_in, press, see

pytestmark = pytest.mark.django_db


def test_unless_it_is_said_each_side_confirms_by_a_tap() -> None:
    event = makers.tournament()
    by = makers.organizer_of(event)
    made = tournaments.add_category(tournament=event, by=by, name="Parejas", kind="pair")
    assert made.confirmation == "tap" and taken().confirmation == "tap", "of a file of another program, too"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("none", "not at all: the last turn closes it"),
        ("tap", "each side by a tap"),
        ("signature", "each side by signing on the tablet"),
    ],
)
def test_it_is_chosen_with_the_category_and_stands_on_its_page(how: str, said: str) -> None:
    event = makers.tournament()
    client = logged_in(makers.organizer_of(event))
    press(client, "category_new", event.slug, **{**PAIRS, "confirmation": how})
    made = Category.objects.get()
    assert made.confirmation == how
    assert said in see(client, "category", event.slug, made.slug)


def test_it_can_be_changed_at_any_time_and_that_is_logged() -> None:
    made = makers.groups(4, kind="single")
    by = makers.organizer_of(made.tournament)
    makers.played_out(made)
    typed = {**PAIRS, "name": made.name, "kind": "single", "preset": made.preset, "confirmation": "signature"}
    press(logged_in(by), "category_edit", made.tournament.slug, made.slug, **typed, slug=made.slug)
    assert Category.objects.get().confirmation == "signature"
    assert (
        Entry.objects.get(verb="competition.category.edited").facts["changed"]["confirmation"] == "signature"
    )


def test_another_way_is_refused_with_a_sentence() -> None:
    made = makers.category()
    with pytest.raises(Impossible) as refused:
        tournaments.edit_category(
            category=made, by=makers.organizer_of(made.tournament), confirmation="by-shouting"
        )
    assert refused.value.code == "unknown-confirmation"
    assert "tap" in explain.sentence(refused.value)
    assert Category.objects.get().confirmation == "none"
