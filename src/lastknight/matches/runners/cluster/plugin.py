"""The part of the runner that lives in each Dask worker: it makes players and plays tasks.

A prepared worker offers a resource that tasks require, so Dask places them only where they can be
played.
"""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

from distributed import WorkerPlugin, get_worker

from lastknight.matches.chunks import Chunk
from lastknight.matches.runners.cluster.assignment import (
    Assignment,
    from_bytes,
    play_natively,
    to_bytes,
)
from lastknight.matches.runners.cluster.parcels import Parcel, Shelf
from lastknight.matches.runners.cluster.python_host import HostError, HostPool
from lastknight.players.bench import quick_fingerprint

NAME = "lastknight"
_PACKAGE = str(Path(__file__).parents[3])


class TaskError(RuntimeError):
    """A task that failed: the worker, and the reason."""

    def __init__(self, worker: str, reason: str) -> None:
        super().__init__(worker, reason)
        self.worker, self.reason = worker, reason


def describe_process() -> dict[str, str]:
    """What must be the same everywhere for games to be the same, the machine, and our folder."""
    return {
        "version": version("lastknight"),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "code": _code(),
        "fingerprint": str(quick_fingerprint()),
        "machine": _machine(),
        "package": _PACKAGE,  # tracebacks mention it
    }


def _compare(own: Mapping[str, str], home: Mapping[str, str]) -> str:
    """Why a process cannot play for the coordinator; empty if it can."""
    for name, title in (
        ("version", "lastknight"),
        ("python", "Python"),
        ("code", "different lastknight code, with the hash"),
        ("fingerprint", "a native module that plays differently, with the fingerprint"),
    ):
        if own.get(name) != home.get(name):
            return f"it has {title} {own.get(name)}; this machine has {home.get(name)}"
    return ""


@cache
def _code() -> str:
    """A hash of the Python code of lastknight."""
    found = sha256()
    for path in sorted(Path(_PACKAGE).rglob("*.py")):
        found.update(path.relative_to(_PACKAGE).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def _machine() -> str:
    """The name of the processor, if the system knows it, and its architecture."""
    names: list[str] = []
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    except OSError:
        pass
    return f"{names[0] if names else platform.processor()} {platform.machine()}".strip()


class PlayersPlugin(WorkerPlugin):  # type: ignore[misc]
    """The players a worker has made, and its hosts; it stays for all runs and coordinators."""

    name = NAME

    def setup(self, worker: Any) -> None:
        """Make a private folder for players' files."""
        folder = Path(worker.local_directory) / NAME
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.shelf = Shelf(folder)
        self._hosts = HostPool(folder)
        self._parcels: dict[str, Parcel] = {}
        self._lock = Lock()

    def teardown(self, worker: Any) -> None:  # noqa: ARG002  (Dask passes it)
        """End the hosts with the worker."""
        self._hosts.close()

    def make(self, parcels: Sequence[tuple[str, bytes, bool, bool]]) -> str:
        """Make players, each given with whether it plays natively and whether in Python.

        Returns why one cannot be made, or nothing.
        """
        for digest, data, natively, in_python in parcels:
            parcel = Parcel(digest, data)
            refusal = ""
            if natively:
                with self._lock:  # so that two runs do not compile the same player twice
                    refusal = self.shelf.try_add(parcel, natively=True)
            if in_python and not refusal:
                self._parcels[digest] = parcel
                with self._hosts.borrow() as host:
                    refusal = host.take(parcel, self.shelf.names)
            if refusal:
                return refusal
        return ""

    def play(self, assignment: Assignment, is_wanted: Callable[[], bool]) -> tuple[Chunk, float]:
        """Play an assignment; returns the games and the seconds they took."""
        if assignment.is_native:
            work = assignment.work(self.shelf.player)
            chunk, seconds = play_natively(work, assignment.limits, is_wanted=is_wanted)
            return self.shelf.with_home_names(chunk), seconds
        with self._hosts.borrow() as host:
            for digest in (assignment.a, assignment.b):
                if refusal := host.take(self._parcels[digest], self.shelf.names):
                    raise HostError(refusal)
            return host.play(assignment, is_wanted=is_wanted)


async def prepare(
    home: Mapping[str, str],
    parcels: Sequence[tuple[str, bytes, bool, bool]],
    resource: str,
    *,
    dask_worker: Any,
) -> tuple[str, str]:
    """Compare this worker with the coordinator, make its players and offer the resource.

    Returns why it cannot play, or nothing, and its machine. All arguments are plain data, which
    other versions of lastknight can read.
    """
    own = describe_process()
    if refusal := _compare(own, home):
        return refusal, own["machine"]
    plugin = dask_worker.plugins.get(NAME)
    if plugin is None:
        plugin = PlayersPlugin()
        await dask_worker.plugin_add(plugin, name=NAME, catch_errors=False)
    if own["package"] != home["package"]:
        plugin.shelf.names[own["package"]] = home["package"]
    try:
        # In a thread: user code may take long, and must not block the worker's event loop.
        refusal = await asyncio.to_thread(plugin.make, parcels)
    except HostError as error:
        refusal = str(error)
    if not refusal:
        await dask_worker.set_resources(**{resource: dask_worker.state.nthreads})
    return refusal, own["machine"]


def play(data: bytes) -> tuple[bytes, float]:
    """The Dask task: play an assignment, and return the games and the seconds they took.

    Raises TaskError where it cannot be played.
    """
    worker = get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state in ("executing", "long-running")

    try:
        chunk, seconds = worker.plugins[NAME].play(from_bytes(data), is_wanted)
    except Exception as error:
        raise TaskError(worker.address, f"{type(error).__name__}: {error}") from error
    return to_bytes(chunk), seconds
