"""lastknight: the heuristics laboratory for knight's Isolation.

Two knights on a board; a square once visited is gone for ever; the last knight that can move wins.

>>> import lastknight as lk
>>> position = lk.Position.from_moves("d4 b1")
>>> position.to_move, position.location(2)
(1, (0, 1))
>>> position.play("c2").legal_moves()
[(1, 3), (2, 0), (2, 2)]
"""

from importlib.metadata import version

from lastknight._core import Rng
from lastknight.errors import (
    ArgumentError,
    BoardError,
    IllegalMove,
    LastknightError,
    NotationError,
)
from lastknight.games import Game
from lastknight.notation import format_moves, format_square, parse_moves, parse_square
from lastknight.players import Random
from lastknight.position import Position

__version__ = version("lastknight")

__all__ = [
    "ArgumentError",
    "BoardError",
    "Game",
    "IllegalMove",
    "LastknightError",
    "NotationError",
    "Position",
    "Random",
    "Rng",
    "format_moves",
    "format_square",
    "parse_moves",
    "parse_square",
]
