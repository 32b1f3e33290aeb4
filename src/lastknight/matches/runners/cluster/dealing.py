"""Dealing: which worker plays which pairs next, and whose games count.

No word of Dask and no clock of its own: it is told what happens and when. A piece is some pairs of
one work; whoever is first to return it counts, what others return of it later does not. So every
pair is counted once, whatever becomes of the workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lastknight.matches.runners.work import Work

LEAST_SECONDS, MOST_SECONDS = 0.5, 2.0
"""How long a piece should take."""
WANTED_SECONDS = 1.25
FIRST_SIZE = 64
LARGEST_SIZE = 2**15
# A worker that says nothing for so long, and for so many times what it should have taken, is
# silent: what it holds is given to others as well.
PATIENCE = 10.0
_TIMES = 6.0
# Pieces that a worker has at once, beyond those it plays.
_AHEAD = 1


@dataclass(eq=False)
class Piece:
    """Some pairs of a work, and who is playing them."""

    work: Work
    """Of these pairs alone."""
    index: int
    """Which of the works it is from."""
    holders: set[str] = field(default_factory=set)
    failures: int = 0
    is_done: bool = False

    @property
    def pairs(self) -> int:
        """How many."""
        return len(self.work.openings)


@dataclass(eq=False)
class _Hand:
    """A worker and what it was given."""

    slots: int
    pieces: list[Piece] = field(default_factory=list)
    heard: float = 0.0
    pace: tuple[int, float] = (-1, 0.0)
    """The latest work it returned pairs of, and the seconds a pair took."""
    is_silent: bool = False


class Dealer:
    """Deals works out to workers that come, go, fall silent and fail."""

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = works
        self._next = (0, 0)
        self._again: deque[Piece] = deque()
        self._hands: dict[str, _Hand] = {}
        self._free: dict[str, None] = {}
        self._paces: dict[int, float] = {}
        self.missing = sum(len(work.openings) for work in works)
        """Pairs that nobody has returned yet."""
        self._slots = 0

    @property
    def is_over(self) -> bool:
        """Whether everything was returned."""
        return self.missing == 0

    @property
    def workers(self) -> list[str]:
        """Those who are here."""
        return list(self._hands)

    def add_worker(self, name: str, *, threads: int) -> None:
        """Somebody came who plays so many games at once."""
        self._hands[name] = _Hand(threads + _AHEAD)
        self._slots += threads + _AHEAD
        self._free[name] = None

    def remove_worker(self, name: str) -> None:
        """Somebody went; others play what it held."""
        hand = self._hands.pop(name, None)
        if hand is None:
            return
        self._free.pop(name, None)
        self._slots -= hand.slots
        for piece in hand.pieces:
            piece.holders.discard(name)
            self._give_back(piece)

    def deal(self, now: float) -> Iterator[tuple[str, Piece]]:
        """Fill the hands of those who have a place free, as long as there is something to play.

        A worker with nothing to do comes before one that would only get a piece for later.
        """
        for level in range(max((self._hands[name].slots for name in self._free), default=0)):
            for name in [n for n in self._free if len(self._hands[n].pieces) <= level]:
                hand = self._hands[name]
                piece = None if hand.is_silent else self._take(name, hand)
                if piece is None:
                    continue
                if not hand.pieces:
                    hand.heard = now
                hand.pieces.append(piece)
                piece.holders.add(name)
                if len(hand.pieces) >= hand.slots:
                    del self._free[name]
                yield name, piece

    def finish(self, name: str, piece: Piece, *, pairs: int, seconds: float, now: float) -> bool:
        """A worker returned the first so many pairs of a piece: whether they count."""
        self._hear(name, piece, now)
        if pairs:
            pace = max(seconds, 1e-6) / pairs
            self._paces[piece.index] = pace
            if name in self._hands:
                self._hands[name].pace = (piece.index, pace)
        if piece.is_done:
            return False
        if not pairs:
            self._give_back(piece)
            return False
        piece.is_done = True
        self.missing -= pairs
        if pairs < piece.pairs:
            rest = piece.work.piece(pairs, piece.pairs - pairs)
            self._again.append(Piece(rest, piece.index))
        return True

    def take_back(self, name: str, piece: Piece) -> bool:
        """Take a piece that is done from whoever else holds it: whether it can be taken.

        A silent worker keeps it, for what it returns one day says that it is there again.
        """
        hand = self._hands.get(name)
        if hand is None or hand.is_silent:
            return False
        piece.holders.discard(name)
        if piece in hand.pieces:
            hand.pieces.remove(piece)
        self._free[name] = None
        return True

    def fail(self, name: str, piece: Piece, now: float) -> None:
        """A worker could not play a piece; another one is to try."""
        self._hear(name, piece, now)
        piece.failures += 1
        self._give_back(piece)

    def note_silence(self, now: float) -> list[str]:
        """Those who have fallen silent just now; what they hold is dealt to others as well."""
        found = []
        for name, hand in self._hands.items():
            if not hand.pieces or hand.is_silent:
                continue
            expected = self._expected(hand, hand.pieces[0])
            if now - hand.heard > max(PATIENCE, _TIMES * expected):
                hand.is_silent = True
                found.append(name)
                for piece in hand.pieces:
                    self._give_back(piece)
        return found

    def _hear(self, name: str, piece: Piece, now: float) -> None:
        piece.holders.discard(name)
        hand = self._hands.get(name)
        if hand is None:
            return
        hand.heard, hand.is_silent = now, False
        if piece in hand.pieces:
            hand.pieces.remove(piece)
        self._free[name] = None

    def _give_back(self, piece: Piece) -> None:
        """Let others play a piece, unless somebody does who can be heard."""
        if not piece.is_done and self._is_wanted(piece) and piece not in self._again:
            self._again.append(piece)

    def _take(self, name: str, hand: _Hand) -> Piece | None:
        for _ in range(len(self._again)):
            piece = self._again.popleft()
            if piece.is_done or not self._is_wanted(piece):
                continue
            if name in piece.holders:
                self._again.append(piece)
                continue
            return self._cut(piece, self._size(hand, piece.index))
        index, start = self._next
        while index < len(self._works) and start >= len(self._works[index].openings):
            index, start = index + 1, 0
        if index == len(self._works):
            return None
        work = self._works[index]
        size = min(self._size(hand, index), len(work.openings) - start)
        self._next = (index, start + size)
        return Piece(work.piece(start, size), index)

    def _is_wanted(self, piece: Piece) -> bool:
        """Whether nobody plays it who can be heard."""
        return not any(
            name in self._hands and not self._hands[name].is_silent for name in piece.holders
        )

    def _cut(self, piece: Piece, size: int) -> Piece:
        """A piece that nobody holds may be too large for whoever takes it."""
        if piece.holders or piece.pairs <= size:
            return piece
        self._again.appendleft(Piece(piece.work.piece(size, piece.pairs - size), piece.index))
        return Piece(piece.work.piece(0, size), piece.index, failures=piece.failures)

    def _size(self, hand: _Hand, index: int) -> int:
        """Pairs for about a second, fewer where the end is near so that all stop together."""
        share = max(1, self.missing // (2 * self._slots))
        pace = self._pace(hand, index)
        if pace is None:
            return min(share, FIRST_SIZE)
        most = max(1, int(WANTED_SECONDS / pace))
        least = max(1, int(LEAST_SECONDS / pace))
        return min(max(min(most, share), least), LARGEST_SIZE)

    def _pace(self, hand: _Hand, index: int) -> float | None:
        return hand.pace[1] if hand.pace[0] == index else self._paces.get(index)

    def _expected(self, hand: _Hand, piece: Piece) -> float:
        pace = self._pace(hand, piece.index)
        return 0.0 if pace is None else pace * piece.pairs
