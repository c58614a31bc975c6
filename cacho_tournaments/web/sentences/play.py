"""Sentences for the refusals of ``play``."""

from django.utils.functional import Promise

SENTENCES: dict[str, Promise | str] = {}
