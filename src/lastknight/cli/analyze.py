"""`lastknight analyze`: the main command, from heuristics to a written analysis."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lastknight.analysis import AnalysisRequest, Facts, Session
from lastknight.analysis.champion import CHAMPION
from lastknight.analysis.inquiry import BASELINE, FEWEST_NODES, Inquiry
from lastknight.analysis.meetings import Watch
from lastknight.cli.support.commands import START, command
from lastknight.cli.support.folders import name_folder, refuse_other
from lastknight.cli.support.game_options import GameOptions, RunOptions, open_store
from lastknight.cli.support.options import Costs, EffortOptions
from lastknight.cli.support.outputs import deliver_folder, folder_option, make_folder
from lastknight.cli.support.progress import worker_columns
from lastknight.cli.support.screen import make_console, print_left_out
from lastknight.matches.costs import check_costs, read_costs
from lastknight.matches.runners import Runner
from lastknight.report import summary
from lastknight.report.analysis_folder import (
    GAMES,
    clear_report,
    find_other,
    keep_request,
    plan_chapters,
    play_analysis,
    settle_request,
    write_analysis,
)
from lastknight.report.hand_in.document import PAGE as HAND_IN
from lastknight.report.hand_in.document import write_hand_in
from lastknight.report.write import check_libraries
from lastknight.studies.claim_run import costs_used

_CHAPTERS = {
    "direct": "candidates against the baseline",
    "ranking": "all against all",
    "classic": "the classic tournament",
    "ceiling": "perfect play against the baseline",
    "champion": "the champion against the baseline",
    "ratios": "break-even costs",
    "budgets": "other budgets",
    "truth": "perfect play",
    "claims": "claims of the five analyses",
}


@command("lastknight analyze my_heuristics.py --quick", panel=START)
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
        Path | None,
        folder_option(
            "Folder for the report and the games. Default: analysis, followed by what is analysed."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace another report in the folder.")
    ] = False,
    baseline: Annotated[
        str, typer.Option(metavar="SPEC", help="The heuristic to beat.")
    ] = BASELINE,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=FEWEST_NODES,
            max=10**9,
            help=(
                "Nodes per move. Default: 15000, equivalent to the original 150 ms; fewer for "
                "heuristics in Python."
            ),
        ),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option(min=2, help="Pairs per candidate against the baseline.")
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
            help=(
                "Test the claims of the five analyses. Default: only with --thorough, if no "
                "heuristic is given."
            )
        ),
    ] = None,
    cost: Costs = None,
    hand_in: Annotated[
        bool, typer.Option("--hand-in", help="Also write two pages to hand in: hand_in.html.")
    ] = False,
) -> None:
    """Compare heuristics in thousands of fair games, and write the analysis.

    Games are stored in the folder; run the same command again to resume.
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
    kind = "analysis" if effort.effort == "default" else f"analysis-{effort.effort}"
    folder = name_folder(kind, request.heuristics) if output is None else output
    request = settle_request(request, folder)
    inquiry = replace(request.inquiry(), has_equal_cells=hand_in)
    used = {CHAMPION, *map(str, inquiry.candidates)}
    check_costs(request.costs, used | (costs_used() if request.has_claims else set()))
    print_left_out(inquiry.left_out, inquiry.passed_over)
    if (other := find_other(request, folder)) is not None:
        refuse_other(folder, other, force=force)
        clear_report(folder)
    keep_request(request, inquiry, make_folder(folder))
    facts = _play(request, inquiry, folder, run=run, hand_in=hand_in)

    def write(where: Path) -> list[Path]:
        return write_analysis(facts, where) + (write_hand_in(facts, where) if hand_in else [])

    deliver_folder(folder, write, lambda files: _print_answer(facts, files))


def _play(
    request: AnalysisRequest, inquiry: Inquiry, folder: Path, *, run: RunOptions, hand_in: bool
) -> Facts:
    """Play the analysis, with its games in the folder."""
    with (
        run.open() as runner,
        open_store(folder / GAMES) as store,
        _progress(plan_chapters(request, inquiry), runner) as watch,
    ):
        session = Session(inquiry, workers=run.workers, runner=runner, store=store, watch=watch)
        return play_analysis(request, session, folder, **{"hand-in": hand_in})


def _print_answer(facts: Facts, files: list[Path]) -> None:
    """Print the short answer, and where to find the files."""
    console = make_console()
    for line in summary(facts):
        console.print(line)
    for page in files[:1]:
        console.print(f"\nthe report: {page}; games and tables are in the same folder")
    for page in files:
        if page.name == HAND_IN:
            console.print(f"to hand in: {page}, two pages when printed")
    console.print(f"to repeat it: {facts.origin.command}", soft_wrap=True)


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
    shown = make_console(stderr=True)
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar:
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
