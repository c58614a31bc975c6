"""Events, categories, settings, staff and tables; what is refused."""

import datetime as dt
from typing import Any

import pytest

from cacho_tournaments.competition import presets
from cacho_tournaments.competition.actions import accounts, timetable, tournaments
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Match, Tournament
from cacho_tournaments.competition.queries import entrant_pages, events
from cacho_tournaments.games.base import SetupRefused
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 12, 12)


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def _create(by: User, **said: Any) -> Tournament:
    return tournaments.create(by=by, **{"name": "Copa Ñandú", "starts_on": DAY, "ends_on": DAY, **said})


def test_whoever_calls_an_event_organizes_it_and_it_is_not_public_yet():
    by = makers.organizer()
    event = _create(by)
    assert not event.is_public
    assert event.slug == "copa-nandu"
    assert by.has_perm("competition.organize", event)
    assert _create(by).slug == "copa-nandu-2"
    assert _create(by, name="Новый кубок").slug == "event"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"name": "  "}, "name-empty"),
        ({"ends_on": DAY - dt.timedelta(days=1)}, "ends-before-it-starts"),
        ({"slug": "manage"}, "address-reserved"),
        ({"slug": "¿?"}, "address-reserved"),
        ({"time_zone": "Bolivia/Quillacollo"}, "unknown-time-zone"),
        ({"paper": "a3"}, "unknown-paper"),
    ],
)
def test_an_event_that_cannot_be_is_refused(said: dict[str, Any], code: str):
    by = makers.organizer()
    with pytest.raises(Impossible) as refused:
        _create(by, **said)
    assert refused.value.code == code
    assert not Tournament.objects.exists()


def test_an_address_that_would_lead_elsewhere_is_not_made_of_a_name():
    assert _create(makers.organizer(), name="Login").slug == "login-2"
    event = makers.tournament()
    assert makers.category(event, name="Log").slug == "log-2"
    with pytest.raises(Impossible, match="address-reserved"):
        makers.category(event, name="Otra", slug="log")


def test_an_address_is_given_once():
    event = makers.tournament()
    by = makers.organizer_of(event)
    with pytest.raises(Impossible, match="address-taken"):
        _create(by, slug=event.slug)
    makers.category(event, name="Parejas")
    assert makers.category(event, name="Parejas").slug == "parejas-2"
    with pytest.raises(Impossible, match="address-taken"):
        makers.category(event, name="Otra", slug="parejas")


def test_an_edit_changes_what_it_names_and_writes_down_what_it_changed():
    event = makers.tournament()
    by = makers.organizer_of(event)
    tournaments.edit(tournament=event, by=by, venue="Salón Azul", city=event.city)
    event.refresh_from_db()
    assert event.venue == "Salón Azul"
    assert Entry.objects.first().facts["changed"] == {"venue": "Salón Azul"}
    with pytest.raises(TypeError):
        tournaments.edit(tournament=event, by=by, is_public=True)
    with pytest.raises(Impossible, match="ends-before-it-starts"):
        tournaments.edit(tournament=event, by=by, ends_on=DAY - dt.timedelta(days=9))


def test_tables_come_and_go_but_not_under_a_match():
    category = makers.groups(4)
    event, by = category.tournament, _by(category)
    tournaments.set_tables(tournament=event, by=by, count=6)
    assert [table.number for table in event.tables.all()] == [1, 2, 3, 4, 5, 6]
    Match.objects.filter(code="A-1-2").update(state=Match.State.PLAYING)
    with pytest.raises(Impossible) as refused:
        tournaments.set_tables(tournament=event, by=by, count=1)
    assert refused.value.facts == {"table": 2, "match": "A-1-2"}
    Match.objects.filter(code="A-1-2").update(state=Match.State.READY)
    tournaments.set_tables(tournament=event, by=by, count=1)
    assert Match.objects.get(code="A-1-2").table is None
    with pytest.raises(Impossible, match="bad-table-count"):
        tournaments.set_tables(tournament=event, by=by, count=-1)


def test_the_last_organizer_stays():
    event = makers.tournament()
    by = makers.organizer_of(event)
    with pytest.raises(Impossible, match="last-organizer"):
        tournaments.remove_staff(tournament=event, by=by, user=by, role="organizer")
    other = makers.user()
    tournaments.add_staff(tournament=event, by=by, user=other, role="organizer")
    tournaments.remove_staff(tournament=event, by=other, user=by, role="organizer")
    assert not by.has_perm("competition.organize", event)


