"""The store: one append-only SQLite file of experiments and their games.

A chunk of games is one row, written in one transaction, so a kill at any moment leaves whole
chunks; thanks to the write-ahead log, other processes can read and add at the same time. Damaged
rows are named in a DamageWarning and left out; store_rows.py knows how to tell, store_file.py how
the file is opened.
"""

from __future__ import annotations

import json
import sqlite3
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any
from weakref import finalize

from lastknight.errors import ArgumentError, DamageWarning, StoreError, show
from lastknight.matches.chunks import Chunk, gaps
from lastknight.matches.play_marks import PlayMarks
from lastknight.matches.store_file import cure_of, has_checksums, open_database
from lastknight.matches.store_rows import (
    CHUNK_COLUMNS,
    EXPERIMENT_COLUMNS,
    DamagedError,
    Experiment,
    checksum,
    chunk_row,
    experiment_row,
    identity_of,
    read_chunk,
    read_experiment,
)

__all__ = ["Experiment", "Place", "Store"]

# How many positions, or rows of chunks, one query asks for.
_ASKED = 500
# What is known about an experiment that can change when it is continued.
_ASKED_FOR = ("request", "planned", "command")

_IN_MEMORY = ":memory:"

Place = tuple[int, int]
"""Where a chunk is in its experiment: its pairing and its first pair."""


