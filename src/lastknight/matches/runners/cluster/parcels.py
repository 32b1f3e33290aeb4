"""Parcels: players as bytes that travel to another machine, and how they are made again there.

Files that a player names travel as source with their hash and are unpacked in a private folder;
nothing is read from the disk of whoever sent them. Functions and classes that are in no such file
travel by value. Here is what both ends agree on; who sends what to whom is elsewhere.
"""

from __future__ import annotations

import os
import pickle
import sys
import sysconfig
from collections.abc import Iterator, Mapping
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
from lastknight.matches.chunks import Chunk
from lastknight.players import Player, name_of
from lastknight.sandbox import AgentFiles
from lastknight.spec import parse_expression

LARGEST = 64 * 2**20
"""What a parcel may weigh, in bytes."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A player as bytes, with the hash that tells it apart."""

    digest: str
    data: bytes


def pack_player(player: Player) -> Parcel:
    """A player as a parcel.

    Raises ArgumentError for one that cannot travel.
    """
    buffer = BytesIO()
    try:
        with _users_code_by_value():
            _packer(buffer).dump(player)
    except (TypeError, AttributeError, ValueError, RecursionError, pickle.PicklingError) as error:
        raise ArgumentError(f"{name_of(player)} cannot travel to a worker: {error}") from error
    data = buffer.getvalue()
    if len(data) > LARGEST:
        raise ArgumentError(
            f"{name_of(player)} is too large to travel: {len(data) >> 20} MiB of "
            f"at most {LARGEST >> 20}"
        )
    return Parcel(sha256(data).hexdigest(), data)


def unpack_player(parcel: Parcel, folder: Path, names: dict[str, str]) -> Player:
    """The player of a parcel; its files are written into the folder.

    What `names` gets are the names of things in the folder, and what they are called at home.
    Raises ArgumentError for a parcel that is not what its hash says, and whatever the player's own
    code raises.
    """
    if sha256(parcel.data).hexdigest() != parcel.digest:
        raise ArgumentError("a parcel was damaged on its way")
    unpacker = _Unpacker(BytesIO(parcel.data))
    unpacker.folder, unpacker.names = folder, names
    player: Player = unpacker.load()
    return player


class Shelf:
    """The players that a process has made of parcels, each once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, str] = {}
        self._players: dict[str, Player] = {}

    def __contains__(self, digest: str) -> bool:
        return digest in self._players

    def __getitem__(self, digest: str) -> Player:
        return self._players[digest]

    def add(self, parcel: Parcel) -> Player:
        """Make the player of a parcel, unless it is here; raises as `unpack_player` does."""
        if parcel.digest not in self._players:
            player = unpack_player(parcel, self.folder, self.names)
            check_sandbox(player)
            self._players[parcel.digest] = player
        return self._players[parcel.digest]

    def named_as_at_home(self, chunk: Chunk) -> Chunk:
        """A chunk whose notes call files what they are called at home."""
        if not chunk.notes:
            return chunk
        notes = {game: rename(note, self.names) for game, note in chunk.notes.items()}
        return replace(chunk, notes=notes)


def check_sandbox(player: Player) -> None:
    """Raises ArgumentError where a player's walls cannot be put up on this machine."""
    wanted = getattr(player, "sandbox", None)
    if wanted is not None and wanted.is_private and not type(wanted).detect().is_private:
        raise ArgumentError(f"{name_of(player)} needs bubblewrap, which does not work here")


def rename(text: str, names: Mapping[str, str]) -> str:
    """A text in which things are called as at home, the longest names first."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, names[name])
    return text


def _packer(buffer: BytesIO) -> Any:
    """A pickler that sends the user's files as source, and compiled heuristics as functions."""
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
    """Makes again what a packer sent."""

    folder: Path
    names: dict[str, str]

    def persistent_load(self, pid: Any) -> Heuristic:
        """A heuristic out of a file, or compiled from a function."""
        if pid[0] == "compiled":
            _, function, spec = pid
            return compiled(function).named(spec, None)
        _, spec, home, name, source = pid
        path = _write(self.folder, source)
        self.names |= {f"{path}:{name}": spec, str(path): home}
        return heuristic(f"'{path}:{name}'")


def _file_token(given: Heuristic) -> str | None:
    """What a heuristic that is one name in a file was asked for by: `my_heuristics.py:chase`."""
    if given.recipe is None or given.recipe[0] is not heuristic:
        return None
    (text,) = given.recipe[1]
    if not isinstance(text, str):
        return None
    files = parse_expression(text, what="a heuristic").files
    return next(iter(files.values()), None)


def _write(folder: Path, source: AgentFiles) -> Path:
    """Where a file is after it and what it imports were written, each once and whole."""
    place = folder / source.digest  # so that modules of one name do not meet
    for name, content in source.files.items():
        path = place / name
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            partial = path.with_name(f".{path.name}.{os.getpid()}")
            partial.write_bytes(content)
            partial.replace(path)
    return place / source.main


@contextmanager
def _users_code_by_value() -> Iterator[None]:
    """Let functions and classes of modules that are not installed travel by value."""
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
    """Whether a module is neither ours nor installed, so that workers do not have it."""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or name == "__main__" or name != getattr(module, "__name__", None):
        return False
    if name == "lastknight" or name.startswith("lastknight."):
        return False
    return not file.startswith(_installed())


@cache
def _installed() -> tuple[str, ...]:
    """Where Python and what is installed with it lie."""
    places = {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()}
    return tuple(f"{place}{os.sep}" for place in places)
