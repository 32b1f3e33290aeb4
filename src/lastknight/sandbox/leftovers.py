"""Temporary folders and processes of agents, and clearing away what a killed run left behind.

Agents normally die with the process that started them, which also removes their folders. But a run
that is killed cannot remove its folders, and for a moment after it starts bubblewrap does not
notice its parent's death. The next run clears both away when it starts its first agent.
"""

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from lastknight.errors import SandboxError

PROGRAM = Path(__file__).with_name("guest.py")
"""The program that agents' processes run."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for an agent without bubblewrap; gone afterwards, whatever happened in it.

    Raises SandboxError if there is no safe place for one.
    """
    place = _place()
    _remove_abandoned_once(os.getpid())
    with ExitStack() as held:
        with _locked(place):
            folder = Path(mkdtemp(dir=place))
            held.enter_context(_locked(folder))
        try:
            yield folder
        finally:
            _remove(folder)


def remove_abandoned_folders() -> None:
    """Remove the folders that no running process holds a lock on."""
    place = _place()
    with _locked(place):
        for folder in place.iterdir():
            try:
                with _locked(folder, wait=False):
                    _remove(folder)
            except OSError:
                continue


@cache
def _remove_abandoned_once(_pid: int) -> None:
    remove_abandoned_folders()


def _place() -> Path:
    place = Path(gettempdir()) / f"lastknight-{os.getuid()}"
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        found = place.lstat()
    except OSError as error:
        raise SandboxError(f"cannot create {place}: {error.strerror}") from None
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise SandboxError(f"{place} is not a private folder that you own; remove it")
    return place


@contextmanager
def _locked(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold a lock on a folder; without waiting, raises OSError if another process holds it."""
    import fcntl  # noqa: PLC0415  (not on every system)

    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(handle)


def _remove(folder: Path) -> None:
    """Remove a folder, even one without permissions or nested deeper than a path can be long.

    The contents of subfolders are moved up until there are none, so no path ever gets long.
    """
    numbers = count()
    while folders := _remove_files(folder):
        for inner in folders:
            inner.chmod(0o700)
            for name in os.listdir(inner):  # noqa: PTH208
                os.rename(inner / name, folder / f".{next(numbers)}")  # noqa: PTH104
            inner.rmdir()
    folder.rmdir()


def _remove_files(folder: Path) -> list[Path]:
    """Remove everything in a folder but its subfolders, and return those."""
    with os.scandir(folder) as found:
        entries = list(found)
    folders = []
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            folders.append(Path(entry.path))
        else:
            os.unlink(entry.path)  # noqa: PTH108
    return folders


def owner() -> str:
    """The name of this process: pid namespace, pid, start time. Agents get it as an argument."""
    return f"{_pid_namespace()}:{os.getpid()}:{_start_time(os.getpid())}"


def kill_orphans() -> None:
    """Kill the processes of agents whose owner is gone."""
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit() and _is_orphan(int(name)):
            with suppress(OSError):
                handle = os.pidfd_open(int(name))
                try:
                    if _is_orphan(int(name)):  # the pid has not been reused
                        signal.pidfd_send_signal(handle, signal.SIGKILL)
                finally:
                    os.close(handle)


@cache
def kill_orphans_once(_pid: int) -> None:
    """Kill orphans once per process."""
    kill_orphans()


def _is_orphan(pid: int) -> bool:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    if os.fsencode(PROGRAM) not in words:
        return False
    match words[-2].decode("ascii", "replace").split(":"):
        case [space, number, start] if number.isdigit() and start.isdigit():
            return space == _pid_namespace() and _start_time(int(number)) != int(start)
    return False


def _pid_namespace() -> str:
    """Processes in containers are numbered separately, and not ours to judge."""
    return "".join(filter(str.isdigit, os.readlink("/proc/self/ns/pid")))  # noqa: PTH115


def _start_time(pid: int) -> int:
    """When a process started, in ticks since boot; -1 if there is none."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return -1
