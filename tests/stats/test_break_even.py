"""Break-even costs: the line by hand, coverage, and the size of the check for curvature."""

import numpy as np
import pytest

import lastknight as lk
from lastknight.stats.break_even import fit_break_even
from sampling import sampled
from simulated_pairs import holds

RATIOS = np.array([1.0, 1.5, 2.0, 3.0, 4.5])


def draw_counts(generator, elos, *, openings=150, times=2, repeat=1, splits=0.6):
    """(WW, split, LL) of each opening at each ratio; each pair is played `repeat` times alike."""
    p = 1 / (1 + 10 ** (-np.asarray(elos) / 200))
    decided = generator.binomial(times, 1 - splits, (len(p), openings))
    ww = generator.binomial(decided, p[:, None])
    return repeat * np.stack([ww, times - decided, decided - ww], axis=2)


def test_by_hand():
    counts = [[[50, 40, 10]] * 20, [[30, 40, 30]] * 20, [[10, 40, 50]] * 20]
    found = fit_break_even([1, 2, 4], counts)
    assert found.ratio.value == pytest.approx(2)
    assert found.per_doubling.value == pytest.approx(200 * np.log10(5))
    assert found.elo.value == pytest.approx(200 * np.log10(5))
    assert found.at(2).value == pytest.approx(0, abs=1e-6)
    assert found.curvature_p > 0.99


@pytest.mark.parametrize("repeat", [1, 4])
def test_coverage_and_the_size_of_the_check_for_curvature(repeat):
    generator = np.random.default_rng(repeat)
    runs, covered, bent = sampled(900), {"ratio": 0, "elo": 0, "per_doubling": 0}, 0
    truth = {"ratio": 2 ** (100 / 75), "elo": 100, "per_doubling": 75}
    for _ in range(runs):
        elos = 100 - 75 * np.log2(RATIOS)
        found = fit_break_even(RATIOS, draw_counts(generator, elos, repeat=repeat))
        bent += found.curvature_p <= 0.05
        for name, value in truth.items():
            covered[name] += holds(getattr(found, name), value)
    error = 3 * (0.05 * 0.95 / runs) ** 0.5
    assert bent / runs <= 0.05 + error + 0.01
    for count in covered.values():
        assert 0.95 - error - 0.01 <= count / runs <= 0.99


def test_a_bent_line_is_noticed():
    generator = np.random.default_rng(9)
    elos = 150 - 200 * np.log2(RATIOS) ** 2
    counts = draw_counts(generator, elos, openings=600)
    assert fit_break_even(RATIOS, counts).curvature_p < 0.01


def test_what_cannot_be_told():
    assert fit_break_even([1], [[[5, 0, 5]] * 9]) is None
    assert fit_break_even([1, 2], [[[5, 0, 0]] * 9] * 2) is None
    flat = fit_break_even([1, 2], [[[6, 0, 3]] * 9] * 2)
    assert flat.ratio.value is None or flat.ratio.high is None
    with pytest.raises(lk.ArgumentError, match="for each opening at each ratio"):
        fit_break_even([1, 2], [[[5, 0, 5]] * 9])


def test_pairs_that_no_line_is_steep_enough_for_have_no_break_even():
    # Wins at the first ratio only, losses at all: the likelihood has no maximum.
    early = [[[0, 0, 1], [1, 0, 0]], *([[[0, 0, 1], [0, 1, 0]]] * 4)]
    assert fit_break_even(RATIOS, early) is None
    assert fit_break_even(RATIOS, [[row[::-1] for row in one] for one in early]) is None


def test_a_parabola_without_error_is_no_bend():
    # Wins in the middle only, which a parabola fits without any error.
    loss, win = [[0, 0, 1]], [[1, 0, 0]]
    found = fit_break_even(RATIOS, [loss, loss, win, loss, loss])
    assert 0 <= found.curvature_p <= 1


@pytest.mark.parametrize("elo", [-900, -400, 0, 400, 900])
@pytest.mark.parametrize("slope", [0.01, 5, 100, 500])
def test_a_break_even_far_beyond_the_ratios_played_has_no_value(elo, slope):
    """It would be an extrapolation, and could be too large for a number."""
    generator = np.random.default_rng(int(1000 + elo + slope))
    for openings in (3, 10, 60):
        found = fit_break_even(
            RATIOS, draw_counts(generator, elo - slope * np.log2(RATIOS), openings=openings)
        )
        if found is None:
            continue
        low, value, high = found.ratio.low, found.ratio.value, found.ratio.high
        assert value is None or 1 / 64 < value < 1024
        assert low is None or 1 / 64 <= low <= min(value or 1024, high or 1024)
        assert high is None or max(value or 0, low or 0) <= high <= 1024
