"""Standard output: with `-`, a result and nothing else."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

STDOUT = Path("-")
"""Stands for standard output instead of a file."""
_STANDARD_OUTPUT, _STANDARD_ERROR = 1, 2
_results: ContextVar[TextIO | None] = ContextVar("results", default=None)


def open_closed_streams() -> None:
    """Open the null device for standard streams that are closed, so that no file takes their place.

    Python has None for such a stream.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            number = os.open(os.devnull, os.O_RDWR)  # the lowest that is free
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115


def print_anything() -> None:
    """Print whatever there is to print, on any terminal.

    A character that its encoding lacks becomes a question mark. A width of 0, which some programs
    set when they know none, is ignored: nothing fits into it.
    """
    if os.environ.get("COLUMNS") == "0":
        del os.environ["COLUMNS"]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def print_result(text: str) -> None:
    """Print a result to standard output, reserved or not."""
    end = "" if text.endswith("\n") else "\n"
    print(text, end=end, file=_results.get() or sys.stdout, flush=True)


@contextmanager
def reserved_stdout() -> Iterator[None]:
    """Reserve standard output for the result; all other output goes to standard error."""
    sys.stdout.flush()
    try:
        is_real = sys.stdout.fileno() == _STANDARD_OUTPUT
    except OSError:  # a stream in memory
        is_real = False
    copy = os.dup(_STANDARD_OUTPUT) if is_real else None
    results = sys.stdout if copy is None else os.fdopen(copy, "w", encoding="utf-8")
    token = _results.set(results)
    if copy is not None:  # programs that we start must not print there either
        os.dup2(_STANDARD_ERROR, _STANDARD_OUTPUT)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _results.reset(token)
        if copy is not None:
            results.flush()
            os.dup2(copy, _STANDARD_OUTPUT)
            results.close()
