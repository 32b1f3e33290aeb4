"""Decks of openings: the opening of each pair, drawn on demand.

Openings of a plan repeat in rounds, so a deck keeps each of them once, and a plan of two billion
pairs takes no more memory than one of a few thousand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, overload

import numpy as np
import numpy.typing as npt

from lastknight._core import Rng
from lastknight.errors import ArgumentError
from lastknight.matches.opening_tree import Opening, OpeningTree, check_plies, lazily_shuffled
from lastknight.matches.shuffles import Shuffles
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.stats.words import counted

Integers = npt.NDArray[np.int64]
Item_co = TypeVar("Item_co", covariant=True)

# Openings are drawn from their own random stream, far from those of the games.
STREAM = 2**63
# How many openings, and places of blocks, a deck keeps in memory; others are computed again.
_KEPT_OPENINGS = 2**16
_KEPT_PLACES = 2**18
# Pairs looked up at a time while iterating.
_AT_ONCE = 1024


class Deck(Protocol):
    """Openings, each with a place: places are numbered in the order in which pairs need them."""

    def places(self, start: int, stop: int) -> Integers:
        """The place of the opening of each of some consecutive pairs."""

    def opening(self, place: int) -> Opening:
        """The opening at a place that was returned for some pair."""

    def count_places(self, pairs: int) -> int:
        """How many places the first `pairs` pairs use."""


class ListDeck:
    """Openings in a given order, which start over at the end; equal ones share a place."""

    def __init__(self, openings: Sequence[Opening]) -> None:
        found: dict[tuple[Square, ...], int] = {}
        by_object = {id(opening): opening for opening in openings}  # most appear many times
        numbers = {
            key: found.setdefault(opening.moves, len(found)) for key, opening in by_object.items()
        }
        self._order = np.fromiter(
            map(numbers.__getitem__, map(id, openings)), np.int64, len(openings)
        )
        firsts = {numbers[key]: opening for key, opening in reversed(by_object.items())}
        self._openings = [firsts[place] for place in range(len(found))]

    def places(self, start: int, stop: int) -> Integers:
        """The place of the opening of each of some consecutive pairs."""
        return self._order[np.arange(start, stop) % max(1, len(self._order))]

    def opening(self, place: int) -> Opening:
        """The opening at a place."""
        return self._openings[place]

    def count_places(self, pairs: int) -> int:
        """How many places the first `pairs` pairs use."""
        return int(self._order[:pairs].max(initial=-1)) + 1


class RandomDeck:
    """All openings of a length in random order; once all have been drawn, again in another order.

    Every move sequence is equally likely, and the counts of openings differ by at most one. Raises
    ArgumentError if every game on the board is over after this many plies.
    """

    def __init__(self, start: Position, plies: int, *, seed: int) -> None:
        check_plies(plies)
        self._start, self._plies = start, plies
        self._tree = OpeningTree()
        count = self._tree.count(start, plies)
        self._first_round = lazily_shuffled(count, Rng(seed, stream=STREAM))
        self._ranks = array("Q")
        """By place, the rank of its opening among all move sequences."""
        self._openings: dict[int, Opening] = {}
        self._is_complete = False
        """Whether every opening has its place."""
        self._sequences, self._seed = count, seed
        self._shuffles: Shuffles | None = None
        self._place_of = np.empty(0, np.int64)
        self._blocks: dict[int, Integers] = {}
        self._draw(1)

    def places(self, start: int, stop: int) -> Integers:
        """The place of the opening of each of some consecutive pairs."""
        self._draw(stop)
        size = len(self._ranks)
        if stop <= size or size == 1:
            return np.arange(start, stop, dtype=np.int64) % size
        self._shuffles = self._shuffles or self._make_shuffles()
        width = self._shuffles.rounds * size
        parts = []
        while start < stop:
            block, at = divmod(start, width)
            end = min(stop, start + width - at)
            parts.append(self._block(block)[at : at + end - start])
            start = end
        return np.concatenate(parts) if parts else np.empty(0, np.int64)

    def opening(self, place: int) -> Opening:
        """The opening at a place that was returned for some pair."""
        found = self._openings.get(place)
        if found is None:
            found = self._keep(place, self._of_rank(self._ranks[place]))
        return found

    def count_places(self, pairs: int) -> int:
        """How many places the first `pairs` pairs use."""
        self._draw(pairs)
        return min(pairs, len(self._ranks))

    def _draw(self, count: int) -> None:
        """Draw until this many openings have places, or all of them."""
        while len(self._ranks) < count and not self._is_complete:
            rank = next(self._first_round, None)
            if rank is None:
                self._is_complete = True
                if not self._ranks:
                    raise ArgumentError(
                        f"every game on this board is over after {counted(self._plies, 'ply')}"
                    )
                return
            opening = self._of_rank(rank)
            if not opening.position.is_over:
                self._keep(len(self._ranks), opening)
                self._ranks.append(rank)

    def _of_rank(self, rank: int) -> Opening:
        return self._tree.opening(self._start, self._plies, rank)

    def _keep(self, place: int, opening: Opening) -> Opening:
        if len(self._openings) >= _KEPT_OPENINGS:
            del self._openings[next(iter(self._openings))]
        self._openings[place] = opening
        return opening

    def _make_shuffles(self) -> Shuffles:
        """What the rounds after the first need."""
        self._place_of = np.full(self._sequences, -1, np.int64)
        self._place_of[np.array(self._ranks, np.int64)] = np.arange(len(self._ranks))
        return Shuffles(self._sequences, seed=self._seed, stream=STREAM)

    def _block(self, number: int) -> Integers:
        """The places of the pairs of a block, which has whole rounds only."""
        found = self._blocks.pop(number, None)
        if found is None:
            assert self._shuffles is not None
            places = self._place_of[self._shuffles.block(number)]
            found = places[places >= 0]
        self._blocks[number] = found  # the least recently used block goes first
        if len(self._blocks) > max(2, _KEPT_PLACES // len(found)):
            del self._blocks[next(iter(self._blocks))]
        return found


@dataclass(frozen=True, eq=False)
class Drawn(Sequence[Item_co], Generic[Item_co]):
    """The opening of each pair, or a property of it such as its position, drawn on demand.

    Slices are lazy too.
    """

    deck: Deck
    pairs: range
    pick: Callable[[Opening], Item_co]

    def __len__(self) -> int:
        return len(self.pairs)

    @overload
    def __getitem__(self, index: int) -> Item_co: ...

    @overload
    def __getitem__(self, index: slice) -> Drawn[Item_co]: ...

    def __getitem__(self, index: int | slice) -> Item_co | Drawn[Item_co]:
        if isinstance(index, slice):
            return Drawn(self.deck, self.pairs[index], self.pick)
        pair = self.pairs[index]
        return self.pick(self.deck.opening(int(self.deck.places(pair, pair + 1)[0])))

    def __iter__(self) -> Iterator[Item_co]:
        if self.pairs.step != 1:
            yield from map(self.__getitem__, range(len(self)))
            return
        for start in range(self.pairs.start, self.pairs.stop, _AT_ONCE):
            places = self.deck.places(start, min(start + _AT_ONCE, self.pairs.stop))
            yield from map(self.pick, map(self.deck.opening, places.tolist()))

    def __repr__(self) -> str:
        return f"<{len(self)} openings of pairs {self.pairs.start} to {self.pairs.stop - 1}>"


class DrawnOpenings(Drawn[Opening]):
    """The opening of each pair of a plan."""

    def __init__(self, deck: Deck, pairs: int) -> None:
        super().__init__(deck, range(pairs), _itself)

    @property
    def positions(self) -> Drawn[Position]:
        """The position after each opening."""
        return Drawn(self.deck, self.pairs, _position)


def _itself(opening: Opening) -> Opening:
    return opening


def _position(opening: Opening) -> Position:
    return opening.position
