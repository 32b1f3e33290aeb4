"""`lastknight discover`: from features to a verified heuristic."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from rich.console import Console

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.folders import check_command, command_of
from lastknight.cli.support.game_options import RunOptions, open_store
from lastknight.cli.support.options import BoardOptions, Seed
from lastknight.cli.support.outputs import (
    JsonOptions,
    check_unclaimed,
    deliver_folder,
    folder_option,
    make_folder,
)
from lastknight.cli.support.progress import overall_progress
from lastknight.cli.support.rules import excludes, needs
from lastknight.cli.support.screen import format_interval, make_console, make_table
from lastknight.discovery.discover import GAMES, LABELS, run_discovery
from lastknight.discovery.discovery_request import SIZES, DiscoverRequest
from lastknight.discovery.discovery_results import Discovery, Remade, Verification
from lastknight.discovery.label_file import LabelFile, remove_labels
from lastknight.errors import ArgumentError, StoreError
from lastknight.report.discovery_page import DATA, write_discovery
from lastknight.report.write import check_libraries
from lastknight.stats import Estimate

_USUAL, _QUICK = SIZES[False], SIZES[True]


@dataclass(frozen=True)
class FitOptions:
    """What is fitted, and to which labels."""

    panel: ClassVar = "Fit"
    rules: ClassVar = (
        excludes("--labels", "--positions", reason="--labels uses all positions of its file"),
        excludes(
            "--recipe",
            "--feature --features-only --labels",
            reason="a recipe has its own features and labels",
        ),
        needs("--features-only", "--feature"),
    )

    positions: Annotated[
        int | None,
        typer.Option(
            help=f"Positions to label. Default: {_USUAL.positions}, quick {_QUICK.positions}."
        ),
    ] = None
    labels: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use this label file instead of making one."),
    ] = None
    features: Annotated[
        list[str] | None,
        typer.Option(
            "--feature",
            metavar="SPEC",
            help="Also try this heuristic as a feature, built in or from a file; can be repeated.",
        ),
    ] = None
    features_only: Annotated[
        bool, typer.Option("--features-only", help="Leave out the default building blocks.")
    ] = False
    recipe: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Rebuild this shipped heuristic instead of searching for a new one: champion.",
        ),
    ] = None

    def fields(self) -> dict[str, Any]:
        """The fields of a request that they set."""
        return {
            "positions": self.positions,
            "labels": None if self.labels is None else str(self.labels),
            "features": tuple(self.features or ()),
            "features_only": self.features_only,
            "recipe": self.recipe,
        }


@command("lastknight discover --quick", panel=HEURISTICS)
def discover(
    fit: FitOptions,
    board: BoardOptions,
    run: RunOptions,
    output: JsonOptions,
    folder: Annotated[
        Path | None,
        folder_option("Folder for the report, labels and games. Default: discover."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace other results in the folder.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Few labels and games; takes well under a minute.")
    ] = False,
    nodes: Annotated[
        int | None,
        typer.Option(
            help="Nodes per move in the verification. "
            f"Default: {_USUAL.nodes}, quick {_QUICK.nodes}."
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(help=f"Pairs per match. Default: {_USUAL.pairs}, quick {_QUICK.pairs}."),
    ] = None,
    plies: Annotated[
        int, typer.Option(min=2, max=8, help="Length of the verification openings, in plies.")
    ] = 4,
    seed: Seed = 1,
) -> None:
    """Find a better heuristic: label positions, fit weights, verify the result in games.

    Labels and games are stored in the folder; run the same command again to resume.
    """
    check_libraries()
    request = DiscoverRequest(
        **fit.fields(),
        nodes=nodes,
        pairs=pairs,
        is_quick=quick,
        plies=plies,
        start=board.start,
        seed=seed,
    )
    where = Path("discover") if folder is None else folder
    repeat = command_of(request, folder)
    check_command(where, DATA, repeat, force=force)
    _check_labels(where, request, force=force)
    found = replace(_play(request, make_folder(where), run), command=repeat)
    deliver_folder(
        where,
        lambda place: write_discovery(found, place),
        lambda files: output.write(found.facts(), lambda: _print(make_console(), found, files)),
    )


def _check_labels(folder: Path, request: DiscoverRequest, *, force: bool) -> None:
    """Refuse a folder with labels of another command or damaged ones; remove them if forced."""
    path = folder / LABELS
    if request.labels is not None or not path.exists() or not path.stat().st_size:
        return
    try:
        with LabelFile(path) as file:
            file.records()
            difference = file.recipe.difference(request.label_recipe())
        problem = f"{path} has other labels: {difference}" if difference else ""
    except StoreError:
        problem = f"{path} is damaged, or not a file of labels"
    if problem and not force:
        raise ArgumentError(
            f"{problem}; choose another folder with --output, or replace the labels with --force"
        )
    if problem:
        remove_labels(path)


def _play(request: DiscoverRequest, folder: Path, run: RunOptions) -> Discovery | Remade:
    """Discover, with labels and games in the folder."""
    check_unclaimed(folder / LABELS)
    with (
        run.open() as runner,
        open_store(folder / GAMES, kept=f"labels and games are stored in {folder}") as store,
        overall_progress() as progress,
    ):
        return run_discovery(
            request, folder, store=store, workers=run.workers, runner=runner, progress=progress
        )


def _print(console: Console, found: Discovery | Remade, files: list[Path]) -> None:
    if found.verification is not None:
        _print_verification(console, found.verification)
    if isinstance(found, Discovery):
        lines = [*found.words, found.sentence, f"\n{found.spec}"]
    else:
        areas = [f"{name} {_describe_area(area)}" for name, area in found.areas.items()]
        lines = [f"area under the ROC curve, test part: {'; '.join(areas)}", found.sentence]
    for line in lines:
        console.print(line, soft_wrap=True)
    name, _ = found.file()
    for page in files[:1]:
        console.print(
            f"\nthe report: {page}; {name}, labels and games are in the same folder",
            soft_wrap=True,
        )


def _describe_area(area: Estimate) -> str:
    return "?" if area.value is None else f"{area.value:.3f}"


def _print_verification(console: Console, verified: Verification) -> None:
    numbers = ("nodes", "won", "split", "lost", "Elo")
    table = make_table("board", "against", "the test says", numbers=numbers)
    at_equal_time = verified.equal_time.matches if verified.equal_time else ()
    for one in (*verified.matches, *at_equal_time, *verified.boards):
        own = round(one.nodes / one.ratio)
        nodes = f"{one.nodes:,}" if own == one.nodes else f"{own:,} to {one.nodes:,}"
        counts = (str(one.facts[name]) for name in ("ww", "split", "ll"))
        row = (one.board, one.opponent, one.verdict, nodes, *counts, format_interval(one.elo))
        table.add_row(*row)
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
