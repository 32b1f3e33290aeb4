"""A trial import of a user's file, for programs that must survive the file.

The library imports the files its caller names; the command line sets a trial that runs
in another process.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_trial: ContextVar[Callable[[str], None] | None] = ContextVar("trial", default=None)


@contextmanager
def trying_first(trial: Callable[[str], None]) -> Iterator[None]:
    """Call `trial` with the path of every file that is imported inside, before it is imported.

    It raises what keeps the file from being imported.
    """
    token = _trial.set(trial)
    try:
        yield
    finally:
        _trial.reset(token)


def try_first(path: str) -> None:
    """Try a file if a trial is set. Raises as the trial does."""
    trial = _trial.get()
    if trial is not None:
        trial(path)
