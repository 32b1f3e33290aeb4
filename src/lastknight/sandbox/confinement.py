"""What the agent's process permanently gives up before it reads a line of the agent's code.

Resource limits, privileges, files and system calls; it cannot regain any of them.
"""

import ctypes
import os
from typing import NamedTuple

from lastknight.sandbox.landlock import restrict_files
from lastknight.sandbox.seccomp import is_known_machine, restrict_system_calls

_PR_SET_NO_NEW_PRIVS = 38


class Confinement(NamedTuple):
    """What the process keeps."""

    memory: int
    file_size: int
    open_files: int
    threads: int
    lifetime: int
    """Seconds of CPU."""
    readable: tuple[str, ...]
    writable: tuple[str, ...]
    is_private: bool
    """Whether it sees no processes but its own."""


def confine(kept: Confinement) -> None:
    """Give up everything but what is kept.

    Raises OSError or ValueError when the kernel refuses.
    """
    import resource  # noqa: PLC0415  (not on every system)

    limits = {
        resource.RLIMIT_CPU: kept.lifetime,
        resource.RLIMIT_AS: kept.memory,
        resource.RLIMIT_FSIZE: kept.file_size,
        resource.RLIMIT_NOFILE: kept.open_files,
        resource.RLIMIT_NPROC: kept.threads + (0 if kept.is_private else _tasks_of_user()),
        resource.RLIMIT_CORE: 0,
    }
    for limit, value in limits.items():
        hard = resource.getrlimit(limit)[1]
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (most, most))
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel refuses to set no_new_privs")
    restrict_files(readable=kept.readable, writable=kept.writable)
    if is_known_machine():
        restrict_system_calls(os.getpid())


def _tasks_of_user() -> int:
    """The user's threads on this machine: the kernel limits their total."""
    count = 0
    for name in os.listdir("/proc"):  # noqa: PTH208
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == os.getuid():  # noqa: PTH116
                count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
        except OSError:
            continue
    return count
