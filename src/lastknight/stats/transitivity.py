"""Whether ratings describe who beats whom: one number for each player is a strong assumption.

No ratings can express that A beats B, B beats C and C beats A. If most games are against one
opponent, the ratings mainly fit those games, and only predict the results between the other
players. These predictions can be tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lastknight.stats.arguments import check_integers
from lastknight.stats.distributions import Floats, sigmoid
from lastknight.stats.likelihood import add_prior, find_pinned, fit, prior_pairs
from lastknight.stats.words import describe_p_value

_SIMULATED = 999
_MOSTLY = 0.5
_LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Surprise:
    """The result that the ratings predict worst; the winner won more than they predict.

    Both shares are of the decided pairs.
    """

    winner: int
    loser: int
    expected: float
    seen: float


@dataclass(frozen=True, slots=True)
class Transitivity:
    """What ratings rest on, and whether results fit them."""

    hub: int | None
    """The player that the others met in most of their games, if there is one."""
    hub_share: float | None
    """The share of the others' games that were against it, averaged over them."""
    p_value: float | None
    """Of the test that one number for each player describes all results; None if nothing tests it:
    no two players are also compared through others."""
    surprise: Surprise | None
    """Where the ratings fail most, if the test shows that they do."""

    def facts(self, names: Sequence[str]) -> dict[str, object]:
        """The same as plain data."""
        one = self.surprise
        return {
            "mostly_against": None if self.hub is None else names[self.hub],
            "mostly_against_share": self.hub_share,
            "fit_p_value": self.p_value,
            "misfit": None
            if one is None
            else {
                "winner": names[one.winner],
                "loser": names[one.loser],
                "expected": one.expected,
                "seen": one.seen,
            },
            "cautions": self.sentences(names),
        }

    def sentences(self, names: Sequence[str]) -> list[str]:
        """What a reader of the ratings should know; nothing if there is nothing to say."""
        found = []
        if self.hub is not None and self.hub_share is not None:
            share = f"{100 * self.hub_share:.0f} % of the others' games"
            found.append(f"The ratings come mostly from games with {names[self.hub]}: {share}.")
            if self.p_value is None:
                found.append(
                    "No games among the others test whether the ratings hold between them."
                )
        if self.surprise is not None and self.p_value is not None:
            one = self.surprise
            found.append(
                f"The ratings do not predict all results ({describe_p_value(self.p_value)}): "
                f"{names[one.winner]} won {100 * one.seen:.0f} % of its decided pairs against "
                f"{names[one.loser]}, where they predict {100 * one.expected:.0f} %."
            )
        return found


def check_transitivity(  # noqa: PLR0913  (all but three are keywords)
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    a_won: npt.ArrayLike,
    *,
    opening: npt.ArrayLike,
    players: int,
    seed: int = 0,
) -> Transitivity:
    """Compare results with what Bradley-Terry ratings of all decided pairs predict.

    Pearson's statistic over pairings, divided by the design effect of repeated openings, is
    compared with that of results drawn from the ratings and rated again.

    >>> a, b = np.repeat([(0, 1), (1, 2), (2, 0)], 60, axis=0).T       # each beats the next
    >>> won = np.tile([[1, 1], [1, 1], [0, 0]], (60, 1))
    >>> found = check_transitivity(a, b, won, opening=np.arange(180), players=3)
    >>> print(*found.sentences("ABC"))
    The ratings do not predict all results (p = 0.001): A won 67 % of its decided pairs against B, \
where they predict 50 %.
    """
    one, other, openings = (
        check_integers(name, column) for name, column in (("a", a), ("b", b), ("opening", opening))
    )
    won = check_integers("a_won", a_won).reshape(-1, 2)
    met = np.zeros((players, players))
    np.add.at(met, (one, other), 1)
    hub, share = _find_hub(met + met.T)
    decided = won[:, 0] == won[:, 1]
    table = np.zeros((players, players))
    winner = np.where(won[:, 0] == 1, one, other)[decided]
    loser = np.where(won[:, 0] == 1, other, one)[decided]
    np.add.at(table, (winner, loser), 1)
    p_value, surprise = None, None
    if _degrees(table) > 0:
        effect = _design_effect(winner, loser, openings[decided], players)
        p_value, surprise = _test(table, effect, seed)
    return Transitivity(hub, share, p_value, surprise)


