"""A command line that listens to Ctrl-C even where the tests run in the background, deaf to it."""

import subprocess
import sys

_CODE = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from lastknight.cli import main; sys.exit(main(sys.argv[1:]))"
)


def start_listening(*arguments: str) -> subprocess.Popen[str]:
    """Start `lastknight` with arguments."""
    return subprocess.Popen(
        [sys.executable, "-c", _CODE, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
