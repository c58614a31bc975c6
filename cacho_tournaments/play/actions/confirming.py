"""The end of a match confirmed by its sides, or closed by a referee without them.

Knows: what a side's word counts for (the log as it was when it was given), when all have given it. Does not know: what
the match comes to (``book``), how a signature is drawn.

A word given twice is one word: a side at two tablets, an answer that never arrived. A turn taken back afterwards leaves
the word as a fact and without effect.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from cacho_tournaments.competition.models import Category, Match
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User
from cacho_tournaments.play import wire
from cacho_tournaments.play.actions.book import Book
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Confirmation, Device, Game
from cacho_tournaments.play.sent import Outcome, SentConfirm

REFEREE_SIDE = 0  # the side of a word that is no side's


@dataclass(frozen=True, slots=True)
class _Word:
    """What was said, for which side, on which log (game and sequence); ``reason`` is the referee's, or the name that
    stands for a signature."""

    client_id: str
    side: int
    how: str
    signature: str
    seen: tuple[int, int]
    at_device: datetime | None
    reason: str = ""


@again_after_deadlock
def confirm(
    *, match: Match, sent: SentConfirm, by: User | None = None, device: Device | None = None
) -> Outcome:
    """Take a side's word that the match ended as the log has it at that sequence of that game; with the last side's the
    result is recorded.

    Raises: PermissionDenied; Impossible ``match-undecided``, ``old-sequence``, ``sequence-ahead``, ``match-closed``,
    ``match-replaced``, ``no-such-side``, ``signature-needed``, ``known-id-other-turn``, ``device-revoked``,
    ``not-your-table``.
    """
    seen = (sent.game_number, sent.base_sequence)
    word = _Word(sent.client_id, sent.side, sent.how, sent.signature, seen, sent.at_device, sent.name)
    with transaction.atomic():
        book = Book(match, Sender(by, device))
        outcome = _confirmed(book, word)
        book.close()
    return outcome


@again_after_deadlock
def close(
    *,
    match: Match,
    client_id: str,
    reason: str,
    seen: tuple[int, int] | None = None,
    by: User | None = None,
    device: Device | None = None,
) -> Outcome:
    """Make the end of a match final without the word of every side: one has gone, or does not want to give it.

    ``seen``, where given, is the log that the referee looked at.
    Raises: PermissionDenied; Impossible ``reason-needed``, ``match-undecided``, ``match-closed``, ``match-replaced``,
    ``old-sequence``, ``known-id-other-turn``, ``device-revoked``, ``not-your-table``; WireError ``bad-client-id``.
    """
    if not wire.is_client_id(client_id):
        raise wire.WireError("bad-client-id", "client_id")
    reason = " ".join(reason.split())[:200]
    with transaction.atomic():
        book = Book(match, Sender(by, device))
        before = Confirmation.objects.filter(client_id=client_id).first()
        if before is not None:
            return _again(book, before, REFEREE_SIDE)
        if not reason:
            raise Impossible("reason-needed", name=book.match.code)
        row, _is_open = _deciding(book)
        _require_seen(row, seen or (row.number, row.sequence))
        how = Confirmation.How.REFEREE
        word = _Word(client_id, REFEREE_SIDE, how, "", (row.number, row.sequence), None, reason)
        _store(book, word)
        book.say("play.match.closed", row, reason=reason)
        book.finish()
        book.close()
    return Outcome(client_id, "stored", sequence=row.sequence, kind="confirm")


def _confirmed(book: Book, word: _Word) -> Outcome:
    before = Confirmation.objects.filter(client_id=word.client_id).first()
    if before is not None:
        return _again(book, before, word.side)
    if not 1 <= word.side <= book.match.seats.count():
        raise Impossible("no-such-side", side=word.side)
    given = _given(book, word.seen)
    if word.side in given:
        return Outcome(word.client_id, "repeated", sequence=word.seen[1], kind="confirm")
    row, is_open = _deciding(book, word.seen)
    _require_seen(row, word.seen)
    wanted = book.match.stage.category.confirmation
    signed = word.how == Confirmation.How.SIGNATURE and bool((word.signature + word.reason).strip())
    if wanted == Category.Confirmation.SIGNATURE and not signed:
        raise Impossible("signature-needed")
    _store(book, word)
    book.say("play.match.confirmed", row, side=word.side, how=word.how)
    if is_open and len(given) + 1 == book.match.seats.count():
        book.finish()
    return Outcome(word.client_id, "stored", sequence=row.sequence, kind="confirm")


def _again(book: Book, before: Confirmation, side: int) -> Outcome:
    if before.match_id != book.match.pk or before.side != side:
        raise Impossible("known-id-other-turn", client_id=before.client_id)
    return Outcome(before.client_id, "repeated", sequence=before.sequence, kind="confirm")


def _given(book: Book, seen: tuple[int, int]) -> set[int]:
    """Return the sides that have given their word on that log; the referee's counts for all."""
    number, sequence = seen
    words = Confirmation.objects.filter(match=book.match, game_number=number, sequence=sequence)
    return set(words.exclude(side=REFEREE_SIDE).values_list("side", flat=True))


def _deciding(book: Book, seen: tuple[int, int] | None = None) -> tuple[Game, bool]:
    """Return the game that has decided the match, and whether the match is still open. Of a closed one a word that
    came late is kept too, where the log is as it was ``seen``: it changes nothing any more.

    Raises: Impossible ``match-undecided``, ``match-closed`` and as ``Book.require_playable``.
    """
    row, outcome = book.decided()
    if book.match.state == Match.State.FINISHED and row is not None and seen == (row.number, row.sequence):
        return row, False
    book.require_playable()
    if row is None or outcome is None or not outcome.over or not row.is_over:
        raise Impossible("match-undecided", match=book.match.code)
    return row, True


def _require_seen(row: Game, seen: tuple[int, int]) -> None:
    now = (row.number, row.sequence)
    if seen != now:
        code = "old-sequence" if seen < now else "sequence-ahead"
        raise Impossible(code, sent=seen[1], sequence=row.sequence)


def _store(book: Book, word: _Word) -> None:
    number, sequence = word.seen
    Confirmation.objects.create(
        match=book.match,
        client_id=word.client_id,
        side=word.side,
        how=word.how,
        signature=word.signature,
        reason=word.reason,
        game_number=number,
        sequence=sequence,
        by=book.sender.by,
        device=book.sender.device,
        at_device=word.at_device,
        at_server=book.now,
    )
