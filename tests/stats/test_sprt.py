"""The sequential test: its numbers by hand, its errors and its length by simulation."""

import re
from math import isfinite, log

import numpy as np
import pytest

from lastknight import stats
from lastknight.stats import Sprt, SprtProgress
from lastknight.stats.words import describe_pairs_left
from sampling import sampled
from simulated_pairs import draw_pairs
from simulated_sprt import KINDS, OUTCOMES, decisions, draw_run, errors


def run(test, elo, *, bias=0.0, runs=2000, pairs=1000, seed=0):
    """How often it ends with elo1, how often at all, and after how many pairs on average."""
    generator = np.random.default_rng(seed)
    step_up, step_down = test.steps
    low, high = test.bounds
    outcomes = draw_pairs(generator, elo, bias, (runs, pairs))
    ratio = np.cumsum(np.where(outcomes > 0, step_up, np.where(outcomes < 0, step_down, 0)), axis=1)
    stopped = (ratio >= high) | (ratio <= low)
    at = np.where(stopped.any(axis=1), stopped.argmax(axis=1), pairs - 1)
    last = ratio[np.arange(runs), at]
    return (last >= high).mean(), ((last >= high) | (last <= low)).mean(), (at + 1).mean()


def test_bounds_and_steps_by_hand():
    test = Sprt(0, 20)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(0, 20, alpha=0.01, beta=0.1).bounds == pytest.approx((log(0.1 / 0.99), log(90)))
    p = 1 / (1 + 10 ** (-40 / 400))
    assert test.steps == pytest.approx((log(p / 0.5), log((1 - p) / 0.5)))
    assert test.llr(7, 3) == pytest.approx(7 * log(2 * p) + 3 * log(2 - 2 * p))


def test_presets():
    ends = {name: (test.elo0, test.elo1) for name, test in stats.PRESETS.items()}
    assert ends == {
        "quick": (0, 50),
        "standard": (0, 20),
        "fine": (0, 10),
        "no-regression": (-20, 0),
    }
    assert all((test.alpha, test.beta) == (0.05, 0.05) for test in stats.PRESETS.values())


def test_decides_at_its_bounds_and_not_before():
    test = Sprt(-100, 100)  # symmetric: a WW adds what an LL takes
    enough = int(np.ceil(test.bounds[1] / test.steps[0]))
    assert test.decide(enough - 1, 0) is None
    assert test.decide(enough, 0) == "elo1"
    assert test.decide(0, enough) == "elo0"
    assert test.decide(50, 50) is None
    assert test.decide(0, 0) is None


@pytest.mark.parametrize("bias", [0, 400])
@pytest.mark.parametrize("test", [Sprt(0, 50), Sprt(-50, 0), Sprt(0, 100, alpha=0.1)])
def test_error_rates_hold_on_any_openings(test, bias):
    pairs = 2500 if bias else 1200
    wrong, ended, _ = run(test, test.elo0, bias=bias, pairs=pairs)
    right, ended_too, _ = run(test, test.elo1, bias=bias, pairs=pairs, seed=1)
    assert min(ended, ended_too) > 0.99
    error = 3 * (0.05 * 0.95 / 2000) ** 0.5
    assert 0.4 * test.alpha < wrong < test.alpha + error
    assert 1 - test.beta - error < right < 1 - 0.2 * test.beta


@pytest.mark.parametrize("bias", [0, 400])
@pytest.mark.parametrize("elo", [200, 400, 800])
def test_strong_players_pass_quickly(elo, bias):
    right, ended, length = run(Sprt(0, 50), elo, bias=bias)
    assert ended == 1
    assert right > 0.999
    assert length < 120


@pytest.mark.parametrize("elo", [-20, 0, 10, 25, 40, 50, 100])
def test_expected_length_and_chance_are_about_right(elo):
    test = Sprt(0, 50)
    passed, _, length = run(test, elo, pairs=2000, runs=sampled(4000), seed=elo + 100)
    _, split, _ = stats.pair_probabilities(elo)
    assert test.chance_of_elo1(elo) == pytest.approx(passed, abs=0.03)
    planned = test.expected_pairs(elo, split_rate=split)
    assert 0.85 * length < planned < 1.05 * length


