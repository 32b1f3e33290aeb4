"""`lastknight puzzles`: a position with exactly one winning move, or a new file of them."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.cli.support.commands import EXPLORE, command
from lastknight.cli.support.options import Seed
from lastknight.cli.support.outputs import check_file, deliver
from lastknight.cli.support.progress import counting_progress
from lastknight.cli.support.rules import excludes, needs
from lastknight.cli.support.screen import make_console, render_board
from lastknight.notation import format_moves, format_square
from lastknight.solving.puzzles import (
    LEVELS,
    NODES,
    choose_puzzle,
    format_puzzles,
    graders,
    make_puzzles,
    play_on,
)


@command(
    "lastknight puzzles 3 --level hard --answer",
    panel=EXPLORE,
    rules=(
        needs("--each --seed", "--make"),
        excludes("--make", "NUMBER --level --answer", reason="--make shows no puzzle"),
    ),
)
def puzzles(
    number: Annotated[int, typer.Argument(min=1, help="Number of the puzzle.")] = 1,
    level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help=f"Only puzzles of this level: {', '.join(LEVELS)}."),
    ] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Show the winning move.")] = False,
    make: Annotated[
        Path | None,
        typer.Option(
            callback=check_file, help="Make new puzzles from games and write them to this file."
        ),
    ] = None,
    each: Annotated[
        int, typer.Option(min=1, max=10**6, help="With --make: number of puzzles per level.")
    ] = 40,
    seed: Seed = 1,
) -> None:
    """Show a puzzle: a position in which exactly one move wins."""
    if make is not None:
        _make(make, each=each, seed=seed)
        return
    puzzle, count = choose_puzzle(number, level)
    console = make_console()
    console.print(render_board(console, puzzle.position))
    console.print(f"puzzle {number} of {count}, {puzzle.level}: one move wins")
    console.print(
        f"{puzzle.grade} of {len(graders())} heuristics miss it with {NODES:,} nodes",
        soft_wrap=True,
    )
    if answer:
        line = play_on(puzzle.position, puzzle.move, plies=8)
        console.print(f"the move is {format_square(puzzle.move)}: {format_moves(line)}")
        console.print("missed by " + (", ".join(puzzle.missed_by) or "none"), soft_wrap=True)


def _make(path: Path, *, each: int, seed: int) -> None:
    total = each * len(LEVELS)
    with counting_progress("puzzles") as watch:
        found = make_puzzles(each, seed=seed, progress=lambda count: watch("", count, total))
    command = f"lastknight puzzles --make FILE --each {each} --seed {seed}"
    text = format_puzzles(found, command=command)
    deliver({path: text}, lambda: print(f"{path}: {len(found)} puzzles"))
