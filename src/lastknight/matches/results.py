"""Results: the matches and ratings that the games of a plan give.

A new statistic of a match is a property of `Match` and an entry of `Match.facts`, which JSON, CSV
and the page are made from; the terminal prints what `cli/match.py` lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastknight import _core, stats
from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk
from lastknight.matches.forfeits import (
    ForfeitCount,
    Forfeits,
    as_forfeited,
    count_forfeits,
    is_decided_by_forfeits,
)
from lastknight.matches.opening_numbers import Integers, OpeningNumbers
from lastknight.matches.plan import Plan
from lastknight.matches.roles import (
    RoleCount,
    RoleRecord,
    RoleResult,
    role_facts,
)
from lastknight.matches.self_play import describe_start
from lastknight.matches.tally import Tally
from lastknight.stats import ClusteredPairs, Estimate, Ratings, Sprt, SprtProgress, Verdict
from lastknight.stats.decided_pairs import DecidedPairs
from lastknight.stats.distinct import DistinctCounter
from lastknight.stats.planning import expected_split_rate
from lastknight.stats.ratings import TOO_FEW
from lastknight.stats.repeats import Repeats
from lastknight.stats.transitivity import Transitivity, check_transitivity


@dataclass(frozen=True)
class Match:
    """The result of A against B."""

    a: str
    b: str
    tally: Tally
    without_forfeits: Tally
    """The pairs without a forfeit."""
    by_opening: tuple[Tally, ...]
    """The counts of each opening; mirror images count as one opening."""
    distinct_games: int
    """Number of games that differ in opening, sides or moves."""
    sprt: Sprt | None = None
    start_ply: int | None = None
    """The ply of quick self-play that games started from; None for openings."""
    role_counts: tuple[RoleCount, ...] = ()
    """The counts by role of each opening that places both knights."""
    most_pairs: int | None = None
    """Pairs that a census has in all; None where openings can be played again."""
    forfeits: tuple[Forfeits | None, Forfeits | None] = (None, None)
    """The games that A and B lost by forfeit, and why."""

    @property
    def wins(self) -> int:
        """Games that A won."""
        return self.tally.wins

    @property
    def losses(self) -> int:
        """Games that A lost."""
        return self.tally.losses

    @property
    def pairs(self) -> tuple[int, int, int]:
        """Pairs that A won twice, split, and lost twice."""
        return self.tally.ww, self.tally.split, self.tally.ll

    @property
    def distinct_openings(self) -> int:
        """Number of openings; mirror images count as one."""
        return len(self.by_opening)

    @property
    def score(self) -> float | None:
        """The share of the games that A won, or None without games. Depends on the openings."""
        return self.wins / self.tally.games if self.tally.games else None

    @cached_property
    def clustered(self) -> ClusteredPairs:
        """Pair-Elo, win rate and test, clustered by opening where openings repeat."""
        return stats.clustered_pairs([(t.ww, t.split, t.ll) for t in self.by_opening])

    @property
    def elo(self) -> Estimate:
        """A's pair-Elo over B: value, low and high."""
        return self.clustered.elo

    @property
    def win_rate(self) -> Estimate:
        """The share of the games that A won: value, low and high. Depends on the openings."""
        return self.clustered.win_rate

    @cached_property
    def roles(self) -> RoleRecord | None:
        """What A and B won as attacker and as defender; None if no opening places both knights."""
        return RoleRecord.of(self.role_counts) if self.role_counts else None

    @cached_property
    def verdict(self) -> Verdict:
        """The conclusion: one word from a fixed table, and a sentence with the numbers."""
        pairs = self.tally.pairs
        found = stats.judge(
            self.elo,
            self.clustered.p_value,
            pairs=pairs,
            split_rate=self.split_rate,
            repeats=self.repeats,
            name=self.a,
            opponent=self.b,
        )
        clean = self.without_forfeits
        if is_decided_by_forfeits(self.tally, clean, found.word, self.sprt):
            return as_forfeited(found, self.a, self.b)
        return found

    @property
    def split_rate(self) -> float:
        """The share of further pairs expected to split, from those played."""
        return expected_split_rate(self.tally.split, self.tally.pairs)

    @cached_property
    def repeats(self) -> Repeats:
        """What more pairs on the same openings are worth."""
        return Repeats.of(
            self._decided,
            self.tally.pairs,
            openings=self.distinct_openings,
            most=self.most_pairs,
        )

    @property
    def detectable_elo(self) -> float | None:
        """The smallest difference these pairs detect with 80 % power; None if they detect none."""
        worth = round(self.repeats.effective(self.tally.pairs))
        return stats.detectable_elo(worth, split_rate=self.split_rate)

    @property
    def cautions(self) -> list[str]:
        """What a reader of the result should know: who lost games by forfeit, and why."""
        both = zip((self.a, self.b), self.forfeits, strict=True)
        return [found.sentence(name) for name, found in both if found is not None]

    @property
    def sentence(self) -> str:
        """The conclusion in words, with an SPRT that of the test; it mentions a later start."""
        if self.sprt is None or self.verdict.word == "forfeited":
            found = self.verdict.sentence
        else:
            found = stats.sprt_sentence(
                self.sprt,
                self.tally.ww,
                self.tally.ll,
                design_effect=self.sprt.design_effect(self._decided),
                is_repeating=all(max(t.ww, t.split, t.ll) == t.pairs > 1 for t in self.by_opening),
                name=self.a,
                opponent=self.b,
            )
        return (
            found if self.start_ply is None else f"{found} Games {describe_start(self.start_ply)}."
        )

    @property
    def sprt_facts(self) -> dict[str, object]:
        """The state of the sequential test as plain data; nothing without one."""
        if self.sprt is None:
            return {}
        effect, ww, ll = self.sprt.design_effect(self._decided), self.tally.ww, self.tally.ll
        low, high = self.sprt.bounds
        return {
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "alpha": self.sprt.alpha,
            "beta": self.sprt.beta,
            "llr": self.sprt.llr(ww, ll, design_effect=effect),
            "llr_low": low,
            "llr_high": high,
            "decision": self.sprt.decide(ww, ll, design_effect=effect),
        }

    @property
    def _decided(self) -> DecidedPairs:
        return DecidedPairs.of((one.ww, one.ll) for one in self.by_opening)

    def facts(self) -> dict[str, object]:
        """The match as plain data."""
        tally, elo, rate = self.tally, self.elo, self.win_rate
        return {
            "a": self.a,
            "b": self.b,
            "ww": tally.ww,
            "split": tally.split,
            "ll": tally.ll,
            "wins": tally.wins,
            "losses": tally.losses,
            "score": self.score,
            "score_low": rate.low,
            "score_high": rate.high,
            "elo": elo.value,
            "elo_low": elo.low,
            "elo_high": elo.high,
            "p_value": self.clustered.p_value,
            "p_value_unclustered": stats.exact_test(tally.ww, tally.ll),
            "first_wins": tally.first_wins,
            **role_facts(self.roles),
            "a_forfeits": tally.a_forfeits,
            "b_forfeits": tally.b_forfeits,
            "forfeits": "; ".join(self.cautions) or None,
            "distinct_games": self.distinct_games,
            "distinct_openings": self.distinct_openings,
            "start_ply": self.start_ply,
            "verdict": self.verdict.word,
            "pairs_to_decide": self.verdict.pairs_to_decide,
            "sentence": self.sentence,
            **self.sprt_facts,
        }


