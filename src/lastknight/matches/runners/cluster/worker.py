"""What is done on a worker of the cluster: it says who it is, makes players, and plays pieces.

Everything comes and goes as plain data. Native players play in the thread of the task; players that
need Python play in a process next to the worker, see host.py.
"""

from __future__ import annotations

import platform
import sys
import zlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from threading import RLock
from time import perf_counter
from typing import Any

from distributed import get_worker

from lastknight import _core
from lastknight.matches.chunks import Chunk, join
from lastknight.matches.runners.cluster.host import Host, HostError, borrowed_host
from lastknight.matches.runners.cluster.parcels import Parcel, Shelf
from lastknight.matches.runners.local import play_timed
from lastknight.matches.runners.work import Work
from lastknight.players import complete
from lastknight.position import Position

Answer = dict[str, Any]
_SPARSE = ("choices", "totals")

_PACKAGE = str(Path(__file__).parents[1])


@dataclass(frozen=True, slots=True)
class Identity:
    """What must be the same everywhere for games to be the same, and the machine it runs on."""

    version: str
    python: str
    machine: str
    package: str

    @classmethod
    def of_this_process(cls) -> Identity:
        """Who we are."""
        python = ".".join(platform.python_version_tuple()[:2])
        return cls(version("lastknight"), python, _machine(), _PACKAGE)


def _machine() -> str:
    """The processor, as far as the system knows its name."""
    names: list[str] = []
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    except OSError:
        pass
    return f"{names[0] if names else platform.processor()} {platform.machine()}".strip()


_shelf: Shelf | None = None
_parcels: dict[str, Parcel] = {}
_lock = RLock()


def _own_shelf() -> Shelf:
    """The players that this worker has made, with a private folder for their files."""
    global _shelf  # noqa: PLW0603  (a worker process has one)
    with _lock:
        if _shelf is None:
            folder = Path(get_worker().local_directory) / "lastknight"
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _shelf = Shelf(folder)
        return _shelf


def prepare(home: Mapping[str, str], parcels: Sequence[tuple[str, bytes, bool, bool]]) -> Answer:
    """Compare ourselves with the coordinator and make its players: a refusal, and our machine.

    A parcel comes with whether it plays natively, and whether it plays in Python.
    """
    own = Identity.of_this_process()
    refusal = _compare(own, home)
    if not refusal:
        shelf = _own_shelf()
        if own.package != home["package"]:
            shelf.names[own.package] = home["package"]
        try:
            for digest, data, natively, in_python in parcels:
                refusal = refusal or _make(Parcel(digest, data), natively, in_python)
        except HostError as error:
            refusal = str(error)
    return {"refusal": refusal, "machine": own.machine}


def _compare(own: Identity, home: Mapping[str, str]) -> str:
    for name, title in (("version", "lastknight"), ("python", "Python")):
        if getattr(own, name) != home[name]:
            return f"it has {title} {getattr(own, name)}, here is {home[name]}"
    return ""


def _make(parcel: Parcel, natively: bool, in_python: bool) -> str:
    """Why a player cannot be made on this worker; nothing where it can."""
    shelf = _own_shelf()
    if natively:
        try:
            with _lock:
                player = shelf.add(parcel)
                complete(player).native()  # compiles its heuristic, once for this process
        except (Exception, SystemExit) as error:  # the user's code may raise anything
            return f"{type(error).__name__}: {error}"
    if in_python:
        _parcels[parcel.digest] = parcel
        with borrowed_host(shelf.folder) as host:
            return _hand_over(host, parcel, lambda: True)
    return ""


def _hand_over(host: Host, parcel: Parcel, is_wanted: Callable[[], bool]) -> str:
    if parcel.digest in host.has:
        return ""
    message = ("take", parcel.digest, parcel.data, _own_shelf().names)
    refusal = str(host.ask(message, is_wanted=is_wanted))
    if not refusal:
        host.has.add(parcel.digest)
    return refusal


