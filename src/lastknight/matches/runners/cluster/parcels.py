"""Parcels: players as bytes that are sent to another machine and recreated there.

Files that a player names travel as source, and are unpacked into a private folder. Functions and
classes from other modules of the user travel by value.
"""

from __future__ import annotations

import os
import pickle
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic, compiled, heuristic
from lastknight.heuristics.compiled import CompiledHeuristic
from lastknight.matches.atomic_file import replace_file
from lastknight.matches.chunks import Chunk
from lastknight.matches.runners.work import Work
from lastknight.players import Player, complete, name_of
from lastknight.sandbox import AgentFiles
from lastknight.spec import parse_expression

LARGEST = 64 * 2**20
"""The maximum size of a parcel, in bytes."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A player as bytes, and their hash."""

    digest: str
    data: bytes


def pack_player(player: Player) -> Parcel:
    """A player as a parcel.

    Raises ArgumentError if it cannot be sent.
    """
    buffer = BytesIO()
    try:
        with _users_code_by_value():
            _packer(buffer).dump(player)
    except (TypeError, AttributeError, ValueError, RecursionError, pickle.PicklingError) as error:
        raise ArgumentError(f"{name_of(player)} cannot be sent to a worker: {error}") from error
    data = buffer.getvalue()
    if len(data) > LARGEST:
        raise ArgumentError(
            f"{name_of(player)} is too large to be sent to a worker: {len(data) >> 20} MiB; "
            f"the limit is {LARGEST >> 20} MiB"
        )
    return Parcel(sha256(data).hexdigest(), data)


def pack_players(
    works: Sequence[Work],
) -> tuple[list[tuple[str, bytes, bool, bool]], dict[int, str]]:
    """The players of works: each parcel once, and the digest of each player by its id.

    A parcel comes as digest, data, whether it plays natively, and whether it plays in Python.
    """
    players = {id(player): player for work in works for player in (work.a, work.b)}
    parcels = {key: pack_player(player) for key, player in players.items()}
    uses: dict[Parcel, set[bool]] = {}  # equal players are one parcel
    for work in works:
        for player in (work.a, work.b):
            uses.setdefault(parcels[id(player)], set()).add(work.is_native)
    packed = [(one.digest, one.data, True in use, False in use) for one, use in uses.items()]
    return packed, {key: parcel.digest for key, parcel in parcels.items()}


class Shelf:
    """The players that a process has made from parcels, each once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Where the files of players are written."""
        self.names: dict[str, str] = {}
        """The original names of the files in the folder."""
        self._players: dict[str, Player] = {}

    def player(self, digest: str) -> Player:
        """The player of a parcel that was added."""
        return self._players[digest]

    def add(self, parcel: Parcel) -> Player:
        """Make the player of a parcel, unless it exists already.

        Raises ArgumentError for a damaged parcel and for a sandbox that does not work here, and
        whatever the player's own code raises.
        """
        if parcel.digest not in self._players:
            if sha256(parcel.data).hexdigest() != parcel.digest:
                raise ArgumentError("the parcel was damaged in transit")
            player: Player = _Unpacker(parcel.data, self).load()
            _check_sandbox(player)
            self._players[parcel.digest] = player
        return self._players[parcel.digest]

    def try_add(self, parcel: Parcel, *, natively: bool = False) -> str:
        """Add a parcel, compiled if it plays natively; returns why that failed, or ""."""
        try:
            player = self.add(parcel)
            if natively:
                complete(player).native()
        except (Exception, SystemExit) as error:  # the user's code may raise anything
            return f"{type(error).__name__}: {error}"
        return ""

    def with_home_names(self, chunk: Chunk) -> Chunk:
        """A chunk whose notes use the original names of files."""
        if not chunk.notes:
            return chunk
        return replace(
            chunk, notes={game: self._rename(note) for game, note in chunk.notes.items()}
        )

    def _rename(self, text: str) -> str:
        for name in sorted(self.names, key=len, reverse=True):  # longest first
            text = text.replace(name, self.names[name])
        return text


def _check_sandbox(player: Player) -> None:
    wanted = getattr(player, "sandbox", None)
    if wanted is not None and wanted.is_private and not type(wanted).detect().is_private:
        raise ArgumentError(f"{name_of(player)} needs bubblewrap, which does not work here")


def _packer(buffer: BytesIO) -> Any:
    """A pickler that turns the user's files into source, and compiled heuristics into functions."""
    import cloudpickle  # noqa: PLC0415  (comes with distributed, which is an extra)

    class Packer(cloudpickle.Pickler):  # type: ignore[misc]
        def persistent_id(self, obj: object) -> object:
            if not isinstance(obj, Heuristic):
                return None
            token = _file_token(obj)
            if token is not None:
                path, _, name = token.rpartition(":")
                source = AgentFiles.read(path, scope="imports")
                return "file", str(obj), str(Path(path).resolve()), name, source
            if isinstance(obj, CompiledHeuristic):
                return "compiled", obj.function, obj.spec
            return None

    return Packer(buffer)


class _Unpacker(pickle.Unpickler):
    """Makes what a packer packed, for a shelf."""

    def __init__(self, data: bytes, shelf: Shelf) -> None:
        super().__init__(BytesIO(data))
        self._shelf = shelf

    def persistent_load(self, pid: Any) -> Heuristic:
        """A heuristic from a file, or compiled from a function."""
        if pid[0] == "compiled":
            _, function, spec = pid
            return compiled(function).named(spec, None)
        _, spec, home, name, source = pid
        path = _write(self._shelf.folder, source)
        self._shelf.names |= {f"{path}:{name}": spec, str(path): home}
        return heuristic(f"'{path}:{name}'")


def _file_token(given: Heuristic) -> str | None:
    """The text that a heuristic from a file was made from, such as `my_heuristics.py:chase`."""
    if given.recipe is None or given.recipe[0] is not heuristic:
        return None
    (text,) = given.recipe[1]
    if not isinstance(text, str):
        return None
    files = parse_expression(text, what="a heuristic").files
    return next(iter(files.values()), None)


def _write(folder: Path, source: AgentFiles) -> Path:
    """Write a file and what it imports, each once and atomically; returns its path."""
    place = folder / source.digest  # so that modules of the same name do not clash
    for name, content in source.files.items():
        path = place / name
        if name.endswith("/"):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        elif not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace_file(path, content)
    return place / source.main


@contextmanager
def _users_code_by_value() -> Iterator[None]:
    """Send functions and classes of modules that are not installed by value."""
    import cloudpickle  # noqa: PLC0415

    known = cloudpickle.list_registry_pickle_by_value()
    modules = [module for name, module in list(sys.modules.items()) if _is_users(name, module)]
    added = [module for module in modules if module.__name__ not in known]
    for module in added:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in added:
            cloudpickle.unregister_pickle_by_value(module)


def _is_users(name: str, module: object) -> bool:
    """Whether a module is neither ours nor installed, so workers do not have it."""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or name == "__main__" or name != getattr(module, "__name__", None):
        return False
    if name == "lastknight" or name.startswith("lastknight."):
        return False
    return not file.startswith(_installed())


@cache
def _installed() -> tuple[str, ...]:
    """The folders of Python and of installed packages."""
    places = {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()}
    return tuple(f"{place}{os.sep}" for place in places)
