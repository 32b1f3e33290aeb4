"""What a process uses, measured from outside: CPU time, waiting, threads, files.

Nothing here asks the process itself, so tampering with its clocks changes nothing.
"""

import os
import stat
import sys
import time
from collections.abc import Iterator
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

    def delays(self) -> dict[str, float]:
        """Seconds each thread has waited for a core; nothing if the kernel does not count that."""
        found = {}
        for thread, line in self._read("schedstat"):
            with suppress(ValueError, IndexError):
                found[thread] = int(line.split()[1]) / 1e9
        return found

    def is_runnable(self) -> bool:
        """Whether one of its threads runs now, or would run if it had a core."""
        return any(line.rpartition(")")[2][1:2] == "R" for _, line in self._read("stat"))

    def unlinked(self, folder: str, *, largest: int) -> int:
        """Bytes of files that have no name any more, but are still open or mapped.

        A file of the folder that is only mapped counts as the largest there can be: its size cannot
        be seen from outside.
        """
        opened: dict[int, int] = {}
        mapped: set[int] = set()
        for thread in self._threads():  # each may have open files of its own
            place = f"/proc/{self.pid}/task/{thread}"
            with suppress(OSError), os.scandir(f"{place}/fd") as entries:
                for entry in entries:
                    with suppress(OSError):
                        found = entry.stat()
                        if stat.S_ISREG(found.st_mode) and not found.st_nlink:
                            opened[found.st_ino] = _size(found)
            with suppress(OSError):
                mapped |= _unlinked_mappings(Path(f"{place}/maps").read_bytes(), folder)
        return sum(opened.values()) + largest * len(mapped - set(opened))

    def _read(self, name: str) -> Iterator[tuple[str, str]]:
        tasks = Path(f"/proc/{self.pid}/task")
        for thread in self._threads():
            with suppress(OSError):  # a thread may end at any moment
                yield thread, (tasks / thread / name).read_text()

    def threads(self) -> int:
        """Its number of threads."""
        return len(self._threads())

    def _threads(self) -> list[str]:
        try:
            return os.listdir(f"/proc/{self.pid}/task")  # noqa: PTH208
        except OSError:
            return []


class Stopwatch:
    """How long a process has been at something, and how much of that it was idle."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._began, self._cpu, self._delays = time.monotonic(), meter.cpu(), meter.delays()

    @property
    def wall(self) -> float:
        """Seconds of wall-clock time."""
        return time.monotonic() - self._began

    @property
    def cpu(self) -> float:
        """Seconds of CPU."""
        return self._meter.cpu() - self._cpu

    def waited(self) -> float:
        """Seconds it has waited for a core: of several threads, the one that waited longest."""
        delays = self._meter.delays().items()
        return max((delay - self._delays.get(thread, 0.0) for thread, delay in delays), default=0.0)

    def is_longer_than(self, seconds: float) -> bool:
        """Whether it took longer than this, without the time it waited for a core."""
        return self.wall > seconds and self.wall - self.waited() > seconds

    def is_idle_for(self, seconds: float) -> bool:
        """Whether it has been idle for longer than this: neither computing nor waiting for a core.

        The kernel counts a wait when it ends, so a process that could run now is not idle.
        """
        unused = self.wall - self.cpu
        if unused <= seconds or self._meter.is_runnable():
            return False
        return unused - self.waited() > seconds


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
                        size += _size(entry.stat(follow_symlinks=False))
    return size, count


def _size(found: os.stat_result) -> int:
    """The size of a file, or what it takes up if that is more."""
    return max(found.st_size, 512 * found.st_blocks)


def _unlinked_mappings(maps: bytes, folder: str) -> set[int]:
    """The inodes of mapped files from a folder that have no name any more."""
    start, end = b" " + os.fsencode(folder) + b"/", b" (deleted)"
    lines = (line for line in maps.split(b"\n") if line.endswith(end) and start in line)
    return {int(line.split(maxsplit=5)[4]) for line in lines}


def files_in_use(folder: str) -> int:
    """The number of files on the file system of a folder; 0 if it cannot be read."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_files - found.f_ffree
