"""Turns that come in, and the last one taken back.

Knows: batches of a tablet; repeats, order, what closes and opens. Does not know: JSON, requests, rules
(``book`` asks them through the bridge).

What is sent as one item may be a shorthand that becomes several rows of the log: all of them or none, recognised
together when the item comes again, taken back together.

A turn's row is itself an entry of a journal (who, which tablet, when, what), so the journal proper tells of games
begun, ended and of turns cancelled, not of every turn.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from cacho_tournaments.competition.models import Match
from cacho_tournaments.games.base import Refused
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User
from cacho_tournaments.play import bridge, wire
from cacho_tournaments.play.actions.book import LOG_READ, Book
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device, Game, Turn


@again_after_deadlock
def append(
    *,
    match: Match,
    batch: Sequence[wire.SentTurn],
    by: User | None = None,
    device: Device | None = None,
    exact: bool = False,
) -> list[wire.Outcome]:
    """Take a tablet's turns into the match's log; return one outcome a turn, in the order sent.

    ``exact`` tells that the turns count every row of the log (see ``wire``). A turn already stored is answered as
    success. A turn that cannot be taken (the rules, an old sequence, a closed match) is kept as a Refusal and changes
    nothing. A turn that ends the match records its result.
    Raises: PermissionDenied; Impossible ``device-revoked``, ``not-your-table``.
    """
    with transaction.atomic():
        book = Book(match, Sender(by, device))
        outcomes = take_in(book, batch, exact=exact)
        book.close()
    return outcomes


def take_in(
    book: Book, batch: Sequence[wire.SentTurn], *, exact: bool, leans: bool = False
) -> list[wire.Outcome]:
    """Take turns into a book that its owner closes; return one outcome a turn, in the order sent.

    A turn that is refused ``leans`` on another where one was kept for the chief referee before it: its tablet played
    on from there, so that it is for the chief referee too, whatever it is refused for.
    """
    stored = _stored(book, batch)
    known = {turn.client_id: turn for turn in stored}
    outcomes: dict[int, wire.Outcome] = {}
    further: dict[int, int] = {}
    # A batch may have been put together out of order; what each turn builds on is the order that counts.
    in_order = sorted(
        enumerate(batch), key=lambda sent: (sent[1].game_number, sent[1].base_sequence, sent[0])
    )
    for at, sent in in_order:
        # Where to the sender every item is one, what it became beyond that moves what the next one builds on.
        moved = 0 if exact else further.get(sent.game_number, 0)
        outcomes[at] = _take(book, sent, sent.base_sequence + moved, stored, known, leans=leans)
        leans = leans or outcomes[at].is_open
        further[sent.game_number] = moved + max(outcomes[at].rows - 1, 0)
    return [outcomes[at] for at in range(len(batch))]


@again_after_deadlock
def cancel_last(
    *,
    match: Match,
    client_id: str,
    by: User | None = None,
    device: Device | None = None,
    reason: str = "",
    base_sequence: int | None = None,
) -> wire.Outcome:
    """Take back the last turn that counts, by a new row; a game or match that it had closed is open again. Rows that
    came as one item are taken back together.

    ``base_sequence``, where given, is what the sender had last seen of that game's log: it keeps two people who
    press together from taking back two turns.
    Raises: PermissionDenied; Impossible ``match-replaced``, ``nothing-to-cancel``, ``old-sequence``,
    ``decision-stands``, ``closed-without-turns``, ``paper-is-corrected-whole``, ``known-id-other-turn``,
    ``device-revoked``, ``not-your-table``; WireError ``bad-client-id``; and ``later-match-begun`` from the results.
    """
    if not wire.is_client_id(client_id):
        raise wire.WireError("bad-client-id", "client_id")
    reason = " ".join(reason.split())[:200]
    with transaction.atomic():
        book = Book(match, Sender(by, device))
        log = list(Turn.objects.filter(Q(game__match=match) | Q(client_id=client_id)).order_by("sequence"))
        repeated = [turn for turn in log if turn.item == client_id]
        if repeated:
            if not _is_cancel_of(book, repeated):
                raise Impossible("known-id-other-turn", client_id=client_id)
            return wire.Outcome(client_id, "cancelled", sequence=repeated[-1].sequence)
        if not book.match.is_standing:
            raise Impossible("match-replaced", match=book.match.code)
        row, item = _last_live(book.rows, log)
        if not row.is_paper and base_sequence is not None and base_sequence != row.sequence:
            raise Impossible("old-sequence", sent=base_sequence, sequence=row.sequence)
        cancelling = _cancel(book, row, item, client_id, reason)
        book.close()
    return wire.Outcome(client_id, "cancelled", sequence=cancelling[-1].sequence, box=item[-1].box or None)


@again_after_deadlock
def cancel_item(
    *, match: Match, sent: wire.SentCancel, by: User | None = None, device: Device | None = None
) -> wire.Outcome:
    """Take back what a tablet sent under an id, if it is the last that counts; what is taken back already stays so.

    Raises: as ``cancel_last``; Impossible ``sequence-ahead``, ``not-the-last``.
    """
    with transaction.atomic():
        book = Book(match, Sender(by, device))
        log = list(
            Turn.objects.filter(Q(game__match=match) | Q(client_id=sent.client_id)).order_by("sequence")
        )
        repeated = [turn for turn in log if turn.item == sent.client_id]
        if repeated and not _is_cancel_of(book, repeated):
            raise Impossible("known-id-other-turn", client_id=sent.client_id)
        if repeated or _is_taken_back(log, sent.cancels):
            return _cancel_outcome(sent.client_id, "repeated", repeated)
        if not book.match.is_standing:
            raise Impossible("match-replaced", match=book.match.code)
        row, item = _last_live(book.rows, log)
        if sent.game_number != row.number or sent.base_sequence != row.sequence:
            ahead = (sent.game_number, sent.base_sequence) > (row.number, row.sequence)
            code = "sequence-ahead" if ahead else "old-sequence"
            raise Impossible(code, sent=sent.base_sequence, sequence=row.sequence)
        if item[0].item != sent.cancels:
            raise Impossible("not-the-last", line="; ".join(turn.line for turn in item))
        cancelling = _cancel(book, row, item, sent.client_id, sent.reason)
        book.close()
    return _cancel_outcome(sent.client_id, "stored", cancelling)


def _is_taken_back(log: Sequence[Turn], item: str) -> bool:
    """Tell whether the log holds that item, and nothing of it counts."""
    mine = [turn for turn in log if turn.item == item and turn.kind == Turn.Kind.TURN]
    live = {turn.pk for turn in bridge.live_turns(log)}
    return bool(mine) and not any(turn.pk in live for turn in mine)


def _cancel_outcome(client_id: str, verdict: wire.VerdictCode, rows: Sequence[Turn]) -> wire.Outcome:
    sequence = rows[-1].sequence if rows else None
    return wire.Outcome(client_id, verdict, sequence=sequence, kind="cancel", rows=len(rows))


def _cancel(book: Book, row: Game, item: Sequence[Turn], client_id: str, reason: str) -> list[Turn]:
    """Take back the rows of an item, the last first; a game or match that they had closed is open again."""
    if row.is_paper:
        raise Impossible("paper-is-corrected-whole", number=row.number)
    book.reopen(reason=reason)
    ids = [Turn.id_of(client_id, number) for number in range(1, len(item) + 1)]
    cancelling = book.cancel(list(zip(reversed(item), ids, strict=True)), row=row, reason=reason)
    book.say(
        "play.turn.cancelled",
        row,
        line="; ".join(turn.line for turn in item),
        sequence=item[0].sequence,
        reason=reason,
    )
    return cancelling


def _is_cancel_of(book: Book, rows: Sequence[Turn]) -> bool:
    games = {row.pk for row in book.rows}
    return all(row.kind == Turn.Kind.CANCEL and row.game_id in games for row in rows)


def _stored(book: Book, batch: Sequence[wire.SentTurn]) -> list[Turn]:
    """Return, by one query, the log of what is not over and whatever else carries one of the batch's ids."""
    current = [row.pk for row in book.rows if not row.is_over]
    ids = [Turn.id_of(sent.client_id, number) for sent in batch for number in (1, 2)]
    wanted = Q(game__in=current) | Q(client_id__in=ids)
    return list(Turn.objects.filter(wanted).only(*LOG_READ).order_by("sequence"))


