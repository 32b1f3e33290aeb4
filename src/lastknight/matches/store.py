"""The store: one append-only SQLite file of experiments and their games.

Only this module knows the format. A chunk of games is one row, written in one transaction, so a
kill at any moment leaves whole chunks; thanks to the write-ahead log, other processes can read and
add at the same time.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from time import sleep

from lastknight.errors import StoreError
from lastknight.matches.chunks import Chunk

_FORMAT = 2
_ATTEMPTS = 100
_COLUMNS = "pairing, first_pair, a_won, reasons, plies, moves, choices, totals, notes"
# Positions per query.
_ASKED = 500
_BEGINNING = b"SQLite format 3\0"
# The size of the smallest database file in bytes: one page.
_SHORT = 512
# Format 1 had neither measurements nor winners; these statements upgrade it as well.
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS experiments (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    started TEXT NOT NULL,
    plan TEXT NOT NULL,
    about TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS chunks (
    experiment INTEGER NOT NULL REFERENCES experiments(id),
    pairing INTEGER NOT NULL,
    first_pair INTEGER NOT NULL,
    pairs INTEGER NOT NULL,
    a_won BLOB NOT NULL,
    reasons BLOB NOT NULL,
    plies BLOB NOT NULL,
    moves BLOB NOT NULL,
    choices BLOB NOT NULL,
    totals BLOB NOT NULL,
    notes TEXT NOT NULL,
    PRIMARY KEY (experiment, pairing, first_pair)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS measurements (
    name TEXT PRIMARY KEY,
    value REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS winners (
    position TEXT PRIMARY KEY,
    winner INTEGER NOT NULL
) WITHOUT ROWID;
PRAGMA user_version = {_FORMAT};
"""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A stored experiment: its plan, which identifies it, and what else is known about it."""

    id: int
    started: str
    plan: Mapping[str, object]
    about: Mapping[str, object]


class Store:
    """An open store.

    Raises StoreError for a file that cannot be opened, read or written.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._check_beginning()
        with self._errors():
            self._connection = sqlite3.connect(
                path, timeout=60, isolation_level=None, check_same_thread=False
            )
        try:
            with self._errors():
                self._prepare()
        except StoreError:
            self.close()
            raise

    def _check_beginning(self) -> None:
        """Refuse a short file that is no database: SQLite would overwrite it as if it were empty.

        Longer files are left to SQLite, because closing a file drops all locks that this process
        holds on it, including those of another open store.
        """
        try:
            if not self.path.is_file() or self.path.stat().st_size >= _SHORT:
                return
            with self.path.open("rb") as file:
                beginning = file.read(len(_BEGINNING))
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror}") from error
        if beginning not in (b"", _BEGINNING):
            raise StoreError(f"{self.path}: file is not a database")

    def _prepare(self) -> None:
        tables, version = self._connection.execute(
            "SELECT (SELECT count(*) FROM sqlite_master), user_version FROM pragma_user_version"
        ).fetchone()
        if version not in (0, 1, _FORMAT):
            raise StoreError(
                f"{self.path} has format {version}; this version of lastknight reads {_FORMAT}"
            )
        if version == 0 and tables:
            raise StoreError(f"{self.path} is a database, but not one of lastknight")
        if version == 0:
            self._switch_to_log()
        if version != _FORMAT:
            self._connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
        self._connection.execute("PRAGMA synchronous = NORMAL")

    def _switch_to_log(self) -> None:
        """Turn on the write-ahead log; SQLite does not wait if another process does the same."""
        for attempt in range(_ATTEMPTS):
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or attempt == _ATTEMPTS - 1:
                    raise
            sleep(0.05)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open_experiment(
        self, plan: Mapping[str, object], about: Mapping[str, object]
    ) -> Experiment:
        """The experiment with this plan, created if the store does not have it yet."""
        text = json.dumps(plan, sort_keys=True)
        key = sha256(text.encode()).hexdigest()
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._errors():
            self._connection.execute(
                "INSERT OR IGNORE INTO experiments (key, started, plan, about) VALUES (?, ?, ?, ?)",
                (key, now, text, json.dumps(about)),
            )
            row = self._connection.execute(
                "SELECT id, started, plan, about FROM experiments WHERE key = ?", (key,)
            ).fetchone()
        return _experiment(row)

    def experiments(self) -> list[Experiment]:
        """All experiments, oldest first."""
        with self._errors():
            rows = self._connection.execute(
                "SELECT id, started, plan, about FROM experiments ORDER BY id"
            ).fetchall()
        return [_experiment(row) for row in rows]

    def add(self, experiment: int, chunk: Chunk) -> None:
        """Store a chunk, unless some of its pairs are stored already: those stay unchanged."""
        # Stored chunks never overlap, so the last one that starts before the end of this one is
        # also the last to end.
        with self._errors():
            self._connection.execute(
                "INSERT INTO chunks SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11"
                " WHERE ?3 >= coalesce((SELECT first_pair + pairs FROM chunks WHERE experiment = ?1"
                " AND pairing = ?2 AND first_pair < ?3 + ?4 ORDER BY first_pair DESC LIMIT 1), 0)",
                (
                    experiment,
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
                ),
            )

    def chunks(
        self, experiment: int, *, pairing: int | None = None, pair: int = 0
    ) -> Iterator[Chunk]:
        """The chunks of an experiment by pairing and pair, or of one pairing from a pair on."""
        with self._errors():
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM chunks WHERE experiment = ?1"
                " AND (?2 IS NULL OR pairing = ?2) AND (?3 = 0 OR first_pair + pairs > ?3)"
                " ORDER BY pairing, first_pair",
                (experiment, pairing, pair),
            )
            for row in rows:
                yield _chunk(row)

    def chunk(self, experiment: int, pairing: int, first_pair: int) -> Chunk:
        """The chunk of an experiment that starts at a pair.

        Raises StoreError if there is none.
        """
        with self._errors():
            row = self._connection.execute(
                f"SELECT {_COLUMNS} FROM chunks"
                " WHERE experiment = ? AND pairing = ? AND first_pair = ?",
                (experiment, pairing, first_pair),
            ).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: no chunk starts at pair {first_pair}")
        return _chunk(row)

    def done(self, experiment: int) -> dict[tuple[int, int], int]:
        """The number of pairs of each chunk of an experiment, by pairing and first pair."""
        with self._errors():
            rows = self._connection.execute(
                "SELECT pairing, first_pair, pairs FROM chunks WHERE experiment = ?", (experiment,)
            ).fetchall()
        return {(pairing, first): pairs for pairing, first, pairs in rows}

    def measured(self, name: str) -> float | None:
        """The measurement with this name, or None."""
        with self._errors():
            row = self._connection.execute(
                "SELECT value FROM measurements WHERE name = ?", (name,)
            ).fetchone()
        return None if row is None else float(row[0])

    def keep_measured(self, name: str, value: float) -> float:
        """Store a measurement unless there is one with this name; return the stored one."""
        with self._errors():
            self._connection.execute(
                "INSERT OR IGNORE INTO measurements (name, value) VALUES (?, ?)", (name, value)
            )
        found = self.measured(name)
        assert found is not None
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
                    f"SELECT position, winner FROM winners WHERE position IN ({marks})", part
                ).fetchall()
        return found

    def keep_winners(self, winners: Mapping[str, int]) -> None:
        """Store winners of positions, all or none; those already stored stay unchanged."""
        with self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany(
                    "INSERT OR IGNORE INTO winners (position, winner) VALUES (?, ?)",
                    winners.items(),
                )
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from error


def _chunk(row: tuple[int, int, bytes, bytes, bytes, bytes, bytes, bytes, str]) -> Chunk:
    pairing, first_pair, a_won, reasons, plies, moves, choices, totals, notes = row
    return Chunk(
        pairing,
        first_pair,
        a_won,
        reasons,
        plies,
        moves,
        zlib.decompress(choices),
        zlib.decompress(totals),
        {int(game): note for game, note in json.loads(notes or "{}").items()},
    )


def _experiment(row: tuple[int, str, str, str]) -> Experiment:
    number, started, plan, about = row
    return Experiment(number, started, json.loads(plan), json.loads(about))
