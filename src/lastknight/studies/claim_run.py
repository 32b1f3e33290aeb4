"""The ledger of claims: games test every claim of the five analyses and give it a verdict.

A match that several tests need is played once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from lastknight.errors import ArgumentError, show
from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import ProgressCallback, play_plans
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store, opened_store
from lastknight.players import name_of
from lastknight.ranges import check_kind, check_whole, read_list
from lastknight.stats import holm
from lastknight.studies.claim_findings import Meeting, PlayedMatches, find
from lastknight.studies.claim_rules import LEVEL, ClaimFinding, ClaimVerdict, judge_claim
from lastknight.studies.claims import Claim, ClaimTest, Condition, read_claims
from lastknight.studies.original_players import (
    Clock,
    OriginalPlayer,
    measure_clocks,
    timed_heuristics,
)
from lastknight.studies.squares import plan_squares
from lastknight.studies.study import read_study

PAIRS: Mapping[str, int] = {"quick": 25, "default": 250, "thorough": 4000}
"""Pairs of a match under the most expensive condition."""

_PAIRS_PER_REPEAT = 50
"""Each opening of the squares test is played once per this many pairs of a match."""


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A claim with its verdict."""

    claim: Claim
    findings: tuple[ClaimFinding, ...]
    decisive: ClaimFinding
    """The finding that decided, or came closest."""
    verdict: ClaimVerdict
    p_value: float
    """Of the verdict; if nothing is decided, of the finding that came closest."""
    pairs: int
    """All pairs behind the findings."""
    survives: bool = False
    """Whether the verdict stands after Holm's correction for all claims."""

    @property
    def ours(self) -> str:
        """What our games say, with the numbers."""
        if len(self.findings) <= 3:
            return "; ".join(finding.sentence for finding in self.findings) + "."
        states = [finding.state for finding in self.findings]
        counts = f"{states.count('holds')} of {len(states)} tests hold"
        return f"{counts}, {states.count('fails')} fail; {self.decisive.sentence}."

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "id": self.claim.id,
            "analysis": self.claim.analysis,
            "claim": self.claim.claim,
            "experiment": self.claim.experiment,
            "evidence": self.claim.evidence,
            "ours": self.ours,
            "estimate": asdict(self.decisive.estimate),
            "unit": self.decisive.unit,
            "pairs": self.pairs,
            "verdict": self.verdict,
            "survives": self.survives,
            "p_value": self.p_value,
            "findings": [asdict(finding) for finding in self.findings],
        }


@dataclass(frozen=True, slots=True)
class LedgerPlan:
    """Everything to be played to test the claims."""

    claims: tuple[Claim, ...]
    clocks: tuple[Clock, ...]
    plans: tuple[Plan, ...]


def run_ledger(  # noqa: PLR0913  (all are keywords)
    *,
    pairs: int | None = None,
    effort: str = "default",
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | str | Path | None = None,
    known_costs: Mapping[str, float] | None = None,
    progress: ProgressCallback | None = None,
    claims: Sequence[Claim] | None = None,
) -> tuple[ClaimResult, ...]:
    """Test the claims of the five analyses, or those given, and return a verdict on each.

    `pairs` is the size of a match under the most expensive condition; by default it depends on the
    effort. Raises ArgumentError for an unknown effort, and as `Plan` does.

    >>> result = run_ledger(pairs=2, claims=[c for c in read_claims() if c.id == "004-1"])[0]
    >>> result.claim.id, result.pairs
    ('004-1', 40)
    """
    with opened_store(store) as opened:
        plan = plan_ledger(
            pairs=pairs,
            effort=effort,
            seed=seed,
            store=opened,
            known_costs=known_costs,
            claims=claims,
        )
        chunks = play_plans(
            plan.plans, workers=workers, runner=runner, store=opened, progress=progress
        )
    return judge_ledger(plan, chunks)


