"""What a process does when the one that started it ends."""

import ctypes
import signal
import sys

_SET_DEATH_SIGNAL = 1


def end_with_parent(how: signal.Signals = signal.SIGKILL) -> None:
    """Let Linux send this process a signal, whatever it is doing, when its parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, how)
