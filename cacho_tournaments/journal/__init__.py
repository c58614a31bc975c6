"""Who did what, when: an append-only log that every action writes its last line into.

Knows: verbs, actors, subjects as kind and number, facts. Does not know: what any of them mean.
"""