def _take(
    book: Book, sent: wire.SentTurn, base: int, stored: list[Turn], known: dict[str, Turn], *, leans: bool
) -> wire.Outcome:
    """Return what became of a sent turn that builds on ``base``."""
    before = known.get(sent.client_id)
    try:
        if before is not None:
            return _again(book, sent, before, alone=Turn.id_of(sent.client_id, 2) not in known)
        if sent.match and sent.match != book.match.token:
            raise Impossible("other-match", match=book.match.code)
        book.require_playable()
        book.require_game(sent.game_number)
        game = book.game(stored)
        if base != game.row.sequence:
            code = "old-sequence" if base < game.row.sequence else "sequence-ahead"
            raise Impossible(code, sent=sent.base_sequence, sequence=game.row.sequence)
        rows = _played(book, sent)
    except (Refused, Impossible) as error:
        return book.refuse(sent, error, leans=leans)
    item = book.add(client_id=sent.client_id, rows=rows, at_device=sent.at_device)
    known.update({turn.client_id: turn for turn in item})
    return _outcome(item, "stored")


def _played(book: Book, sent: wire.SentTurn) -> list[bridge.Played]:
    """Judge a turn; one that names who opens the game lets that side open it, if it is the first that counts."""
    game = book.game()
    if sent.to_move is None or game.turns:
        return book.play(sent.line)
    if sent.to_move > game.row.sides:
        raise Impossible("no-such-side", side=sent.to_move)
    usual = game.row.to_move
    try:
        game.open_with(sent.to_move)
        return book.play(sent.line)
    except (Refused, Impossible):
        game.open_with(usual)
        raise


