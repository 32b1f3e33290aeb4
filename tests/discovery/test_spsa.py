"""SPSA finds a known optimum through noise, and its spread is honest."""

from math import exp, log
from random import Random

import pytest

from lastknight.discovery.spsa import RUNS, Gains, Spsa, spread_of

ELO = 2 * log(10) / 400


def simulate(optimum, *, elo=80.0, decided=0.37, seed=1, iterations=40, pairs=32, start=None):
    """A search with simulated pairs; half the range away from the optimum costs `elo`."""
    chance = Random(seed)
    search = Spsa(start or [0.5] * len(optimum), iterations=iterations, pairs=pairs, seed=seed)

    def strength(point):
        return -elo * sum((2 * (a - b)) ** 2 for a, b in zip(point, optimum, strict=True))

    while not search.is_over:
        leads = []
        for probes in search.probes():
            win = 1 / (1 + exp(-ELO * (strength(probes.up) - strength(probes.down))))
            played = [chance.random() < decided for _ in range(pairs)]
            leads.append(
                sum(2 * (chance.random() < win) - 1 for is_decided in played if is_decided)
            )
        search.step(leads)
    return search


@pytest.mark.parametrize("optimum", [(0.2,), (0.9,), (0.25, 0.7), (0.3, 0.6, 0.8, 0.4)])
def test_it_recovers_the_optimum_of_a_noisy_objective(optimum):
    search = simulate(optimum)
    for place, wanted in enumerate(optimum):
        assert search.spread(place).value == pytest.approx(wanted, abs=0.12)


def test_the_spread_covers_the_optimum_about_as_often_as_it_says():
    covered = 0
    for seed in range(100):
        found = simulate((0.35,), elo=40.0, seed=seed, iterations=20, pairs=25).spread(0)
        covered += found.low <= 0.35 <= found.high
    assert covered >= 84


def test_a_parameter_without_any_effect_has_a_wide_spread():
    widths = []
    for seed in range(20):
        found = simulate((0.5,), elo=0.0, seed=seed).spread(0)
        widths.append(found.high - found.low)
    assert sum(widths) / len(widths) > 0.4


def test_an_optimum_at_the_end_of_the_range_is_reached():
    assert simulate((1.0,)).spread(0).value > 0.85
    assert simulate((0.0,), start=[0.0]).spread(0).value < 0.15


def test_runs_start_apart_around_the_start():
    search = Spsa((0.5, 0.5), iterations=1, pairs=1, seed=3)
    for place in range(2):
        values = sorted(path[0][place] for path in search.paths)
        assert values == pytest.approx([0.25, 0.4167, 0.5833, 0.75], abs=1e-4)


def test_the_same_seed_gives_the_same_path_and_another_another():
    assert simulate((0.3,), seed=4).paths == simulate((0.3,), seed=4).paths
    one, other = (Spsa((0.5,) * 8, iterations=3, pairs=2, seed=seed) for seed in (1, 2))
    assert one.probes() != other.probes()


def test_points_stay_in_range_and_no_step_is_longer_than_its_probe():
    search = Spsa((0.9, 0.1), iterations=5, pairs=1000, seed=1)
    while not search.is_over:
        before = [path[-1] for path in search.paths]
        probe = Gains(5000).probe((search.iteration + 0.5) * 1000)
        for probes in search.probes():
            assert all(0 <= value <= 1 for value in (*probes.up, *probes.down))
        search.step([1000, -1000, 1000, 0][:RUNS])
        for old, path in zip(before, search.paths, strict=True):
            assert all(0 <= new <= 1 for new in path[-1])
            assert all(
                abs(new - value) <= probe + 1e-9 for new, value in zip(path[-1], old, strict=True)
            )


def test_probes_and_steps_shrink():
    gains = Gains(1000)
    assert gains.probe(10) > gains.probe(500) > gains.probe(1000) == pytest.approx(0.15)
    assert gains.rate(10) > gains.rate(500) > gains.rate(1000) == pytest.approx(0.07)


def test_equal_ends_have_no_spread():
    found = spread_of([0.5] * 4)
    assert found.low == found.value == found.high == 0.5
