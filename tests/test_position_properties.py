"""Laws that hold for every position of every board: text, copies, symmetries, moves.

The strategies write positions as text, so that they can make any consistent one: any shape up to
128 squares, any squares blocked, knights anywhere or unplaced, either player to move.
"""

from __future__ import annotations

import copy
import pickle
from math import isqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lastknight as lk
from reference import rules

SMALL = 16
TINY = 3  # squares; so few that two random positions are often equal
ALPHABET = ".x12:/"


@st.composite
def shapes(draw: st.DrawFn, max_squares: int) -> tuple[int, int]:
    """Draw a width and a height; a third of the boards are square."""
    kind = draw(st.sampled_from(["square", "wide", "tall"]))
    if kind == "square":
        side = draw(st.integers(1, isqrt(max_squares)))
        return side, side
    long = draw(st.integers(1, max_squares))
    short = draw(st.integers(1, max_squares // long))
    return (long, short) if kind == "wide" else (short, long)


@st.composite
def texts(draw: st.DrawFn, max_squares: int = rules.MAX_SQUARES) -> str:
    """Draw the text of any consistent position."""
    width, height = draw(shapes(max_squares))
    count = width * height
    cells = draw(st.lists(st.sampled_from("..x"), min_size=count, max_size=count))
    for knight in "12":
        at = draw(st.none() | st.integers(0, count - 1))
        if at is not None and cells[at] in ".x":
            cells[at] = knight
    rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    return "/".join(rows) + ":" + draw(st.sampled_from("12"))


def positions(max_squares: int = rules.MAX_SQUARES) -> st.SearchStrategy[lk.Position]:
    return st.builds(lk.Position.parse, texts(max_squares))


squares = st.tuples(st.integers(0, 127), st.integers(0, 127))


@given(texts())
def test_parse_and_print_are_a_pair(text: str) -> None:
    assert str(lk.Position.parse(text)) == text


@given(positions())
def test_repr_can_be_evaluated(pos: lk.Position) -> None:
    assert eval(repr(pos), {"Position": lk.Position}) == pos


@given(positions(), st.integers(2, pickle.HIGHEST_PROTOCOL))
def test_pickle_gives_the_same_position(pos: lk.Position, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(pos, protocol))
    assert again == pos
    assert str(again) == str(pos)


@given(positions())
def test_copies_are_equal(pos: lk.Position) -> None:
    assert copy.copy(pos) == copy.deepcopy(pos) == pos


@given(texts(TINY), texts(TINY))
def test_positions_are_equal_when_their_texts_are(one: str, other: str) -> None:
    a, b = lk.Position.parse(one), lk.Position.parse(other)
    assert (a == b) == (one == other)
    assert (a != b) == (one != other)
    assert a == lk.Position.parse(one)
    assert hash(a) == hash(lk.Position.parse(one))
    assert len({a, b}) == len({one, other})


@given(positions())
def test_a_position_is_not_its_text(pos: lk.Position) -> None:
    assert pos != str(pos)
    assert pos != None  # noqa: E711


@given(st.data(), positions())
def test_play_leaves_the_position_as_it_was(data: st.DataObject, pos: lk.Position) -> None:
    text, moves, marker = str(pos), pos.legal_moves(), hash(pos)
    if moves:
        after = pos.play(data.draw(st.sampled_from(moves)))
        assert after != pos
    assert (str(pos), pos.legal_moves(), hash(pos)) == (text, moves, marker)


@given(st.data(), positions())
def test_a_move_as_text_is_the_same_move(data: st.DataObject, pos: lk.Position) -> None:
    moves = pos.legal_moves()
    if moves:
        square = data.draw(st.sampled_from(moves))
        assert pos.play(lk.format_square(square)) == pos.play(square)


@given(st.data(), positions())
def test_play_commutes_with_every_symmetry(data: st.DataObject, pos: lk.Position) -> None:
    """Turning the board and then moving is moving and then turning the board."""
    moves = pos.legal_moves()
    if not moves:
        return
    square = data.draw(st.sampled_from(moves))
    after = pos.play(square)
    turned = [image.text for image in rules.symmetries(rules.parse(str(after)))]
    maps = rules.symmetry_maps(pos.width, pos.height)
    images = {str(image): image for image in pos.symmetries()}
    sources = rules.symmetries(rules.parse(str(pos)))
    for send, source, wanted in zip(maps, sources, turned, strict=True):
        assert str(images[source.text].play(send(square))) == wanted


@given(positions())
def test_canonical_form_is_the_same_for_every_image(pos: lk.Position) -> None:
    images = pos.symmetries()
    assert images[0] == pos
    canonical = pos.canonical()
    assert {image.canonical() for image in images} == {canonical}
    assert str(canonical) == min(str(image) for image in images)
    assert canonical.canonical() == canonical


@given(positions())
def test_legal_moves_do_not_change_in_number_under_symmetry(pos: lk.Position) -> None:
    for image in pos.symmetries():
        for player in (1, 2):
            assert len(image.legal_moves(player)) == len(pos.legal_moves(player))
        assert image.to_move == pos.to_move
        assert image.winner == pos.winner


@given(positions(SMALL), st.integers(0, 4))
def test_perft_does_not_change_under_symmetry(pos: lk.Position, depth: int) -> None:
    assert {image.perft(depth) for image in pos.symmetries()} == {pos.perft(depth)}


@given(positions(SMALL), st.integers(1, 3))
def test_perft_is_the_sum_over_the_moves(pos: lk.Position, depth: int) -> None:
    below = sum(pos.play(square).perft(depth - 1) for square in pos.legal_moves())
    assert pos.perft(depth) == below


@given(squares)
@example((0, 25))
@example((0, 26))
@example((0, 27))
@example((127, 127))
def test_format_and_parse_square_are_a_pair(square: tuple[int, int]) -> None:
    assert lk.parse_square(lk.format_square(square)) == square


@given(st.lists(squares))
def test_format_and_parse_moves_are_a_pair(moves: list[tuple[int, int]]) -> None:
    assert lk.parse_moves(lk.format_moves(moves)) == moves


def damaged(text: str, at: int, character: str) -> str:
    """Put something else in the place of one character of a text that was right."""
    at %= len(text)
    return text[:at] + character + text[at + 1 :]


junk = st.one_of(
    st.text(),
    st.text(ALPHABET, max_size=200),
    st.builds(damaged, texts(), st.integers(0, 200), st.sampled_from(ALPHABET) | st.text()),
    st.builds("{}:{}".format, st.text(ALPHABET), st.sampled_from(["1", "2", "3", "", " 1", "1 "])),
    st.builds("/".join, st.lists(st.text(".x12", max_size=5), max_size=30)).map("{}:1".format),
)


@given(junk)
@example("")
@example(":1")
@example("/:1")
@example(".:1\n")
@example(".:1\0")
@example(".\0:1")
@example(".:\uff11")
@example("\ud800:1")
@example("." * 129 + ":1")
@example("/".join(["." * 12] * 11) + ":1")
@example("11:1")
def test_junk_is_read_exactly_or_refused(text: str) -> None:
    try:
        expected = rules.parse(text)
    except ValueError:
        with pytest.raises((lk.NotationError, lk.BoardError)):
            lk.Position.parse(text)
    else:
        assert str(lk.Position.parse(text)) == expected.text == text
