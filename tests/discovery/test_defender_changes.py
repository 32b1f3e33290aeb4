"""Changes of the defender's weights: what they do to a fit, and how the core plays them."""

import numpy as np
import pytest

import lastknight as lk
from lastknight import _core
from lastknight.discovery.champion import feature_names
from lastknight.discovery.defender_changes import GROUPS, SIZE, DefenderChanges, group_of
from lastknight.discovery.linear_model import ROLES

WEIGHTS = _core.champion_weights()
POSITION = lk.Position.from_moves("d4 b1 e6 c3")


@pytest.mark.parametrize("mover", ROLES)
def test_every_group_has_features_and_every_feature_a_group(mover):
    assert {group_of(name) for name in feature_names(mover)} == set(range(len(GROUPS)))


@pytest.mark.parametrize("mover", ROLES)
def test_changes_multiply_groups_and_add_proofs(mover):
    names = feature_names(mover)
    played, proved = np.ones((len(names), 3)), np.full((len(names), 3), 2.0)
    assert (DefenderChanges().change(played, proved, names, mover) == played).all()
    factors = tuple(range(1, len(GROUPS) + 1))
    changes = DefenderChanges(
        proved=0.5, slope=10, curve=100, **{f"{role}_moves": factors for role in ROLES}
    )
    found = changes.change(played, proved, names, mover)
    for name, row in zip(names, found, strict=True):
        assert list(row) == [2 * factors[group_of(name)] * part for part in (1, 10, 100)]


def test_a_point_has_a_number_for_each_change():
    point = [0.0] * SIZE
    point[1], point[-1] = 1.0, 0.25
    found = DefenderChanges.at(point)
    assert (found.attacker_moves[1], found.proved) == (2.718, 0.25)
    with pytest.raises(lk.ArgumentError, match="need 9 factors"):
        DefenderChanges(attacker_moves=(1.0,))


@pytest.mark.parametrize("player", [1, 2])
def test_the_core_plays_other_weights_of_the_champion(player):
    same = _core.Heuristic.champion(WEIGHTS)
    value = lk.heuristic("champion")(POSITION, player)
    assert same.value(POSITION, player) == value != 0
    plain = {key: [(level, 0, 0) for level, _, _ in rows] for key, rows in WEIGHTS.items()}
    double = {key: [(2 * level, 0, 0) for level, _, _ in rows] for key, rows in plain.items()}
    first, second = (_core.Heuristic.champion(one) for one in (plain, double))
    assert second.value(POSITION, player) == 2 * first.value(POSITION, player)
    assert same.value(POSITION, player) == value


def test_wrong_weights_are_refused():
    key = ("attacker", "defender")
    with pytest.raises(lk.ArgumentError, match="46 weights here, got 1"):
        _core.Heuristic.champion(WEIGHTS | {key: [(1, 2, 3)]})
    with pytest.raises(lk.ArgumentError, match="no weights for the attacker"):
        _core.Heuristic.champion({k: rows for k, rows in WEIGHTS.items() if k != key})
