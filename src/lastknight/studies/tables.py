"""Tables of text: in columns for a terminal, or in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

Rows = Sequence[Sequence[str]]


def align(rows: Rows, *, centre: bool = False) -> str:
    """Rows in columns as wide as their longest text; the first column left, others right.

    >>> print(align([["", "won"], ["null", "7"]]))
          won
    null    7
    """
    widths = [0] * max(map(len, rows))
    for row in rows:
        for at, text in enumerate(row):
            widths[at] = max(widths[at], len(text))
    lines = []
    for row in rows:
        cells = [
            f"{text:^{width}}" if centre else f"{text:<{width}}" if at == 0 else f"{text:>{width}}"
            for at, (text, width) in enumerate(zip(row, widths, strict=False))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown(rows: Rows) -> str:
    """The same as a table in Markdown; the first row is its heading.

    >>> print(markdown([["id", "p"], ["000-1", "0.5"]]))
    | id | p |
    |---|---|
    | 000-1 | 0.5 |
    """
    lines = ["| " + " | ".join(text.replace("|", "\\|") for text in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])
