"""Does a small network pay? It is compared with the champion's linear fit, on the same features.

Both are fitted to who wins, with the attacker and with the defender to move, and judged on openings
of the test part: the mean loss, and the area under the ROC curve. The network has the champion's
counts, their products with the phase, and one layer of hidden units; scipy fits it, and the weights
with the least loss on the validation part are kept. The labels are those of the champion's recipe:

    lastknight discover --recipe champion -o champion
    python benchmarks/network_fit.py champion/labels.lkl
"""

import argparse
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from lastknight.discovery import load
from lastknight.discovery.champion import MIDDLE, SPAN, CountedLabels
from lastknight.discovery.linear_model import ROLES
from lastknight.discovery.recipe import PARTS
from lastknight.stats import auc

DECAY = 1e-5


class Part:
    """The positions of one part."""

    def __init__(self, labels):
        self.rows = CountedLabels(labels)
        self.wins = self.rows.attacker_wins
        counts = self.rows.counts.astype(np.float32)
        phase = ((self.rows.blanks - MIDDLE) / SPAN).astype(np.float32)[:, None]
        self.inputs = np.hstack([counts, counts * phase, counts * phase**2, phase])

    def report(self, name, values):
        """Print how well values tell who wins."""
        openings = np.unique(self.rows.labels.opening, return_inverse=True)[1]
        area = auc(values, self.wins, openings, replicates=20).value
        print(f"  {name:9} loss {loss_of(values, self.wins):.4f}, area {area:.4f}", flush=True)


class Network:
    """One layer of hidden units, each the larger of 0 and a weighted sum; none is a linear fit."""

    def __init__(self, units, train, validation, *, steps):
        self.units = units
        self.mean, self.spread = train.inputs.mean(axis=0), train.inputs.std(axis=0) + 1e-6
        size = train.inputs.shape[1]
        rng = np.random.default_rng(1)
        start = rng.normal(size=(size + 2) * units + size + 1) / np.sqrt(size)
        inputs, other = self.scaled(train), self.scaled(validation)
        best = [np.inf, start]

        def keep_best(weights):
            loss = loss_of(self.forward(weights, other)[0], validation.wins)
            if loss < best[0]:
                best[:] = loss, weights.copy()

        minimize(
            lambda weights: self.slope(weights, inputs, train.wins),
            start,
            jac=True,
            method="L-BFGS-B",
            callback=keep_best,
            options={"maxiter": steps},
        )
        self.weights = best[1]

    def scaled(self, part):
        """The inputs of a part, standardised."""
        return (part.inputs - self.mean) / self.spread

    def split(self, weights):
        """First layer, its constants, second layer, weights past the hidden units, constant."""
        size, units = len(self.mean), self.units
        cuts = np.cumsum([size * units, units, units, size])
        first, bias, second, direct, constant = np.split(weights.astype(np.float32), cuts)
        return first.reshape(size, units), bias, second, direct, constant

    def forward(self, weights, inputs):
        """Values, and the hidden units."""
        first, bias, second, direct, constant = self.split(weights)
        hidden = np.maximum(inputs @ first + bias, 0)
        return hidden @ second + inputs @ direct + constant, hidden

    def slope(self, weights, inputs, wins):
        """The loss and its gradient."""
        _, _, second, _, _ = self.split(weights)
        values, hidden = self.forward(weights, inputs)
        miss = ((1 / (1 + np.exp(-values)) - wins) / len(wins)).astype(np.float32)
        back = np.outer(miss, second) * (hidden > 0)
        parts = [inputs.T @ back, back.sum(axis=0), hidden.T @ miss, inputs.T @ miss, [miss.sum()]]
        gradient = np.concatenate([np.ravel(part) for part in parts]).astype(np.float64)
        loss = loss_of(values, wins) + DECAY * float(weights @ weights) / 2
        return loss, gradient + DECAY * weights


def loss_of(values, wins):
    """The mean logistic loss."""
    return float(np.logaddexp(0, np.where(wins, -values, values)).mean())


def main():
    """Print a line for the linear fit and one for each network."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("--units", type=int, nargs="+", default=[8, 24])
    parser.add_argument("--steps", type=int, default=300)
    options = parser.parse_args()
    labels = load(options.labels)
    for mover in ROLES:
        here = labels.select(labels.is_attacker == (mover == ROLES[0]))
        train, validation, test = (Part(here.part(name)) for name in PARTS)
        print(f"{mover} to move: {len(train.wins):,} positions to fit, {len(test.wins):,} to test")
        for units in (0, *options.units):
            network = Network(units, train, validation, steps=options.steps)
            values, _ = network.forward(network.weights, network.scaled(test))
            test.report(f"{units} units" if units else "linear", values)


if __name__ == "__main__":
    main()
