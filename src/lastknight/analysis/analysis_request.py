"""An analysis as data: what was asked for, before any heuristic is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from lastknight.analysis.inquiry import (
    BASELINE,
    CLOCK,
    Inquiry,
    affordable_nodes,
    check_effort,
    choose_companions,
    read_candidates,
    read_opponents,
)
from lastknight.heuristics import Heuristic, heuristic
from lastknight.heuristics.heuristic import format_number
from lastknight.matches.costs import nodes_for
from lastknight.matches.request import Request
from lastknight.ranges import read_list


@dataclass(frozen=True, kw_only=True)
class AnalysisRequest(Request):
    """An analysis of heuristics, given by specs and files.

    >>> AnalysisRequest(heuristics=("ratio",), effort="quick", seed=5).words()
    ['analyze', 'ratio', '--quick', '--seed', '5']
    """

    kind: ClassVar = "analysis"
    command: ClassVar = "analyze"

    heuristics: tuple[str, ...] = ()
    """None means those that the five analyses propose."""
    baseline: str = BASELINE
    effort: str = "default"
    nodes: int | None = None
    """Per move. None: those of the course's clock, or what heuristics in Python can afford."""
    against: tuple[str, ...] = ()
    """Opponents of the classic table; none means those of the course."""
    costs: Mapping[str, float] = field(default_factory=dict)
    """Known costs by heuristic; the others are measured."""
    claims: bool | None = None
    """Whether to test the claims of the five analyses; None decides by the other options."""

    def __post_init__(self) -> None:
        read_list("heuristics", self.heuristics, of="specs")
        read_list("against", self.against, of="specs")
        check_effort(self.effort)

    @property
    def has_claims(self) -> bool:
        """Whether the claims of the five analyses are tested too.

        With fewer games than a thorough analysis plays, almost none of them would be decided.
        """
        if self.claims is None:
            return self.effort == "thorough" and not self.heuristics
        return self.claims

    def settled(self) -> AnalysisRequest:
        """The same with a node limit, if heuristics in Python can afford only fewer nodes.

        Raises as `inquiry` does.
        """
        if self.nodes is not None:
            return self
        return self._settle(read_candidates(self.heuristics, start=self.start).heuristics)

    def _settle(self, candidates: tuple[Heuristic, ...]) -> AnalysisRequest:
        """`settled`, once the candidates are loaded."""
        if self.nodes is not None:
            return self
        nodes = affordable_nodes([heuristic(self.baseline), *candidates], self.effort)
        return self if nodes == nodes_for(CLOCK) else replace(self, nodes=nodes)

    def inquiry(self) -> Inquiry:
        """The inquiry that answers it, which loads and checks the heuristics.

        Raises NotationError or HeuristicError for heuristics that cannot be used, and as `Inquiry`
        does.
        """
        baseline = heuristic(self.baseline)
        found = read_candidates(self.heuristics, start=self.start)
        candidates = found.heuristics
        settled = self._settle(candidates)
        nodes = nodes_for(CLOCK) if settled.nodes is None else settled.nodes
        return Inquiry(
            candidates=tuple(candidate for candidate in candidates if candidate != baseline),
            companions=choose_companions([*candidates, baseline]),
            baseline=baseline,
            nodes=nodes,
            opponents=read_opponents(self.against, nodes=nodes),
            start=self.start,
            openings=self.openings,
            plies=self.plies,
            start_ply=self.start_ply,
            seed=self.seed,
            effort=self.effort,
            pairs=self.pairs,
            known_costs=self.costs,
            move_seconds=self.move_seconds,
            request=settled,
            left_out=found.left_out,
            passed_over=found.passed_over,
        )

    def arguments(self) -> tuple[str, ...]:
        """The heuristics."""
        return self.heuristics

    def specs(self) -> dict[str, tuple[str, ...]]:
        """The heuristics and the opponents, which may be heuristics too."""
        return {"a heuristic": (*self.heuristics, self.baseline, *self.against)}

    def own_options(self) -> dict[str, object]:
        """What only an analysis has."""
        costs = tuple(f"{spec}={format_number(cost)}" for spec, cost in self.costs.items())
        return {
            "quick": self.effort == "quick",
            "thorough": self.effort == "thorough",
            "baseline": None if self.baseline == BASELINE else self.baseline,
            "nodes": self.nodes,
            "against": self.against,
            "claims": self.claims,
            "no-claims": self.claims is False,
            "cost": costs,
        }
