"""Games of champions with other weights."""

import lastknight as lk
from lastknight import _core
from lastknight.discovery.weight_games import find_defended, play_pairs, weighted_champion
from lastknight.matches.openings import random_openings

SHIPPED = _core.champion_weights()
NOTHING = {key: [(0, 0, 0)] * len(own) for key, own in SHIPPED.items()}
POSITIONS = [one.position for one in random_openings(lk.Position(), 4, 60, seed=3)]


def test_the_shipped_weights_beat_none_at_all():
    won, split, lost = play_pairs(SHIPPED, NOTHING, POSITIONS, nodes=100, seed=1, threads=2)
    assert won + split + lost == len(POSITIONS)
    assert won > 10 * max(lost, 1)


def test_sides_and_threads_change_nothing():
    one = play_pairs(SHIPPED, NOTHING, POSITIONS, nodes=50, seed=1, threads=1)
    other = play_pairs(NOTHING, SHIPPED, POSITIONS, nodes=50, seed=1, threads=3)
    assert one == tuple(reversed(other))


def test_equal_players_split_every_pair():
    """A game depends on its position and the seed, so both games of a pair are the same."""
    assert play_pairs(SHIPPED, SHIPPED, POSITIONS, nodes=50, seed=1, threads=2) == (0, 60, 0)


def test_who_defends_is_counted_by_role():
    strong, weak = weighted_champion(SHIPPED), weighted_champion(NOTHING)
    defended = find_defended(weak, strong, POSITIONS, nodes=200, seed=1)
    attacked = find_defended(strong, weak, POSITIONS, nodes=200, seed=1)
    assert sum(defended) > 3 * sum(attacked)
