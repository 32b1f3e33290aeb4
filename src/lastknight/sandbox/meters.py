"""What a process takes, read from outside: CPU time, time asleep, threads, the size of a folder.

Nothing here asks the process itself, so nothing it does to its own clocks changes it.
"""

import os
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

# Folders of honest agents are neither deeper than this, nor are their paths longer.
_DEEPEST, _LONGEST = 50, 2000


class Meter:
    """The kernel's count for one process; what cannot be read any more counts as nothing."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._clock = (~pid << 3) | 2  # the CPU clock of all its threads
        self._last = 0.0

    def cpu(self) -> float:
        """Seconds of CPU of all its threads, those that ended included."""
        with suppress(OSError):  # once it is gone: what it had when it was last read
            self._last = time.clock_gettime(self._clock)
        return self._last

    def delay(self) -> float:
        """Seconds in which its threads were ready and waited for a core; 0 where nobody counts."""
        total, tasks = 0, Path(f"/proc/{self.pid}/task")
        for thread in self._threads():
            with suppress(OSError, ValueError, IndexError):  # it may end at any moment
                total += int((tasks / thread / "schedstat").read_text().split()[1])
        return total / 1e9

    def threads(self) -> int:
        """How many threads it has."""
        return len(self._threads())

    def _threads(self) -> list[str]:
        try:
            return os.listdir(f"/proc/{self.pid}/task")  # noqa: PTH208
        except OSError:
            return []


@cache
def counts_delays() -> bool:
    """Whether this kernel counts how long a thread waits for a core."""
    try:
        ran, _, turns = Path("/proc/self/schedstat").read_text().split()
    except (OSError, ValueError):
        return False
    return int(ran) > 0 and int(turns) > 0


def contents_of(folder: Path) -> tuple[int, int]:
    """Bytes and number of all that is in a folder; what lies too deep counts as too many."""
    size = count = 0
    waiting = [(str(folder), 0)]
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
    """How many files the file system of a folder has; 0 where it cannot be asked."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_files - found.f_ffree
