"""Every row of a category that a correction may touch, as it stands at one moment; what changed between two moments;
and how a change is set back.

Knows: the tables of an event, which field says that a row stands. Does not know: what rows mean, permissions.

Setting back is exact: fields get the values that they had. Rows that came into being stay, and stand no more. It is
refused where anything that the change touched is not as the change left it.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.apps import apps
from django.db.models import Field, Model, QuerySet

from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import (
    Bye,
    Category,
    Draw,
    Entrant,
    Group,
    GroupPlace,
    Match,
    Participant,
    Result,
    ResultLine,
    Seat,
    Stage,
)

Key = tuple[str, int]  # a model's label and a row's key
Rows = dict[Key, tuple[Any, ...]]  # the fields of each row, in the order of ``fields``
Change = dict[str, Any]  # ``row``, ``before`` (None: it was not there), ``after``

# What moves on whatever is corrected: a reader's counter, and where and with whom a match is played.
_NOT_READ = {
    "competition.stage": {"results_version"},
    "competition.match": {"printed_at", "table", "referee", "starts_at"},
}
_OWN = "competition."
_STANDS = ("is_standing", "is_current")
_MOVED = ("entrant_id", "source_id", "is_standing")  # what of a seat two rows may not share even for a moment
# How a row that belongs to a match comes to that match's code.
_CODES = {
    "competition.match": "code",
    "competition.seat": "match__code",
    "competition.result": "match__code",
    "competition.resultline": "result__match__code",
}


def fields(label: str) -> "list[Field[Any, Any]]":
    """Return the fields of a model that are read."""
    left_out = _NOT_READ.get(label, set())
    found = apps.get_model(label)._meta.concrete_fields
    return [field for field in found if not field.primary_key and field.name not in left_out]


def read(category: Category, more: Sequence[QuerySet[Any]] = ()) -> Rows:
    """Return the rows of the category, and those of further querysets, as they stand now."""
    rows: Rows = {}
    for found in (*_own(category), *more):
        label = found.model._meta.label_lower
        names = [field.attname for field in fields(label)]
        rows |= {(label, key): tuple(rest) for key, *rest in found.order_by().values_list("pk", *names)}
    return rows


def _own(category: Category) -> tuple[QuerySet[Any], ...]:
    key = category.pk
    return (
        Stage.objects.filter(category=key),
        Entrant.objects.filter(category=key),
        Draw.objects.filter(stage__category=key),
        Group.ever.filter(stage__category=key),
        GroupPlace.ever.filter(stage__category=key),
        Participant.ever.filter(stage__category=key),
        Bye.ever.filter(stage__category=key),
        Match.ever.filter(stage__category=key),
        Seat.ever.filter(stage__category=key),
        Result.objects.filter(match__stage__category=key),
        ResultLine.objects.filter(result__match__stage__category=key),
    )


def difference(before: Rows, after: Rows) -> list[Change]:
    """Return what changed, as it can be stored; beside each seat that got or lost somebody, how far its match is."""
    changes = [_change(key, before.get(key), row) for key, row in after.items() if before.get(key) != row]
    touched = {tuple(change["row"]) for change in changes}
    watched = {
        _match_of(key, after[key])
        for key in touched
        if key[0] == "competition.seat" and key in before and _seated(before[key]) != _seated(after[key])
    }
    for key in sorted(watched - touched):
        state = {"state": _named(key[0], after[key])["state"]}
        changes.append({"row": list(key), "before": state, "after": state})
    return changes


def _change(key: Key, before: tuple[Any, ...] | None, after: tuple[Any, ...]) -> Change:
    new = _named(key[0], after)
    if before is None:
        return {"row": list(key), "before": None, "after": new}
    old = _named(key[0], before)
    names = [name for name in new if old[name] != new[name]]
    return {
        "row": list(key),
        "before": {name: old[name] for name in names},
        "after": {name: new[name] for name in names},
    }


def _named(label: str, row: tuple[Any, ...]) -> dict[str, Any]:
    return {field.attname: _plain(value) for field, value in zip(fields(label), row, strict=True)}


def _plain(value: Any) -> Any:
    """Times are kept to the last digit; everything else is JSON by itself."""
    return value.isoformat() if isinstance(value, dt.datetime) else value


def _seated(row: tuple[Any, ...]) -> tuple[Any, ...]:
    named = _named("competition.seat", row)
    return tuple(named[name] for name in _MOVED)


def _match_of(key: Key, row: tuple[Any, ...]) -> Key:
    return "competition.match", _named(key[0], row)["match_id"]


# -- setting back ---------------------------------------------------------------------------------------------


def foreign(changes: Iterable[Change]) -> list[Change]:
    """Return the changes of rows that are not this room's."""
    return [change for change in changes if not change["row"][0].startswith(_OWN)]


def set_back(changes: Sequence[Change]) -> None:
    """Set this room's rows back to what they were before the changes. Raises: Impossible
    ``match-changed-since``, ``entrant-changed-since``, ``stage-changed-since``."""
    own = [change for change in changes if change["row"][0].startswith(_OWN)]
    for change in own:
        _refuse_changed(change)
    for change in own:
        if change["before"] is None:
            _retire(change["row"])
    old = [change for change in own if change["before"] is not None]
    # Rows that change places may not hold a place twice even for a moment: first they all leave it.
    moving = [change for change in old if set(change["before"]) & {*_MOVED, *_STANDS}]
    for change in moving:
        _retire(change["row"])
    for change in old:
        label, key = change["row"]
        values = _restored(label, change["before"])
        if change in moving:
            values = {**dict.fromkeys(_flags(label), True), **values}
        _rows(label).filter(pk=key).update(**values)


def _retire(row: Sequence[Any]) -> None:
    """Have a row stand no more; one that has no say in it (a line of a result) goes with its owner."""
    label, key = row
    gone: dict[str, Any] = dict.fromkeys(_flags(label), False)
    if label == "competition.draw":
        gone = {"state": Draw.State.DISCARDED}
    if gone:
        _rows(label).filter(pk=key).update(**gone)


def _flags(label: str) -> set[str]:
    return {field.attname for field in fields(label)} & set(_STANDS)


def _refuse_changed(change: Change) -> None:
    label, key = change["row"]
    after = change["after"]
    row = _rows(label).filter(pk=key).values(*after).first()
    if row is not None and {name: _plain(value) for name, value in row.items()} == after:
        return
    path = _CODES.get(label)
    if path is not None:
        code = _rows(label).values_list(path, flat=True).filter(pk=key).first()
        raise Impossible("match-changed-since", match=code)
    if label == "competition.entrant":
        name = _rows(label).values_list("name", flat=True).filter(pk=key).first()
        raise Impossible("entrant-changed-since", name=name)
    order = "order" if label == "competition.stage" else "stage__order"
    stage = _rows(label).values_list(order, flat=True).filter(pk=key).first()
    raise Impossible("stage-changed-since", stage=stage)


def _rows(label: str) -> QuerySet[Any]:
    model: type[Model] = apps.get_model(label)
    return model._base_manager.all()


def _restored(label: str, values: Mapping[str, Any]) -> dict[str, Any]:
    by_name = {field.attname: field for field in fields(label)}
    return {
        name: by_name[name].to_python(value) if "Time" in by_name[name].get_internal_type() else value
        for name, value in values.items()
    }
