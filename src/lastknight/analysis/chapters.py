"""Chapters: what an analysis plays, each chapter as meetings of players and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from lastknight.analysis.facts import Budget, Classic, Ranking
from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.matches import Meeting, Met, Session
from lastknight.analysis.perfect_play import planned_truth
from lastknight.analysis.records import classic_facts, ranking_facts, record_of
from lastknight.heuristics import Heuristic
from lastknight.matches.costs import divide_nodes, keep_costs
from lastknight.matches.results import rate
from lastknight.players import AlphaBeta

LADDER = (50, 15, 5)
"""The smaller budgets are the nodes of the analysis over these."""
DEPTHS = (1, 2, 3, 4, 5)
MAIN_DEPTH = 3
# How many times fewer pairs a heuristic plays that costs less than so many times the baseline.
# Under a clock dear positions count by their logarithm: without one they take longer still.
_DEARNESS = ((4.0, 1), (200.0, 8), (float("inf"), 24))


@dataclass
class Chapters:
    """The chapters of one inquiry, played in a session."""

    session: Session
    pairs: dict[str, int] = field(default_factory=dict)
    """Pairs of each pairing, by chapter, for heuristics that are not dear."""
    costs: dict[Heuristic, float] = field(default_factory=dict)

    @property
    def inquiry(self) -> Inquiry:
        """What is asked."""
        return self.session.inquiry

    def measure(self) -> None:
        """What a node costs with each heuristic, where the user did not say."""
        inquiry = self.inquiry
        self.costs = keep_costs(
            inquiry.heuristics,
            baseline=inquiry.baseline,
            nodes=inquiry.nodes,
            known=inquiry.known_costs,
            store=self.session.store,
        )

    def direct(self) -> list[Met]:
        """Every candidate against the baseline."""
        inquiry = self.inquiry
        count = len(inquiry.candidates)
        return self.session.play(
            "direct",
            [
                Meeting(
                    inquiry.player(subject),
                    inquiry.player(inquiry.baseline),
                    self._pairs("direct", count, subject),
                )
                for subject in inquiry.candidates
            ],
        )

    def ranking(self, direct: Sequence[Met]) -> Ranking:
        """Ratings from the direct matches and from meetings of all others."""
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
        met |= zip(open_pairs, self.session.play("ranking", meetings), strict=True)
        # The openings are the same for all and in the same order, so pairs of one number belong
        # together in all meetings.
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
        return ranking_facts(rate(plan, chunks, anchor=str(inquiry.player(inquiry.baseline))))

    def classic(self) -> Classic:
        """Every heuristic against the opponents of the course."""
        inquiry = self.inquiry
        opponents = list(inquiry.opponents.items())
        cells = len(inquiry.heuristics) * len(opponents)
        meetings = [
            Meeting(inquiry.player(subject), opponent, self._pairs("classic", cells, subject))
            for subject in inquiry.heuristics
            for _, opponent in opponents
        ]
        mets = self.session.play("classic", meetings)
        width = len(opponents)
        rows = [mets[at : at + width] for at in range(0, len(mets), width)]
        return classic_facts(opponents, rows)

    def budgets(self, direct: Sequence[Met], featured: Sequence[int]) -> list[Budget]:
        """Equal depth and nodes for all at the main budget; time and other budgets for some."""
        inquiry = self.inquiry
        count = len(inquiry.candidates)
        pairs: dict[_Limits, int] = {}
        for candidate, subject in enumerate(inquiry.candidates):
            depth = self._limits(candidate, "depth", MAIN_DEPTH)
            pairs[depth] = self._pairs("depth", count, subject)
        for candidate in featured:
            subject = inquiry.candidates[candidate]
            time = self._limits(candidate, "time", inquiry.nodes)
            pairs[time] = self._pairs("time", len(featured), subject)
            few = self._pairs("ladder", 2 * len(featured), subject)
            for kind, limit in _ladder(inquiry.nodes):
                pairs[self._limits(candidate, kind, limit)] = few
        played = [limits for limits in pairs if not limits.is_nodes]
        mets = self.session.play(
            "budgets", [self._meeting(limits, pairs[limits]) for limits in played]
        )
        found = dict(zip(played, mets, strict=True))
        for candidate, met in enumerate(direct):
            found[_Limits(candidate, "nodes", inquiry.nodes, inquiry.nodes)] = met
        # Where a heuristic costs what the baseline costs, equal time is equal nodes.
        for limits in pairs:
            if limits.is_nodes:
                found[limits] = found[replace(limits, kind="nodes")]
        budgets = [limits.budget(met) for limits, met in found.items()]
        return sorted(budgets, key=lambda budget: (budget.candidate, budget.kind, budget.limit))

    def _limits(self, candidate: int, kind: str, limit: int) -> _Limits:
        cost = self.costs[self.inquiry.candidates[candidate]] if kind == "time" else 1.0
        return _Limits(candidate, kind, limit, divide_nodes(limit, cost))

    def _meeting(self, limits: _Limits, pairs: int) -> Meeting:
        inquiry = self.inquiry
        subject = inquiry.candidates[limits.candidate]
        if limits.kind == "depth":
            a, b = (AlphaBeta(one, depth=limits.limit) for one in (subject, inquiry.baseline))
        else:
            a = inquiry.player(subject, limits.own)
            b = inquiry.player(inquiry.baseline, limits.limit)
        return Meeting(a, b, pairs)

    def _pairs(self, chapter: str, pairings: int, *subjects: Heuristic) -> int:
        self.pairs[chapter] = self.inquiry.pairs_of(chapter, pairings)
        dearest = max(self.costs[subject] for subject in subjects)
        dearness = next(divisor for limit, divisor in _DEARNESS if dearest < limit)
        return self.inquiry.pairs_of(chapter, pairings, dearness=dearness)


@dataclass(frozen=True)
class _Limits:
    """What is equal when a candidate meets the baseline."""

    candidate: int
    kind: str
    limit: int
    own: int

    @property
    def is_nodes(self) -> bool:
        """Whether equal time comes to equal nodes."""
        return self.kind == "time" and self.own == self.limit

    def budget(self, met: Met) -> Budget:
        return Budget(
            candidate=self.candidate,
            kind=self.kind,
            limit=self.limit,
            candidate_limit=self.own,
            record=record_of(met.match),
            depth=met.mean_depth(0),
            baseline_depth=met.mean_depth(1),
        )


def _ladder(nodes: int) -> list[tuple[str, int]]:
    """All budgets but the main ones."""
    smaller = dict.fromkeys(max(10, nodes // divisor) for divisor in LADDER)
    depths = [("depth", depth) for depth in DEPTHS if depth != MAIN_DEPTH]
    return [(kind, limit) for limit in smaller for kind in ("nodes", "time")] + depths


def planned_work(inquiry: Inquiry) -> dict[str, float]:
    """About how many nodes each chapter searches, for an estimate of the time left."""
    count, few = len(inquiry.candidates), inquiry.featured_count
    everyone, opponents = len(inquiry.heuristics), len(inquiry.opponents)
    pair = 2 * 12 * 2 * inquiry.nodes
    others = everyone * (everyone - 1) // 2 - count
    cells = everyone * opponents
    ladder = 2 * sum(1 / divisor for divisor in LADDER) * few * inquiry.pairs_of("ladder", 2 * few)
    return {
        "direct": pair * count * inquiry.pairs_of("direct", count),
        "ranking": pair * others * inquiry.pairs_of("ranking", others),
        "classic": 0.7 * pair * cells * inquiry.pairs_of("classic", cells),
        "budgets": pair * (few * inquiry.pairs_of("time", few) + ladder),
        "truth": planned_truth(inquiry),
    }
