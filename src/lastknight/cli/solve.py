"""`lastknight solve`: who wins a position, or every opening of a board."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from lastknight.cli.options import Blocked, Height, JsonFile, Width, read_position
from lastknight.cli.screen import render_board
from lastknight.errors import ArgumentError
from lastknight.matches.atomic_file import replace_file
from lastknight.notation import format_square
from lastknight.solving.opening_tables import (
    OpeningTable,
    compute_table,
    empty_table,
    parse_table,
    read_table,
)
from lastknight.solving.solver import Solution
from lastknight.solving.solver import solve as solve_position


def solve(
    position: Annotated[
        str | None, typer.Argument(help="A position's text, or moves such as 'd4 b1'.")
    ] = None,
    width: Width = 7,
    height: Height = 7,
    blocked: Blocked = "",
    moves: Annotated[bool, typer.Option("--moves", help="The winner after every move.")] = False,
    nodes: Annotated[int | None, typer.Option(min=1, help="Stop after so many.")] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=64, help="All cores if not said.")
    ] = None,
    table: Annotated[int, typer.Option(min=1, help="Megabytes for what is proved.")] = 16,
    openings: Annotated[
        bool, typer.Option("--openings", help="Every placement of both on a board.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help="Keep the openings in this file, and go on from it.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compute the shipped openings again and compare.")
    ] = False,
    first: Annotated[
        str | None, typer.Option(help="With --verify: only this first placement, such as d4.")
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Prove who wins a position with perfect play, or after every placement of both knights."""
    workers = threads or os.cpu_count() or 1
    if (position is None) != openings:
        raise typer.BadParameter("give a position, or --openings for all placements on a board.")
    if not openings and (save is not None or verify or first is not None):
        raise typer.BadParameter("--save, --verify and --first go with --openings.")
    if first is not None and not verify:
        raise typer.BadParameter("--first goes with --verify.")
    console = Console(highlight=False, markup=False, stderr=True)
    if position is None:
        if blocked:
            raise typer.BadParameter("--openings are those of a board without blocked squares.")
        run = _verify if verify else _compute
        result = run(console, width, height, threads=workers, save=save, first=first)
        _write(json_file, _table_facts(result), lambda: _say_table(result))
        return
    given = read_position(position, width=width, height=height, blocked=blocked)
    with console.status("solving") as status:
        solution = solve_position(
            given,
            nodes=nodes,
            threads=workers,
            table_bytes=table * 2**20,
            progress=lambda count: status.update(f"solving: {count / 1e6:,.0f} million nodes"),
        )
        facts = _facts(solution, with_moves=moves)
    _write(json_file, facts, lambda: _say(solution, with_moves=moves))


def _write(json_file: Path | None, facts: dict[str, object], say: Callable[[], None]) -> None:
    text = json.dumps(facts, indent=2)
    if json_file == Path("-"):
        print(text)
        return
    if json_file is not None:
        json_file.write_text(text + "\n", encoding="utf-8")
    say()


def _say(solution: Solution, *, with_moves: bool) -> None:
    console = Console(highlight=False, markup=False)
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


def _compute(
    console: Console, width: int, height: int, *, threads: int, save: Path | None, first: str | None
) -> OpeningTable:
    """Every opening of a board, going on from a file where there is one."""
    assert first is None
    table = empty_table(width, height)
    if save is not None and save.exists():
        table = parse_table(save.read_text(encoding="utf-8"))
        if (table.width, table.height) != (width, height):
            raise ArgumentError(f"{save} has the openings of {table.width}x{table.height}")

    def keep(so_far: OpeningTable) -> None:
        if save is not None:
            replace_file(save, str(so_far))

    try:
        return _run(console, table, threads=threads, keep=keep)
    except KeyboardInterrupt:
        if save is not None:
            print(
                f"stopped: {save} keeps what is solved, the same command goes on", file=sys.stderr
            )
        raise


def _verify(
    console: Console, width: int, height: int, *, threads: int, save: Path | None, first: str | None
) -> OpeningTable:
    """The shipped table, after it has been computed again and found to be the same."""
    if save is not None:
        raise typer.BadParameter("--verify compares and keeps nothing: leave --save out.")
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
    computed = _run(console, blank, threads=threads, keep=None)
    if dict(computed.winners) != dict(shipped.winners):
        raise ArgumentError(f"the shipped openings of {width}x{height} are not what is computed")
    return computed


def _run(
    console: Console,
    table: OpeningTable,
    *,
    threads: int,
    keep: Callable[[OpeningTable], None] | None,
) -> OpeningTable:
    with _bar(console, table) as update:

        def progress(so_far: OpeningTable, left: int) -> None:
            if keep is not None:
                keep(so_far)
            update(left)

        return compute_table(table, threads=threads, progress=progress)


@contextmanager
def _bar(console: Console, table: OpeningTable) -> Iterator[Callable[[int], None]]:
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("openings"), TimeElapsedColumn())
    total = table.openings
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda left: bar.update(task, completed=total - left)


def _say_table(table: OpeningTable) -> None:
    print(str(table), end="")
    known = [winner for winner in table.canonical.values() if winner is not None]
    counts = ", ".join(f"player {player} wins {known.count(player)}" for player in (1, 2))
    print(f"{len(known)} of {table.openings} openings: {counts}")
    if table.winner is not None:
        print(f"empty board: player {table.winner} wins")


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
