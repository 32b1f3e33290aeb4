"""`lastknight games`: list, replay, export, import and check the games in a file."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, ClassVar

import typer
from rich.console import Console
from rich.table import Table

from lastknight.cli.support.commands import MATCHES, command
from lastknight.cli.support.outputs import JsonOptions, check_named_file, describe_reason
from lastknight.cli.support.rules import excludes, one_of
from lastknight.cli.support.screen import make_console, make_table, render_game
from lastknight.cli.support.stored_experiments import (
    RESULTS,
    GameFilter,
    StoredExperiment,
    experiments_table,
    results_table,
)
from lastknight.errors import ArgumentError, LastknightError, StoreError
from lastknight.matches.archive import (
    export_csv,
    export_jsonl,
    export_text,
    game_facts,
    stored_games,
)
from lastknight.matches.game_import import import_games
from lastknight.matches.game_record import GameRecord
from lastknight.matches.store import Experiment, Store
from lastknight.notation import format_moves, format_square
from lastknight.stats.words import counted

_EXPORTS = {".jsonl": export_jsonl, ".csv": export_csv, ".txt": export_text}


@dataclass(frozen=True)
class FilterOptions:
    """Which experiments and games are listed."""

    panel: ClassVar = "What to list"

    experiment: Annotated[
        int | None, typer.Option(help="Number of the experiment. Default: the newest.")
    ] = None
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only with this player; part of the name is enough."),
    ] = None
    result: Annotated[
        str | None,
        typer.Option(
            metavar="RESULT",
            help=f"Only games with this result for the player, or for A: {', '.join(RESULTS)}.",
        ),
    ] = None
    count: Annotated[
        int, typer.Option(min=1, max=10**9, help="Maximum number of experiments and games to list.")
    ] = 20

    @property
    def games(self) -> GameFilter:
        """The filter that these options describe."""
        return GameFilter(self.player, self.result)

    def choose(self, store: Store) -> tuple[list[Experiment], Experiment | None]:
        """The experiments to list, oldest first, and the one to show; None without any.

        Raises ArgumentError if none matches.
        """
        every = store.experiments()
        known = {found.id: found for found in every if self.games.has_player(found)}
        if every and not known:
            raise ArgumentError(f"no experiment in {store.path} has a player {self.player!r}")
        if self.experiment is not None and self.experiment not in known:
            there = f"the file has {min(known)} to {max(known)}" if known else "the file has none"
            raise ArgumentError(f"there is no experiment {self.experiment}; {there}")
        newest = max(known, default=None)
        chosen = newest if self.experiment is None else self.experiment
        return list(known.values()), None if chosen is None else known[chosen]


_TASKS = ("--show", "--export", "--import", "--check")


@command(
    "lastknight games lastknight.db --player ratio --result lost",
    panel=MATCHES,
    rules=(
        one_of(*_TASKS),
        *(
            excludes(task, "--player --result --count --json", reason=f"{task} lists nothing")
            for task in _TASKS
        ),
        *(
            excludes(task, "--experiment", reason=f"{task} is about the whole file")
            for task in ("--import", "--check")
        ),
    ),
)
def games(
    file: Annotated[Path, typer.Argument(help="A file of games, such as lastknight.db.")],
    wanted: FilterOptions,
    output: JsonOptions,
    show: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Replay a game board by board, such as 0.17.2."),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            callback=check_named_file, help="Write all games to a .jsonl, .csv or .txt file."
        ),
    ] = None,
    import_file: Annotated[
        Path | None, typer.Option("--import", help="Read games from a .jsonl file.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Check the whole file for damage.")
    ] = False,
) -> None:
    """List the results and games in a file; replay, export, import or check games."""
    if import_file is not None:
        _import(file, import_file)
        return
    if file.is_dir():
        raise StoreError(f"{file} is a folder; name the file with the games in it")
    if not file.is_file():
        there = f"{file} is not a file of games" if file.exists() else f"there is no file {file}"
        raise StoreError(there)
    console = make_console()
    with Store(file) as store:
        if check:
            _check(console, store)
            return
        known, chosen = wanted.choose(store)
        if chosen is None:
            if export is not None or show is not None:
                raise StoreError(f"{file} has no experiments")
            output.write(
                {"file": str(file), "experiments": []}, lambda: console.print("no experiments")
            )
        elif export is not None:
            _export(console, store, chosen, export)
        elif show is not None:
            _replay(console, _find(store, chosen, show))
        else:
            _list(store, known, chosen, wanted=wanted, output=output)


def _check(console: Console, store: Store) -> None:
    found = list(store.damage())
    for line in found:
        console.print(line, soft_wrap=True, markup=False, highlight=False)
    if unchecked := store.unchecked():
        console.print(f"{unchecked:,} chunks have no checksum: an older version wrote them")
    if found:
        console.print(
            "damaged games are left out; to replay them, run the command that played them"
        )
        raise typer.Exit(1)
    console.print("no damage found")


def _list(
    store: Store,
    known: list[Experiment],
    chosen: Experiment,
    *,
    wanted: FilterOptions,
    output: JsonOptions,
) -> None:
    """List the newest experiments, and the results and games of one."""
    kept = known if output.json_file is not None else known[-wanted.count :]
    listed = [StoredExperiment.read(store, one) for one in kept]
    shown = StoredExperiment.read(store, chosen)
    found = filter(wanted.games.has_game, stored_games(store, chosen))
    records = list(islice(found, wanted.count))
    facts = {
        "file": str(store.path),
        "experiments": [one.facts() for one in listed],
        "experiment": chosen.id,
        "games": [game_facts(game) for game in records],
    }

    def show() -> None:
        console = make_console()
        console.print(experiments_table(listed[-wanted.count :]))
        if len(known) > wanted.count:
            older = len(known) - wanted.count
            console.print(f"and {older:,} older ones; use --count or --player to see them")
        console.print(f"\n{shown.words}")
        console.print(results_table(shown, wanted.games))
        console.print()
        console.print(_games_table(records) if records else "no matching games")

    output.write(facts, show)


def _games_table(records: list[GameRecord]) -> Table:
    table = make_table("game", "opening", "moves", "won by", "")
    for game in records:
        reason = "" if game.reason == "no_moves" else game.reason
        side = "A" if game.a_won else "B"
        table.add_row(game.name, str(game.opening), format_moves(game.moves), side, reason)
    return table


def _import(file: Path, path: Path) -> None:
    """Read games into a file; a new file is not left behind if that fails."""
    is_new = not file.exists()
    try:
        with Store(file) as store:
            count = import_games(store, path)
    except (LastknightError, OSError):
        if is_new:
            for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
                file.with_name(name).unlink(missing_ok=True)
        raise
    make_console().print(f"read {counted(count, 'game')} from {path}")


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
        raise ArgumentError(f"games can be exported to .jsonl, .csv or .txt, not to {path.name!r}")
    lines = 0
    try:
        with path.open("w", encoding="utf-8") as file:
            for line in _EXPORTS[path.suffix](store, experiment):
                file.write(line)
                lines += 1
    except OSError as error:
        raise LastknightError(
            f"cannot write {path}: {describe_reason(error)}; it is incomplete, and all games are "
            f"still in {store.path}"
        ) from None
    console.print(f"wrote {path}: {lines:,} records")
