"""Marks of experiments that are being played, for other processes to see.

A mark is a lock on one byte of a file next to the store, so it ends with the process that set it,
however that ends. Several processes can play one experiment. Where there are no locks, nothing is
marked.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

WHOLE = 0
"""The mark of a store in which anything is being played; other marks are experiments' numbers."""

_ATTEMPTS = 10
# The system's lock structure: type, whence, start, length, process; in another order on macOS.
_IS_MAC = sys.platform == "darwin"
_LOCK = "@qqihh" if _IS_MAC else "@hhqqi4x"


def marks_of(store: Path) -> Path:
    """The file with the marks of a store."""
    return store.with_name(f"{store.name}-playing")


class PlayMarks:
    """The marks that this process sets on a store's experiments. Close it to remove them."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._file: int | None = None

    @property
    def _path(self) -> Path:
        return marks_of(self._store)

    def set(self, experiments: Iterable[int]) -> None:
        """Mark experiments as being played, and their store."""
        if fcntl is None or not self._store.is_file():  # it can be in memory
            return
        with suppress(OSError):  # a folder that cannot be written
            file = self._open()
            for experiment in (WHOLE, *experiments):
                fcntl.lockf(file, fcntl.LOCK_SH, 1, experiment)

    def clear(self, experiments: Iterable[int]) -> None:
        """Remove the marks of experiments; their store stays marked."""
        if self._file is None:
            return
        with suppress(OSError):
            for experiment in experiments:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, experiment)

    def close(self) -> None:
        """Remove all marks, and the file unless another process has marks in it."""
        if self._file is None:
            return
        file, self._file = self._file, None
        with suppress(OSError):
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._path.unlink()
        os.close(file)

    def _open(self) -> int:
        """The file of marks, not locked as a whole, and not removed."""
        if self._file is not None:
            return self._file
        for _ in range(_ATTEMPTS):
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                fcntl.lockf(file, fcntl.LOCK_SH, 1, WHOLE)
                if os.path.samestat(os.fstat(file), self._path.stat()):
                    self._file = file
                    return file
            except FileNotFoundError:  # the previous player has just removed it
                pass
            except BaseException:
                os.close(file)
                raise
            os.close(file)
        raise OSError(f"cannot mark {self._path}")


def is_marked(store: Path, experiment: int = WHOLE) -> bool:
    """Whether another process is playing an experiment, or anything at all in a store.

    A process that plays must not call this: closing the file would drop its own marks.
    """
    if fcntl is None:
        return False
    try:
        file = os.open(marks_of(store), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        asked = (experiment, 1, 0, fcntl.F_WRLCK, os.SEEK_SET)
        asked = asked if _IS_MAC else (asked[3], asked[4], *asked[:3])
        found = struct.unpack(_LOCK, fcntl.fcntl(file, fcntl.F_GETLK, struct.pack(_LOCK, *asked)))
        return bool(found[3 if _IS_MAC else 0] != fcntl.F_UNLCK)
    except OSError:
        return False
    finally:
        os.close(file)
