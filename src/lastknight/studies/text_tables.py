"""Tables as text: aligned columns for a terminal, or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from lastknight.studies.original_players import Clock

Rows = Sequence[Sequence[str]]


def align(rows: Rows, *, centre: bool = False) -> str:
    """Rows in aligned columns: the first to the left, the others to the right.

    >>> print(align([["", "won"], ["null", "7"]]))
          won
    null    7
    """
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = []
    for row in rows:
        cells = [
            f"{text:^{width}}" if centre else f"{text:<{width}}" if at == 0 else f"{text:>{width}}"
            for at, (text, width) in enumerate(zip(row, widths, strict=False))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown(rows: Rows) -> str:
    """A Markdown table; the first row is the heading.

    >>> print(markdown([["id", "p"], ["000-1", "0.5"]]))
    | id | p |
    |---|---|
    | 000-1 | 0.5 |
    """
    lines = ["| " + " | ".join(text.replace("|", "\\|") for text in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def clock_rows(clocks: Sequence[Clock]) -> list[list[str]]:
    """The nodes each heuristic gets for a time limit, as rows with a heading.

    >>> print(align(clock_rows([Clock("ratio", 0.03, 1.2, 2500)])))
    clock  nodes per second  heuristic  cost  nodes
    30 ms           100,000      ratio   1.2  2,500
    """
    rows = [["clock", "nodes per second", "heuristic", "cost", "nodes"]]
    for clock in clocks:
        time = f"{1000 * clock.seconds:g} ms"
        numbers = [f"{clock.cost:g}", f"{clock.nodes:,}"]
        rows.append([time, f"{clock.nodes_per_second:,}", clock.heuristic, *numbers])
    return rows
