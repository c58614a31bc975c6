"""What the games share in which a turn is dice, the number of throws and one box: no game of its own.

Knows: the turn as text (``notation``), the ruleset that a game hands in (``ruleset``), sheets, states, checks, endings,
the entry page, paper and a made-up player; ``game.ThrowsGame`` answers the contract with them.
Does not know: any game's boxes, options or rule numbers; those stand in the game's own package.
"""