def _find_hub(met: Floats) -> tuple[int | None, float | None]:
    """The player most of the others' games were against; None if there is none, or for two."""
    if len(met) < 3 or not met.any():
        return None, None
    shares = met / np.maximum(met.sum(axis=1, keepdims=True), 1)
    of_others = shares.sum(axis=0) / (len(met) - 1)
    hub = int(of_others.argmax())
    return (hub, float(of_others[hub])) if of_others[hub] > _MOSTLY + 1e-9 else (None, None)


def _degrees(table: Floats) -> int:
    """Degrees of freedom: how many more pairings were played than it takes to rate the players."""
    met = np.triu(table + table.T, k=1) > 0
    rated = len(table) - int(find_pinned(table, table.T)[:-1].sum())
    return int(met.sum()) - rated


def _test(table: Floats, effect: float, seed: int) -> tuple[float, Surprise | None]:
    expected = _predict(table[None])[0]
    upper = np.triu_indices(len(table), k=1)
    numbers = (table + table.T)[upper]
    seen, residuals = _misfit(table[None], expected[None])
    drawn = np.zeros((_SIMULATED, *table.shape))
    generator = np.random.default_rng(seed)
    wins = generator.binomial(numbers.astype(np.int64), expected[upper], (_SIMULATED, len(numbers)))
    drawn[:, upper[0], upper[1]] = wins
    drawn[:, upper[1], upper[0]] = numbers - wins
    usual, _ = _misfit(drawn, _predict(drawn))
    p_value = float((1 + (usual >= seen[0] / effect).sum()) / (1 + _SIMULATED))
    if p_value > _LEVEL:
        return p_value, None
    winner, loser = np.unravel_index(int(residuals[0].argmax()), table.shape)
    share = table[winner, loser] / (table + table.T)[winner, loser]
    return p_value, Surprise(int(winner), int(loser), float(expected[winner, loser]), float(share))


def _predict(tables: Floats) -> Floats:
    """The share of decided pairs that row wins against column, by the ratings of each table."""
    met = tables[0] + tables[0].T
    # Count each pair half in either order, so that the first move cancels.
    prior = prior_pairs(met) / 2
    half = tables / 2
    start = np.zeros((len(tables), len(met) + 1))
    found = fit(
        *add_prior(half, half.swapaxes(-1, -2), prior), pinned=find_pinned(met, met), start=start
    )[:, :-1]
    predicted: Floats = sigmoid(found[:, :, None] - found[:, None, :])
    return predicted


def _misfit(tables: Floats, expected: Floats) -> tuple[Floats, Floats]:
    """Pearson's statistic of each table, and its standardized residuals."""
    numbers = tables + tables.swapaxes(-1, -2)
    spread = np.sqrt(np.maximum(numbers * expected * (1 - expected), 1e-9))
    residuals = np.where(numbers > 0, (tables - numbers * expected) / spread, 0.0)
    return (residuals**2).sum(axis=(1, 2)) / 2, residuals


def _design_effect(
    winner: npt.NDArray[np.int64],
    loser: npt.NDArray[np.int64],
    opening: npt.NDArray[np.int64],
    players: int,
) -> float:
    """How many pairs are worth one on an opening of its own, over all pairings."""
    low, high = np.minimum(winner, loser), np.maximum(winner, loser)
    pairing = low * players + high
    is_won = (winner == low).astype(np.float64)
    _, place = np.unique(pairing, return_inverse=True)
    n = np.bincount(place)
    p = (np.bincount(place, is_won) + 0.5) / (n + 1)
    _, cluster, sizes = np.unique(
        np.stack([place, opening]), axis=1, return_inverse=True, return_counts=True
    )
    if sizes.max(initial=1) == 1:
        return 1.0
    sums = np.bincount(cluster.reshape(-1), is_won - p[place])
    return max(1.0, float(sums @ sums / (n * p * (1 - p)).sum()))
