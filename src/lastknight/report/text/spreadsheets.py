"""CSV files: one for each kind of record in the facts, unrounded, heuristics by their specs."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from functools import cache, partial
from io import StringIO
from typing import get_origin, get_type_hints

from lastknight.analysis.facts import Facts
from lastknight.truth.measurements import rows_of

_PLACES = ("heuristic", "candidate", "a", "b")
"""Fields that hold the index of a heuristic."""
_WITHOUT = ("heuristics", "featured", "crossings", "undecided")
"""Facts without a file of their own."""


def write_spreadsheets(facts: Facts) -> dict[str, str]:
    """The text of every CSV file by its name; kinds without records have no file."""
    rows = {name: find(facts) for name, find in _tables().items()}
    later = facts.conditions.start_ply
    if later is not None:  # the ledger has openings of its own
        rows = {
            name: found if name == "ledger" else [{**row, "start_ply": later} for row in found]
            for name, found in rows.items()
        }
    return {_file_of(name): csv_text(found) for name, found in rows.items() if found}


def spreadsheet_names() -> frozenset[str]:
    """The name of every CSV file that a report can have.

    >>> sorted(spreadsheet_names())[:3]
    ['budgets.csv', 'classic.csv', 'differences.csv']
    """
    return frozenset(map(_file_of, _tables()))


def _file_of(table: str) -> str:
    return f"{table}.csv"


@cache
def _tables() -> dict[str, Callable[[Facts], list[dict[str, object]]]]:
    """How to find the rows of each table: a kind of record in the facts, or made from several."""
    hints = get_type_hints(Facts)
    kinds = [one.name for one in fields(Facts) if get_origin(hints[one.name]) is tuple]
    return {kind: partial(_records, kind) for kind in kinds if kind not in _WITHOUT} | {
        "classic": _classic,
        "ratings": lambda facts: [_row(facts, rating) for rating in facts.ranking.ratings],
        "differences": lambda facts: [_row(facts, one) for one in facts.ranking.differences],
        "ratios": _ratios,
        "truth": lambda facts: [] if facts.truth is None else rows_of(facts.truth),
    }


def _records(kind: str, facts: Facts) -> list[dict[str, object]]:
    return [_row(facts, record) for record in getattr(facts, kind)]


def _ratios(facts: Facts) -> list[dict[str, object]]:
    return [
        {"candidate": facts.heuristics[one.candidate].spec} | _row(facts, match)
        for one in facts.equal_time
        for match in one.matches
    ]


def _row(facts: Facts, record: object) -> dict[str, object]:
    """A record as one flat row; heuristics by their specs."""
    data: Mapping[str, object]
    if is_dataclass(record) and not isinstance(record, type):
        data = asdict(record)
    else:
        assert isinstance(record, Mapping)
        data = record
    row: dict[str, object] = {}
    for name, value in data.items():
        if name in _PLACES and isinstance(value, int):
            row[name] = facts.heuristics[value].spec
        else:
            row |= _flat(name, value)
    return row


def _flat(name: str, value: object) -> dict[str, object]:
    if isinstance(value, Mapping):
        flat: dict[str, object] = {}
        for inner, found in value.items():
            flat |= _flat(f"{name}_{inner}", found)
        return flat
    if isinstance(value, list | tuple):
        if any(isinstance(part, Mapping) for part in value):
            return {}  # nested records are in report.json only
        parts = (
            "=".join(map(str, part)) if isinstance(part, list | tuple) else str(part)
            for part in value
        )
        return {name: " ".join(parts)}
    return {name: value}


def _classic(facts: Facts) -> list[dict[str, object]]:
    rows = []
    for cell in facts.classic.cells:
        if cell.record is not None:
            row = _row(facts, cell)
            row["opponent"] = facts.classic.opponents[cell.opponent].name
            rows.append(row)
    return rows


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    r"""Rows as the text of a CSV file; a row may leave columns out.

    >>> csv_text([{"a": 1, "b": 2.5}, {"a": "x, y"}])
    'a,b\n1,2.5\n"x, y",\n'
    """
    columns = dict.fromkeys(name for row in rows for name in row)
    text = StringIO()
    writer = csv.DictWriter(text, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
