"""The ledger: every claim of the seeds is tested by games, and gets a verdict.

The games of a match are shared by all comparisons that mean the same match. Nothing is decided in
advance: seed, size and costs move every number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import Progress
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store
from lastknight.players import Player, name_of
from lastknight.stats import holm
from lastknight.studies.claims import Check, Claim, Condition, read_claims
from lastknight.studies.clocks import Clock, measure_clocks
from lastknight.studies.comparing import Played, find
from lastknight.studies.judging import LEVEL, Finding, Word, judge_claim
from lastknight.studies.playing import play_plans
from lastknight.studies.squares import plan_squares
from lastknight.studies.study import Seat, read_study

Effort = Literal["quick", "default", "thorough"]

PAIRS: Mapping[str, int] = {"quick": 25, "default": 250, "thorough": 4000}
"""Pairs of a match under the dearest condition."""

_PAIRS_PER_REPEAT = 50
"""Every opening of the squares is played once for so many pairs of a match."""


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A claim with its verdict."""

    claim: Claim
    findings: tuple[Finding, ...]
    decisive: Finding
    """The comparison that decided, or came nearest to it."""
    verdict: Word
    p_value: float
    """Of the verdict; where nothing is decided, of what came nearest."""
    pairs: int
    """All pairs behind the comparisons."""
    survives: bool = False
    """Whether the verdict holds with all claims of the ledger counted (Holm)."""

    @property
    def ours(self) -> str:
        """What the games say, in a sentence with its numbers."""
        if len(self.findings) <= 3:
            return "; ".join(finding.sentence for finding in self.findings) + "."
        states = [finding.state for finding in self.findings]
        counts = f"{states.count('holds')} of {len(states)} comparisons hold"
        return f"{counts}, {states.count('fails')} fail; {self.decisive.sentence}."

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "id": self.claim.id,
            "seed": self.claim.seed,
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
            "findings": [
                {**asdict(finding), "estimate": asdict(finding.estimate)}
                for finding in self.findings
            ],
        }


@dataclass(frozen=True, slots=True)
class LedgerPlan:
    """What is played to test the claims."""

    claims: tuple[Claim, ...]
    clocks: tuple[Clock, ...]
    plans: tuple[Plan, ...]


def run_ledger(  # noqa: PLR0913  (all are keywords)
    *,
    pairs: int | None = None,
    effort: Effort = "default",
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    known_costs: Mapping[str, float] | None = None,
    progress: Progress | None = None,
    claims: Sequence[Claim] | None = None,
) -> tuple[ClaimResult, ...]:
    """Test the claims of the seeds and give each a verdict; others if they are given.

    `pairs` are those of a match under the dearest condition, and come from the effort if not said.
    Raises ArgumentError for an effort that there is not, and as `Plan` does.

    >>> result = run_ledger(pairs=2, claims=[c for c in read_claims() if c.id == "004-1"])[0]
    >>> result.claim.id, result.pairs
    ('004-1', 40)
    """
    plan = plan_ledger(
        pairs=pairs, effort=effort, seed=seed, store=store, known_costs=known_costs, claims=claims
    )
    chunks = play_plans(plan.plans, workers=workers, runner=runner, store=store, progress=progress)
    return judge_ledger(plan, chunks)


def plan_ledger(  # noqa: PLR0913  (all are keywords)
    *,
    pairs: int | None = None,
    effort: Effort = "default",
    seed: int = 1,
    store: Store | None = None,
    known_costs: Mapping[str, float] | None = None,
    claims: Sequence[Claim] | None = None,
) -> LedgerPlan:
    """What is to be played, after the costs that are not known have been measured."""
    if effort not in PAIRS:
        raise ArgumentError(f"effort is one of {', '.join(PAIRS)}, got {effort!r}")
    base = PAIRS[effort] if pairs is None else pairs
    wanted = tuple(read_claims() if claims is None else claims)
    checks = [check for claim in wanted for check in claim.checks]
    seats = [seat for check in checks for seats in matches_of(check) for seat in seats[:2]]
    clocks = measure_clocks(
        ((seat.heuristic, seat.seconds) for seat in seats), costs=known_costs or {}, store=store
    )
    plans: dict[object, Plan] = {}
    for check in checks:
        for key, plan in _plans(check, clocks, base=base, seed=seed):
            known = plans.get(key)
            if known is None or (known.pairs or 0) < (plan.pairs or 0):
                plans[key] = plan
    return LedgerPlan(wanted, tuple(clocks), tuple(plans.values()))


def judge_ledger(plan: LedgerPlan, played: Sequence[Sequence[Chunk]]) -> tuple[ClaimResult, ...]:
    """The verdicts, from the chunks of every plan."""
    games = Played(plan.plans, played)
    results = []
    for claim in plan.claims:
        findings = [
            list(find(check, [_players(m, plan.clocks) for m in matches_of(check)], games))
            for check in claim.checks
        ]
        flat = tuple(finding for found in findings for finding in found)
        verdict, p_value, decisive = judge_claim(flat)
        pairs = sum(found[0].pairs for found in findings)
        results.append(ClaimResult(claim, flat, decisive, verdict, p_value, pairs))
    adjusted = holm([result.p_value for result in results])
    return tuple(
        replace(result, survives=result.verdict != "not decided" and p_value <= LEVEL)
        for result, p_value in zip(results, adjusted, strict=True)
    )


Meeting = tuple[Seat, Seat, Condition]


def matches_of(check: Check) -> list[Meeting]:
    """Who meets whom for a comparison; for the squares a player meets itself."""
    under = check.under
    if check.b is None:
        return [(under.seat(check.a), under.seat(check.a), under)]
    if check.kind in ("gap", "ahead"):
        opponents = read_study("000").parts[0].opponents
        return [
            (under.seat(own), other, under) for own in (check.a, check.b) for other in opponents
        ]
    conditions = [under] if check.deeper is None else [under, check.deeper]
    return [(where.seat(check.a), where.seat(check.b), where) for where in conditions]


def _players(meeting: Meeting, clocks: Sequence[Clock]) -> tuple[Player, Player, Condition]:
    a, b, condition = meeting
    costs = {(clock.heuristic, clock.seconds): clock.cost for clock in clocks}
    first, second = (
        seat.player(1.0 if seat.seconds is None else costs[str(seat.heuristic), seat.seconds])
        for seat in (a, b)
    )
    return first, second, condition


def _plans(
    check: Check, clocks: Sequence[Clock], *, base: int, seed: int
) -> Iterator[tuple[object, Plan]]:
    for meeting in matches_of(check):
        a, b, condition = _players(meeting, clocks)
        if check.kind == "squares":
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
        )
        yield (name_of(a), name_of(b), condition.openings), plan
