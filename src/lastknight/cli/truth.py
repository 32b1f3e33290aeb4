"""`lastknight truth`: heuristics and players against perfect play."""

import csv
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lastknight.analysis import read_candidates
from lastknight.analysis.inquiry import PROPOSED
from lastknight.cli.options import (
    Blocked,
    CsvFile,
    Fresh,
    Height,
    JsonFile,
    Seed,
    StoreFile,
    Width,
    Workers,
    open_store,
)
from lastknight.cli.truth_tables import print_truth
from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic
from lastknight.matches.store import Experiment, Store
from lastknight.players import Player, player
from lastknight.position import Position
from lastknight.truth import Line, Question, Truth, measure, rows_of, stored_lines
from lastknight.truth.measure import OPPONENT
from lastknight.truth.verdicts import Watch

_BUILT_IN = ("null", "open", "improved", "center")
_PLAYER = re.compile(
    r"\s*((Random|Perfect)\s*$|(Random|Perfect|Expert|Greedy|Minimax|AlphaBeta)\()"
)


def truth(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[HEURISTIC | PLAYER]...",
            help="Specs, files, players; without any, all known heuristics.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="About how many games positions are drawn from.")
    ] = 400,
    positions: Annotated[
        int, typer.Option(min=1, help="Positions in each group of plies, at the most.")
    ] = 100,
    experiment: Annotated[
        int | None, typer.Option(help="Take games of this experiment of the file for it.")
    ] = None,
    depth: Annotated[
        int, typer.Option(min=0, max=12, help="How deep heuristics are searched, from 1 on.")
    ] = 6,
    pairs: Annotated[
        int, typer.Option(min=0, help="Pairs that each player plays; 0 for none.")
    ] = 20,
    against: Annotated[str, typer.Option(help="Whom players play.")] = OPPONENT,
    solver_nodes: Annotated[
        int | None, typer.Option(min=1, help="What a proof may take; beyond it, unknown.")
    ] = None,
    width: Width = 7,
    height: Height = 7,
    blocked: Blocked = "",
    seed: Seed = 1,
    workers: Workers = None,
    file: StoreFile = Path("lastknight.db"),
    fresh: Fresh = False,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
) -> None:
    """Compare heuristics and players with perfect play, on positions of real games.

    Games and proofs are kept in a file; the same command goes on where it was stopped.
    """
    start = Position(width, height, blocked)
    if experiment is not None and fresh:
        raise ArgumentError("--experiment needs the file; leave --fresh out")
    if experiment is not None and not file.is_file():
        raise ArgumentError(f"there is no file {str(file)!r} with an experiment {experiment}")
    heuristics, players = _read_subjects(subjects or [], start)
    question = Question(
        heuristics,
        players,
        games=games,
        positions=positions,
        depths=tuple(range(1, depth + 1)),
        pairs=pairs,
        opponent=player(against),
        start=start,
        seed=seed,
        nodes=solver_nodes,
    )
    with open_store(file, fresh=fresh) as store, _progress() as watch:
        chosen = None if experiment is None or store is None else _find(store, experiment)
        if chosen is not None:
            question = replace(question, start=_board_of(chosen, start))
        found = measure(
            question,
            lines=_lines(store, chosen, games),
            source=f"experiment {experiment} of {file.name}",
            workers=workers,
            store=store,
            watch=watch,
        )
    if csv_file is not None:
        _write_csv(csv_file, found)
    if str(json_file) == "-":
        print(json.dumps(found.as_json(), indent=2))
        return
    if json_file is not None:
        json_file.write_text(json.dumps(found.as_json(), indent=2) + "\n", encoding="utf-8")
    print_truth(Console(highlight=False, markup=False), found)


def _read_subjects(
    texts: list[str], start: Position
) -> tuple[tuple[Heuristic, ...], tuple[Player, ...]]:
    """Players by how they are written, all else heuristics; without any, all that are known."""
    players = [text for text in texts if _PLAYER.match(text)]
    others = [text for text in texts if not _PLAYER.match(text)]
    if not texts:
        others = [*_BUILT_IN, *PROPOSED]
    heuristics = read_candidates(others, start=start) if others else ()
    return heuristics, tuple(player(text) for text in players)


def _find(store: Store, number: int) -> Experiment:
    for one in store.experiments():
        if one.id == number:
            return one
    raise ArgumentError(
        f"{store.path} has no experiment {number}; 'lastknight games {store.path}' lists them"
    )


def _lines(store: Store | None, chosen: Experiment | None, games: int) -> list[Line] | None:
    return None if store is None or chosen is None else stored_lines(store, chosen, most=games)


def _board_of(experiment: Experiment, given: Position) -> Position:
    """The board of an experiment, which the options may name too."""
    start = Position.parse(str(experiment.plan["start"]))
    if given not in (start, Position()):
        raise ArgumentError(f"experiment {experiment.id} was played from {start}")
    return start


@contextmanager
def _progress() -> Iterator[Watch]:
    columns = (
        TextColumn("{task.description:<20}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    is_seen = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not is_seen) as bar:
        task = bar.add_task("", total=None)

        def watch(what: str, done: int, total: int) -> None:
            if bar.tasks[0].description != what:
                bar.reset(task, description=what)
            bar.update(task, completed=done, total=total)

        yield watch


def _write_csv(path: Path, found: Truth) -> None:
    rows = rows_of(found)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
