"""The rules for the tablet: the engines' own sources, written once more by machine as JavaScript.

A tablet plays whole matches without network, so it must know what every turn leads to; and no rule may be written a
second time by hand. ``python -m cacho_tournaments.games script DIR`` (``make rules``) writes one module a game.

Knows: the files that are written. What is translated, and how, know ``reach``, ``expressions``, ``calls``,
``statements``, ``classes``; what is left to the runtime is in ``static/tablet/rules/runtime.js``.
Does not know: any rule. Python that it cannot translate it refuses with module, line and construct.

Two things it takes on trust, because mypy proves them: that annotations are true, and that no list is compared with a
tuple, which are both an Array there. Functions may not hang on what only Python tells apart beyond that: the order of a
set, the identity of equal values.
"""

from cacho_tournaments.games import codes, package_of
from cacho_tournaments.games.script.bundle import bundle
from cacho_tournaments.games.script.reach import HANDED_OUT
from cacho_tournaments.games.script.sources import Key, Sources, Untranslatable

__all__ = ["Untranslatable", "scripts"]


LIST = "games.js"
_BY_HAND = "not to be changed by hand."


def scripts() -> dict[str, str]:
    """Return the text of each file by its name: one a game, and the list of them. Raises: Untranslatable."""
    sources = Sources()
    files = {
        f"{code}.js": bundle(
            sources,
            [Key(package_of(code), "GAME"), *HANDED_OUT],
            heading=f"The rules of {code}, made by `make rules` from {package_of(code)}; {_BY_HAND}",
        )
        for code in codes()
    }
    return {**files, LIST: _list()}


def _list() -> str:
    """Write which file holds which game. Each import is written out, so that a page loads one game only, and a file
    is known by its content like every other script."""
    lines = [f'  "{code}": () => import("./{code}.js"),' for code in codes()]
    heading = f"// Which games there are, made by `make rules` from cacho_tournaments.games; {_BY_HAND}"
    return "\n".join([heading, "export const GAMES = {", *lines, "};", ""])
