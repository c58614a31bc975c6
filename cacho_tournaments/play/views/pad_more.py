"""The words of the tablet's script about what is not a turn: what waits, what the state says, the referee's tools.

Knows: the sentences of each part of the script. Does not know: games, kinds of entry (``pad_kinds``).
"""


def outbox_texts() -> dict[str, str]:
    """Return what is said of waiting turns, of the network, of other tablets and other pages."""
    return {}


def state_texts() -> dict[str, str]:
    """Return what the tablet says of the match as it has folded it itself."""
    return {}


def tool_texts() -> dict[str, str]:
    """Return what the referee's tools say: settings, cards, calls, confirmation, the clock."""
    return {}
