"""The phases of a discovery: how much of all work is done."""

from __future__ import annotations

from collections.abc import Callable

from lastknight.discovery.discovery_request import DiscoverRequest
from lastknight.discovery.verification import planned_work

GROUP_PART = 3
"""Games that show what a group of features is worth have the main node limit divided by this."""
# Rough work in nodes: to label a position, to fit to it.
_LABEL_NODES, _FIT_NODES = 2500, 1500
_GROUPS = 6

Watch = Callable[[str, int, int], None]
"""Told what is going on, and how much of all work is done, of how much."""


class Phases:
    """How much of all work is done, in nodes; every phase has its estimate."""

    def __init__(self, request: DiscoverRequest, watch: Watch) -> None:
        sizes = request.sizes
        labelled = sizes.positions * _LABEL_NODES if request.labels is None else 0
        games = 2.0 * 12 * 2 * (sizes.nodes / GROUP_PART) * sizes.group_pairs * _GROUPS
        self._phases = {
            "labelling": float(labelled),
            "fitting": float(sizes.positions * _FIT_NODES),
            "groups of features": games,
            "verifying": planned_work(request),
        }
        self._watch = watch
        self._name = "labelling"
        self._done = 0.0

    def begin(self, name: str) -> None:
        """Go on to a phase; those before it are done, whatever was estimated for them."""
        self._name, self._done = name, 0.0
        self._tell()

    def reach(self, part: float) -> None:
        """Set which part of the phase is done."""
        self._done = part * self._phases[self._name]
        self._tell()

    def add(self, nodes: float) -> None:
        """Count nodes that were searched since the last call."""
        self._done += nodes
        self._tell()

    def steps(self, low: float, high: float) -> Callable[[int, int], None]:
        """Counts the steps of a piece of the phase, which goes from one part of it to another."""

        def tell(done: int, total: int) -> None:
            self.reach(low + (high - low) * done / total)

        return tell

    def _tell(self) -> None:
        names = list(self._phases)
        before = sum(self._phases[name] for name in names[: names.index(self._name)])
        done = before + min(self._done, self._phases[self._name])
        self._watch(self._name, round(done), round(sum(self._phases.values())))
