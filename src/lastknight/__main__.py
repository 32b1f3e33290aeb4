"""`python -m lastknight` and the program `lastknight` are the command line."""

import _signal  # type: ignore[import-not-found]  # `signal` itself takes a while
import sys


def run() -> int:
    """Run the command line; returns its exit code.

    While the program is loading, Ctrl-C ends it at once, silently. A KeyboardInterrupt would print
    a traceback, or get lost in a callback of the import system. `main` enables it once the command
    is loaded.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from lastknight.cli import main  # noqa: PLC0415  (takes a while)

    return main()


if __name__ == "__main__":
    sys.exit(run())
