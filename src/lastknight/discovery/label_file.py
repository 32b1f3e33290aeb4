"""The file of labels: an SQLite file with a header and batches of records.

Only this module knows the format, which docs/discovery.md describes. A batch is one row, written in
one transaction, so a kill at any moment leaves whole batches.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np

from lastknight.discovery.harvest import RECORD, Records
from lastknight.discovery.recipe import PARTS, TENTHS, LabelRecipe
from lastknight.errors import StoreError
from lastknight.matches.atomic_file import replace_file
from lastknight.matches.json_text import parse_object
from lastknight.sandbox.written_results import LABELS_ID

FORMAT = 1
# What a damaged file can cause where it is read; errors of notation are ValueErrors.
_DAMAGE = (sqlite3.Error, zlib.error, TypeError, ValueError, LookupError, AttributeError)
_BEGINNING = b"SQLite format 3\0"
_SPLIT = (
    f"of ten classes of openings {' '.join(map(str, TENTHS))} are in {', '.join(PARTS)}: "
    "Rng(seed, stream=opening).below(10) from low to high"
)
_SCHEMA = f"""
PRAGMA application_id = {LABELS_ID};
PRAGMA user_version = {FORMAT};
CREATE TABLE header (text TEXT NOT NULL, checksum BLOB NOT NULL);
CREATE TABLE batches (
    number INTEGER PRIMARY KEY,
    positions INTEGER NOT NULL,
    repeated INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    checksum BLOB NOT NULL,
    data BLOB NOT NULL
);
"""


class BatchCount(NamedTuple):
    """What became of the positions drawn for a batch."""

    positions: int
    """Those that are kept."""
    repeated: int
    """Those that the file had already, mirror images included."""
    unknown: int
    """Those that could not be labelled."""


@dataclass(frozen=True)
class LabelHeader:
    """What a file of labels says about itself."""

    recipe: LabelRecipe
    rates: Mapping[int, int]
    """How often each ply is drawn, in parts of 2**32."""

    def text(self) -> str:
        """The header as JSON text."""
        data = {
            "recipe": self.recipe.as_json(),
            "rates": sorted(self.rates.items()),
            "split": _SPLIT,
            "made_by": f"lastknight {version('lastknight')}",
        }
        return json.dumps(data, sort_keys=True)

    @classmethod
    def parse(cls, text: str) -> LabelHeader:
        """Read what `text` writes."""
        data = parse_object(text, "the header")
        rates = {int(ply): int(rate) for ply, rate in data["rates"]}
        return cls(LabelRecipe.from_json(data["recipe"]), rates)


class LabelFile:
    """An open file of labels.

    Raises StoreError for a file that is missing, damaged, in another format, or has no labels.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        _check_beginning(self.path)
        with self._errors():
            self._connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?mode=rw",
                uri=True,
                timeout=60,
                isolation_level=None,
                check_same_thread=False,
            )
        try:
            with self._errors():
                self.header = self._read_header()
                self.counts = self._read_counts()
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path | str, header: LabelHeader) -> LabelFile:
        """Begin a file; the path is free, or holds an empty file.

        Raises StoreError if it cannot be written.
        """
        text = header.text()
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            connection.executescript(_SCHEMA)
            row = (text, sha256(text.encode()).digest())
            connection.execute("INSERT INTO header VALUES (?, ?)", row)
            content = connection.serialize()
        try:
            replace_file(Path(path), content)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error
        return cls(path)

    @property
    def recipe(self) -> LabelRecipe:
        """The recipe of its labels."""
        return self.header.recipe

    @property
    def positions(self) -> int:
        """How many labelled positions it has."""
        return sum(count.positions for count in self.counts)

    def add(self, records: Records, count: BatchCount) -> None:
        """Add the next batch."""
        data = zlib.compress(records.tobytes(), 1)
        row = (len(self.counts), *count, self._checksum(len(self.counts), count, data), data)
        with self._errors():
            self._connection.execute("INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?)", row)
        self.counts.append(count)

    def batches(self) -> Iterator[Records]:
        """The records of each batch, checked."""
        with self._errors():
            rows = self._connection.execute(
                "SELECT number, positions, repeated, unknown, checksum, data FROM batches"
                " ORDER BY number"
            )
            for place, (number, *numbers, checksum, data) in enumerate(rows):
                count = BatchCount(*numbers)
                if number != place or checksum != self._checksum(number, count, data):
                    raise ValueError(f"batch {place} is not what was written")
                records = np.frombuffer(zlib.decompress(data), RECORD)
                if len(records) != count.positions:
                    raise ValueError(f"batch {place} has {len(records)} positions")
                yield records

    def records(self) -> Records:
        """All records, in the order in which they were added."""
        return np.concatenate([np.zeros(0, RECORD), *self.batches()])

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_header(self) -> LabelHeader:
        ask = self._connection.execute
        application, form = (
            ask(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if application != LABELS_ID:
            raise StoreError(f"{self.path} is a database, but not one of labels")
        if form != FORMAT:
            raise StoreError(
                f"{self.path} has format {form}; this version of lastknight reads {FORMAT}"
            )
        text, checksum = ask("SELECT text, checksum FROM header").fetchone()
        if sha256(text.encode()).digest() != checksum:
            raise ValueError("the header is not what was written")
        return LabelHeader.parse(text)

    def _read_counts(self) -> list[BatchCount]:
        rows = self._connection.execute(
            "SELECT number, positions, repeated, unknown FROM batches ORDER BY number"
        ).fetchall()
        if [number for number, *_ in rows] != list(range(len(rows))):
            raise ValueError("a batch is missing")
        if any(type(count) is not int or count < 0 for row in rows for count in row):
            raise ValueError("a count is not a number")
        return [BatchCount(*numbers) for _, *numbers in rows]

    @staticmethod
    def _checksum(number: int, count: BatchCount, data: bytes) -> bytes:
        return sha256(json.dumps([number, *count]).encode() + data).digest()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Report whatever a damaged file causes in one line."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise StoreError(f"{self.path}: another run is adding to this file") from error
        except _DAMAGE as error:
            raise StoreError(_describe_damage(self.path, error)) from error


def remove_labels(path: Path) -> None:
    """Remove a file of labels, with the journal of a batch that was being written."""
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    path.unlink()


def _describe_damage(path: Path, error: Exception) -> str:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return f"{path}: not a file of labels, or damaged ({reason}); delete it and make it again"


def _check_beginning(path: Path) -> None:
    """Refuse what is no database; SQLite would take a short file for an empty one."""
    try:
        with path.open("rb") as file:
            beginning = file.read(len(_BEGINNING))
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error
    if beginning != _BEGINNING:
        raise StoreError(f"{path} is not a file of labels; 'lastknight labels' makes one")
