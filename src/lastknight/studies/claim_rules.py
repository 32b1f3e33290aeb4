"""The fixed rules by which games judge a test, and tests judge a claim.

A test gives a number with a 95 % interval. It holds if the whole interval lies where the claim
says, fails if the whole interval lies where the claim rules it out, and is open otherwise:

    kind         number                              holds                 fails
    better       Elo of A over B                     above 0               below 20
    not_better   Elo of A over B                     below 20              above 0
    equivalent   Elo of A over B                     within X of 0         beyond X
    rate, gap    win rate, or difference of two      within Y of the       beyond Y
                                                     claimed number
    ahead        difference of two win rates         above 0               below 2
    shrinks      |Elo| shallow minus |Elo| deep      above 0               below 20
    evens        distance of the win rate from       above 0               below 2
                 50 %, shallow minus deep
    squares      points of one square over another   above 0               below 2

Less than 20 Elo, or 2 points, counts as no difference, even if it is certainly not 0: where an
interval lies between 0 and 20, `better` fails and `not_better` holds. Otherwise a true difference
of a few Elo would be judged by whether this seed's interval happens to include 0.

A claim is supported if all its tests hold, contradicted if one fails even after a correction for
the number of its tests (its p-value times that number is at most 0.05), and otherwise not decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lastknight.stats import Estimate
from lastknight.stats.distributions import normal_below, normal_quantile

State = Literal["holds", "fails", "open"]
ClaimVerdict = Literal["supported", "contradicted", "not decided"]

LEVEL = 0.05
NEGLIGIBLE = {"Elo": 20.0, "points": 2.0}
"""A smaller difference counts as none."""


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """The outcome of a test."""

    sentence: str
    """What was compared, with its numbers."""
    estimate: Estimate
    unit: str
    """Elo, or points (of a win rate in percent)."""
    state: State
    p_value: float
    """Two-sided, at the edge of the region that was ruled out."""
    pairs: int


def judge_region(  # noqa: PLR0913
    estimate: Estimate,
    *,
    kind: str,
    unit: str,
    value: float = 0.0,
    within: float = 0.0,
    p_value: float | None = None,
) -> tuple[State, float]:
    """The state of a test and its p-value; `p_value` is that of an exact test against 0, if any.

    >>> judge_region(Estimate(30.0, 10.0, 50.0), kind="better", unit="Elo")[0]
    'holds'
    >>> judge_region(Estimate(-5.0, -20.0, 10.0), kind="better", unit="Elo")[0]
    'fails'
    >>> judge_region(Estimate(62.0, 61.8, 62.2), kind="rate", unit="points", value=62, within=1)[0]
    'holds'
    """
    negligible = NEGLIGIBLE[unit]
    above_zero = _above(estimate, 0.0)
    if p_value is not None and above_zero < 1:
        above_zero = max(above_zero, p_value)
    below_negligible = _below(estimate, negligible)
    if kind in ("better", "ahead", "shrinks", "evens", "squares"):
        return _decide(above_zero, below_negligible, fails_first=True)
    if kind == "not_better":
        return _decide(below_negligible, above_zero)
    low, high = value - within, value + within
    inside = max(_above(estimate, low), _below(estimate, high))
    outside = min(_below(estimate, low), _above(estimate, high))
    return _decide(inside, outside)


def _decide(holds: float, fails: float, *, fails_first: bool = False) -> tuple[State, float]:
    """The state from the p-values of holding and failing; if both are small, the first wins."""
    order: list[tuple[State, float]] = [("holds", holds), ("fails", fails)]
    for state, p_value in reversed(order) if fails_first else order:
        if p_value <= LEVEL:
            return state, p_value
    return "open", min(holds, fails)


def _above(estimate: Estimate, border: float) -> float:
    """The two-sided p-value of being above a border; 1 for an estimate below it.

    It is at most 0.05 exactly when the 95 % interval lies above the border.
    """
    if estimate.value is None or estimate.low is None:
        is_above = estimate.low is not None and estimate.low > border
        return LEVEL if is_above else 1.0
    error = (estimate.value - estimate.low) / normal_quantile(0.95)
    if estimate.value <= border:
        return 1.0
    return 0.0 if error == 0 else 2 * normal_below((border - estimate.value) / error)


def _below(estimate: Estimate, border: float) -> float:
    return _above(-estimate, -border)


def judge_claim(
    findings: Sequence[ClaimFinding],
) -> tuple[ClaimVerdict, float, ClaimFinding]:
    """The verdict on a claim, its p-value, and the finding that decided it or came closest.

    All tests have to hold, so the weakest counts. One failure is enough, so the strongest counts,
    with its p-value times the number of tests, each of which could have failed by chance.

    >>> elo = Estimate(30.0, 10.0, 50.0)
    >>> finding = ClaimFinding("a against b", elo, "Elo", "holds", 0.003, 100)
    >>> judge_claim([finding])[0]
    'supported'
    """
    failed = [finding for finding in findings if finding.state == "fails"]
    if failed:
        decisive = min(failed, key=lambda finding: finding.p_value)
        p_value = min(1.0, decisive.p_value * len(findings))
        return "contradicted" if p_value <= LEVEL else "not decided", p_value, decisive
    undecided = [finding for finding in findings if finding.state == "open"]
    weakest = max(undecided or findings, key=lambda finding: finding.p_value)
    return "not decided" if undecided else "supported", weakest.p_value, weakest
