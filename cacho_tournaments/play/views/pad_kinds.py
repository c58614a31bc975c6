"""The words of the tablet's script that only one kind of entry needs: dice that are flipped, dice that are thrown,
events that are called.

Knows: the sentences of each kind. Does not know: games; what a box, an event, a mark is called comes from the game
(``pad_words``).
"""

from collections.abc import Callable

from django.utils.translation import gettext as _


def texts(entry: str) -> dict[str, str]:
    """Return the sentences of a kind of entry; ``%(name)s`` is filled by the script."""
    return TEXTS[entry]()


def _flips() -> dict[str, str]:
    return {
        **_boxes(),
        **_dice(),
        "hint_first": _("type the five dice"),
        "hint_next": _("type the dice that were thrown again"),
        "hint_keep": _("tap the dice that stay"),
        "hint_again": _("type the next throw of all five"),
        "hint_flip": _("tap a die to flip it"),
        "throw_1": _("First throw"),
        "throw_2": _("Second throw"),
        "throw_3": _("Third throw"),
        "flip_due": _("A die must be flipped now: tap it."),
        "dormida_seen": _("Dormida! Five alike in one throw win the game."),
        "dormida_title": _("Dormida?"),
        "dormida_ask": _("%(name)s wins this game at once."),
        "dormida_yes": _("Yes, dormida"),
        "dormida_write": _("Write the dormida"),
        "sobre_waits": _("Sobre: %(play)s. Now the partner throws."),
        "partner_throws": _("Written: %(play)s. Now the partner throws."),
        "leave_sobre": _("Leave sobre"),
        "write_sobre": _("Write the sobre: %(play)s"),
        "write_and_pass": _("Write, partner throws"),
        "nothing_more": _("Nothing more"),
        "way_keep": _("Keep"),
        "way_flip": _("Flip"),
        "die_plain": _("die %(face)s"),
        "die_kept": _("die %(face)s, kept"),
        "die_flipped": _("die %(face)s, flipped"),
    }


def _throws() -> dict[str, str]:
    return {
        **_boxes(),
        **_dice(),
        **_numbers(),
        "hint_first": _("type the five dice"),
        "hint_throws": _("how many throws?"),
        "dice": _("Dice"),
        "throws": _("Throws"),
        "throws_are": _("%(count)s throws"),
        "throws_more": _("more"),
        "throws_title": _("How many throws?"),
        "throws_range": _("%(least)s to %(most)s"),
        "throws_first": _("On which throw? The first pays otherwise: tap it."),
        "throws_kept": _("Tap how many throws it took."),
        "throws_limit": _("At most %(most)s throws: the usual %(usual)s and %(saved)s saved."),
        "worth_which": _("Which one is it?"),
        "die_fix": _("die %(face)s; tap to correct it"),
        "die_fixed": _("die %(face)s, being corrected"),
        "wins_at_once": _("%(play)s wins the game at once."),
    }


def _dice() -> dict[str, str]:
    return {
        "mode_full": _("Dice"),
        "mode_quick": _("Quick"),
        "key": _("die %(face)s"),
        "dice_first": _("Type all the dice first; then the boxes light up."),
        "hint_box": _("tap the box"),
        "scores": _("It scores: %(choices)s"),
        "scores_tap": _("It scores: %(choices)s. Tap the box."),
        "nothing_scores": _("Nothing scores. Tap the box to cross out."),
        "cross_which": _("Which box is crossed out? Tap it."),
    }


def _numbers() -> dict[str, str]:
    return {
        "key_erase": _("Erase a figure"),
        "less": _("less"),
        "more": _("more"),
        "done": _("Done"),
    }


def _boxes() -> dict[str, str]:
    return {
        "hint_quick": _("tap a box"),
        "hint_points": _("tap what it is worth"),
        "quick_lead": _("Tap a box on the sheet of %(name)s."),
        "quick_box": _("In quick entry the box comes first: tap it on the sheet."),
        "cross": _("Cross out…"),
        "cross_box": _("Cross out %(box)s"),
        "cross_ask": _("Cross out %(box)s?"),
        "cross_worth": _("It will count nothing for the rest of the game."),
        **_instants(),
        "instant_button": _("%(play)s…"),
    }


