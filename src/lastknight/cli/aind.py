"""`lastknight aind`: agents of the course: its tournament, and a starter project."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.aind.starter_project import write_starter
from lastknight.cli.support.commands import AGENTS, Group, command
from lastknight.cli.support.options import (
    AgentOptions,
    OutputOptions,
    RunOptions,
    Seed,
    StoreOptions,
)
from lastknight.cli.support.progress import live_progress
from lastknight.cli.support.screen import make_console
from lastknight.league.course_results import read_results
from lastknight.league.course_tables import write_meaning, write_table
from lastknight.league.course_tournament import read_course
from lastknight.matches.engine import play_plans

AIND = Group("aind", help="Agents of the course: its tournament, and a starter project.")


@command("lastknight aind tournament game_agent.py --nodes 3000", panel=AGENTS, group=AIND)
def tournament(
    agent: Annotated[Path, typer.Argument(metavar="GAME_AGENT.PY", help="A student's file.")],
    agents: AgentOptions,
    run: RunOptions,
    kept: StoreOptions,
    output: OutputOptions,
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1, help="Openings per match, each played from both sides; the course has 5."
        ),
    ] = None,
    native_opponents: Annotated[
        bool,
        typer.Option("--native-opponents", help="Use lastknight's own opponents, which are fast."),
    ] = False,
    seed: Seed = 1,
) -> None:
    """Play the course's tournament with a student's file, and print the course's table.

    Opponents use the student's own classes, as in the course. Games are stored in a file; the same
    command resumes where it stopped.
    """
    sandbox = agents.sandbox(make_console(stderr=True))
    course = read_course(agent, agents.limit, sandbox=sandbox, native_opponents=native_opponents)
    plan = course.plan(pairs=pairs, seed=seed)
    names = [
        (entrant.label, opponent.label)
        for opponent in course.opponents
        for entrant in course.entrants
    ]
    with (
        run.open() as runner,
        kept.open() as store,
        live_progress(names, cluster=runner) as progress,
    ):
        (chunks,) = play_plans(
            [plan], workers=run.workers, runner=runner, store=store, progress=progress
        )
    result = read_results(course, plan, chunks)
    if output.write_all(result.as_json(), result.rows()):
        print(write_table(result))
        console = make_console()
        console.print()
        for line in write_meaning(result):
            console.print(line)


@command("lastknight aind new my_agent", panel=AGENTS, group=AIND)
def new(
    folder: Annotated[Path, typer.Argument(help="The folder to make; it must be new or empty.")],
) -> None:
    """Write a starter project: an agent that runs, tests that say what to do, instructions."""
    files = write_starter(folder)
    console = make_console()
    for path in files:
        console.print(str(path), soft_wrap=True)
    console.print(f"\nstart with {folder / 'README.md'}", soft_wrap=True)
