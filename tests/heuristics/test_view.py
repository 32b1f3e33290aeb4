"""Views of positions, against the slow reference."""

from __future__ import annotations

import doctest
import math
import random
from typing import TYPE_CHECKING

import pytest

import lastknight as lk
from lastknight.heuristics import view as view_module
from lastknight.heuristics.view import Squares, View
from reference import heuristics as slow
from reference import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

# Width and height. 11x9 and 16x8 need two words of 64 squares, 16x8 all of both.
SHAPES = [(7, 7), (5, 5), (8, 8), (11, 9), (16, 8), (1, 9), (9, 1), (2, 3)]


def views(seed: int, count: int) -> Iterator[tuple[View, rules.Position, int]]:
    """What both players see of positions of games and of no game, placed and unplaced."""
    rng = random.Random(seed)
    for width, height in SHAPES:
        for _ in range(count):
            plies = rng.randrange(width * height)
            for position in (
                rules.random_position(rng, width, height, blocked_fraction=0.1, plies=plies),
                rules.scattered_position(rng, width, height),
            ):
                for player in (1, 2):
                    yield View.of(lk.Position.parse(position.text), player), position, player


def indices(squares: list[rules.Square] | set[rules.Square], width: int) -> list[int]:
    return sorted(row * width + column for row, column in squares)


def test_a_view_is_what_the_player_sees():
    for view, position, player in views(3, count=10):
        width = position.width
        other = rules.OTHER[player]
        assert (view.width, view.height) == (width, position.height)
        assert (view.player, view.to_move) == (player, position.to_move)
        assert list(view.own_moves) == indices(rules.legal_moves(position, player), width)
        assert list(view.opp_moves) == indices(rules.legal_moves(position, other), width)
        assert list(view.blank) == indices(position.blank, width)
        own, opp = position.location(player), position.location(other)
        assert view.own_location == (-1 if own is None else indices([own], width)[0])
        assert view.opp_location == (-1 if opp is None else indices([opp], width)[0])
        assert view.is_own_placed == (own is not None)
        assert view.is_opp_placed == (opp is not None)
        assert view.are_both_placed == (own is not None and opp is not None)
        assert view.own == len(rules.legal_moves(position, player))
        assert view.opp == len(rules.legal_moves(position, other))
        assert (view.blanks, view.squares) == (len(position.blank), len(position.squares))


def test_the_geometry_of_a_view_is_that_of_the_rules():
    for view, position, player in views(4, count=3):
        width, height = position.width, position.height
        edge = [s for s in position.squares if slow.is_outermost(position, s)]
        assert list(view.edge) == indices(edge, width)
        for square in position.squares:
            index = view.square(*square)
            steps = rules.steps_from(square, width, height)
            assert (view.row(index), view.column(index)) == square
            assert list(view.steps(index)) == indices(steps, width)
            blank = [step for step in steps if position.cell(step) == rules.BLANK]
            assert list(view.moves(index)) == indices(blank, width)
            assert view.distance(0, index) == math.sqrt(square[0] ** 2 + square[1] ** 2)
        around = {s for b in position.blank for s in rules.steps_from(b, width, height)}
        assert list(view.spread(view.blank)) == indices(around, width)
        for moves in (1, 2, 3, 5, 9):
            reached = slow.reachable(position, player, moves)
            assert list(view.reach(view.own_moves, moves)) == indices(reached, width)


def test_squares_are_a_set():
    rng = random.Random(5)
    for _ in range(200):
        one, two = (set(rng.sample(range(128), rng.randrange(129))) for _ in range(2))
        first, second = Squares(*one), Squares(*two)
        assert list(first) == sorted(one)
        assert len(first) == len(one)
        assert bool(first) == bool(one)
        assert list(first & second) == sorted(one & two)
        assert list(first | second) == sorted(one | two)
        assert list(first - second) == sorted(one - two)
        assert (first == second) == (one == two)
        assert first == Squares(*sorted(one, reverse=True))
        assert hash(first) == hash(Squares(*one))
        assert [s in first for s in range(-1, 130)] == [s in one for s in range(-1, 130)]
        assert eval(repr(first)) == first


def test_a_player_who_is_not_placed_stands_on_no_square():
    view = View.of(lk.Position.from_moves("d4"), 2)
    assert view.own_location == -1
    assert view.own_location not in view.edge
    for ask in (view.row, view.column, view.steps, view.moves, Squares):
        with pytest.raises(IndexError, match="not placed"):
            ask(view.own_location)
    with pytest.raises(IndexError, match="not placed"):
        view.distance(view.own_location, view.opp_location)
    for square in ((7, 0), (0, 7), (-1, 0), (0, -1)):
        with pytest.raises(IndexError, match="no such row or column"):
            view.square(*square)
    with pytest.raises(IndexError, match="not placed"):
        Squares(128)


def test_the_examples_run():
    result = doctest.testmod(view_module, extraglobs={"Position": lk.Position})
    assert result.attempted >= 5
    assert result.failed == 0
