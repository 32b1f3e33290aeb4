"""The border of the statistics: bad numbers get one clear line, and every name an example."""

import doctest
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import lastknight as lk
from lastknight import stats

MODULES = [
    importlib.import_module(f"lastknight.stats.{module.name}")
    for module in pkgutil.iter_modules(stats.__path__)
]
PUBLIC = [name for name in stats.__all__ if callable(getattr(stats, name))]


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: stats.pair_elo(-1, 3), "ww must be a whole number from 0 to 10^15, got -1"),
        (lambda: stats.pair_elo(1.0, 3), "ww must be a whole number from 0 to 10^15, got 1.0"),
        (lambda: stats.pair_elo(True, 3), "ww must be a whole number from 0 to 10^15, got True"),
        (lambda: stats.pair_elo(3, 10**16), "ll must be a whole number from 0 to 10^15, got 1000"),
        (
            lambda: stats.pair_elo(3, 1, confidence=1),
            "confidence must be above 0 and below 1, got 1",
        ),
        (
            lambda: stats.pair_elo(3, 1, confidence=95),
            "confidence must be above 0 and below 1, got 95",
        ),
        (
            lambda: stats.pair_elo(3, 1, float("nan")),
            "confidence must be above 0 and below 1, got nan",
        ),
        (lambda: stats.exact_test("3", 1), "ww must be a whole number from 0 to 10^15, got '3'"),
        (lambda: stats.wilson(4, 3), "successes must be a number from 0 to 3, got 4"),
        (lambda: stats.win_rate(1, -1, 1), "split must be a whole number"),
        (lambda: stats.score_elo(1.2), "rate must be a number from 0 to 1, got 1.2"),
        (lambda: stats.score_elo("half"), "rate must be a number from 0 to 1, got 'half'"),
        (
            lambda: stats.pair_probabilities(float("inf")),
            "elo must be a number from -10000 to 10000",
        ),
        (lambda: stats.anytime_elo(0, -5), "ll must be a whole number"),
        (lambda: stats.clustered_pairs([[1, 2], [3, 4]]), "a row (ww, split, ll) for each opening"),
        (lambda: stats.clustered_pairs([[1, -2, 0]]), "counts must hold whole numbers from 0"),
        (lambda: stats.clustered_pairs([[1.5, 2, 0]]), "counts must be an array of whole numbers"),
        (lambda: stats.Sprt(20, 0), "elo0 must be at least 0.01 below elo1, got 20 and 0"),
        (lambda: stats.Sprt(0, 0), "elo0 must be at least 0.01 below elo1, got 0 and 0"),
        (lambda: stats.Sprt(0, 20, alpha=0.5), "alpha must be above 0 and below 0.5, got 0.5"),
        (lambda: stats.Sprt(0, 20, beta=0), "beta must be above 0 and below 0.5, got 0"),
        (lambda: stats.Sprt(0, 20).llr(-1, 0), "ww must be a whole number"),
        (
            lambda: stats.Sprt(0, 20).expected_pairs(0, split_rate=1),
            "split_rate must be a number from 0",
        ),
        (lambda: stats.pairs_needed(0), "elo must be at least 0.01 in size, got 0"),
        (lambda: stats.pairs_needed(0.01, split_rate=0.999999), "more than 10^15 pairs"),
        (lambda: stats.pairs_needed(20, power=1), "power must be above 0 and below 1, got 1"),
        (lambda: stats.power(20, 10, split_rate=0.5, bias=3), "split_rate or bias, not both"),
        (lambda: stats.duration(10, 0), "games_per_second must be a number from 1e-09"),
        (lambda: stats.holm([0.2, 1.5]), "a p-value must be a number from 0 to 1, got 1.5"),
        (lambda: stats.rank_sets([1, 2], [[1, 1]]), "a row and a column for each of the 2 players"),
        (lambda: stats.RankSet(3, 2), "best before worst; got 3, 2"),
        (
            lambda: stats.verdict(1, 1, 1, equivalence=0),
            "equivalence must be a number from 0.1 to 1000",
        ),
        (lambda: stats.Estimate(float("nan"), 0.0, 1.0), "value must be a finite number or None"),
        (lambda: stats.Estimate(0.0, 1.0, -1.0), "low must be at most high, got 1.0 and -1.0"),
        (lambda: stats.bradley_terry([0], [1, 0], [1], opening=[0]), "must have the same length"),
        (
            lambda: stats.bradley_terry([0], [1], [2], opening=[0]),
            "first_won must hold 0 and 1, got 2",
        ),
        (
            lambda: stats.bradley_terry([0.5], [1], [1], opening=[0]),
            "first must be an array of whole",
        ),
        (
            lambda: stats.bradley_terry([0], [1], [1], opening=[-1]),
            "opening must hold whole numbers",
        ),
        (
            lambda: stats.bradley_terry([0], [1], [1], opening=[0], anchor=2),
            "anchor must be a player from 0 to 1",
        ),
        (lambda: stats.bradley_terry([0], [4], [1], opening=[0], players=3), "from 0 to 2, got 4"),
        (
            lambda: stats.bradley_terry([0], [1], [1], opening=[0], replicates=0),
            "at least 1, got 0",
        ),
    ],
)
def test_bad_arguments_get_one_clear_line(attempt, words):
    with pytest.raises(lk.ArgumentError) as caught:
        attempt()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_numpy_numbers_are_accepted():
    assert stats.pair_elo(np.int64(60), np.int32(40)) == stats.pair_elo(60, 40)
    assert stats.exact_test(np.uint8(8), np.int8(2)) == stats.exact_test(8, 2)
    assert stats.score_elo(np.float32(0.5)) == 0


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_in_docstrings_run(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_are_documented_and_take_few_positional_arguments(name):
    value = getattr(stats, name)
    assert value.__doc__
    if inspect.isfunction(value):
        assert ">>>" in value.__doc__
        kinds = [parameter.kind for parameter in inspect.signature(value).parameters.values()]
        assert sum(kind is not inspect.Parameter.KEYWORD_ONLY for kind in kinds) <= 3


def test_the_errors_of_a_sequential_test_are_named():
    with pytest.raises(TypeError):
        stats.Sprt(0, 20, 0.05)


def test_public_names_are_sorted_and_exist():
    assert sorted(stats.__all__) == sorted(set(stats.__all__))
    assert all(hasattr(stats, name) for name in stats.__all__)
