"""The champion's fit: labels to weights, and weights to the core's header.

The features are the core's own counts (`Champion` in core/champion.hpp). There are four sets of
weights: for an attacker's and for a defender's own evaluation, each with the attacker and with the
defender to move. All are logistic regressions of "the attacker wins", and every weight is a
quadratic in the number of blank squares. Proved winners teach the attacker. A defender, who is lost
by proof almost everywhere, lives on the attacker's mistakes, so its teachers are games that
imperfect players played on; a recipe can change its weights by what has won games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from lastknight import _core
from lastknight.discovery.defender_changes import DefenderChanges
from lastknight.discovery.label_arrays import Flags, Labels
from lastknight.discovery.linear_model import ROLES
from lastknight.errors import ArgumentError
from lastknight.stats import Estimate, auc
from lastknight.stats.logistic import PhasedCounts, fit_logistic

Weights = Mapping[tuple[str, str], Sequence[tuple[int, int, int]]]
"""By whose evaluation it is and who is to move: level, slope and curve of each feature."""
SCALE = 1000
"""A value of this size multiplies the odds by e."""
MIDDLE, SPAN = 25, 12
"""The phase is (blank squares - MIDDLE) / SPAN, with the blank squares of a 7x7 board."""
MOST_FEATURES = 47
"""Features of a position with the attacker to move; with the defender to move the last is 0."""
_MOVES = 9
_PARTS = ("squares", "odd", "two", "four")
_SHARED = {
    "attacker": ("1, 1", "2, 2", "4, 4", "2, 4", "4, 2"),
    "defender": ("2, 3", "3, 2", "3, 4", "4, 3"),
}
"""Squares that the attacker and the defender reach in so many moves, by who is to move."""
_REPLICATES = 50
# So close to the least loss that rounding the weights gives the same everywhere.
_SMALL_SLOPE = 1e-10


@dataclass(frozen=True, kw_only=True)
class ChampionFit:
    """How the weights are fitted."""

    proved_penalty: float
    """The strength of the L2 penalty on standardised features, fitted to proved winners."""
    played_penalty: float
    """The same, fitted to games that were played on."""
    defender: DefenderChanges = field(default_factory=DefenderChanges)
    """What games change in the defender's weights."""

    def weights(
        self, labels: Labels, *, leave_out: Callable[[str], bool] = lambda _: False
    ) -> Weights:
        """The weights that labels lead to; features that are left out have none.

        Raises ArgumentError unless both sides win some positions, by proof and by play, with the
        attacker to move and with the defender to move.
        """
        found = {}
        for mover in ROLES:
            here = labels.select(labels.is_attacker == (mover == ROLES[0]))
            rows = CountedLabels(here)
            is_out = [leave_out(name) for name in feature_names(mover)]
            if any(is_out):
                is_out += [False] * (MOST_FEATURES - len(is_out))
                rows.counts = np.where(is_out, np.uint8(0), rows.counts)
            names = feature_names(mover)
            proved = rows.fit(rows.attacker_wins, self.proved_penalty)[: len(names)]
            played = rows.fit(rows.attacker_won, self.played_penalty)[: len(names)]
            own = (proved, self.defender.change(played, proved, names, mover))
            for role, weights in zip(ROLES, own, strict=True):
                whole = np.rint(weights * SCALE).astype(int)
                found[role, mover] = [(int(a), int(b), int(c)) for a, b, c in whole]
        return {key: found[key] for key in ((role, mover) for role in ROLES for mover in ROLES)}


class CountedLabels:
    """Labels in which one side is to move, with the champion's features."""

    def __init__(self, labels: Labels) -> None:
        start = labels.recipe.start
        data = _core.champion_counts(
            labels.records.tobytes(), width=start.width, height=start.height
        )
        self.labels = labels
        self.counts = np.frombuffer(data, np.uint8).reshape(len(labels), MOST_FEATURES)
        self.blanks = len(start.blank) - labels.ply.astype(np.int64)

    @property
    def attacker_wins(self) -> Flags:
        """Whether the attacker wins each position by proof."""
        found: Flags = self.labels.is_won == self.labels.is_attacker
        return found

    @property
    def attacker_won(self) -> Flags:
        """Whether the attacker won the game that was played on from each position."""
        has_mover_won = self.labels.records["played"] == self.labels.records["to_move"]
        found: Flags = has_mover_won == self.labels.is_attacker
        return found

    def fit(self, targets: Flags, penalty: float) -> npt.NDArray[np.float64]:
        """Level, slope and curve of each feature: features x 3."""
        if not len(targets) or targets.all() or not targets.any():
            raise ArgumentError(
                "the labels have only one kind of winner with one side to move; label more "
                "--positions"
            )
        rows = self.phased(targets)
        spread = rows.variances()
        found = fit_logistic(
            rows, spread * penalty / rows.rows, scales=np.sqrt(spread), slope=_SMALL_SLOPE
        )
        return found.reshape(3, -1).T[:-1]

    def phased(self, targets: Flags) -> PhasedCounts:
        """The rows of a fit: the features and a constant, times 1, the phase and its square."""
        ones = np.ones((len(self.counts), 1), np.uint8)
        return PhasedCounts.of(
            np.hstack([self.counts, ones]), (self.blanks - MIDDLE) / SPAN, targets, powers=3
        )


