"""Counts how many of very many numbers are distinct, exactly and in little memory."""

from __future__ import annotations

from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO

import numpy as np
from numpy.typing import NDArray

# Numbers kept in memory; beyond that they go to files, by their highest bits.
_HELD = 2**18
_PARTS = 2**12
_FILES = 64
_SHIFT = np.uint64(64 - 6)


class DistinctCounter:
    """Counts distinct 64-bit numbers that are evenly distributed, such as hashes.

    >>> counter = DistinctCounter()
    >>> counter.add(np.array([7, 8, 7], dtype=np.uint64))
    >>> counter.count()
    2
    """

    def __init__(self) -> None:
        self._held: list[NDArray[np.uint64]] = []
        self._count = 0
        self._files: list[IO[bytes]] = []

    def add(self, numbers: NDArray[np.uint64]) -> None:
        """Add numbers."""
        self._held.append(numbers)
        self._count += len(numbers)
        if self._count > _HELD:
            self._spill()
        elif len(self._held) > _PARTS:
            self._held = [np.concatenate(self._held)]

    def count(self) -> int:
        """The number of distinct numbers added so far."""
        if not self._files:
            return _distinct(np.concatenate(self._held)) if self._held else 0
        self._spill()
        return sum(_distinct(_read(file)) for file in self._files)

    def _spill(self) -> None:
        """Move what is in memory to the files, equal numbers to the same file."""
        if not self._files:
            with ExitStack() as stack:  # if one fails to open, close the others
                self._files = [stack.enter_context(TemporaryFile()) for _ in range(_FILES)]
                stack.pop_all()
        held = np.sort(np.concatenate(self._held)) if self._held else np.empty(0, np.uint64)
        ends = np.searchsorted(held >> _SHIFT, np.arange(_FILES + 1, dtype=np.uint64))
        for file, start, end in zip(self._files, ends, ends[1:], strict=False):
            file.write(held[start:end].tobytes())
        self._held, self._count = [], 0

    def __del__(self) -> None:
        for file in self._files:
            file.close()


def _read(file: IO[bytes]) -> NDArray[np.uint64]:
    file.seek(0)
    return np.frombuffer(file.read(), dtype=np.uint64)


def _distinct(numbers: NDArray[np.uint64]) -> int:
    if not len(numbers):
        return 0
    found = np.sort(numbers)
    return 1 + int(np.count_nonzero(found[1:] != found[:-1]))
