"""Forms: the result of a study as text, each part as its seed prints it, next to the seed's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from lastknight.studies.clocks import write_clocks
from lastknight.studies.evaluation import PartResult
from lastknight.studies.experiment import StudyResult
from lastknight.studies.figures import Figure
from lastknight.studies.tables import align

_RULE = "standard errors: ours less the seed's, over the root of both errors' squares"


def write_study(result: StudyResult) -> str:
    """The result of a study in the form of its seed."""
    blocks = [f"Study {result.study.id}: {result.study.title}", _conditions(result)]
    wins = [part for part in result.parts if part.part.form == "wins"]
    for part in result.parts:
        if part.part.form != "wins":
            blocks.append(_FORMS[part.part.form](part))
        elif part is wins[0]:
            blocks.append(_wins(wins))
    return "\n\n".join([*blocks, _notes(result)])


def _conditions(result: StudyResult) -> str:
    if not result.clocks:
        return "No player has a clock."
    heading = "Clocks as nodes, 100,000 a second over the cost of the heuristic:"
    return f"{heading}\n{write_clocks(result.clocks)}"


def _notes(result: StudyResult) -> str:
    lines = [f"Differences are in {_RULE}.", *result.study.notes]
    for part in result.parts:
        where = f"{part.part.name}: " if len(result.parts) > 1 else ""
        repeated = ""
        if part.distinct_games < part.games:
            repeated = f", of which {part.distinct_games:,} differ: games repeat"
        lines.append(f"{where}{part.games:,} games{repeated}.")
    size = "the seed's size" if result.scale == 1 else f"{result.scale} times the seed's size"
    return "\n".join([*lines, f"Played at {size} with seed {result.seed}."])


def _won_lost(result: PartResult) -> str:
    """The course's table: won and lost in each cell, a table for each round."""
    part = result.part
    labels = [seat.label for seat in part.players]
    rounds = range(1, part.rounds + 1) if part.rounds > 1 else [0]
    blocks = []
    for round_ in rounds:
        rows = [["Match #", "Opponent", *labels], ["", "", *(["Won | Lost"] * len(labels))]]
        for number, other in enumerate(part.opponents, 1):
            cells = [result.figure(label, other.label, round_=round_) for label in labels]
            rows.append([str(number), other.label, *map(_won_and_lost, cells)])
        totals = [result.figure(label, round_=round_) for label in labels]
        rows.append(["", "Win Rate:", *(f"{100 * total.value:.1f}%" for total in totals)])
        rows.append(["", "Seed's:", *(_percent(total.seed_value) for total in totals)])
        rows.append(["", "Difference:", *map(_apart, totals)])
        heading = f"{part.title}, iteration {round_}" if round_ else part.title
        blocks.append(f"{heading}\n{align(rows, centre=True)}")
    return "\n\n".join([*blocks, _averages(result), _cells(result)])


def _averages(result: PartResult) -> str:
    rows = [["Agent", "Heuristic", "Average win rate", "seed's", "difference"]]
    for seat in result.part.players:
        total = result.figure(seat.label)
        numbers = [_percent(total.value), _percent(total.seed_value), _apart(total)]
        rows.append([seat.label, str(seat.heuristic), *numbers])
    return "All together\n" + align(rows)


def _cells(result: PartResult) -> str:
    labels = [seat.label for seat in result.part.players]
    rows = [["Opponent", *labels]]
    for other in result.part.opponents:
        cells = [result.figure(label, other.label) for label in labels]
        texts = [f"{_percent(c.value)} {_percent(c.seed_value)} {_apart(c)}" for c in cells]
        rows.append([other.label, *texts])
    return "Each cell, all together: ours, the seed's, difference\n" + align(rows)


