"""The command line: one command a file. Only this package prints.

A user's mistake ends in one line on standard error and exit code 2, never in a traceback.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from typer.exceptions import Abort, TyperException

import lastknight
from lastknight.cli import aind
from lastknight.cli.analyze import analyze
from lastknight.cli.bench import bench
from lastknight.cli.catalog import catalog
from lastknight.cli.check import check
from lastknight.cli.claims import claims
from lastknight.cli.games import games
from lastknight.cli.league import league
from lastknight.cli.match import match
from lastknight.cli.play import play
from lastknight.cli.puzzles import puzzles
from lastknight.cli.report import report
from lastknight.cli.serve import serve
from lastknight.cli.show import show
from lastknight.cli.solve import solve
from lastknight.cli.study import study
from lastknight.cli.tournament import tournament
from lastknight.cli.truth import truth
from lastknight.errors import LastknightError

app = typer.Typer(
    name="lastknight",
    help="The heuristics laboratory for knight's Isolation.",
    epilog="A first look: lastknight play human random",
    rich_markup_mode="rich",
    add_completion=False,
    pretty_exceptions_enable=False,
)
_EXAMPLES: dict[Callable[..., None], str] = {
    analyze: "lastknight analyze my_heuristics.py --quick",
    play: "lastknight play human 'AlphaBeta(improved, nodes=15000)' --save game.txt",
    show: "lastknight show 'd4 b1 c2' --svg board.svg",
    solve: "lastknight solve 'd4 b1' --moves",
    truth: "lastknight truth 'reach(k=3)' 'AlphaBeta(improved, nodes=1500)'",
    match: "lastknight match 'AlphaBeta(ratio, depth=3)' 'AlphaBeta(improved, depth=3)'",
    tournament: "lastknight tournament 'Greedy(open)' 'Greedy(improved)' Random --pairs 500",
    league: "lastknight league submissions --pairs 10 -o league",
    puzzles: "lastknight puzzles 3 --level hard --answer",
    study: "lastknight study 004-t1 --scale 10",
    claims: "lastknight claims --thorough",
    games: "lastknight games lastknight.db --show 0.17.2",
    catalog: "lastknight catalog",
    check: "lastknight check my_heuristics.py 'improved - 0.5 * center'",
    report: "lastknight report analysis",
    serve: "lastknight serve my_heuristics.py --port 8731",
    bench: "lastknight bench --json bench.json",
}
_COURSE_EXAMPLES: dict[Callable[..., None], str] = {
    aind.tournament: "lastknight aind tournament game_agent.py --nodes 3000",
    aind.new: "lastknight aind new my_agent",
}
course = typer.Typer()
for group, examples in ((app, _EXAMPLES), (course, _COURSE_EXAMPLES)):
    for command, example in examples.items():
        group.command(epilog=f"Example: {example}")(command)
app.add_typer(course, name="aind")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"lastknight {lastknight.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  (acts through its callback)
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    """The heuristics laboratory for knight's Isolation."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@course.callback(invoke_without_command=True)
def start_course(context: typer.Context) -> None:
    """For agents of the course: its tournament, and a new project."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        code = app(args=arguments, prog_name="lastknight", standalone_mode=False)
    except TyperException as error:
        return _refuse(f"{error.format_message()} See 'lastknight --help'.")
    except (LastknightError, OSError) as error:
        return _refuse(str(error))
    except (Abort, KeyboardInterrupt):
        return 130
    return code if isinstance(code, int) else 0


def _refuse(message: str) -> int:
    print("lastknight: " + " ".join(message.split()), file=sys.stderr)
    return 2
