"""`lastknight analyze`: the main job, from heuristics to a written analysis."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lastknight.analysis import (
    Facts,
    Inquiry,
    Session,
    analyse,
    choose_companions,
    planned_work,
    read_candidates,
    read_opponents,
)
from lastknight.analysis.inquiry import BASELINE, CLOCK
from lastknight.analysis.matches import Watch
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
    repeat_command,
)
from lastknight.errors import ArgumentError
from lastknight.heuristics import heuristic
from lastknight.matches.costs import nodes_for, read_costs
from lastknight.matches.engine import Standing
from lastknight.matches.runners import Runner
from lastknight.position import Position
from lastknight.report import summary, write_report
from lastknight.report.libraries import check_libraries
from lastknight.studies import run_ledger

_CHAPTERS = {
    "direct": "candidates against the baseline",
    "ranking": "all against all",
    "classic": "the classic tournament",
    "budgets": "other budgets",
    "truth": "perfect play",
    "claims": "claims of the five analyses",
}
# About how long the ledger takes, as a part of everything else at the same effort.
_LEDGER = 0.2
# Options that are left out when the command is written down: they change no game, or are measured.
_FORGOTTEN = ("output", "workers", "cluster", "allow_mixed_clocks", "cost")


def analyze(
    context: typer.Context,
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
    reference = heuristic(baseline)
    candidates = read_candidates(subjects or [], start=start)
    inquiry = Inquiry(
        candidates=tuple(candidate for candidate in candidates if candidate != reference),
        companions=choose_companions([*candidates, reference]),
        baseline=reference,
        nodes=nodes,
        opponents=read_opponents(against or [], nodes=nodes),
        start=start,
        openings=read_openings_option(openings, start),
        plies=plies,
        seed=seed,
        effort="quick" if quick else "thorough" if thorough else "default",
        pairs=pairs,
        known_costs=read_costs(cost or []),
        move_seconds=move_seconds,
    )
    with_claims = not subjects if claims is None else claims
    output.mkdir(parents=True, exist_ok=True)
    with (
        open_cluster(cluster, allow_mixed_clocks=allow_mixed_clocks) as runner,
        open_store(output / "games.db", fresh=False) as store,
    ):
        session = Session(inquiry, workers=workers, runner=runner, store=store)
        command = repeat_command(context, forget=_FORGOTTEN)
        facts = _run(session, command=command, with_claims=with_claims)
    data = facts.as_json()
    written = write_report(data, output)
    (output / "command.txt").write_text(facts.origin.command + "\n", encoding="utf-8")
    console = Console(highlight=False, markup=False)
    for line in summary(data):
        console.print(line)
    console.print(f"\nthe report: {written[0]}; games and tables are in the same folder")


def _run(session: Session, *, command: Sequence[str], with_claims: bool) -> Facts:
    inquiry = session.inquiry
    work = planned_work(inquiry)
    if with_claims:
        work["claims"] = _LEDGER * sum(work.values())
    with _progress(work, session.runner) as watch:
        session.watch = watch
        facts = analyse(session, command=command)
        if not with_claims:
            return facts
        results = run_ledger(
            effort="thorough" if inquiry.effort == "thorough" else "quick",
            seed=inquiry.seed,
            workers=None if session.runner else session.workers,
            runner=session.runner,
            store=session.store,
            known_costs=inquiry.known_costs,
            progress=lambda standing: _watch_ledger(watch, standing, work["claims"]),
        )
    return replace(facts, ledger=tuple(result.as_json() for result in results))


def _watch_ledger(watch: Watch, standing: Standing, work: float) -> None:
    """Standings come as sums, the bar wants what is new: it is told the part that is done."""
    watch("claims", work * standing.played / max(standing.planned, 1), 0)


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
            done[chapter] = new if chapter == "claims" else done[chapter] + new
            # What was planned for the chapters before counts as done: the plan was an estimate.
            before = sum(work[name] for name in chapters[: chapters.index(chapter)])
            completed = before + min(done[chapter], work[chapter])
            bar.update(task, description=_CHAPTERS[chapter], completed=completed, games=games)

        yield watch
