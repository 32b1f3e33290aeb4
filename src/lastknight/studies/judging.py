"""Judging: what a comparison says of its claim, by a fixed rule, and what its claim gets for it.

A comparison gives a number with a 95 % interval. It holds when the whole interval lies where the
claim says, fails when the whole interval lies where the claim cannot be, and is open otherwise:

    kind         number                              holds                 fails
    better       Elo of A over B                     above 0               below 20
    not_better   Elo of A over B                     below 20              above 0
    equivalent   Elo of A over B                     within X of 0         beyond X
    rate, gap    win rate, or difference of two      within Y of the       beyond Y
                                                     claimed number
    ahead        difference of two win rates         above 0               below 2
    shrinks      |Elo| shallow less |Elo| deep       above 0               below 20
    evens        distance of the win rate from       above 0               below 2
                 50 %, shallow less deep
    squares      points of one square over another   above 0               below 2

20 Elo is the difference that counts as none elsewhere in the laboratory too. What is above 0 and
below 20 is better, if by little: `better` holds and `not_better` fails.

A claim is supported when all its comparisons hold, contradicted when one fails even if all of the
claim's comparisons are counted (its p-value times their number is at most 0.05), and otherwise not
decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lastknight.stats import Estimate
from lastknight.stats.distributions import normal_below, normal_quantile

State = Literal["holds", "fails", "open"]
Word = Literal["supported", "contradicted", "not decided"]

LEVEL = 0.05
NEGLIGIBLE = {"Elo": 20.0, "points": 2.0}
"""A difference below this counts as none."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a comparison found."""

    sentence: str
    """What was compared, with its numbers."""
    estimate: Estimate
    unit: str
    """Elo, or points (of a win rate in percent)."""
    state: State
    p_value: float
    """How easily chance alone, at the border of what was ruled out, goes so far; both sides."""
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
    """The state of a comparison, and its p-value; `p_value` is that of a test against 0, if any.

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
    below_little = _below(estimate, negligible)
    if kind in ("better", "ahead", "shrinks", "evens", "squares"):
        return _decide(above_zero, below_little)
    if kind == "not_better":
        return _decide(below_little, above_zero, fails_first=True)
    low, high = value - within, value + within
    inside = max(_above(estimate, low), _below(estimate, high))
    outside = min(_below(estimate, low), _above(estimate, high))
    return _decide(inside, outside)


def _decide(holds: float, fails: float, *, fails_first: bool = False) -> tuple[State, float]:
    """The state by the p-values of holding and of failing; the first of them counts where both."""
    order: list[tuple[State, float]] = [("holds", holds), ("fails", fails)]
    for state, p_value in reversed(order) if fails_first else order:
        if p_value <= LEVEL:
            return state, p_value
    return "open", min(holds, fails)


def _above(estimate: Estimate, border: float) -> float:
    """The two-sided p-value of being above a border; 1 for an estimate below it.

    It is at most 0.05 just where the 95 % interval lies above.
    """
    if estimate.value is None or estimate.low is None:
        return 0.05 if _is_above(estimate, border) else 1.0
    error = (estimate.value - estimate.low) / normal_quantile(0.95)
    if estimate.value <= border:
        return 1.0
    return 0.0 if error == 0 else 2 * normal_below((border - estimate.value) / error)


def _below(estimate: Estimate, border: float) -> float:
    return _above(-estimate, -border)


def _is_above(estimate: Estimate, border: float) -> bool:
    return estimate.low is not None and estimate.low > border


def judge_claim(findings: Sequence[Finding]) -> tuple[Word, float, Finding]:
    """The verdict on a claim, its p-value, and the comparison that decided, or came nearest to it.

    All comparisons have to hold, so the weakest counts; one that fails is enough, so the strongest
    of those counts, times the number of comparisons, each of which could have failed by chance.

    >>> finding = Finding("a against b", Estimate(30.0, 10.0, 50.0), "Elo", "holds", 0.003, 100)
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
