"""Plans: what is to be played, as data: who against whom, from which openings, with which seed."""

from __future__ import annotations

import os
import platform
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from inspect import getfile, getsource
from pathlib import Path

from lastknight.errors import ArgumentError
from lastknight.matches.openings import (
    Opening,
    census_openings,
    empty_opening,
    list_openings,
    random_openings,
)
from lastknight.notation import Square
from lastknight.players import AgentPlayer, Player, Searcher, name_of
from lastknight.position import Position

Openings = str | Sequence[str | Iterable[Square]]
KINDS = ("random", "census", "empty")


@dataclass(frozen=True)
class Plan:
    """Pairings of players, each of which plays the same openings from both sides.

    Raises ArgumentError for a plan that cannot be played.
    """

    players: tuple[Player, ...]
    pairings: tuple[tuple[int, int], ...]
    """Places of A and B among the players."""
    pairs: int | None = None
    """How many pairs each pairing plays; None for one of every opening there is."""
    openings: Openings = "random"
    """`random`, `census`, `empty`, or a list of moves."""
    plies: int = 2
    """How long random and census openings are."""
    start: Position = field(default_factory=Position)
    seed: int = 1
    move_seconds: float | None = None
    """What a move of a Python player may take; None for no limit but patience."""
    request: Mapping[str, object] | None = field(default=None, compare=False, repr=False)
    """What was asked for, as JSON; stored with the games."""

    def __post_init__(self) -> None:
        if not self.pairings:
            raise ArgumentError("at least two players are needed")
        twice = [name for name, count in Counter(map(name_of, self.players)).items() if count > 1]
        if twice and len(self.players) > 2:
            raise ArgumentError(f"every player of a tournament is another one; twice: {twice[0]}")
        for name, value, least, most in (
            ("pairs", self.pairs, 1, 2**31 - 1),
            ("seed", self.seed, 0, 2**64 - 1),
        ):
            if value is not None and (type(value) is not int or not least <= value <= most):
                raise ArgumentError(
                    f"{name} is a whole number from {least} to {most}, got {value!r}"
                )
        if isinstance(self.openings, str) and self.openings not in KINDS:
            raise ArgumentError(f"openings are {', '.join(KINDS)} or a list, got {self.openings!r}")
        if self.openings == "random" and self.pairs is None:
            raise ArgumentError("random openings need a number of pairs")
        if self.openings == "census" and self.pairs is not None:
            raise ArgumentError("a census plays every opening once; leave the number of pairs out")

    @cached_property
    def drawn(self) -> list[Opening]:
        """The opening of each pair, the same for every pairing."""
        return draw(self.openings, self.start, self.pairs, plies=self.plies, seed=self.seed)

    def names(self, pairing: int) -> tuple[str, str]:
        """The specs of A and B of a pairing."""
        a, b = self.pairings[pairing]
        return name_of(self.players[a]), name_of(self.players[b])

    def identity(self) -> dict[str, object]:
        """The plan as data, but for the number of pairs: the same one can be played further."""
        kind = self.openings if isinstance(self.openings, str) else "list"
        return {
            "players": [name_of(player) for player in self.players],
            "sources": [code_hash(player) for player in self.players],
            "pairings": [list(pairing) for pairing in self.pairings],
            "openings": kind if kind != "list" else _texts(self.start, self.openings),
            "plies": self.plies if kind in ("random", "census") else None,
            "start": str(self.start),
            "seed": self.seed,
            "move_seconds": self.move_seconds,
        }

    def sources(self) -> dict[str, str]:
        """For each player that runs Python of the user's: the text of its source."""
        texts = {name_of(player): source_of(player) for player in self.players}
        return {name: text for name, text in texts.items() if text is not None}

    def about(self, version: str) -> dict[str, object]:
        """What to store with the games: what was asked for, by which program, on which machine."""
        planned = len(self.drawn) * len(self.pairings)
        return {
            **({"request": self.request, "planned": planned} if self.request else {}),
            "command": shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]),
            "version": version,
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
            "sources": self.sources(),
        }


def draw(
    openings: Openings, start: Position, pairs: int | None, *, plies: int, seed: int
) -> list[Opening]:
    """The opening of each pair; those of a list come again when there are more pairs."""
    if openings == "random":
        assert pairs is not None
        return random_openings(start, plies, pairs, seed=seed)
    if openings == "census":
        found = census_openings(start, plies)
    elif isinstance(openings, str):
        found = [empty_opening(start)]
    else:
        found = list_openings(start, openings)
    count = len(found) if pairs is None else pairs
    return [found[index % len(found)] for index in range(count)]


def _texts(start: Position, openings: Openings) -> list[str]:
    assert not isinstance(openings, str)
    return [str(opening) for opening in list_openings(start, openings)]


def source_of(player: Player) -> str | None:
    """The files that hold the user's code a player runs; None for a player of ours alone.

    The whole files, for what the code calls is there too.
    """
    if isinstance(player, AgentPlayer):
        return player.submission.source
    texts = [_file_text(code) or _own_text(code) for code in _codes(player)]
    return "\n".join(dict.fromkeys(texts)) if texts else None


def code_hash(player: Player) -> str | None:
    """What tells a player apart from others of the same name: its code and the files that is in."""
    if isinstance(player, AgentPlayer):
        return player.submission.digest
    parts = [text for code in _codes(player) for text in (_own_text(code), _file_text(code))]
    return sha256("\n".join(parts).encode()).hexdigest() if parts else None


def _codes(player: Player) -> list[object]:
    """The functions and classes of the user's that a player runs."""
    is_ours = type(player).__module__.startswith("lastknight.")
    codes: list[object] = [] if is_ours else [type(player)]
    return codes + (player.heuristic.functions() if isinstance(player, Searcher) else [])


def _own_text(code: object) -> str:
    """The source of some code, or its name where there is none to read."""
    try:
        return getsource(code)  # type: ignore[arg-type]
    except (OSError, TypeError):
        return f"# {getattr(code, '__qualname__', type(code).__name__)}"


def _file_text(code: object) -> str:
    """The file that some code is in, or nothing where there is none to read."""
    try:
        return Path(getfile(code)).read_text(encoding="utf-8")  # type: ignore[arg-type]
    except (OSError, TypeError, UnicodeDecodeError):
        return ""
