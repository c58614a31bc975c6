"""The words of the tablet's script about what is not a turn: what waits, what the state says, the referee's tools.

Knows: the sentences of each part of the script. Does not know: games, kinds of entry (``pad_kinds``).
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cacho_tournaments.play.views import state_words, waiting_words


def outbox_texts() -> dict[str, str]:
    """Return what is said of waiting turns, of the network, of other tablets and other pages."""
    return waiting_words.at_a_match()


def state_texts() -> dict[str, str]:
    """Return what the tablet says of the match as it has folded it itself."""
    return state_words.texts()


def tool_texts() -> dict[str, str]:
    """Return what the referee's tools say: settings, cards, calls, confirmation, practice."""
    return {**_settings(), **_calls(), **_cards(), **_confirmation(), **_practice()}


def _settings() -> dict[str, str]:
    return {
        "tools": _("More"),
        "settings": _("Settings of this screen"),
        "settings_kept": _("They are kept in this browser."),
        "settings_done": _("Done"),
        "set_theme": pgettext("setting", "Colours"),
        "set_auto": pgettext("colours", "As the tablet"),
        "set_light": pgettext("colours", "Light"),
        "set_dark": pgettext("colours", "Dark"),
        "set_size": pgettext("setting", "Type"),
        "set_normal": pgettext("type", "Normal"),
        "set_big": pgettext("type", "Big"),
        "set_hand": pgettext("setting", "Hand"),
        "set_right": pgettext("hand", "Right"),
        "set_left": pgettext("hand", "Left"),
        "set_sound": pgettext("setting", "Sound"),
        "set_off": pgettext("sound", "Off"),
        "set_on": pgettext("sound", "On"),
    }


def _calls() -> dict[str, str]:
    return {
        "cancel": _("Cancel"),
        "call_title": _("Call the chief referee"),
        "call_ask": _("What for?"),
        "call_rules": _("A question about the rules"),
        "call_score": _("A box or a score is in doubt"),
        "call_dice": _("Dice or cup"),
        "call_behaviour": _("Behaviour"),
        "call_absent": _("Somebody is missing"),
        "call_disagree": _("A side does not confirm"),
        "call_other": _("Something else"),
        "call_open": _("The chief referee has been called"),
        "call_since": _("Called %(time)s: %(reason)s"),
        "call_waits": _("Call not sent yet: %(reason)s"),
        "call_coming": _("The chief referee is coming: %(reason)s"),
        "call_coming_who": _("%(who)s is coming: %(reason)s"),
        "call_back": _("Take the call back"),
    }


def _cards() -> dict[str, str]:
    return {
        "cards_title": _("Cards and penalties"),
        "card_to": _("For whom?"),
        "card_what": _("What is shown?"),
        "card_warning": pgettext("card", "Warning"),
        "card_yellow": pgettext("card", "Yellow"),
        "card_red": pgettext("card", "Red"),
        "card_penalty": pgettext("card", "Penalty"),
        "card_why": _("Why?"),
        "card_slow": _("Playing slowly"),
        "card_dice": _("Touched the dice"),
        "card_talk": _("Talked to the other side’s play"),
        "card_insult": _("Insulted somebody"),
        "card_late": _("Came late"),
        "card_cheat": _("Broke the rules on purpose"),
        "card_own": _("Another reason"),
        "card_write": _("Show the card"),
        "cards_shown": _("Shown in this match"),
        "card_waits": _("not sent yet"),
    }


def _confirmation() -> dict[str, str]:
    return {
        "confirm_tap": _("Each side looks at its total and taps its own button. Then the match is final."),
        "confirm_sign": _("Each side looks at its total and signs. Then the match is final."),
        "confirm_button": _("We agree"),
        "confirm_of": _("%(name)s agrees"),
        "confirm_sign_button": _("Sign"),
        "confirm_sign_of": _("%(name)s signs"),
        "confirmed": _("Confirmed"),
        "sign_title": _("%(name)s signs"),
        "sign_text": _("Total: %(total)s. Write your name with a finger."),
        "sign_field": _("Field for the signature"),
        "sign_again": _("Again"),
        "sign_type": _("Type the name instead"),
        "sign_draw": _("Write with a finger"),
        "sign_name": _("Name of who signs"),
        "sign_done": _("Sign"),
        "disagree": _("A side does not confirm…"),
        "disagree_title": _("A side does not confirm"),
        "disagree_ask": _(
            "A wrong turn can be taken back here. What the sides cannot agree on is for the chief referee."
        ),
        "disagree_call": _("Call the chief referee"),
        "disagree_close": _("Close without a side…"),
        "disagree_waits": _("That needs the network. What waits here is sent first."),
        "reopen_title": _("Open the match again?"),
        "reopen_ask": _(
            "It is final. If its last turn is taken back, it goes on, and each side confirms its end anew."
        ),
        "reopen_yes": _("Take back the last turn"),
    }


def _practice() -> dict[str, str]:
    return {
        "practice": _("Practice: the real rules, and nothing is stored."),
        "practice_again": _("Begin anew"),
        "practice_title": _("Begin anew?"),
        "practice_ask": _("What was practised here is gone."),
        "practice_yes": _("Begin anew"),
    }