def test_wald_at_the_two_hypotheses_and_between():
    test = Sprt(0, 20)
    assert test.chance_of_elo1(0) == pytest.approx(0.05)
    assert test.chance_of_elo1(20) == pytest.approx(0.95)
    assert test.expected_pairs(10) > test.expected_pairs(0) > test.expected_pairs(-50)
    assert Sprt(-20, 20).chance_of_elo1(0) == pytest.approx(0.5)


@pytest.mark.parametrize("ends", [(-10_000, 10_000), (0, 0.01), (9_000, 9_001), (-300, 800)])
@pytest.mark.parametrize("elo", [-10_000, -300, 0, 1, 800, 10_000])
def test_extremes_stay_finite(ends, elo):
    test = Sprt(*ends)
    assert 0 <= test.chance_of_elo1(elo) <= 1
    assert isfinite(test.expected_pairs(elo))
    assert test.expected_pairs(elo) > 0
    assert isfinite(test.llr(10**15, 10**15))


def test_every_small_count_gives_finite_numbers():
    for test in stats.PRESETS.values():
        ratios = [test.llr(ww, ll) for ww in range(51) for ll in range(51)]
        assert all(isfinite(ratio) for ratio in ratios)
        assert test.llr(10, 5) > test.llr(9, 5) > test.llr(9, 6)


def test_pairs_up_to_a_stop_overstate_the_difference():
    generator = np.random.default_rng(4)
    test = Sprt(0, 50)
    outcomes = draw_pairs(generator, 25, 0, (2000, 1500))
    ww, ll = np.cumsum(outcomes > 0, axis=1), np.cumsum(outcomes < 0, axis=1)
    ratio = ww * test.steps[0] + ll * test.steps[1]
    passed = (ratio >= test.bounds[1]).any(axis=1)
    at = (ratio >= test.bounds[1]).argmax(axis=1)[passed]
    seen = [
        stats.pair_elo(w[i], n[i]).value for w, n, i in zip(ww[passed], ll[passed], at, strict=True)
    ]
    assert np.median([value for value in seen if value is not None]) > 35


@pytest.mark.parametrize(("elo", "decision"), [(60, "elo1"), (-60, "elo0"), (25, None)])
def test_the_order_in_which_pairs_arrive_does_not_matter(elo, decision):
    test, generator = Sprt(0, 50), np.random.default_rng(7)
    pairs = [
        {1: (1, 1), 0: (1, 0), -1: (0, 0)}[outcome]
        for outcome in draw_pairs(generator, elo, 0, 300 if decision else 20).tolist()
    ]
    ww = ll = count = 0
    while count < len(pairs) and test.decide(ww, ll) is None:
        ww, ll = ww + (pairs[count] == (1, 1)), ll + (pairs[count] == (0, 0))
        count += 1
    assert test.decide(ww, ll) == decision
    parts = [(start, pairs[start : start + 7]) for start in range(0, len(pairs), 7)]
    for _ in range(5):
        progress = SprtProgress(test, range(len(pairs)))
        for start, part in generator.permutation(np.array(parts, dtype=object)).tolist():
            progress.add(start, part)
        found = (progress.pairs, progress.ww, progress.ll, progress.decision)
        assert found == (count, ww, ll, decision)
        assert progress.llr == test.llr(ww, ll)


def test_pairs_after_a_gap_wait():
    progress = SprtProgress(Sprt(0, 50), range(101))
    progress.add(1, [(1, 1)] * 100)
    assert (progress.pairs, progress.ww, progress.decision) == (0, 0, None)
    progress.add(0, [(0, 0)])
    assert progress.decision == "elo1"
    assert progress.pairs == progress.ww + 1 < 101


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", stats.PRESETS)
def test_error_rates_where_openings_repeat(name, kind):
    runs = sampled(300)
    for error in errors(stats.PRESETS[name], kind, runs=runs, pairs=1500):
        assert error <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_taking_every_pair_for_a_new_opening_would_be_wrong():
    how = {"runs": sampled(300), "pairs": 1500, "is_naive": True}
    one, other = errors(stats.PRESETS["quick"], "same games again", **how)
    assert one + other > 0.2


