"""Does a small network pay? It is compared with the champion's linear fit, on the same features.

Both are fitted to who wins, with the attacker and with the defender to move, and judged on openings
of the test part: the mean loss, and the area under the ROC curve. The network has the champion's
counts, their products with the phase, and one layer of hidden units; scipy fits it, and the weights
with the least loss on the validation part are kept. The labels are those of the champion's recipe:

    lastknight discover --recipe champion -o champion
    python benchmarks/network_fit.py champion/labels.lkl
"""

import numpy as np
from richer_models import loss_of, parts_by_mover, read_options
from scipy.optimize import minimize

DECAY = 1e-5


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


def main():
    """Print a line for the linear fit and one for each network."""
    options = read_options(
        __doc__,
        units={"type": int, "nargs": "+", "default": [8, 24]},
        steps={"type": int, "default": 300},
    )
    for train, validation, test in parts_by_mover(options):
        baseline = None
        for units in (0, *options.units):
            network = Network(units, train, validation, steps=options.steps)
            values, _ = network.forward(network.weights, network.scaled(test))
            test.report(f"{units} units" if units else "linear", values, baseline)
            baseline = values if baseline is None else baseline


if __name__ == "__main__":
    main()
