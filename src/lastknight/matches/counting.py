"""Counts the games of a plan: into matches, ratings, and what attackers won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from lastknight import _core, stats
from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk
from lastknight.matches.forfeits import ForfeitCount, count_forfeits
from lastknight.matches.opening_numbers import Integers, OpeningNumbers
from lastknight.matches.plan import Plan
from lastknight.matches.results import Match, Tournament
from lastknight.matches.roles import RoleCount, RoleRecord, RoleResult
from lastknight.matches.tally import Tally
from lastknight.stats import Ratings, Sprt, SprtProgress
from lastknight.stats.distinct import DistinctCounter
from lastknight.stats.transitivity import check_transitivity


def gather(plan: Plan, chunks: Iterable[Chunk], *, sprt: Sprt | None = None) -> list[Match]:
    """The matches of a plan; with an SPRT, up to the deciding pair.

    Chunks are counted as they arrive and then dropped, so memory stays bounded; with an SPRT, those
    after a gap wait until it is filled.
    """
    counts = _counts(plan)
    if sprt is None:
        for chunk in chunks:
            counts[chunk.pairing].add(chunk)
    else:
        tests = {index: _CountedUntilDecided(count, sprt, plan) for index, count in counts.items()}
        for chunk in chunks:
            tests[chunk.pairing].add(chunk)
        for test in tests.values():
            test.finish()
    matches = [count.match(*plan.names(index), sprt) for index, count in counts.items()]
    most = len(plan.drawn) if plan.openings == "census" else None
    return [replace(match, start_ply=plan.start_ply, most_pairs=most) for match in matches]


def rate(plan: Plan, chunks: Sequence[Chunk], *, anchor: str | None = None) -> Tournament:
    """The result of a tournament.

    Raises ArgumentError for an anchor that is not one of the players.
    """
    names = plan.player_names
    if anchor is not None and anchor not in names:
        raise ArgumentError(f"the anchor must be one of the players, got {anchor!r}")
    place = names.index(anchor) if anchor is not None else 0
    matches = dict(zip(plan.pairings, gather(plan, chunks), strict=True))
    ratings = rate_players(plan, chunks, anchor=place)
    a, b, won, opening = _pairs_of(plan, chunks)
    fit = check_transitivity(a, b, won, opening=opening, players=len(names))
    attacker = attacker_result(plan, chunks)
    return Tournament(names, matches, ratings, place, plan.start_ply, attacker, fit)


def attacker_result(plan: Plan, chunks: Iterable[Chunk]) -> RoleResult | None:
    """What attackers won in all games of a plan, whoever they were; None without roles."""
    count = _RoleCount(plan.opening_numbers)
    for chunk in chunks:
        count.add(chunk)
    counts = count.by_opening()
    return RoleRecord.of(counts).attacker if counts else None


def rate_players(plan: Plan, chunks: Iterable[Chunk], *, anchor: int) -> Ratings:
    """Ratings of a plan's players, clustered by opening; the anchor's rating is 0."""
    a, b, won, opening = _pairs_of(plan, chunks)
    return stats.rate_pairs(a, b, won, opening=opening, players=len(plan.players), anchor=anchor)


def _pairs_of(plan: Plan, chunks: Iterable[Chunk]) -> list[Integers]:
    """Every pair of a plan's games: the places of A and B, who won, and the opening's number."""
    numbers = plan.opening_numbers
    one, other, won, opening = [], [], [], []
    for chunk in chunks:
        a, b = plan.pairings[chunk.pairing]
        one.append(np.full(chunk.pairs, a))
        other.append(np.full(chunk.pairs, b))
        won.append(np.frombuffer(chunk.a_won, dtype=np.uint8).astype(np.int64))
        opening.append(numbers.canonical[chunk.first_pair : chunk.first_pair + chunk.pairs])
    return [np.concatenate(part) for part in (one, other, won, opening)]


def _counts(plan: Plan) -> dict[int, _Count]:
    numbers = plan.opening_numbers
    return {index: _Count(numbers) for index in range(len(plan.pairings))}


class _Count:
    """Counts the chunks of one pairing."""

    def __init__(self, openings: OpeningNumbers) -> None:
        self._openings = openings
        self._tally, self._clean = Tally(), Tally()
        self._by_opening, self._forfeited = _OpeningTable(), _OpeningTable()
        self._distinct = DistinctCounter()
        self._roles = _RoleCount(openings)
        self._forfeits = ForfeitCount(), ForfeitCount()
        self._pairing = 0

    def add(self, chunk: Chunk) -> None:
        """Count the games of a chunk."""
        self._pairing = chunk.pairing
        count_forfeits(chunk, self._forfeits)
        self._tally += chunk.tally()
        self._clean += chunk.clean_tally()
        won = np.frombuffer(chunk.a_won, dtype=np.uint8).reshape(-1, 2).sum(axis=1)
        pairs = slice(chunk.first_pair, chunk.first_pair + chunk.pairs)
        openings, ends = self._openings.canonical[pairs], np.eye(3, dtype=np.int64)[won]
        self._by_opening.add(openings, ends)
        if any(chunk.reasons):
            forfeited = np.frombuffer(chunk.reasons, dtype=np.uint8).reshape(-1, 2).any(axis=1)
            self._forfeited.add(openings[forfeited], ends[forfeited])
        raw = self._openings.raw[pairs].tobytes()
        hashed = _core.hash_games(raw, chunk.plies, chunk.moves)
        self._distinct.add(np.frombuffer(hashed, dtype=np.uint64))
        self._roles.add(chunk)

    def match(self, a: str, b: str, sprt: Sprt | None) -> Match:
        """The match of the counted games."""
        roles, games = self._roles.by_opening(), self._distinct.count()
        by_opening = clean = self._by_opening.tallies()
        if len(self._forfeited.rows):
            clean = self._by_opening.tallies(without=self._forfeited)
        found = Match(a, b, self._tally, self._clean, by_opening, games, sprt)
        of_a, of_b = (count.result(self._pairing) for count in self._forfeits)
        return replace(
            found,
            role_counts=roles,
            forfeits=(of_a, of_b),
            clean_by_opening=clean,
        )


class _OpeningTable:
    """Three counts for each opening, with as many rows as there are openings so far."""

    def __init__(self) -> None:
        self.rows = np.zeros((0, 3), np.int64)

    def add(self, openings: Integers, counts: Integers) -> None:
        """Add the counts of some pairs, given the number of the opening of each."""
        needed = int(openings.max(initial=-1)) + 1
        if needed > len(self.rows):
            missing = max(needed, 2 * len(self.rows)) - len(self.rows)
            self.rows = np.concatenate((self.rows, np.zeros((missing, 3), np.int64)))
        np.add.at(self.rows, openings, counts)

    def tallies(self, without: _OpeningTable | None = None) -> tuple[Tally, ...]:
        """The pairs lost, split and won on each opening that has any, without those of a part."""
        rows = self.rows
        if without is not None:
            rows = rows.copy()
            rows[: len(without.rows)] -= without.rows[: len(rows)]
        return tuple(
            Tally(ww=int(ww), split=int(split), ll=int(ll))
            for ll, split, ww in rows[rows.any(axis=1)]
        )


class _RoleCount:
    """Counts the games that A won as attacker and as defender."""

    def __init__(self, openings: OpeningNumbers) -> None:
        self._openings = openings
        # Of each opening: pairs with roles, A's wins as attacker and as defender.
        self._counts = _OpeningTable()

    def add(self, chunk: Chunk) -> None:
        """Count the games of a chunk."""
        pairs = slice(chunk.first_pair, chunk.first_pair + chunk.pairs)
        attacking = self._openings.attacking[pairs]
        has_roles = attacking >= 0
        attacking, opening = attacking[has_roles], self._openings.canonical[pairs][has_roles]
        won = np.frombuffer(chunk.a_won, dtype=np.uint8).reshape(-1, 2)[has_roles]
        each = np.arange(len(won))
        columns = np.ones_like(attacking), won[each, attacking], won[each, 1 - attacking]
        self._counts.add(opening, np.stack(columns, axis=1))

    def by_opening(self) -> tuple[RoleCount, ...]:
        """The counts of each opening with roles that was played."""
        return tuple(RoleCount(*map(int, row)) for row in self._counts.rows if row[0])


class _CountedUntilDecided:
    """Counts the pairs that a sequential test counts: up to its end, or up to the first gap."""

    def __init__(self, count: _Count, sprt: Sprt, plan: Plan) -> None:
        numbers = plan.opening_numbers
        self._progress = SprtProgress(sprt, numbers.canonical, distinct=numbers.count)
        self._count = count
        self._waiting: list[Chunk] = []

    def add(self, chunk: Chunk) -> None:
        """Count a chunk, and those that have waited for it."""
        if self._progress.is_over and chunk.first_pair >= self._progress.pairs:
            return
        self._progress.add(chunk.first_pair, chunk.outcomes())
        self._waiting.append(chunk)
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if one.first_pair + one.pairs <= self._progress.pairs:
                self._count.add(one)
            else:
                self._waiting.append(one)

    def finish(self) -> None:
        """Count the first part of the chunk in which the test ended."""
        for chunk in self._waiting:
            if chunk.first_pair < self._progress.pairs:
                self._count.add(chunk.head(self._progress.pairs - chunk.first_pair))
