"""The course's tables, character by character, and what their numbers mean.

People paste these tables into reports and programs parse them, so the widths are the course's.
"""

from __future__ import annotations

from lastknight.league.course_results import SHOWN_POINTS, CourseResult, EntrantComparison
from lastknight.sandbox.printable import printable_line
from lastknight.stats import Estimate
from lastknight.stats.words import describe_rate

_NUMBER = 9
_NAME = 13
_STARS = "*" * 25
_OLD_RULE = "-" * 10
_NOTE = 160


def write_table(result: CourseResult) -> str:
    """The table, old or new as the file is."""
    return _old_table(result) if result.course.generation == "old" else _new_table(result)


#   9 characters | 13 characters | 13 for each entrant
#    Match #        Opponent        AB_Improved
#                                    Won | Lost
#       1            Random           9  |   1
#   --------------------------------------------- ...
#                   Win Rate:          62.9%
def _new_table(result: CourseResult) -> str:
    entrants = result.course.entrants
    width = _NUMBER + _NAME * (1 + len(entrants))
    lines = [f"{text:^{width}}" for text in (_STARS, "Playing Matches", _STARS)]
    names = "".join(f"{player.label:^{_NAME}}" for player in entrants)
    lines += ["", f"{'Match #':^{_NUMBER}}{'Opponent':^{_NAME}}{names}"]
    lines.append(_cells(["Won", "Lost"] * len(entrants), "", ""))
    for number, (opponent, row) in enumerate(
        zip(result.course.opponents, result.tallies, strict=True), 1
    ):
        counts = [str(count) for tally in row for count in (tally.wins, tally.losses)]
        lines.append(_cells(counts, str(number), opponent.label))
    lines.append("-" * width)
    rates = "".join(f"{_rate(result, column, 1):^{_NAME}}" for column in range(len(entrants)))
    lines.append(f"{'':^{_NUMBER}}{'Win Rate:':^{_NAME}}{rates}")
    return "\n".join(lines)


def _cells(texts: list[str], number: str, name: str) -> str:
    """A line of cells with two texts each."""
    cells = " ".join(
        f"{won:^5}| {lost:^5}" for won, lost in zip(texts[::2], texts[1::2], strict=True)
    )
    return f"{number:^{_NUMBER}}{name:^{_NAME}} {cells}"


def _old_table(result: CourseResult) -> str:
    lines: list[str] = []
    for column, entrant in enumerate(result.course.entrants):
        lines += ["", _STARS, f"{'Evaluating: ' + entrant.label:^25}", _STARS]
        lines += ["", "Playing Matches:", _OLD_RULE]
        for number, opponent in enumerate(result.course.opponents, 1):
            tally = result.tallies[number - 1][column]
            names = f"{entrant.label:^11} vs {opponent.label:^11}"
            lines.append(f"  Match {number}: {names} \tResult: {tally.wins} to {tally.losses}")
        lines += [
            "",
            "",
            "Results:",
            _OLD_RULE,
            f"{entrant.label:<15}{_rate(result, column, 2):>11}",
        ]
    return "\n".join(lines[1:])


def _rate(result: CourseResult, column: int, digits: int) -> str:
    total = result.total(column)
    return f"{100 * total.wins / total.games:.{digits}f}%"


def write_meaning(result: CourseResult) -> list[str]:
    """What the numbers mean: intervals, comparisons, and forfeits with their reasons."""
    first = result.course.entrants[0].label
    openings = f"{result.pairs:,} opening{'s' if result.pairs > 1 else ''}"
    rates = ", ".join(
        f"{player.label} {describe_rate(rate)}"
        for player, rate in zip(result.course.entrants, result.rates, strict=True)
    )
    lines = [f"Win rates with 95 % intervals, from {openings}: {rates}."]
    if result.comparisons:
        said = "; ".join(map(_describe_comparison, result.comparisons))
        lines.append(f"Against the same opponents, compared with {first}: {said}.")
        lines += _advice(result)
    if result.attacker is not None:
        lines.append(f"The attacker wins {describe_rate(result.attacker.rate)} of all games.")
    for forfeit in result.forfeits:
        games = f"{forfeit.games:,} game{'s' if forfeit.games > 1 else ''}"
        note = printable_line(_last_line(forfeit.note), limit=_NOTE)
        lines.append(f"{forfeit.label} lost {games} by {forfeit.reason}: {note}".rstrip(": "))
    return [*lines, *(f"Note: {remark}." for remark in result.course.remarks)]


def _describe_comparison(one: EntrantComparison) -> str:
    if one.is_identical:
        return f"{one.label} has identical results"
    return f"{one.label} {_points(one.points)}, {one.word}"


def _advice(result: CourseResult) -> list[str]:
    """How many games to play when these show nothing."""
    words = {one.word for one in result.comparisons} - {"identical"}
    if not words or words & {"better", "worse"}:
        return []
    few = "too few games" in words
    shown = "Too few games to show a difference" if few else "These games show no difference"
    if result.pairs >= result.advised_pairs:
        return [f"{shown}; --pairs plays more."]
    points = f"{100 * SHOWN_POINTS:g} points"
    return [f"{shown}: --pairs {result.advised_pairs} would show one of {points}."]


def _points(points: Estimate) -> str:
    if points.value is None or points.low is None or points.high is None:
        return "unknown"
    ends = f"{100 * points.low:+.1f} to {100 * points.high:+.1f}"
    return f"{100 * points.value:+.1f} points ({ends})"


def _last_line(note: str) -> str:
    """The last line of a note: of a traceback, the exception."""
    lines = [line for line in note.splitlines() if line.strip()]
    return lines[-1] if lines else ""
