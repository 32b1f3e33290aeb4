"""Options for an experiment's games: what they are, where they are played and stored."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from lastknight.cli.support.options import BoardOptions, MoveSeconds, Seed, Workers
from lastknight.cli.support.outputs import check_store, check_unclaimed
from lastknight.cli.support.rules import Rule, excludes, needs, unused
from lastknight.errors import StoreError
from lastknight.matches.openings import KINDS, are_listed, parse_openings
from lastknight.matches.runners import Cluster
from lastknight.matches.store import Store

STORE = Path("lastknight.db")
"""The default file for games."""


def _have_own_length(openings: str) -> bool:
    """Whether the openings have a fixed length, which `--plies` cannot change."""
    return openings == "empty" or are_listed(openings)


@dataclass(frozen=True)
class GameOptions(BoardOptions):
    """Options for the openings of an experiment."""

    panel: ClassVar = "Games"
    rules: ClassVar = (
        unused(
            "--plies",
            when=lambda given: _have_own_length(given.get("--openings", "random")),
            reason="--plies is the length of random and census openings",
        ),
    )

    openings: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help="random, census, empty, a file with one opening per line, or moves such as "
            "'d4 b1; c3 e5'.",
        ),
    ] = "random"
    plies: Annotated[int, typer.Option(min=0, max=8, help="Length of the openings.")] = 2
    start_ply: Annotated[
        int | None,
        typer.Option(
            metavar="PLY",
            help=(
                "Start from distinct positions of quick self-play at this ply, such as 10: "
                "shorter games, but a different question."
            ),
        ),
    ] = None
    seed: Seed = 1
    move_seconds: MoveSeconds = None

    def conditions(self) -> dict[str, Any]:
        """The fields of a request that they set."""
        return {
            "openings": self._read_openings(),
            "plies": self.plies,
            "start_ply": self.start_ply,
            "start": self.start,
            "seed": self.seed,
            "move_seconds": self.move_seconds,
        }

    def _read_openings(self) -> str | tuple[str, ...]:
        """Read a kind of openings, or the moves of each."""
        text = self.openings
        if text in KINDS:
            return text
        return tuple(map(str, parse_openings(self.start, text)))


@dataclass(frozen=True)
class RunOptions:
    """Where games are played."""

    panel: ClassVar = "Where games are played"
    rules: ClassVar[tuple[Rule, ...]] = (needs("--allow-mixed-clocks", "--cluster"),)

    workers: Workers = None
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on a Dask cluster: its scheduler's address, or local:N to start one here.",
        ),
    ] = None
    allow_mixed_clocks: Annotated[
        bool,
        typer.Option(
            "--allow-mixed-clocks", help="Allow time limits on a cluster of different machines."
        ),
    ] = False

    @contextmanager
    def open(self) -> Iterator[Cluster | None]:
        """The cluster to play on, or None for this machine; its events are printed."""
        if self.cluster is None:
            yield None
            return

        def tell(line: str) -> None:
            print(f"cluster: {line}", file=sys.stderr)

        mixed = self.allow_mixed_clocks
        with Cluster(self.cluster, allow_mixed_clocks=mixed, tell=tell) as cluster:
            # We report lost workers in a line of our own. Dask sets its levels when it is loaded.
            for name in ("asyncio", "distributed", "distributed.client"):
                logging.getLogger(name).setLevel(logging.CRITICAL)
            tell(f"connected to {self.cluster}; dashboard: {cluster.dashboard or 'none'}")
            yield cluster


@dataclass(frozen=True)
class PlayOptions(RunOptions):
    """Where games are played, for commands that do nothing else on this machine."""

    rules: ClassVar = (
        *RunOptions.rules,
        excludes("--cluster", "--workers", reason="--workers is for this machine, not a cluster"),
    )


@dataclass(frozen=True)
class StoreOptions:
    """Where games are stored."""

    panel: ClassVar = "Stored games"
    rules: ClassVar = tuple(
        excludes(unsaved, "--file", reason=f"{unsaved} stores nothing")
        for unsaved in ("--no-save", "--fresh")
    )

    file: Annotated[
        Path | None,
        typer.Option(
            callback=check_store,
            help=f"File in which games are stored. Default: {STORE}.",
        ),
    ] = None
    no_save: Annotated[
        bool, typer.Option("--no-save", help="Don't resume, and don't store games.")
    ] = False
    fresh: Annotated[bool, typer.Option("--fresh/--resume", hidden=True)] = False
    """The old name of `no_save`."""

    def __post_init__(self) -> None:
        if self.fresh:
            print("hint: --fresh is now called --no-save", file=sys.stderr)

    @property
    def is_unsaved(self) -> bool:
        """Whether nothing is stored."""
        return self.no_save or self.fresh

    @property
    def path(self) -> Path:
        """The file."""
        return STORE if self.file is None else self.file

    @property
    def stored(self) -> Path | None:
        """The file; None for a run that stores nothing."""
        return None if self.is_unsaved else self.path

    @contextmanager
    def open(self) -> Iterator[Store | None]:
        """The store to resume in, or None for a run that stores nothing."""
        if self.is_unsaved:
            yield None
            return
        place = self.path if self.path.exists() else self.path.absolute().parent
        if self.file is None and not os.access(place, os.W_OK):  # a named one is checked already
            what = "it" if place == self.path else "this folder"
            raise StoreError(
                f"cannot write {self.path}: {what} is read-only; name another file with --file, or "
                "store nothing with --no-save"
            )
        with open_store(self.path) as store:
            yield store


@contextmanager
def open_store(path: Path, *, kept: str = "") -> Iterator[Store]:
    """A store; after Ctrl-C, a message says what is kept: the games, or more than those.

    Raises ArgumentError if an option of the command writes something else there.
    """
    check_unclaimed(path)
    with Store(path) as store:
        try:
            yield store
        except KeyboardInterrupt:
            print(
                f"stopped; {kept or f'games are stored in {path}'}, run the same command to resume",
                file=sys.stderr,
            )
            raise
