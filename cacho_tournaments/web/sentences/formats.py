"""Sentences for the refusals of ``formats``: draws that cannot be made, stages that cannot be read.

Knows: what stands in the way of a draw, and the nearest thing that works. Does not know: rule numbers (facts say
them). Entrants are named by their numbers.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DRAWS: dict[str, Promise | str] = {
    "too-few-entrants": _(
        "%(entrants)s cannot be drawn: at least %(nearest)s are needed. Accept or check in more entrants."
    ),
    "too-few-entrants:until": _(
        "With %(entrants)s a bracket cannot end when %(until)s are left: at least %(nearest)s are needed. Have it end "
        "with fewer left, or let more play it."
    ),
    "beyond-one-table": _(
        "%(entrants)s cannot sit at one table: at most %(nearest)s can. Let fewer go on, or do not seat everybody at "
        "one table."
    ),
    "impossible-sizes": _("Groups of %(size)s cannot be made. The nearest size that works is %(nearest)s."),
    "seed-given-twice": _("Seed %(seed)s is given to nos. %(entrants)s. Each seed can be given once only."),
    "entrant-twice": _("No. %(entrant)s would be drawn twice. Load the page again."),
    "impossible-cut": _(
        "%(asked)s cannot go on as the settings ask; the nearest number that works is %(nearest)s. Change how many "
        "go on."
    ),
    "cut-undecided": _(
        "Who goes on is not decided: nos. %(entrants)s share place %(place)s. Add a criterion that parts them, such "
        "as the lot."
    ),
    "nobody-left": _(
        "Nobody is left to be drawn: all have withdrawn or were disqualified. The stage can be closed."
    ),
    "apart-unmeetable": _(
        "No round keeps apart all who must not meet: of nos. %(entrants)s at least one pair would have to play. Let "
        "them meet, or have somebody sit out."
    ),
    "stage-over": _("All %(rounds)s rounds of this stage are drawn. There is no further one."),
    "impossible-sizes:allow": _(
        "%(entrants)s cannot be seated at tables of %(allowed)s. Allow tables of %(allow)s too, or let %(nearest)s "
        "take part."
    ),
    "impossible-sizes:no-allow": _(
        "%(entrants)s cannot be seated at tables of %(allowed)s. The nearest number that can is %(nearest)s."
    ),
    "no-design": _(
        "There is no plan for all rounds with %(entrants)s at tables of %(size)s; the nearest number that has one is "
        "%(nearest)s. Choose to have each round drawn after the one before."
    ),
}

STAGES: dict[str, Promise | str] = {
    "unknown-format": _("There is no format “%(value)s”. Choose one of: %(known)s."),
    "unknown-criterion": _("There is no criterion “%(criterion)s”. Choose from: %(known)s."),
    "unknown-entrant": _("A match names no. %(entrant)s, who is not in this stage. Check its sides."),
    "seats-not-two": _("A match here has %(seats)s sides; this format needs two."),
    "seats-out-of-range": _(
        "A match here has %(seats)s sides; from %(least)s to %(most)s can sit at a table."
    ),
    "seats-differ": _("A match has other sides than its draw says (%(expected)s). Check it."),
    "side-twice": _("No. %(entrant)s sits twice in one match. Check its sides."),
    "match-twice": _("Match %(match)s stands there twice. Take one away."),
    "unknown-match": _("There is no match %(match)s in this stage. Check its code."),
    "missing": _("Something is missing at %(path)s. Fill it in."),
    "wrong-type": _("What stands at %(path)s has the wrong form; wanted is: %(wanted)s."),
    "not-json": _("%(file)s cannot be read as JSON: %(fault)s. Check the file."),
    "unreadable": _("%(file)s cannot be read: %(fault)s. Check its name and its rights."),
}

# Files of other programs. Each fault of a file is told by itself, with its line.
TRF: dict[str, Promise | str] = {
    "trf-faults": _(
        "The file has faults, and nothing of it was taken in. Correct the lines that are named, or have it written "
        "again by the program it comes from."
    ),
    "kind-not-in-trf": _(
        "A stage of this kind (%(format)s) cannot be written in this form. It holds: %(known)s."
    ),
    "points-not-in-trf": _(
        "%(points)s points cannot be written in this form: it holds figures from 0 to %(most)s. Change what results "
        "are worth."
    ),
    "bye-not-in-trf": _(
        "A round that no. %(entrant)s sat out brought %(points)s points. This form knows only what a win, a tie or an "
        "absence brings (%(known)s)."
    ),
    "trf-number-unreadable": _("Line %(line)s: “%(found)s” is not a start number."),
    "trf-number-twice": _("Line %(line)s: start number %(number)s stands in line %(first)s already."),
    "trf-number-unknown": _("Line %(line)s names no. %(number)s, who is not in the file."),
    "trf-no-players": _("The file names no entrants at all."),
    "trf-players-differ": _(
        "Line %(line)s says that there are %(said)s entrants; the file holds %(counted)s."
    ),
    "trf-points-unreadable": _("Line %(line)s: the points of no. %(number)s cannot be read (“%(found)s”)."),
    "trf-points-differ": _(
        "Line %(line)s: no. %(number)s is said to have %(said)s points; the rounds add up to %(counted)s."
    ),
    "trf-points-code-unreadable": _("Line %(line)s: “%(found)s” does not say what a result is worth."),
    "trf-points-by-colour": _(
        "Line %(line)s: results are worth more with one colour than with the other (%(codes)s). No stage can hold that."
    ),
    "trf-rounds-missing": _(
        "The file does not say how many rounds there are. Add a line XXR with their number."
    ),
    "trf-rounds-unreadable": _("Line %(line)s: “%(found)s” is not a number of rounds."),
    "trf-rounds-twice": _(
        "Line %(line)s says that there are %(second)s rounds; an earlier line said %(first)s."
    ),
    "trf-round-too-many": _(
        "Line %(line)s: no. %(number)s has a round %(round)s; there are only %(rounds)s."
    ),
    "trf-round-unreadable": _(
        "Line %(line)s: round %(round)s of no. %(number)s cannot be read (“%(found)s”)."
    ),
    "trf-result-unknown": _(
        "Line %(line)s: round %(round)s of no. %(number)s has an unknown sign (“%(found)s”)."
    ),
    "trf-results-do-not-fit": _(
        "Line %(line)s: in round %(round)s the results of nos. %(number)s and %(opponent)s do not fit (%(results)s)."
    ),
    "trf-colours-do-not-fit": _(
        "Line %(line)s: in round %(round)s nos. %(number)s and %(opponent)s are said to have had the same colour."
    ),
    "trf-colour-missing": _("Line %(line)s: round %(round)s of no. %(number)s names no colour."),
    "trf-opponent-missing": _(
        "Line %(line)s: round %(round)s of no. %(number)s has a result but no opponent."
    ),
    "trf-opponent-self": _("Line %(line)s: in round %(round)s no. %(number)s is said to have met itself."),
    "trf-opponent-unknown": _(
        "Line %(line)s: in round %(round)s no. %(number)s met no. %(opponent)s, who is not in the file."
    ),
    "trf-opponent-not-mutual": _(
        "Line %(line)s: in round %(round)s no. %(number)s names no. %(opponent)s, whose own line says otherwise."
    ),
    "trf-bye-with-opponent": _(
        "Line %(line)s: in round %(round)s no. %(number)s was away or free, and yet met no. %(opponent)s."
    ),
    "trf-bye-twice": _(
        "Line %(line)s: in round %(round)s more than one had the free place: nos. %(numbers)s."
    ),
    "trf-bye-unreadable": _("Line %(line)s: “%(found)s” does not say who is free in which round."),
    "trf-kind-beyond-a-stage": _("Line %(line)s: an event of this kind (“%(found)s”) cannot be taken in."),
    "trf-record-beyond-a-stage": _(
        "Line %(line)s: what record %(record)s says (points given beforehand, corrections of points, teams) cannot be "
        "taken in."
    ),
}

# What a draw wants said: not refusals, but kept by code and facts in the same way.
NOTES: dict[str, Promise | str] = {
    "note-repeat-unavoidable": _(
        "%(entrants)s met in round %(round)s already. There was no way left to draw the round without that."
    ),
    "note-repeat-unavoidable:table": _(
        "At table %(table)s two sit together again that did in round %(round)s: %(entrants)s. No better way was found."
    ),
    "note-repeat": _("%(entrants)s met in round %(round)s already."),
    "note-repeat:table": _(
        "At table %(table)s two sit together again that did in round %(round)s: %(entrants)s."
    ),
    "note-club-together:group": _(
        "Group %(group)s holds more than one entrant of %(club)s: %(entrants)s. The club has %(members)s for "
        "%(groups)s groups."
    ),
    "note-club-together:table": _("At table %(table)s more than one of %(club)s sits: %(entrants)s."),
    "note-club-together:entrants": _("Two of %(club)s meet: %(entrants)s."),
    "note-second-bye-unavoidable": _(
        "%(entrant)s sits out again (free rounds before: %(byes)s). Nobody was left who had had none."
    ),
    "note-second-bye-unavoidable:no-byes": _(
        "%(entrant)s sits out after winning a match that was not played. Nobody was left without either."
    ),
    "note-second-bye": _("%(entrant)s sits out again (free rounds before: %(byes)s)."),
    "note-second-bye:no-byes": _("%(entrant)s sits out after winning a match that was not played."),
    "note-near-round-robin": _(
        "With %(sides)s taking part, round %(round)s is as many as all against all would take. That would be fairer."
    ),
    "note-design-left": _(
        "Round %(round)s does not follow the plan made for all rounds: others take part than were planned for. It was "
        "drawn after the rounds before."
    ),
    "note-late-entry": _("%(entrant)s came later and takes part from round %(round)s on."),
    "note-not-drawn": _("%(entrant)s came after the draw and is not in it."),
    "note-results-awaited": _("Results are awaited of: %(matches)s."),
}

SENTENCES: dict[str, Promise | str] = {**DRAWS, **STAGES, **TRF, **NOTES}
