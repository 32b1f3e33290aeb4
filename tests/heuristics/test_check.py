"""A check finds what is wrong with a heuristic, and nothing in a sound one."""

from itertools import count

import pytest

import lastknight as lk
from lastknight.heuristics import check as checks
from lastknight.heuristics.check import check_heuristic, sample_positions
from lastknight.matches.guarded_check import check_guarded, list_specs
from lastknight.sandbox.guard import Guard


def test_the_catalogue_is_sound_and_mostly_symmetric():
    sample = sample_positions(lk.Position(width=5, height=5), 60, seed=3)
    known = [*lk.heuristics(), *lk.building_blocks()]
    results = [check_heuristic(lk.heuristic(name), sample) for name in known]
    assert all(result.is_sound for result in results)
    crooked = [result.spec for result in results if result.asymmetric]
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


HOSTILE = """
import os, sys
import pytest

import lastknight as lk

def first(position, player):
    return float(len(position.legal_moves(player)))

def loops(position, player):
    while position.location(1):
        pass
    return 0.0

@lk.compiled
def compiled_loop(view):
    count = 0
    while view.own >= 0:
        count += 1
    return count

def leaves(position, player):
    os._exit(3)

def closes(position, player):
    sys.stdout.close()
    return float(len(position.legal_moves(player)))

def last(position, player):
    return float(len(position.legal_moves(player)))
"""


def test_functions_that_hang_or_exit_fail_alone(tmp_path):
    path = tmp_path / "my own.py"
    path.write_text(HOSTILE)
    sample = sample_positions(lk.Position(5, 5), 8, seed=1)
    with Guard(patience=3) as guard:
        specs = list_specs(guard, [str(path)]).specs
        results = [check_guarded(guard, spec, sample).result for spec in specs]
    failed = {one.spec.rpartition(":")[2].strip("'"): one.raised for one in results}
    assert [name for name, raised in failed.items() if raised is None] == [
        "first",
        "closes",
        "last",
    ]
    assert (
        failed["loops"].text
        == failed["compiled_loop"].text
        == "it did not answer within 3 s of CPU"
    )
    assert failed["loops"].position == sample[1]
    assert "exit code 3" in failed["leaves"].text


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import os\nos._exit(4)\n", "cannot be imported: it gave no answer: the process ended"),
        ("while True: pass\n", "cannot be imported: it did not answer within"),
        ("raise KeyboardInterrupt\n", "cannot be imported: it raised KeyboardInterrupt"),
        ("class Odd(BaseException): pass\nraise Odd('no')\n", "raised Odd: no"),
        ("1 / 0\n", "raised ZeroDivisionError: division by zero"),
    ],
)
def test_a_file_that_cannot_be_imported_is_named(tmp_path, source, words):
    path = tmp_path / "bad.py"
    path.write_text(source)
    with Guard(patience=0.5) as guard:
        found = list_specs(guard, [str(path), "improved"])
    assert found.specs == ("improved",)
    assert words in found.unusable[str(path)]


@pytest.mark.parametrize(("most_seconds", "checked"), [(0, 5), (190, 10), (1e9, 30)])
def test_a_slow_heuristic_is_checked_in_fewer_positions(most_seconds, checked, monkeypatch):
    ticks = count()
    monkeypatch.setattr(checks, "thread_time", lambda: next(ticks))
    sample = sample_positions(lk.Position(), 32, seed=1)[2:]
    own = lk.heuristic(lambda position, player: float(len(position.legal_moves(player))))
    result = check_heuristic(own, sample, most_seconds=most_seconds)
    assert result.positions == checked  # both players, twice, and eight mirror images: 20 values
    assert result.seconds == 1
    assert result.is_sound


def test_a_constant_is_found_without_further_calls():
    calls = count()

    constant = lk.heuristic(lambda position, player: 0.0 * next(calls) + 7.0)
    result = check_heuristic(constant, sample_positions(lk.Position(), 30, seed=1))
    assert result.constant.text == "7 in all positions"
    assert next(calls) <= 30 * 20
