"""How generated tests of the games room run: no deadline, for a busy machine is no fault of the rules."""

from hypothesis import settings

settings.register_profile("games", deadline=None)
settings.load_profile("games")
