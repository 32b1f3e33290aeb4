"""`lastknight analyze`: the main job, from heuristics to a written analysis."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lastknight.analysis import AnalysisRequest, Session
from lastknight.analysis.inquiry import BASELINE, CLOCK
from lastknight.analysis.meetings import Watch
from lastknight.cli.live import worker_columns
from lastknight.cli.options import (
    Blocked,
    ClusterAddress,
    Costs,
    Height,
    MixedClocks,
    MoveSeconds,
    OpeningsOption,
    Plies,
    Seed,
    Width,
    Workers,
    open_cluster,
    open_store,
    read_openings_option,
)
from lastknight.errors import ArgumentError
from lastknight.matches.costs import nodes_for, read_costs
from lastknight.matches.runners import Runner
from lastknight.position import Position
from lastknight.report import summary
from lastknight.report.analysis_folder import (
    GAMES,
    keep_request,
    plan_chapters,
    run_analysis,
)
from lastknight.report.libraries import check_libraries

_CHAPTERS = {
    "direct": "candidates against the baseline",
    "ranking": "all against all",
    "classic": "the classic tournament",
    "budgets": "other budgets",
    "truth": "perfect play",
    "claims": "claims of the five analyses",
}


def analyze(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[my_heuristics.py | SPEC]...",
            help="Heuristics; without any, those of the five analyses.",
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A sketch, in seconds.")] = False,
    thorough: Annotated[bool, typer.Option("--thorough", help="Small differences too.")] = False,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder for report and games.")
    ] = Path("analysis"),
    baseline: Annotated[str, typer.Option(help="The heuristic to beat.")] = BASELINE,
    nodes: Annotated[
        int, typer.Option(min=50, max=10**9, help="Nodes a move; 15000 is 150 ms in the originals.")
    ] = nodes_for(CLOCK),
    pairs: Annotated[
        int | None, typer.Option(min=2, help="Pairs of each candidate against the baseline.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="An opponent for the classic table; repeat it. None: the course's."),
    ] = None,
    claims: Annotated[
        bool | None,
        typer.Option(help="Test the claims of the five analyses too; so if none is named."),
    ] = None,
    openings: OpeningsOption = "random",
    plies: Plies = 2,
    width: Width = 7,
    height: Height = 7,
    blocked: Blocked = "",
    seed: Seed = 1,
    cost: Costs = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    allow_mixed_clocks: MixedClocks = False,
    move_seconds: MoveSeconds = None,
) -> None:
    """Play everything that tells what heuristics are worth, and write the analysis.

    Games are kept in the folder; the same command goes on where it was stopped.
    """
    check_libraries()
    if quick and thorough:
        raise ArgumentError("an analysis is --quick or --thorough, not both")
    start = Position(width, height, blocked)
    request = AnalysisRequest(
        heuristics=tuple(subjects or ()),
        baseline=baseline,
        effort="quick" if quick else "thorough" if thorough else "default",
        nodes=nodes,
        against=tuple(against or ()),
        pairs=pairs,
        costs=read_costs(cost or []),
        claims=claims,
        openings=read_openings_option(openings, start),
        plies=plies,
        start=start,
        seed=seed,
        move_seconds=move_seconds,
    )
    inquiry = request.inquiry()
    keep_request(request, inquiry, output)
    with (
        open_cluster(cluster, allow_mixed_clocks=allow_mixed_clocks) as runner,
        open_store(output / GAMES, fresh=False) as store,
        _progress(plan_chapters(request, inquiry), runner) as watch,
    ):
        session = Session(inquiry, workers=workers, runner=runner, store=store, watch=watch)
        facts, written = run_analysis(request, session, output)
    console = Console(highlight=False, markup=False)
    for line in summary(facts.as_json()):
        console.print(line)
    console.print(f"\nthe report: {written[0]}; games and tables are in the same folder")


@contextmanager
def _progress(work: Mapping[str, float], runner: Runner | None) -> Iterator[Watch]:
    """A bar over all chapters, with games a second and an estimate of the time left."""
    columns = (
        *worker_columns(runner),
        TextColumn("{task.description:<33}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[games]:,} games"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    chapters = list(work)
    games = 0
    done = dict.fromkeys(work, 0.0)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("measuring costs", total=sum(work.values()), games=0)

        def watch(chapter: str, new: float, played: int) -> None:
            nonlocal games
            games += played
            done[chapter] += new
            # What was planned for the chapters before counts as done: the plan was an estimate.
            before = sum(work[name] for name in chapters[: chapters.index(chapter)])
            completed = before + min(done[chapter], work[chapter])
            bar.update(task, description=_CHAPTERS[chapter], completed=completed, games=games)

        yield watch
