"""`lastknight labels`: a file of positions with the winner after every move."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.options import BoardOptions, JsonOptions, RunOptions, Seed
from lastknight.cli.support.progress import counting_progress
from lastknight.cli.support.screen import make_console
from lastknight.discovery import LabelRecipe, Labels, make_labels
from lastknight.discovery.recipe import STRONG


@command("lastknight labels -o labels.lkl --positions 100000", panel=HEURISTICS)
def labels(
    board: BoardOptions,
    where: RunOptions,
    output: JsonOptions,
    file: Annotated[
        Path, typer.Option("-o", "--output", help="File to make, or to resume.")
    ] = Path("labels.lkl"),
    positions: Annotated[
        int, typer.Option(min=1, help="Label at least this many positions.")
    ] = 100_000,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Draw positions from games of this player; can be repeated. "
            f"Default: {' and '.join(STRONG)}.",
        ),
    ] = None,
    first_ply: Annotated[
        int | None,
        typer.Option(min=2, help="First ply to draw. Default: a fifth of the squares, or later."),
    ] = None,
    last_ply: Annotated[
        int | None,
        typer.Option(min=2, help="Last ply to draw. Default: the last that half the games reach."),
    ] = None,
    labelled_by: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            help="solver, or a player whose scores decide. "
            "Default: solver, beyond 64 squares Expert(nodes=20000).",
        ),
    ] = None,
    solver_nodes: Annotated[
        int | None,
        typer.Option(min=1, help="Most nodes of a proof; beyond it, a position is left out."),
    ] = None,
    seed: Seed = 1,
) -> None:
    """Label positions of strong games with the winner after every move.

    Heuristics are fitted to them. Labels are kept in a file; the same command resumes where it
    stopped, and with more positions it adds to the file.
    """
    recipe = LabelRecipe(
        start=board.start,
        seed=seed,
        players=tuple(players or STRONG),
        first_ply=first_ply or 0,
        last_ply=last_ply or 0,
        labelled_by=labelled_by or "",
        solver_nodes=solver_nodes or 0,
    )
    try:
        with where.open() as cluster, counting_progress() as watch:
            made = make_labels(
                file,
                positions,
                recipe=recipe,
                workers=where.workers,
                runner=cluster,
                watch=watch,
            )
    except KeyboardInterrupt:
        if file.exists():
            print(
                f"stopped; labels are kept in {file}, run the same command to resume",
                file=sys.stderr,
            )
        raise
    if output.write({"file": str(file), **made.summary()}):
        _print(file, made, wanted=positions)


def _print(file: Path, made: Labels, *, wanted: int) -> None:
    facts: dict[str, Any] = made.summary()
    count = facts["positions"]
    plies = list(facts["by_ply"])
    parts = ", ".join(f"{name} {number:,}" for name, number in facts["parts"].items())
    lines = [
        f"{file}: {count:,} positions with {facts['moves']:,} moves, labelled by "
        f"{facts['labelled_by']}",
        f"critical {facts['critical']:,}, won {facts['won']:,}, attacker to move "
        f"{facts['attacker_to_move']:,}",
        f"plies {plies[0]} to {plies[-1]}" if plies else "no plies",
        f"{parts}; {facts['opening_classes']:,} classes of openings",
    ]
    if facts["unknown"]:
        lines.append(f"left out: {facts['unknown']:,} positions that the solver did not prove")
    if count < wanted:
        lines.append(f"the games have hardly any more positions: {wanted:,} were asked for")
    for line in lines:
        make_console().print(line, markup=False, highlight=False, soft_wrap=True)
