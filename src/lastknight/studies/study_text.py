"""The result of a study as text, in the form of the original tables and next to their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from lastknight.matches.costs import NODES_PER_SECOND
from lastknight.ranges import check_kind
from lastknight.studies.calibration import SPEEDS, Calibration, PlayerSpeed
from lastknight.studies.study_figures import PartResult, StudyFigure
from lastknight.studies.study_run import StudyResult
from lastknight.studies.text_tables import align, clock_rows

_CALIBRATED = (
    "The speed is calibrated so that improved searches as deep as in table 3 of the analysis; "
    "lastknight study 004-t3 --calibrate shows it."
)
_RULE = "Differences are ours minus the original, in standard errors of that difference."


def write_study(result: StudyResult) -> str:
    """The result of a study in the form of the original."""
    check_kind("result", result, StudyResult)
    blocks = [f"Study {result.study.id}: {result.study.title}", _conditions(result)]
    wins = [part for part in result.parts if part.part.form == "wins"]
    for part in result.parts:
        if part.part.form != "wins":
            blocks.append(_FORMS[part.part.form](part))
        elif part is wins[0]:
            blocks.append(_wins(wins))
    return "\n\n".join([*blocks, _notes(result)])


def write_calibration(result: Calibration) -> str:
    """The depths at each speed, and the speeds at which the original depths are reached."""
    nodes = [f"{round(speed * result.seconds):,}" for speed in SPEEDS]
    rows = [["nodes per second", *(f"{speed:,}" for speed in SPEEDS), "original"]]
    rows.append([f"nodes in {1000 * result.seconds:g} ms", *nodes, ""])
    for one in result.players:
        original = one.depths[0].original_value or 0.0
        rows.append([one.player, *(f"{d.value:.3f}" for d in one.depths), f"{original:.3f}"])
    speeds = [["", "nodes per second", "standard error", "cost"], *map(_speed, result.players)]
    games = result.baseline.depths[0].games
    return "\n\n".join(
        [
            f"Study {result.study.id}: the speed of its clock, from its search depths",
            f"Mean depth over {games:,} games, all players at cost 1\n{align(rows)}",
            f"Speed at which each player searches as deep as the original\n{align(speeds)}",
            _clock(result),
            f"Played at {_size(result.scale)} with random seed {result.seed}.",
        ]
    )


def _speed(one: PlayerSpeed) -> list[str]:
    if one.speed is None or one.error is None:
        return [one.player, "beyond those tried", "", ""]
    cost = "" if one.cost is None else f"{one.cost:g}"
    return [one.player, f"{one.speed:,.0f}", f"{one.error:,.0f}", cost]


def _clock(result: Calibration) -> str:
    label = result.baseline.player
    if result.nodes_per_second is None:
        return f"{label} reaches its original depth at none of these speeds."
    return (
        f"{label} alone sets the clock: {result.nodes_per_second:,} nodes per second. The studies "
        f"of this analysis use {result.study.nodes_per_second:,}.\n"
        "The others are a check: at this speed their costs must have been those in the last column."
    )


def _size(scale: int) -> str:
    return "the original size" if scale == 1 else f"{scale} times the original size"


def _conditions(result: StudyResult) -> str:
    if not result.clocks:
        return "No player has a time limit."
    speed = result.nodes_per_second
    heading = f"Time limits as nodes: {speed:,} per second, divided by the cost of the heuristic"
    lines = [heading, align(clock_rows(result.clocks))]
    if speed != NODES_PER_SECOND and speed == result.study.nodes_per_second:
        lines.append(_CALIBRATED)
    return "\n".join(lines)


def _notes(result: StudyResult) -> str:
    lines = [_RULE, *result.study.notes]
    for part in result.parts:
        where = f"{part.part.name}: " if len(result.parts) > 1 else ""
        repeated = ""
        if part.distinct_games < part.games:
            repeated = f", {part.distinct_games:,} of them distinct: games repeat"
        lines.append(f"{where}{part.games:,} games{repeated}.")
    played = f"Played at {_size(result.scale)} with random seed {result.seed}."
    return "\n".join([*lines, played])


def _won_lost(result: PartResult) -> str:
    """The course's table: wins and losses in each cell, one table per round."""
    part = result.part
    labels = [player.label for player in part.players]
    rounds = range(1, part.rounds + 1) if part.rounds > 1 else [0]
    blocks = []
    for round_ in rounds:
        rows = [["Match #", "Opponent", *labels], ["", "", *(["Won | Lost"] * len(labels))]]
        for number, other in enumerate(part.opponents, 1):
            cells = [result.figure(label, other.label, round_=round_) for label in labels]
            rows.append([str(number), other.label, *map(_won_and_lost, cells)])
        totals = [result.figure(label, round_=round_) for label in labels]
        rows.append(["", "Win Rate:", *(f"{100 * total.value:.1f}%" for total in totals)])
        rows.append(["", "Original:", *(_percent(total.original_value) for total in totals)])
        rows.append(["", "Difference:", *map(_apart, totals)])
        heading = f"{part.title}, iteration {round_}" if round_ else part.title
        blocks.append(f"{heading}\n{align(rows, centre=True)}")
    return "\n\n".join([*blocks, _averages(result), _cells(result)])


