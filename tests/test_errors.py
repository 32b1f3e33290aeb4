"""Bad input of any kind, anywhere, raises one of our errors with a one-line message."""

import pytest

import lastknight as lk
from lastknight import errors

POSITION = lk.Position.from_moves("d4 b1")


@pytest.mark.parametrize(
    ("attempt", "error", "words"),
    [
        (lambda: lk.Position(width=0), lk.BoardError, "at least 1"),
        (lambda: lk.Position(height=-3), lk.BoardError, "got 7x-3"),
        (lambda: lk.Position(width=129, height=1), lk.BoardError, "128 squares"),
        (lambda: lk.Position(width=43, height=3), lk.BoardError, "got 43x3"),
        (lambda: lk.Position(blocked=["h1"]), lk.BoardError, "h1, (0, 7), is not on the 7x7"),
        (lambda: lk.Position(blocked=[(-1, 0)]), lk.BoardError, "(-1, 0) is not on"),
        (lambda: lk.Position(blocked=["1a"]), lk.NotationError, "such as 'd4'"),
        (lambda: POSITION.play("z9"), lk.IllegalMove, "z9, (8, 25), is not on the 7x7 board"),
        (lambda: POSITION.play((7, 0)), lk.IllegalMove, "is not on the 7x7 board"),
        (lambda: POSITION.play("d5"), lk.IllegalMove, "from d4 to d5: not a knight's move"),
        (lambda: POSITION.play("d5"), lk.IllegalMove, "legal moves: c2 e2 b3 f3 b5 f5 c6 e6"),
        (lambda: lk.Position().play("a1").play("a1"), lk.IllegalMove, "not blank"),
        (
            lambda: lk.Position.from_moves("d4 c2").play("c2"),
            lk.IllegalMove,
            "from d4 to c2: the square is not blank",
        ),
        (
            lambda: lk.Position(width=1, height=1).play("a1").play("a1"),
            lk.IllegalMove,
            "player 2 has no legal move: the game is over",
        ),
        (lambda: POSITION.play("d"), lk.NotationError, "not a square: 'd'"),
        (lambda: POSITION.play("d0"), lk.NotationError, "row number from 1"),
        (lambda: POSITION.play("D4"), lk.NotationError, "not a square: 'D4'"),
        (lambda: POSITION.play(" d4"), lk.NotationError, "not a square"),
        (lambda: POSITION.play("d4\n"), lk.NotationError, "not a square"),
        (lambda: POSITION.play("x" * 500), lk.NotationError, "..."),
        (lambda: POSITION.play("\ud800"), lk.NotationError, "cannot be encoded"),
        (lambda: POSITION.play(None), lk.NotationError, "not a square: None"),
        (lambda: POSITION.play(4), lk.NotationError, "a pair (row, column)"),
        (lambda: POSITION.play((1, 2, 3)), lk.NotationError, "a pair (row, column)"),
        (lambda: POSITION.play((1.0, 2)), lk.NotationError, "whole numbers"),
        (lambda: POSITION.play((10**30, 2)), lk.NotationError, "not a square"),
        (lambda: lk.Position.from_moves("d4 b1 d5"), lk.IllegalMove, "move 3: player 1 cannot"),
        (lambda: lk.Position.from_moves(["d4", "?"]), lk.NotationError, "move 2: not a square"),
        (lambda: lk.Position.parse(""), lk.NotationError, "':1' or ':2'"),
        (lambda: lk.Position.parse(":1"), lk.NotationError, "a row is empty"),
        (lambda: lk.Position.parse("...:3"), lk.NotationError, "':1' or ':2'"),
        (lambda: lk.Position.parse("...:1:1"), lk.NotationError, "':1' or ':2'"),
        (lambda: lk.Position.parse("../.:1"), lk.NotationError, "rows of 2 and of 1 squares"),
        (lambda: lk.Position.parse("..o:1"), lk.NotationError, "unknown square 'o'"),
        (lambda: lk.Position.parse("1.1:2"), lk.NotationError, "player 1 stands on two squares"),
        (lambda: lk.Position.parse("." * 129 + ":1"), lk.BoardError, "got 129x1"),
        (lambda: lk.Position.parse(7), lk.NotationError, "expected a position as text, got 7"),
        (lambda: POSITION.legal_moves(3), lk.ArgumentError, "a player must be 1 or 2, got 3"),
        (lambda: POSITION.location(0), lk.ArgumentError, "a player must be 1 or 2, got 0"),
        (
            lambda: POSITION.perft(-1),
            lk.ArgumentError,
            "a depth must be a whole number from 0 to 128, got -1",
        ),
        (lambda: lk.parse_square("4d"), lk.NotationError, "not a square: '4d'"),
        (lambda: lk.parse_square((3, 3)), lk.NotationError, "a square as text"),
        (lambda: lk.format_square((0, -1)), lk.NotationError, "not a square"),
        (lambda: lk.parse_moves("d4, b1"), lk.NotationError, "not a square: 'd4,'"),
        (lambda: lk.parse_moves(None), lk.NotationError, "moves as text"),
        (lambda: lk.Rng(1).below(0), lk.ArgumentError, "count must be a whole number from 1"),
    ],
)
def test_bad_input_gets_a_one_line_error(attempt, error, words):
    with pytest.raises(error) as caught:
        attempt()
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert isinstance(caught.value, lk.LastknightError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("junk", [{1, 2}, {0: 1, 1: 2}, object(), [], b"d4", 3.5, [[1], [2]]])
def test_any_object_that_is_not_a_square_is_refused(junk):
    """No message shows an address, which tells a user nothing."""
    with pytest.raises(lk.NotationError) as caught:
        POSITION.play(junk)
    assert " at 0x" not in str(caught.value)


def test_squares_are_accepted_in_every_form():
    expected = POSITION.play("c2")
    assert POSITION.play((1, 2)) == POSITION.play([1, 2]) == expected
    assert lk.Position(blocked="a1 g7") == lk.Position(blocked=[(0, 0), "g7"])


def test_every_error_is_drawn_in_the_tree():
    family = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert {name for name in family if name in errors.__doc__} == family
    assert family <= set(lk.__all__)
