"""Sampling: positions from real games, by ply, with the proved winner after each of their moves.

Every subject sees the same positions. Mirror images count as one position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TypeVar

from lastknight._core import Rng
from lastknight.errors import ArgumentError
from lastknight.matches.game_record import GameRecord
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.stats import Estimate, clustered_rate
from lastknight.truth.measurements import PlyGroup, Sample
from lastknight.truth.verdicts import Verdicts, winning

T = TypeVar("T")

GROUP_PLIES = 4
# Random streams of their own, far from those of the games.
_DRAWS = 2**62
_TIES = 2**61
_FEW = 10
_BATCH = 200


@dataclass(frozen=True)
class DrawnPosition:
    """A position from a game."""

    position: Position
    ply: int
    cluster: str


@dataclass(frozen=True)
class SolvedPosition(DrawnPosition):
    """A position from a game, with the winner after each of its moves."""

    moves: Mapping[Square, int]
    seed: int
    """The random seed for players that choose here."""

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.position.to_move

    @cached_property
    def winning(self) -> frozenset[Square]:
        """The moves that win."""
        return frozenset(winning(self.moves, self.mover))

    @property
    def is_won(self) -> bool:
        """Whether the player to move wins."""
        return bool(self.winning)

    @property
    def is_critical(self) -> bool:
        """Whether there are both winning and losing moves."""
        return 0 < len(self.winning) < len(self.moves)


@dataclass(frozen=True)
class SolvedSample:
    """Solved positions in groups by ply."""

    source: str
    seed: int
    games: Sequence[GameRecord]
    plies: tuple[tuple[int, int], ...]
    """The first and last ply of each group."""
    positions: tuple[SolvedPosition, ...]
    unknown: int

    def by_ply(self, found: Iterable[T], ply_of: Callable[[T], int]) -> list[list[T]]:
        """Split items into the groups, by the ply of each."""
        kept = [(ply_of(one), one) for one in found]
        return [[one for ply, one in kept if first <= ply <= last] for first, last in self.plies]

    @cached_property
    def critical(self) -> list[SolvedPosition]:
        """The positions that have both winning and losing moves."""
        return [one for one in self.positions if one.is_critical]

    def record(self) -> Sample:
        """The sample as data."""
        groups = self.by_ply(self.positions, lambda one: one.ply)
        return Sample(
            source=self.source,
            games=len(self.games),
            clusters=len({one.cluster for one in self.positions}),
            positions=len(self.positions),
            critical=len(self.critical),
            won=sum(one.is_won for one in self.positions),
            unknown=self.unknown,
            chance=_chance(self.positions),
            groups=tuple(
                PlyGroup(
                    *plies,
                    positions=len(group),
                    critical=sum(one.is_critical for one in group),
                    won=sum(one.is_won for one in group),
                    chance=_chance(group),
                )
                for plies, group in zip(self.plies, groups, strict=True)
            ),
        )


def sample_positions(
    games: Sequence[GameRecord], verdicts: Verdicts, *, source: str, most: int, seed: int
) -> SolvedSample:
    """Draw positions from games, and prove who wins after each of their moves.

    Positions that the solver cannot prove are dropped and counted. Raises ArgumentError if none
    is left.
    """
    drawn = draw_positions(games, most=most, seed=seed)
    solved = _solve(drawn, verdicts, seed=seed)
    if not solved:
        raise ArgumentError(
            f"the solver proves none of these positions within {verdicts.nodes} nodes; allow more"
        )
    unknown = len(drawn) - len(solved)
    return SolvedSample(source, seed, games, _plies(solved, most), tuple(solved), unknown)


def sample_critical(
    games: Sequence[GameRecord], verdicts: Verdicts, *, source: str, wanted: int, seed: int
) -> SolvedSample:
    """Draw positions until `wanted` of them are critical, or the games have no more.

    One position per game from each group of plies. Groups that begin within the first fifth of the
    board's squares are left out: their proofs are the most expensive, and few of them are critical.
    """
    first = len(games[0].start.blank) / 5 if games else 0
    draws = _distinct(one for _, one in _draws(games, seed=seed) if _first_ply(one.ply) >= first)
    solved: list[SolvedPosition] = []
    drawn = critical = unknown = 0
    while critical < wanted and (batch := list(islice(draws, max(_BATCH, wanted // 4)))):
        proved = _solve(batch, verdicts, seed=seed, number=drawn)
        drawn, unknown = drawn + len(batch), unknown + len(batch) - len(proved)
        for one in proved:
            if critical < wanted:
                solved.append(one)
                critical += one.is_critical
    return SolvedSample(source, seed, games, _plies(solved, 0), tuple(solved), unknown)


def _solve(
    drawn: Sequence[DrawnPosition], verdicts: Verdicts, *, seed: int, number: int = 0
) -> list[SolvedPosition]:
    """The positions that can be proved; `number` is that of the first one in the whole sample."""
    verdicts.learn_moves([one.position for one in drawn])
    solved = []
    for place, one in enumerate(drawn, number):
        moves = verdicts.moves(one.position)
        known = {move: winner for move, winner in moves.items() if winner is not None}
        if len(known) == len(moves):
            ties = Rng(seed, stream=_TIES + place).next()
            solved.append(SolvedPosition(one.position, one.ply, one.cluster, known, ties))
    return solved


def draw_positions(games: Sequence[GameRecord], *, most: int, seed: int) -> list[DrawnPosition]:
    """One position per game from each group of plies, until a group has `most`.

    One game of each opening comes before the second game of any, so few openings repeat. Raises
    ArgumentError if no game has a position with both knights on the board.
    """
    drawn: dict[int, list[DrawnPosition]] = {}
    seen: set[Position] = set()
    for group, one in _draws(games, seed=seed):
        found = drawn.setdefault(group, [])
        form = one.position.canonical()
        if len(found) < most and form not in seen:
            seen.add(form)
            found.append(one)
    if not drawn:
        raise ArgumentError("these games have no position with both knights on the board")
    return [one for group in sorted(drawn) for one in drawn[group]]


def _draws(games: Sequence[GameRecord], *, seed: int) -> Iterator[tuple[int, DrawnPosition]]:
    """One position per game from each group of plies, with the number of the group."""
    for number, game, cluster in _take_turns(games):
        rng = Rng(seed, stream=_DRAWS + number)
        groups: dict[int, list[int]] = {}
        for ply in game.contested:
            groups.setdefault(_group(ply), []).append(ply)
        for group, plies in groups.items():
            ply = plies[rng.below(len(plies))]
            yield group, DrawnPosition(game.positions[ply], ply, cluster)


def _distinct(draws: Iterable[DrawnPosition]) -> Iterator[DrawnPosition]:
    """Each position once; mirror images count as one."""
    seen: set[Position] = set()
    for one in draws:
        form = one.position.canonical()
        if form not in seen:
            seen.add(form)
            yield one


def _group(ply: int) -> int:
    """The group of plies that a ply is in."""
    return (ply - 2) // GROUP_PLIES


def _first_ply(ply: int) -> int:
    """The first ply of its group."""
    return 2 + GROUP_PLIES * _group(ply)


def _take_turns(games: Sequence[GameRecord]) -> Iterator[tuple[int, GameRecord, str]]:
    """Games with their numbers and clusters: one of each cluster, then a second of each, and so on.

    Each cluster starts at a different one of its games, so that no side or player always comes
    first.
    """
    clusters: dict[str, list[tuple[int, GameRecord]]] = {}
    for number, game in enumerate(games):
        clusters.setdefault(game.cluster, []).append((number, game))
    for turn in range(max(map(len, clusters.values()), default=0)):
        for place, (cluster, own) in enumerate(clusters.items()):
            if turn < len(own):
                yield *own[(turn + place) % len(own)], cluster


def _plies(solved: Sequence[SolvedPosition], most: int) -> tuple[tuple[int, int], ...]:
    """The groups that have positions; sparse groups at the end are merged."""
    counts: dict[int, int] = {}
    for one in solved:
        group = _group(one.ply)
        counts[group] = counts.get(group, 0) + 1
    found = [[group, group, counts[group]] for group in sorted(counts)]
    while len(found) > 1 and found[-1][2] < max(_FEW, most // 4):
        _, last, count = found.pop()
        found[-1][1:] = [last, found[-1][2] + count]
    return tuple(
        (max(0, 2 + GROUP_PLIES * first), 1 + GROUP_PLIES * (last + 1)) for first, last, _ in found
    )


def _chance(solved: Sequence[SolvedPosition]) -> Estimate:
    critical = [one for one in solved if one.is_critical]
    return clustered_rate(
        [len(one.winning) / len(one.moves) for one in critical],
        [one.cluster for one in critical],
    )