class Store:
    """An open store; one in memory closes itself.

    Raises StoreError for a file that cannot be opened, read or written, ArgumentError for anything
    but a path. A file that cannot be written can still be read.
    """

    def __init__(self, path: Path | str) -> None:
        if not isinstance(path, Path | str) or not str(path):
            raise ArgumentError(f"a store needs the path of its file, got {show(path)}")
        self.path = Path(path)
        with self._errors():
            self._connection = open_database(path)
            self._marks = PlayMarks(self.path)
            is_checked = has_checksums(self._connection, "chunks")
        if str(path) == _IN_MEMORY:  # nobody else could close it
            finalize(self, self._connection.close)
        checked = "checksum" if is_checked else "x'' AS checksum"
        self._chunk_columns = CHUNK_COLUMNS.replace("checksum", checked)
        self._experiment_columns = EXPERIMENT_COLUMNS.replace("checksum", checked)

    def close(self) -> None:
        """Close the file."""
        self._marks.close()
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write everything in the block, or nothing."""
        if self._connection.in_transaction:
            yield
            return
        with self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite may have rolled back already
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def playing(self, experiments: Sequence[int]) -> Iterator[None]:
        """Let other processes see that this one is playing experiments, until the end."""
        self._marks.set(experiments)
        try:
            yield
        finally:
            self._marks.clear(experiments)

    def open_experiment(
        self, plan: Mapping[str, object], about: Mapping[str, object]
    ) -> Experiment:
        """The experiment with this plan, created if the store does not have it yet.

        If it is continued with as many pairs or more, the new request replaces the stored one.
        """
        text, key = identity_of(plan)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        new = experiment_row(now, text, json.dumps(about))
        with self.transaction():
            row = self._experiment_row(key)
            try:
                if row is not None:
                    return self._continue(row, about)
            except DamagedError:
                self._connection.execute("REINDEX experiments")  # it may disagree with the row
                self._connection.execute("DELETE FROM experiments WHERE id = ?", (row[0],))
            number = self._connection.execute(
                f"INSERT INTO experiments ({EXPERIMENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
                (None if row is None else row[0], *new),
            ).lastrowid
        assert number is not None
        return Experiment(number, now, json.loads(text), json.loads(new[3]))

    def number_of(self, plan: Mapping[str, object]) -> int | None:
        """The number of the experiment with this plan; None if the store does not have it."""
        with self._errors():
            row = self._experiment_row(identity_of(plan)[1])
        return None if row is None else row[0]

    def _continue(self, row: tuple[Any, ...], about: Mapping[str, object]) -> Experiment:
        """The experiment of a row that is asked for again, perhaps in another way."""
        known = read_experiment(row)
        before, now = known.about.get("planned"), about.get("planned")
        if not (isinstance(before, int) and isinstance(now, int) and before <= now):
            return known
        merged = {**known.about, **{name: about[name] for name in _ASKED_FOR if name in about}}
        if merged == known.about:
            return known
        number, _, started, plan, *_ = row
        *_, told, check = experiment_row(started, plan, json.dumps(merged))
        self._connection.execute(
            "UPDATE experiments SET about = ?, checksum = ? WHERE id = ?", (told, check, number)
        )
        return replace(known, about=merged)

    def _experiment_row(self, key: str) -> Any:
        # Look the row up by number: by key, SQLite would take the key from the index, not the row.
        return self._connection.execute(
            f"SELECT {self._experiment_columns} FROM experiments"
            " WHERE id = (SELECT id FROM experiments WHERE key = ?)",
            (key,),
        ).fetchone()

    def experiments(self) -> list[Experiment]:
        """All experiments, oldest first; damaged ones are left out, with a warning."""
        found = []
        for row in self._experiment_rows():
            try:
                found.append(read_experiment(row))
            except DamagedError as error:
                self._warn(f"experiment {row[0]} is left out: {error}")
        return found

    def _experiment_rows(self) -> list[tuple[Any, ...]]:
        with self._errors():
            return self._connection.execute(
                f"SELECT {self._experiment_columns} FROM experiments ORDER BY id"
            ).fetchall()

    def delete(self, experiment: int) -> None:
        """Delete an experiment and all its games."""
        with self.transaction(), self._errors():
            for table, column in (("chunks", "experiment"), ("experiments", "id")):
                self._connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (experiment,))

    def add(self, experiment: int, chunk: Chunk) -> None:
        """Store the pairs of a chunk that are not stored already: those stay unchanged."""
        end = chunk.first_pair + chunk.pairs
        with self.transaction():
            taken = []
            # Stored chunks never overlap, so the first to end before this one begins is the last
            # to look at.
            for first, pairs in self._connection.execute(
                "SELECT first_pair, pairs FROM chunks WHERE experiment = ? AND pairing = ?"
                " AND first_pair < ? ORDER BY first_pair DESC",
                (experiment, chunk.pairing, end),
            ):
                if first + pairs <= chunk.first_pair:
                    break
                taken.append(range(first, first + pairs))
            missing = gaps(taken, range(chunk.first_pair, end))
            for part in missing if chunk.pairs else ():
                self._connection.execute(
                    f"INSERT INTO chunks (experiment, {CHUNK_COLUMNS})"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (experiment, *chunk_row(experiment, chunk.part(part))),
                )

    def chunks(
        self, experiment: int, *, pairing: int | None = None, pair: int = 0
    ) -> Iterator[Chunk]:
        """The chunks of an experiment by pairing and pair, or of one pairing from a pair on.

        Damaged ones are left out, with a warning.
        """
        places = (
            place
            for place, pairs in self._done_in_order(experiment, pairing)
            if place[1] + pairs > pair
        )
        return self.chunks_at(experiment, places)

    def chunks_at(self, experiment: int, places: Iterable[Place]) -> Iterator[Chunk]:
        """The chunks at some places; damaged ones are left out, with a warning."""
        for place in places:
            try:
                chunk = self._read(experiment, place)
            except DamagedError as error:
                self._warn(f"{_name(experiment, place)} is left out: {error}")
            else:
                if chunk is not None:
                    yield chunk

    def drop_damaged(self, experiment: int) -> None:
        """Delete the damaged chunks of an experiment, with a warning, to have them played again."""
        for place, _ in self._done_in_order(experiment):
            try:
                self._read(experiment, place)
            except DamagedError as error:
                self._warn(f"{_name(experiment, place)} will be played again: {error}")
                with self._errors():
                    self._connection.execute(
                        "DELETE FROM chunks"
                        " WHERE experiment = ? AND pairing = ? AND first_pair = ?",
                        (experiment, *place),
                    )

    def damage(self) -> Iterator[str]:
        """Everything that is wrong with the file, in one line each."""
        try:
            yield from self._damaged_pages()
            rows = self._experiment_rows()
            placed = {row[0]: self.done(row[0]) for row in rows}
            with self._errors():
                (count,) = self._connection.execute("SELECT count(*) FROM chunks").fetchone()
        except StoreError as error:
            yield str(error)
            return
        if lost := count - sum(map(len, placed.values())):
            yield f"{lost} chunks belong to no experiment"
        for row in rows:
            try:
                read_experiment(row)
            except DamagedError as error:
                yield f"experiment {row[0]}: {error}"
            for place in placed[row[0]]:
                try:
                    self._read(row[0], place)
                except DamagedError as error:
                    yield f"{_name(row[0], place)}: {error}"

    def _damaged_pages(self) -> Iterator[str]:
        with self._errors():
            for (finding,) in self._connection.execute("PRAGMA integrity_check"):
                if finding != "ok":
                    yield " ".join(str(finding).split())

    def unchecked(self) -> int:
        """How many chunks have no checksum, because an older version wrote them."""
        with self._errors():
            if not has_checksums(self._connection, "chunks"):
                query = "SELECT count(*) FROM chunks"
            else:
                query = "SELECT count(*) FROM chunks WHERE checksum = x''"
            return int(self._connection.execute(query).fetchone()[0])

    def _read(self, experiment: int, place: Place) -> Chunk | None:
        """The chunk at a place, or None; raises DamagedError if it is damaged."""
        try:
            row = self._connection.execute(
                f"SELECT {self._chunk_columns} FROM chunks"
                " WHERE experiment = ? AND pairing = ? AND first_pair = ?",
                (experiment, *place),
            ).fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise StoreError(f"{self.path}: {error}") from error
            raise DamagedError("the file is damaged there") from error
        return None if row is None else read_chunk(experiment, row)

    def done(self, experiment: int) -> dict[Place, int]:
        """The number of pairs of each chunk of an experiment, by pairing and first pair."""
        with self._errors():
            rows = self._connection.execute(
                "SELECT pairing, first_pair, pairs FROM chunks WHERE experiment = ?"
                " AND typeof(pairing) = 'integer' AND typeof(first_pair) = 'integer'"
                " AND typeof(pairs) = 'integer'",
                (experiment,),
            ).fetchall()
        return {(pairing, first): pairs for pairing, first, pairs in rows}

    def _done_in_order(
        self, experiment: int, pairing: int | None = None
    ) -> Iterator[tuple[Place, int]]:
        """The items of `done` in batches, because a match of billions of pairs has many chunks."""
        last = (-1 if pairing is None else pairing, -1)
        while True:
            with self._errors():
                rows = self._connection.execute(
                    "SELECT pairing, first_pair, pairs FROM chunks WHERE experiment = ?"
                    " AND (pairing, first_pair) > (?, ?) AND pairing <= ?"
                    " AND typeof(pairing) = 'integer' AND typeof(first_pair) = 'integer'"
                    " AND typeof(pairs) = 'integer' ORDER BY pairing, first_pair LIMIT ?",
                    (experiment, *last, 2**62 if pairing is None else pairing, _ASKED),
                ).fetchall()
            for one, first, pairs in rows:
                yield (one, first), pairs
            if len(rows) < _ASKED:
                return
            last = rows[-1][:2]

    def measured(self, name: str) -> float | None:
        """The measurement with this name, or None."""
        with self._errors():
            row = self._connection.execute(
                "SELECT value, checksum FROM measurements WHERE name = ?", (name,)
            ).fetchone()
        if row is None or not isinstance(row[0], float) or not isfinite(row[0]):
            return None
        return row[0] if row[1] in (b"", checksum(name, row[0])) else None

    def keep_measured(self, name: str, value: float) -> float:
        """Store a measurement unless there is one with this name; return the stored one."""
        with self.transaction():
            found = self.measured(name)
            if found is None:
                found = float(value)
                self._connection.execute(
                    "INSERT OR REPLACE INTO measurements (name, value, checksum) VALUES (?, ?, ?)",
                    (name, found, checksum(name, found)),
                )
        return found

    def known_winners(self, positions: Iterable[str]) -> dict[str, int]:
        """The proved winners among some positions, which are given as canonical text."""
        asked = list(dict.fromkeys(positions))
        found: dict[str, int] = {}
        with self._errors():
            for at in range(0, len(asked), _ASKED):
                part = asked[at : at + _ASKED]
                marks = ", ".join("?" * len(part))
                found |= self._connection.execute(
                    "SELECT position, winner FROM winners"
                    f" WHERE winner IN (1, 2) AND position IN ({marks})",
                    part,
                ).fetchall()
        return found

    def keep_winners(self, winners: Mapping[str, int]) -> None:
        """Store winners of positions, all or none; those already stored stay unchanged."""
        with self.transaction():
            self._connection.executemany(
                "INSERT OR IGNORE INTO winners (position, winner) VALUES (?, ?)", winners.items()
            )

    def _warn(self, message: str) -> None:
        warnings.warn(f"{self.path}: {message}", DamageWarning, stacklevel=3)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}{cure_of(error)}") from error


@contextmanager
def opened_store(store: Store | str | Path | None) -> Iterator[Store | None]:
    """A store, or the store in a file, opened and closed here.

    Raises ArgumentError for anything else.
    """
    if store is None or isinstance(store, Store):
        yield store
    elif isinstance(store, str | Path):
        with Store(store) as opened:
            yield opened
    else:
        raise ArgumentError(
            f"store must be a Store, the path of its file, or None, got {show(store)}"
        )


def _name(experiment: int, place: Place) -> str:
    return f"the chunk of experiment {experiment} at game {place[0]}.{place[1]}.1"
