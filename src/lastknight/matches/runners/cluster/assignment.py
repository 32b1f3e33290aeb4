"""Assignments: a task as a worker gets it, and how it plays the pairs until its time is up.

Players stay behind: an assignment names the parcels they were made from.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from time import perf_counter
from typing import Any

from lastknight import _core
from lastknight.matches.chunks import Chunk, join
from lastknight.matches.runners.local import play_timed
from lastknight.matches.runners.processes import run_in_processes
from lastknight.matches.runners.work import Work
from lastknight.players import Player


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on how an assignment is played, and how much is kept of it."""

    seconds: float
    """Start no further pair after this."""
    move_seconds: float | None
    """For a move of a Python player."""
    kept_pairs: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """Work whose players are given by the digests of their parcels."""

    a: str
    b: str
    rest: Mapping[str, Any]
    """The other fields of the work."""
    is_native: bool
    limits: Limits

    @classmethod
    def of(cls, work: Work, digests: Mapping[int, str], limits: Limits) -> Assignment:
        """Turn work into an assignment; `digests` are those of its players, by id."""
        names = [field.name for field in fields(work) if field.name not in ("a", "b")]
        rest = {name: getattr(work, name) for name in names}
        return cls(digests[id(work.a)], digests[id(work.b)], rest, work.is_native, limits)

    def work(self, players: Callable[[str], Player]) -> Work:
        """Turn the assignment back into work."""
        return Work(a=players(self.a), b=players(self.b), **self.rest)


def to_bytes(value: Assignment | Chunk) -> bytes:
    """Pickle and compress a value for the network: most of it repeats, or is zero."""
    return zlib.compress(pickle.dumps(value), 1)


def from_bytes(data: bytes) -> Any:
    """The value that `to_bytes` was given."""
    return pickle.loads(zlib.decompress(data))


def play_natively(
    work: Work, limits: Limits, *, is_wanted: Callable[[], bool] = lambda: True
) -> tuple[Chunk, float]:
    """Play native pairs until time is up, at least one; returns the games and the seconds taken.

    Slices grow from one pair to as many as still fit.
    """
    stop, began, at, size = _core.StopFlag(), perf_counter(), 0, 1
    chunks: list[Chunk] = []
    while True:
        chunk, _ = play_timed(work.piece(at, size), limits.kept_pairs, stop)
        chunks.append(chunk)
        at += chunk.pairs
        spent = perf_counter() - began
        if at >= len(work.openings) or spent >= limits.seconds or not is_wanted():
            return join(chunks), spent
        size = max(1, min(8 * size, int((limits.seconds - spent) * at / max(spent, 1e-6))))


def play_in_process(work: Work, limits: Limits) -> tuple[Chunk, float]:
    """Play pairs of Python players until time is up, at least one; returns as `play_natively`."""
    began = perf_counter()
    chunks: list[Chunk] = []
    playing = run_in_processes(
        [work],
        workers=1,
        move_seconds=limits.move_seconds,
        kept_pairs=limits.kept_pairs,
        is_pinned=False,
    )
    with closing(playing):  # type: ignore[type-var]
        for chunk in playing:
            chunks.append(chunk)
            if perf_counter() - began >= limits.seconds:
                break
    return join(chunks), perf_counter() - began
