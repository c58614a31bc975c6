"""What was decided about matches, stages and rounds that a correction finds begun already.

Knows: the three decisions, who asked for one. Does not know: what each brings about, permissions, rows.

A correction is tried before it is made: then whatever is not decided yet is kept as it is, and the names of all that
was asked for come out of the trial, so that a page can ask for them.
"""

from collections.abc import Mapping, Sequence

from cacho_tournaments.competition.errors import Impossible

KEEP, REPLAY, VOID = "keep", "replay", "void"
KNOWN = (KEEP, REPLAY, VOID)


class Rulings:
    """Decisions by what they concern: the code of a match (``SF-1``), ``stage 2``, ``round 1.3`` (stage and round).

    ``asked`` has those that were needed, in the order in which they came up, with what was decided.
    """

    def __init__(self, given: Mapping[str, str], *, trial: bool = False) -> None:
        """Take what was decided. Raises: Impossible ``unknown-decision``."""
        for about, decision in given.items():
            if decision not in KNOWN:
                raise Impossible("unknown-decision", about=about, decision=decision, known=list(KNOWN))
        self.asked: dict[str, str] = {}
        self._given = dict(given)
        self._trial = trial

    def need(self, about: Sequence[str], *, default: str = "") -> dict[str, str]:
        """Return the decision on each of them. Raises: Impossible ``decision-needed``, which names all that is open."""
        default = default or (KEEP if self._trial else "")
        open_ = [each for each in about if each not in self._given and not default]
        if open_:
            raise Impossible("decision-needed", about=open_)
        found = {each: self._given.get(each, default) for each in about}
        self.asked |= found
        return found
