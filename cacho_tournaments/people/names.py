"""Names of persons and clubs as they are stored, searched and sorted.

Knows: Unicode forms, blanks, Spanish order. Does not know: rows.
"""

import unicodedata


def clean(text: str) -> str:
    """Return the name in one Unicode form (NFC) with single blanks; otherwise as typed."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fold(text: str) -> str:
    """Return the text as it is searched: no case, no accents (``Núñez`` and ``NUNEZ`` fold alike).

    NUL goes too: no name holds it, and PostgreSQL refuses even to be asked for it.
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold()).replace("\0", "")
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def sort_key(text: str) -> tuple[str, str]:
    """Return a key for Spanish order: Á with A, Ñ after N; equal names then by their exact form."""
    spaced = unicodedata.normalize("NFC", text.casefold()).replace("ñ", "n\uffff")
    return fold(spaced), text


def short(text: str) -> str:
    """Return a name as a team's name shows it: without what goes before the last two words of a long one.

    ``Ana Quispe`` is ``Quispe``; of a longer name nobody can tell given names from surnames, so two words stay.
    """
    words = clean(text).split()
    return " ".join(words[-1:] if len(words) == 2 else words[-2:])