def _averages(result: PartResult) -> str:
    rows = [["Agent", "Heuristic", "Average win rate", "original", "difference"]]
    for player in result.part.players:
        total = result.figure(player.label)
        numbers = [_percent(total.value), _percent(total.original_value), _apart(total)]
        rows.append([player.label, str(player.heuristic), *numbers])
    return "All rounds\n" + align(rows)


def _cells(result: PartResult) -> str:
    labels = [player.label for player in result.part.players]
    rows = [["Opponent", *labels]]
    for other in result.part.opponents:
        cells = [result.figure(label, other.label) for label in labels]
        texts = [f"{_percent(c.value)} {_percent(c.original_value)} {_apart(c)}" for c in cells]
        rows.append([other.label, *texts])
    return "Each cell, all rounds: ours, original, difference\n" + align(rows)


def _results(result: PartResult) -> str:
    """The older tournament: one line per match."""
    part = result.part
    blocks = [part.title]
    for place, player in enumerate(part.players):
        rows = []
        for number, other in enumerate(part.opponents, 1):
            cell = result.figure(player.label, other.label)
            match = f"Match {number}: {player.label} vs {other.label}"
            rows.append([match, f"Result: {cell.wins} to {cell.games - (cell.wins or 0)}"])
        total = result.figure(player.label)
        lines = [f"Evaluating: {player.label} ({player.heuristic})", align(rows)]
        line = f"Results: {player.label}  {100 * total.value:.2f}%"
        if total.original_value is not None:
            line += f"   original {100 * total.original_value:.2f}%   difference {_apart(total)}"
        lines.append(line)
        if part.original.readable:
            wins = part.original.readable[place]
            texts = ", ".join(f"{won} to {part.games - won}" for won in wins)
            lines.append(f"The legible original results, in their order: {texts}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _wins(results: Sequence[PartResult]) -> str:
    """Wins and percentages against one opponent, one column per condition."""
    labels = [player.label for player in results[0].part.players]
    opponent = results[0].part.opponents[0].label
    titles = [result.part.title.split(", ") for result in results]
    rows = [["", "", *line] for line in zip_longest(*titles, fillvalue="")]
    sizes = [result.figure(labels[0], opponent).games for result in results]
    rows.append(["", "", *(f"{games:,} Games" for games in sizes)])
    for place, label in enumerate(labels):
        cells = [result.figure(label, opponent) for result in results]
        rows.append([label, "ours", *(f"{c.wins:,} ({100 * c.value:.3f}%)" for c in cells)])
        rows.append(["", "original", *(_original_wins(result, place) for result in results)])
        if any(cell.difference is not None for cell in cells):
            rows.append(["", "difference", *map(_apart, cells)])
    return f"Wins against {opponent}\n" + align(rows)


def _original_wins(result: PartResult, place: int) -> str:
    """Wins and percentage as the analysis prints them, or its words."""
    original = result.part.original
    if not original.wins:
        return original.words[place] if original.words else "?"
    return f"{original.wins[0][0][place]:,} ({original.averages[place]:g}%)"


def _relative(result: PartResult) -> str:
    """Win rates relative to the first player, the best and worst of each round, and the ranking."""
    part = result.part
    labels = [player.label for player in part.players]
    heading = [part.title, *(f"Rnd {number}" for number in range(1, part.rounds + 1)), "mean"]
    ours, originals = [heading], [["original", *heading[1:], "difference"]]
    table = [ratios_of(result, label) for label in labels]
    for label, ratios, marks in zip(labels, table, _marks(table), strict=True):
        mean = result.figure(label, measure="ratio")
        marked = [f"{ratio:.2f}{mark}" for ratio, mark in zip(ratios, marks, strict=True)]
        ours.append([label, *marked, f"{mean.value:.3f}"])
        theirs = part.original.ratios[labels.index(label)] if part.original.ratios else ()
        if theirs:
            average = f"{sum(theirs) / len(theirs):.3f}"
            cells = [f"{ratio:.2f} " for ratio in theirs]
            originals.append([label, *cells, average, _apart(mean)])
    blocks = [align(ours) + "\n+ best in round, - worst in round", align(originals)]
    return "\n\n".join([*blocks, _rankings(result, table)])


def ratios_of(result: PartResult, label: str) -> list[float]:
    """A player's win rate divided by the first player's, round by round."""
    rounds = range(1, result.part.rounds + 1)
    return [result.figure(label, round_=round_, measure="ratio").value for round_ in rounds]


def rank(table: Sequence[Sequence[float]]) -> list[tuple[int, int, int]]:
    """For each row: in how many columns it is best, worst, and above 1; ties count.

    >>> rank([[1.0, 1.0], [1.2, 0.9], [1.2, 1.1]])
    [(0, 1, 0), (1, 1, 1), (2, 0, 2)]
    """
    return [
        (marks.count("+"), marks.count("-"), sum(round(value, 9) > 1 for value in row))
        for row, marks in zip(table, _marks(table), strict=True)
    ]


def _rankings(result: PartResult, table: Sequence[Sequence[float]]) -> str:
    rows = [["ours", "Nr Best", "Nr Worst", "Nr Best/Nr Worst", "Nr > 1", "", "original"]]
    for place, counts in enumerate(rank(table)):
        theirs = result.part.original.rankings[place] if result.part.original.rankings else ()
        label = result.part.players[place].label
        rows.append([label, *_ranking(counts), "", *_ranking(theirs)])
    return align(rows)


def _ranking(counts: Sequence[int]) -> list[str]:
    if not counts:
        return []
    best, worst, above = counts
    return [str(best), str(worst), f"{best / worst:.2g}" if worst else "-", str(above)]


def _marks(table: Sequence[Sequence[float]]) -> list[list[str]]:
    """For each number, + if it is the best of its column, - if it is the worst."""
    columns = list(zip(*table, strict=True))
    return [
        [_mark(value, column) for value, column in zip(row, columns, strict=True)] for row in table
    ]


def _mark(value: float, column: Sequence[float]) -> str:
    if max(column) - min(column) < 1e-9:
        return " "
    if value > max(column) - 1e-9:
        return "+"
    return "-" if value < min(column) + 1e-9 else " "


def _depth(result: PartResult) -> str:
    rows = [["", "ours", "original", "difference"]]
    for player in result.part.players:
        figure = result.figure(player.label, measure="depth")
        original = "" if figure.original_value is None else f"{figure.original_value:.3f}"
        rows.append([player.label, f"{figure.value:.3f}", original, _apart(figure)])
    return f"{result.part.title}\n{align(rows)}"


_FORMS: dict[str, Callable[[PartResult], str]] = {
    "won_lost": _won_lost,
    "results": _results,
    "relative": _relative,
    "depth": _depth,
}


def _won_and_lost(cell: StudyFigure) -> str:
    wins = cell.wins or 0
    return f"{wins:>4} | {cell.games - wins:<4}"


def _percent(rate: float | None) -> str:
    return "?" if rate is None else f"{100 * rate:.1f}%"


def _apart(figure: StudyFigure) -> str:
    return "" if figure.difference is None else f"{figure.difference:+.1f}"
