"""What a process uses, measured from outside: CPU time, waiting, threads, files.

Nothing here asks the process itself, so tampering with its clocks changes nothing.
"""

import os
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

# No honest agent's folders are deeper or paths longer than this.
_DEEPEST, _LONGEST = 50, 2000


class Meter:
    """The kernel's figures for one process, which may have ended."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._clock = (~pid << 3) | 2  # the CPU clock of all its threads
        self._last = 0.0

    def cpu(self) -> float:
        """Seconds of CPU of all its threads, ended ones included."""
        with suppress(OSError):  # it is gone: keep the last reading
            self._last = time.clock_gettime(self._clock)
        return self._last

    def delay(self) -> float:
        """Seconds its threads have waited for a core; 0 if the kernel does not count that."""
        total, tasks = 0, Path(f"/proc/{self.pid}/task")
        for thread in self._threads():
            with suppress(OSError, ValueError, IndexError):  # a thread may end at any moment
                total += int((tasks / thread / "schedstat").read_text().split()[1])
        return total / 1e9

    def threads(self) -> int:
        """Its number of threads."""
        return len(self._threads())

    def _threads(self) -> list[str]:
        try:
            return os.listdir(f"/proc/{self.pid}/task")  # noqa: PTH208
        except OSError:
            return []


@cache
def counts_delays() -> bool:
    """Whether the kernel counts how long threads wait for a core."""
    try:
        ran, _, turns = Path("/proc/self/schedstat").read_text().split()
    except (OSError, ValueError):
        return False
    return int(ran) > 0 and int(turns) > 0


def contents_of(folder: str) -> tuple[int, int]:
    """Total bytes and number of files in a folder; the number is huge if it is nested too deep."""
    size = count = 0
    waiting = [(folder, 0)]
    while waiting:
        place, depth = waiting.pop()
        if depth > _DEEPEST or len(place) > _LONGEST:
            return size, sys.maxsize
        with suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                count += 1
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, depth + 1))
                    else:
                        size += entry.stat(follow_symlinks=False).st_size
    return size, count


def files_in_use(folder: str) -> int:
    """The number of files on the file system of a folder; 0 if it cannot be read."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_files - found.f_ffree
