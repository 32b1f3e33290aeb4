"""Openings: short move sequences that games start from, each played from both sides.

The game is never over after an opening.
"""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from lastknight.errors import ArgumentError, IllegalMove, NotationError, show
from lastknight.matches.opening_deck import STREAM, DrawnOpenings, RandomDeck
from lastknight.matches.opening_tree import MOST_PLIES, Opening, check_plies
from lastknight.notation import Square, format_moves, parse_moves
from lastknight.position import Position
from lastknight.stats.words import counted
from lastknight.text_file import read_text

__all__ = ["KINDS", "MOST_PLIES", "STREAM", "Opening", "census_openings", "check_plies"]

KINDS = ("random", "census", "empty")
"""The openings that are given by a name."""
MOST_SEQUENCES = 2_000_000
"""The most move sequences of a census, and of random openings that repeat."""
_SQUARE = re.compile(r"[a-z]\d+")
# Openings that are drawn ahead.
_AHEAD = 16


def random_openings(start: Position, plies: int, number: int, *, seed: int) -> list[Opening]:
    """Draw openings without repetition, every move sequence of this length equally likely.

    Once all have been drawn they are drawn again in another order, so their counts differ by at
    most one. Raises ArgumentError if every game on the board is over after this many plies.

    >>> drawn = random_openings(Position(), 2, 2352, seed=1)
    >>> len({opening.moves for opening in drawn}), len({opening.canonical for opening in drawn})
    (2352, 315)
    """
    check_plies(plies)
    if not number:
        return []
    return list(DrawnOpenings(RandomDeck(start, plies, seed=seed), number))


def endless_openings(start: Position, plies: int, *, seed: int) -> Iterator[Opening]:
    """The openings that `random_openings` draws, without end."""
    deck = RandomDeck(start, plies, seed=seed)
    for pair in count(0, _AHEAD):
        yield from map(deck.opening, deck.places(pair, pair + _AHEAD).tolist())


def census_openings(start: Position, plies: int) -> list[Opening]:
    """Every opening of this length once, without mirror images.

    Raises ArgumentError if there are too many, or every game is over by then.

    >>> len(census_openings(Position(), 2))
    315
    """
    check_census(start, plies)
    level = [Opening((), start)]
    for _ in range(plies):
        found: dict[Position, Opening] = {}
        for opening in level:
            for move in opening.position.legal_moves():
                after = Opening((*opening.moves, move), opening.position.play(move))
                found.setdefault(after.canonical, after)
        level = list(found.values())
    openings = [opening for opening in level if not opening.position.is_over]
    if not openings:
        raise ArgumentError(f"every game on this board is over after {counted(plies, 'ply')}")
    return openings


def list_openings(start: Position, openings: Iterable[str | Iterable[Square]]) -> list[Opening]:
    """Openings given as moves, either text or squares.

    Raises IllegalMove or NotationError with the number of the opening, and ArgumentError if the
    game is over after an opening or the list is empty.

    >>> [str(opening) for opening in list_openings(Position(), ["d4 b1", [(3, 3), (0, 0)]])]
    ['d4 b1', 'd4 a1']
    """
    found = []
    for number, given in enumerate(openings, 1):
        try:
            moves = tuple(parse_moves(given if isinstance(given, str) else format_moves(given)))
            position = start
            for move in moves:
                position = position.play(move)
        except (IllegalMove, NotationError) as error:
            raise type(error)(f"opening {number}: {error}") from None
        if position.is_over:
            raise ArgumentError(f"opening {number}: the game is over after {format_moves(moves)}")
        found.append(Opening(moves, position))
    if not found:
        raise ArgumentError("the list of openings is empty")
    return found


def read_openings(start: Position, path: Path) -> list[Opening]:
    """Openings from a file: moves such as `d4 b1` on each line; # starts a comment.

    Raises as `list_openings` does, with the name of the file.
    """
    lines = (line.partition("#")[0].strip() for line in read_text(path).splitlines())
    try:
        return list_openings(start, [line for line in lines if line])
    except (ArgumentError, IllegalMove, NotationError) as error:
        raise type(error)(f"{path}: {error}") from None


def parse_openings(start: Position, text: str) -> list[Opening]:
    """Openings from the name of a file, or from moves such as `d4 b1; c3 e5`.

    Raises ArgumentError for other text, and as `list_openings` does.

    >>> [str(opening) for opening in parse_openings(Position(), "d4 b1; c3 e5")]
    ['d4 b1', 'c3 e5']
    """
    if _is_file(text):
        return read_openings(start, Path(text))
    if _are_moves(text):
        return list_openings(start, filter(None, map(str.strip, text.split(";"))))
    raise ArgumentError(
        f"openings must be {', '.join(KINDS)}, an existing file, or moves such as 'd4 b1; c3 e5', "
        f"got {show(text)}"
    )


def are_listed(text: str) -> bool:
    """Whether text names a file or has moves, so that `parse_openings` reads it."""
    return _is_file(text) or _are_moves(text)


def _is_file(text: str) -> bool:
    return len(text) < 4096 and text.isprintable() and os.path.isfile(text)  # noqa: PTH113


def _are_moves(text: str) -> bool:
    return ";" in text or " " in text.strip() or _SQUARE.fullmatch(text.strip()) is not None


def check_census(start: Position, plies: int) -> None:
    """Raise ArgumentError for a census that would fill the memory."""
    if not are_few(start, plies):
        raise ArgumentError(
            f"a census of {counted(plies, 'ply')} on this board has more than {MOST_SEQUENCES:,} "
            "move sequences; use fewer plies, or random openings"
        )


def are_few(start: Position, plies: int) -> bool:
    """Whether all openings of this length fit into memory."""
    check_plies(plies)
    return all(start.perft(length) <= MOST_SEQUENCES for length in range(plies + 1))
