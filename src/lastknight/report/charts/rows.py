"""The rows of charts: facts as plain numbers, with intervals cut at the frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log2, log10
from statistics import median

from lastknight.analysis.facts import Facts
from lastknight.report.text.formats import write_number
from lastknight.stats import Estimate

Row = dict[str, object]
COMPARED = "for comparison"
"""The series for everything that is not a candidate."""
# Intervals that reach farther from their value than this many times the median are cut.
_LONGEST_ARM = 3.0


@dataclass(frozen=True)
class Mark:
    """An estimate to draw: its panel, line and series."""

    panel: str
    line: str
    series: str
    estimate: Estimate
    x: float = 0.0
    note: str = ""


def elo_frame(estimates: Iterable[Estimate]) -> tuple[float, float]:
    """The range of Elo in a chart: all values, their intervals and 0, with room on both sides.

    An interval much wider than most does not count to its ends, which would squeeze the others.
    """
    known = list(estimates)
    values = [one.value for one in known if one.value is not None]
    arms = [
        abs(end - one.value)
        for one in known
        for end in (one.low, one.high)
        if one.value is not None and end is not None
    ]
    longest = _LONGEST_ARM * median(arms) if arms else 0.0
    ends = [
        end if one.value is None else min(max(end, one.value - longest), one.value + longest)
        for one in known
        for end in (one.low, one.high)
        if end is not None
    ]
    low, high = min([0.0, *values, *ends]), max([0.0, *values, *ends])
    room = max(20.0, 0.06 * (high - low))
    return 10 * floor((low - room) / 10), 10 * ceil((high + room) / 10)


def as_rows(marks: Sequence[Mark], frame: tuple[float, float]) -> list[Row]:
    """The rows of some marks; an interval ends at the frame if it has no bound, or one beyond it.

    The first row of each panel is flagged, for lines that are drawn once.
    """
    seen: set[str] = set()
    rows: list[Row] = []
    for mark in marks:
        one = mark.estimate
        rows.append(
            {
                "panel": mark.panel,
                "line": mark.line,
                "series": mark.series,
                "x": mark.x,
                "value": one.value,
                "low": frame[0] if one.low is None else max(one.low, frame[0]),
                "high": frame[1] if one.high is None else min(one.high, frame[1]),
                "low_end": one.low,
                "high_end": one.high,
                "is_open_low": one.low is None or one.low < frame[0],
                "is_open_high": one.high is None or one.high > frame[1],
                "is_first": mark.panel not in seen,
                "note": mark.note,
            }
        )
        seen.add(mark.panel)
    return rows


def direct_marks(facts: Facts) -> list[Mark]:
    """Every candidate at equal nodes with the interval of its verdict, strongest first.

    The champion, for comparison, comes before them.
    """
    champion = facts.champion
    compared = [] if champion is None else [Mark("", champion.spec, COMPARED, champion.record.elo)]
    return compared + [
        Mark(
            "",
            facts.heuristics[direct.candidate].name,
            "undecided" if direct.word in {"inconclusive", "forfeited"} else "decided",
            direct.elo,
        )
        for direct in facts.strongest_first
    ]


def role_marks(facts: Facts) -> list[Mark]:
    """The candidate of the recommendation by role, next to the baseline and to perfect play.

    No marks if the openings give no roles.
    """
    match = facts.direct_match(facts.advice.subject)
    roles = None if match is None else match.record.roles
    if match is None or roles is None:
        return []
    name = facts.heuristics[match.candidate].name
    attacker = [(name, roles.a_attacker.rate), (facts.baseline.name, roles.b_attacker.rate)]
    defender = [(name, roles.a_defender.rate), (facts.baseline.name, roles.b_defender.rate)]
    ceiling = facts.ceiling
    if ceiling is not None and ceiling.attacker is not None and ceiling.defender is not None:
        attacker.append((ceiling.player, ceiling.attacker.rate))
        defender.append((ceiling.player, ceiling.defender.rate))
    return [
        Mark("", line, series, rate)
        for line, found in (("as attacker", attacker), ("as defender", defender))
        for series, rate in found
    ]


def rating_marks(facts: Facts) -> list[Mark]:
    """Every rating, best first, with its rank."""
    return [
        Mark(
            "",
            facts.heuristics[rating.heuristic].name,
            "candidate" if facts.heuristics[rating.heuristic].is_candidate else COMPARED,
            rating.elo,
            note=rating.rank,
        )
        for rating in facts.ranking.ratings
    ]


def opponent_marks(facts: Facts) -> list[Mark]:
    """Win rates of the featured candidates and of the baseline, by opponent."""
    marks = []
    for k, opponent in enumerate(facts.classic.opponents):
        for place in (*facts.featured, facts.conditions.baseline):
            record = facts.classic.record(place, k)
            if record is not None:
                name = facts.heuristics[place].name
                marks.append(Mark("", opponent.name, name, record.win_rate))
    return marks


def knowledge_marks(facts: Facts) -> list[Mark]:
    """Featured candidates at every depth, and at the main limit at equal nodes and time."""
    marks = []
    for candidate in facts.featured:
        name = facts.heuristics[candidate].name
        marks += [
            Mark("", f"depth {write_number(budget.limit, 'count')}", name, budget.record.elo)
            for budget in facts.curve(candidate, "depth")
        ]
        match, timed = facts.direct_match(candidate), facts.at_equal_time(candidate)
        if match is not None:
            marks.append(Mark("", "equal nodes", name, match.record.elo))
        if timed is not None and timed.elo.value is not None:
            marks.append(Mark("", "equal time", name, timed.elo))
    return marks


def curve_marks(facts: Facts) -> list[Mark]:
    """Elo of the featured candidates by budget."""
    return [
        Mark(
            facts.heuristics[candidate].name,
            "",
            "equal nodes",
            budget.record.elo,
            x=float(budget.limit),
        )
        for candidate in facts.featured
        for budget in facts.curve(candidate, "nodes")
    ]


def ratio_marks(facts: Facts) -> list[Mark]:
    """Elo by the ratio of nodes: a panel for each candidate."""
    return [
        Mark(facts.heuristics[one.candidate].name, "", "played", match.record.elo, x=match.ratio)
        for one in facts.equal_time
        for match in one.matches
    ]


def line_rows(facts: Facts, frame: tuple[float, float]) -> list[Row]:
    """The ends of the fitted lines, inside the frame, and what a node costs here."""
    rows: list[Row] = []
    for one in facts.equal_time:
        panel, ratios = facts.heuristics[one.candidate].name, [match.ratio for match in one.matches]
        even, slope = one.break_even.value, one.per_doubling.value
        if even is not None and slope:
            rows += [
                {"panel": panel, "kind": "line", "x": ratio, "value": -slope * log2(ratio / even)}
                for ratio in _between(min(ratios), max(ratios))
                if frame[0] <= -slope * log2(ratio / even) <= frame[1]
            ]
        if one.cost.value is not None:
            rows.append({"panel": panel, "kind": "cost", "x": one.cost.value, "value": 0.0})
    return rows


def _between(low: float, high: float, steps: int = 40) -> list[float]:
    """Numbers from one to the other, in equal ratios."""
    return [low * (high / low) ** (step / steps) for step in range(steps + 1)]


def ticks(values: Sequence[float]) -> tuple[list[float], bool]:
    """The powers of ten around some positive numbers, and whether they span more than one.

    >>> ticks([30.0, 4000.0])
    ([10.0, 100.0, 1000.0, 10000.0], True)
    """
    known = [value for value in values if value > 0]
    if not known or max(known) < 10 * min(known):
        return [], False
    powers = range(floor(log10(min(known))), ceil(log10(max(known))) + 1)
    return [10.0**power for power in powers], True


def ply_rows(facts: Facts) -> list[Row]:
    """Searches by ply: a panel for each featured candidate, with the baseline in all."""
    base = facts.conditions.baseline
    return [
        {
            "panel": facts.heuristics[candidate].name,
            "series": "baseline" if ply.heuristic == base else "candidate",
            "ply": ply.ply,
            "depth": ply.depth,
            "nanoseconds": ply.nanoseconds,
        }
        for candidate in facts.featured
        for ply in facts.plies
        if ply.heuristic in {candidate, base}
    ]
