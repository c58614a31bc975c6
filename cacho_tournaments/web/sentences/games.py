"""Sentences for the refusals that the games share: turns that the rules refuse, records and set-ups that cannot be
read. What only one game refuses has its sentence in that game's words.

Knows: what each code means to a scorekeeper. Does not know: rule numbers (the page shows them beside the sentence).
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TURNS: dict[str, Promise | str] = {
    "bad-notation": _("This turn cannot be read at “%(found)s”. Check the line and send it again."),
    "bad-notation:no-found": _(
        "The line breaks off: something is missing at its end. Write it out and send it again."
    ),
    "game-over": _(
        "The game is over: nobody plays any more. If the last turn was wrong, take it back first."
    ),
    "not-your-turn": _(
        "It is the turn of side %(to_move)s, not of side %(side)s. Write the turn for the side that throws now."
    ),
    "wrong-dice-count": _(
        "Throw %(throw)s has %(dice)s dice; there must be five with those kept. Check the dice."
    ),
    "too-many-throws": _(
        "There were %(throws)s throws; these rules allow %(allowed)s. Write only the ones allowed."
    ),
    "box-taken": _("The box %(box)s is filled already. Choose an open one."),
    "dice-do-not-make-it": _(
        "The dice do not make %(box)s as they lie. Choose another box or check the dice."
    ),
    "points-required": _("Without dice the points have to be given: %(possible)s are possible for %(box)s."),
    "impossible-points": _("%(claimed)s points are not possible for %(box)s. Check the figure."),
    "wrong-points": _(
        "The dice are worth %(points)s points in %(box)s, not %(claimed)s. Check the dice or the figure."
    ),
    "order-hidden": _(
        "Written together, these do not tell who scored first, and here that decides the game. Write them one by one, "
        "in the order in which they happened."
    ),
    "sheets-do-not-fit": _(
        "These sheets cannot belong to one finished game by the rules. Compare the boxes and crosses with the paper."
    ),
}

SETUPS: dict[str, Promise | str] = {
    "unknown-game": _("There is no game called “%(game)s” here. Choose one of: %(known)s."),
    "unknown-preset": _("The game has no rules called “%(preset)s”. Choose one of: %(known)s."),
    "unknown-option": _("The game has no option “%(option)s”. Choose one of: %(known)s."),
    "unknown-value": _("“%(value)s” is no value of the option “%(option)s”. Choose one of: %(known)s."),
    "impossible-start": _(
        "No game can start from this position (side %(side)s). Check what the sheet holds."
    ),
    "too-few-sides": _("This game needs at least %(least)s sides; there are %(sides)s."),
    "too-many-sides": _("This game takes at most %(most)s sides; there are %(sides)s."),
    "too-many-players": _("A side of this game has at most %(most)s players; there are %(players)s."),
    "players-differ": _("Every side of this game needs as many players as the others. Check who plays."),
}

RECORDS: dict[str, Promise | str] = {
    "bad-encoding": _("Line %(line)s, column %(column)s: this is not UTF-8 text. Save the file as UTF-8."),
    "no-header": _("Line %(line)s: a game begins with its headers and a line ---. Add them above the turns."),
    "bad-header": _("Line %(line)s: “%(found)s” is no header. Write it as name: value."),
    "missing-key": _("Line %(line)s: the header “%(key)s” is missing. Add it above the line ---."),
    "repeated-key": _("Line %(line)s: the header “%(key)s” stands there twice. Leave one of them."),
    "bad-value": _("Line %(line)s, column %(column)s: “%(found)s” is no value for “%(key)s”. Correct it."),
}

SENTENCES: dict[str, Promise | str] = {**TURNS, **SETUPS, **RECORDS}