def attacker_chances(labels: Labels, weights: Weights, role: str) -> npt.NDArray[np.float64]:
    """The log odds, up to a constant, that a role's evaluation gives the attacker."""
    found = np.zeros(len(labels))
    for mover in ROLES:
        is_here = labels.is_attacker == (mover == ROLES[0])
        rows = CountedLabels(labels.select(is_here))
        phase = (rows.blanks - MIDDLE) / SPAN
        level, slope, curve = np.array(weights[role, mover], float).T
        counts = rows.counts[:, : len(level)]
        found[is_here] = counts @ level + phase * (counts @ slope) + phase**2 * (counts @ curve)
    return found / SCALE


def score_weights(labels: Labels, weights: Weights) -> dict[str, Estimate]:
    """How well each evaluation predicts the winner, as the area under the ROC curve.

    An attacker's evaluation is compared with proved winners, a defender's with games that were
    played on: what it is fitted to.
    """
    clusters = np.unique(labels.opening, return_inverse=True)[1]
    rows = CountedLabels(labels)
    found = {}
    for role, wins in zip(ROLES, (rows.attacker_wins, rows.attacker_won), strict=True):
        for mover in ROLES:
            is_here = labels.is_attacker == (mover == ROLES[0])
            if wins[is_here].all() or not wins[is_here].any():
                continue
            values = attacker_chances(labels.select(is_here), weights, role)
            found[f"{role}, {mover} to move"] = auc(
                values, wins[is_here], clusters[is_here], replicates=_REPLICATES
            )
    return found


def feature_names(mover: str) -> list[str]:
    """What each feature counts, in the order of the weights, if this side is to move.

    >>> len(feature_names("attacker")), feature_names("defender")[-1]
    (47, 'shared 4, 3')
    """
    found = []
    for role in ROLES:
        found += [f"{role}: {moves} moves" for moves in range(_MOVES)]
        found += [f"{role} in {k}: {part}" for k in (2, 3, 4) for part in _PARTS]
    return found + [f"shared {pair}" for pair in _SHARED[mover]]


def digest(weights: Weights) -> str:
    """A short text that other weights do not have.

    >>> digest(_core.champion_weights()) == digest(dict(reversed(_core.champion_weights().items())))
    True
    """
    rows = sorted([*key, [list(one) for one in own]] for key, own in weights.items())
    return sha256(json.dumps(rows).encode()).hexdigest()[:16]


_HEAD = """\
// The champion's weights, written by `lastknight discover --recipe champion`: do not edit. How they
// enter the value is in champion.hpp.
//
// Logistic regressions of "the attacker wins" on 7x7, in thousandths. Each line has a weight at 25
// blank squares and how it changes with the phase p = (blanks - 25) / 12: the factors of p and p^2.
// An attacker's own evaluation is fitted to winners proved by the solver, a defender's to results
// of games that imperfect players played on, and then changed by factors that win more games.
#pragma once

namespace lastknight {

struct ChampionWeight {
  int level, slope, curve;
};
"""


def header(weights: Weights) -> str:
    """The text of core/champion_weights.hpp."""
    return "".join([_HEAD, *_tables(weights), "\n}  // namespace lastknight\n"])


def _tables(weights: Weights) -> Iterator[str]:
    for (role, mover), values in weights.items():
        article = "An" if role == "attacker" else "A"
        yield f"\n// {article} {role}'s evaluation with the {mover} to move.\n"
        yield f"constexpr ChampionWeight {role}_weights_{mover}_moves[] = {{\n"
        entries = ["{" + ", ".join(map(str, one)) + "}," for one in values]
        width = max(map(len, entries))
        for name, entry in zip(feature_names(mover), entries, strict=True):
            yield f"    {entry:{width}}  // {name}\n"
        yield "};\n"
