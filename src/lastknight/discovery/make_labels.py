"""Making labels: games are played, their positions drawn and labelled, and batches added to a file.

A batch is a fixed number of pairs of every series of games, so the file does not depend on the
workers, on the order in which they finish, or on where a run was stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lastknight._core import Rng
from lastknight.discovery.harvest import (
    POSITIONS_PER_GAME,
    RECORD,
    LabelHarvest,
    Records,
    draw_rates,
)
from lastknight.discovery.label_arrays import Labels, load
from lastknight.discovery.label_file import BatchCount, LabelFile, LabelHeader
from lastknight.discovery.recipe import LabelRecipe
from lastknight.discovery.split_openings import PLACEMENTS, opening_class
from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import choose_runner
from lastknight.matches.openings import Opening, endless_openings
from lastknight.matches.runners import Runner, Work
from lastknight.notation import Square
from lastknight.ranges import check_whole
from lastknight.truth.verdicts import Watch

LABELLED = "positions labelled"
"""What a watch is told while positions are labelled."""
PAIRS = 32
"""Pairs of each series in a batch."""
# Pairs of each series that show how long games are.
_PILOT_PAIRS = 32
# The random stream that the seeds of the openings come from.
_SEEDS = 5 * 2**60
# Most batches given to the runner at a time.
_WAVE = 64
_MOST_POSITIONS = 10**9
# There are taken to be no more positions once of this many batches hardly one in 200 is new.
_LAST_BATCHES = 20
_LEAST_NEW = 200

_Hashes = npt.NDArray[np.uint64]


def make_labels(  # noqa: PLR0913  (all but two are keywords)
    path: Path | str,
    positions: int,
    *,
    recipe: LabelRecipe | None = None,
    workers: int | None = None,
    runner: Runner | None = None,
    watch: Watch | None = None,
) -> Labels:
    """Make a file of at least this many labelled positions, or add to it what is missing.

    A small board may have fewer. The games are played and labelled on this machine, with `workers`
    workers, unless a runner is given. `watch` is called with the current step, how much of it is
    done, and the total. Raises ArgumentError if the file has another recipe.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     recipe = LabelRecipe(start=Position(5, 5))
    ...     labels = make_labels(f"{folder}/small.lkl", 100, recipe=recipe)
    >>> len(labels) >= 100
    True
    """
    check_whole("positions", positions, 1, _MOST_POSITIONS)
    play = choose_runner(workers, runner)
    tell = watch or (lambda *_: None)
    with _open(Path(path), recipe or LabelRecipe(), play, tell) as file:
        _Maker(file, play, tell).make(positions)
    return load(path)


def _open(path: Path, recipe: LabelRecipe, play: Runner, tell: Watch) -> LabelFile:
    """The file to resume, or a new one."""
    if not path.exists() or path.stat().st_size == 0:
        if not path.absolute().parent.is_dir():
            raise ArgumentError(f"there is no folder {str(path.parent)!r} for {path.name}")
        return LabelFile.create(path, LabelHeader(recipe, _find_rates(recipe, play, tell)))
    file = LabelFile(path)
    if difference := file.recipe.difference(recipe):
        file.close()
        raise ArgumentError(f"{path} has other labels: {difference}; choose another file")
    return file


def _find_rates(recipe: LabelRecipe, play: Runner, tell: Watch) -> dict[int, int]:
    works = _Openings(recipe).works(range(1), pairs=_PILOT_PAIRS)
    by_series = {work.pairing: work for work in works}
    played: list[tuple[Work, Chunk]] = []
    done, total = 0, len(works) * _PILOT_PAIRS
    for chunk in play(works):
        work = by_series[chunk.pairing]
        played.append((work.piece(chunk.first_pair, chunk.pairs), chunk))
        done += chunk.pairs
        tell("pairs played first", done, total)
    return draw_rates(recipe, played)


class _Openings:
    """The random openings of every series, in order, and the work that starts from them."""

    def __init__(self, recipe: LabelRecipe, *, skipped: int = 0) -> None:
        self.recipe = recipe
        self.series = recipe.series()
        self.classes: dict[tuple[int, int], list[int]] = {}
        """The class of each pair's opening, by batch and series."""
        self._known: dict[tuple[Square, ...], int] = {}
        # Each series has a seed of its own, so that series of one length differ.
        self._endless = [
            endless_openings(
                recipe.start, plies, seed=Rng(recipe.seed, stream=_SEEDS + number).next()
            )
            for number, (_, _, plies) in enumerate(self.series)
        ]
        for openings in self._endless:
            for _ in islice(openings, skipped * PAIRS):
                pass

    def works(
        self, batches: Iterable[int], *, pairs: int = PAIRS, harvest: LabelHarvest | None = None
    ) -> list[Work]:
        """The work of batches, which follow those asked for before."""
        found = []
        for batch in batches:
            for number, (a, b, _) in enumerate(self.series):
                drawn = list(islice(self._endless[number], pairs))
                self.classes[batch, number] = [self._class_of(one) for one in drawn]
                openings = [opening.position for opening in drawn]
                seed = self.recipe.seed
                found.append(Work(number, a, b, batch * pairs, openings, seed, harvest=harvest))
        return found

    def _class_of(self, opening: Opening) -> int:
        placed = opening.moves[:PLACEMENTS]
        if placed not in self._known:
            self._known[placed] = opening_class(self.recipe.start, placed)
        return self._known[placed]


