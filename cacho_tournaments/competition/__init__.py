"""Organizers: events, entries, draws, results, standings."""
