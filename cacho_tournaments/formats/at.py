"""A JSON value and the path it stands at: how the door reads, and names what is wrong.

Knows: JSON's kinds, paths.
Does not know: which keys there are.
"""

from dataclasses import dataclass
from typing import Any

from cacho_tournaments.formats.errors import BadStage


@dataclass(frozen=True, slots=True)
class At:
    """A JSON value and the path it stands at."""

    value: Any
    path: str = ""

    def get(self, key: str, default: Any = None) -> "At":
        """Return the value under a key of this object, or ``default`` where the key is absent."""
        here = self.of(dict, "object")
        return At(here.get(key, default), f"{self.path}.{key}" if self.path else key)

    def need(self, key: str) -> "At":
        """Return the value under a key that must be there."""
        if key not in self.of(dict, "object"):
            raise BadStage("missing", path=f"{self.path}.{key}" if self.path else key)
        return self.get(key)

    def each(self) -> list["At"]:
        """Return the members of this list."""
        return [At(value, f"{self.path}[{number}]") for number, value in enumerate(self.of(list, "list"))]

    def of(self, kind: type, name: str) -> Any:
        """Return the value if it is of the kind. A truth value is not a number."""
        if not isinstance(self.value, kind) or (kind is int and isinstance(self.value, bool)):
            raise BadStage("wrong-type", path=self.path, wanted=name)
        return self.value

    def text(self) -> str:
        """Return the value as text that is not empty."""
        found: str = self.of(str, "text")
        return found or self.refuse()

    def number(self, least: int | None = None) -> int:
        """Return the value as a whole number, not below ``least``."""
        found: int = self.of(int, "number")
        if least is not None and found < least:
            self.refuse(least=least)
        return found

    def one_of(self, values: tuple[Any, ...]) -> Any:
        """Return the value if it is one of those allowed."""
        alike = [one for one in values if one == self.value and type(one) is type(self.value)]
        return alike[0] if alike else self.refuse(known=values)

    def maybe(self) -> "At | None":
        """Return this, or None where the value is absent or null."""
        return None if self.value is None else self

    def refuse(self, **facts: Any) -> Any:
        """Refuse the value. Raises: BadStage ``unknown-value``."""
        raise BadStage("unknown-value", path=self.path, value=self.value, **facts)
