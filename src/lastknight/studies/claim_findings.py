"""Turns the games of a test into a number with its interval, and judges the claim by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from lastknight.matches.chunks import Chunk, wins_of
from lastknight.matches.counting import gather
from lastknight.matches.plan import Plan
from lastknight.matches.results import Match
from lastknight.notation import format_square
from lastknight.players import Player, name_of
from lastknight.stats import ClusteredPairs, Estimate, clustered_pairs, difference
from lastknight.studies.claim_rules import ClaimFinding, judge_region
from lastknight.studies.claims import ClaimTest, Condition
from lastknight.studies.squares import count_squares

CENTRE = (3, 3)

Meeting = tuple[Player, Player, Condition]


class PlayedMatches:
    """The games of all tests, by players and openings."""

    def __init__(self, plans: Sequence[Plan], played: Sequence[Sequence[Chunk]]) -> None:
        self._matches: dict[tuple[str, str, str], Match] = {}
        self._squares: dict[str, tuple[Plan, bytes]] = {}
        for plan, chunks in zip(plans, played, strict=True):
            a, b = plan.names(0)
            if isinstance(plan.openings, str):
                self._matches[a, b, plan.openings] = gather(plan, chunks)[0]
            else:
                self._squares[a] = (plan, wins_of(chunks, 0))

    def match(self, meeting: Meeting) -> Match:
        """The match of two players under a condition."""
        a, b, condition = meeting
        return self._matches[name_of(a), name_of(b), condition.openings]

    def squares(self, player: Player) -> tuple[Plan, bytes]:
        """A player's games against itself from every kind of square."""
        return self._squares[name_of(player)]


def find(
    test: ClaimTest, meetings: Sequence[Meeting], played: PlayedMatches
) -> Iterator[ClaimFinding]:
    """The finding of a test; for squares, one for the centre against each other kind."""
    if test.kind == "squares":
        yield from _squares(*played.squares(meetings[0][0]))
        return
    matches = [played.match(meeting) for meeting in meetings]
    p_value = None
    unit = "Elo" if test.kind in ("better", "not_better", "equivalent", "shrinks") else "points"
    if test.deeper is not None:
        measure = _elo if unit == "Elo" else _lead
        shallow, deep = map(measure, matches)
        estimate = difference(_size(shallow), _size(deep))
        numbers = f"{_value(shallow, unit)}, then {_value(deep, unit)}, shrinking by "
        numbers += span(estimate, unit)
    elif test.kind in ("gap", "ahead"):
        half = len(matches) // 2
        estimate = difference(_mean_rate(matches[:half]), _mean_rate(matches[half:]))
        numbers = span(estimate, unit)
    elif test.kind == "rate":
        estimate = _rate(matches[0])
        numbers = span(estimate, "%")
    else:
        found = _clustered(matches[0])
        estimate, p_value = found.elo, found.p_value
        numbers = span(estimate, unit)
    state, p_value = judge_region(
        estimate,
        kind=test.kind,
        unit=unit,
        value=test.value or 0.0,
        within=test.within or 0.0,
        p_value=p_value,
    )
    pairs = sum(match.tally.pairs for match in matches)
    yield ClaimFinding(f"{test.text}: {numbers}", estimate, unit, state, p_value, pairs)


def _clustered(match: Match) -> ClusteredPairs:
    """Pair-Elo, win rate and test, clustered by opening.

    All pairs from the empty board share one opening and differ only by randomly broken ties, so
    there each pair is an independent draw.
    """
    if match.distinct_openings > 1:
        return match.clustered
    ww, split, ll = match.pairs
    return clustered_pairs([(1, 0, 0)] * ww + [(0, 1, 0)] * split + [(0, 0, 1)] * ll)


def _elo(match: Match) -> Estimate:
    return _clustered(match).elo


def _rate(match: Match) -> Estimate:
    """The win rate in percent."""
    return _clustered(match).win_rate.through(lambda part: 100 * part)


def _lead(match: Match) -> Estimate:
    """How far the win rate is above 50 %, in points."""
    return _rate(match).through(lambda percent: percent - 50)


def _mean_rate(matches: Sequence[Match]) -> Estimate:
    """The mean of win rates; the distances to either end combine as independent errors."""
    rates = [_rate(match) for match in matches]
    value = sum(rate.value or 0.0 for rate in rates) / len(rates)
    below = hypot(*((rate.value or 0.0) - (rate.low or 0.0) for rate in rates)) / len(rates)
    above = hypot(*((rate.high or 0.0) - (rate.value or 0.0) for rate in rates)) / len(rates)
    return Estimate(value, value - below, value + above)


def _size(estimate: Estimate) -> Estimate:
    """The size of a difference, whichever player is better."""
    is_negative = (estimate.value or 0) < 0 or (estimate.value is None and estimate.low is None)
    return -estimate if is_negative else estimate


def _squares(plan: Plan, a_won: bytes) -> Iterator[ClaimFinding]:
    kinds = count_squares(plan, a_won)
    centre = next(kind for kind in kinds if kind.square == CENTRE)
    for kind in kinds:
        if kind is centre:
            continue
        points = difference(centre.win_rate, kind.win_rate).through(lambda part: 100 * part)
        state, p_value = judge_region(points, kind="squares", unit="points")
        said = f"the centre over {format_square(kind.square)}: {span(points, 'points')}"
        yield ClaimFinding(said, points, "points", state, p_value, len(plan.drawn))


def span(estimate: Estimate, unit: str) -> str:
    """A number with its interval; in words if one side is open.

    >>> span(Estimate(34.2, 10.1, 58.0), "Elo"), span(Estimate(None, 143.0, None), "Elo")
    ('+34 Elo (+10 to +58)', 'at least +143 Elo')
    """
    low, high = (
        None if end is None else _number(end, unit) for end in (estimate.low, estimate.high)
    )
    if low is None and high is None:
        return "unknown"
    if low is None:
        return f"at most {high} {unit}"
    if high is None:
        return f"at least {low} {unit}"
    return f"{_value(estimate, unit)} ({low} to {high})"


def _value(estimate: Estimate, unit: str) -> str:
    return "?" if estimate.value is None else f"{_number(estimate.value, unit)} {unit}"


def _number(value: float, unit: str) -> str:
    if unit == "%":
        return f"{value:.1f}"
    digits = 0 if unit == "Elo" else 1
    rounded = round(value, digits)
    return f"{rounded:+.{digits}f}" if rounded else "0"
