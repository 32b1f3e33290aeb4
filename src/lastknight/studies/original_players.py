"""The players of the five analyses, with node limits in place of their clocks.

A clock of the originals counts as 100,000 nodes per second, divided by the relative cost of the
heuristic. An analysis that says how deep its players searched has a speed of its own, at which ours
search as deep; `calibration` finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import model_validator

from lastknight.errors import HeuristicError
from lastknight.heuristics import heuristic
from lastknight.matches.costs import NODES_PER_SECOND, divide_nodes, keep_costs
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta, Minimax, Player, Random
from lastknight.studies.data_files import DataModel, HeuristicSpec, Integer, Number

CALIBRATED_SPEEDS: Mapping[str, int] = {"004": 420_000}
"""Nodes per second of the analyses that print search depths, from `study 004-t3 --calibrate`."""


def speed_of(analysis: str) -> int:
    """The nodes that stand for a second of an analysis' clock.

    >>> speed_of("000"), speed_of("004")
    (100000, 420000)
    """
    return CALIBRATED_SPEEDS.get(analysis, NODES_PER_SECOND)


@dataclass(frozen=True, slots=True)
class Clock:
    """The nodes that one heuristic gets for a time limit."""

    heuristic: str
    seconds: float
    cost: float
    """The time per node, as a multiple of `improved`."""
    nodes: int
    nodes_per_second: int = NODES_PER_SECOND
    """For a heuristic of cost 1."""


class OriginalPlayer(DataModel):
    """A player of an analysis: its label there, its heuristic and its limit."""

    label: str
    kind: Literal["Random", "Minimax", "AlphaBeta"]
    heuristic: HeuristicSpec | None = None
    depth: Integer | None = None
    nodes: Integer | None = None
    seconds: Number | None = None

    @model_validator(mode="after")
    def _check_limit(self) -> OriginalPlayer:
        limits = {name for name in ("depth", "nodes", "seconds") if getattr(self, name) is not None}
        allowed: dict[str, list[set[str]]] = {
            "Random": [set()],
            "Minimax": [{"depth"}],
            "AlphaBeta": [{"depth"}, {"nodes"}, {"seconds"}],
        }
        if limits not in allowed[self.kind] or (self.heuristic is None) != (self.kind == "Random"):
            raise ValueError(
                "a player must be Random, or Minimax with a heuristic and a depth, or AlphaBeta "
                "with a heuristic and a depth, nodes or seconds"
            )
        return self

    def player(self, clocks: Sequence[Clock] = ()) -> Player:
        """The player itself, with the nodes of its clock.

        >>> original = OriginalPlayer(
        ...     label="ID", kind="AlphaBeta", heuristic="ratio", seconds=0.15)
        >>> str(original.player(measure_clocks([original], costs={"ratio": 1.2})))
        'AlphaBeta(ratio, nodes=12000)'
        """
        if self.heuristic is None:
            return Random()
        if self.kind == "Minimax":
            return Minimax(self.heuristic, depth=self.depth)
        if self.seconds is None:
            return AlphaBeta(self.heuristic, depth=self.depth, nodes=self.nodes)
        nodes = {(clock.heuristic, clock.seconds): clock.nodes for clock in clocks}
        return AlphaBeta(self.heuristic, nodes=nodes[str(self.heuristic), self.seconds])


def timed_heuristics(players: Iterable[OriginalPlayer]) -> set[str]:
    """The heuristics that play under a time limit, so that their costs matter."""
    return {
        str(player.heuristic)
        for player in players
        if player.heuristic is not None and player.seconds is not None
    }


def measure_clocks(
    players: Iterable[OriginalPlayer],
    *,
    costs: Mapping[str, float],
    store: Store | None = None,
    nodes_per_second: int = NODES_PER_SECOND,
) -> list[Clock]:
    """The clock of each heuristic that plays under a time limit.

    Costs that are neither given nor in the store are measured, and stored.
    """
    baseline = heuristic("improved")
    clocks: dict[tuple[str, float], Clock] = {}
    for player in players:
        subject, seconds = player.heuristic, player.seconds
        if subject is None or seconds is None or (str(subject), seconds) in clocks:
            continue
        nodes = max(1, round(seconds * nodes_per_second))
        found = keep_costs([subject], baseline=baseline, nodes=nodes, known=costs, store=store)
        cost = found[subject]
        if cost is None:
            raise HeuristicError(f"{subject} fails, so its cost is unknown; set it with --cost")
        clocks[str(subject), seconds] = Clock(
            str(subject), seconds, cost, divide_nodes(nodes, cost), nodes_per_second
        )
    return list(clocks.values())
