"""What a process uses, seen from outside: waiting for a core is not idling."""

import os
from pathlib import Path
from time import sleep
from types import SimpleNamespace

import pytest

from lastknight.sandbox import meters
from lastknight.sandbox.guard import Guard, GuardError
from lastknight.sandbox.meters import Meter, Stopwatch


class FakeMeter:
    """A process with the given figures."""

    def __init__(self):
        self.used, self.waits, self.runnable = 0.0, {"1": 5.0}, False

    def cpu(self):
        return self.used

    def delays(self):
        return dict(self.waits)

    def is_runnable(self):
        return self.runnable


@pytest.fixture
def clock(monkeypatch):
    now = SimpleNamespace(at=100.0)
    monkeypatch.setattr(meters.time, "monotonic", lambda: now.at)
    return now


@pytest.mark.parametrize(
    ("used", "waits", "runnable", "is_idle"),
    [
        (0.0, {"1": 5.0}, False, True),
        (8.0, {"1": 5.0}, False, False),
        (0.0, {"1": 13.0}, False, False),
        (0.0, {"1": 5.0}, True, False),
        (0.0, {"1": 5.0, "2": 9.0}, False, False),
        (0.0, {"1": 6.0, **{str(thread): 1.0 for thread in range(2, 60)}}, False, True),
        (0.0, {}, False, True),
    ],
)
def test_only_time_neither_used_nor_waited_is_idle(clock, used, waits, runnable, is_idle):
    meter = FakeMeter()
    watch = Stopwatch(meter)
    clock.at += 10
    meter.used, meter.waits, meter.runnable = used, waits, runnable
    assert watch.is_idle_for(7.0) == is_idle
    assert not watch.is_idle_for(10.0)


def test_a_wait_for_a_core_makes_nothing_longer(clock):
    meter = FakeMeter()
    watch = Stopwatch(meter)
    clock.at += 10
    assert watch.is_longer_than(7.0)
    meter.waits = {"1": 9.0}
    assert not watch.is_longer_than(7.0)


def test_a_real_process_has_delays_and_runs():
    meter = Meter(os.getpid())
    assert meter.is_runnable()
    assert set(meter.delays()) == {one.name for one in Path("/proc/self/task").iterdir()}
    assert not Meter(2**22 + 1).is_runnable()
    assert Meter(2**22 + 1).delays() == {}


def _answer(number, *, tick):
    tick(number)
    return number


def test_a_guarded_call_that_waits_for_a_core_goes_on(monkeypatch):
    monkeypatch.setattr("lastknight.sandbox.guard._PAUSE", 0.0)
    hours = iter(range(0, 10**9, 3600))
    with monkeypatch.context() as patch, Guard() as guard:
        patch.setattr(meters.time, "monotonic", lambda: next(hours))
        patch.setattr(Meter, "is_runnable", lambda _: True)
        assert guard.call(_answer, 5) == 5


def _sleep(number, *, tick):
    tick(number)
    sleep(60)


def test_a_guarded_call_that_sleeps_does_not(monkeypatch):
    hours = iter(range(0, 10**9, 3600))
    with monkeypatch.context() as patch, Guard() as guard:
        patch.setattr(meters.time, "monotonic", lambda: next(hours))
        with pytest.raises(GuardError, match="and was idle"):
            guard.call(_sleep, 5)
