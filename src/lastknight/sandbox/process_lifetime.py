"""Ending a process when the one that started it ends.

The sandbox's guest imports this without the rest of lastknight: nothing but the standard library.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def end_with_parent(parent: int, how: signal.Signals = signal.SIGKILL) -> None:
    """Get a signal when the parent process ends, or now if it has ended already.

    `parent` is its process id, which the parent itself passed on: if it dies before the kernel is
    asked for the signal, this process has another parent by then, and the signal would never come.
    Only Linux sends it.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, how, 0, 0, 0)
    if os.getppid() != parent:
        signal.raise_signal(how)
