"""Sentences for the refusals of ``competition``."""

from django.utils.functional import Promise

SENTENCES: dict[str, Promise | str] = {}