def test_distinct_openings_still_decide():
    found = decisions(Sprt(0, 50), 50, "no repeats", runs=100, pairs=2000)
    assert found.count("elo1") > 85


def test_repeated_openings_divide_the_ratio():
    outcomes = [(1, 1)] * 9 + [(0, 0)] * 6
    plain = SprtProgress(Sprt(0, 50), range(15))
    plain.add(0, outcomes)
    assert plain.design_effect == 1
    again = SprtProgress(Sprt(0, 50), [*range(15), *range(15)])
    again.add(0, outcomes * 2)
    assert again.llr == pytest.approx(Sprt(0, 50).llr(9, 6) * 14 / 15)


def test_players_who_only_repeat_themselves_end_it():
    openings = [*range(20)] * 10
    progress = SprtProgress(Sprt(0, 20), openings)
    progress.add(0, ([(1, 1)] * 6 + [(0, 0)] * 5 + [(1, 0)] * 9) * 10)
    assert (progress.is_over, progress.decision, progress.pairs) == (True, None, 40)
    other = SprtProgress(Sprt(0, 20), openings)
    other.add(0, [(1, 1)] * 6 + [(0, 0)] * 5 + [(1, 0)] * 9)
    other.add(20, [(1, 0)] * 180)
    assert not other.is_over


def test_the_pairs_left_shrink_as_the_test_nears_a_bound():
    test = Sprt(0, 50)
    assert (
        test.expected_pairs(50, llr=2.5) < test.expected_pairs(50, llr=0) == test.expected_pairs(50)
    )
    assert test.expected_pairs(50, design_effect=3) == pytest.approx(3 * test.expected_pairs(50))
    assert test.chance_of_elo1(25, llr=2.5) > 0.9
    progress = SprtProgress(test, range(100))
    progress.add(0, [(1, 1), (1, 0)] * 4)
    before = progress.pairs_left
    progress.add(8, [(1, 1)] * 6)
    assert 0 < progress.pairs_left < before


@pytest.mark.parametrize("kind", ["no repeats", "once, then again"])
@pytest.mark.parametrize("elo", [0, 50, 120])
def test_the_pairs_left_are_about_what_is_played(elo, kind):
    generator, test = np.random.default_rng(elo), Sprt(0, 50)
    expected, played = [], []
    for _ in range(sampled(200)):
        openings, outcomes = draw_run(generator, kind, elo, 4000)
        progress = SprtProgress(test, openings)
        pairs = [OUTCOMES[outcome] for outcome in outcomes]
        progress.add(0, pairs[:100])
        if progress.is_over:
            continue
        expected.append(progress.pairs_left)
        progress.add(100, pairs[100:])
        played.append(progress.pairs - 100)
    assert None not in expected
    if elo == 120:  # those not decided yet are the unlucky ones, so more is expected of them
        assert np.mean(played) < np.mean(expected) < 150
    else:
        assert np.mean(expected) == pytest.approx(np.mean(played), rel=0.4)


def test_the_pairs_left_in_words():
    progress = SprtProgress(Sprt(0, 50), [*range(40)] * 100)
    assert progress.pairs_left is None
    assert describe_pairs_left(progress) == "pairs left: not known yet"
    alike = [(1, 1)] * 9 + [(0, 0)] * 9 + [(1, 0)] * 22
    progress.add(0, alike)
    assert re.fullmatch(r"about [\d,]+ pairs left", describe_pairs_left(progress))
    progress.add(40, [(1, 0)] + alike[1:] + alike * 3)
    assert progress.pairs_left is None
    assert describe_pairs_left(progress) == "more pairs on these openings will not decide it"
    short = SprtProgress(Sprt(0, 5), range(100))
    short.add(0, [(1, 1), (0, 0)] * 20)
    assert describe_pairs_left(short).endswith("pairs left, more than planned")
    over = SprtProgress(Sprt(0, 50), range(100))
    over.add(0, [(1, 1)] * 50)
    assert (over.pairs_left, describe_pairs_left(over)) == (0, "")
