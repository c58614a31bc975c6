"""Records as text: what is tolerated, what makes a file useless and where, and that writing gives it back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.games.record import Line, Record, RecordError, decode, parse, side_name, write

EXAMPLE = """\
game: cacho-alalay
rules: cochabamba
option: crossing=best-case
side: Ana Quispe
side: Luis Mamani
start: 1 6=18 E=25
to-move: 2
source: hand-checked
---
2 35661 66+214 1>6 =6 18
1 22233 =F 35
2 11235 =E
"""


def test_the_example_of_the_record_reads_as_it_is_meant():
    (record,) = parse(EXAMPLE)

    assert record.game == "cacho-alalay"
    assert record.preset == "cochabamba"
    assert record.options == {"crossing": "best-case"}
    assert record.sides == ("Ana Quispe", "Luis Mamani")
    assert record.positions == {1: "6=18 E=25"}
    assert record.to_move == 2
    assert record.source == "hand-checked"
    assert record.lines[0] == Line(10, "2 35661 66+214 1>6 =6 18")
    assert record.setup.options["crossing"] == "best-case"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "  \t\n"),
        lambda text: text.replace("\n", " ; a remark\n"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace(": ", ":   "),
    ],
    ids=[
        "byte-order mark",
        "carriage returns",
        "trailing blanks",
        "comments",
        "no last newline",
        "wide colons",
    ],
)
def test_what_editors_do_to_a_file_does_not_change_the_game(spoil):
    assert parse(spoil(EXAMPLE)) == parse(EXAMPLE)


def test_blank_lines_and_comment_lines_count_in_the_numbers_of_lines():
    (record,) = parse("; a game\ngame: cacho-alalay\nside: A\n\n---\n; first\n\n1 =6 18\n")

    assert record.lines == (Line(8, "1 =6 18"),)


def test_several_games_stand_in_one_file():
    records = parse(EXAMPLE + "===\ngame: cacho-alalay\nside: A\n---\n1 =6 18\n===\n")

    assert [len(record.sides) for record in records] == [2, 1]
    assert records[1].lines == (Line(17, "1 =6 18"),)
    assert records[1].preset == "cochabamba"
    assert records[1].to_move == 1


def test_keys_that_only_people_read_are_kept_and_written_back():
    text = "game: cacho-alalay\nevent: Valle Alto\nside: A\ntable: 7\nreferee: Rosa Choque\n---\n"
    (record,) = parse(text)

    assert record.other == (("event", "Valle Alto"), ("table", "7"), ("referee", "Rosa Choque"))
    assert parse(write([record])) == (record,)


def test_two_start_lines_of_one_side_go_together():
    (record,) = parse("game: cacho-alalay\nside: A\nside: B\nstart: 2 6=18\nstart: 2 E=x\n---\n")

    assert record.positions == {2: "6=18 E=x"}


def test_a_pair_is_named_with_its_players():
    pair = side_name("Los Tigres = Ana Quispe + Luis Mamani")

    assert (pair.name, pair.members) == ("Los Tigres", ("Ana Quispe", "Luis Mamani"))
    assert side_name("Ana Quispe") == side_name(" Ana Quispe ")


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "no-header", 1, 1),
        ("1 =6 18\n", "no-header", 1, 1),
        ("game: cacho-alalay\nside: A\n", "no-header", 1, 1),
        ("side: A\n---\n", "missing-key", 2, 1),
        ("game: cacho-alalay\n---\n", "missing-key", 2, 1),
        ("game: cacho-alalay\n  Ana Quispe\n---\n", "bad-header", 2, 3),
        ("game: cacho-alalay\nside: A\ngame: cacho-alalay\n---\n", "repeated-key", 3, 1),
        ("game: ludo\nside: A\n---\n", "unknown-game", 1, 7),
        ("game: cacho-alalay\nrules: oruro\nside: A\n---\n", "unknown-preset", 2, 8),
        ("game: cacho-alalay\nside: A\noption: throws=2\noption: jokers=on\n---\n", "unknown-option", 4, 9),
        ("game: cacho-alalay\nside: A\noption: throws=9\n---\n", "unknown-value", 3, 9),
        ("game: cacho-alalay\nside: A\noption: throws\n---\n", "bad-value", 3, 9),
        ("game: cacho-alalay\nside:\n---\n", "bad-value", 2, 6),
        ("game: cacho-alalay\nside: A\nto-move: Ana\n---\n", "bad-value", 3, 10),
        ("game: cacho-alalay\nside: A\nto-move: 2\n---\n", "impossible-start", 3, 10),
        ("game: cacho-alalay\nside: A\nstart: A 6=18\n---\n", "bad-value", 3, 8),
        ("game: cacho-alalay\nside: A\nstart: 1 6=18\nstart: 1 6=6\n---\n", "impossible-start", 4, 8),
        ("game: cacho-alalay\nside: A\nstart: 3 6=18\n---\n", "impossible-start", 3, 8),
        ("game: cacho-alalay\n" + "side: A\n" * 7 + "---\n", "too-many-sides", 8, 7),
        (EXAMPLE + "===\ngame: ludo\nside: A\n---\n", "unknown-game", 14, 7),
    ],
)
def test_a_useless_file_says_why_and_where(text, code, line, column):
    with pytest.raises(RecordError) as refused:
        parse(text)

    assert (refused.value.code, refused.value.line, refused.value.column) == (code, line, column)


def test_a_file_that_is_not_utf_8_says_where():
    with pytest.raises(RecordError) as refused:
        decode("game: cacho-alalay\nside: Begoña\n".encode("latin-1"))

    assert (refused.value.code, refused.value.line, refused.value.column) == ("bad-encoding", 2, 11)


@pytest.mark.parametrize(
    "position",
    [
        "6=20",
        "7=7",
        "6",
        "E=26",
        "G=50,50,50",
        "6=18 6=18",
        "P=0",
        "F=",
        "1=-1",
        "E=x,x",
        "E=25 F=35 P=45 G=50",
    ],
)
def test_a_position_that_cannot_stand_is_refused(position):
    with pytest.raises(RecordError) as refused:
        parse(f"game: cacho-alalay\nside: A\nside: B\nstart: 1 {position}\n---\n")

    assert refused.value.code == "impossible-start"


names = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters=";\ufeff"), min_size=1
).filter(lambda name: not name.startswith(("---", "===")))


@given(
    sides=st.lists(names, min_size=1, max_size=6),
    other=st.lists(st.tuples(st.sampled_from(["event", "table", "date", "referee"]), names), max_size=3),
    lines=st.lists(
        st.sampled_from(["1 =6 18", "1 35661 66+214 1>6 =6 18", "nonsense", "1 concede"]), max_size=4
    ),
    preset=st.sampled_from([None, "cochabamba", "la-tupicena"]),
    options=st.dictionaries(st.just("throws"), st.sampled_from(["2", "3"])),
)
def test_what_is_written_reads_back_the_same(sides, other, lines, preset, options):
    record = Record(
        game="cacho-alalay",
        sides=tuple(sides),
        rules=preset,
        options=options,
        other=tuple(other),
        lines=tuple(Line(0, line) for line in lines),
    )

    (back,) = parse(write([record]))

    numbers = [line.number for line in back.lines]
    assert numbers == sorted(set(numbers))
    assert (
        Record(
            back.game,
            back.sides,
            back.rules,
            back.options,
            back.positions,
            back.to_move,
            back.source,
            back.other,
            tuple(Line(0, line.text) for line in back.lines),
        )
        == record
    )


def test_a_name_cannot_break_out_of_its_header():
    record = Record(game="cacho-alalay", sides=("Ana; concede\n---\n1 =6 30", "Luis"))

    (back,) = parse(write([record, record]).split("===")[0])

    assert back.sides == ("Ana, concede --- 1 =6 30", "Luis")
    assert back.lines == ()
