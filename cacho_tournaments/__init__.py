"""Cacho Tournaments: runs championships of cacho alalay and its cousins, from entries to printed standings."""

__version__ = "0.1.0"
