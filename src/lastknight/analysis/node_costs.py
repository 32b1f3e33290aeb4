"""What a node costs in time, compared with the baseline of the same kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.meetings import Meeting, MeetingResult, Session
from lastknight.analysis.time_budget import TimeBudget
from lastknight.heuristics import Heuristic
from lastknight.heuristics.twins import twin_of
from lastknight.stats import Estimate

TWIN_PAIRS = 24
"""Pairs in which a candidate in Python is timed next to the baseline in Python."""


@dataclass(frozen=True)
class NodeCost:
    """What a node of a candidate costs here."""

    cost: Estimate
    """A multiple of the baseline's; the ends say how much it varied. Given by the user: no ends."""
    twin: str | None = None
    """The baseline in Python that it is a multiple of; None: of the baseline itself."""


def raw_cost(inquiry: Inquiry, subject: Heuristic, result: MeetingResult) -> float | None:
    """What a node costs in whatever language, as a multiple of the baseline's; None if unknown.

    It says how long games take.
    """
    given = None if subject.core.needs_python else inquiry.known_costs.get(str(subject))
    return result.cost.value if given is None else given


def find_node_costs(session: Session, direct: Sequence[MeetingResult]) -> list[NodeCost]:
    """What a node of each candidate costs: as the user says, or as its games took.

    These are its direct games. A candidate in Python plays a few games against the baseline in
    Python instead: next to native code, all Python looks equally slow.
    """
    inquiry = session.inquiry
    costs = [NodeCost(result.cost) for result in direct]
    twins: dict[int, Heuristic] = {}
    for number, subject in enumerate(inquiry.candidates):
        given = inquiry.known_costs.get(str(subject))
        twin = twin_of(inquiry.baseline, subject)
        if given is not None:
            costs[number] = NodeCost(Estimate(given, given, given))
        elif twin is not None:
            twins[number] = twin
    pairs = min(TWIN_PAIRS, inquiry.looks()[0])
    wanted = [
        Meeting(inquiry.player(inquiry.candidates[number]), inquiry.player(twin), pairs)
        for number, twin in twins.items()
    ]
    meetings = TimeBudget.of(inquiry, direct).afford(wanted, least=1)
    timed = session.play("direct", meetings, is_separate=True) if meetings else []
    for (number, twin), result in zip(twins.items(), timed, strict=True):
        costs[number] = NodeCost(result.cost, str(twin))
    return costs
