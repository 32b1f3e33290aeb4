"""What a person sees while games are played: a bar, speed, time left, and the numbers so far."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from lastknight.stats import Sprt, anytime_elo
from lastknight.tally import Tally
from lastknight.tournament import Standing


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        """Games a second."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{2 * speed:,.0f} games/s", "dim")


@contextmanager
def live_progress(
    console: Console, *, sprt: Sprt | None = None
) -> Iterator[Callable[[Standing], None]]:
    """A progress bar on standard error, and the function that moves it."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pairs"),
        _Speed(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=None)
        seen = 0

        def move(standing: Standing) -> None:
            nonlocal seen
            new = standing.played - seen
            seen = standing.played
            words = describe_standing(standing, sprt)
            progress.update(task, total=standing.planned, description=words)
            if standing.resumed == standing.played:
                progress.update(task, completed=standing.played)
            else:
                progress.advance(task, new)

        yield move


def describe_standing(standing: Standing, sprt: Sprt | None) -> str:
    """The numbers so far, such that looking at them again and again does no harm."""
    if len(standing.tallies) != 1:
        return f"{len(standing.tallies)} pairings"
    (tally,) = standing.tallies.values()
    counts = f"+{tally.ww} ={tally.split} -{tally.ll}"
    if sprt is not None:
        low, high = sprt.bounds
        return f"{counts}  LLR {sprt.llr(tally.ww, tally.ll):+.2f} [{low:.2f}, {high:.2f}]"
    return f"{counts}  Elo {_interval(tally)}"


def _interval(tally: Tally) -> str:
    elo = anytime_elo(tally.ww, tally.ll)
    low = "?" if elo.low is None else f"{elo.low:+.0f}"
    high = "?" if elo.high is None else f"{elo.high:+.0f}"
    return f"{low} to {high}"
