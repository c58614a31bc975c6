"""The one family of refusals: something a person can put right.

Knows: that a refusal has a stable code, maybe the number of a rule, and facts.
Does not know: any words. Sentences are made in ``web/explain.py`` only.
"""

from collections.abc import Mapping


class CachoError(Exception):
    """A refusal that a person can repair.

    ``code`` is kebab-case, stable and never reused. ``rule`` is the number of the rule that it follows
    (``"2.4"``), where there is one. ``facts`` fill the sentence's gaps; they are plain values.
    A refusal never leaves anything half done: whoever raises it has changed nothing.
    """

    def __init__(self, code: str, *, rule: str | None = None, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        rule = f" (rule {self.rule})" if self.rule else ""
        facts = "".join(f" {name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}{rule}{facts}"
