"""The file of a store: opened for writing where that is possible, and brought up to date."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from time import sleep
from urllib.parse import quote

from lastknight.errors import StoreError, cut

_FORMAT = 3
_ATTEMPTS = 100
_BEGINNING = b"SQLite format 3\0"
# The size of the smallest database file in bytes: one page.
_SHORT = 512
# Format 1 had neither measurements nor winners, format 2 no checksums.
_TABLES = """
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
"""
_CHECKED = ("experiments", "chunks", "measurements")
_CURE = "; restore a copy, or move the file away and play its games again"


def open_database(path: Path | str) -> sqlite3.Connection:
    """Open a store's file, created or brought up to date if need be.

    A file that cannot be written, or lies on a medium that cannot, is opened for reading. Raises
    StoreError, or an error of SQLite, for a file that is no store.
    """
    _check_path(path)
    try:
        connection = _connect(path)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            raise
        return _open_for_reading(Path(path), error)
    except UnicodeDecodeError as error:  # in SQLite's message, which quotes a damaged table
        raise StoreError(f"{path}: malformed database schema{_CURE}") from error
    return connection


def _check_path(path: Path | str) -> None:
    """Refuse what SQLite would mistake: impossible paths, and short files that are no databases.

    SQLite would overwrite a short file as if it were empty. Longer files are left to it, because
    closing a file drops all locks that this process holds on it, including those of another store.
    """
    try:
        if Path(path).is_dir():
            raise StoreError(f"{path} is a folder; name a file")
        os.fsencode(path)
        if "\0" in str(path):
            raise ValueError
        if not Path(path).is_file() or Path(path).stat().st_size >= _SHORT:
            return
        beginning = Path(path).read_bytes()[: len(_BEGINNING)]
    except ValueError:
        raise StoreError(f"{cut(ascii(str(path)))}: no file can have this name") from None
    except OSError as error:
        where = cut(str(path)) if error.errno == errno.ENAMETOOLONG else path
        raise StoreError(f"{where}: {error.strerror}") from error
    if beginning not in (b"", _BEGINNING):
        raise StoreError(f"{path}: file is not a database")


def _connect(path: Path | str, *, uri: str | None = None) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path if uri is None else uri,
        timeout=60,
        isolation_level=None,
        check_same_thread=False,
        uri=uri is not None,
    )
    # Checksums reveal damaged text; it must not make the other rows unreadable.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    return connection


def _prepare(connection: sqlite3.Connection, path: Path | str) -> None:
    tables, has_games, version = connection.execute(
        "SELECT count(*), ifnull(max(name = 'experiments'), 0), "
        "(SELECT user_version FROM pragma_user_version) FROM sqlite_master"
    ).fetchone()
    if tables and (version == 0 or not has_games):  # such as a file of labels
        raise StoreError(f"{path} is a database, but not a lastknight store")
    if not 0 <= version <= _FORMAT:
        raise StoreError(f"{path} has format {version}; this version of lastknight reads {_FORMAT}")
    if version == 0:
        _switch_to_log(connection)
    if version != _FORMAT:
        _upgrade(connection)
    connection.execute("PRAGMA synchronous = NORMAL")


def _upgrade(connection: sqlite3.Connection) -> None:
    """Create what is missing, unless another process did so while we waited."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _TABLES.split(";"):
            connection.execute(statement)
        for table in _CHECKED:
            if not has_checksums(connection, table):
                connection.execute(f"ALTER TABLE {table} ADD COLUMN checksum BLOB DEFAULT x''")
        connection.execute(f"PRAGMA user_version = {_FORMAT}")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def has_checksums(connection: sqlite3.Connection, table: str) -> bool:
    """Whether the rows of a table have checksums; those of older files have none."""
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return any(column[1] == "checksum" for column in columns)


def _switch_to_log(connection: sqlite3.Connection) -> None:
    """Turn on the write-ahead log; SQLite does not wait if another process does the same."""
    for attempt in range(_ATTEMPTS):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or attempt == _ATTEMPTS - 1:
                raise
        sleep(0.05)


def _open_for_reading(path: Path, reason: sqlite3.OperationalError) -> sqlite3.Connection:
    """Open a file that cannot be written; one whose log cannot be read either is refused.

    Raises `reason` if there is nothing to read.
    """
    log = path.with_name(f"{path.name}-wal")
    has_log = log.is_file() and log.stat().st_size > 0
    # Without a log, `immutable` tells SQLite to expect no writers: it cannot create its lock file.
    ways = ("mode=ro",) if has_log else ("mode=ro", "mode=ro&immutable=1")
    for way in ways if path.is_file() and path.stat().st_size else ():
        connection = _connect(path, uri=f"file:{quote(str(path.absolute()))}?{way}")
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute("SELECT count(*) FROM experiments").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            continue
        if 1 <= version <= _FORMAT:
            return connection
        connection.close()
    if has_log:
        raise StoreError(f"{path}: {reason}; copy it and {log.name} to a writable folder")
    raise reason


def cure_of(error: sqlite3.Error) -> str:
    """What to add to the message of an error, if there is something to do about it."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
        return ""
    return _CURE
