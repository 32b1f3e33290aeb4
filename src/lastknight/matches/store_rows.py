"""Rows of a store, and what they stand for; every row is checked when it is read.

A checksum over a row's columns reveals damage. Rows of older files have none, so of those only the
form is checked. Names and notes, which strangers may have written, come out safe to print.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b, sha256
from typing import Any

from lastknight.errors import LastknightError
from lastknight.matches.chunks import PLIES, TOTALS, Chunk
from lastknight.matches.json_text import parse_object
from lastknight.matches.stored_plan import check_stored_plan
from lastknight.sandbox.printable import printable, printable_line

CHUNK_COLUMNS = (
    "pairing, first_pair, pairs, a_won, reasons, plies, moves, choices, totals, notes, checksum"
)
EXPERIMENT_COLUMNS = "id, key, started, plan, about, checksum"

_SUMS = 8 * 2 * PLIES * len(TOTALS)
_MOST_PAIRS = 2**31


class DamagedError(Exception):
    """A row that is not what was written; the text says how."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A stored experiment: its plan, which identifies it, and what else is known about it."""

    id: int
    started: str
    plan: Mapping[str, Any]
    about: Mapping[str, object]


def chunk_row(experiment: int, chunk: Chunk) -> tuple[object, ...]:
    """A chunk as the columns of its row, after the experiment's number."""
    row = (
        chunk.pairing,
        chunk.first_pair,
        chunk.pairs,
        chunk.a_won,
        chunk.reasons,
        chunk.plies,
        chunk.moves,
        zlib.compress(chunk.choices, 1),
        zlib.compress(chunk.totals, 1),
        json.dumps(chunk.notes) if chunk.notes else "",
    )
    return *row, checksum(experiment, *row)


def read_chunk(experiment: int, row: tuple[Any, ...]) -> Chunk:
    """The chunk of a row.

    Raises DamagedError if it is not what was written.
    """
    *columns, known = row
    if known and known != checksum(experiment, *columns):
        raise DamagedError("its checksum is wrong")
    pairing, first_pair, pairs, a_won, reasons, plies, moves, choices, totals, notes = columns
    try:
        most = 20 * PLIES * len(plies)
        chunk = Chunk(
            pairing,
            first_pair,
            _as_bytes(a_won),
            _as_bytes(reasons),
            _as_bytes(plies),
            _as_bytes(moves),
            _decompress(choices, most),
            _decompress(totals, _SUMS),
            {int(game): printable(str(note)) for game, note in _notes(notes).items()},
        )
        if type(pairing) is not int or not 0 <= first_pair <= first_pair + pairs <= _MOST_PAIRS:
            raise DamagedError("its place is invalid")
        if chunk.pairs != pairs or len(chunk.totals) != _SUMS:
            raise DamagedError("its columns do not match")
    except (TypeError, ValueError, zlib.error) as error:  # LastknightErrors included
        raise DamagedError(str(error)) from error
    if mistake := chunk.mistake():
        raise DamagedError(mistake)
    return chunk


def identity_of(plan: Mapping[str, object]) -> tuple[str, str]:
    """The text of a plan, and the key by which it is found."""
    text = json.dumps(plan, sort_keys=True)
    return text, sha256(text.encode()).hexdigest()


def experiment_row(started: str, plan: str, about: str) -> tuple[str, str, str, str, bytes]:
    """The columns of an experiment's row, after its number."""
    key = sha256(plan.encode()).hexdigest()
    return key, started, plan, about, checksum(key, started, plan, about)


def read_experiment(row: tuple[Any, ...]) -> Experiment:
    """The experiment of a row.

    Raises DamagedError if it is not what was written, or has no plan that can be played.
    """
    number, key, started, plan, about, known = row
    if known and known != checksum(key, started, plan, about):
        raise DamagedError("its checksum is wrong")
    try:
        if key != sha256(plan.encode()).hexdigest():
            raise DamagedError("its plan is not the one that was stored")
        asked, more = parse_object(plan, "its plan"), parse_object(about, "what is known about it")
        check_stored_plan(asked)
    except (LastknightError, TypeError, AttributeError) as error:
        raise DamagedError(str(error)) from error
    names = [printable_line(name, limit=len(name) + 1) for name in asked["players"]]
    return Experiment(number, printable_line(started, limit=40), asked | {"players": names}, more)


def checksum(*columns: object) -> bytes:
    """A digest that changes if any column changes."""
    found = blake2b(digest_size=16)
    for column in columns:
        data = column if isinstance(column, bytes) else repr(column).encode("utf-8", "replace")
        found.update(b"%d:" % len(data))
        found.update(data)
    return found.digest()


def _notes(text: str) -> dict[str, Any]:
    return parse_object(text, "the text of its notes") if text else {}


def _as_bytes(column: object) -> bytes:
    if not isinstance(column, bytes):
        raise DamagedError("a column has the wrong type")
    return column


def _decompress(data: object, most: int) -> bytes:
    """Decompress a column.

    Raises DamagedError if it has more than `most` bytes, or is incomplete.
    """
    reader = zlib.decompressobj()
    found = reader.decompress(_as_bytes(data), most + 1)
    if len(found) > most or not reader.eof:
        raise DamagedError("a column has the wrong size")
    return found
