"""Stand-ins for players: what agents find in place of an opponent, or of themselves.

They have what players of the course have. Attributes can be set, as on any object.
"""

from math import inf
from typing import Any

from lastknight.aind.sample_players import RandomPlayer, improved_score


class StandIn(RandomPlayer):
    """A course player that never moves; it records which missing attributes were looked up."""

    TIMER_THRESHOLD = 10.0
    search_depth = 3
    iterative = True
    method = "alphabeta"
    score = staticmethod(improved_score)

    def __init__(self, name: str) -> None:
        self.name = name
        self.missed: dict[str, None] = {}
        """The missing attributes that were looked up, in order."""

    def time_left(self) -> float:
        """No clock is running."""
        return inf

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__") and name != "missed":
            self.missed[name] = None
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return self.name
