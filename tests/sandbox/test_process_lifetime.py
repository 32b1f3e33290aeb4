"""A process ends with the one that started it, even if that one was quicker to die."""

import subprocess
import sys

import pytest

ORPHAN = """
import os, signal, subprocess, sys
from lastknight.sandbox.process_lifetime import end_with_parent

if len(sys.argv) == 2:  # the parent: starts the child, and is gone
    subprocess.Popen([sys.executable, "-c", sys.orig_argv[2], sys.argv[1], str(os.getpid())])
    os._exit(0)
parent = int(sys.argv[2])
while os.getppid() == parent:
    pass
try:
    end_with_parent(parent, signal.Signals[sys.argv[1]])
    print("lives on", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(("how", "said"), [("SIGKILL", ""), ("SIGINT", "interrupted")])
def test_a_process_whose_parent_has_died_already_ends_at_once(how, said):
    """The pipe is closed when the orphan is gone, too."""
    code = [sys.executable, "-c", ORPHAN, how]
    assert subprocess.run(code, capture_output=True, check=True, text=True).stdout.strip() == said


def test_a_process_lives_while_its_parent_does():
    code = (
        "import os, sys; from lastknight.sandbox.process_lifetime import end_with_parent; "
        "end_with_parent(int(sys.argv[1])); print('lives on')"
    )
    words = [sys.executable, "-c", "import os, subprocess, sys; sys.exit(subprocess.call("]
    words[-1] += f"[sys.executable, '-c', {code!r}, str(os.getpid())]))"
    assert subprocess.run(words, capture_output=True, check=True, text=True).stdout == "lives on\n"
