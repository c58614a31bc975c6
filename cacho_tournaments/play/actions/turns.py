"""Turns that come in, and the last one taken back.

Knows: batches of a tablet; repeats, order, what closes and opens. Does not know: JSON, requests, rules
(``book`` asks them through the bridge).

A turn's row is itself an entry of a journal (who, which tablet, when, what), so the journal proper tells of games
begun, ended and of turns cancelled, not of every turn.
"""

from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction
from django.db.models import Q

from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.games.base import Refused
from cacho_tournaments.people.models import User
from cacho_tournaments.play import bridge, wire
from cacho_tournaments.play.actions.book import LOG_READ, Book, facts_of
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device, Game, Turn


def append(
    *, match: Match, batch: Sequence[wire.SentTurn], by: User | None = None, device: Device | None = None
) -> list[wire.Outcome]:
    """Take a tablet's turns into the match's log; return one outcome a turn, in the order sent.

    A turn already stored is answered as success. A turn that cannot be taken (the rules, an old sequence, a
    closed match) is kept as a Refusal and changes nothing. A turn that ends the match records its result.
    Raises: PermissionDenied; Impossible ``device-revoked``, ``not-your-table``.
    """
    with transaction.atomic():
        book = Book(match, Sender(by, device))
        stored = _stored(book, batch)
        known = {turn.client_id: turn for turn in stored}
        outcomes: dict[int, wire.Outcome] = {}
        # A batch may have been put together out of order; what each turn builds on is the order that counts.
        in_order = sorted(
            enumerate(batch), key=lambda sent: (sent[1].game_number, sent[1].base_sequence, sent[0])
        )
        for at, sent in in_order:
            outcomes[at] = _take(book, sent, stored, known)
        book.close()
    return [outcomes[at] for at in range(len(batch))]


def cancel_last(
    *,
    match: Match,
    client_id: str,
    by: User | None = None,
    device: Device | None = None,
    reason: str = "",
    base_sequence: int | None = None,
) -> wire.Outcome:
    """Take back the last turn that counts, by a new row; a game or match that it had closed is open again.

    ``base_sequence``, where given, is what the sender had last seen of that game's log: it keeps two people who
    press together from taking back two turns.
    Raises: PermissionDenied; Impossible ``nothing-to-cancel``, ``old-sequence``, ``closed-without-turns``,
    ``paper-is-corrected-whole``, ``known-id-other-turn``, ``device-revoked``, ``not-your-table``; WireError
    ``bad-client-id``; and ``later-match-begun`` from the results.
    """
    if not wire.is_client_id(client_id):
        raise wire.WireError("bad-client-id", "client_id")
    reason = " ".join(reason.split())[:200]
    with transaction.atomic():
        book = Book(match, Sender(by, device))
        log = list(Turn.objects.filter(Q(game__match=match) | Q(client_id=client_id)).order_by("sequence"))
        repeated = next((turn for turn in log if turn.client_id == client_id), None)
        if repeated is not None:
            if repeated.kind != Turn.Kind.CANCEL or repeated.game_id not in {row.pk for row in book.rows}:
                raise Impossible("known-id-other-turn", client_id=client_id)
            return wire.Outcome(client_id, "cancelled", sequence=repeated.sequence)
        row, turn = _last_live(book.rows, log)
        if row.is_paper:
            raise Impossible("paper-is-corrected-whole", number=row.number)
        if base_sequence is not None and base_sequence != row.sequence:
            raise Impossible("old-sequence", sent=base_sequence, sequence=row.sequence)
        book.reopen(reason=reason, kinds=(Result.Kind.PLAYED, Result.Kind.PAPER))
        (cancelling,) = book.cancel([(turn, client_id)], row=row, reason=reason)
        book.say("play.turn.cancelled", row, line=turn.line, sequence=turn.sequence, reason=reason)
        book.close()
    return wire.Outcome(client_id, "cancelled", sequence=cancelling.sequence, box=turn.box or None)


def _stored(book: Book, batch: Sequence[wire.SentTurn]) -> list[Turn]:
    """Return, by one query, the log of what is not over and whatever else carries one of the batch's ids."""
    current = [row.pk for row in book.rows if not row.is_over]
    ids = [sent.client_id for sent in batch]
    wanted = Q(game__in=current) | Q(client_id__in=ids)
    return list(Turn.objects.filter(wanted).only(*LOG_READ).order_by("sequence"))


def _take(book: Book, sent: wire.SentTurn, stored: list[Turn], known: dict[str, Turn]) -> wire.Outcome:
    before = known.get(sent.client_id)
    try:
        if before is not None:
            return _again(book, sent, before)
        if sent.match and sent.match != book.match.token:
            raise Impossible("other-match", match=book.match.code)
        book.require_playable()
        book.require_game(sent.game_number)
        game = book.game(stored)
        if sent.base_sequence != game.row.sequence:
            code = "old-sequence" if sent.base_sequence < game.row.sequence else "sequence-ahead"
            raise Impossible(code, sent=sent.base_sequence, sequence=game.row.sequence)
        line, verdict = book.play(sent.line)
    except (Refused, Impossible) as error:
        return _refuse(book, sent, error)
    turn = book.add(client_id=sent.client_id, line=line, verdict=verdict, at_device=sent.at_device)
    known[sent.client_id] = turn
    return _outcome(turn, "stored")


def _again(book: Book, sent: wire.SentTurn, before: Turn) -> wire.Outcome:
    """Answer a turn whose id the log holds already: success if it is the same turn, else a refusal."""
    row = next((row for row in book.rows if row.pk == before.game_id), None)
    if row is None or row.number != sent.game_number or not _same_line(row, before.line, sent.line):
        raise Impossible("known-id-other-turn", client_id=sent.client_id)
    cancelled = before.pk is not None and Turn.objects.filter(cancels=before).exists()
    return _outcome(before, "cancelled" if cancelled else "repeated")


def _same_line(row: Game, stored: str, sent: str) -> bool:
    if stored == sent:
        return True
    rules = bridge.engine(row.game)
    try:
        return rules.write(rules.parse(sent)) == stored
    except Refused:
        return False


def _outcome(turn: Turn, verdict: wire.VerdictCode) -> wire.Outcome:
    return wire.Outcome(
        client_id=turn.client_id,
        verdict=verdict,
        sequence=turn.sequence,
        box=turn.box or None,
        points=turn.points,
        mark=turn.mark or None,
    )


def _refuse(book: Book, sent: wire.SentTurn, error: Refused | Impossible) -> wire.Outcome:
    facts = facts_of(error, game=book.match.stage.category.game)
    book.refuse(
        client_id=sent.client_id,
        line=sent.line,
        code=error.code,
        rule=error.rule,
        facts=facts,
        payload=asdict(sent),
        at_device=sent.at_device,
    )
    return wire.Outcome(
        client_id=sent.client_id, verdict="refused", code=error.code, rule=error.rule, facts=facts
    )


def _last_live(rows: Sequence[Game], log: Sequence[Turn]) -> tuple[Game, Turn]:
    for row in reversed(rows):
        live = bridge.live_turns(turn for turn in log if turn.game_id == row.pk)
        if live:
            return row, live[-1]
    raise Impossible("nothing-to-cancel")
