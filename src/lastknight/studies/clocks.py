"""Clocks: the seeds' time limits as nodes, divided by what each heuristic costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lastknight.heuristics import Heuristic, heuristic
from lastknight.matches.costs import keep_costs, nodes_for
from lastknight.matches.store import Store
from lastknight.studies.tables import align


@dataclass(frozen=True, slots=True)
class Clock:
    """The nodes that stand for a clock, for one heuristic."""

    heuristic: str
    seconds: float
    cost: float
    """What a node costs, as a multiple of `improved`."""
    nodes: int


def measure_clocks(
    wanted: Iterable[tuple[Heuristic | None, float | None]],
    *,
    costs: Mapping[str, float],
    store: Store | None = None,
) -> list[Clock]:
    """The nodes of heuristics under clocks, each once; what has no clock is left out.

    >>> measure_clocks([(heuristic("ratio"), 0.03)], costs={"ratio": 1.2})
    [Clock(heuristic='ratio', seconds=0.03, cost=1.2, nodes=2500)]
    """
    baseline = heuristic("improved")
    clocks: dict[tuple[str, float], Clock] = {}
    for given, seconds in wanted:
        if given is None or seconds is None or (str(given), seconds) in clocks:
            continue
        nodes = nodes_for(seconds)
        found = keep_costs([given], baseline=baseline, nodes=nodes, known=costs, store=store)
        cost = found[given]
        clocks[str(given), seconds] = Clock(str(given), seconds, cost, nodes_for(seconds, cost))
    return list(clocks.values())


def write_clocks(clocks: Sequence[Clock]) -> str:
    """The nodes that stand for a clock, heuristic by heuristic.

    >>> print(write_clocks([Clock("ratio", 0.03, 1.2, 2500)]))
    clock  heuristic  cost  nodes
    30 ms      ratio   1.2  2,500
    """
    rows = [["clock", "heuristic", "cost", "nodes"]]
    rows += [
        [f"{1000 * c.seconds:g} ms", c.heuristic, f"{c.cost:g}", f"{c.nodes:,}"] for c in clocks
    ]
    return align(rows)
