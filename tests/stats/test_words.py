"""Words: each verdict where it belongs, and no sentence that says more than its number."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastknight import stats
from simulated_pairs import count_pairs, draw_pairs, share

COUNTS = st.integers(0, 50)


@pytest.mark.parametrize(
    ("counts", "word"),
    [
        ((0, 0, 0), "inconclusive"),
        ((0, 50, 0), "inconclusive"),
        ((3, 1, 1), "inconclusive"),
        ((5, 0, 0), "inconclusive"),
        ((6, 0, 0), "better"),
        ((0, 0, 6), "worse"),
        ((600, 1000, 400), "better"),
        ((400, 1000, 600), "worse"),
        ((5000, 9000, 5000), "equivalent"),
        ((5300, 9000, 5000), "better"),
        ((10**9, 0, 0), "better"),
    ],
)
def test_words(counts, word):
    verdict = stats.verdict(*counts)
    assert verdict.word == word
    assert (verdict.pairs_to_decide is not None) == (word == "inconclusive")
    assert verdict.p_value == stats.exact_test(counts[0], counts[2])
    assert verdict.elo == stats.pair_elo(counts[0], counts[2])


def test_sentences():
    assert stats.verdict(6, 0, 0, name="ratio", opponent="open").sentence == (
        "ratio is better than open: at least +14 Elo (95 % interval)."
    )
    assert stats.verdict(0, 0, 6).sentence == (
        "A is worse than B: at most -14 Elo (95 % interval)."
    )
    assert stats.verdict(5300, 9000, 5000).sentence == (
        "A is better than B: +5.1 Elo, from +1.6 to +8.5 (95 % interval). "
        "The difference is less than 20 Elo."
    )
    assert stats.verdict(5000, 9000, 5000, confidence=0.99).sentence == (
        "A and B are equivalent within 20 Elo: 0.0 Elo, from -4.5 to +4.5 (99 % interval)."
    )
    assert stats.verdict(0, 0, 0).sentence == (
        "A against B is inconclusive (p = 1): detecting 20 Elo takes about 3,800 pairs."
    )


@pytest.mark.parametrize("counts", [(0, 0, 0), (6, 10, 4), (0, 40, 0), (300, 700, 260)])
def test_the_pairs_to_decide_are_more_than_were_played_and_do_decide(counts):
    verdict = stats.verdict(*counts)
    assert verdict.pairs_to_decide > sum(counts)
    split_rate = (counts[1] + 1.5625) / (sum(counts) + 2)
    assert stats.power(20, verdict.pairs_to_decide, split_rate=split_rate) >= 0.9


def test_after_enough_pairs_the_target_is_halved():
    verdict = stats.verdict(476, 900, 424)  # 10 Elo, neither 0 nor 20
    assert verdict.word == "inconclusive"
    assert "detecting 10 Elo takes about" in verdict.sentence
    assert verdict.pairs_to_decide > 1800


@pytest.mark.parametrize("bias", [0, 400])
@pytest.mark.parametrize(("elo", "word"), [(0, "equivalent"), (20, "better"), (-20, "worse")])
def test_playing_the_pairs_to_decide_mostly_decides(elo, word, bias):
    generator = np.random.default_rng(bias + abs(elo))
    split_rate = (draw_pairs(generator, elo, bias, 100_000) == 0).mean()
    needed = stats.judge(
        stats.Estimate(None, None, None), 1.0, pairs=0, split_rate=split_rate
    ).pairs_to_decide
    counts = count_pairs(draw_pairs(generator, elo, bias, (400, needed)))
    decided = share(lambda *counts: _word(*counts) == word, *counts)
    assert decided > (0.72 if elo == 0 else 0.85)


def _word(ww, split, ll):
    """The word alone, without the planning that goes with an inconclusive one."""
    elo = stats.pair_elo(ww, ll)
    if elo.low is not None and elo.high is not None and -20 < elo.low < 0 < elo.high < 20:
        return "equivalent"
    if stats.exact_test(ww, ll) > 0.05:
        return "inconclusive"
    return stats.verdict(ww, split, ll).word


@given(COUNTS, COUNTS, COUNTS)
def test_any_counts_give_a_sentence_with_its_numbers(ww, split, ll):
    verdict = stats.verdict(ww, split, ll)
    assert verdict.word in {"better", "worse", "equivalent", "inconclusive"}
    assert verdict.word in verdict.sentence
    assert re.search(r"\binf|nan\b|None", verdict.sentence.replace("inconclusive", "")) is None
    other = stats.verdict(ll, split, ww)
    swapped = {"better": "worse", "worse": "better"}
    assert other.word == swapped.get(verdict.word, verdict.word)
    assert (other.elo.low, other.elo.high) == pytest.approx(
        ((-verdict.elo).low, (-verdict.elo).high)
    )
    if verdict.word == "better":
        assert verdict.p_value <= 0.05
        assert verdict.elo.low > 0


@given(st.floats(-900, 900), st.floats(0, 300), st.floats(0, 300))
def test_ends_are_rounded_outwards(value, down, up):
    estimate = stats.Estimate(value, value - down, value + up)
    verdict = stats.judge(estimate, 0.0, pairs=1000, equivalence=1000)
    said = re.search(r"from (\S+) to (\S+) \(", verdict.sentence)
    if said:
        low, high = float(said[1]), float(said[2])
        assert low <= estimate.low + 1e-9
        assert high >= estimate.high - 1e-9
        assert estimate.low - low <= 1
        assert high - estimate.high <= 1


def test_an_elo_without_bounds_is_unknown():
    assert stats.describe_elo(stats.pair_elo(0, 0)) == "unknown"


def test_the_test_and_the_interval_must_both_show_a_difference():
    across = stats.Estimate(30.0, -2.0, 62.0)
    assert stats.judge(across, 0.04, pairs=500).word == "inconclusive"
    above = stats.Estimate(30.0, 2.0, 62.0)
    assert stats.judge(above, 0.06, pairs=500).word == "inconclusive"
    assert stats.judge(above, 0.04, pairs=500).word == "better"


@pytest.mark.parametrize("counts", [(0, 10**15, 0), (10**15, 0, 10**15), (1, 10**15, 0)])
def test_the_largest_counts(counts):
    verdict = stats.verdict(*counts, equivalence=0.1)
    assert verdict.word in {"equivalent", "inconclusive"}
    if verdict.word == "inconclusive":
        assert verdict.pairs_to_decide is None
        assert "more pairs than can be played" in verdict.sentence


def test_census():
    even = stats.census_verdict(5, 3, 5)
    assert (even.word, even.p_value) == ("equivalent", None)
    assert even.sentence == "A and B come out even over all 13 openings: 5 won twice, 5 lost twice."
    assert even.elo == stats.Estimate(0.0, 0.0, 0.0)
    assert stats.census_verdict(5, 3, 6).word == "worse"
    assert stats.census_verdict(5, 3, 0).elo == stats.Estimate(None, None, None)
    assert stats.census_verdict(0, 0, 0).word == "equivalent"


def test_sequential_sentences():
    test = stats.PRESETS["no-regression"]
    assert stats.sprt_sentence(test, 0, 0) == (
        "A against B is inconclusive: 0 decided pairs do not decide between -20 and 0 Elo."
    )
    assert "1 decided pair does not decide" in stats.sprt_sentence(test, 1, 0)
    assert (
        "accepts 0 Elo over -20, as it would about 5 % of the time if -20 were true"
        in stats.sprt_sentence(test, 400, 330)
    )
    assert (
        "accepts -20 Elo over 0, as it would about 5 % of the time if 0 were true"
        in stats.sprt_sentence(test, 300, 400)
    )
    assert "about 5 %" in stats.sprt_sentence(test, 300, 400)