def plan_ledger(  # noqa: PLR0913  (all are keywords)
    *,
    pairs: int | None = None,
    effort: str = "default",
    seed: int = 1,
    store: Store | None = None,
    known_costs: Mapping[str, float] | None = None,
    claims: Sequence[Claim] | None = None,
) -> LedgerPlan:
    """Plan what to play, after measuring the costs that are not known."""
    if not isinstance(effort, str) or effort not in PAIRS:
        raise ArgumentError(f"effort must be one of {', '.join(PAIRS)}, got {show(effort)}")
    if pairs is not None:
        check_whole("pairs", pairs, 1, 10**6)
    base = PAIRS[effort] if pairs is None else pairs
    wanted = read_claims() if claims is None else read_list("claims", claims, of="claims")
    for one in wanted:
        check_kind("a claim", one, Claim)
    tests = [test for claim in wanted for test in claim.tests]
    clocks = _clocks(tests, costs=known_costs or {}, store=store)
    plans: dict[object, Plan] = {}
    for test in tests:
        for key, plan in _plans(test, clocks, base=base, seed=seed):
            known = plans.get(key)
            if known is None or (known.pairs or 0) < (plan.pairs or 0):
                plans[key] = plan
    return LedgerPlan(wanted, tuple(clocks), tuple(plans.values()))


def judge_ledger(plan: LedgerPlan, played: Sequence[Sequence[Chunk]]) -> tuple[ClaimResult, ...]:
    """The verdicts, from the chunks of every plan."""
    games = PlayedMatches(plan.plans, played)
    results = []
    for claim in plan.claims:
        findings = [list(find(test, _meetings(test, plan.clocks), games)) for test in claim.tests]
        flat = tuple(finding for found in findings for finding in found)
        verdict, p_value, decisive = judge_claim(flat)
        pairs = sum(found[0].pairs for found in findings)
        results.append(ClaimResult(claim, flat, decisive, verdict, p_value, pairs))
    adjusted = holm([result.p_value for result in results])
    return tuple(
        replace(result, survives=result.verdict != "not decided" and p_value <= LEVEL)
        for result, p_value in zip(results, adjusted, strict=True)
    )


def matches_of(test: ClaimTest) -> list[tuple[OriginalPlayer, OriginalPlayer, Condition]]:
    """Who meets whom in a test; for squares a player meets itself."""
    under = test.under
    if test.b is None:
        return [(under.player(test.a), under.player(test.a), under)]
    if test.kind in ("gap", "ahead"):
        opponents = read_study("000").parts[0].opponents
        return [
            (under.player(own), other, under) for own in (test.a, test.b) for other in opponents
        ]
    conditions = [under] if test.deeper is None else [under, test.deeper]
    return [(where.player(test.a), where.player(test.b), where) for where in conditions]


def costs_used() -> set[str]:
    """The heuristics whose costs matter to the claims."""
    tests = (test for claim in read_claims() for test in claim.tests)
    return timed_heuristics(one for test in tests for a, b, _ in matches_of(test) for one in (a, b))


def _clocks(
    tests: Sequence[ClaimTest], *, costs: Mapping[str, float], store: Store | None
) -> list[Clock]:
    """The clocks of all players, each at the speed of its condition."""
    players: dict[int, list[OriginalPlayer]] = {}
    for test in tests:
        for a, b, condition in matches_of(test):
            players.setdefault(condition.nodes_per_second, []).extend((a, b))
    return [
        clock
        for speed, ones in players.items()
        for clock in measure_clocks(ones, costs=costs, store=store, nodes_per_second=speed)
    ]


def _meetings(test: ClaimTest, clocks: Sequence[Clock]) -> list[Meeting]:
    meetings = []
    for a, b, condition in matches_of(test):
        own = [one for one in clocks if one.nodes_per_second == condition.nodes_per_second]
        meetings.append((a.player(own), b.player(own), condition))
    return meetings


def _plans(
    test: ClaimTest, clocks: Sequence[Clock], *, base: int, seed: int
) -> Iterator[tuple[object, Plan]]:
    for a, b, condition in _meetings(test, clocks):
        if test.kind == "squares":
            repeats = max(1, base // _PAIRS_PER_REPEAT)
            yield (name_of(a), "squares"), plan_squares(a, repeats=repeats, seed=seed)
            continue
        is_one = name_of(a) == name_of(b)
        plan = Plan(
            (a,) if is_one else (a, b),
            ((0, 0),) if is_one else ((0, 1),),
            pairs=base * condition.times,
            openings=condition.openings,
            plies=condition.plies,
            seed=seed,
            is_separate=not is_one,
        )
        yield (name_of(a), name_of(b), condition.openings), plan
