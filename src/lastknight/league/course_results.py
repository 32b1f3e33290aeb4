"""Results of the course's tournament: counts, win rates with intervals, comparisons, forfeits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.league.course_tournament import Course
from lastknight.matches.chunks import Chunk
from lastknight.matches.counting import attacker_result
from lastknight.matches.game_record import GameRecord, records_of
from lastknight.matches.plan import Plan
from lastknight.matches.roles import RoleResult
from lastknight.matches.tally import Tally
from lastknight.stats import Estimate, clustered_rate, fewest_clusters
from lastknight.stats.planning import pairs_for_points

_CONFIDENCE = 0.95
SHOWN_POINTS = 0.1
"""The difference of win rates that the advised number of pairs shows."""


@dataclass(frozen=True, slots=True)
class Forfeits:
    """The games a player in the table forfeited for one reason."""

    label: str
    reason: str
    games: int
    note: str
    """The note of the first of them."""
    first: str
    """The name of that game, as `lastknight games --show` takes it."""


@dataclass(frozen=True, slots=True)
class EntrantComparison:
    """An entrant compared with the first, on the same openings against the same opponents."""

    label: str
    points: Estimate
    """Difference of win rates, from -1 to 1; all comparisons hold together."""
    is_identical: bool = False
    """Whether both won the same share of every pair."""
    is_too_few: bool = False
    """Whether so few openings could not show any difference."""

    @property
    def word(self) -> str:
        """`better`, `worse`, `identical`, `too few games`, or `no difference shown`."""
        if self.is_identical:
            return "identical"
        if self.points.low is not None and self.points.low > 0:
            return "better"
        if self.points.high is not None and self.points.high < 0:
            return "worse"
        return "too few games" if self.is_too_few else "no difference shown"


@dataclass(frozen=True, slots=True)
class CourseResult:
    """The numbers of the table."""

    course: Course
    pairs: int
    tallies: tuple[tuple[Tally, ...], ...]
    """A row for each opponent, a column for each entrant."""
    rates: tuple[Estimate, ...]
    """Each entrant's win rate over all opponents, clustered by opening."""
    comparisons: tuple[EntrantComparison, ...]
    """One for each entrant but the first."""
    forfeits: tuple[Forfeits, ...]
    attacker: RoleResult | None = None
    """All games from the attacker's point of view; None if openings leave knights to place."""

    def total(self, column: int) -> Tally:
        """All pairs of an entrant."""
        return sum((row[column] for row in self.tallies), Tally())

    @property
    def advised_pairs(self) -> int:
        """How many openings would show a difference of 10 points, four times in five."""
        games = 2 * len(self.course.opponents)
        level = _level(len(self.course.entrants))
        needed = pairs_for_points(SHOWN_POINTS, games=games, confidence=level)
        return max(needed, fewest_clusters(level))

    def as_json(self) -> dict[str, object]:
        """The result as plain data."""
        return {
            "generation": self.course.generation,
            "pairs": self.pairs,
            "advised_pairs": self.advised_pairs,
            "entrants": [
                {
                    "label": one.label,
                    "player": str(one.player),
                    "wins": self.total(column).wins,
                    "games": self.total(column).games,
                    "win_rate": _ends(self.rates[column]),
                }
                for column, one in enumerate(self.course.entrants)
            ],
            "opponents": [
                {"label": one.label, "player": str(one.player)} for one in self.course.opponents
            ],
            "cells": self.rows(),
            "compared_with": self.course.entrants[0].label,
            "comparisons": [
                {"label": one.label, "points": _ends(one.points), "word": one.word}
                for one in self.comparisons
            ],
            "forfeits": [
                {
                    "label": one.label,
                    "reason": one.reason,
                    "games": one.games,
                    "note": one.note,
                    "first": one.first,
                }
                for one in self.forfeits
            ],
            "attacker_rate": None if self.attacker is None else _ends(self.attacker.rate),
            "remarks": list(self.course.remarks),
        }

    def rows(self) -> list[dict[str, object]]:
        """Every cell of the table as plain data."""
        return [
            {
                "entrant": entrant.label,
                "opponent": opponent.label,
                "won": tally.wins,
                "lost": tally.losses,
                "pairs_won": tally.ww,
                "pairs_split": tally.split,
                "pairs_lost": tally.ll,
                "entrant_forfeits": tally.a_forfeits,
                "opponent_forfeits": tally.b_forfeits,
            }
            for row, opponent in zip(self.tallies, self.course.opponents, strict=True)
            for tally, entrant in zip(row, self.course.entrants, strict=True)
        ]


def read_results(course: Course, plan: Plan, chunks: Sequence[Chunk]) -> CourseResult:
    """The results of a tournament whose games are played; the table goes row by row.

    The chunks of each pairing are in the order of their pairs.
    """
    width = len(course.entrants)
    meetings: list[list[Chunk]] = [[] for _ in plan.pairings]
    for chunk in chunks:
        meetings[chunk.pairing].append(chunk)
    tallies = [sum((chunk.tally() for chunk in found), Tally()) for found in meetings]
    parts = [_won_parts(found) for found in meetings]
    clusters = [str(opening.canonical) for opening in plan.drawn]
    columns = [
        [part for row in range(len(course.opponents)) for part in parts[row * width + column]]
        for column in range(width)
    ]
    repeated = clusters * len(course.opponents)
    level = _level(width)
    is_too_few = len(set(clusters)) < fewest_clusters(level)
    return CourseResult(
        course,
        len(plan.drawn),
        tuple(tuple(tallies[at : at + width]) for at in range(0, len(tallies), width)),
        tuple(clustered_rate(column, repeated) for column in columns),
        tuple(
            EntrantComparison(
                one.label,
                _compare(columns[place], columns[0], repeated, level),
                is_identical=columns[place] == columns[0],
                is_too_few=is_too_few,
            )
            for place, one in enumerate(course.entrants)
            if place
        ),
        tuple(_forfeits(course, plan, chunks)),
        attacker_result(plan, chunks),
    )


def _level(entrants: int) -> float:
    """The confidence of each comparison with the first entrant, so that all hold together."""
    return 1 - (1 - _CONFIDENCE) / max(1, entrants - 1)


def _won_parts(chunks: Sequence[Chunk]) -> list[float]:
    """For each pair, the share of its two games the entrant won."""
    return [(first + second) / 2 for chunk in chunks for first, second in chunk.outcomes()]


def _compare(
    one: Sequence[float], other: Sequence[float], clusters: Sequence[str], confidence: float
) -> Estimate:
    """The mean difference, from -1 to 1, over pairs with the same opening and opponent."""
    halves = [(1 + a - b) / 2 for a, b in zip(one, other, strict=True)]
    return clustered_rate(halves, clusters, confidence=confidence).through(lambda x: 2 * x - 1)


def _forfeits(course: Course, plan: Plan, chunks: Sequence[Chunk]) -> list[Forfeits]:
    counts: Counter[tuple[str, str]] = Counter()
    firsts: dict[tuple[str, str], GameRecord] = {}
    width = len(course.entrants)
    for game in records_of(plan, chunks):
        if game.is_forfeit:
            entrant = course.entrants[game.pairing % width]
            opponent = course.opponents[game.pairing // width]
            key = (opponent if game.a_won else entrant).label, game.reason
            counts[key] += 1
            firsts.setdefault(key, game)
    return [
        Forfeits(*key, games, firsts[key].end_note, firsts[key].name)
        for key, games in sorted(counts.items())
    ]


def _ends(estimate: Estimate) -> dict[str, float | None]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}
