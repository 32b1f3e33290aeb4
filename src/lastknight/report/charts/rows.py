"""The rows of charts: facts as plain numbers, with open intervals cut at the frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from lastknight.analysis.breakdown import GameGroup
from lastknight.analysis.facts import Facts
from lastknight.report.text.formats import write_number
from lastknight.stats import Estimate

Row = dict[str, object]
_LENGTHS = ("shortest games", "in between", "longest games")


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
    """The range of Elo in a chart: all known ends and 0, with room on both sides."""
    ends = [end for one in estimates for end in (one.low, one.value, one.high) if end is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    room = max(20.0, 0.06 * (high - low))
    return 10 * floor((low - room) / 10), 10 * ceil((high + room) / 10)


def as_rows(marks: Sequence[Mark], frame: tuple[float, float]) -> list[Row]:
    """The rows of some marks; an interval without a bound ends at the frame.

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
                "is_open_low": one.low is None,
                "is_open_high": one.high is None,
                "is_first": mark.panel not in seen,
                "note": mark.note,
            }
        )
        seen.add(mark.panel)
    return rows


def direct_marks(facts: Facts) -> list[Mark]:
    """Every candidate at equal nodes and at equal time, strongest first."""
    marks = []
    for direct in facts.strongest_first:
        name = facts.heuristics[direct.candidate].name
        marks.append(Mark("", name, "equal nodes", direct.record.elo))
        timed = facts.main_budget(direct.candidate, "time")
        if timed is not None:
            marks.append(Mark("", name, "equal time", timed.record.elo))
    return marks


def rating_marks(facts: Facts) -> list[Mark]:
    """Every rating, best first, with its rank."""
    return [
        Mark(
            "",
            facts.heuristics[rating.heuristic].name,
            "candidate" if facts.heuristics[rating.heuristic].is_candidate else "for comparison",
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


def group_marks(facts: Facts) -> list[Mark]:
    """Win rates of groups; a panel for each kind of group, a series for each candidate.

    The limits of length groups differ between candidates, so those are named by their order.
    """
    return [
        Mark(group.by, _line_of(group), facts.heuristics[group.candidate].name, group.win_rate)
        for group in facts.groups
        if group.candidate in facts.featured
    ]


def _line_of(group: GameGroup) -> str:
    if group.by == "length" and 0 <= group.order < len(_LENGTHS):
        return _LENGTHS[group.order]
    return group.label


def knowledge_marks(facts: Facts) -> list[Mark]:
    """Featured candidates at every depth, and at the main limit at equal nodes and time."""
    main = facts.conditions.nodes
    marks = []
    for candidate in facts.featured:
        for kind in ("depth", "nodes", "time"):
            for budget in facts.curve(candidate, kind):
                if kind == "depth" or budget.limit == main:
                    line = (
                        f"depth {write_number(budget.limit, 'count')}"
                        if kind == "depth"
                        else f"equal {kind}"
                    )
                    marks.append(
                        Mark("", line, facts.heuristics[candidate].name, budget.record.elo)
                    )
    return marks


def curve_marks(facts: Facts) -> list[Mark]:
    """Elo of the featured candidates by budget."""
    return [
        Mark(
            facts.heuristics[candidate].name,
            "",
            f"equal {kind}",
            budget.record.elo,
            x=float(budget.limit),
        )
        for candidate in facts.featured
        for kind in ("nodes", "time")
        for budget in facts.curve(candidate, kind)
    ]


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


def length_rows(facts: Facts) -> list[Row]:
    """Games by length and outcome: a panel for each featured candidate."""
    return [
        {
            "panel": facts.heuristics[length.candidate].name,
            "plies": length.plies,
            "outcome": outcome,
            "order": order,
            "games": games,
        }
        for length in facts.lengths
        if length.candidate in facts.featured
        for order, (outcome, games) in enumerate((("won", length.won), ("lost", length.lost)))
    ]