class _Maker:
    """Adds batches to a file until it has enough positions."""

    def __init__(self, file: LabelFile, play: Runner, tell: Watch) -> None:
        self._file = file
        self._play = play
        self._tell = tell
        self._openings = _Openings(file.recipe, skipped=len(file.counts))
        self._harvest = LabelHarvest(file.recipe, file.header.rates)
        self._seen: _Hashes = np.sort(file.records()["form"])

    def make(self, positions: int) -> None:
        """Add batches until there are this many positions, or no more."""
        self._tell(LABELLED, self._file.positions, positions)
        while self._is_wanted(positions):
            with closing(self._run(self._wave(positions))) as batches:  # type: ignore[type-var]
                for records in batches:
                    self._add(records)
                    self._tell(LABELLED, self._file.positions, positions)
                    if not self._is_wanted(positions):
                        break

    def _is_wanted(self, positions: int) -> bool:
        last = self._file.counts[-_LAST_BATCHES:]
        new, repeated = (sum(one[field] for one in last) for field in (0, 1))
        is_exhausted = len(last) == _LAST_BATCHES and new * _LEAST_NEW <= repeated
        return self._file.positions < positions and not is_exhausted

    def _wave(self, positions: int) -> range:
        """The next batches: about as many as are missing."""
        counts = self._file.counts
        usual = 2 * PAIRS * len(self._openings.series) * POSITIONS_PER_GAME
        each = self._file.positions / len(counts) if self._file.positions else usual
        wanted = ceil((positions - self._file.positions) / each)
        return range(len(counts), len(counts) + min(wanted, _WAVE))

    def _run(self, batches: range) -> Iterator[Records]:
        """The records of each batch, in order."""
        works = self._openings.works(batches, harvest=self._harvest)
        waiting: dict[int, list[Chunk]] = {batch: [] for batch in batches}
        following = batches.start
        for chunk in self._play(works):
            waiting[chunk.first_pair // PAIRS].append(chunk)
            while following in waiting and self._is_whole(waiting[following]):
                yield self._join(following, waiting.pop(following))
                following += 1

    def _is_whole(self, chunks: Sequence[Chunk]) -> bool:
        return sum(chunk.pairs for chunk in chunks) == PAIRS * len(self._openings.series)

    def _join(self, batch: int, chunks: Sequence[Chunk]) -> Records:
        """The records of a batch by series and pair, each with the class of its opening."""
        parts = []
        for chunk in sorted(chunks, key=lambda one: (one.pairing, one.first_pair)):
            records = np.frombuffer(chunk.harvest, RECORD).copy()
            classes = np.array(self._openings.classes[batch, chunk.pairing], np.uint64)
            records["opening"] = classes[records["opening"].astype(np.int64) - batch * PAIRS]
            parts.append(records)
        for number in range(len(self._openings.series)):
            del self._openings.classes[batch, number]
        return np.concatenate(parts)

    def _add(self, records: Records) -> None:
        """Add what is new and known of a batch to the file."""
        known = records[records["is_known"] == 1]
        _, firsts = np.unique(known["form"], return_index=True)
        distinct = known[np.sort(firsts)]
        new = distinct[~_has(self._seen, distinct["form"])]
        count = BatchCount(len(new), len(known) - len(new), len(records) - len(known))
        self._file.add(new, count)
        self._seen = np.sort(np.concatenate([self._seen, new["form"]]), kind="stable")


def _has(sorted_hashes: _Hashes, asked: Any) -> npt.NDArray[np.bool_]:
    """Which of the hashes asked about are among the sorted ones."""
    if not len(sorted_hashes):
        return np.zeros(len(asked), np.bool_)
    places = np.searchsorted(sorted_hashes, asked)
    found: npt.NDArray[np.bool_] = (
        sorted_hashes[np.minimum(places, len(sorted_hashes) - 1)] == asked
    )
    return found
