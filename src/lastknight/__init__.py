"""lastknight: the heuristics laboratory for knight's Isolation.

Two knights on a board; visited squares are gone for good; the last knight that can move wins.

>>> import lastknight as lk
>>> position = lk.Position.from_moves("d4 b1")
>>> position.to_move, position.location(2)
(1, (0, 1))
>>> position.play("c2").legal_moves()
[(1, 3), (2, 0), (2, 2)]
"""

import sys

# Nothing else is imported here: until the command line begins, Ctrl-C prints a traceback. Type
# checkers take this name for true, and overloads below an if for a second definition of the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from lastknight._core import Rng
    from lastknight.discovery.discover import discover
    from lastknight.discovery.discovery_results import Discovery
    from lastknight.discovery.tuning import tune
    from lastknight.discovery.tuning_results import Tuning
    from lastknight.errors import (
        AgentError,
        ArgumentError,
        BoardError,
        CallError,
        ClusterError,
        DamageWarning,
        Forfeit,
        HeuristicError,
        IllegalMove,
        LastknightError,
        NotationError,
        SandboxError,
        StoreError,
    )
    from lastknight.games import Game
    from lastknight.heuristics import (  # type: ignore[no-redef]
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
    from lastknight.players import (  # type: ignore[no-redef]
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
else:
    ModuleType = type(sys)

__version__ = "0.1.0"

__all__ = [
    "AgentError",
    "AgentPlayer",
    "AlphaBeta",
    "ArgumentError",
    "BoardError",
    "CallError",
    "Choice",
    "Cluster",
    "ClusterError",
    "DamageWarning",
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

_HOMES = (
    "errors",
    "notation",
    "position",
    "games",
    "heuristics",
    "players",
    "solving.solver",
    "matches.store",
    "matches.runners",
    "matches.results",
    "matches.tournament",
    "discovery.tuning_results",
    "discovery.tuning",
    "discovery.discovery_results",
    "discovery.discover",
    "_core",
)
"""Where public names are found: quick modules first, and the core, which has namesakes, last."""


class _Package(ModuleType):
    """The package itself, which loads a public name when it is first used.

    So the command line starts quickly, and each command loads only what it needs.
    """

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Another process imports it; a module of any other type cannot be pickled."""
        return __import__, (__name__,)

    def __getattr__(self, name: str) -> object:
        """Find a public name."""
        for home in _HOMES if name in __all__ else ():
            __import__(f"{__name__}.{home}")
            module = sys.modules[f"{__name__}.{home}"]
            if hasattr(module, name):
                value = getattr(module, name)
                setattr(self, name, value)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        """Keep `lastknight.heuristics` the function: importing the room would put it there."""
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """All public names, loaded or not."""
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package
