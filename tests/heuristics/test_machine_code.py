"""A heuristic and what it asks of the view become one function of machine code.

A call that is left costs a quarter of the speed: the view and the result then go through memory.
"""

from __future__ import annotations

import re

import pytest

from lastknight.heuristics import machine_code


def reach(view):
    return len(view.reach(view.own_moves, 4)) - len(view.reach(view.opp_moves, 4))


def long(view):
    total = 0.0
    for moves in range(2, 5):
        total += len(view.reach(view.own_moves, moves)) / len(view.reach(view.opp_moves, moves + 1))
    for move in view.own_moves:
        total += len(view.reach(view.moves(move), 3)) * view.distance(move, view.squares - 1)
    return total


@pytest.mark.parametrize("function", [reach, long])
def test_no_calls_are_left(function):
    machine_code.compile_function(function)
    for library in machine_code._libraries[-2:]:  # for boards of one word and of two
        called = re.findall(r"\bcall\b[^@\n]*@\"?([^\"(\s]+)", library.get_llvm_str())
        # Where sqrt is not yet LLVM's own, it is the C library's, which numba does not inline.
        assert [name for name in called if not re.match(r"llvm\.|sqrt$", name)] == []
