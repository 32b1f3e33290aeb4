"""What programs share that compare richer models with the champion's linear fit.

`network_fit.py` tries a network, `pattern_fit.py` tries pattern tables. Each model is fitted to who
wins, for each side to move, and judged on the openings of the test part.
"""

import argparse
from functools import cached_property
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

from lastknight.discovery import load
from lastknight.discovery.champion import MIDDLE, SPAN, CountedLabels
from lastknight.discovery.linear_model import ROLES
from lastknight.discovery.recipe import PARTS
from lastknight.stats import Estimate, auc
from lastknight.stats.distributions import t_quantile

REPLICATES = 50


class Part:
    """The positions of one part in which one side is to move."""

    def __init__(self, labels):
        self.rows = CountedLabels(labels)
        self.wins = self.rows.attacker_wins
        self.phase = (self.rows.blanks - MIDDLE) / SPAN
        self.openings = np.unique(labels.opening, return_inverse=True)[1]

    @cached_property
    def inputs(self):
        """The champion's counts, their products with the phase and its square, and the phase."""
        counts, phase = self.rows.counts.astype(np.float32), self.phase.astype(np.float32)[:, None]
        return np.hstack([counts, counts * phase, counts * phase**2, phase])

    def report(self, name, values, baseline=None):
        """Print how well values tell who wins, and how much better than a baseline's values."""
        area = auc(values, self.wins, self.openings, replicates=REPLICATES)
        print(f"  {name}: loss {loss_of(values, self.wins):.4f}, AUC {shown(area)}", flush=True)
        if baseline is not None:
            loss, area = self.compare(values, baseline)
            print(f"    less the linear fit: loss {shown(loss)}, AUC {shown(area)}", flush=True)

    def compare(self, values, baseline):
        """The differences in loss and AUC on the same positions, clustered by opening."""
        pairs = zip(*(self.shares(one) for one in (values, baseline)), strict=True)
        return [clustered_difference(ours - theirs, self.openings) for ours, theirs in pairs]

    def shares(self, values):
        """The share of each position in the loss and in the AUC, which are their means.

        The shares in the AUC are its pseudo-values: how a position of one class ranks among those
        of the other.
        """
        wins, ranks = self.wins, rankdata(values)
        ones, others = wins.sum(), (~wins).sum()
        above = np.empty(len(wins))
        above[wins] = (ranks[wins] - rankdata(values[wins])) / others
        above[~wins] = 1 - (ranks[~wins] - rankdata(values[~wins])) / ones
        area = above[wins].mean()
        weights = len(wins) / np.where(wins, ones, others)
        return losses(values, wins), area + (above - area) * weights


def read_options(description, **more):
    """The options of a program: the labels, who is to move, and more by name."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("--movers", nargs="+", choices=ROLES, default=ROLES, help="who is to move")
    parser.add_argument("--positions", type=int, help="use only so many labels, the first ones")
    for name, settings in more.items():
        parser.add_argument(f"--{name}", **settings)
    return parser.parse_args()


def parts_by_mover(options):
    """The training, validation and test positions with either side to move."""
    labels = load(options.labels).select(slice(options.positions))
    for mover in options.movers:
        here = labels.select(labels.is_attacker == (mover == ROLES[0]))
        train, validation, test = (Part(here.part(name)) for name in PARTS)
        print(
            f"{mover} to move: {len(train.wins):,} positions to fit, {len(validation.wins):,} to "
            f"choose, {len(test.wins):,} of {test.openings.max() + 1} openings to test",
            flush=True,
        )
        yield train, validation, test


def clustered_difference(differences, clusters):
    """The mean of differences, with Student's 95 % interval over clusters."""
    mean, size = float(differences.mean()), int(clusters.max()) + 1
    sums = np.bincount(clusters, differences - mean)
    error = np.sqrt(sums @ sums * size / (size - 1)) / len(differences)
    half = float(error) * t_quantile(0.95, size - 1)
    return Estimate(mean, mean - half, mean + half)


def losses(values, wins):
    """The logistic loss of each position."""
    return np.logaddexp(0, np.where(wins, -values, values))


def loss_of(values, wins):
    """The mean logistic loss."""
    return float(losses(values, wins).mean())


def shown(estimate):
    """An estimate and its interval, as text."""
    return f"{estimate.value:.4f} ({estimate.low:.4f} to {estimate.high:.4f})"
