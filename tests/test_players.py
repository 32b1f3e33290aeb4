"""A player chooses a legal move, by the position and the seed alone."""

from collections import Counter

import pytest

import lastknight as lk


def test_random_chooses_every_legal_move_equally_often():
    position = lk.Position.from_moves("d4 b1")
    counts = Counter(lk.Random().choose(position, seed=seed).move for seed in range(8_000))
    assert sorted(counts) == position.legal_moves()
    assert all(850 < count < 1150 for count in counts.values())


def test_random_has_nothing_to_choose_when_the_game_is_over():
    over = lk.Position(width=1, height=1).play("a1")
    with pytest.raises(lk.ArgumentError, match="player 2 has no legal move"):
        lk.Random().choose(over, seed=1)
