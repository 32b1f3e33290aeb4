"""Changes to the fitted weights of the champion's defender, found by playing games.

A fit predicts who wins from a position, not how to play on in a lost one. So a recipe can change
its weights a little, by numbers that `benchmarks/defender_tuning.py` finds by play: groups of
features get factors, and the weights of proved winners a share. Without numbers nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError

Columns = npt.NDArray[np.float64]
"""Level, slope and curve of each feature."""

GROUPS = (
    *(f"attacker{what}" for what in ("", " in 2", " in 3", " in 4")),
    *(f"defender{what}" for what in ("", " in 2", " in 3", " in 4")),
    "shared",
)
"""How the names of the features of each group begin; the first of a role are its moves."""


@dataclass(frozen=True, kw_only=True)
class DefenderChanges:
    """Factors for groups of features, by who is to move; factors for all; and a share of proofs."""

    proved: float = 0.0
    """The share of the weights of proved winners that is added."""
    slope: float = 1.0
    curve: float = 1.0
    attacker_moves: tuple[float, ...] = (1.0,) * len(GROUPS)
    """A factor for each group, if the attacker is to move."""
    defender_moves: tuple[float, ...] = (1.0,) * len(GROUPS)

    def __post_init__(self) -> None:
        if {len(self.attacker_moves), len(self.defender_moves)} != {len(GROUPS)}:
            raise ArgumentError(f"a defender's changes need {len(GROUPS)} factors for each mover")

    def change(self, played: Columns, proved: Columns, names: Sequence[str], mover: str) -> Columns:
        """The defender's weights, from fits to played games and to proved winners."""
        factors = self.attacker_moves if mover == "attacker" else self.defender_moves
        own = np.array([factors[group_of(name)] for name in names])
        parts = np.array([1.0, self.slope, self.curve])
        found: Columns = (played + self.proved * proved) * own[:, np.newaxis] * parts
        return found

    @classmethod
    def at(cls, point: Sequence[float]) -> DefenderChanges:
        """The changes at a point of the search: the logarithm of each factor, and the share.

        >>> DefenderChanges.at([0.0] * SIZE) == DefenderChanges()
        True
        """
        factors = [round(float(np.exp(value)), 3) for value in point]
        count = len(GROUPS)
        return cls(
            attacker_moves=tuple(factors[:count]),
            defender_moves=tuple(factors[count : 2 * count]),
            slope=factors[2 * count],
            curve=factors[2 * count + 1],
            proved=round(float(point[-1]), 3),
        )

    def lines(self) -> Iterator[str]:
        """As in the recipe's file.

        >>> next(DefenderChanges(proved=0.5).lines())
        'proved = 0.5'
        """
        yield from (f"{name} = {getattr(self, name)}" for name in ("proved", "slope", "curve"))
        for name in ("attacker_moves", "defender_moves"):
            yield f"{name} = {list(getattr(self, name))}"


SIZE = 2 * len(GROUPS) + 3
"""The numbers of a point."""


def group_of(name: str) -> int:
    """The group of a feature.

    >>> [GROUPS[group_of(name)] for name in ("attacker: 3 moves", "defender in 4: odd")]
    ['attacker', 'defender in 4']
    """
    start = name.partition(":")[0]
    return len(GROUPS) - 1 if start.startswith("shared") else GROUPS.index(start)