@dataclass(frozen=True)
class Tournament:
    """The matches of a tournament, and the ratings of its players."""

    names: tuple[str, ...]
    matches: Mapping[tuple[int, int], Match]
    """By the places of A and B among the names."""
    ratings: Ratings
    anchor: int
    """The place of the player whose rating is 0."""
    start_ply: int | None = None
    """The ply of quick self-play that games started from; None for openings."""
    attacker: RoleResult | None = None
    """All games from the attacker's point of view; None if no opening places both knights."""
    transitivity: Transitivity | None = None
    """What the ratings rest on, and whether the results fit them."""

    @property
    def cautions(self) -> list[str]:
        """What a reader of the ratings should know, in sentences."""
        lost = [self.forfeits(place) for place in range(len(self.names))]
        said = [
            found.sentence(name)
            for name, found in zip(self.names, lost, strict=True)
            if found is not None
        ]
        fit = [] if self.transitivity is None else self.transitivity.sentences(self.names)
        return said + fit + self._advice()

    def _advice(self) -> list[str]:
        """How many pairs to play if there are too few games to rank somebody."""
        if all(self.rank(place) != TOO_FEW for place in range(len(self.names))):
            return []
        wanted = self.ratings.pairs_to_rank
        return [
            f"Too few games to rank everyone: {wanted:,} pairs would show differences of 100 Elo."
        ]

    def rank(self, place: int) -> str:
        """The rank of a player as text, given its place among the names."""
        return self.ratings.describe_rank(self.ratings.ranks[place], len(self.names))

    def forfeits(self, place: int) -> Forfeits | None:
        """The games that a player lost by forfeit, given its place; None without any."""
        sides = (
            match.forfeits[places.index(place)]
            for places, match in self.matches.items()
            if place in places
        )
        found = [forfeits for forfeits in sides if forfeits is not None]
        return sum(found[1:], found[0]) if found else None

    def match(self, a: int, b: int) -> Match | None:
        """The match of two players, given their places, if they met in this order."""
        return self.matches.get((a, b))


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
        self._by_opening = _OpeningTable()
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
        self._by_opening.add(self._openings.canonical[pairs], np.eye(3, dtype=np.int64)[won])
        raw = self._openings.raw[pairs].tobytes()
        hashed = _core.hash_games(raw, chunk.plies, chunk.moves)
        self._distinct.add(np.frombuffer(hashed, dtype=np.uint64))
        self._roles.add(chunk)

    def match(self, a: str, b: str, sprt: Sprt | None) -> Match:
        """The match of the counted games."""
        rows = self._by_opening.rows
        by_opening = tuple(
            Tally(ww=int(ww), split=int(split), ll=int(ll))
            for ll, split, ww in rows[rows.any(axis=1)]
        )
        roles, games = self._roles.by_opening(), self._distinct.count()
        found = Match(a, b, self._tally, self._clean, by_opening, games, sprt)
        of_a, of_b = (count.result(self._pairing) for count in self._forfeits)
        return replace(found, role_counts=roles, forfeits=(of_a, of_b))


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
