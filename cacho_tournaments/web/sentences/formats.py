"""Sentences for the refusals of ``formats``."""

from django.utils.functional import Promise

SENTENCES: dict[str, Promise | str] = {}
