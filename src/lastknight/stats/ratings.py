"""Ratings of many players from all their games, with errors from a bootstrap of openings."""

from dataclasses import dataclass
from math import log, sqrt
from typing import Any, SupportsFloat

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.ranges import check_seed
from lastknight.stats.arguments import (
    Integers,
    check_confidence,
    check_count,
    check_integers,
    check_positive,
)
from lastknight.stats.comparisons import RankSet, holm, rank_sets
from lastknight.stats.distributions import Floats, normal_below, t_beyond, t_quantile
from lastknight.stats.estimate import Estimate
from lastknight.stats.likelihood import (
    Booleans,
    add_prior,
    draw_counts,
    find_pinned,
    find_unbounded,
    fit,
    fit_drawn,
    prior_pairs,
    split_counts,
    table_by_opening,
)

TOO_FEW = "too few games"
"""Shown instead of a rank if any rank is possible."""
_ELO = 400 / log(10)
"""Elo per unit of the logistic scale."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of all players, and the differences between them.

    Players are numbered from 0. A player bounded on one side only, such as one who never lost,
    still has a value, from the prior; one not bounded at all has none.
    """

    ratings: tuple[Estimate, ...]
    """The Elo of each player; the anchor is at 0."""
    first_move: Estimate
    """The value of the first move after the opening, in Elo."""
    differences: tuple[tuple[Estimate, ...], ...]
    """Row minus column, in Elo; each interval is valid on its own."""
    p_values: tuple[tuple[float, ...], ...]
    """For equal strength of row and column, Holm-adjusted over all pairs of players."""
    ranks: tuple[RankSet, ...]
    """The possible ranks of each player; all sets are valid together."""
    games: int
    """Games behind the ratings."""
    openings: int
    """Distinct openings."""
    scores: tuple[float, ...]
    """The share of its games that each player won; 0 without games."""
    pairs_to_rank: int = 0
    """How many openings each meeting needs to show a difference of 100 Elo; 0 if unknown."""

    @property
    def order(self) -> tuple[int, ...]:
        """The players, best first: by rating, or by score as long as somebody has no rating.

        A player who won everything against some and split with the rest may have none.
        """
        values = [one.value for one in self.ratings]
        known = [0.0 if value is None or None in values else value for value in values]
        places = range(len(values))
        return tuple(sorted(places, key=lambda place: (-known[place], -self.scores[place])))

    def describe_rank(self, ranks: RankSet, count: int) -> str:
        """A player's rank among `count` players as text.

        `TOO_FEW` if any rank is possible and there are too few games to expect otherwise.
        """
        is_open = count > 1 and (ranks.best, ranks.worst) == (1, count)
        return TOO_FEW if is_open and self.openings < self.pairs_to_rank else str(ranks)


def bradley_terry(  # noqa: PLR0913  (all but three are keywords)
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    first_won: npt.ArrayLike,
    *,
    opening: npt.ArrayLike,
    players: int | None = None,
    anchor: int = 0,
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int | np.random.Generator = 0,
) -> Ratings:
    """Bradley-Terry ratings from games: who moved first, who second, who won, on which opening.

    One term models the first move, the same for all openings. Lopsided openings shrink all ratings
    together, unlike pair-Elo. Errors come from a bootstrap: openings are redrawn with all their
    games, and so is the weak prior (each player's half pair won and half pair lost weigh
    Gamma(1/2)). The ends are percentiles, widened for few openings like Student's t. Raises
    ArgumentError for arrays of different lengths.

    >>> generator = np.random.default_rng(1)
    >>> first, second = generator.permuted(np.tile([0, 1, 2], (3000, 1)), axis=1)[:, :2].T
    >>> advantage = (np.array([0, 100, 105])[first] - np.array([0, 100, 105])[second]) / 400
    >>> won = generator.random(3000) < 1 / (1 + 10**-advantage)
    >>> result = bradley_terry(first, second, won, opening=np.arange(3000) // 2)
    >>> [str(ranks) for ranks in result.ranks]
    ['3rd', '1st to 2nd', '1st to 2nd']
    """
    games = _read_games(first, second, first_won, opening)
    count = _check_players(games, players, anchor)
    confidence = check_confidence(confidence)
    replicates = check_positive("replicates", replicates)
    table, openings = table_by_opening(games, count)
    generator = np.random.default_rng(
        seed if isinstance(seed, np.random.Generator) else check_seed(seed)
    )

    totals = np.asarray(table.sum(axis=1), dtype=np.float64).reshape(1, -1)
    won, lost = split_counts(totals, count)
    pinned = find_pinned(won[0], lost[0])
    prior = prior_pairs(won[0] + lost[0])
    found = fit(*add_prior(won, lost, prior), pinned=pinned, start=np.zeros((1, count + 1)))
    drawn = found
    if openings:
        drawn = np.concatenate(
            [
                fit_drawn(split_counts(counts, count), prior, generator, pinned=pinned, start=found)
                for counts in draw_counts(table, replicates, generator)
            ]
        )
    unbounded, up, down = find_unbounded(won[0], lost[0])
    if openings < 2:
        unbounded, up, down = ~np.eye(count, dtype=np.bool_), True, True
    interval = _Interval(confidence, openings)
    differences, p_values = _compare(found[0, :-1], drawn[:, :-1], unbounded, interval)
    low, high = interval.ends(found[0, -1], drawn[:, -1])
    return Ratings(
        ratings=tuple(row[anchor] for row in differences),
        first_move=_estimate(found[0, -1], low, high, is_open=(down, up)),
        differences=differences,
        p_values=p_values,
        ranks=tuple(rank_sets(found[0, :-1].tolist(), p_values, level=1 - confidence)),
        games=len(games[0]),
        openings=openings,
        scores=score_players(games[0], games[1], games[2], players=count),
    )


