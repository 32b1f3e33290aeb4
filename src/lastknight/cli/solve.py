"""`lastknight solve`: who wins a position, or every opening of a board."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer

from lastknight.cli.support.commands import EXPLORE, command
from lastknight.cli.support.options import BoardOptions
from lastknight.cli.support.outputs import JsonOptions, check_named_file
from lastknight.cli.support.progress import counting_progress
from lastknight.cli.support.rules import excludes, needs, one_of
from lastknight.cli.support.screen import make_console, render_board, show_status
from lastknight.errors import ArgumentError, LastknightError, NotationError
from lastknight.matches.atomic_file import replace_file
from lastknight.notation import format_moves, format_square
from lastknight.solving.opening_tables import (
    OpeningTable,
    compute_table,
    empty_table,
    parse_table,
    read_table,
)
from lastknight.solving.solver import MOST_TABLE_BYTES, Solution
from lastknight.solving.solver import solve as solve_position
from lastknight.text_file import decode

_MOST_SHOWN = 5
_MOST_TABLE = MOST_TABLE_BYTES // 2**20


@command(
    "lastknight solve 'd4 b1' --moves",
    panel=EXPLORE,
    rules=(
        one_of("POSITION", "--openings"),
        needs("--save --verify --first", "--openings"),
        needs("--first", "--verify"),
        excludes("--verify", "--save", reason="--verify saves nothing"),
        excludes(
            "--openings",
            "--moves --nodes --table",
            reason="--openings solves every placement to its end",
        ),
        excludes(
            "--openings", "--blocked", reason="--openings needs a board without blocked squares"
        ),
    ),
)
def solve(
    board: BoardOptions,
    output: JsonOptions,
    position: Annotated[
        str | None, typer.Argument(help="A position's text, or moves such as 'd4 b1'.")
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="Show the winner after every move.")
    ] = False,
    nodes: Annotated[int | None, typer.Option(min=1, help="Stop after this many nodes.")] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", "--workers", min=1, max=64, help="Threads. Default: all cores."),
    ] = None,
    table: Annotated[
        int, typer.Option(metavar="MB", min=1, max=_MOST_TABLE, help="Size of the proof table.")
    ] = 16,
    openings: Annotated[
        bool, typer.Option("--openings", help="Solve every placement of both knights.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(
            callback=check_named_file, help="Save solved openings in this file, and resume from it."
        ),
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Recompute the shipped openings and compare.")
    ] = False,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="SQUARE", help="With --verify: only this first placement, such as d4."
        ),
    ] = None,
) -> None:
    """Prove who wins a position with perfect play, or after every placement of both knights."""
    if position is None and not openings:
        raise ArgumentError("give a position, or --openings for all placements on a board")
    workers = threads or os.cpu_count() or 1
    if position is None:
        size = (board.width, board.height)
        if verify:
            found, computed = _verify(*size, threads=workers, first=first)
        else:
            found, computed = _compute(*size, threads=workers, save=save), None
        facts = _table_facts(found) | ({} if computed is None else {"verified": computed})
        output.write(facts, lambda: _print_table(found, verified=computed))
        return
    with show_status("solving") as status:
        solution = solve_position(
            board.read_position(position),
            nodes=nodes,
            threads=workers,
            table_bytes=table * 2**20,
            progress=lambda count: status.update(f"solving: {count / 1e6:,.0f} million nodes"),
        )
        facts = _facts(solution, with_moves=moves)
    output.write(facts, lambda: _print_solution(solution, with_moves=moves))


def _print_solution(solution: Solution, *, with_moves: bool) -> None:
    console = make_console()
    console.print(render_board(console, solution.position))
    if solution.winner is None:
        console.print(f"not solved   within {solution.nodes:,} nodes")
        return
    console.print(f"winner       player {solution.winner}")
    if solution.best_move is not None:
        console.print(f"best move    {format_square(solution.best_move)}")
    console.print(f"nodes        {solution.nodes:,} in {solution.seconds:.3f} s")
    for move, winner in solution.moves.items() if with_moves else ():
        console.print(f"  {format_square(move):4} player {winner} wins")


def _facts(solution: Solution, *, with_moves: bool) -> dict[str, object]:
    best = solution.best_move
    facts: dict[str, object] = {
        "position": str(solution.position),
        "winner": solution.winner,
        "best_move": None if best is None else format_square(best),
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }
    if with_moves:
        facts["moves"] = {format_square(move): won for move, won in solution.moves.items()}
    return facts


def _compute(width: int, height: int, *, threads: int, save: Path | None) -> OpeningTable:
    """Every opening of a board, resumed from a file if there is one."""
    table = empty_table(width, height)
    if save is not None and save.exists():
        try:
            table = parse_table(decode(save.read_bytes(), "the file"))
        except NotationError as error:
            reason = str(error).removeprefix("not an opening table: ")
            raise NotationError(
                f"{save} is not an opening table: {reason}; name another file"
            ) from None
        if (table.width, table.height) != (width, height):
            raise ArgumentError(f"{save} has the openings of {table.width}x{table.height}")
    try:
        return _run(table, threads=threads, save=save)
    except KeyboardInterrupt:
        if save is not None:
            print(
                f"stopped; solved openings are in {save}, run the same command to resume",
                file=sys.stderr,
            )
        raise


def _verify(
    width: int, height: int, *, threads: int, first: str | None
) -> tuple[OpeningTable, int]:
    """The shipped table, and how many of its openings were recomputed with the same result."""
    shipped = read_table(width, height)
    squares = {format_square(square) for square, _ in shipped.winners}
    if first is not None and first not in squares:
        names = " ".join(sorted(squares))
        raise ArgumentError(f"the first placements of {width}x{height} are {names}, got {first!r}")
    wanted = {
        pair: None if first in (None, format_square(pair[0])) else winner
        for pair, winner in shipped.winners.items()
    }
    blank = replace(shipped, winners=MappingProxyType(wanted))
    computed = _run(blank, threads=threads, save=None)
    wrong = [pair for pair, winner in shipped.winners.items() if computed.winners[pair] != winner]
    if wrong:
        where = ", ".join(map(format_moves, wrong[:_MOST_SHOWN]))
        raise LastknightError(
            f"{len(wrong)} of the shipped openings of {width}x{height} have a different winner "
            f"than computed: {where}{', ...' if len(wrong) > _MOST_SHOWN else ''}; please "
            f"report this"
        )
    return computed, list(blank.canonical.values()).count(None)


def _run(table: OpeningTable, *, threads: int, save: Path | None) -> OpeningTable:
    with counting_progress("openings") as watch:

        def progress(so_far: OpeningTable, left: int) -> None:
            if save is not None:
                replace_file(save, str(so_far))
            watch("", table.openings - left, table.openings)

        return compute_table(table, threads=threads, progress=progress)


def _print_table(table: OpeningTable, *, verified: int | None) -> None:
    print(str(table), end="")
    known = [winner for winner in table.canonical.values() if winner is not None]
    counts = ", ".join(f"player {player} wins {known.count(player)}" for player in (1, 2))
    print(f"{len(known)} of {table.openings} openings: {counts}")
    if table.winner is not None:
        print(f"empty board: player {table.winner} wins")
    if verified is not None:
        print(f"the shipped table agrees: {verified} openings recomputed, all the same")


def _table_facts(table: OpeningTable) -> dict[str, object]:
    return {
        "width": table.width,
        "height": table.height,
        "openings": table.openings,
        "empty_board": table.winner,
        "winners": {
            f"{format_square(first)} {format_square(second)}": winner
            for (first, second), winner in table.winners.items()
        },
    }
