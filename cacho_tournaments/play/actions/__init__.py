"""What can be done in play: turns appended and taken back, paper typed in, devices let in.

Knows: the order of locks (a match's row first, then its games). Does not know: requests, pages, JSON.
"""
