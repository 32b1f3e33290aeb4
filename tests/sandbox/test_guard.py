"""A guard names what a user's code did instead of answering, and goes on."""

import copyreg
import faulthandler
import mmap
import os
import signal
import sys
import time

import pytest

import lastknight as lk
from lastknight.sandbox.guard import Guard, GuardError


class OddError(BaseException):
    pass


def square(number, *, tick):
    tick(number)
    return number * number


def loop(number, *, tick):
    tick(number)
    while True:
        pass


def sleep(number, *, tick):
    tick(number)
    time.sleep(10_000)


def leave(number, *, tick):
    tick(number)
    os._exit(3)


def leave_kindly(number, *, tick):
    tick(number)
    sys.exit(5)


def fault(number, *, tick):
    tick(number)
    faulthandler.disable()  # pytest's, which would print a trace as if this were no test
    os.kill(os.getpid(), signal.SIGSEGV)


def interrupt(number, *, tick):
    tick(number)
    raise KeyboardInterrupt


def be_odd(number, *, tick):
    tick(number)
    raise OddError("so odd")


def flood(number, *, tick):
    tick(number)
    while True:
        sys.stdout.write("x" * 10_000)


def close_everything(number, *, tick):
    tick(number)
    os.closerange(3, 256)
    time.sleep(1)


@pytest.fixture(scope="module")
def guard():
    with Guard(patience=0.2) as made:
        yield made


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (loop, "it did not answer within 0.2 s of CPU"),
        (sleep, "and was idle"),
        (leave, "the process ended with exit code 3"),
        (leave_kindly, "it raised SystemExit"),
        (fault, "the process was killed by SIGSEGV"),
        (interrupt, "it raised KeyboardInterrupt"),
        (be_odd, "it raised OddError: so odd"),
        (flood, "it printed more than 1,048,576 bytes"),
        (close_everything, "it gave no answer"),
    ],
)
def test_code_that_gives_no_answer_is_named_and_the_next_call_goes_on(guard, function, words):
    with pytest.raises(GuardError) as caught:
        guard.call(function, 7)
    assert words in str(caught.value)
    assert caught.value.step == 7
    assert guard.call(square, 5) == 25


def test_our_own_errors_pass_and_output_is_kept(guard):
    with pytest.raises(lk.NotationError, match="unknown heuristic 'qqq'"):
        guard.call(refuse, "qqq")
    assert guard.call(talk, 3) == 3
    assert guard.output == "hello 3"


def test_errors_come_alone_even_where_pickle_takes_their_causes_along(guard, monkeypatch):
    monkeypatch.setitem(copyreg.dispatch_table, lk.NotationError, with_cause)
    with pytest.raises(lk.NotationError, match="no such thing"):
        guard.call(refuse_because, 3)


def with_cause(error):
    """How tblib, which Dask brings along, reduces errors."""
    return lk.NotationError, error.args, {"cause": error.__cause__}


def refuse_because(number, *, tick):
    tick(number)

    class OnlyHereError(Exception):
        pass

    try:
        raise OnlyHereError
    except OnlyHereError as error:
        raise lk.NotationError("no such thing") from error


def refuse(spec, *, tick):
    tick(spec)
    return lk.heuristic(spec).spec


def talk(number, *, tick):
    tick(number)
    sys.stdout.write(f"hello {number}\n")
    return number


def hog(size, *, tick):
    tick(size)
    return len(bytearray(size))


def test_memory_of_the_parent_does_not_count():
    table = mmap.mmap(-1, 5 * 2**30, flags=mmap.MAP_PRIVATE)
    with Guard(patience=5) as guard:
        assert guard.call(hog, 2**20) == 2**20
        with pytest.raises(GuardError, match="MemoryError"):
            guard.call(hog, 5 * 2**30)
    table.close()
