"""Sentences for the refusals of ``play``: tablets, the turn log, paper, and bodies that are no batch.

Knows: what each code means to a referee, and what can be done next. Does not know: who raises it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DEVICES: dict[str, Promise | str] = {
    "no-such-device": _("No tablet belongs to this link. Ask the organizer for a new one."),
    "device-revoked": _(
        "This tablet has been shut out. Nothing was written; ask the organizer for a new link."
    ),
    "code-spent": _(
        "The code of %(device)s has let in a tablet already, and lets in only one. If that was not this tablet, ask "
        "the organizer for a new code."
    ),
    "wrong-pin": _(
        "No tablet waits with this PIN (tries left: %(left)s). It stands beside the QR code; once it has let a tablet "
        "in, it is spent, and the organizer gives a new one."
    ),
    "pin-lapsed": _(
        "This PIN has lapsed: it was made more than %(days)s days ago. Scan the QR code of the tablet, which still "
        "lets it in, or ask the organizer for a new code."
    ),
    "pins-rest": _(
        "Too many wrong PINs. Wait %(minutes)s min and try again, or scan the QR code of the tablet: that works at "
        "once."
    ),
    "pins-rest-a-day": _(
        "Too many wrong PINs were typed within a day. For %(hours)s h no PIN lets anybody in here; scan the QR code of "
        "the tablet: that works at once."
    ),
    "not-your-table": _(
        "This tablet has not been given the table of match %(match)s. Open a match of your own table, or ask the "
        "organizer to give you this one."
    ),
    "device-revoked:kept": _(
        "This tablet has been shut out. What it sent was kept for the chief referee and is not in the log; ask the "
        "organizer for a new link."
    ),
    "not-your-table:kept": _(
        "This tablet has not been given the table of match %(match)s. What it sent was kept for the chief referee and "
        "is not in the log."
    ),
    "not-let-in": _(
        "Nobody is logged in here, or without the right to this table. Nothing was written; log in, or open the "
        "tablet's link again."
    ),
    "label-missing": _("A tablet needs a name, so that it can be found in the hall. Type one."),
    "label-taken": _("There is a tablet called “%(label)s” already. Choose another name."),
    "other-events-table": _("One of these tables belongs to another tournament. Choose tables of this one."),
}

LOG: dict[str, Promise | str] = {
    "match-waiting": _("Match %(match)s still waits for its sides. It can be played once they are known."),
    "match-not-released": _(
        "Match %(match)s has not been released yet. Ask the organizer to release the draw."
    ),
    "match-replaced": _(
        "Match %(match)s is not played any more in this form: it was drawn or set anew. The turn was kept aside for "
        "the organizer. Open the match again from the list of tables."
    ),
    "match-closed": _(
        "Match %(match)s is closed. The turn was kept aside for the organizer and changes nothing. To go on, the "
        "result has to be taken back first."
    ),
    "game-closed": _(
        "Game %(number)s is over; game %(current)s is the one to play now. Write the turn there."
    ),
    "no-such-game": _("Game %(number)s is not to be played now; game %(current)s is. Write the turn there."),
    "old-sequence": _(
        "Somebody has written into this game meanwhile. Look at the grid as it is now, and enter the turn again if it "
        "is missing."
    ),
    "sequence-ahead": _(
        "A turn before this one is missing or was refused. Put that one right first, then enter this one again."
    ),
    "known-id-other-turn": _(
        "Another turn was stored under the mark of this one. Load the page anew and compare it with the grid."
    ),
    "not-the-last": _(
        "Something was written after the turn that was to be taken back: %(line)s. Take that back first, or correct "
        "the turn in the log."
    ),
    "no-such-match": _("There is no match at this address. Open it again from the list of tables."),
    "server-busy": _(
        "The server has too much to do just now. Nothing was written; it is sent again by itself."
    ),
    "other-match": _(
        "This turn belongs to another match than %(match)s. Open that match and enter it there."
    ),
    "nothing-to-cancel": _("There is no turn to take back in this match."),
    "closed-without-turns": _(
        "Match %(match)s was closed without its turns (a walkover, for instance). Ask the organizer to take the result "
        "back."
    ),
    "paper-is-corrected-whole": _(
        "Game %(number)s was typed in from paper. Correct it on the paper page, the whole sheet at once."
    ),
}

CONFIRMING: dict[str, Promise | str] = {
    "match-decided": _(
        "Match %(match)s is decided and waits for its sides to confirm it. If it is not over, take the last turn back."
    ),
    "match-undecided": _(
        "Match %(match)s is not decided yet, so there is nothing to confirm. Play it to its end first."
    ),
    "no-such-side": _("This match has no side %(side)s. Load the page anew and confirm again."),
    "signature-needed": _("In this category each side signs. Have the side sign, then confirm again."),
}

BESIDE: dict[str, Promise | str] = {
    "card-without-reason": _(
        "A card needs its reason, so that the chief referee can judge it. Choose or type one."
    ),
    "already-withdrawn": _("This card has been taken back already."),
    "no-such-call": _("This table has not called anybody under this mark. Load the page anew."),
    "call-closed": _("This call has been closed already. Look at the hall as it is now."),
    "not-at-this-match": _("That tablet is not at match %(match)s any more. Look at the hall as it is now."),
    "settled-already": _(
        "Somebody has decided about this already, in another way. Look at it as it stands now."
    ),
    "game-over-already": _(
        "Game %(number)s is over as its log stands. If this turn belongs in it, take back or correct the turn in its "
        "place first; else set it aside."
    ),
    "cannot-be-written": _(
        "What the tablet sent cannot be written as it is. Set it aside with a reason, and write what it meant by hand."
    ),
}

CORRECTIONS: dict[str, Promise | str] = {
    "contradicts-turns": _(
        "The turns of this match say otherwise: %(said)s. Correct the turn that is wrong, or have the chief referee "
        "decide, with a reason."
    ),
    "decision-stands": _(
        "The result of match %(match)s was decided by the chief referee, whatever the turns say. Take it back first if "
        "the turns are to count."
    ),
    "game-would-go-on": _(
        "With this turn game %(number)s would not be over, and game %(later)s has turns already. Correct the later "
        "game first."
    ),
    "later-turn-refused": _(
        "With this change turn %(number)s of the log (%(line)s) could not have been played. Correct that turn first, "
        "or take the turns back to it and write them again."
    ),
    "turns-changed-since": _(
        "The turns of match %(match)s are not as this correction left them, so it cannot be undone. Correct the turn "
        "that is wrong anew."
    ),
    "no-such-turn": _(
        "Turn %(number)s does not count in game %(game_number)s any more. Look at the log as it is now."
    ),
}

PAPER: dict[str, Promise | str] = {
    "game-has-turns": _(
        "Game %(number)s has turns written on a tablet. Give a reason if the paper sheet is to take their place; they "
        "stay in the log, cancelled."
    ),
    "game-already-entered": _(
        "Game %(number)s has been entered already. Give a reason if this sheet is to take its place; the old one stays "
        "in the log, cancelled."
    ),
    "later-game-begun": _(
        "With game %(number)s as typed, the match would have ended before game %(later)s, which has turns. Correct the "
        "later game first."
    ),
    "wrong-number-of-sheets": _(
        "This game has %(sides)s sides, but %(sheets)s sheets were typed. Type one a side."
    ),
    "sheet-not-full": _(
        "The box %(box)s of side %(side)s is empty. Type its points, or x if it was crossed out."
    ),
    "game-not-over": _(
        "With the sheets as typed the game is not over (%(totals)s). Type every line up to the one that ended it."
    ),
    "box-unreadable": _(
        "“%(found)s” in the box %(box)s is neither points nor a cross. Type the figure as on the paper, or x."
    ),
    "sheet-goes-on": _(
        "The game ended (%(ending)s), but more boxes are filled than were played by then. Compare them with the paper."
    ),
}

WIRE: dict[str, Promise | str] = {
    "too-large": _("This is too much at once. Nothing was written; send fewer turns together."),
    "batch-not-json": _("What the tablet sent cannot be read. Nothing was written; load the page anew."),
    "batch-wrong-type": _(
        "What the tablet sent has the wrong form at %(path)s. Nothing was written; load the page anew."
    ),
    "missing-field": _("What the tablet sent lacks %(path)s. Nothing was written; load the page anew."),
    "unknown-version": _("This page is of another version than the server. Load it anew, then send again."),
    "bad-client-id": _("A turn came without a usable mark of its own (%(path)s). Load the page anew."),
    "bad-match": _("What the tablet sent names no match. Nothing was written; load the page anew."),
    "line-too-long": _("A turn is too long to be one (%(path)s). Nothing was written; check it."),
    "unprintable-line": _(
        "A turn holds signs that cannot be written (%(path)s). Nothing was written; check it."
    ),
    "out-of-range": _("A figure is out of range at %(path)s. Nothing was written; load the page anew."),
    "unknown-entry": _("What the tablet sent names no way of entry (%(path)s). Load the page anew."),
    "bad-tablet": _(
        "What the tablet sent does not say which tablet it is. Nothing was written; load the page anew."
    ),
    "bad-build": _(
        "What the tablet sent does not say of which page it is. Nothing was written; load the page anew."
    ),
    "bad-signature": _("The signature cannot be read. Have it drawn once more."),
    "unknown-item": _(
        "The tablet sent something that the server does not know (%(path)s). It was kept for the chief referee; load "
        "the page anew."
    ),
    "unknown-choice": _(
        "The tablet sent a choice that the server does not know (%(path)s). It was kept for the chief referee; load "
        "the page anew."
    ),
}

SENTENCES: dict[str, Promise | str] = {
    **DEVICES,
    **LOG,
    **BESIDE,
    **CONFIRMING,
    **CORRECTIONS,
    **PAPER,
    **WIRE,
}
