"""Draws, pairings and standings: pure values in, pure values out.

Knows: how sides are drawn, who meets whom, what a table says and why, who goes on.
Does not know: Django, the games, the clock, names to be shown, where chance comes from (it is passed in).

The rules stand in FORMATS.md, numbered; code and tests cite them. One module a format, each with its own
``draw``; what formats share stands in ``seeding`` (order and chance), ``points``, ``tiebreaks``,
``standings``.
"""
