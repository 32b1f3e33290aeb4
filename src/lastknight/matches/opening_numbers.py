"""The number of each pair's opening: what repeats, and what is a mirror image."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
import numpy.typing as npt

from lastknight.matches.opening_deck import Deck, Drawn, ListDeck
from lastknight.matches.opening_tree import Opening
from lastknight.matches.roles import is_first_attacking
from lastknight.position import Position

Integers = npt.NDArray[np.int64]

# A moves first after the opening in the first game of a pair, B in the second.
_ATTACKING = {True: 0, False: 1, None: -1}
# Places numbered at a time while looking for two openings that differ.
_AT_ONCE = 64


class OpeningNumbers:
    """The openings of a plan's pairs, numbered in order of first appearance, on demand."""

    def __init__(self, deck: Deck, pairs: int) -> None:
        self._deck = deck
        self._pairs = pairs
        self._forms: dict[Position, int] = {}
        self._count = 0
        # By place: the number of the canonical position, and who attacks.
        self._table = np.empty((2, 64), np.int64)

    @classmethod
    def of(cls, drawn: Sequence[Opening]) -> OpeningNumbers:
        """Number the opening of each pair; more pairs do not change the first numbers."""
        if isinstance(drawn, Drawn) and drawn.pairs == range(len(drawn)):
            return cls(drawn.deck, len(drawn))
        return cls(ListDeck(drawn), len(drawn))

    @property
    def canonical(self) -> Column:
        """Equal for mirror images."""
        return Column(self._pairs, lambda pairs: self._look_up(0, pairs))

    @property
    def raw(self) -> Column:
        """Equal only for identical openings."""
        return Column(self._pairs, lambda pairs: self._deck.places(pairs.start, pairs.stop))

    @property
    def attacking(self) -> Column:
        """The game of the pair in which A attacks, 0 or 1; -1 if the opening has no roles."""
        return Column(self._pairs, lambda pairs: self._look_up(1, pairs))

    def count(self) -> int:
        """How many openings differ, mirror images aside; all of them are drawn for that."""
        self._extend(self._deck.count_places(self._pairs))
        return len(self._forms)

    def are_all_alike(self) -> bool:
        """Whether all openings are mirror images of each other."""
        for asked in range(_AT_ONCE, self._pairs + _AT_ONCE, _AT_ONCE):
            places = self._deck.count_places(min(asked, self._pairs))
            self._extend(places)
            if len(self._forms) > 1 or places < asked:
                break
        return len(self._forms) <= 1

    def _look_up(self, row: int, pairs: range) -> Integers:
        places = self._deck.places(pairs.start, pairs.stop)
        self._extend(int(places.max(initial=-1)) + 1)
        found: Integers = self._table[row, places]
        return found

    def _extend(self, places: int) -> None:
        """Number the openings of the first places."""
        if places > self._table.shape[1]:
            longer = np.empty((2, max(places, 2 * self._table.shape[1])), np.int64)
            longer[:, : self._count] = self._table[:, : self._count]
            self._table = longer
        for place in range(self._count, places):
            opening = self._deck.opening(place)
            form = self._forms.setdefault(opening.canonical, len(self._forms))
            self._table[:, place] = form, _ATTACKING[is_first_attacking(opening.position)]
        self._count = max(self._count, places)


@dataclass(frozen=True, eq=False)
class Column(Sequence[int]):
    """A number for each pair; a slice of them is an array."""

    pairs: int
    numbers: Callable[[range], Integers]

    def __len__(self) -> int:
        return self.pairs

    @overload  # type: ignore[override]
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Integers: ...

    def __getitem__(self, index: int | slice) -> int | Integers:
        pairs = range(self.pairs)[index]
        if isinstance(pairs, int):
            return int(self.numbers(range(pairs, pairs + 1))[0])
        if pairs.step != 1:
            raise IndexError("only consecutive pairs come together")
        return self.numbers(pairs if pairs else range(0))

    def tolist(self) -> list[int]:
        """All numbers."""
        found: list[int] = self[:].tolist()
        return found
