"""Looks at many comparisons: one error rate for all, and words that agree with their intervals."""

import numpy as np
import pytest

import lastknight as lk
from lastknight.stats.looks import Family, plan_looks
from sampling import IS_WHOLE, sampled
from simulated_looks import KINDS, WHOLE, alarm_rate

LOOKS = plan_looks([250, 500, 1000])
SPLITS = 0.78
OPENINGS = 315


def test_looks_spend_all_of_alpha_and_little_early():
    levels = [look.level(0.05) for look in plan_looks([250, 500, 1000, 2000])]
    assert levels == sorted(levels)
    assert levels[0] == pytest.approx(0.05 / 64)
    assert 0.75 * 0.05 < levels[-1] < 0.05
    with pytest.raises(lk.ArgumentError, match="looks must be increasing numbers"):
        plan_looks([500, 500])


def draw_counts(generator, pairs, *, p=0.5, is_deterministic=False):
    """(WW, split, LL) by opening at each number of pairs, on 315 openings in random order."""
    passes = -(-pairs[-1] // OPENINGS)
    openings = np.concatenate([generator.permutation(OPENINGS) for _ in range(passes)])
    chances = [(1 - SPLITS) * p, SPLITS, (1 - SPLITS) * (1 - p)]
    if is_deterministic:
        outcomes = generator.choice(3, OPENINGS, p=chances)[openings]
    else:
        outcomes = generator.choice(3, len(openings), p=chances)
    for count in pairs:
        counts = np.zeros((OPENINGS, 3), dtype=int)
        np.add.at(counts, (openings[:count], outcomes[:count]), 1)
        yield counts


def run_family(generator, chances, **how):
    """The family after its last look, candidates leaving as they are decided."""
    family = Family(len(chances))
    drawn = [list(draw_counts(generator, [x.pairs for x in LOOKS], p=p, **how)) for p in chances]
    for place, look in enumerate(LOOKS):
        for number in family.undecided:
            family.look(number, look, drawn[number][place])
        family.settle()
    return family


@pytest.mark.parametrize("is_deterministic", [False, True])
def test_family_wise_error_of_equal_players(is_deterministic):
    generator = np.random.default_rng(is_deterministic)
    runs, alarms = sampled(900), 0
    for _ in range(runs):
        family = run_family(generator, [0.5] * 4, is_deterministic=is_deterministic)
        left = set(range(4)) - set(family.undecided)
        alarms += any(family.decision(n).word in ("better", "worse") for n in left)
    assert alarms / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


@pytest.mark.parametrize("effort", ["default", "thorough"])
@pytest.mark.parametrize("kind", KINDS)
def test_family_wise_error_of_the_real_design(effort, kind):
    """The candidates, looks and openings of an analysis; repeats count for what they are worth."""
    runs = WHOLE if IS_WHOLE else WHOLE // 10
    assert alarm_rate(effort, kind, runs=runs) <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_words_agree_with_their_intervals():
    generator = np.random.default_rng(5)
    words = set()
    for _ in range(sampled(90)):
        family = run_family(generator, [0.5, 0.56, 0.65, 0.3])
        for number in range(4):
            found = family.decision(number)
            words.add(found.word)
            low, high = found.elo.low, found.elo.high
            assert (found.word == "better") == (low is not None and low > 0)
            assert (found.word == "worse") == (high is not None and high < 0)
            assert (found.p_adjusted <= 0.05) == (found.word in ("better", "worse"))
    assert {"better", "worse", "inconclusive"} <= words


def test_a_decision_stays_when_others_are_looked_at_again():
    family = Family(2)
    family.look(0, LOOKS[0], [[1, 0, 0]] * 60 + [[0, 1, 0]] * 120 + [[0, 0, 1]] * 20)
    assert family.settle() == [0]
    before = family.decision(0)
    family.look(1, LOOKS[0], [[1, 0, 0]] * 30 + [[0, 0, 1]] * 30)
    assert family.settle() == []
    assert family.decision(0) == before
    assert family.undecided == [1]


def test_more_pairs_narrow_the_interval_of_a_decision():
    """All intervals of a comparison hold together, so what they have in common holds too."""
    generator = np.random.default_rng(7)
    runs, missed, widths = sampled(300), 0, []
    truth = 200 * np.log10(0.66 / 0.34)
    for _ in range(runs):
        family, drawn = Family(1), list(draw_counts(generator, [250, 500, 1000], p=0.66))
        for look, counts in zip(LOOKS, drawn, strict=True):
            family.look(0, look, counts)
            if family.settle():
                break
        before = family.decision(0)
        if before.word == "better" and look is not LOOKS[-1]:
            family.narrow(0, LOOKS[-1], drawn[-1])
            found = family.decision(0)
            assert found.word == "better"
            assert before.elo.low <= found.elo.low <= found.elo.high <= before.elo.high
            assert found.p_adjusted <= before.p_adjusted
            widths.append(found.elo.high - found.elo.low)
        elo = family.decision(0).elo
        missed += not elo.low <= truth <= elo.high
    assert missed / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert np.mean(widths) < 90


def test_an_interval_that_contradicts_the_decision_changes_nothing():
    family = Family(1)
    family.look(0, LOOKS[0], [[1, 0, 0]] * 200 + [[0, 0, 1]] * 50)
    assert family.settle() == [0]
    before = family.decision(0)
    family.narrow(0, LOOKS[-1], [[1, 0, 0]] * 200 + [[0, 0, 1]] * 800)
    assert family.decision(0).elo == before.elo


def test_equivalent_needs_the_whole_interval_within_the_margin():
    family = Family(1, equivalence=30)
    family.look(0, plan_looks([20_000])[0], [[1, 0, 0]] * 5000 + [[0, 0, 1]] * 5000)
    assert family.settle() == [0]
    assert family.decision(0).word == "equivalent"


def test_a_difference_that_no_p_value_can_express_is_decided():
    family = Family(2)
    family.look(0, LOOKS[0], [[1, 0, 0]] * 5000)
    family.look(1, LOOKS[0], [[0, 0, 1]] * 5000)
    assert sorted(family.settle()) == [0, 1]
    assert [family.decision(n).word for n in (0, 1)] == ["better", "worse"]
    assert family.decision(0).p_adjusted == 0
