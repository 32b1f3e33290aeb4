"""Options that several commands share, and how a position is read from them."""

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight.errors import ArgumentError
from lastknight.league.course import Limits
from lastknight.matches.openings import list_openings, read_openings
from lastknight.matches.plan import KINDS
from lastknight.matches.runners import Cluster
from lastknight.matches.store import Store
from lastknight.position import Position
from lastknight.sandbox import Sandbox

Width = Annotated[int, typer.Option(help="Columns of the board.")]
Height = Annotated[int, typer.Option(help="Rows of the board.")]
Blocked = Annotated[str, typer.Option(help="Squares blocked from the start, such as 'a1 g7'.")]
Seed = Annotated[
    int, typer.Option(min=0, max=2**64 - 1, metavar="<int>", help="Names the random numbers.")
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Write the result to this file as JSON; - prints it.")
]
CsvFile = Annotated[Path | None, typer.Option("--csv", help="Write the result to a CSV file.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Games at once; all cores if not said.")]
Plies = Annotated[int, typer.Option(min=0, max=8, help="How long openings are.")]
OpeningsOption = Annotated[
    str, typer.Option(help="random, census, empty, or a file with moves on each line.")
]
MoveSeconds = Annotated[
    float | None, typer.Option(min=0.001, help="What a move of a Python player may take.")
]
Costs = Annotated[
    list[str] | None,
    typer.Option(
        "--cost", help="What a heuristic costs, as 'ratio=1.2'; repeat it. Else measured."
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster: its scheduler's address, or local:N to start one here.",
    ),
]
MixedClocks = Annotated[
    bool,
    typer.Option("--allow-mixed-clocks", help="Allow time limits on a cluster of unlike machines."),
]
StoreFile = Annotated[Path, typer.Option(help="The file that keeps the games.")]
Fresh = Annotated[
    bool,
    typer.Option("--fresh/--resume", help="Play in memory from the start, or go on in the file."),
]
Seconds = Annotated[
    float | None,
    typer.Option(min=0.001, max=3600, help="Seconds of CPU a move may take; 0.15 if not said."),
]
Nodes = Annotated[
    int | None, typer.Option(min=1, max=10**9, help="Nodes a move, in place of seconds.")
]
RequireSandbox = Annotated[
    bool, typer.Option("--require-sandbox", help="Do not run strangers' code without bubblewrap.")
]


def read_limits(seconds: float | None, nodes: int | None) -> Limits:
    """What a move of an agent may take."""
    if seconds is not None and nodes is not None:
        raise ArgumentError("a move is limited by --seconds or by --nodes, not by both")
    return Limits(nodes=nodes) if seconds is None else Limits(seconds)


def choose_sandbox(console: Console, *, require: bool) -> Sandbox:
    """The walls around strangers' code; the user is told where they are not whole."""
    sandbox = Sandbox.require() if require else Sandbox.detect()
    if sandbox.warning:
        console.print(f"warning: {sandbox.warning}", markup=False, highlight=False, soft_wrap=True)
    return sandbox


@contextmanager
def open_store(path: Path, *, fresh: bool) -> Iterator[Store | None]:
    """The store to go on in, or none for a run that keeps nothing.

    Whoever stops the run is told that nothing is lost.
    """
    if fresh:
        yield None
        return
    with Store(path) as store:
        try:
            yield store
        except KeyboardInterrupt:
            print(f"stopped: {path} keeps the games, the same command goes on", file=sys.stderr)
            raise


@contextmanager
def open_cluster(
    address: str | None, *, allow_mixed_clocks: bool, workers: int | None = None
) -> Iterator[Cluster | None]:
    """The cluster to play on, or none for this machine; what happens to its workers is printed."""
    if address is None:
        if allow_mixed_clocks:
            raise ArgumentError("--allow-mixed-clocks goes with --cluster")
        yield None
        return
    if workers is not None:
        raise ArgumentError("--workers are those of this machine; a cluster has its own")

    def tell(line: str) -> None:
        print(f"cluster: {line}", file=sys.stderr)

    with Cluster(address, allow_mixed_clocks=allow_mixed_clocks, tell=tell) as cluster:
        # What Dask says of workers that go, we say in a line; it sets its levels when it is loaded.
        for name in ("asyncio", "distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        tell(f"{address} answers; its dashboard is {cluster.dashboard or 'not there'}")
        yield cluster


def repeat_command(context: typer.Context, *, forget: Sequence[str] = ()) -> list[str]:
    """The words that do the same again: arguments, and options that are not as they are anyway."""
    words = ["lastknight", str(context.info_name)]
    named: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        if parameter.name in forget or value is None or value == parameter.default:
            continue
        if parameter.param_type_name == "argument":
            words += map(str, value) if isinstance(value, list | tuple) else [str(value)]
        elif isinstance(value, bool):
            named += [parameter.opts[0] if value else (parameter.secondary_opts or [""])[0]]
        else:
            values = value if isinstance(value, list | tuple) else [value]
            named += [word for one in values for word in (parameter.opts[0], str(one))]
    return [*words, *filter(None, named)]


def read_openings_option(text: str, start: Position) -> str | tuple[str, ...]:
    """A kind of openings, or openings as moves, from a file or separated by semicolons."""
    if text in KINDS:
        return text
    if Path(text).is_file():
        found = read_openings(start, Path(text))
    elif ";" in text or " " in text:
        found = list_openings(start, filter(None, map(str.strip, text.split(";"))))
    else:
        raise ArgumentError(
            f"openings are {', '.join(KINDS)}, a file that is there, or moves such as "
            f"'d4 b1; c3 e5', got {text!r}"
        )
    return tuple(map(str, found))


def read_position(text: str, *, width: int, height: int, blocked: str) -> Position:
    """Read a position given as its line of text or as moves from the start of a board.

    Only the text of a position has a colon; it brings its own board.
    """
    if ":" not in text:
        return Position.from_moves(text, width=width, height=height, blocked=blocked)
    if (width, height, blocked) != (7, 7, ""):
        raise typer.BadParameter(
            "a position's text has its own board; --width, --height and --blocked go with moves."
        )
    return Position.parse(text)
