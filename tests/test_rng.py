"""Random numbers depend on seed and stream alone, and are fair."""

from collections import Counter

import pytest

import lastknight as lk


def draws(seed: int, stream: int, count: int) -> list[int]:
    rng = lk.Rng(seed, stream)
    return [rng.next() for _ in range(count)]


def test_the_numbers_are_the_published_ones():
    """Key 0, counter 0: the known answer of Philox4x32-10, as two numbers of 64 bits."""
    assert draws(0, 0, 2) == [0xE169C58D_6627E8D5, 0x9B00DBD8_BC57AC4C]


def test_same_seed_and_stream_give_the_same_numbers():
    assert draws(5, 9, 100) == draws(5, 9, 100)


def test_different_seeds_and_streams_give_different_numbers():
    every = [
        number for seed in range(20) for stream in range(20) for number in draws(seed, stream, 10)
    ]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 48])
def test_below_is_uniform(count):
    """A chi-square over 20,000 draws from a fixed seed; five standard deviations are allowed."""
    rng = lk.Rng(2026, count)
    total = 20_000
    seen = Counter(rng.below(count) for _ in range(total))
    assert set(seen) == set(range(count))
    expected = total / count
    chi_square = sum((seen[value] - expected) ** 2 / expected for value in range(count))
    assert chi_square <= (count - 1) + 5 * (2 * (count - 1)) ** 0.5


def test_large_seeds_are_accepted():
    assert draws(2**64 - 1, 2**64 - 1, 1) != draws(0, 0, 1)
