"""Logistic regression of margins: it finds the weights that made the data."""

import numpy as np
import pytest

from lastknight.errors import ArgumentError
from lastknight.stats.logistic import Margins, PhasedCounts, fit_logistic, removal_losses

TRUE = np.array([1.5, -0.7, 0.0, 0.3])


@pytest.fixture(scope="module")
def margins():
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(40_000, len(TRUE)))
    chance = 1 / (1 + np.exp(-rows @ TRUE))
    signs = np.where(generator.random(len(rows)) < chance, 1, -1)
    weights = np.full(len(rows), 1 / len(rows))
    return Margins((rows * signs[:, None]).astype(np.float32), weights)


def test_it_finds_the_weights_that_made_the_data(margins):
    found = fit_logistic(margins, np.full(len(TRUE), 1e-6))
    assert np.abs(found - TRUE).max() < 0.05
    assert margins.loss(found) <= margins.loss(TRUE)


def test_a_penalty_shrinks_and_a_start_does_not_matter(margins):
    weak, strong = (fit_logistic(margins, np.full(len(TRUE), size)) for size in (1e-6, 1.0))
    assert np.abs(strong).sum() < 0.5 * np.abs(weak).sum()
    again = fit_logistic(margins, np.full(len(TRUE), 1e-6), start=np.full(len(TRUE), 3.0))
    assert np.abs(again - weak).max() < 1e-3


def test_slope_and_curvature_are_those_of_the_loss(margins):
    at, step = TRUE / 2, 1e-4
    _, slope = margins.slope(at)
    for place, unit in enumerate(np.eye(len(TRUE))):
        up, down = margins.loss(at + step * unit), margins.loss(at - step * unit)
        assert (up - down) / (2 * step) == pytest.approx(slope[place], abs=1e-6)
        change = margins.slope(at + step * unit)[1] - margins.slope(at - step * unit)[1]
        assert change / (2 * step) == pytest.approx(margins.curvature(at)[place], abs=1e-5)


def test_estimated_removals_are_close_to_real_ones(margins):
    penalty = np.full(len(TRUE), 1e-6)
    fit = fit_logistic(margins, penalty)
    estimated = removal_losses(margins, penalty, fit, [[1], [2]])
    for place, guess in zip((1, 2), estimated, strict=True):
        rest = [column for column in range(len(TRUE)) if column != place]
        fewer = Margins(margins.rows[:, rest], margins.weights)
        real = fewer.loss(fit_logistic(fewer, penalty[rest])) - margins.loss(fit)
        assert guess == pytest.approx(real, rel=0.3, abs=1e-4)


def test_nothing_to_fit_is_refused():
    with pytest.raises(ArgumentError, match="at least one row"):
        fit_logistic(Margins(np.zeros((0, 2), np.float32), np.zeros(0)), np.zeros(2))


def test_phased_counts_are_margins_of_whole_rows():
    rng = np.random.default_rng(3)
    counts = rng.integers(0, 5, (400, 4)).astype(np.uint8)
    phases = rng.integers(-2, 3, 400) / 2
    wins = rng.random(400) < 0.4
    phased = PhasedCounts.of(counts, phases, wins, powers=3)
    whole = np.hstack([counts * phases[:, None] ** power for power in range(3)])
    signs = np.where(wins, 1, -1)[:, None]
    margins = Margins((whole * signs).astype(np.float32), np.full(400, 1 / 400))
    values = rng.normal(size=12) / 4
    assert phased.slope(values)[0] == pytest.approx(margins.slope(values)[0])
    assert phased.slope(values)[1] == pytest.approx(margins.slope(values)[1], abs=1e-6)
    assert phased.curvature(values) == pytest.approx(margins.curvature(values), abs=1e-4)
    assert phased.variances() == pytest.approx(whole.var(axis=0))
    penalty = np.full(12, 1e-3)
    exact = fit_logistic(phased, penalty, scales=np.sqrt(phased.variances()), slope=1e-10)
    assert exact == pytest.approx(fit_logistic(margins, penalty), abs=0.01)
