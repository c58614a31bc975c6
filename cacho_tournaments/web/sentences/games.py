"""Sentences for the refusals of ``games``."""

from django.utils.functional import Promise

SENTENCES: dict[str, Promise | str] = {}