def play(piece: Mapping[str, Any]) -> Answer:
    """Play the pairs of a piece until its seconds are over: the games of the first ones.

    What cannot be played is no exception but an answer as well, with the reason.
    """
    try:
        chunk, seconds = _play_piece(piece, _task_is_wanted())
    except KeyError:
        return {"failed": "it has not been given the players", "is_new": True}
    except HostError as error:
        return {"failed": str(error)}
    except Exception as error:  # whatever it is, the coordinator decides what follows
        return {"failed": f"{type(error).__name__}: {error}"}
    return {"chunk": write_chunk(chunk), "seconds": seconds}


def _play_piece(piece: Mapping[str, Any], is_wanted: Callable[[], bool]) -> tuple[Chunk, float]:
    shelf, players = _own_shelf(), (piece["a"], piece["b"])
    work = {**piece["work"], "openings": read_openings(piece["openings"])}
    if piece["is_native"]:
        a, b = (shelf[digest] for digest in players)
        chunk, seconds = play_for(
            Work(a=a, b=b, **work),
            seconds=piece["seconds"],
            kept_pairs=piece["kept_pairs"],
            is_wanted=is_wanted,
        )
        return shelf.named_as_at_home(chunk), seconds
    options = {name: piece[name] for name in ("seconds", "move_seconds", "kept_pairs")}
    with borrowed_host(shelf.folder) as host:
        for digest in players:
            _hand_over(host, _parcels[digest], is_wanted)
        answer: tuple[Chunk, float] = host.ask(
            ("play", *players, work, options), is_wanted=is_wanted
        )
        return answer


def play_for(
    work: Work, *, seconds: float, kept_pairs: int, is_wanted: Callable[[], bool] = lambda: True
) -> tuple[Chunk, float]:
    """Play native pairs until the seconds are over, at least one: the games, and how long it took.

    The slices grow from one pair to what still fits.
    """
    stop, began, at, size = _core.StopFlag(), perf_counter(), 0, 1
    chunks: list[Chunk] = []
    while True:
        chunk, _ = play_timed(work.piece(at, size), kept_pairs, stop)
        chunks.append(chunk)
        at += chunk.pairs
        spent = perf_counter() - began
        if at >= len(work.openings) or spent >= seconds or not is_wanted():
            return join(chunks), spent
        size = max(1, min(8 * size, int((seconds - spent) * at / max(spent, 1e-6))))


def write_chunk(chunk: Chunk) -> dict[str, Any]:
    """A chunk as plain data; what is mostly zeros is made small."""
    data = {field.name: getattr(chunk, field.name) for field in fields(chunk)}
    return data | {name: zlib.compress(data[name], 1) for name in _SPARSE}


def read_chunk(data: Mapping[str, Any]) -> Chunk:
    """The chunk that `write_chunk` wrote."""
    return Chunk(**{**data, **{name: zlib.decompress(data[name]) for name in _SPARSE}})


def write_openings(openings: Sequence[Position]) -> bytes:
    """Positions as bytes, for a piece: the text of every different one, and which come when."""
    numbers: dict[int, int] = {}  # most openings of a match are the same few objects
    order = array("I", [numbers.setdefault(id(opening), len(numbers)) for opening in openings])
    by_id = {id(opening): opening for opening in openings}
    texts = "\n".join(str(by_id[key]) for key in numbers)
    if sys.byteorder == "big":
        order.byteswap()
    return zlib.compress(texts.encode() + b"\0" + order.tobytes(), 1)


def read_openings(data: bytes) -> list[Position]:
    """The positions that `write_openings` wrote."""
    texts, _, numbers = zlib.decompress(data).partition(b"\0")
    order = array("I", numbers)
    if sys.byteorder == "big":
        order.byteswap()
    positions = [_parse(line) for line in texts.decode().split("\n")]
    return [positions[number] for number in order]


_parse = lru_cache(maxsize=2**14)(Position.parse)


def _task_is_wanted() -> Callable[[], bool]:
    """Whether somebody still waits for the task that asks this."""
    worker = get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state in ("executing", "long-running")

    return is_wanted
