"""Options that several commands share, in groups, and what each group opens, reads or writes."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from rich.console import Console

from lastknight.errors import ArgumentError
from lastknight.matches.openings import list_openings, read_openings
from lastknight.matches.plan import KINDS
from lastknight.matches.runners import Cluster
from lastknight.matches.store import Store
from lastknight.position import Position
from lastknight.report.text.spreadsheets import csv_text
from lastknight.sandbox import Allowance, Sandbox
from lastknight.sandbox.allowance import COURSE_SECONDS
from lastknight.studies.claim_run import Effort


def _check_seed(seed: int) -> int:
    if not 0 <= seed < 2**64:
        raise typer.BadParameter(f"a seed is a number from 0 to {2**64 - 1}, got {seed}")
    return seed


# A callback checks the range, which would fill half a line of the help.
Seed = Annotated[int, typer.Option(callback=_check_seed, help="Random seed.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Games played at once. Default: all cores.")
]
StoreFile = Annotated[Path, typer.Option(help="File in which games are stored.")]
Costs = Annotated[
    list[str] | None,
    typer.Option(
        "--cost",
        metavar="SPEC=X",
        help="Cost of a heuristic, such as 'ratio=1.2'; can be repeated. Default: measured.",
    ),
]


@dataclass(frozen=True)
class BoardOptions:
    """The board."""

    panel: ClassVar = "Board"

    width: Annotated[int, typer.Option(help="Columns of the board.")] = 7
    height: Annotated[int, typer.Option(help="Rows of the board.")] = 7
    blocked: Annotated[
        str, typer.Option(metavar="SQUARES", help="Blocked squares, such as 'a1 g7'.")
    ] = ""

    @property
    def start(self) -> Position:
        """The empty board."""
        return Position(self.width, self.height, self.blocked)

    @property
    def is_default(self) -> bool:
        """Whether no other board was asked for."""
        return (self.width, self.height, self.blocked) == (7, 7, "")

    def read_position(self, text: str) -> Position:
        """Read a position given as its line of text, or as moves on this board.

        Only the text of a position has a colon; it brings its own board.
        """
        if ":" not in text:
            return Position.from_moves(
                text, width=self.width, height=self.height, blocked=self.blocked
            )
        if not self.is_default:
            raise ArgumentError(
                "a position's text has its own board; leave --width, --height and --blocked out"
            )
        return Position.parse(text)


@dataclass(frozen=True)
class GameOptions(BoardOptions):
    """What the games of an experiment are like."""

    panel: ClassVar = "Games"

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
            help="Start from distinct positions of quick self-play at this ply, such as 10: "
            "shorter games, and another question.",
        ),
    ] = None
    seed: Seed = 1
    move_seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.001, help="Time limit of a move of a Python player."),
    ] = None

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
        """A kind of openings, or the moves of each."""
        text = self.openings
        if text in KINDS:
            return text
        if Path(text).is_file():
            found = read_openings(self.start, Path(text))
        elif ";" in text or " " in text:
            found = list_openings(self.start, filter(None, map(str.strip, text.split(";"))))
        else:
            raise ArgumentError(
                f"openings are {', '.join(KINDS)}, an existing file, or moves such as "
                f"'d4 b1; c3 e5', got {text!r}"
            )
        return tuple(map(str, found))


@dataclass(frozen=True)
class EffortOptions:
    """How much is played."""

    panel: ClassVar = "Effort"

    quick: Annotated[bool, typer.Option("--quick", help="Few games; takes seconds.")] = False
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Many games, for small differences; takes minutes.")
    ] = False

    @property
    def effort(self) -> Effort:
        """`quick`, `default` or `thorough`."""
        if self.quick and self.thorough:
            raise ArgumentError("choose --quick or --thorough, not both")
        return "quick" if self.quick else "thorough" if self.thorough else "default"


@dataclass(frozen=True)
class RunOptions:
    """Where games are played."""

    panel: ClassVar = "Where games are played"

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
    def open(self, *, has_local_work: bool = False) -> Iterator[Cluster | None]:
        """The cluster to play on, or None for this machine; its events are printed.

        Only a command that has work for this machine too may take workers and a cluster.
        """
        if self.cluster is None:
            if self.allow_mixed_clocks:
                raise ArgumentError("--allow-mixed-clocks needs --cluster")
            yield None
            return
        if self.workers is not None and not has_local_work:
            raise ArgumentError("--workers is for this machine; leave it out with --cluster")

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
class StoreOptions:
    """Where games are stored."""

    panel: ClassVar = "Stored games"

    file: StoreFile = Path("lastknight.db")
    fresh: Annotated[
        bool,
        typer.Option(
            "--fresh/--resume", help="Start again without storing anything, or resume in the file."
        ),
    ] = False

    @contextmanager
    def open(self) -> Iterator[Store | None]:
        """The store to resume in, or None for a run that stores nothing."""
        if self.fresh:
            yield None
            return
        with open_store(self.file) as store:
            yield store


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """A store; Ctrl-C says that nothing is lost."""
    with Store(path) as store:
        try:
            yield store
        except KeyboardInterrupt:
            print(
                f"stopped; games are stored in {path}, run the same command to resume",
                file=sys.stderr,
            )
            raise


@dataclass(frozen=True)
class JsonOptions:
    """A result as JSON."""

    panel: ClassVar = "Output"

    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write the result to this file as JSON; - prints it."),
    ] = None

    def write(self, facts: object) -> bool:
        """Write the result to its files; returns whether to print it as text as well."""
        if self.json_file is None:
            return True
        text = json.dumps(facts, indent=2)
        if str(self.json_file) == "-":
            print(text)
            return False
        self.json_file.write_text(text + "\n", encoding="utf-8")
        return True


@dataclass(frozen=True)
class OutputOptions(JsonOptions):
    """A result as JSON and as CSV."""

    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Write the result to this file as CSV.")
    ] = None

    def write_all(self, facts: object, rows: Sequence[Mapping[str, object]]) -> bool:
        """Write the result to its files; returns whether to print it as text as well."""
        if self.csv_file is not None:
            self.csv_file.write_text(csv_text(rows), encoding="utf-8", newline="")
        return self.write(facts)


@dataclass(frozen=True)
class AgentOptions:
    """How agents of a course are run."""

    panel: ClassVar = "Agents"

    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.001, max=3600, help="CPU seconds per move. Default: 0.15."),
    ] = None
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10**9, help="Positions per move, instead of a time limit."),
    ] = None
    require_sandbox: Annotated[
        bool,
        typer.Option("--require-sandbox", help="Refuse to run agents without bubblewrap."),
    ] = False

    @property
    def limit(self) -> Allowance:
        """What a move may take."""
        if self.seconds is not None and self.nodes is not None:
            raise ArgumentError("limit moves by --seconds or by --nodes, not by both")
        if self.nodes is not None:
            return Allowance(nodes=self.nodes)
        return Allowance(seconds=COURSE_SECONDS if self.seconds is None else self.seconds)

    def sandbox(self, console: Console) -> Sandbox:
        """The sandbox for agents, with a warning if it is incomplete on this machine."""
        sandbox = Sandbox.require() if self.require_sandbox else Sandbox.detect()
        if sandbox.warning:
            console.print(
                f"warning: {sandbox.warning}", markup=False, highlight=False, soft_wrap=True
            )
        return sandbox
