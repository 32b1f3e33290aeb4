"""Puzzles: positions with exactly one winning move, graded by how many heuristics miss it.

The puzzles in the package are plain text, one per line; `lastknight puzzles --make` regenerates
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import count

from lastknight import _core
from lastknight._core import Rng
from lastknight.errors import ArgumentError, NotationError
from lastknight.heuristics import heuristic, heuristics
from lastknight.notation import Square, format_square, parse_square
from lastknight.position import Position
from lastknight.solving.perfect import choose_perfect
from lastknight.solving.solver import solve

NODES = 1000
"""Node limit of the searches that grade a puzzle."""
LEVELS = ("easy", "medium", "hard")
"""By the share of heuristics that miss the move: under a third, under two thirds, more."""
# The plies that positions are taken from, and the length of their games' random openings.
_PLIES = range(6, 26)
_OPENING_PLIES = 4
_LEAST_MOVES = 3
# Positions come from games of a mediocre player.
_PLAYER = "improved"
_PLAYER_NODES = 200
_PROOF_NODES = 5_000_000


@dataclass(frozen=True)
class Puzzle:
    """A position, its only winning move, and the heuristics that miss it."""

    position: Position
    move: Square
    missed_by: tuple[str, ...]

    @property
    def grade(self) -> int:
        """How many heuristics miss the move."""
        return len(self.missed_by)

    @property
    def level(self) -> str:
        """How hard it is: easy, medium or hard."""
        return LEVELS[min(3 * self.grade // len(graders()), 2)]

    def __str__(self) -> str:
        return f"{self.position} {format_square(self.move)} {' '.join(self.missed_by)}".strip()

    @classmethod
    def parse(cls, text: str) -> Puzzle:
        """Read the line that `str` writes.

        Raises NotationError for other text.

        >>> Puzzle.parse("1../.../.x2:1 c2 open").grade
        1
        """
        position, _, rest = text.partition(" ")
        move, _, missed = rest.partition(" ")
        known = [spec for spec in graders() if f" {spec} " in f" {missed} "]
        if " ".join(known) != missed:
            raise NotationError(f"not a puzzle: {text[:60]!r}")
        return cls(Position.parse(position), parse_square(move), tuple(known))


@cache
def graders() -> tuple[str, ...]:
    """The heuristics that grade puzzles: the catalogue without `null` and fitted ones.

    >>> len(graders())
    15
    """
    written = [name for name, entry in heuristics().items() if entry.source != "fitted"]
    return tuple(str(heuristic(name)).replace(" ", "") for name in written if name != "null")


@cache
def read_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles in the package, easiest first.

    >>> read_puzzles()[0].level
    'easy'
    """
    text = (files("lastknight") / "data" / "puzzles.txt").read_text(encoding="utf-8")
    return tuple(Puzzle.parse(line) for line in text.splitlines() if line[:1] not in ("", "#"))


def choose_puzzle(number: int, level: str | None = None) -> tuple[Puzzle, int]:
    """A puzzle by its number within a level, counting from 1, and how many there are.

    Raises ArgumentError for an unknown level or number.
    """
    if level is not None and level not in LEVELS:
        raise ArgumentError(f"level must be one of {', '.join(LEVELS)}, got {level!r}")
    found = [puzzle for puzzle in read_puzzles() if level in (None, puzzle.level)]
    if not 1 <= number <= len(found):
        raise ArgumentError(f"puzzle number must be from 1 to {len(found)}, got {number}")
    return found[number - 1], len(found)


def play_on(position: Position, move: Square, *, plies: int) -> list[Square]:
    """A move followed by perfect play, up to this many plies in all."""
    line = [move]
    position = position.play(move)
    while len(line) < plies and not position.is_over:
        line.append(choose_perfect(position).move)
        position = position.play(line[-1])
    return line


def make_puzzles(
    each: int, *, seed: int, progress: Callable[[int], object] = lambda _: None
) -> list[Puzzle]:
    """Make puzzles from games, `each` of every level, easiest first.

    `progress` is called with the number found so far.
    """
    found: dict[str, dict[Position, Puzzle]] = {level: {} for level in LEVELS}
    for position in _positions(seed):
        move = only_winning_move(position)
        if move is None:
            continue
        puzzle = Puzzle(position, move, tuple(_missed_by(position, move)))
        kept = found[puzzle.level]
        if len(kept) < each:
            kept.setdefault(position.canonical(), puzzle)
            progress(sum(map(len, found.values())))
        if all(len(kept) == each for kept in found.values()):
            break
    puzzles = [puzzle for kept in found.values() for puzzle in kept.values()]
    return sorted(puzzles, key=lambda puzzle: puzzle.grade)


def only_winning_move(position: Position) -> Square | None:
    """The only winning move; None if there is none, several, or the solver hits its limit.

    >>> only_winning_move(Position.from_moves("d4 b1")) is None
    True
    """
    if len(position.legal_moves()) < _LEAST_MOVES:
        return None
    wins = []
    for move in position.legal_moves():
        winner = solve(position.play(move), nodes=_PROOF_NODES).winner
        if winner is None:
            return None
        if winner == position.to_move:
            wins.append(move)
            if len(wins) > 1:
                return None
    return wins[0] if wins else None


def format_puzzles(puzzles: Iterable[Puzzle], *, command: str) -> str:
    """The text of a puzzle file, headed by the command that made it."""
    lines = [
        f"# Made by: {command}",
        "# Position, its one winning move, and the heuristics whose AlphaBeta misses it "
        f"with {NODES} nodes.",
        *map(str, puzzles),
    ]
    return "\n".join(lines) + "\n"


def _missed_by(position: Position, move: Square) -> Iterator[str]:
    for spec in graders():
        if _choose(spec, position, nodes=NODES, seed=1) != move:
            yield spec


def _positions(seed: int) -> Iterator[Position]:
    """One position from each of many games with random openings, cycling through the plies."""
    for number in count():
        rng = Rng(seed, stream=number)
        position = Position()
        for _ in range(_OPENING_PLIES):
            moves = position.legal_moves()
            position = position.play(moves[rng.below(len(moves))])
        for _ in range(_PLIES[number % len(_PLIES)] - _OPENING_PLIES):
            if position.is_over:
                break
            move = _choose(_PLAYER, position, nodes=_PLAYER_NODES, seed=rng.next())
            position = position.play(move)
        if not position.is_over:
            yield position


def _choose(spec: str, position: Position, *, nodes: int, seed: int) -> Square:
    """The move of the player AlphaBeta, which is in a layer above this one."""
    searcher = _core.NativePlayer("AlphaBeta", heuristic(spec).core, nodes=nodes)
    return _core.choose(searcher, position, seed=seed)[0]
