"""`lastknight check`: heuristics checked before they play."""

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.options import BoardOptions, JsonOptions, Seed
from lastknight.cli.support.screen import make_console
from lastknight.heuristics import Heuristic, heuristic
from lastknight.heuristics.check import CheckedHeuristic, Finding, check_heuristic, sample_positions
from lastknight.heuristics.files import specs_in
from lastknight.matches.costs import relative_costs
from lastknight.position import Position


@command("lastknight check my_heuristics.py 'improved - 0.5 * center'", panel=HEURISTICS)
def check(
    heuristics: Annotated[
        list[str],
        typer.Argument(metavar="HEURISTIC", help="Specs, my_heuristics.py:name, or a whole file."),
    ],
    board: BoardOptions,
    output: JsonOptions,
    positions: Annotated[int, typer.Option(min=1, help="Number of positions to try.")] = 300,
    seed: Seed = 1,
) -> None:
    """Check heuristics: repeatable, a number everywhere, symmetric; and measure their cost.

    Exits with code 1 if one of them cannot be relied on.
    """
    subjects = [heuristic(spec) for text in heuristics for spec in specs_in(text)]
    sample = sample_positions(board.start, positions, seed=seed)
    progress = track(subjects, "checking", console=make_console(stderr=True), transient=True)
    results = [_check(subject, sample) for subject in progress]
    if output.write([_facts(*result) for result in results]):
        console = make_console()
        console.print(_table(results))
        for result, _ in results:
            _explain(console, result)
    if not all(result.is_sound for result, _ in results):
        raise typer.Exit(1)


def _check(subject: Heuristic, sample: list[Position]) -> tuple[CheckedHeuristic, float | None]:
    """Check a heuristic, and measure its cost if a search can use it."""
    result = check_heuristic(subject, sample)
    return result, relative_costs([subject])[0] if result.is_searchable else None


def _table(results: list[tuple[CheckedHeuristic, float | None]]) -> Table:
    table = Table(box=None)
    table.add_column("heuristic", overflow="fold")
    for heading in ("never fails", "a number", "same twice", "symmetric"):
        table.add_column(heading, no_wrap=True)
    table.add_column("cost", justify="right", no_wrap=True)
    for result, relative_cost in results:
        marks = (result.raised, result.not_a_number, result.unstable, result.asymmetric)
        cost = "" if relative_cost is None else f"{relative_cost:.1f}"
        table.add_row(str(result.heuristic), *map(_mark, marks), cost)
    count = results[0][0].positions
    table.caption = f"{count} positions, both players; cost of a node, `improved` = 1"
    return table


def _mark(finding: Finding | None) -> str:
    return "yes" if finding is None else f"no: {finding.count}"


def _explain(console: Console, result: CheckedHeuristic) -> None:
    named = {
        "fails": result.raised,
        "is not a number": result.not_a_number,
        "changes": result.unstable,
        "differs between mirror images": result.asymmetric,
    }
    for words, finding in named.items():
        if finding is not None:
            console.print(f"\n{result.heuristic} {words}: {finding.text}", soft_wrap=True)
            console.print(f"  at {finding.position}", soft_wrap=True)


def _facts(result: CheckedHeuristic, relative_cost: float | None) -> dict[str, object]:
    def finding(found: Finding | None) -> dict[str, object] | None:
        if found is None:
            return None
        return {"count": found.count, "position": str(found.position), "text": found.text}

    return {
        "heuristic": str(result.heuristic),
        "positions": result.positions,
        "is_sound": result.is_sound,
        "raised": finding(result.raised),
        "not_a_number": finding(result.not_a_number),
        "unstable": finding(result.unstable),
        "asymmetric": finding(result.asymmetric),
        "relative_cost": relative_cost,
    }
