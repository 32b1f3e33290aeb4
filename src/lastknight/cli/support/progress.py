"""Progress on the terminal: counts so far, a bar, speed and time left."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from lastknight.cli.support.screen import format_interval, make_console, make_table
from lastknight.matches.engine import RunProgress
from lastknight.matches.runners import Cluster, Runner
from lastknight.stats import Sprt, SprtProgress, anytime_elo
from lastknight.stats.words import counted, describe_pairs_left

_MOST_ROWS = 20


@contextmanager
def counting_progress(unit: str = "") -> Iterator[Callable[[str, int, int], None]]:
    """A bar on standard error, and the function that updates it: label, number done, total.

    Shows nothing if standard error is not a terminal.
    """
    columns = (
        TextColumn("{task.description:<20}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
    )
    console = make_console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)

        def update(what: str, done: int, total: int) -> None:
            if bar.tasks[0].description != what:
                bar.reset(task, description=what)
            bar.update(task, completed=done, total=total)

        yield update


@contextmanager
def overall_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A bar over all phases on standard error, and the function that updates it.

    It takes the name of the phase, the work done and the total. Shows nothing if
    standard error is not a terminal.
    """
    columns = (
        TextColumn("{task.description:<20}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    console = make_console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)

        def update(phase: str, done: int, total: int) -> None:
            bar.update(task, description=phase, completed=done, total=total)

        yield update


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        """Games per second."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{2 * speed:,.0f} games/s", "dim")


class _Workers(ProgressColumn):
    def __init__(self, cluster: Cluster) -> None:
        super().__init__()
        self.cluster = cluster

    def render(self, task: Task) -> Text:  # noqa: ARG002  (the cluster knows)
        """Number of workers that are playing."""
        count = self.cluster.workers
        return Text(counted(count, "worker"), "dim")


def worker_columns(runner: Runner | None) -> list[ProgressColumn]:
    """The columns of a bar for a cluster; none for this machine."""
    return [_Workers(runner)] if isinstance(runner, Cluster) else []


@contextmanager
def live_progress(
    pairings: Sequence[tuple[str, str]],
    *,
    sprt: Sprt | None = None,
    cluster: Cluster | None = None,
) -> Iterator[Callable[[RunProgress], None]]:
    """A table and a bar on standard error, and the function that updates them.

    The table shows only what can be watched without bias: an anytime-valid interval, or the state
    of the SPRT. For a cluster it also shows the workers and Dask's dashboard.
    """
    console = make_console(stderr=True)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pairs"),
        *worker_columns(cluster),
        _Speed(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console)
    task = bar.add_task("", total=None)
    page = cluster.dashboard if cluster else None
    dashboard = [Text(f"dashboard {page}", f"dim link {page}")] if page else []
    seen = 0
    with Live(bar, console=console, transient=True, refresh_per_second=4) as live:

        def update(standing: RunProgress) -> None:
            nonlocal seen
            bar.update(task, total=standing.planned)
            if standing.resumed == standing.played:  # these must not count as speed
                bar.reset(task, total=standing.planned, completed=standing.played)
            else:
                bar.advance(task, standing.played - seen)
            seen = standing.played
            if console.is_terminal:
                live.update(Group(standings_table(pairings, standing, sprt), *dashboard, bar))

        yield update


def standings_table(
    pairings: Sequence[tuple[str, str]], standing: RunProgress, sprt: Sprt | None
) -> Table:
    """The counts of every pairing so far; only the latest ones if there are many."""
    test = "SPRT" if sprt else "Elo, anytime"
    table = make_table("A", "B", numbers=("won", "split", "lost", test))
    for pairing in sorted(standing.tallies)[-_MOST_ROWS:]:
        tally, progress = standing.tallies[pairing], standing.tests.get(pairing)
        effect = standing.design_effects.get(pairing, 1.0)
        numbers = (
            _describe_test(progress)
            if progress
            else format_interval(anytime_elo(tally.ww, tally.ll, design_effect=effect))
        )
        counts = (f"{tally.ww:,}", f"{tally.split:,}", f"{tally.ll:,}")
        table.add_row(*pairings[pairing], *counts, numbers)
    return table


def _describe_test(test: SprtProgress) -> str:
    low, high = test.sprt.bounds
    left = describe_pairs_left(test)
    return f"{test.llr:+.2f} in {low:.2f} to {high:+.2f}{left and f', {left}'}"
