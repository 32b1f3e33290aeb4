"""Plans for more pairs on repeated openings: what is promised is what happens."""

import numpy as np
import pytest

from lastknight import stats
from lastknight.stats.decided_pairs import DecidedPairs
from lastknight.stats.planning import expected_split_rate, pairs_to_narrow
from lastknight.stats.repeats import Repeats
from lastknight.stats.words import judge
from sampling import sampled

OPENINGS = 315
SPLITS = 0.78
EQUIVALENCE = 30
LEVEL = 0.05 / 17 * 0.75  # of one among 17 candidates, at the last of two looks


def draw_counts(generator, pairs, *, p=0.5, alike=0.0, openings=OPENINGS):
    """(WW, split, LL) by opening; a pair ends as its opening usually does with chance `alike`."""
    chances = [(1 - SPLITS) * p, SPLITS, (1 - SPLITS) * (1 - p)]
    opening = np.concatenate(
        [generator.permutation(openings) for _ in range(-(-pairs // openings))]
    )[:pairs]
    usual = generator.choice(3, openings, p=chances)[opening]
    outcomes = np.where(
        generator.random(pairs) < alike, usual, generator.choice(3, pairs, p=chances)
    )
    counts = np.zeros((openings, 3), dtype=int)
    np.add.at(counts, (opening, outcomes), 1)
    return counts


def repeats_in(counts):
    decided = DecidedPairs.of(counts[:, [0, 2]].tolist())
    return Repeats.of(decided, int(counts.sum()))


def pairs_to_decide(counts):
    splits = expected_split_rate(int(counts[:, 1].sum()), int(counts.sum()))
    wanted = pairs_to_narrow(EQUIVALENCE, split_rate=splits, confidence=1 - LEVEL)
    return repeats_in(counts).pairs_for(wanted)


def is_decided(counts):
    elo = stats.clustered_pairs(counts, confidence=1 - LEVEL).elo
    return elo.low > 0 or elo.high < 0 or max(-elo.low, elo.high) < EQUIVALENCE


@pytest.mark.parametrize("p", [0.5, 0.543, 0.585])  # 0, 15 and 30 Elo
@pytest.mark.parametrize("alike", [0.0, 0.1])
def test_the_planned_pairs_decide_wherever_the_truth_is(p, alike):
    generator = np.random.default_rng([round(1000 * p), round(100 * alike)])
    runs, decided = sampled(120), 0
    for _ in range(runs):
        needed = pairs_to_decide(draw_counts(generator, 4000, p=p, alike=alike))
        assert needed is not None
        decided += is_decided(draw_counts(generator, needed, p=p, alike=alike))
    assert decided / runs > (0.85 if alike else 0.9)


def test_far_fewer_pairs_than_planned_would_not_decide():
    generator = np.random.default_rng(4)
    runs = sampled(60)
    needed = [pairs_to_decide(draw_counts(generator, 4000, p=0.54)) for _ in range(runs)]
    decided = sum(is_decided(draw_counts(generator, pairs // 3, p=0.54)) for pairs in needed)
    assert decided / runs < 0.6


def test_a_plain_test_of_new_openings_would_promise_too_much():
    """What the plan counts: the family, and repeats that end alike."""
    counts = draw_counts(np.random.default_rng(6), 4000, alike=0.15)
    plain = pairs_to_narrow(EQUIVALENCE, split_rate=SPLITS)
    assert pairs_to_decide(counts) > 3 * plain


@pytest.mark.parametrize("pairs", [700, 2000])
def test_players_that_repeat_themselves_need_other_openings(pairs):
    generator = np.random.default_rng(pairs)
    runs = sampled(60)
    found = [pairs_to_decide(draw_counts(generator, pairs, alike=1.0)) for _ in range(runs)]
    assert found.count(None) > 0.95 * runs


@pytest.mark.parametrize("pairs", [700, 2000])
def test_repeats_that_differ_hardly_ever_seem_to_need_other_openings(pairs):
    generator = np.random.default_rng(pairs)
    runs = sampled(120)
    found = [pairs_to_decide(draw_counts(generator, pairs)) for _ in range(runs)]
    assert found.count(None) < 0.05 * runs
    assert np.median([needed for needed in found if needed]) == pytest.approx(6300, rel=0.15)


def test_pairs_and_what_they_are_worth_are_inverse():
    repeats = Repeats(loss=0.0003)
    for wanted in (1, 10, 500, 3000):
        assert repeats.effective(repeats.pairs_for(wanted)) == pytest.approx(wanted, abs=1)
    assert repeats.pairs_for(3334) is None
    assert Repeats().pairs_for(1e6) == 1e6
    assert Repeats(most=315).pairs_for(316) is None
    assert Repeats(most=315).pairs_for(315) == 315


def test_all_pairs_on_one_opening_are_worth_one():
    decided = DecidedPairs.of([(63, 5)])
    found = Repeats.of(decided, 100, openings=1)
    assert found.effective(100) == 1
    assert found.pairs_for(2) is None
    assert Repeats.of(decided, 100, openings=7).effective(100) == 100


def test_a_verdict_says_that_these_openings_will_not_do():
    elo, repeating = stats.Estimate(3.0, -40.0, 50.0), Repeats(loss=1 / 300)
    found = judge(elo, 0.7, pairs=900, repeats=repeating)
    assert found.word == "inconclusive"
    assert found.pairs_to_decide is None
    assert "more pairs on these openings cannot decide it; play other" in found.sentence
    plain = judge(elo, 0.7, pairs=900).pairs_to_decide
    some = judge(elo, 0.7, pairs=900, repeats=Repeats(loss=1 / 30_000)).pairs_to_decide
    assert plain < some < 2 * plain
