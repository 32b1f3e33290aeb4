"""Processes that nobody waits for any more, found by the owner that their command line names.

Agents die with whoever started them, but bubblewrap has a moment, before it runs anything, in which
it does not notice that. What is left over then is ended when the next process starts its first one.
"""

import os
import signal
from contextlib import suppress
from functools import cache
from pathlib import Path

PROGRAM = Path(__file__).with_name("guest.py")
"""What the processes of agents run."""


def owner() -> str:
    """The name of this process, which no other has: its space of numbers, its number, its start."""
    return f"{_space()}:{os.getpid()}:{_start_of(os.getpid())}"


def end_orphans() -> None:
    """End the processes of agents whose owner is gone."""
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit() and _is_orphan(int(name)):
            with suppress(OSError):
                handle = os.pidfd_open(int(name))
                try:
                    if _is_orphan(int(name)):  # the number is still its own
                        signal.pidfd_send_signal(handle, signal.SIGKILL)
                finally:
                    os.close(handle)


@cache
def end_orphans_once(_pid: int) -> None:
    """Do that once in a process."""
    end_orphans()


def _is_orphan(pid: int) -> bool:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    if os.fsencode(PROGRAM) not in words:
        return False
    match words[-2].decode("ascii", "replace").split(":"):
        case [space, number, start] if space == _space() and number.isdigit() and start.isdigit():
            return _start_of(int(number)) != int(start)
    return False


def _space() -> str:
    """Processes of containers have numbers of their own, and are not ours to judge."""
    return "".join(filter(str.isdigit, os.readlink("/proc/self/ns/pid")))  # noqa: PTH115


def _start_of(pid: int) -> int:
    """When a process began, in ticks since the machine did; -1 where there is none."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return -1
