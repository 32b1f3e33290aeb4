"""`lastknight aind`: for agents of the course: its tournament, and a new project."""

import csv
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight.cli.live import live_progress
from lastknight.cli.options import (
    ClusterAddress,
    CsvFile,
    Fresh,
    JsonFile,
    MixedClocks,
    Nodes,
    RequireSandbox,
    Seconds,
    Seed,
    StoreFile,
    Workers,
    choose_sandbox,
    open_cluster,
    open_store,
    read_limits,
)
from lastknight.league.course import read_course
from lastknight.league.course_results import CourseResult, read_results
from lastknight.league.course_tables import write_meaning, write_table
from lastknight.league.starter import write_starter
from lastknight.matches.engine import play_plans


def tournament(
    agent: Annotated[Path, typer.Argument(metavar="game_agent.py", help="A student's file.")],
    pairs: Annotated[
        int | None,
        typer.Option(min=1, help="Openings of each match, each from both sides; the course's: 5."),
    ] = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    native_opponents: Annotated[
        bool,
        typer.Option("--native-opponents", help="Opponents are lastknight's players: fast."),
    ] = False,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    allow_mixed_clocks: MixedClocks = False,
    require_sandbox: RequireSandbox = False,
    file: StoreFile = Path("lastknight.db"),
    fresh: Fresh = False,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
) -> None:
    """Play the course's tournament with a student's file, and print the course's table.

    Opponents are made from the student's own classes, as in the course. Games are kept in a file;
    the same command goes on where it was stopped.
    """
    limits = read_limits(seconds, nodes)
    bar = Console(stderr=True)
    sandbox = choose_sandbox(bar, require=require_sandbox)
    course = read_course(agent, limits, sandbox=sandbox, native_opponents=native_opponents)
    plan = course.plan(pairs=pairs, seed=seed)
    names = [
        (entrant.label, opponent.label)
        for opponent in course.opponents
        for entrant in course.entrants
    ]
    with (
        open_cluster(cluster, allow_mixed_clocks=allow_mixed_clocks, workers=workers) as runner,
        open_store(file, fresh=fresh) as store,
        live_progress(bar, names, cluster=runner) as progress,
    ):
        (chunks,) = play_plans(
            [plan], workers=workers, runner=runner, store=store, progress=progress
        )
    result = read_results(course, plan, chunks)
    if csv_file is not None:
        _write_csv(csv_file, result)
    report = json.dumps(result.as_json(), indent=2)
    if str(json_file) == "-":
        print(report)
        return
    if json_file is not None:
        json_file.write_text(report + "\n", encoding="utf-8")
    print(write_table(result))
    console = Console(highlight=False, markup=False)
    console.print()
    for line in write_meaning(result):
        console.print(line)


def _write_csv(path: Path, result: CourseResult) -> None:
    rows = result.rows()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def new(
    folder: Annotated[Path, typer.Argument(help="The folder to make; it must be empty or new.")],
) -> None:
    """Write a starter project: a template for an agent, tests that say what to do, instructions."""
    files = write_starter(folder)
    console = Console(highlight=False, markup=False)
    for path in files:
        console.print(str(path), soft_wrap=True)
    console.print(f"\nbegin with {folder / 'README.md'}", soft_wrap=True)