def test_posts_that_cannot_be_given_or_taken_are_refused():
    event = makers.tournament()
    by, helper = makers.organizer_of(event), makers.referee(event)
    asleep = makers.user(is_active=False)
    for user, role, code in (
        (helper, "referee", "already-staff"),
        (helper, "king", "unknown-role"),
        (asleep, "desk", "user-inactive"),
    ):
        with pytest.raises(Impossible, match=code):
            tournaments.add_staff(tournament=event, by=by, user=user, role=role)
    with pytest.raises(Impossible, match="not-staff"):
        tournaments.remove_staff(tournament=event, by=by, user=helper, role="desk")


def test_a_user_name_is_made_that_nobody_has_whatever_its_capitals():
    event = makers.tournament()
    makers.user("Luz.Arce")
    opened = accounts.open_account(
        tournament=event, by=makers.organizer_of(event), name="Luz Arce", role="desk"
    )
    assert opened.username == "luz.arce-2"


@pytest.mark.parametrize(
    ("kind", "preset"),
    [("single", "cochabamba"), ("pair", "cochabamba-pairs"), ("tripleta", "cochabamba-pairs")],
)
def test_the_plan_cochabamba_sets_rules_and_stages(kind: str, preset: str):
    """The values of the plan as the product describes it."""
    category = makers.category(kind=kind)
    assert (category.preset, category.walkover_minutes) == (preset, 15)
    groups, knockout = category.stages.all()
    assert (groups.format, knockout.format) == ("groups", "knockout")
    assert (groups.settings["group_size"], groups.settings["go_on"]) == (4, 2)
    assert groups.settings["best_thirds"] == "none"
    assert [groups.settings["points"][name] for name in ("win", "tie", "loss")] == [2, 1, 0]
    assert groups.settings["criteria"] == [
        "points",
        "games-won",
        "among-tied",
        "difference",
        "for",
        "instant-wins",
        "lot",
    ]
    assert (groups.settings["tie"], knockout.settings["tie"]) == ("shared", "extra-game")
    assert knockout.settings["third_place"] is True
    assert presets.best_of(knockout.settings, 8) == 1
    assert presets.best_of(knockout.settings, 4) == presets.best_of(knockout.settings, 2) == 3


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"name": ""}, "name-empty"),
        ({"kind": "crowd"}, "unknown-kind"),
        ({"fee": -1}, "fee-negative"),
        ({"capacity": 1}, "capacity-too-small"),
        ({"plan": "lottery"}, "unknown-plan"),
    ],
)
def test_a_category_that_cannot_be_is_refused(said: dict[str, Any], code: str):
    event = makers.tournament()
    with pytest.raises(Impossible) as refused:
        makers.category(event, **said)
    assert refused.value.code == code
    assert not Category.objects.exists()


@pytest.mark.parametrize(
    "said", [{"game": "poker"}, {"preset": "las-vegas"}, {"options": {"flip": "always"}}]
)
def test_rules_that_the_game_does_not_know_are_refused(said: dict[str, Any]):
    with pytest.raises(SetupRefused):
        makers.category(makers.tournament(), **said)


def test_rules_stay_once_a_match_has_begun_and_the_kind_once_somebody_is_entered():
    category = makers.groups(4)
    by = _by(category)
    tournaments.edit_category(category=category, by=by, preset="three-throws")
    with pytest.raises(Impossible, match="kind-fixed"):
        tournaments.edit_category(category=category, by=by, kind="single")
    makers.result(makers.stage(category).matches.first(), 2, 1)
    with pytest.raises(Impossible, match="rules-fixed"):
        tournaments.edit_category(category=category, by=by, preset="cochabamba")
    assert tournaments.edit_category(category=category, by=by, fee=30, preset="three-throws").fee == 30
    with pytest.raises(TypeError):
        tournaments.edit_category(category=category, by=by, tournament=category.tournament)


@pytest.mark.parametrize(
    ("order", "settings", "code"),
    [
        (1, {"group_size": 2}, "bad-setting"),
        (1, {"group_size": "4"}, "bad-setting"),
        (1, {"go_on": 4}, "all-would-go-on"),
        (1, {"best_thirds": "some"}, "bad-setting"),
        (1, {"best_of": 2}, "bad-setting"),
        (1, {"criteria": ["points", "points"]}, "bad-setting"),
        (1, {"criteria": ["beauty"]}, "bad-setting"),
        (1, {"criteria": []}, "bad-setting"),
        (1, {"points": {"win": 1, "tie": 1}}, "points-out-of-order"),
        (1, {"points": {"goal": 1}}, "bad-setting"),
        (1, {"third_place": True}, "unknown-setting"),
        (2, {"tie": "shared"}, "bad-setting"),
        (2, {"third_place": 1}, "bad-setting"),
        (2, {"best_of_from": 3}, "bad-setting"),
    ],
)
def test_settings_that_cannot_be_are_refused(order: int, settings: dict[str, Any], code: str):
    category = makers.category()
    before = makers.stage(category, order).settings
    with pytest.raises(Impossible) as refused:
        tournaments.edit_stage(stage=makers.stage(category, order), by=_by(category), settings=settings)
    assert refused.value.code == code
    assert makers.stage(category, order).settings == before


