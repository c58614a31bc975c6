"""The words that addresses keep to themselves: no event and no category may be called by one.

Knows: which first words of an address lead somewhere else. Does not know: any row.
"""

TOURNAMENT_WORDS = frozenset(
    {
        "login",
        "logout",
        "help",
        "static",
        "style",
        "i18n",
        "manage",
        "play",
        "print",
        "api",
        "m",
        "new",
        "match",
        "start",
        "trf",
        "players",
        "clubs",
        "d",
    }
)
CATEGORY_WORDS = frozenset({"edit", "publish", "staff", "tables", "log", "new", "rules", "matches", "qr"})
