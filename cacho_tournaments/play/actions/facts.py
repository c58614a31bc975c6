"""Facts of a refusal as they are stored and sent.

Knows: what JSON can hold. Does not know: which facts a refusal has, what they mean.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from cacho_tournaments.errors import CachoError


def facts_of(error: CachoError, *, game: str) -> dict[str, Any]:
    """Return a refusal's facts as they are stored and sent, with the game whose boxes they name."""
    found: dict[str, Any] = plain({**error.facts, "game": game})
    return found


class _Plain(DjangoJSONEncoder):
    """JSON for whatever a refusal's facts hold: sets become sorted lists, anything strange its text."""

    def default(self, o: Any) -> Any:
        if isinstance(o, set | frozenset):
            return sorted(o, key=str)
        try:
            return super().default(o)
        except TypeError:
            return str(o)


def plain(value: Mapping[str, Any]) -> Any:
    return json.loads(json.dumps(dict(value), cls=_Plain))
