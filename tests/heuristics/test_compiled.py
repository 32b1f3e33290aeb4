"""A function of a view gives the same number compiled, uncompiled and as its native twin."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pytest

import lastknight as lk
from lastknight.heuristics.compiled import compiled
from lastknight.heuristics.view import Squares, View
from reference import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

# Width and height. 11x9 and 16x8 need two words of 64 squares, 16x8 all of both.
SHAPES = [(7, 7), (5, 5), (8, 8), (11, 9), (16, 8), (1, 9), (9, 1), (2, 3)]


def positions(seed: int, count: int, shapes: list[tuple[int, int]] = SHAPES) -> Iterator[str]:
    """Positions of games and positions of no game, players unplaced among them."""
    rng = random.Random(seed)
    for width, height in shapes:
        for _ in range(count):
            plies = rng.randrange(width * height)
            yield rules.random_position(rng, width, height, blocked_fraction=0.1, plies=plies).text
            yield rules.scattered_position(rng, width, height).text


@compiled
def improved(view):
    """Own less opp."""
    return view.own - view.opp


@compiled
def open_(view):
    return len(view.own_moves)


@compiled
def outer(view):
    return len(view.own_moves - view.edge) - len(view.opp_moves - view.edge)


@compiled
def center(view):
    if not view.is_own_placed:
        return 0
    down = view.height / 2 - view.row(view.own_location)
    right = view.width / 2 - view.column(view.own_location)
    return down**2 + right**2


@compiled
def center_weighted(view):
    row, column = view.width // 2, view.height // 2
    if row < view.height and column < view.width:
        middle = view.square(row, column)
        if view.own_location == middle:
            return 2 * view.own - view.opp
        if view.opp_location == middle:
            return view.own - 2 * view.opp
    return view.own - view.opp


@compiled
def blank_ratio(view):
    return view.own / view.blanks - view.opp / view.blanks


def edge_part(view, location, moves):
    if not moves:
        return 0.0
    return (len(moves & view.edge) + (location in view.edge)) / len(moves)


@compiled
def edge_ratio(view):
    opp = edge_part(view, view.opp_location, view.opp_moves)
    return opp - edge_part(view, view.own_location, view.own_moves)


@compiled
def max_distance(view):
    if not view.are_both_placed:
        return 0
    own = view.row(view.own_location) + view.column(view.own_location)
    return abs(own - view.row(view.opp_location) - view.column(view.opp_location))


@compiled
def value(view):
    total = 0.0
    for move in view.own_moves:
        total += len(view.steps(move)) / 8
    for move in view.opp_moves:
        total -= 0.5 * len(view.steps(move)) / 8
    return total


@compiled
def reach_0(view):
    return len(view.reach(view.own_moves, 1)) - len(view.reach(view.opp_moves, 1))


@compiled
def reach_3(view):
    return len(view.reach(view.own_moves, moves=4)) - len(view.reach(view.opp_moves, moves=4))


@compiled
def shared_moves(view):
    return len(view.own_moves & view.opp_moves)


@compiled
def ratio(view):
    return view.own / max(view.opp, 1e-6)


@compiled
def ratio_chase(view):
    own_per_opp = view.own / max(view.opp, 1e-6)
    if view.own_location < 0 or view.opp_location < 0:
        return own_per_opp
    height, width = view.height - 1, view.width - 1
    diagonal = math.sqrt(height * height + width * width)
    return own_per_opp - view.distance(view.own_location, view.opp_location) / diagonal


TWINS = [
    (improved, "improved"),
    (open_, "open"),
    (outer, "outer"),
    (center, "center"),
    (center_weighted, "center_weighted"),
    (blank_ratio, "blank_ratio"),
    (edge_ratio, "edge_ratio"),
    (max_distance, "max_distance"),
    (value, "value(power=1, weight=0.5)"),
    (reach_0, "reach(k=0)"),
    (reach_3, "reach(k=3)"),
    (shared_moves, "shared_moves"),
    (ratio, "ratio"),
    (ratio_chase, "ratio_chase"),
]
twins = pytest.mark.parametrize(("twin", "spec"), TWINS, ids=[spec for _, spec in TWINS])


@twins
def test_a_twin_equals_the_native_heuristic_to_the_last_bit(twin, spec):
    native = lk.heuristic(spec)
    for text in positions(1, count=20):
        position = lk.Position.parse(text)
        for player in (1, 2):
            expected = native(position, player)
            assert twin(position, player) == expected, text
            assert twin.uncompiled(position, player) == expected, text


@twins
def test_a_search_with_a_twin_goes_the_same_way(twin, spec):
    native = lk.heuristic(spec)
    for seed, text in enumerate(positions(2, count=1, shapes=[(7, 7), (5, 5), (11, 9), (1, 9)])):
        position = lk.Position.parse(text)
        if position.is_over:
            continue
        for method in (lk.AlphaBeta, lk.Minimax):
            found = [
                method(heuristic, depth=None, nodes=2000).choose(position, seed=seed)
                for heuristic in (native, twin)
            ]
            assert found[0] == found[1]


def test_a_search_with_the_uncompiled_twin_goes_the_same_way():
    position = lk.Position.from_moves("d4 b1")
    found = [
        lk.AlphaBeta(heuristic, nodes=500).choose(position, seed=3)
        for heuristic in (reach_3, reach_3.uncompiled)
    ]
    assert found[0] == found[1]


def test_a_player_takes_a_compiled_heuristic():
    position = lk.Position.from_moves("d4 b1")
    choices = [lk.AlphaBeta(h, nodes=5000).choose(position, seed=4) for h in (improved, "improved")]
    assert choices[0].move == choices[1].move
    assert choices[0].nodes == choices[1].nodes


def test_the_end_of_the_game_is_infinite_and_the_function_is_not_called():
    @compiled
    def fails(view):
        return 1 // (view.own - view.own)

    over = lk.Position.parse("1x/x2:1")
    for heuristic in (fails, fails.uncompiled):
        assert [heuristic(over, player) for player in (1, 2)] == [-math.inf, math.inf]


# All that a function may ask and contain.


CORNERS = Squares(0, 6, 42, 48, 63, 64, 127)
WEIGHTS = (0.5, 1.25, 3.0)


def mixed(total, number):
    """Numbers in a row as one, small enough for every step to be exact."""
    return (total * 31 + number) % 1_000_003


def mixed_squares(total, squares):
    for square in squares:
        total = mixed(total, square + 1)
    return mixed(total, len(squares))


@compiled
def everything(view):
    """All that a view can be asked, as one number."""
    total = mixed(view.player, view.to_move)
    total = mixed_squares(total, view.edge)
    total = mixed_squares(total, view.spread(view.own_moves))
    total = mixed_squares(total, view.reach(view.opp_moves, 3))
    total = mixed_squares(total, (view.blank - view.own_moves) | (CORNERS & view.blank))
    own = Squares()
    for move in view.own_moves:
        own |= Squares(move)
        total = mixed_squares(total, view.steps(move))
        total = mixed_squares(total, view.moves(move))
        total = mixed(total, view.row(move) * 8 + view.column(move))
        total = mixed(total, view.square(view.row(move), view.column(move)))
    own -= view.opp_moves
    own &= view.blank
    total = mixed(total, (own == view.own_moves) + 2 * (own != view.blank) + 4 * (not own))
    total = mixed(total, 1 if own else 0)
    total = mixed(total, (view.own_location in CORNERS) + 2 * (-1 in view.blank))
    total = mixed(total, view.is_own_placed + 2 * view.is_opp_placed)
    for square in range(view.squares):
        total = mixed(total, square in view.blank)
    return total + view.distance(0, view.squares - 1) * WEIGHTS[view.own % 3]


def test_everything_is_the_same_compiled_and_uncompiled():
    for text in positions(6, count=10):
        position = lk.Position.parse(text)
        for player in (1, 2):
            assert everything(position, player) == everything.uncompiled(position, player), text


# Boards that just fit into one word or two, and rows and double rows as long as a word.
LONG_SHAPES = [(64, 1), (32, 2), (33, 1), (1, 64), (21, 3), (9, 7), (65, 1), (64, 2), (1, 128)]


def test_everything_is_the_same_on_boards_of_extreme_shapes():
    for text in positions(7, count=3, shapes=LONG_SHAPES):
        position = lk.Position.parse(text)
        assert everything(position, 1) == everything.uncompiled(position, 1), text


@compiled
def off_the_board(view):
    """Sets with squares of the board and others, in all combinations."""
    some = CORNERS if view.own > view.opp else view.blank
    total = mixed_squares(0, some | view.own_moves)
    for one, two in ((CORNERS, view.blank), (some, view.blank), (CORNERS, some)):
        total = mixed_squares(total, one & two)
        total = mixed_squares(total, two & one)
        total = mixed_squares(total, one - two)
        total = mixed_squares(total, two - one)
        total = mixed(total, (one == two) + 2 * (two != one) + 4 * (100 in one) + 8 * (60 in two))
    for squares in (CORNERS, Squares(49, 62, 64, 80), some):
        total = mixed_squares(total, view.spread(squares))
        total = mixed_squares(total, view.reach(squares, 3))
    return total


def test_squares_off_the_board_are_the_same_compiled_and_uncompiled():
    for text in positions(8, count=5):
        position = lk.Position.parse(text)
        for player in (1, 2):
            expected = off_the_board.uncompiled(position, player)
            assert off_the_board(position, player) == expected, text


@compiled
def large(view):
    return (1 << 53) + view.own - view.opp


@compiled
def large_float(view):
    return float((1 << 53) + view.own - view.opp)


@compiled
def largest(view):
    return (1 << 63) - 1 if view.own > view.opp else -(1 << 63) + view.own


def test_large_integers_are_compared_as_floats():
    position = lk.Position.from_moves("d4 b1")
    assert large(position, 1) == large_float(position, 1) == float((1 << 53) + 5)
    choices = [lk.AlphaBeta(h, nodes=3000).choose(position, seed=5) for h in (large, large_float)]
    assert choices[0] == choices[1]
    assert largest(position, 1) == pytest.approx(2**63)
    assert largest(position, 2) == pytest.approx(-(2**63))
    assert math.isfinite(lk.AlphaBeta(largest, nodes=500).choose(position, seed=5).score)


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def test_plain_functions_called_by_name_are_compiled_with_it():
    weight = 3

    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n != 0 and even(n - 1)

    @compiled
    def calls(view):
        lengths = [len(view.moves(move)) for move in view.own_moves]
        return weight * sum(lengths) + factorial(view.opp) + even(view.own)

    position = lk.Position.from_moves("d4 b1")
    assert calls(position, 1) == calls.uncompiled(position, 1)
    assert calls.uncompiled(position, 1) == 3 * 40 + 6 + 1
    assert factorial(3) == 6, "the function itself is left as it was"


def test_true_is_one():
    @compiled
    def ahead(view):
        return view.own > view.opp

    position = lk.Position.from_moves("d4 b1")
    assert [ahead(position, 1), ahead(position, 2)] == [1, 0]


def test_compiled_heuristics_combine_with_others():
    position = lk.Position.from_moves("d4 b1")
    whole = improved - 0.5 * lk.heuristic("center")
    assert whole.spec == "improved - 0.5 * center"
    assert whole(position, 1) == 5 - 0.5 * 0.5
    assert lk.heuristic(improved) is improved
    renamed = improved.named("mine", None)
    assert (renamed.spec, renamed(position, 1)) == ("mine", 5)


def test_a_compiled_heuristic_keeps_the_name_and_docstring_of_its_function():
    assert (str(improved), improved.spec) == ("improved", "improved")
    assert improved.uncompiled.spec == "improved.uncompiled"
    assert improved.__doc__ == "Own less opp."
    assert improved.function(View.of(lk.Position.from_moves("d4 b1"), 1)) == 5
