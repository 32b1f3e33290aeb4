"""Results: a match of two players, and a tournament of several. counting.py makes them from games.

A new statistic of a match is a property of `Match` and an entry of `Match.facts`, which JSON, CSV
and the page are made from; the terminal prints what `cli/match.py` lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lastknight import stats
from lastknight.matches.forfeits import ALPHA, Forfeits, as_forfeited
from lastknight.matches.roles import RoleCount, RoleRecord, RoleResult, role_facts
from lastknight.matches.self_play import describe_start
from lastknight.matches.tally import Tally
from lastknight.stats import ClusteredPairs, Estimate, Ratings, Sprt, Verdict
from lastknight.stats.decided_pairs import DecidedPairs
from lastknight.stats.planning import expected_split_rate
from lastknight.stats.ratings import TOO_FEW
from lastknight.stats.repeats import Repeats
from lastknight.stats.transitivity import Transitivity


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
    clean_by_opening: tuple[Tally, ...] = ()
    """The counts of each opening in the pairs without a forfeit."""

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
        if self.is_decided_by_forfeits(found.word):
            return as_forfeited(found, self.a, self.b)
        return found

    @cached_property
    def clean(self) -> ClusteredPairs:
        """Pair-Elo, win rate and test of the pairs without a forfeit."""
        if self.clean_by_opening is self.by_opening:
            return self.clustered
        return stats.clustered_pairs([(t.ww, t.split, t.ll) for t in self.clean_by_opening])

    def is_decided_by_forfeits(self, word: str) -> bool:
        """Whether a verdict on this match, such as `better`, says nothing about strength.

        A difference counts if the pairs without a forfeit show it too, and the answer of a
        sequential test if they alone go at least half as far towards it. Any other verdict counts
        if most games ended on the board.
        """
        forfeits = self.tally.a_forfeits + self.tally.b_forfeits
        if not forfeits:
            return False
        if self.sprt is not None and self.decision is not None:
            llr = _llr(self.sprt, self.tally, self._design_effect)
            clean_effect = self.sprt.design_effect(_decided(self.clean_by_opening))
            clean = _llr(self.sprt, self.without_forfeits, clean_effect)
            return llr * clean <= 0 or 2 * abs(clean) < abs(llr)
        if word in ("better", "worse"):
            clean_pairs = self.without_forfeits
            is_same = (clean_pairs.ww > clean_pairs.ll) == (word == "better")
            return not is_same or self.clean.p_value > ALPHA
        return 2 * forfeits >= self.tally.games

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
                design_effect=self._design_effect,
                is_repeating=all(max(t.ww, t.split, t.ll) == t.pairs > 1 for t in self.by_opening),
                name=self.a,
                opponent=self.b,
            )
        return (
            found if self.start_ply is None else f"{found} Games {describe_start(self.start_ply)}."
        )

    @property
    def decision(self) -> str | None:
        """The answer of the sequential test; None without one, or while it is undecided."""
        if self.sprt is None:
            return None
        return self.sprt.decide(self.tally.ww, self.tally.ll, design_effect=self._design_effect)

    @property
    def sprt_facts(self) -> dict[str, object]:
        """The state of the sequential test as plain data; nothing without one."""
        if self.sprt is None:
            return {}
        low, high = self.sprt.bounds
        return {
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "alpha": self.sprt.alpha,
            "beta": self.sprt.beta,
            "llr": _llr(self.sprt, self.tally, self._design_effect),
            "llr_low": low,
            "llr_high": high,
            "decision": self.decision,
        }

    @cached_property
    def _decided(self) -> DecidedPairs:
        return _decided(self.by_opening)

    @cached_property
    def _design_effect(self) -> float:
        """How many decided pairs are worth one to the sequential test."""
        return 1.0 if self.sprt is None else self.sprt.design_effect(self._decided)

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


def _decided(by_opening: Iterable[Tally]) -> DecidedPairs:
    return DecidedPairs.of((one.ww, one.ll) for one in by_opening)


def _llr(sprt: Sprt, pairs: Tally, design_effect: float) -> float:
    return sprt.llr(pairs.ww, pairs.ll, design_effect=design_effect)


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
        if all(match.tally.pairs >= wanted for match in self.matches.values()):
            return [
                f"Too few different openings to rank everyone: {wanted:,} of them would show "
                "differences of 100 Elo."
            ]
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
