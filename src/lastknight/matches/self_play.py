"""Later starts: distinct positions of quick self-play, as openings.

Games from them are shorter than from random openings of a few plies. They answer another question,
so every result mentions the later start.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from threading import Lock

from lastknight._core import Rng
from lastknight.errors import ArgumentError, show
from lastknight.heuristics import heuristic
from lastknight.matches.openings import STREAM, Opening, check_plies, endless_openings
from lastknight.players import AlphaBeta
from lastknight.position import Position
from lastknight.stats.words import counted, plural

SELF_PLAY = "self-play"
"""The name of these openings in the identity of a plan."""

# Plays both sides. It finds hardly any position twice, and takes far less time than the games do.
_PLAYER = AlphaBeta(heuristic("improved"), nodes=300)
# After this many games in a row without a new position, the search for positions ends.
_MOST_MISSES = 1000


def describe_start(start_ply: int) -> str:
    """Where games with later starts begin, in words.

    >>> describe_start(10)
    'from positions after 10 plies of quick self-play'
    """
    return f"from positions after {counted(start_ply, 'ply')} of quick self-play"


def check_start_ply(start_ply: object, start: Position, *, plies: int) -> None:
    """Raise ArgumentError unless quick self-play can go from `plies` plies to this one."""
    check_plies(plies)
    least, most = plies + 1, len(start.blank) - 1
    if type(start_ply) is not int or not least <= start_ply <= most:
        raise ArgumentError(
            f"start_ply must be a whole number from {least} to {most} on this board after {plies} "
            f"random {plural(plies, 'ply')}, got {show(start_ply)}"
        )


def self_play_openings(
    start: Position, start_ply: int, count: int, *, plies: int, seed: int
) -> list[Opening]:
    """Distinct positions after `start_ply` plies: some at random, then quick self-play.

    No two are mirror images, and both sides can move. The first ones are the same whatever the
    count is. Raises ArgumentError if there are not enough.

    >>> drawn = self_play_openings(Position(), 10, 50, plies=2, seed=1)
    >>> {len(opening.moves) for opening in drawn}, len({opening.canonical for opening in drawn})
    ({10}, 50)
    """
    found = find_openings(start, start_ply, count, plies=plies, seed=seed)
    if len(found) < count:
        number = f"only {len(found)}" if found else "no"
        raise ArgumentError(
            f"{number} distinct positions after {counted(start_ply, 'ply')} of quick self-play "
            f"were found for {counted(count, 'pair')}; ask for fewer pairs or another start_ply"
        )
    return found


def find_openings(
    start: Position, start_ply: int, most: int, *, plies: int, seed: int
) -> list[Opening]:
    """The positions that `self_play_openings` draws, or fewer if there are no more.

    Raises ArgumentError for a start_ply that is not on the board.
    """
    check_start_ply(start_ply, start, plies=plies)
    return _kept_search(start, start_ply, plies, seed).first(most)


class _Search:
    """Finds positions one by one, and keeps them for the next plan of the same experiment."""

    def __init__(self, found: Iterator[Opening]) -> None:
        self._new = found
        self._found: list[Opening] = []
        self._lock = Lock()

    def first(self, count: int) -> list[Opening]:
        """The first positions; fewer if there are no more."""
        with self._lock:
            self._found.extend(islice(self._new, max(0, count - len(self._found))))
            return self._found[:count]


@lru_cache(maxsize=8)
def _kept_search(start: Position, start_ply: int, plies: int, seed: int) -> _Search:
    return _Search(_search(start, start_ply, plies=plies, seed=seed))


def _search(start: Position, start_ply: int, *, plies: int, seed: int) -> Iterator[Opening]:
    known: set[Position] = set()
    misses = 0
    for number, opening in enumerate(endless_openings(start, plies, seed=seed), 1):
        found = _play_on(opening, start_ply - plies, Rng(seed, stream=STREAM + number))
        if found is not None and found.canonical not in known:
            known.add(found.canonical)
            misses = 0
            yield found
        else:
            misses += 1
        if misses == _MOST_MISSES:
            return


def _play_on(opening: Opening, plies: int, seeds: Rng) -> Opening | None:
    """Some more plies of quick self-play; None if a side cannot move after them."""
    moves, position = list(opening.moves), opening.position
    for _ in range(plies):
        if position.is_over:
            return None
        moves.append(_PLAYER.choose(position, seed=seeds.next()).move)
        position = position.play(moves[-1])
    if not all(position.legal_moves(side) for side in (1, 2)):
        return None
    return Opening(tuple(moves), position)
