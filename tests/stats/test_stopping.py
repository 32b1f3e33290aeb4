"""The estimate after an early stop is too large as often as too small."""

import numpy as np
import pytest

from lastknight.stats.stopping import correct_stop
from sampling import sampled

ERRORS = [20.0, 14.1, 10.0]
BOUNDS = [2.8, 2.4]


def draw_stop(generator, elo):
    """The estimate at the look where a comparison stops, and the number of that look."""
    information = np.array(ERRORS) ** -2.0
    steps = np.diff(information, prepend=0.0)
    scores = np.cumsum(generator.normal(elo * steps, np.sqrt(steps)))
    for look, bound in enumerate([*BOUNDS, 0.0]):
        if abs(scores[look]) >= bound * information[look] ** 0.5:
            return scores[look] / information[look], look
    raise AssertionError("the last look always stops")


@pytest.mark.parametrize("elo", [0, 20, 35, 60])
def test_half_of_the_corrected_estimates_are_too_large(elo):
    generator = np.random.default_rng(elo)
    runs = sampled(1200)
    plain, corrected = [], []
    for _ in range(runs):
        value, look = draw_stop(generator, elo)
        plain.append(value)
        corrected.append(correct_stop(value, ERRORS[: look + 1], BOUNDS[:look]))
    error = 3 * (0.25 / runs) ** 0.5
    assert np.mean(np.array(corrected) > elo) == pytest.approx(0.5, abs=error)
    assert abs(np.mean(corrected) - elo) <= abs(np.mean(plain) - elo) + 2


def test_a_first_look_is_left_alone_and_sides_swap():
    assert correct_stop(-44.0, ERRORS[:1], []) == -44.0
    later = correct_stop(30.0, ERRORS, BOUNDS)
    assert correct_stop(-30.0, ERRORS, BOUNDS) == -later
    assert 0 < later < 30


@pytest.mark.parametrize("value", [5.0, 20.0, 30.0, 60.0])
def test_the_grid_is_fine_enough(value, monkeypatch):
    plain = correct_stop(value, ERRORS, BOUNDS)
    monkeypatch.setattr("lastknight.stats.stopping._POINTS", 1201)
    assert correct_stop(value, ERRORS, BOUNDS) == pytest.approx(plain, abs=0.02)
