"""Do pattern tables pay? They are compared with the champion's linear fit, and contain it.

A table has a weight for each configuration of a few squares, as in engines for Othello and
draughts, and how it changes with the phase. The groups are `knights` (each knight's open steps, and
what follows each), `joint` (both knights at once) and `board` (corners, centre, edges); each fit
adds a group. All weights, the champion's included, are fitted together to who wins, with an L2
penalty on the tables' that has the least loss on the validation part. Labels and use:

    lastknight discover --recipe champion -o champion
    python benchmarks/pattern_fit.py champion/labels.lkl
"""

import numpy as np
from pattern_tables import Patterns
from richer_models import loss_of, parts_by_mover, read_options
from scipy.linalg import cholesky, solve_triangular
from scipy.optimize import minimize
from scipy.sparse import csr_array, hstack

from lastknight.discovery.heuristic_recipe import HeuristicRecipe
from lastknight.stats.distributions import sigmoid
from lastknight.stats.logistic import fit_logistic

GROUPS = ("knights", "joint", "board")
PENALTIES = (1024.0, 256.0, 64.0, 16.0, 4.0, 1.0)
MOST_STEPS = 1000
SMALL_SLOPE = 2e-5


class LinearFit:
    """The champion's fit, and the coordinates in which its loss curves alike in all directions."""

    def __init__(self, part):
        rows = part.rows.phased(part.wins)
        spread = rows.variances()
        self.penalty = spread * HeuristicRecipe.read("champion").fit.proved_penalty / rows.rows
        self.weights = fit_logistic(rows, self.penalty, scales=np.sqrt(spread), slope=1e-8)
        self.root = cholesky(rows.curvature(self.weights) + np.diag(self.penalty))
        self.start = self.root @ self.weights
        self.inverse = solve_triangular(self.root, np.eye(len(self.start)))

    def columns(self, part):
        """The champion's inputs in these coordinates."""
        counts = np.pad(part.rows.counts, ((0, 0), (0, 1)), constant_values=1)
        return (
            np.hstack([counts * part.phase[:, None] ** power for power in range(3)]) @ self.inverse
        )


class Tables:
    """Which entries the training positions have."""

    def __init__(self, patterns, groups):
        self.groups = groups
        self.known = [np.unique(codes) for codes in self.codes(patterns)]
        self.entries = sum(len(one) for one in self.known)

    def codes(self, patterns):
        """The entries of all tables."""
        return [codes for name in self.groups for codes in patterns.group(name)]

    def columns(self, patterns):
        """How often each position has each entry; what training did not have is left out."""
        blocks = []
        for known, codes in zip(self.known, self.codes(patterns), strict=True):
            places = np.minimum(np.searchsorted(known, codes), len(known) - 1)
            row, place = np.nonzero((known[places] == codes) & (codes >= 0))
            cells = (np.ones(len(row)), (row, places[row, place]))
            blocks.append(csr_array(cells, shape=(len(codes), len(known))))
        return hstack(blocks, format="csr")


class Rows:
    """The rows of a part, and the values that weights give them."""

    def __init__(self, part, linear, tables):
        self.wins = part.wins
        self.dense = linear.columns(part)
        self.entries = tables.columns(Patterns(part.rows.labels))
        self.powers = np.column_stack([np.ones(len(part.phase)), part.phase])

    def values(self, dense, table):
        """The log odds that the attacker wins; a table has level and slope of each entry."""
        return self.dense @ dense + ((self.entries @ table) * self.powers).sum(axis=1)

    def slope(self, dense, table):
        """The mean loss, and its gradient for both kinds of weights."""
        values = self.values(dense, table)
        miss = (sigmoid(values) - self.wins) / len(values)
        return (
            loss_of(values, self.wins),
            self.dense.T @ miss,
            self.entries.T @ (miss[:, None] * self.powers),
        )


class PatternFit:
    """The fit with one penalty, which starts from another fit's weights."""

    def __init__(self, rows, linear, penalty, start):
        size, count = len(linear.start), len(rows.wins)
        chance = sigmoid(rows.dense @ linear.start)
        curvature = (chance * (1 - chance))[:, None] * rows.powers**2 / count
        scales = np.sqrt(rows.entries.power(2).T @ curvature + penalty / count)

        def split(point):
            return point[:size], point[size:].reshape(-1, 2) / scales

        def objective(point):
            dense, table = split(point)
            loss, own, other = rows.slope(dense, table)
            weights = linear.inverse @ dense
            loss += (linear.penalty @ weights**2 + penalty / count * (table**2).sum()) / 2
            own += linear.inverse.T @ (linear.penalty * weights)
            return loss, np.concatenate([own, ((other + penalty / count * table) / scales).ravel()])

        dense, table = start
        found = minimize(
            objective,
            np.concatenate([dense, (table * scales).ravel()]),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": MOST_STEPS, "gtol": SMALL_SLOPE, "ftol": 0, "maxcor": 20},
        )
        self.weights = split(found.x)
        self.steps, self.slope = found.nit, float(np.linalg.norm(found.jac))


def fit_tables(train, validation, linear, tables, *, penalties):
    """The weights with the least validation loss; penalties are tried until the loss grows."""
    rows, other = Rows(train, linear, tables), Rows(validation, linear, tables)
    best, weights = np.inf, (linear.start, np.zeros((tables.entries, 2)))
    chosen = weights
    for penalty in penalties:
        fit = PatternFit(rows, linear, penalty, weights)
        weights = fit.weights
        loss = loss_of(other.values(*weights), other.wins)
        print(
            f"    penalty {penalty:g}: validation loss {loss:.4f} after {fit.steps} steps, "
            f"gradient {fit.slope:.1e}",
            flush=True,
        )
        if loss > best:
            break
        best, chosen = loss, weights
    return chosen


def main():
    """Print lines for the linear fit, and for the fits with one, two and all groups of tables."""
    options = read_options(
        __doc__,
        tables={"nargs": "+", "choices": GROUPS, "default": GROUPS},
        penalties={"type": float, "nargs": "+", "default": PENALTIES, "help": "strongest first"},
    )
    for train, validation, test in parts_by_mover(options):
        linear = LinearFit(train)
        baseline = linear.columns(test) @ linear.start
        test.report("linear", baseline)
        for last in range(len(options.tables)):
            tables = Tables(Patterns(train.rows.labels), options.tables[: last + 1])
            weights = fit_tables(train, validation, linear, tables, penalties=options.penalties)
            name = f"{' + '.join(tables.groups)}, {tables.entries:,} entries"
            test.report(name, Rows(test, linear, tables).values(*weights), baseline)


if __name__ == "__main__":
    main()