def _instants() -> dict[str, str]:
    return {
        "instant_title": _("%(play)s?"),
        "instant_ask": _("%(name)s wins this game at once."),
        "instant_yes": _("Yes, %(play)s"),
    }


def _events() -> dict[str, str]:
    return {
        **_hand(),
        **_tally(),
        **_numbers(),
        **_instants(),
        "mode_full": _("Event by event"),
        "mode_quick": _("Whole hand"),
        "hint_event": _("tap what happened, then write it"),
        "hint_no_hand": _("a new hand is dealt first"),
        "event_of": _("%(event)s +%(points)s, %(name)s"),
        "event_said": _("%(event)s, %(points)s points, %(name)s"),
        "event_wins": _("%(event)s, wins at once, %(name)s"),
        "event_blocked": _("%(event)s, not possible now, %(name)s"),
        "who_announces": _("Who announces the %(event)s?"),
        "player": _("Player %(number)s"),
        "not_now": _("Not possible now."),
    }


def _hand() -> dict[str, str]:
    return {
        "hand_line": _("Hand %(number)s · %(name)s deals · deal %(deal)s of %(deals)s"),
        "hand_none": _("No hand is being played."),
        "hand_first": _("Who deals the first hand?"),
        "hand_next": _("Hand %(number)s"),
        "hand_deals": _("%(name)s deals"),
        "hand_begin": _("New hand: %(name)s deals"),
        "deal_next": _("Next deal"),
        "count_open": _("Count cards…"),
        "count_title": _("Cards of hand %(number)s"),
        "count_dealer": _("dealt"),
        "count_rest": _("the rest: %(cards)s"),
        "count_scores": _("+%(points)s"),
        "count_kept": _("keeps %(total)s, scores nothing"),
        "count_type": _("Type how many cards each side took."),
        "count_least": _("%(name)s took at least %(cards)s."),
        "count_write": _("Write %(first)s – %(second)s"),
        "misdeal": _("Misdeal…"),
        "misdeal_title": _("Misdeal by %(name)s?"),
        "misdeal_ask": _(
            "%(other)s gets %(points)s points, the hand ends without a count and the deal passes."
        ),
        "misdeal_wins": _("%(other)s wins this game at once."),
        "misdeal_yes": _("Yes, misdeal"),
        "penalty": _("Penalty…"),
        "penalty_title": _("Points given by the chief judge"),
        "penalty_to": _("Points for"),
        "penalty_points": _("Points"),
        "penalty_reason": _("Reason"),
        "penalty_least": _("Write the reason; it stays in the log."),
        "penalty_write": _("Write +%(points)s for %(name)s"),
    }


def _tally() -> dict[str, str]:
    return {
        "hint_tally": _("count the whole hand, then its cards"),
        "tally_deals": _("Deals"),
        "tally_cards": _("Cards…"),
        "tally_cards_are": _("Cards %(first)s – %(second)s"),
        "tally_events": _("events %(points)s"),
        "tally_count": _("cards %(cards)s: +%(points)s"),
        "tally_write": _("Write the hand"),
        "tally_room": _(
            "%(name)s: with %(points)s points of events in this hand the order decides. "
            "Write it event by event."
        ),
        "tally_late": _("This close to the end the order of the events decides: write them one by one."),
        "tally_begun": _(
            "This hand is being written event by event; a whole hand can be written before it begins."
        ),
        "to_events": _("Go on event by event"),
        "count_less": _("%(name)s: one %(event)s less"),
        "count_more": _("%(name)s: one %(event)s more"),
    }


TEXTS: dict[str, Callable[[], dict[str, str]]] = {"flips": _flips, "throws": _throws, "events": _events}
