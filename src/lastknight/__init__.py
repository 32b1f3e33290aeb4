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
from lastknight.discovery.discover import discover
from lastknight.discovery.discovery_results import Discovery
from lastknight.discovery.tuning import tune
from lastknight.discovery.tuning_results import Tuning
from lastknight.errors import (
    AgentError,
    ArgumentError,
    BoardError,
    ClusterError,
    Forfeit,
    HeuristicError,
    IllegalMove,
    LastknightError,
    NotationError,
    SandboxError,
    StoreError,
)
from lastknight.games import Game
from lastknight.heuristics import (
    Heuristic,
    Squares,
    View,
    building_blocks,
    compiled,
    heuristic,
    heuristics,
    switch,
)
from lastknight.matches.results import Match, Tournament
from lastknight.matches.runners import Cluster
from lastknight.matches.store import Store
from lastknight.matches.tournament import play_match, run_tournament
from lastknight.notation import format_moves, format_square, parse_moves, parse_square
from lastknight.players import (
    AgentPlayer,
    AlphaBeta,
    Choice,
    Expert,
    Greedy,
    Minimax,
    Perfect,
    Random,
    player,
)
from lastknight.position import Position
from lastknight.solving.solver import Solution, solve

__version__ = version("lastknight")

__all__ = [
    "AgentError",
    "AgentPlayer",
    "AlphaBeta",
    "ArgumentError",
    "BoardError",
    "Choice",
    "Cluster",
    "ClusterError",
    "Discovery",
    "Expert",
    "Forfeit",
    "Game",
    "Greedy",
    "Heuristic",
    "HeuristicError",
    "IllegalMove",
    "LastknightError",
    "Match",
    "Minimax",
    "NotationError",
    "Perfect",
    "Position",
    "Random",
    "Rng",
    "SandboxError",
    "Solution",
    "Squares",
    "Store",
    "StoreError",
    "Tournament",
    "Tuning",
    "View",
    "building_blocks",
    "compiled",
    "discover",
    "format_moves",
    "format_square",
    "heuristic",
    "heuristics",
    "parse_moves",
    "parse_square",
    "play_match",
    "player",
    "run_tournament",
    "solve",
    "switch",
    "tune",
]
