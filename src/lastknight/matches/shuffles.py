"""Shuffles of a small deck, round after round, from one random stream, with random access.

They are the same as those of a Fisher-Yates shuffle with the core's `Rng.below` that continues with
the stream in each round. The generator is counter-based, so a round can be made without those
before it; only where it starts in the stream must be known, because `below` sometimes takes more
than one number.
"""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
_Words = npt.NDArray[np.uint64]

# Numbers made at a time, so that tiny decks do not need a call for each round.
_AT_ONCE = 2**14
_WORD = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
# The multipliers of Philox4x32-10, and what is added to its key in each round; see core/rng.hpp.
_MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_STEPS = 0x9E3779B9, 0xBB67AE85


class Shuffles:
    """The numbers below `count` in random order, again and again, in blocks of some rounds.

    >>> Shuffles(3, seed=1, stream=2).block(0)[:9].tolist()
    [1, 0, 2, 0, 2, 1, 1, 2, 0]
    """

    def __init__(self, count: int, *, seed: int, stream: int) -> None:
        self.rounds = max(1, _AT_ONCE // count)
        """How many rounds a block has."""
        self._count = count
        self._source = (seed, stream)
        self._bounds = np.tile(np.arange(count, 0, -1, dtype=np.uint64), self.rounds)
        # Few enough numbers that at most about one is rejected, which shifts all after it.
        self._stretch = max(256, 2**32 // count)
        # How many numbers of the stream were rejected before a block: where that changes, and how
        # many blocks are known.
        self._changes, self._rejected = [0], [0]
        self._known = 0

    def block(self, number: int) -> Integers:
        """The orders of the block's rounds, one after the other."""
        while self._known < number:
            self._places(self._known)
        places = self._places(number).reshape(self.rounds, self._count)
        return np.concatenate([_shuffled(row) for row in places.tolist()])

    def _places(self, number: int) -> Integers:
        """For each draw of a block, the place among what is left; notes where the next starts."""
        size = len(self._bounds)
        rejected = self._rejected[bisect_right(self._changes, number) - 1]
        parts: list[Integers] = []
        at = number * size + rejected
        done = 0
        while done < size:
            bounds = self._bounds[done : done + self._stretch]
            products = _high_words(*self._source, at, len(bounds)) * bounds
            limits = ((_LOW - bounds) + np.uint64(1)) % bounds
            unfair = np.flatnonzero((products & _LOW) < limits)
            fair = int(unfair[0]) if len(unfair) else len(bounds)
            parts.append((products[:fair] >> _WORD).astype(np.int64))
            at += fair + bool(len(unfair))
            done += fair
        self._note(number + 1, at - (number + 1) * size)
        return np.concatenate(parts)

    def _note(self, number: int, rejected: int) -> None:
        if number > self._known:
            self._known = number
            if rejected != self._rejected[-1]:
                self._changes.append(number)
                self._rejected.append(rejected)


def _shuffled(places: list[int]) -> Integers:
    """The order that a Fisher-Yates shuffle makes by drawing these places."""
    items = list(range(len(places)))
    for last, place in zip(range(len(places) - 1, -1, -1), places, strict=True):
        items[place], items[last] = items[last], items[place]
    return np.array(items[::-1], dtype=np.int64)


def _high_words(seed: int, stream: int, first: int, count: int) -> _Words:
    """The upper halves of some numbers of a stream, the first of which has this index."""
    begin = first // 2
    blocks = np.arange(begin, (first + count + 1) // 2 + 1, dtype=np.uint64)
    words = [blocks & _LOW, blocks >> _WORD]
    words += [np.full_like(blocks, part) for part in (stream & 0xFFFFFFFF, stream >> 32)]
    keys = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        left, right = _MULTIPLIERS[0] * words[0], _MULTIPLIERS[1] * words[2]
        words = [
            (right >> _WORD) ^ words[1] ^ np.uint64(keys[0]),
            right & _LOW,
            (left >> _WORD) ^ words[3] ^ np.uint64(keys[1]),
            left & _LOW,
        ]
        keys = [(key + step) & 0xFFFFFFFF for key, step in zip(keys, _STEPS, strict=True)]
    halves = np.stack((words[1], words[3]), axis=1).reshape(-1)
    at = first - 2 * begin
    return halves[at : at + count]
