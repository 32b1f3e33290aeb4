"""`lastknight labels`: a file of positions with the winner after every move."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.game_options import PlayOptions
from lastknight.cli.support.options import BoardOptions, Seed
from lastknight.cli.support.outputs import JsonOptions, check_store
from lastknight.cli.support.progress import counting_progress
from lastknight.cli.support.rules import Given, unused
from lastknight.cli.support.screen import make_console
from lastknight.discovery import LabelRecipe, Labels, make_labels
from lastknight.discovery.recipe import SOLVER, STRONG


def _is_unproved(given: Given) -> bool:
    """Whether a player labels the positions, the default on boards too large for the solver."""
    squares = given.get("--width", 7) * given.get("--height", 7)
    return bool(given.get("--labelled-by", SOLVER if squares <= 64 else "") != SOLVER)


@command(
    "lastknight labels -o labels.lkl --positions 100000",
    panel=HEURISTICS,
    rules=[
        unused(
            "--solver-nodes",
            when=_is_unproved,
            reason="--solver-nodes limits the solver, and a player labels here",
        )
    ],
)
def labels(
    board: BoardOptions,
    where: PlayOptions,
    output: JsonOptions,
    file: Annotated[
        Path,
        typer.Option("--output", "-o", callback=check_store, help="File to create or resume."),
    ] = Path("labels.lkl"),
    positions: Annotated[
        int, typer.Option(min=1, max=10**9, help="Label at least this many positions.")
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
            help="Source of the labels: solver, or a player's scores. "
            "Default: solver, beyond 64 squares Expert(nodes=20000).",
        ),
    ] = None,
    solver_nodes: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum nodes per proof; positions that need more are left out."),
    ] = None,
    strays: Annotated[
        int,
        typer.Option(
            min=0, help="Maximum random moves between a game position and the labelled one."
        ),
    ] = 0,
    played_on_by: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="ATTACKER DEFENDER",
            help="Also play out every position with these two players, and record who won.",
        ),
    ] = None,
    seed: Seed = 1,
) -> None:
    """Label positions from strong games with the winner after every move, to fit heuristics.

    Labels are stored in a file; run the same command again to resume, or with more positions to
    extend the file.
    """
    recipe = LabelRecipe(
        start=board.start,
        seed=seed,
        players=tuple(players or STRONG),
        first_ply=first_ply or 0,
        last_ply=last_ply or 0,
        labelled_by=labelled_by or "",
        solver_nodes=solver_nodes or 0,
        strays=strays,
        played_on_by=played_on_by or (),
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
    facts = {"file": str(file), **made.summary()}
    output.write(facts, lambda: _print(file, made, wanted=positions))


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
        lines.append(f"the games have hardly any new positions left; {wanted:,} were requested")
    for line in lines:
        make_console().print(line, markup=False, highlight=False, soft_wrap=True)
