"""Rounds: what an analysis plays, each round as meetings of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf

from lastknight.analysis.ceiling import planned_ceiling
from lastknight.analysis.champion import planned_champion
from lastknight.analysis.inquiry import CLOCK, Inquiry
from lastknight.analysis.match_facts import CONFIDENCE, Budget, Classic, Ranking
from lastknight.analysis.meetings import Meeting, MeetingResult, Session
from lastknight.analysis.perfect_play import planned_truth
from lastknight.analysis.scoring import classic_facts, ranking_facts, record_of
from lastknight.analysis.time_budget import TimeBudget
from lastknight.heuristics import Heuristic
from lastknight.matches.costs import nodes_for
from lastknight.matches.counting import rate
from lastknight.players import AlphaBeta
from lastknight.ranges import check_kind
from lastknight.stats.break_even import RATIOS

LADDER = (50, 15, 5)
"""The smaller budgets are the main node limit divided by these."""
DEPTHS = (1, 2, 3, 4, 5)
MAIN_DEPTH = 3
# By cost relative to the baseline, below each limit: the divisor of a heuristic's pairs. It grows
# with the logarithm of the cost only, so the games of expensive heuristics still take longest.
_COST_DIVISORS = ((4.0, 1), (200.0, 8), (float("inf"), 24))


@dataclass
class Rounds:
    """The rounds of one inquiry, played in a session."""

    session: Session
    pairs: dict[str, int] = field(default_factory=dict)
    """Pairs of each pairing by round, for heuristics that are not expensive."""
    costs: dict[Heuristic, float | None] = field(default_factory=dict)
    """What a node costs in the games, by heuristic; None if unknown."""

    budget: TimeBudget = field(default_factory=lambda: TimeBudget(inf, {}))
    """For heuristics in Python."""

    @property
    def inquiry(self) -> Inquiry:
        """The question."""
        return self.session.inquiry

    def _play(self, part: str, meetings: Sequence[Meeting]) -> list[MeetingResult]:
        """Play the meetings that have any pairs."""
        return self.session.play(part, [one for one in meetings if one.pairs])

    def ranking(self, direct: Sequence[MeetingResult]) -> Ranking:
        """Ratings from the direct matches and meetings of all other pairs."""
        inquiry, subjects = self.inquiry, self.inquiry.heuristics
        baseline = len(inquiry.candidates)
        met = {(candidate, baseline): found for candidate, found in enumerate(direct)}
        open_pairs = [pair for pair in combinations(range(len(subjects)), 2) if pair not in met]
        meetings = [
            Meeting(
                inquiry.player(subjects[a]),
                inquiry.player(subjects[b]),
                self._pairs("ranking", len(open_pairs), subjects[a], subjects[b]),
            )
            for a, b in open_pairs
        ]
        afforded = self.budget.afford(meetings)
        played = [pair for pair, one in zip(open_pairs, afforded, strict=True) if one.pairs]
        met |= zip(played, self._play("ranking", afforded), strict=True)
        # All meetings use the same openings in the same order, so pairs with one number share
        # their opening.
        plan = replace(
            max((found.plan for found in met.values()), key=lambda plan: len(plan.drawn)),
            players=tuple(inquiry.player(subject) for subject in subjects),
            pairings=tuple(met),
        )
        chunks = [
            replace(chunk, pairing=pairing)
            for pairing, found in enumerate(met.values())
            for chunk in found.chunks
        ]
        rated = rate(plan, chunks, anchor=str(inquiry.player(inquiry.baseline)))
        return ranking_facts(rated, confidence=CONFIDENCE)

    def classic(self) -> Classic:
        """Every heuristic against the opponents of the course."""
        inquiry = self.inquiry
        opponents = list(inquiry.opponents.items())
        cells = len(inquiry.heuristics) * len(opponents)
        pairs = {subject: self._pairs("classic", cells, subject) for subject in inquiry.heuristics}
        if inquiry.has_equal_cells:
            pairs = dict.fromkeys(pairs, max(pairs.values()))
        meetings = [
            Meeting(inquiry.player(subject), opponent, pairs[subject])
            for subject in inquiry.heuristics
            for _, opponent in opponents
        ]
        results = self._play("classic", self.budget.afford(meetings, least=1))
        width = len(opponents)
        rows = [results[at : at + width] for at in range(0, len(results), width)]
        return classic_facts(opponents, rows)

    def budgets(self, direct: Sequence[MeetingResult], featured: Sequence[int]) -> list[Budget]:
        """Equal depth for all candidates; more depths and node limits for the featured."""
        inquiry = self.inquiry
        count = len(inquiry.candidates)
        pairs: dict[_Limits, int] = {}
        for candidate, subject in enumerate(inquiry.candidates):
            pairs[_Limits(candidate, "depth", MAIN_DEPTH)] = self._pairs("depth", count, subject)
        for candidate in featured:
            few = self._pairs("ladder", 2 * len(featured), inquiry.candidates[candidate])
            for kind, limit in _ladder(inquiry.nodes):
                pairs[_Limits(candidate, kind, limit)] = few
        afforded = self.budget.afford([self._meeting(*item) for item in pairs.items()])
        played = [limits for limits, one in zip(pairs, afforded, strict=True) if one.pairs]
        found = dict(zip(played, self._play("budgets", afforded), strict=True))
        for candidate, result in enumerate(direct):
            found[_Limits(candidate, "nodes", inquiry.nodes)] = result
        budgets = [limits.budget(result) for limits, result in found.items()]
        return sorted(budgets, key=lambda budget: (budget.candidate, budget.kind, budget.limit))

    def _meeting(self, limits: _Limits, pairs: int) -> Meeting:
        inquiry = self.inquiry
        subject = inquiry.candidates[limits.candidate]
        if limits.kind == "depth":
            a, b = (AlphaBeta(one, depth=limits.limit) for one in (subject, inquiry.baseline))
        else:
            a, b = (inquiry.player(one, limits.limit) for one in (subject, inquiry.baseline))
        return Meeting(a, b, pairs)

    def _pairs(self, part: str, pairings: int, *subjects: Heuristic) -> int:
        self.pairs[part] = self.inquiry.pairs_of(part, pairings)
        cost = max(self.costs[subject] or 1.0 for subject in subjects)
        cost *= min(1.0, self.inquiry.nodes / nodes_for(CLOCK))
        divisor = next(divisor for limit, divisor in _COST_DIVISORS if cost < limit)
        return self.inquiry.pairs_of(part, pairings, divisor=divisor)


@dataclass(frozen=True)
class _Limits:
    """The limits under which a candidate meets the baseline."""

    candidate: int
    kind: str
    limit: int

    def budget(self, result: MeetingResult) -> Budget:
        return Budget(
            candidate=self.candidate,
            kind=self.kind,
            limit=self.limit,
            record=record_of(result.match),
            depth=result.mean_depth(0),
            baseline_depth=result.mean_depth(1),
        )


def _ladder(nodes: int) -> list[tuple[str, int]]:
    """All budgets except the main ones."""
    smaller = dict.fromkeys(max(min(10, nodes), nodes // divisor) for divisor in LADDER)
    depths = [("depth", depth) for depth in DEPTHS if depth != MAIN_DEPTH]
    return [("nodes", limit) for limit in smaller] + depths


def _depth_work(inquiry: Inquiry) -> float:
    """Estimated nodes of the matches at equal depth."""
    few, count = inquiry.featured_count, len(inquiry.candidates)
    pairs = dict.fromkeys(DEPTHS, few * inquiry.pairs_of("ladder", 2 * few))
    pairs[MAIN_DEPTH] = count * inquiry.pairs_of("depth", count)
    players = {depth: AlphaBeta(inquiry.baseline, depth=depth) for depth in DEPTHS}
    return sum(Meeting(players[depth], players[depth], pairs[depth]).work for depth in DEPTHS)


def planned_work(inquiry: Inquiry) -> dict[str, float]:
    """Estimated nodes of each round, for an estimate of the time left."""
    check_kind("inquiry", inquiry, Inquiry)
    count, few = len(inquiry.candidates), inquiry.featured_count
    everyone, opponents = len(inquiry.heuristics), len(inquiry.opponents)
    pair = 2 * 12 * 2 * inquiry.nodes
    others = everyone * (everyone - 1) // 2 - count
    cells = everyone * opponents
    ladder = sum(1 / divisor for divisor in LADDER) * few * inquiry.pairs_of("ladder", 2 * few)
    first, others_pairs = inquiry.ratio_pairs
    champion = planned_champion(inquiry)
    return {
        "direct": 0.6 * pair * count * inquiry.looks()[-1],
        "ratios": 0.7 * pair * len(RATIOS) * (first + (few - 1) * others_pairs),
        "ranking": pair * others * inquiry.pairs_of("ranking", others),
        "classic": 0.7 * pair * cells * inquiry.pairs_of("classic", cells),
        "budgets": pair * ladder + _depth_work(inquiry),
        "ceiling": planned_ceiling(inquiry).work,
        "champion": 0.0 if champion is None else champion.work,
        "truth": planned_truth(inquiry),
    }
