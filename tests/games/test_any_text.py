"""Whatever is typed or sent: a game reads it or refuses it, and nothing else happens."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments import games
from cacho_tournaments.games.__main__ import main
from cacho_tournaments.games.base import Refused, Setup, SetupRefused
from cacho_tournaments.games.record import RecordError, parse
from cacho_tournaments.games.replay import begin, step

HUGE = "9" * 5000  # more digits than Python turns into a number
STRANGE = [
    HUGE,
    *(f"1 {HUGE}", f"{HUGE} concede", f"1 13566 t{HUGE} =full", f"1 =full {HUGE}", f"1 =6 {HUGE}"),
    *("1 13566 t999999999 =full", "1 13566 t٣ =full", "1 =full ٣", "١ =6 18", "1 =full@٣ 20", "1 =6 ²"),
    *("1 count 99999 1", "1 count ٢١ ١٩", f"1 penalty {10**9} : late", f"1 penalty {HUGE} : late"),
    *(f"1 tally caida={HUGE} / / 21 19", "1 tally caida=٣ / / 21 19", "1 tally " + "/ " * 3000),
    *(
        "1 =6\x0018",
        "\x00",
        "1 hand\x00",
        "1 hand\n2 caida",
        "1\u2028hand",
        "\ud800",
        "1 \ud800",
        "\ufeff1 hand",
    ),
    *(" " * 5000 + "1 hand" + " " * 5000 + "x", "1 =full" + " " * 5000 + "x", "1 " + "6" * 5000 + " t1 =6"),
]


@pytest.mark.parametrize("code", games.codes())
@pytest.mark.parametrize("line", STRANGE, ids=lambda line: ascii(line[:24]))
def test_a_strange_line_is_read_or_refused(code, line):
    game, state = begin(Setup(code, games.get(code).resolve(), 2))

    after, played = step(game, state, line)

    if played.refused is not None:
        assert after is state
        assert played.refused.code != "bad-notation" or played.refused.facts["column"] >= 1


@given(
    code=st.sampled_from(games.codes()),
    line=st.text(max_size=60),
    head=st.sampled_from(["", "1 ", "1 tally "]),
)
def test_any_line_is_read_or_refused(code, line, head):
    game, state = begin(Setup(code, games.get(code).resolve(), 2))

    step(game, state, head + line)
    try:
        lines = game.unfold(state, head + line)
    except Refused:
        return
    for each in lines:
        state, _played = step(game, state, each)


figures = st.one_of(
    st.sampled_from(
        ["", "x", "0", "1", "2", "5", "20", "25,x", "1,,1", ",,", "-8", "٣", "²", "\x00", HUGE, f"{HUGE},x"]
    ),
    st.text(max_size=6),
)


@st.composite
def _sheets(draw, code):
    game = games.get(code)
    blank = game.sheet(begin(Setup(code, game.resolve(), 2))[1], 1)
    boxes = [*sorted({cell.box for cell in blank.cells}), "elsewhere"]
    return [draw(st.dictionaries(st.sampled_from(boxes), figures, max_size=6)) for _ in range(2)]


@pytest.mark.parametrize("code", games.codes())
@given(draw=st.data())
def test_any_sheet_is_read_or_refused(code, draw):
    game = games.get(code)
    sheets = draw.draw(_sheets(code))
    try:
        game.transcribe(
            game.resolve(),
            sheets=sheets,
            to_move=draw.draw(st.sampled_from([1, 2])),
            instant=draw.draw(st.sampled_from([None, 1, 2])),
            players=draw.draw(st.sampled_from([(), (1, 1)])),
        )
    except Refused as refused:
        json.dumps(dict(refused.facts))


@pytest.mark.parametrize("code", games.codes())
@given(draw=st.data())
def test_any_position_is_read_or_refused(code, draw):
    game = games.get(code)
    names = st.sampled_from(["1", "E", "G", "pair", "full@2", "generala", "bank", "elsewhere"])
    tokens = st.one_of(figures, st.builds("{}={}".format, names, figures))
    text = " ".join(draw.draw(st.lists(tokens, max_size=4)))
    try:
        game.start(game.resolve(), sides=2, positions={1: text})
    except SetupRefused as refused:
        assert refused.code == "impossible-start"


def test_a_score_is_read_whole_or_not_at_all():
    """Rule 7 of cuarenta: a position is a score; one with zeros in front is no way to write it."""
    with pytest.raises(SetupRefused):
        games.get("cuarenta").start({}, sides=2, positions={1: "00000036"})


@pytest.mark.parametrize("value", [HUGE, "٢", "²"])
def test_a_first_side_that_is_no_number_makes_the_file_useless(value):
    with pytest.raises(RecordError) as refused:
        parse(f"game: cuarenta\nside: A\nside: B\nto-move: {value}\n---\n")

    assert (refused.value.code, refused.value.line, refused.value.column) == ("bad-value", 4, 10)


def test_the_command_line_refuses_a_line_of_digits_and_goes_on(tmp_path, capsys):
    record = tmp_path / "game.cacho"
    record.write_text(f"game: cuarenta\nside: A\nside: B\n---\n{HUGE}\n1 hand\n", encoding="utf-8")

    assert main(["check", "--json", str(record)]) == 1
    turns = json.loads(capsys.readouterr().out)["turns"]
    assert [turn["verdict"] for turn in turns] == ["refused", "ok"]
    assert turns[0]["side"] is None


@pytest.mark.parametrize("code", games.codes())
def test_a_refusal_that_a_replay_keeps_holds_on_to_nothing_but_its_facts(code):
    """A long file of refused lines would otherwise keep the frames of every check."""
    game, state = begin(Setup(code, games.get(code).resolve(), 2))

    for line in ("nonsense", "1 concede now", "2 count 21 19", "2 66666 t9 =poker", "9 concede"):
        refused = step(game, state, line)[1].refused
        assert refused is not None
        assert refused.__traceback__ is None and refused.__context__ is None
