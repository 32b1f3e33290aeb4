"""`lastknight league`: a class of submissions, each in a sandbox, with a page for everyone."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from lastknight.cli.live import live_progress
from lastknight.cli.options import (
    ClusterAddress,
    MixedClocks,
    Nodes,
    RequireSandbox,
    Seconds,
    Seed,
    Workers,
    choose_sandbox,
    open_cluster,
    open_store,
    read_limits,
    repeat_command,
)
from lastknight.errors import ArgumentError
from lastknight.league.facts import Entry, League
from lastknight.league.gathering import Watch, gather_league
from lastknight.league.reception import Received, receive
from lastknight.league.rules import Rules, plan_league
from lastknight.league.submissions import NAME, find_submissions
from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import play_plans
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Cluster
from lastknight.matches.store import Store
from lastknight.report.league.words import elo_text, forfeit_text, rate_text, span_text
from lastknight.report.libraries import check_libraries
from lastknight.sandbox.printable import printable_line
from lastknight.truth.verdicts import Verdicts, reach_of

_PROBLEM = 100
# Options that are left out when the command is written down: they change no game.
_FORGOTTEN = ("workers", "output", "cluster", "allow_mixed_clocks")


def league(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Submissions: files, or folders with one.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder for pages, tables and games.")
    ] = Path("league"),
    pairs: Annotated[
        int, typer.Option(min=1, help="Openings of each meeting, each from both sides.")
    ] = 10,
    seconds: Seconds = None,
    nodes: Nodes = None,
    against_baselines: Annotated[
        bool, typer.Option("--against-baselines", help="Not against each other.")
    ] = False,
    boards: Annotated[
        int, typer.Option(min=0, max=50, help="Mistakes of a submission that are shown.")
    ] = 3,
    title: Annotated[str | None, typer.Option(help="The title of the front page.")] = None,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    allow_mixed_clocks: MixedClocks = False,
    require_sandbox: RequireSandbox = False,
) -> None:
    """Play a league of submissions: each other and baselines, with ratings and a page for each.

    Games are kept in the output folder; the same command goes on where it was stopped, and a
    submission that comes later plays its own games only.
    """
    check_libraries()
    from lastknight.report.league.pages import write_league  # noqa: PLC0415  (needs those libraries)

    bar = Console(stderr=True, highlight=False, markup=False)
    console = Console(highlight=False, markup=False)
    if output.resolve() == folder.resolve():
        raise ArgumentError("the results need a folder of their own; name one with --output")
    submissions, skipped = find_submissions(folder, leave_out=output)
    sandbox = choose_sandbox(bar, require=require_sandbox)
    rules = Rules(
        limits=read_limits(seconds, nodes),
        pairs=pairs,
        seed=seed,
        is_among_themselves=not against_baselines,
        boards=boards,
        sandbox=sandbox,
    )
    for one in skipped:
        bar.print(f"left out: {one.name} ({one.reason})", soft_wrap=True)
    output.mkdir(parents=True, exist_ok=True)
    with (
        open_cluster(cluster, allow_mixed_clocks=allow_mixed_clocks, workers=workers) as runner,
        open_store(output / "games.db", fresh=False) as store,
    ):
        with _progress("submissions received") as watch:
            received = receive(submissions, rules, output, workers=workers, watch=watch)
        plan, chunks = _play(received, rules, store=store, workers=workers, runner=runner)
        with _progress("entrants looked through") as watch:
            found = gather_league(
                received,
                plan,
                chunks,
                rules=rules,
                verdicts=Verdicts(reach_of(plan.start), workers=workers, store=store),
                title=printable_line(title or f"League {folder.resolve().name}", limit=NAME),
                skipped=skipped,
                command=shlex.join(repeat_command(context, forget=_FORGOTTEN)),
                watch=watch,
            )
    written = write_league(found, output)
    _print(console, found)
    console.print(f"\nthe league: {written[0]}; pages, tables and games are in the same folder")


def _play(
    received: list[Received],
    rules: Rules,
    *,
    store: Store | None,
    workers: int | None,
    runner: Cluster | None,
) -> tuple[Plan, list[Chunk]]:
    playing = [(one.submission.name, one.player) for one in received if one.player is not None]
    plan = plan_league(playing, rules)
    names = [*(name for name, _ in playing), *plan.player_names[len(playing) :]]
    pairings = [(names[a], names[b]) for a, b in plan.pairings]
    with live_progress(Console(stderr=True, markup=False), pairings, cluster=runner) as progress:
        (chunks,) = play_plans(
            [plan], workers=workers, runner=runner, store=store, progress=progress
        )
    return plan, chunks


@contextmanager
def _progress(what: str) -> Iterator[Watch]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    is_seen = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not is_seen) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _print(console: Console, found: League) -> None:
    table = Table("rank", "player", box=None, pad_edge=False)
    for heading in ("Elo", "95 %", "won", "lost", "win rate"):
        table.add_column(heading, justify="right")
    table.add_column("forfeits")
    for entry in found.entries:
        if not entry.problem:
            table.add_row(*_cells(entry))
    console.print(table)
    absent = [entry for entry in found.entries if entry.problem]
    for entry in absent:
        why = printable_line(entry.problem, limit=_PROBLEM)
        console.print(f"{entry.name} did not play: {why}", soft_wrap=True)


def _cells(entry: Entry) -> list[str]:
    return [
        entry.rank or "baseline",
        entry.name,
        elo_text(entry.elo),
        span_text(entry.elo),
        f"{entry.wins:,}",
        f"{entry.losses:,}",
        rate_text(entry.win_rate),
        forfeit_text(entry),
    ]
