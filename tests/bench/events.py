"""A whole event: 64 pairs from entries to the champion, through the actions that people use."""

import time

from django.core.management import call_command

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.models import Turn


def measure() -> list[str]:
    matches, turns = Match.objects.filter(state="finished").count(), Turn.objects.count()
    began = time.perf_counter()
    call_command("demo_tournament", entrants=64, category="pairs", seed=11, play="all", verbosity=0)
    seconds = time.perf_counter() - began
    played = Match.objects.filter(state="finished").count() - matches
    return [
        "An event of 64 pairs, played to the end (asked for: under 2 minutes)",
        f"  {played} matches, {Turn.objects.count() - turns} turns in {seconds:.1f} s",
    ]
