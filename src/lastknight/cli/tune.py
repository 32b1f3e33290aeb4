"""`lastknight tune`: the numbers in a spec, found by games."""

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.options import BoardOptions, JsonOptions, RunOptions, Seed, open_store
from lastknight.cli.support.progress import counting_progress
from lastknight.cli.support.screen import make_console, make_table
from lastknight.cli.support.sprt import read_sprt
from lastknight.discovery.parameters import read_range, read_start
from lastknight.discovery.tuning import run_tuning
from lastknight.discovery.tuning_request import CHECK_PAIRS, PAIRS, TuneRequest
from lastknight.discovery.tuning_results import Tuning
from lastknight.report.tuning_page import write_tuning
from lastknight.report.write import check_libraries
from lastknight.stats import PRESETS

GAMES = "games.db"
_LONGEST_NAME = 40


@command("lastknight tune 'improved - w * center' --range w=0:2", panel=HEURISTICS)
def tune(
    spec: Annotated[
        str,
        typer.Argument(
            help="A heuristic or a player with names for some numbers: 'improved - w * center'."
        ),
    ],
    board: BoardOptions,
    run: RunOptions,
    output: JsonOptions,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            metavar="NAME=LOW:HIGH",
            help="A parameter and its range, such as w=0:2; can be repeated.",
        ),
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=X",
            help="Where to start; can be repeated. Default: the middle of the range.",
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=1, max=10**9, help="Nodes per move that a heuristic searches. Default: 15000."
        ),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option(help=f"Pairs of the search, all runs together. Default: {PAIRS}.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="Check the result against this too, not only its start."),
    ] = None,
    sprt: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help=f"Test of the check: {', '.join(PRESETS)}, or two Elos such as 0:20.",
        ),
    ] = "standard",
    check_pairs: Annotated[
        int, typer.Option(min=0, help="Most pairs of each check; 0 for no check.")
    ] = CHECK_PAIRS,
    plies: Annotated[int, typer.Option(min=0, max=8, help="Length of the openings.")] = 2,
    seed: Seed = 1,
    move_seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.001, help="Time limit of a move of a Python player."),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Folder for the page and the games. Default: named after the spec.",
        ),
    ] = None,
) -> None:
    """Find the best numbers for a spec by games, then check them on openings never used.

    Games are stored in the folder; the same command resumes where it stopped.
    """
    check_libraries()
    test = read_sprt(sprt)
    assert test is not None
    request = TuneRequest(
        spec=spec,
        ranges=tuple(map(read_range, ranges or ())),
        point=tuple(read_start(start or ()).items()),
        nodes=nodes,
        pairs=pairs,
        against=against,
        sprt=test,
        check_pairs=check_pairs,
        plies=plies,
        start=board.start,
        seed=seed,
        move_seconds=move_seconds,
    )
    where = Path(_folder_name(spec)) if folder is None else folder
    where.mkdir(parents=True, exist_ok=True)
    with (
        run.open() as runner,
        open_store(where / GAMES) as store,
        counting_progress("pairs") as progress,
    ):
        found = run_tuning(
            request, workers=run.workers, runner=runner, store=store, progress=progress
        )
    written = write_tuning(found, where)
    if output.write(found.facts()):
        _print(make_console(), found, written[0])


def _folder_name(spec: str) -> str:
    """The folder of a spec: its words, joined by hyphens.

    >>> _folder_name("improved - w * center")
    'tune-improved-w-center'
    """
    words = re.findall(r"\w+", spec.lower())
    return "-".join(["tune", *words])[:_LONGEST_NAME].rstrip("-")


def _print(console: Console, found: Tuning, page: Path) -> None:
    table = make_table("parameter", numbers=("start", "found", "spread (95 %)"))
    for one in found.parameters:
        spread = f"{one.spread.low:.4g} to {one.spread.high:.4g}"
        table.add_row(one.name, f"{one.start:g}", f"{one.value:g}", spread)
    console.print(table)
    console.print()
    for check in found.checks:
        match = check.match
        counts = f"{match['ww']} won, {match['split']} split, {match['ll']} lost"
        console.print(f"{check.verdict}: {counts}. {check.sentence}", soft_wrap=True)
    console.print(found.sentence, soft_wrap=True)
    console.print(
        f"\n{found.tuned}\n\nthe page: {page}; games are in the same folder", soft_wrap=True
    )
