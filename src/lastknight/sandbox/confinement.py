"""What the process of an agent gives up by itself before it reads a line of the agent's.

Limits of the kernel, privileges, system calls and files; none of it can be taken back.
"""

import ctypes
import os
import signal
from collections.abc import Iterable
from typing import NamedTuple

from lastknight.sandbox.landlock import give_up_files
from lastknight.sandbox.seccomp import give_up_system_calls, is_known_machine

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38


class Cell(NamedTuple):
    """What is left to a process."""

    memory: int
    file_size: int
    open_files: int
    threads: int
    lifetime: int
    """Seconds of CPU."""
    readable: tuple[str, ...]
    writable: tuple[str, ...]
    is_private: bool
    """Whether the processes it sees are its own alone."""


def end_with_parent(parent: int) -> None:
    """Let the kernel end this process when the one that started it ends; it may have already."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def confine(cell: Cell) -> None:
    """Give up everything but the cell.

    Raises OSError or ValueError where the kernel does not do what it is asked.
    """
    import resource  # noqa: PLC0415  (not on every system)

    limits = {
        resource.RLIMIT_CPU: cell.lifetime,
        resource.RLIMIT_AS: cell.memory,
        resource.RLIMIT_FSIZE: cell.file_size,
        resource.RLIMIT_NOFILE: cell.open_files,
        resource.RLIMIT_NPROC: cell.threads + (0 if cell.is_private else _tasks_of_user()),
        resource.RLIMIT_CORE: 0,
    }
    for limit, value in limits.items():
        hard = resource.getrlimit(limit)[1]
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (most, most))
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel keeps new privileges possible")
    give_up_files(readable=_existing(cell.readable), writable=cell.writable)
    if is_known_machine():
        give_up_system_calls(os.getpid())


def _existing(places: Iterable[str]) -> list[str]:
    return [place for place in places if os.path.exists(place)]  # noqa: PTH110


def _tasks_of_user() -> int:
    """How many tasks the user has already: the kernel counts them together."""
    count = 0
    for name in os.listdir("/proc"):  # noqa: PTH208
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == os.getuid():  # noqa: PTH116
                count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
        except OSError:
            continue
    return count