def _again(book: Book, sent: wire.SentTurn, before: Turn, *, alone: bool) -> wire.Outcome:
    """Answer a turn whose id the log holds already: success if it is the same turn, else a refusal.

    ``alone`` tells that the stored item is one row."""
    row = next((row for row in book.rows if row.pk == before.game_id), None)
    if row is None or row.number != sent.game_number:
        raise Impossible("known-id-other-turn", client_id=sent.client_id)
    item = [before]
    if not alone or not _same_lines(row, item, (sent.line,)):
        log = _log_of(book, row)
        item = [turn for turn in log if turn.item == before.item]
        if not _same_lines(row, item, _unfolded(row, log, before, sent.line)):
            raise Impossible("known-id-other-turn", client_id=sent.client_id)
    cancelled = before.pk is not None and Turn.objects.filter(cancels=before).exists()
    return _outcome(item, "cancelled" if cancelled else "repeated")


def _log_of(book: Book, row: Game) -> list[Turn]:
    """Return a game's log with what the book holds and has not written yet."""
    log = list(Turn.objects.filter(game=row).only(*LOG_READ).order_by("sequence"))
    return log + [turn for turn in book.unwritten if turn.game_id == row.pk]


def _unfolded(row: Game, log: Sequence[Turn], first: Turn, line: str) -> tuple[str, ...]:
    """Return what a shorthand stood for where the item that begins with ``first`` was written; nothing where it
    stands for nothing there. Later rows of the log, their cancellings too, were not there then."""
    then = bridge.fold(row, [turn for turn in log if turn.sequence < first.sequence])
    try:
        return tuple(then.rules.unfold(then.state, line))
    except Refused:
        return ()


def _same_lines(row: Game, stored: Sequence[Turn], sent: Sequence[str]) -> bool:
    """Tell whether lines as they were sent are those of the log, which holds them as the rules write them."""
    lines = [turn.line for turn in stored]
    if lines == list(sent):
        return True
    rules = bridge.engine(row.game)
    try:
        return lines == [rules.write(rules.parse(line)) for line in sent]
    except Refused:
        return False


def _outcome(item: Sequence[Turn], verdict: wire.VerdictCode) -> wire.Outcome:
    """Return the answer to an item; of several rows the last one speaks, its sequence is where the log goes on."""
    last = item[-1]
    return wire.Outcome(
        client_id=item[0].client_id,
        verdict=verdict,
        sequence=last.sequence,
        box=last.box or None,
        points=last.points,
        mark=last.mark or None,
        warning=last.warning or None,
        rows=len(item),
    )


def _last_live(rows: Sequence[Game], log: Sequence[Turn]) -> tuple[Game, list[Turn]]:
    """Return the rows of the last item that counts, in order, with their game."""
    for row in reversed(rows):
        live = bridge.live_turns(turn for turn in log if turn.game_id == row.pk)
        if live:
            return row, [turn for turn in live if turn.item == live[-1].item]
    raise Impossible("nothing-to-cancel")
