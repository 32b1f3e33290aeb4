"""The process that an experiment of the page runs in: a command of the command line, and no other.

It gives way to whoever sits at the page, and ends as by Ctrl-C, with its games kept, when the
server is gone.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys

from lastknight.sandbox.process_lifetime import end_with_parent

_NICENESS = 5


def run(words: list[str]) -> None:
    """Run a command as `lastknight` would."""
    # A server that was started in the background ignores Ctrl-C, and we would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end_with_parent(signal.SIGINT)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    sys.argv = ["lastknight", *words]
    runpy.run_module("lastknight", run_name="__main__")


if __name__ == "__main__":
    run(sys.argv[1:])
