"""What the tablet says of what waits in it: the network, the server, other people, other tablets.

Knows: the sentences. Does not know: when each is due (the tablet's script does).
"""

from django.utils.translation import gettext as _


def at_a_match() -> dict[str, str]:
    """Return what a match's page says; ``%(name)s`` is filled by the script."""
    return {**_pill(), **_trouble(), **_people()}


def at_the_tables() -> dict[str, str]:
    """Return what the list of tables says."""
    return {
        "kept": _("Waiting on this tablet"),
        "kept_match": _("Match %(code)s: %(count)s waiting"),
        "kept_of": _("by %(name)s"),
        "kept_open": _("Open and send"),
        "prepared": _("Loaded for use without a network: %(time)s"),
        "prepared_part": _("Loaded %(time)s; not loaded: %(count)s"),
        "prepared_never": _("Not loaded yet: a match opens without a network only after it was loaded here."),
        "prepared_old": _("Loaded %(time)s, more than 12 hours ago: load again."),
        "prepare": _("Load for use without a network"),
        "prepare_again": _("Load again"),
        "preparing": _("Loading %(done)s of %(count)s…"),
        "prepare_failed": _("This could not be loaded now. Check the network and try again."),
        "plain": _(
            "At this address the browser cannot open a match without a network. A match that is open keeps its turns "
            "and sends them later: leave it open. With https:// it would open too; ask the organizer."
        ),
        "offline": _("No network: this list is as it was at %(time)s."),
    }


def _pill() -> dict[str, str]:
    return {
        "waits_ready": _("ready"),
        "waits_unsaved": _("not saved yet"),
        "waits_saved": _("saved %(time)s"),
        "waits_count": _("%(count)s waiting"),
        "waits_offline": _("no network"),
        "waits_broken": _("server fault"),
        "waits_stopped": _("not taken"),
        "waits_asking": _("a question"),
    }


def _trouble() -> dict[str, str]:
    return {
        "waits_again": _("Try again"),
        "waits_reload": _("Load the page anew"),
        "waits_to_login": _("Log in"),
        "waits_login": _(
            "The server does not know who you are any more. What waits on this tablet is not lost (%(count)s): log in "
            "or let the tablet in again, then it is sent."
        ),
        "waits_no": _("%(sentence)s What waits stays on this tablet (%(count)s)."),
        "waits_refused": _(
            "The server did not take this (%(status)s). What waits on this tablet is not lost (%(count)s): load the "
            "page anew; if that does not help, call the organizer."
        ),
        "waits_broken_long": _(
            "The server has a fault (%(status)s). Go on: what waits on this tablet (%(count)s) is sent again by "
            "itself. If this stays, tell the organizer."
        ),
        "waits_stranger": _(
            "The network answers in place of the server: it may want a log-in of its own. Go on: what is written "
            "waits on this tablet (%(count)s)."
        ),
        "waits_memory": _(
            "This browser keeps nothing on its disk (a private window, or the disk is full). Do not close this page "
            "until 0 are waiting."
        ),
        "waits_leave_open": _(
            "No network. Leave this page open: at this address it cannot be opened without one."
        ),
        "waits_build": _("There is a newer version of this page."),
        "waits_clock_fast": _(
            "This tablet’s clock is %(minutes)s min fast. All times shown are the server’s."
        ),
        "waits_clock_slow": _(
            "This tablet’s clock is %(minutes)s min slow. All times shown are the server’s."
        ),
        "waits_clock_day": _("This tablet’s clock shows another day. All times shown are the server’s."),
        "waits_clock_read": _("I have read it"),
    }


def _people() -> dict[str, str]:
    return {
        "waits_somebody": _("Somebody else"),
        "waits_foreign": _(
            "What %(name)s wrote on this tablet has not been sent yet (%(count)s). Who sends it?"
        ),
        "waits_as_mine": _("Send it as mine"),
        "waits_leave": _("Leave it"),
        "waits_tab": _("This match is open in another window of this browser, and is written there."),
        "waits_write_here": _("Write here"),
        "waits_writer": _(
            "%(name)s writes at this match since %(since)s, last heard of at %(seen)s. You watch."
        ),
        "waits_writer_late": _(
            "%(name)s writes at this match since %(since)s, last heard of at %(seen)s, %(count)s waiting there. "
            "You watch."
        ),
        "waits_take_over": _("Take over"),
    }