def _results(result: PartResult) -> str:
    """The older tournament: a line for each match."""
    part = result.part
    blocks = [part.title]
    for place, seat in enumerate(part.players):
        rows = []
        for number, other in enumerate(part.opponents, 1):
            cell = result.figure(seat.label, other.label)
            match = f"Match {number}: {seat.label} vs {other.label}"
            rows.append([match, f"Result: {cell.wins} to {cell.games - (cell.wins or 0)}"])
        total = result.figure(seat.label)
        lines = [f"Evaluating: {seat.label} ({seat.heuristic})", align(rows)]
        line = f"Results: {seat.label}  {100 * total.value:.2f}%"
        if total.seed_value is not None:
            line += f"   seed's {100 * total.seed_value:.2f}%   difference {_apart(total)}"
        lines.append(line)
        if part.seed.readable:
            wins = part.seed.readable[place]
            texts = ", ".join(f"{won} to {part.games - won}" for won in wins)
            lines.append(f"The seed's results that can be read, in its order: {texts}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _wins(results: Sequence[PartResult]) -> str:
    """Wins with percent, a column for each condition, against one opponent."""
    labels = [seat.label for seat in results[0].part.players]
    opponent = results[0].part.opponents[0].label
    titles = [result.part.title.split(", ") for result in results]
    rows = [["", "", *line] for line in zip_longest(*titles, fillvalue="")]
    sizes = [result.figure(labels[0], opponent).games for result in results]
    rows.append(["", "", *(f"{games:,} Games" for games in sizes)])
    for place, label in enumerate(labels):
        cells = [result.figure(label, opponent) for result in results]
        rows.append([label, "ours", *(f"{c.wins:,} ({100 * c.value:.3f}%)" for c in cells)])
        rows.append(["", "seed's", *(_seed_wins(result, place) for result in results)])
        if any(cell.difference is not None for cell in cells):
            rows.append(["", "difference", *map(_apart, cells)])
    return f"Wins against {opponent}\n" + align(rows)


def _seed_wins(result: PartResult, place: int) -> str:
    """Wins and percent as the seed prints them, or its words."""
    seed = result.part.seed
    if not seed.wins:
        return seed.words[place] if seed.words else "?"
    return f"{seed.wins[0][0][place]:,} ({seed.averages[place]:g}%)"


def _relative(result: PartResult) -> str:
    """Win rates over the first player's of the same round, best and worst, and the ranking."""
    part = result.part
    labels = [seat.label for seat in part.players]
    heading = [part.title, *(f"Rnd {number}" for number in range(1, part.rounds + 1)), "mean"]
    ours, seeds = [heading], [["the seed's", *heading[1:], "difference"]]
    table = [ratios_of(result, label) for label in labels]
    for label, ratios in zip(labels, table, strict=True):
        mean = result.figure(label, measure="ratio")
        places = [_place(ratios[at], [row[at] for row in table]) for at in range(part.rounds)]
        marked = [f"{ratio:.2f}{mark}" for ratio, mark in zip(ratios, places, strict=True)]
        ours.append([label, *marked, f"{mean.value:.3f}"])
        theirs = part.seed.ratios[labels.index(label)] if part.seed.ratios else ()
        if theirs:
            average = f"{sum(theirs) / len(theirs):.3f}"
            seeds.append([label, *(f"{ratio:.2f} " for ratio in theirs), average, _apart(mean)])
    blocks = [align(ours) + "\n+ best in round, - worst in round", align(seeds)]
    return "\n\n".join([*blocks, _rankings(result, table)])


def ratios_of(result: PartResult, label: str) -> list[float]:
    """A player's win rate over that of the first player, round by round."""
    rounds = range(1, result.part.rounds + 1)
    return [result.figure(label, round_=round_, measure="ratio").value for round_ in rounds]


def rank(table: Sequence[Sequence[float]]) -> list[tuple[int, int, int]]:
    """Of each row: in how many columns it is best, worst, and above 1; shared places count.

    >>> rank([[1.0, 1.0], [1.2, 0.9], [1.2, 1.1]])
    [(0, 1, 0), (1, 1, 1), (2, 0, 2)]
    """
    columns = list(zip(*table, strict=True))
    found = []
    for row in table:
        marks = [_place(value, column) for value, column in zip(row, columns, strict=True)]
        above = sum(round(value, 9) > 1 for value in row)
        found.append((marks.count("+"), marks.count("-"), above))
    return found


def _rankings(result: PartResult, table: Sequence[Sequence[float]]) -> str:
    rows = [["ours", "Nr Best", "Nr Worst", "Nr Best/Nr Worst", "Nr > 1", "", "the seed's"]]
    for place, counts in enumerate(rank(table)):
        theirs = result.part.seed.rankings[place] if result.part.seed.rankings else ()
        label = result.part.players[place].label
        rows.append([label, *_ranking(counts), "", *_ranking(theirs)])
    return align(rows)


def _ranking(counts: Sequence[int]) -> list[str]:
    if not counts:
        return []
    best, worst, above = counts
    return [str(best), str(worst), f"{best / worst:.2g}" if worst else "-", str(above)]


def _place(value: float, column: Sequence[float]) -> str:
    if max(column) - min(column) < 1e-9:
        return " "
    if value > max(column) - 1e-9:
        return "+"
    return "-" if value < min(column) + 1e-9 else " "


def _depth(result: PartResult) -> str:
    rows = [["", "ours", "seed's", "difference"]]
    for seat in result.part.players:
        figure = result.figure(seat.label, measure="depth")
        seed = "" if figure.seed_value is None else f"{figure.seed_value:.3f}"
        rows.append([seat.label, f"{figure.value:.3f}", seed, _apart(figure)])
    return f"{result.part.title}\n{align(rows)}"


_FORMS: dict[str, Callable[[PartResult], str]] = {
    "won_lost": _won_lost,
    "results": _results,
    "relative": _relative,
    "depth": _depth,
}


def _won_and_lost(cell: Figure) -> str:
    wins = cell.wins or 0
    return f"{wins:>4} | {cell.games - wins:<4}"


def _percent(rate: float | None) -> str:
    return "?" if rate is None else f"{100 * rate:.1f}%"


def _apart(figure: Figure) -> str:
    return "" if figure.difference is None else f"{figure.difference:+.1f}"
