"""`lastknight games`: what a file of games holds, shown, replayed, exported and imported."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from lastknight.cli.support.commands import MATCHES, command
from lastknight.cli.support.screen import make_console, make_table, render_game
from lastknight.errors import ArgumentError, StoreError
from lastknight.matches.archive import (
    export_csv,
    export_jsonl,
    export_text,
    import_jsonl,
    stored_games,
)
from lastknight.matches.game_record import GameRecord
from lastknight.matches.store import Experiment, Store
from lastknight.notation import format_moves, format_square

_EXPORTS = {".jsonl": export_jsonl, ".csv": export_csv, ".txt": export_text}


@command("lastknight games lastknight.db --show 0.17.2", panel=MATCHES)
def games(
    file: Annotated[Path, typer.Argument(help="A file of games, such as lastknight.db.")],
    experiment: Annotated[
        int | None, typer.Option(help="Number of the experiment. Default: the newest.")
    ] = None,
    show: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Replay a game board by board, such as 0.17.2."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many games to list.")] = 20,
    export: Annotated[
        Path | None, typer.Option(help="Write all games to a .jsonl, .csv or .txt file.")
    ] = None,
    import_file: Annotated[
        Path | None, typer.Option("--import", help="Read games from a .jsonl file.")
    ] = None,
) -> None:
    """List the experiments and games of a file, replay one, export or import them."""
    console = make_console()
    if import_file is None and not file.is_file():
        raise StoreError(f"there is no file {file}")
    with Store(file) as store:
        if import_file is not None:
            _import(console, store, import_file)
            return
        known = {found.id: found for found in store.experiments()}
        if not known:
            console.print("no experiments")
            return
        if experiment is not None and experiment not in known:
            raise ArgumentError(f"there is no experiment {experiment}; there are {list(known)}")
        chosen = known[experiment if experiment is not None else max(known)]
        if export is not None:
            _export(console, store, chosen, export)
        elif show is not None:
            _replay(console, _find(store, chosen, show))
        else:
            _list(console, store, list(known.values()), chosen, count)


def _list(
    console: Console, store: Store, known: list[Experiment], chosen: Experiment, count: int
) -> None:
    table = make_table("", "started", "players", "openings", numbers=["pairs"])
    for found in known:
        plan: dict[str, Any] = dict(found.plan)
        kind = plan["openings"] if isinstance(plan["openings"], str) else "listed"
        kind += f", ply {plan['start_ply']}" if "start_ply" in plan else ""
        pairs = sum(store.done(found.id).values())
        table.add_row(str(found.id), found.started, "\n".join(plan["players"]), kind, f"{pairs:,}")
    console.print(table)
    console.print()
    rows = make_table("game", "opening", "moves", "won by", "")
    for game in islice(stored_games(store, chosen), count):
        reason = "" if game.reason == "no_moves" else game.reason
        side = "A" if game.a_won else "B"
        rows.add_row(game.name, str(game.opening), format_moves(game.moves), side, reason)
    console.print(f"experiment {chosen.id}, its first games")
    console.print(rows)


def _find(store: Store, experiment: Experiment, name: str) -> GameRecord:
    for game in stored_games(store, experiment):
        if game.name == name:
            return game
    raise ArgumentError(f"experiment {experiment.id} has no game {name!r}")


def _replay(console: Console, stored: GameRecord) -> None:
    game = stored.game
    console.print(render_game(console, game))
    console.print(str(game), end="", soft_wrap=True)
    if stored.choices is not None:
        console.print(_choices_table(stored))
    if stored.reason != "no_moves":
        console.print(f"forfeit: {stored.reason}; won by {stored.winner}")
        console.print(stored.note, soft_wrap=True)


def _choices_table(stored: GameRecord) -> Table:
    table = make_table(
        "ply", "player", "move", numbers=("score", "depth", "nodes", "evaluations", "ms")
    )
    game, before = stored.game, len(stored.opening.moves)
    for ply, choice in enumerate(stored.choices or (), before + 1):
        mover = game.positions[ply - 1].to_move
        table.add_row(
            str(ply),
            str(mover),
            format_square(game.moves[ply - 1]),
            f"{choice.score:g}" + (" solved" if choice.solved else ""),
            str(choice.depth),
            f"{choice.nodes:,}",
            f"{choice.evaluations:,}",
            f"{1000 * choice.seconds:.3f}",
        )
    return table


def _export(console: Console, store: Store, experiment: Experiment, path: Path) -> None:
    if path.suffix not in _EXPORTS:
        raise ArgumentError(f"games are exported to .jsonl, .csv or .txt, not to {path.name!r}")
    lines = 0
    with path.open("w", encoding="utf-8") as file:
        for line in _EXPORTS[path.suffix](store, experiment):
            file.write(line)
            lines += 1
    console.print(f"wrote {path}: {lines:,} records")


def _import(console: Console, store: Store, path: Path) -> None:
    def lines() -> Iterator[str]:
        with path.open(encoding="utf-8") as file:
            yield from file

    console.print(f"read {import_jsonl(store, lines()):,} games from {path}")