def score_players(
    first: Integers, second: Integers, first_won: npt.NDArray[Any], *, players: int
) -> tuple[float, ...]:
    """The share of its games that each player won; `first_won` may be a share of several games."""
    won = np.bincount(first, first_won, players) + np.bincount(second, 1 - first_won, players)
    played = np.bincount(first, minlength=players) + np.bincount(second, minlength=players)
    return tuple((won / np.maximum(played, 1)).tolist())


class _Interval:
    """Percentiles of replicates, widened for few openings."""

    def __init__(self, confidence: float, openings: int) -> None:
        self.degrees = max(openings - 1, 1)
        self.t = t_quantile(confidence, self.degrees)
        self.tail = normal_below(-self.t * sqrt((self.degrees + 1) / self.degrees))

    def ends(self, value: npt.ArrayLike, drawn: Floats) -> tuple[Floats, Floats]:
        low, high = np.quantile(drawn, [self.tail, 1 - self.tail], axis=0)
        return np.minimum(low, value), np.maximum(high, value)


def _compare(
    found: Floats, drawn: Floats, unbounded: Booleans, interval: _Interval
) -> tuple[tuple[tuple[Estimate, ...], ...], tuple[tuple[float, ...], ...]]:
    """All differences and their adjusted p-values, which agree with the intervals.

    A p-value scales the difference by the distance to the end of the interval nearer to 0: on that
    side the replicates of a player who never lost are well-behaved.
    """
    count = len(found)
    value = found[:, None] - found[None, :]
    low = np.empty_like(value)
    high = np.empty_like(value)
    for player in range(count):
        low[player], high[player] = interval.ends(value[player], drawn[:, [player]] - drawn)
    towards = np.where(value > 0, value - low, high - value)
    blocked = np.where(value > 0, unbounded.T, unbounded) | (value == 0)
    t = np.where(blocked, 0.0, value * interval.t / np.where(towards > 0, towards, np.inf))
    raw = t_beyond(t, interval.degrees)
    differences = tuple(
        tuple(
            _estimate(
                value[i, j], low[i, j], high[i, j], is_open=(unbounded[j, i], unbounded[i, j])
            )
            for j in range(count)
        )
        for i in range(count)
    )
    upper = np.triu_indices(count, k=1)
    adjusted = np.ones((count, count))
    adjusted[upper] = holm(raw[upper].tolist())
    adjusted = np.minimum(adjusted, adjusted.T)
    return differences, tuple(map(tuple, adjusted.tolist()))


def _estimate(
    value: SupportsFloat, low: SupportsFloat, high: SupportsFloat, *, is_open: tuple[bool, bool]
) -> Estimate:
    """An estimate in Elo, with None for ends that the games do not bound."""
    no_low, no_high = is_open
    return Estimate(
        None if no_low and no_high else _ELO * float(value),
        None if no_low else _ELO * float(low),
        None if no_high else _ELO * float(high),
    )


def _read_games(*arrays: npt.ArrayLike) -> list[Integers]:
    names = ("first", "second", "first_won", "opening")
    games = [check_integers(name, array) for name, array in zip(names, arrays, strict=True)]
    sizes = {array.size for array in games}
    if len(sizes) > 1 or any(array.ndim != 1 for array in games):
        shapes = ", ".join(str(array.shape) for array in games)
        raise ArgumentError(f"{', '.join(names)} must have the same length, got {shapes}")
    if games[2].max(initial=0) > 1:
        raise ArgumentError(f"first_won must hold 0 and 1, got {games[2].max()}")
    return games


def _check_players(games: list[Integers], players: int | None, anchor: int) -> int:
    highest = int(max(games[0].max(initial=-1), games[1].max(initial=-1)))
    count = highest + 1 if players is None else check_positive("players", players)
    if highest >= count:
        raise ArgumentError(f"players must be numbered from 0 to {count - 1}, got {highest}")
    if check_count("anchor", anchor) >= count:
        raise ArgumentError(f"anchor must be a player from 0 to {count - 1}, got {anchor}")
    return count