def test_a_draft_takes_new_counting_rules_but_no_other_groups():
    category = makers.category()
    makers.entrants(category, 8)
    stage = makers.drawn(category, released=False)
    with pytest.raises(Impossible, match="settings-need-new-draw"):
        tournaments.edit_stage(stage=stage, by=_by(category), settings={"group_size": 8})
    tournaments.edit_stage(stage=stage, by=_by(category), settings={"best_of": 3, "group_size": 4})
    assert set(stage.matches.values_list("best_of", flat=True)) == {3}


def test_a_draft_bracket_takes_another_length_of_its_late_matches():
    category = makers.groups(16)
    makers.played_out(category)
    stage = makers.drawn(category, order=2, released=False)
    tournaments.edit_stage(stage=stage, by=_by(category), settings={"best_of_from": 2, "best_of_late": 5})
    lengths = dict(stage.matches.values_list("code", "best_of"))
    assert (lengths["CF-1"], lengths["SF-1"], lengths["F"], lengths["3P"]) == (1, 1, 5, 1)


def test_a_match_has_a_table_a_time_and_a_referee_and_keeps_what_is_not_named():
    category = makers.groups(4)
    event, by = category.tournament, _by(category)
    referee, match = makers.referee(event), makers.stage(category).matches.get(code="A-1-1")
    noon = dt.datetime(2026, 12, 12, 16, tzinfo=dt.UTC)
    table = event.tables.get(number=3)
    timetable.place(match=match, by=by, table=table, starts_at=noon, referee=referee)
    timetable.place(match=match, by=by, referee=None)
    match.refresh_from_db()
    assert (match.table, match.starts_at, match.referee) == (table, noon, None)
    other = makers.stage(category).matches.get(code="A-1-2")
    for said, code in (
        ({"table": table, "starts_at": noon}, "table-taken"),
        ({"table": makers.tournament().tables.first()}, "table-elsewhere"),
        ({"referee": makers.user()}, "referee-not-staff"),
    ):
        with pytest.raises(Impossible, match=code):
            timetable.place(match=other, by=by, **said)


def test_tables_are_given_round_by_round_in_order():
    category = makers.groups(12, event=makers.tournament(tables=4))
    by, stage = _by(category), makers.stage(category)
    Match.objects.update(table=None)
    assert timetable.give_tables(stage=stage, round=2, by=by) == 6
    numbers = stage.matches.filter(round=2).values_list("table__number", flat=True)
    assert list(numbers) == [1, 2, 3, 4, 1, 2]
    assert not stage.matches.filter(round=1, table__isnull=False).exists()
    with pytest.raises(Impossible, match="no-such-round"):
        timetable.give_tables(stage=stage, round=9, by=by)
    tournaments.set_tables(tournament=category.tournament, by=by, count=0)
    with pytest.raises(Impossible, match="no-tables"):
        timetable.give_tables(stage=stage, round=1, by=by)


@pytest.mark.parametrize(
    ("hour", "expected"),
    [
        (dt.datetime(2026, 12, 12, 3, 59, tzinfo=dt.UTC), "soon"),
        (dt.datetime(2026, 12, 13, 1, 30, tzinfo=dt.UTC), "now"),  # still the evening of the 12th in La Paz
        (dt.datetime(2026, 12, 13, 4, 0, tzinfo=dt.UTC), "past"),
    ],
)
def test_today_is_the_day_where_the_event_is(hour: dt.datetime, expected: str):
    """I18-05: check-in at 20:30 in La Paz is still today's event."""
    assert events.when(makers.tournament(), hour) == expected


def test_categories_count_entrants_and_matches():
    category = makers.groups(6, kind="single", fee=20)
    late = makers.category(category.tournament, name="Dúos")
    makers.entrants(late, 1, state="applied")
    makers.entrants(late, 2, state="accepted")
    second, first = events.category_pages(category.tournament)
    assert (first.slug, first.in_play, first.checked_in) == (category.slug, 6, 6)
    assert [(stage.state, stage.matches, stage.finished) for stage in first.stages] == [
        ("released", 6, 0),
        ("planned", 0, 0),
    ]
    assert (second.slug, second.in_play, dict(second.states)) == (late.slug, 2, {"applied": 1, "accepted": 2})


def test_fees_are_due_of_all_who_come_and_taken_of_those_who_paid():
    category = makers.category(kind="single", fee=20)
    for state in ("applied", "accepted", "paid", "checked-in"):
        makers.entrants(category, 1, state=state)
    page = entrant_pages.entrants_page(category)
    assert (page.fees_due, page.fees_taken) == (60, 40)
