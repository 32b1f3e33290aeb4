"""A check finds what is wrong with a heuristic, and nothing in a sound one."""

from itertools import count

import lastknight as lk
from lastknight.heuristics.check import check_heuristic, sample_positions


def test_the_catalogue_is_sound_and_mostly_symmetric():
    sample = sample_positions(lk.Position(width=5, height=5), 60, seed=3)
    known = [*lk.heuristics(), *lk.building_blocks()]
    results = [check_heuristic(lk.heuristic(name), sample) for name in known]
    assert all(result.is_sound for result in results)
    crooked = [str(result.heuristic) for result in results if result.asymmetric]
    assert crooked == ["center", "max_distance"]


def test_samples_are_positions_in_play_and_the_same_for_the_same_seed():
    sample = sample_positions(lk.Position(), 200, seed=1)
    assert len(sample) == 200
    assert not any(position.is_over for position in sample)
    assert sample == sample_positions(lk.Position(), 200, seed=1)
    assert sample != sample_positions(lk.Position(), 200, seed=2)
    assert sample_positions(lk.Position(blocked=lk.Position().blank), 5, seed=1) == []


def test_each_fault_is_found_with_its_position():
    sample = sample_positions(lk.Position(), 30, seed=1)
    numbers = count()
    faults = {
        "raised": lambda position, player: 1 / 0,
        "not_a_number": lambda position, player: float("nan"),
        "unstable": lambda position, player: float(next(numbers)),
        "asymmetric": lambda position, player: float((position.location(player) or (0,))[0]),
    }
    for kind, function in faults.items():
        result = check_heuristic(lk.heuristic(function), sample)
        found = {name for name in faults if getattr(result, name) is not None}
        assert found == {kind}
        assert getattr(result, kind).position in sample
        assert result.is_sound == (kind == "asymmetric")
    assert check_heuristic(lk.heuristic(lambda position, player: float("inf")), sample).not_a_number
