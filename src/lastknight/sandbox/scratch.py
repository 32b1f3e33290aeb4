"""Throw-away folders for agents without bubblewrap, all in one place of the user's.

Whoever uses a folder holds a lock on it; a folder nobody holds was left behind by something that
was killed, and is swept away when the next process makes its first one.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from lastknight.errors import SandboxError


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder that is gone afterwards, whatever was done in it.

    Raises SandboxError where there is no safe place for one.
    """
    place = _place()
    _sweep_once(os.getpid())
    with ExitStack() as held:
        with _locked(place):
            folder = Path(mkdtemp(dir=place))
            held.enter_context(_locked(folder))
        try:
            yield folder
        finally:
            _remove(folder)


def sweep() -> None:
    """Remove the folders that nobody holds."""
    place = _place()
    with _locked(place):
        for folder in place.iterdir():
            try:
                with _locked(folder, is_patient=False):
                    _remove(folder)
            except OSError:
                continue


@cache
def _sweep_once(_pid: int) -> None:
    sweep()


def _place() -> Path:
    place = Path(gettempdir()) / f"lastknight-{os.getuid()}"
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        found = place.lstat()
    except OSError as error:
        raise SandboxError(f"cannot make {place}: {error.strerror}") from None
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise SandboxError(f"{place} is not a folder of yours alone; remove it")
    return place


@contextmanager
def _locked(path: Path, *, is_patient: bool = True) -> Iterator[None]:
    """Hold a folder; raises OSError where somebody else does and there is no patience."""
    import fcntl  # noqa: PLC0415  (not on every system)

    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if is_patient else fcntl.LOCK_NB))
        yield
    finally:
        os.close(handle)


def _remove(folder: Path) -> None:
    """Remove a folder, also one that is deeper than any path can say or has lost its rights.

    What is in its folders is moved up until there are none, so no path is ever long.
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
    """Remove all but the folders in a folder; gives those."""
    with os.scandir(folder) as found:
        entries = list(found)
    folders = []
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            folders.append(Path(entry.path))
        else:
            os.unlink(entry.path)  # noqa: PTH108
    return folders
