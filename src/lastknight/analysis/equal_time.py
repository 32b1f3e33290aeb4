"""Equal time: how much a candidate's nodes may cost before the baseline is as strong.

A candidate plays the baseline with its nodes divided by fixed ratios. Where its Elo crosses 0 is
the break-even cost, a property of the game. What a node costs here is measured in the direct games,
and is the only number that depends on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lastknight.analysis.direct import DirectResult
from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.match_facts import MatchRecord, sign_of
from lastknight.analysis.meetings import Meeting, MeetingResult, Session
from lastknight.analysis.node_costs import NodeCost
from lastknight.analysis.scoring import record_of
from lastknight.analysis.time_budget import TimeBudget
from lastknight.stats import Estimate
from lastknight.stats.break_even import FURTHER_RATIOS, RATIOS, BreakEven, fit_break_even

LESS = (2 / 3, 1 / 2, 1 / 3)
"""For candidates that are not better: how much cheaper their nodes would have to be."""


@dataclass(frozen=True)
class RatioMatch:
    """A candidate against the baseline, with its nodes divided by a ratio."""

    ratio: float
    nodes: int
    """Of the candidate."""
    record: MatchRecord


CostWord = Literal["below", "within", "above"]


@dataclass(frozen=True)
class EqualTime:
    """What a candidate is worth at equal time."""

    candidate: int
    matches: tuple[RatioMatch, ...]
    """By ratio, beginning with the direct match."""
    break_even: Estimate
    """The cost of a node at which both are equally strong, as a multiple of the baseline's."""
    per_doubling: Estimate
    """The Elo lost each time the candidate's nodes are halved."""
    curvature_p: float
    """The p-value of a straight line."""
    cost: Estimate
    """What a node costs here, as in `NodeCost`."""
    elo: Estimate
    """At equal time here: the line at that cost."""
    word: CostWord
    """below, within or above: the cost, compared with the interval of the break-even."""
    twin: str | None = None
    """The baseline in Python that the cost is a multiple of; None: of the baseline itself."""


def play_ratios(
    session: Session,
    direct: Sequence[DirectResult],
    pairs: Mapping[int, int],
    costs: Sequence[NodeCost],
) -> list[EqualTime]:
    """Candidates against the baseline at fixed ratios of nodes; `pairs` has those of each match."""
    found = []
    inquiry = session.inquiry
    budget = TimeBudget.of(inquiry, [one.result for one in direct])
    for candidate, count in pairs.items():
        is_ahead = direct[candidate].decision.word == "better"
        results = {1.0: direct[candidate].result}
        wanted = _Ratios(candidate, RATIOS if is_ahead else LESS, count)
        results |= _play(session, budget, wanted)
        for ratio in FURTHER_RATIOS if is_ahead else ():
            tally = results[max(results)].match.tally
            if tally.ww <= tally.ll:
                break
            results |= _play(session, budget, _Ratios(candidate, (ratio,), count))
        equal = _equal_time(inquiry, candidate, results, costs[candidate])
        found += [] if equal is None else [equal]
    return found


@dataclass(frozen=True)
class _Ratios:
    """Ratios of nodes at which a candidate meets the baseline."""

    candidate: int
    ratios: tuple[float, ...]
    pairs: int


def _play(session: Session, budget: TimeBudget, wanted: _Ratios) -> dict[float, MeetingResult]:
    inquiry = session.inquiry
    subject, baseline = inquiry.candidates[wanted.candidate], inquiry.player(inquiry.baseline)
    meetings = [
        Meeting(inquiry.player(subject, _nodes(inquiry, ratio)), baseline, wanted.pairs)
        for ratio in wanted.ratios
    ]
    afforded = budget.afford(meetings, least=2)
    found = session.play("ratios", afforded, is_separate=True)
    return dict(zip(wanted.ratios, found, strict=True))


def _nodes(inquiry: Inquiry, ratio: float) -> int:
    return max(1, round(inquiry.nodes / ratio))


def _equal_time(
    inquiry: Inquiry, candidate: int, results: Mapping[float, MeetingResult], here: NodeCost
) -> EqualTime | None:
    ratios = sorted(results)
    line = fit_break_even(ratios, _counts([results[ratio] for ratio in ratios]))
    if line is None:
        return None
    cost = here.cost
    return EqualTime(
        candidate=candidate,
        matches=tuple(
            RatioMatch(ratio, _nodes(inquiry, ratio), record_of(results[ratio].match))
            for ratio in ratios
        ),
        break_even=line.ratio,
        per_doubling=line.per_doubling,
        curvature_p=line.curvature_p,
        cost=cost,
        elo=Estimate(None, None, None) if cost.value is None else line.at(cost.value),
        word=compare_cost(cost, line),
        twin=here.twin,
    )


def compare_cost(cost: Estimate, line: BreakEven) -> CostWord:
    """Compare a cost, with its spread, with the break-even.

    `below` if the candidate is ahead at equal time, `above` if it is behind, `within` if the Elo
    there may be 0.
    """
    if cost.low is None or cost.high is None:
        return "within"
    signs = {sign_of(line.at(cost.low)), sign_of(line.at(cost.high))}
    if signs == {1}:
        return "below"
    return "above" if signs == {-1} else "within"


def _counts(results: Sequence[MeetingResult]) -> list[list[list[int]]]:
    """The (WW, split, LL) of each opening in each match, openings numbered alike."""
    forms: dict[object, int] = {}
    for result in results:
        for opening in result.plan.drawn:
            forms.setdefault(opening.canonical, len(forms))
    table = [[[0, 0, 0] for _ in forms] for _ in results]
    for row, result in zip(table, results, strict=True):
        for chunk in result.chunks:
            for pair, (first, second) in enumerate(chunk.outcomes(), chunk.first_pair):
                row[forms[result.plan.drawn[pair].canonical]][2 - first - second] += 1
    return table
