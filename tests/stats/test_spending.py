"""Error spending: together, the looks err as often as they may, and no less."""

import numpy as np
import pytest

from lastknight.stats.distributions import normal_quantile
from lastknight.stats.spending import look_levels, spent_alpha
from sampling import sampled

FRACTIONS = [(1.0,), (0.5, 1.0), (0.1, 0.2, 0.4, 0.7, 1.0), (0.01, 0.97, 0.98, 0.99, 1.0)]


def simulated_error(fractions, levels, *, runs):
    """How often a comparison without a difference rejects at any look."""
    generator = np.random.default_rng(7)
    score, before, rejected = np.zeros(runs), 0.0, np.zeros(runs, dtype=bool)
    for now, level in zip(fractions, levels, strict=True):
        score = score + generator.normal(size=runs) * np.sqrt(now - before)
        rejected |= np.abs(score) >= normal_quantile(1 - level) * np.sqrt(now)
        before = now
    return rejected.mean()


@pytest.mark.parametrize("fractions", FRACTIONS)
@pytest.mark.parametrize("alpha", [0.2, 0.05])
def test_all_looks_together_err_with_alpha(fractions, alpha):
    runs = sampled(3_000_000)
    error = simulated_error(fractions, look_levels(fractions, alpha), runs=runs)
    assert error == pytest.approx(alpha, abs=4 * (alpha * (1 - alpha) / runs) ** 0.5)


@pytest.mark.parametrize("fractions", FRACTIONS)
@pytest.mark.parametrize("alpha", [0.5, 0.05, 0.003, 1e-6, 1e-30])
def test_levels_lie_between_what_is_spent_at_the_look_and_in_all(fractions, alpha):
    before = 0.0
    for now, level in zip(fractions, look_levels(fractions, alpha), strict=True):
        assert alpha * (now**2 - before**2) * (1 - 1e-9) <= level <= alpha * now**2 * (1 + 1e-9)
        before = now


@pytest.mark.parametrize("fractions", FRACTIONS)
@pytest.mark.parametrize("p_value", [0.0, 1e-300, 1e-41, 1e-39])
def test_the_clearest_differences_spend_next_to_nothing(fractions, p_value):
    assert p_value <= spent_alpha(fractions, p_value) <= 1e-36


def test_one_look_spends_everything():
    assert look_levels((1.0,), 0.05)[0] == pytest.approx(0.05)


@pytest.mark.parametrize("fractions", FRACTIONS)
@pytest.mark.parametrize("p_value", [0.9, 0.3, 0.01, 1e-5, 1e-20])
def test_the_inverse_is_the_smallest_alpha_that_rejects(fractions, p_value):
    alpha = spent_alpha(fractions, p_value)
    if alpha == 1.0:
        assert look_levels(fractions, 0.999)[-1] < p_value
        return
    assert look_levels(fractions, alpha)[-1] == pytest.approx(p_value)
    assert look_levels(fractions, alpha / 1.01)[-1] < p_value


@pytest.mark.parametrize("last", [4, 1, 0.01])
@pytest.mark.parametrize("p_value", [0.9, 0.01, 1e-20, 1e-300])
def test_the_last_two_looks_may_be_close(last, p_value):
    fractions = tuple(pairs / (1000 + last) for pairs in (250, 500, 1000, 1000 + last))
    assert p_value <= spent_alpha(fractions, p_value) <= 1
    assert all(0 < level < 1 for level in look_levels(fractions, 0.05))
