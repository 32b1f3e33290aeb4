"""`lastknight analyze`: the main job, from heuristics to a written analysis."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lastknight.analysis import AnalysisRequest, Session
from lastknight.analysis.inquiry import BASELINE
from lastknight.analysis.meetings import Watch
from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.options import (
    Costs,
    EffortOptions,
    GameOptions,
    RunOptions,
    open_store,
)
from lastknight.cli.support.progress import worker_columns
from lastknight.cli.support.screen import make_console
from lastknight.matches.costs import read_costs
from lastknight.matches.runners import Runner
from lastknight.report import summary
from lastknight.report.analysis_folder import (
    GAMES,
    keep_request,
    plan_chapters,
    run_analysis,
    settle_request,
)
from lastknight.report.write import check_libraries

_CHAPTERS = {
    "direct": "candidates against the baseline",
    "ranking": "all against all",
    "classic": "the classic tournament",
    "ceiling": "perfect play against the baseline",
    "ratios": "what a node may cost",
    "budgets": "other budgets",
    "truth": "perfect play",
    "claims": "claims of the five analyses",
}


@command("lastknight analyze my_heuristics.py --quick", panel=HEURISTICS)
def analyze(
    effort: EffortOptions,
    games: GameOptions,
    run: RunOptions,
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MY_HEURISTICS.PY | SPEC",
            help="Heuristics. Default: those of the five analyses.",
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Folder for the report and the games."
        ),
    ] = Path("analysis"),
    baseline: Annotated[
        str, typer.Option(metavar="SPEC", help="The heuristic to beat.")
    ] = BASELINE,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=50,
            max=10**9,
            help="Nodes per move. Default: 15000, which stand for the original 150 ms; fewer for "
            "heuristics in Python.",
        ),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option(min=2, help="Pairs of each candidate against the baseline.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPPONENT",
            help="An opponent for the classic table; can be repeated. Default: the course's.",
        ),
    ] = None,
    claims: Annotated[
        bool | None,
        typer.Option(
            help="Test the claims of the five analyses. Default: if no heuristic is named."
        ),
    ] = None,
    cost: Costs = None,
) -> None:
    """Play every comparison that shows what heuristics are worth, and write the analysis.

    Games are stored in the folder; the same command resumes where it stopped.
    """
    check_libraries()
    request = AnalysisRequest(
        heuristics=tuple(subjects or ()),
        baseline=baseline,
        effort=effort.effort,
        nodes=nodes,
        against=tuple(against or ()),
        pairs=pairs,
        costs=read_costs(cost or []),
        claims=claims,
        **games.conditions(),
    )
    _run(request, output, run)


def _run(request: AnalysisRequest, folder: Path, run: RunOptions) -> None:
    """Play the analysis, write its report, and print the short answer."""
    request = settle_request(request, folder)
    inquiry = request.inquiry()
    keep_request(request, inquiry, folder)
    with (
        run.open(has_local_work=True) as runner,
        open_store(folder / GAMES) as store,
        _progress(plan_chapters(request, inquiry), runner) as watch,
    ):
        session = Session(inquiry, workers=run.workers, runner=runner, store=store, watch=watch)
        facts, written = run_analysis(request, session, folder)
    console = make_console()
    for line in summary(facts):
        console.print(line)
    console.print(f"\nthe report: {written[0]}; games and tables are in the same folder")


@contextmanager
def _progress(work: Mapping[str, float], runner: Runner | None) -> Iterator[Watch]:
    """A bar over all chapters, with the games so far and an estimate of the time left."""
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
    with Progress(*columns, console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task("measuring costs", total=sum(work.values()), games=0)

        def watch(chapter: str, new: float, played: int) -> None:
            nonlocal games
            games += played
            done[chapter] += new
            # Chapters before this one are done, whatever was estimated for them.
            before = sum(work[name] for name in chapters[: chapters.index(chapter)])
            completed = before + min(done[chapter], work[chapter])
            bar.update(task, description=_CHAPTERS[chapter], completed=completed, games=games)

        yield watch
