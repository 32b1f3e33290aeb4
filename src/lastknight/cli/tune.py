"""`lastknight tune`: tune the numbers in a spec by playing games."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from rich.console import Console

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.folders import check_command, command_of, name_folder
from lastknight.cli.support.game_options import PlayOptions, open_store
from lastknight.cli.support.options import BoardOptions, MoveSeconds, Seed
from lastknight.cli.support.outputs import (
    JsonOptions,
    deliver_folder,
    folder_option,
    make_folder,
)
from lastknight.cli.support.progress import counting_progress
from lastknight.cli.support.rules import unused
from lastknight.cli.support.screen import make_console, make_table
from lastknight.cli.support.sprt import Alpha, Beta, read_sprt
from lastknight.discovery.parameters import read_range, read_start
from lastknight.discovery.tuning import run_tuning
from lastknight.discovery.tuning_request import CHECK_PAIRS, PAIRS, TuneRequest
from lastknight.discovery.tuning_results import Tuning
from lastknight.report.tuning_page import DATA, write_tuning
from lastknight.report.write import check_libraries
from lastknight.stats import PRESETS

GAMES = "games.db"
# Those that ask whether one is better.
_PRESETS = [name for name, test in PRESETS.items() if test.elo0 >= 0]


@dataclass(frozen=True)
class ParameterOptions:
    """The numbers to find."""

    panel: ClassVar = "Parameters"

    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            metavar="NAME=LOW:HIGH",
            help="A parameter and its range, such as w=0:2; can be repeated.",
        ),
    ] = None
    start: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=X",
            help="Where to start; can be repeated. Default: the middle of the range.",
        ),
    ] = None

    def fields(self) -> dict[str, Any]:
        """The fields of a request that they set."""
        return {
            "ranges": tuple(map(read_range, self.ranges or ())),
            "point": tuple(read_start(self.start or ()).items()),
        }


@dataclass(frozen=True)
class CheckOptions:
    """How the result is checked."""

    panel: ClassVar = "Check"
    rules: ClassVar = (
        unused(
            "--against --sprt --alpha --beta",
            when=lambda given: given.get("--check-pairs") == 0,
            reason="--check-pairs 0 checks nothing",
        ),
    )

    against: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC", help="Also check the result against this, not just against the start."
        ),
    ] = None
    sprt: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help=(
                f"Sequential test for the check: {', '.join(_PRESETS)}, or two Elo values such "
                f"as 0:20, the lower at least 0."
            ),
        ),
    ] = "standard"
    alpha: Alpha = None
    beta: Beta = None
    check_pairs: Annotated[
        int, typer.Option(min=0, help="Maximum pairs per check; 0 for no check.")
    ] = CHECK_PAIRS

    def fields(self) -> dict[str, Any]:
        """The fields of a request that they set."""
        return {
            "against": self.against,
            "sprt": read_sprt(self.sprt, alpha=self.alpha, beta=self.beta),
            "check_pairs": self.check_pairs,
        }


@command("lastknight tune 'improved - w * center' --range w=0:2", panel=HEURISTICS)
def tune(
    spec: Annotated[
        str,
        typer.Argument(
            help="A heuristic or player with named parameters: 'improved - w * center'."
        ),
    ],
    parameters: ParameterOptions,
    check: CheckOptions,
    board: BoardOptions,
    run: PlayOptions,
    output: JsonOptions,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10**9, help="Nodes per move for a heuristic. Default: 15000."),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option(help=f"Pairs for the search, over all runs. Default: {PAIRS}.")
    ] = None,
    plies: Annotated[int, typer.Option(min=0, max=8, help="Length of the openings.")] = 2,
    seed: Seed = 1,
    move_seconds: MoveSeconds = None,
    folder: Annotated[
        Path | None,
        folder_option("Folder for the page and the games. Default: named after the spec."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace other results in the folder.")
    ] = False,
) -> None:
    """Tune the parameters of a spec by playing games, then check them on new openings.

    Games are stored in the folder; run the same command again to resume.
    """
    check_libraries()
    request = TuneRequest(
        spec=spec,
        **parameters.fields(),
        **check.fields(),
        nodes=nodes,
        pairs=pairs,
        plies=plies,
        start=board.start,
        seed=seed,
        move_seconds=move_seconds,
    )
    where = name_folder("tune", [spec]) if folder is None else folder
    repeat = command_of(request, folder)
    check_command(where, DATA, repeat, force=force)
    found = replace(_play(request, where, run), command=repeat)
    deliver_folder(
        where,
        lambda place: write_tuning(found, place),
        lambda files: output.write(found.facts(), lambda: _print(make_console(), found, files)),
    )


def _play(request: TuneRequest, folder: Path, run: PlayOptions) -> Tuning:
    """Tune, with the games in the folder."""
    with (
        run.open() as runner,
        open_store(make_folder(folder) / GAMES) as store,
        counting_progress("pairs") as progress,
    ):
        return run_tuning(
            request, workers=run.workers, runner=runner, store=store, progress=progress
        )


def _print(console: Console, found: Tuning, files: list[Path]) -> None:
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
        if match["forfeits"]:
            console.print(f"{match['forfeits']}.", soft_wrap=True)
    if found.forfeits:
        console.print(f"{found.forfeits} games of the search were lost by forfeit.", soft_wrap=True)
    console.print(found.sentence, soft_wrap=True)
    console.print(f"\n{found.tuned}", soft_wrap=True)
    for page in files[:1]:
        console.print(f"\nthe page: {page}; games are in the same folder", soft_wrap=True)
