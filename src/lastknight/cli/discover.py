"""`lastknight discover`: from features to a verified heuristic."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.options import BoardOptions, JsonOptions, RunOptions, Seed, open_store
from lastknight.cli.support.progress import overall_progress
from lastknight.cli.support.screen import format_interval, make_console, make_table
from lastknight.discovery.discover import GAMES, run_discovery
from lastknight.discovery.discovery_request import SIZES, DiscoverRequest
from lastknight.discovery.discovery_results import Discovery
from lastknight.errors import ArgumentError
from lastknight.report.discovery_page import write_discovery
from lastknight.report.write import check_libraries

_USUAL, _QUICK = SIZES[False], SIZES[True]


@command("lastknight discover --quick", panel=HEURISTICS)
def discover(
    board: BoardOptions,
    run: RunOptions,
    output: JsonOptions,
    folder: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Folder for the report, labels and games."
        ),
    ] = Path("discover"),
    quick: Annotated[
        bool, typer.Option("--quick", help="Few labels and games; takes about a minute.")
    ] = False,
    positions: Annotated[
        int | None,
        typer.Option(
            help=f"Positions to label. Default: {_USUAL.positions}, quick {_QUICK.positions}."
        ),
    ] = None,
    features: Annotated[
        list[str] | None,
        typer.Option(
            "--feature",
            metavar="SPEC",
            help="Try this heuristic as a feature too, also one of a file; can be repeated.",
        ),
    ] = None,
    features_only: Annotated[
        bool, typer.Option("--features-only", help="Leave the default building blocks out.")
    ] = False,
    labels: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use this file of labels instead of making one."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            help="Nodes per move in the verification. "
            f"Default: {_USUAL.nodes}, quick {_QUICK.nodes}."
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(help=f"Pairs of each match. Default: {_USUAL.pairs}, quick {_QUICK.pairs}."),
    ] = None,
    plies: Annotated[
        int, typer.Option(min=2, max=8, help="Length of the openings of the verification.")
    ] = 4,
    seed: Seed = 1,
) -> None:
    """Find a better heuristic: label positions, fit weights, verify the result by games.

    Labels and games are stored in the folder; the same command resumes where it stopped.
    """
    check_libraries()
    request = DiscoverRequest(
        features=tuple(features or ()),
        features_only=features_only,
        positions=positions,
        labels=None if labels is None else str(labels),
        nodes=nodes,
        pairs=pairs,
        is_quick=quick,
        plies=plies,
        start=board.start,
        seed=seed,
    )
    if folder.exists() and not folder.is_dir():
        raise ArgumentError(f"{folder} is a file; name a folder with -o")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        run.open(has_local_work=True) as runner,
        open_store(folder / GAMES) as store,
        overall_progress() as progress,
    ):
        found = run_discovery(
            request, folder, store=store, workers=run.workers, runner=runner, progress=progress
        )
    written = write_discovery(found, folder)
    if output.write(found.facts()):
        _print(make_console(), found, written[0])


def _print(console: Console, found: Discovery, page: Path) -> None:
    table = make_table("board", "against", numbers=("nodes", "won", "split", "lost", "Elo"))
    verified = found.verification
    for one in (*verified.matches, *verified.boards):
        counts = (str(one.facts[name]) for name in ("ww", "split", "ll"))
        table.add_row(one.board, one.opponent, f"{one.nodes:,}", *counts, format_interval(one.elo))
    console.print(table)
    console.print()
    if verified.equal_time is not None:
        even, cost = verified.equal_time.break_even, verified.equal_time.cost
        known = [f"{end:.1f}" if end else "?" for end in (even.value, even.low, even.high)]
        console.print(
            f"break-even cost {known[0]} ({known[1]} to {known[2]}); a node costs {cost or '?'} "
            "times the baseline's here",
            soft_wrap=True,
        )
    for line in (*found.words, found.sentence, f"\n{found.spec}"):
        console.print(line, soft_wrap=True)
    console.print(
        f"\nthe report: {page}; discovered.py, labels and games are in the same folder",
        soft_wrap=True,
    )
