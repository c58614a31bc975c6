"""Sentences for the refusals of ``games``: turns that the rules refuse, records and set-ups that cannot be read.

Knows: what each code means to a scorekeeper. Does not know: rule numbers (the page shows them beside the sentence).
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TURNS: dict[str, Promise | str] = {
    "bad-notation": _("This turn cannot be read at “%(found)s”. Check the line and send it again."),
    "game-over": _(
        "The game is over: nobody plays any more. If the last turn was wrong, take it back first."
    ),
    "not-your-turn": _(
        "It is the turn of side %(to_move)s, not of side %(side)s. Write the turn for the side that throws now."
    ),
    "wrong-dice-count": _(
        "Throw %(throw)s has %(dice)s dice; there must be five with those kept. Check the dice."
    ),
    "kept-dice-not-shown": _(
        "In throw %(throw)s a die was kept that did not lie there before. Check which dice were kept."
    ),
    "nothing-rethrown": _("Throw %(throw)s threw no die. Throw at least one, or end the turn before it."),
    "too-many-throws": _(
        "There were %(throws)s throws; these rules allow %(allowed)s. Write only the ones allowed."
    ),
    "must-rethrow-all": _("These rules ask for all five dice in every later throw. No die may be kept."),
    "de-mano-must-be-written": _(
        "Throw %(throw)s made %(boxes)s de mano, and these rules let nobody pass it over. Write it."
    ),
    "dormida-wins": _("Five alike in one throw is a dormida: it wins the game. Enter it as a dormida."),
    "no-dormida": _(
        "These dice are no dormida: it takes five alike in one throw of all five dice. Check the dice."
    ),
    "flip-not-allowed": _("No die may be flipped after this throw. Leave the flip out."),
    "too-many-flips": _("%(flips)s dice were flipped; at most %(allowed)s may be. Leave the rest out."),
    "not-opposite": _(
        "A flip turns a die to its opposite face: %(before)s becomes %(expected)s, not %(after)s."
    ),
    "no-such-die": _("No die shows %(face)s now, so it cannot be flipped. Check which die was turned."),
    "same-die-twice": _("The same die was flipped twice. Each die may be turned once only."),
    "box-taken": _("The box %(box)s is filled already. Choose an open one."),
    "second-throw-required": _(
        "A turn may end on the first throw only with a play from the hand that is still open. Throw again."
    ),
    "flip-required": _("A die has to be flipped after the last throw. Flip one, then write."),
    "dice-do-not-make-it": _(
        "The dice do not make %(box)s as they lie. Choose another box or check the dice."
    ),
    "scores-nothing": _(
        "No die shows the face of %(box)s, so nothing can be written there. Choose another box, or cross one out."
    ),
    "cross-forbidden": _(
        "Nothing may be crossed out while the dice score in an open box. Write what they make; cross only when "
        "they make nothing."
    ),
    "points-required": _("Without dice the points have to be given: %(possible)s are possible for %(box)s."),
    "impossible-points": _("%(claimed)s points are not possible for %(box)s. Check the figure."),
    "wrong-points": _(
        "The dice are worth %(points)s points in %(box)s, not %(claimed)s. Check the dice or the figure."
    ),
    "sobre-not-allowed": _("These rules know no play left pending. Write it or cross it out."),
    "entry-limit": _("Only one box may be filled in this turn. Leave the second one out."),
    "nothing-pending": _(
        "No play was left pending, so there is none to write. Enter the second throw’s own play."
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
