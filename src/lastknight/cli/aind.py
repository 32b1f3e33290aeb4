"""`lastknight aind`: agents of the course: its tournament, and a starter project."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.aind.starter_project import write_starter
from lastknight.cli.support.agent_options import AgentOptions
from lastknight.cli.support.commands import AGENTS, Group, command
from lastknight.cli.support.forfeit_hint import print_forfeit_hint
from lastknight.cli.support.game_options import PlayOptions, StoreOptions
from lastknight.cli.support.options import Seed
from lastknight.cli.support.outputs import OutputOptions
from lastknight.cli.support.progress import live_progress
from lastknight.cli.support.screen import make_console
from lastknight.league.course_results import CourseResult, read_results
from lastknight.league.course_tables import write_meaning, write_table
from lastknight.league.course_tournament import read_course
from lastknight.matches.engine import play_plans
from lastknight.matches.plan import Plan

AIND = Group("aind", help="Course agents: the course's tournament, and a starter project.")


@command("lastknight aind tournament game_agent.py --nodes 3000", panel=AGENTS, group=AIND)
def tournament(
    agent: Annotated[Path, typer.Argument(metavar="GAME_AGENT.PY", help="A student's file.")],
    agents: AgentOptions,
    run: PlayOptions,
    kept: StoreOptions,
    output: OutputOptions,
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1, help="Openings per match, each played from both sides; the course plays 5."
        ),
    ] = None,
    native_opponents: Annotated[
        bool,
        typer.Option(
            "--native-opponents", help="Use lastknight's own opponents, which are much faster."
        ),
    ] = False,
    seed: Seed = 1,
) -> None:
    """Play the course's tournament with a student's file, and print the course's table.

    Opponents use the student's own classes, as in the course. Games are stored in a file; run the
    same command again to resume.
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
    output.write_all(result.as_json(), result.rows(), lambda: _print(result, plan, kept))


def _print(result: CourseResult, plan: Plan, kept: StoreOptions) -> None:
    console = make_console()
    console.print(write_table(result), soft_wrap=True)
    console.print()
    for line in write_meaning(result):
        console.print(line)
    first = next((one.first for one in result.forfeits), None)
    print_forfeit_hint(console, first, kept.stored, plan)


@command("lastknight aind new my_agent", panel=AGENTS, group=AIND)
def new(
    folder: Annotated[Path, typer.Argument(help="Folder to create; must be new or empty.")],
) -> None:
    """Write a starter project: a working agent, tests to guide you, and instructions."""
    files = write_starter(folder)
    console = make_console()
    for path in files:
        console.print(str(path), soft_wrap=True)
    console.print(f"\nstart with {folder / 'README.md'}", soft_wrap=True)
