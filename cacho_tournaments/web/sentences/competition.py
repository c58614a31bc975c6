"""Sentences for the refusals of ``competition`` and ``people``, and for what a draw wants said.

Knows: what each code means to an organizer, and what can be done next. Does not know: who raises it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.web.sentences import (
    competition_carrying,
    competition_corrections,
    competition_leaving,
    competition_rounds,
    competition_stages,
    competition_tables,
)

PEOPLE: dict[str, Promise | str] = {
    "name-empty": _("A name is missing. Type at least one letter."),
    "name-too-long": _(
        "The name beginning “%(name)s” is too long: at most %(most)s letters fit. Shorten it."
    ),
    "namesake-known": _(
        "There is already somebody called %(name)s. Look first whether it is the same person."
    ),
    "club-name-taken": _("There is another club called “%(name)s”. Choose a name that tells the two apart."),
    "user-name-taken": _("The user name “%(name)s” is taken. Choose another one."),
    "unknown-user": _("There is no user called “%(name)s”. Check the spelling, or make a new account."),
    "unknown-player": _(
        "There is no known player “%(name)s”. Type the name alone to write down somebody new."
    ),
    "user-inactive": _("The account of %(name)s is switched off, so it cannot be given a post."),
    "unknown-role": _("There is no post “%(role)s”. Choose one of: %(known)s."),
    "already-staff": _("%(name)s has this post already."),
    "not-staff": _("%(name)s does not have this post, so it cannot be taken away. Load the page again."),
    "last-organizer": _(
        "%(name)s is the last organizer. Give somebody else that post first: an event without an organizer "
        "could be changed by nobody."
    ),
}

EVENTS: dict[str, Promise | str] = {
    "ends-before-it-starts": _(
        "The last day (%(ends_on)s) is before the first day (%(starts_on)s). Put the two in order."
    ),
    "unknown-time-zone": _("There is no time zone “%(time_zone)s”. Take one like America/La_Paz."),
    "unknown-paper": _("There is no paper “%(paper)s”. Choose one of: %(known)s."),
    "address-taken": _("The address “%(address)s” is taken. Choose another one."),
    "address-reserved": _(
        "“%(address)s” cannot be an address: it is kept for the site itself, or holds no letter. Choose another one."
    ),
    "bad-table-count": _("%(count)s tables cannot be set. From 0 to %(most)s are possible."),
    "table-in-play": _(
        "Match %(match)s is being played at table %(table)s, so that table cannot go. Wait for its end, or move "
        "the match to another table."
    ),
    "unknown-plan": _("There is no plan “%(plan)s”. Choose one of: %(known)s."),
    "unknown-confirmation": _("A match cannot be confirmed in that way. Choose one of: %(known)s."),
    "unknown-kind": _("There is no kind of entrant “%(kind)s”. Choose one of: %(known)s."),
    "fee-negative": _("A fee cannot be below zero. Type 0 where nothing is paid."),
    "capacity-too-small": _(
        "A capacity of %(capacity)s is too small: at least two must fit in. Leave it empty for no limit."
    ),
    "rules-fixed": _(
        "A match of “%(category)s” has begun, so its rules stay as they are. Make a new category for other rules."
    ),
    "kind-beyond-game": _(
        "This game is played by sides of at most %(most)s; an entrant of this kind has %(players)s players. Choose "
        "another kind of entrant."
    ),
    "kind-fixed": _(
        "Somebody is entered in “%(category)s”, so its kind of entrant stays. Make a new category for another kind."
    ),
    "settings-fixed": _(
        "The draw of this stage is released: only how results count and who goes on can still be changed, and "
        "nothing once it is closed."
    ),
    "settings-need-new-draw": _(
        "This would change who meets whom, and a draft draw stands. Discard the draft, change the setting, draw again."
    ),
    "unknown-setting": _("A stage has no setting “%(setting)s”. Choose one of: %(known)s."),
    "bad-setting": _("“%(value)s” is no value for “%(setting)s”. Possible: %(allowed)s."),
    "points-out-of-order": _(
        "The points do not fit together: a win (%(win)s) must be worth more than a tie (%(tie)s), and a tie not "
        "less than a loss (%(loss)s) or an absence (%(walkover_loss)s)."
    ),
    "all-would-go-on": _(
        "%(go_on)s of each group would go on, and a group has only %(group_size)s. Let fewer go on, or make the "
        "groups larger."
    ),
}

ENTRIES: dict[str, Promise | str] = {
    "entries-closed": _("Entries for “%(category)s” are closed. Open them again in the category's settings."),
    "category-full": _(
        "“%(category)s” is full: %(capacity)s are entered. Raise the capacity, or take somebody out first."
    ),
    "drawn-already": _(
        "“%(category)s” is drawn and released, so nobody can be entered any more. What is drawn stays as it is."
    ),
    "drawn-without": _("%(name)s is not in the draw that was released, so there is no seat to come back to."),
    "wrong-member-count": _("An entrant of this category has %(wanted)s players; %(given)s were named."),
    "player-twice": _("%(name)s is named twice. Each place needs a person of its own."),
    "player-entered-already": _(
        "%(name)s plays in this category already, with no. %(number)s, %(entrant)s. A person can enter once only."
    ),
    "namesakes-entered": _(
        "%(names)s are entered already, as no. %(number)s. If these are other persons of the same names, say so below."
    ),
    "bad-seed": _("%(seed)s is no seed. Seeds count from 1; leave it empty for somebody without one."),
    "seed-taken": _("Seed %(seed)s belongs to %(name)s. Choose another, or take it away there first."),
    "seed-after-draw": _("The draw is released, so the seed of %(name)s stays as it was drawn."),
    "unknown-state": _("There is no state “%(state)s”. Choose one of: %(known)s."),
    "reason-needed": _("Say why: this change to %(name)s needs a reason, which is kept in the log."),
    "eliminated-by-rules": _(
        "Only the rules of the game put %(name)s out of the event, by a result. To take that back, let the entrant "
        "back in on its page."
    ),
    "not-eliminated": _("%(name)s is not out of the event by the rules, so there is nothing to let back in."),
    "out-one-by-one": _("Whoever leaves is taken out one by one, each with a reason. Nothing has changed."),
    "several-categories": _("Those chosen are of different categories. Choose from one category at a time."),
    "nobody-chosen": _("Nobody was chosen. Tick at least one entrant."),
}

DRAWS: dict[str, Promise | str] = {
    "draw-exists": _(
        "A draft stands already: %(who)s drew it at %(when)s. Look at it, release it, or discard it to draw again."
    ),
    "draw-changed": _(
        "Somebody has drawn again or discarded the draft meanwhile. Load the page again to see what stands now."
    ),
    "draw-released": _("The draw is released: it can be seen and played, and is not drawn again."),
    "draw-not-released": _("The draw of this stage is not released, so its matches cannot be played yet."),
    "draw-out-of-date": _(
        "Since the draft was drawn somebody has come or gone: %(entrants)s. Discard the draft and draw again."
    ),
    "bad-draw-seed": _("%(seed)s cannot be a seed. Type a number from 0 to %(most)s, or leave it empty."),
    "nothing-drawn": _("There is no draw to do this with. Draw the stage first."),
    "not-drawn": _("%(name)s is not in this draw."),
    "swap-same": _("%(name)s cannot change places with itself. Choose two entrants."),
    "stage-before-not-drawn": _("The stage before this one is not played yet. Draw and play it first."),
    "stage-not-finished": _(
        "%(open)s of %(matches)s matches are still open. Enter their results, or give them as walkovers."
    ),
    "stage-not-in-play": _("This stage is not in play, so it cannot be closed."),
    "stage-not-closed": _("This stage is not closed, so it need not be opened again."),
    "stage-closed": _(
        "This stage is closed, so its results stay. An organizer can open it again for a correction."
    ),
    "next-stage-drawn": _(
        "The next stage is drawn from these results. Discard its draft first; once it is released, they stay."
    ),
}

RESULTS: dict[str, Promise | str] = {
    "match-not-ready": _(
        "Match %(match)s still waits for a side, so it cannot be played. Finish the earlier match first."
    ),
    "match-gone": _("Match %(match)s was drawn or set anew meanwhile. Load the page again."),
    "match-finished": _("Match %(match)s is over. Take its result back first if it is wrong."),
    "seat-not-seated": _(
        "Nobody sits at seat %(position)s of match %(match)s, so nothing can be recorded for it. Check the match."
    ),
    "result-incomplete": _(
        "Match %(match)s has %(sides)s sides; a result was given for %(given)s. Give one for each."
    ),
    "unknown-result-kind": _("There is no kind of result “%(kind)s”. Choose one of: %(known)s."),
    "bad-places": _(
        "The places %(places)s do not fit together. Count 1, 2; those who are level share the better place: 1, 1."
    ),
    "tie-in-knockout": _("Match %(match)s needs a winner: one side goes on. Play one more game."),
    "nobody-absent": _("Nobody was named as absent from match %(match)s. Tick the side that did not come."),
    "no-result": _("Match %(match)s has no result to take back."),
    "later-match-begun": _(
        "Match %(match)s, to which a side went on from here, has begun. Correct the result on this match's page: "
        "there it is decided what becomes of the later one."
    ),
    "free-place-stands": _(
        "Match %(match)s was decided because nobody came from the match before. Correct the earlier match instead."
    ),
    "opponent-out-stands": _(
        "Match %(match)s was decided because one side is out of the event. Take that entrant back in instead, on its "
        "page."
    ),
}

TIMETABLE: dict[str, Promise | str] = {
    "no-tables": _(
        "There is no table or no open match to give one to. Set the number of tables of the hall first."
    ),
    "no-such-round": _("This stage has no round %(round)s."),
    "table-elsewhere": _("Table %(table)s belongs to another event. Choose one of this hall."),
    "table-taken": _("Match %(match)s has table %(table)s at that very time. Choose another table or time."),
    "referee-not-staff": _("%(name)s has no post in this event. Give one first."),
}

# What a draw wants said: not refusals, but kept by code and facts in the same way.
NOTES: dict[str, Promise | str] = {
    "note-club-together": _(
        "Group %(group)s holds more than one entrant of %(club)s: %(entrants)s. The club has %(members)s for "
        "%(groups)s groups."
    ),
    "note-club-together-in-round-one": _("In the first round two of %(club)s meet: %(entrants)s."),
    "note-seeds-together": _("Group %(group)s holds seeds that would be kept apart: %(entrants)s."),
    "note-group-mates-close": _(
        "Two that came from group %(group)s may meet again as early as round %(round)s: %(entrants)s."
    ),
    "note-earned-order-bent": _(
        "To keep group mates apart, the order earned in the groups was followed for the group winners only."
    ),
    "note-not-checked-in": _("%(count)s of %(of)s drawn have not checked in: %(entrants)s."),
    "note-swapped-by-hand": _("Changed places by hand: %(entrants)s."),
}

SENTENCES: dict[str, Promise | str] = {
    **PEOPLE,
    **EVENTS,
    **competition_stages.SENTENCES,
    **competition_rounds.SENTENCES,
    **competition_tables.SENTENCES,
    **competition_carrying.SENTENCES,
    **competition_rounds.NOTES,
    **competition_corrections.SENTENCES,
    **competition_leaving.SENTENCES,
    **ENTRIES,
    **DRAWS,
    **RESULTS,
    **TIMETABLE,
    **NOTES,
}
