"""`lastknight check`: check heuristics before they play."""

from collections.abc import Mapping
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.options import BoardOptions, Seed
from lastknight.cli.support.outputs import JsonOptions
from lastknight.cli.support.screen import make_console, print_left_out
from lastknight.errors import HeuristicError, LastknightError
from lastknight.heuristics.check import Finding, sample_positions
from lastknight.matches.guarded_check import GuardedCheck, check_guarded, list_specs
from lastknight.sandbox.guard import Guard


@command("lastknight check my_heuristics.py 'improved - 0.5 * center'", panel=HEURISTICS)
def check(
    heuristics: Annotated[
        list[str],
        typer.Argument(metavar="HEURISTIC", help="Specs, my_heuristics.py:name, or a whole file."),
    ],
    board: BoardOptions,
    output: JsonOptions,
    positions: Annotated[
        int, typer.Option(min=1, max=10**6, help="Number of positions to try.")
    ] = 300,
    seed: Seed = 1,
) -> None:
    """Check that heuristics never fail and are repeatable and symmetric; measure their cost.

    Exits with code 1 if one of them is unsound or cannot be loaded.
    """
    sample = sample_positions(board.start, positions, seed=seed)
    results: list[GuardedCheck] = []
    with Guard() as guard:
        listed = list_specs(guard, heuristics)
        unusable = dict(listed.unusable)
        shown = make_console(stderr=True)
        is_hidden = not shown.is_terminal
        progress = track(listed.specs, "checking", console=shown, transient=True, disable=is_hidden)
        for spec in progress:
            try:
                results.append(check_guarded(guard, spec, sample, has_cost=True))
            except LastknightError as error:
                unusable[spec] = str(error)
    if not results:
        raise HeuristicError("; ".join(unusable.values()))
    print_left_out((), listed.passed_over)
    facts = [_facts(one) for one in results]
    facts += [_without_result(spec, reason) for spec, reason in unusable.items()]
    output.write(facts, lambda: _print(results, unusable, asked=len(sample)))
    if unusable or not all(one.result.is_sound for one in results):
        raise typer.Exit(1)


def _print(results: list[GuardedCheck], unusable: Mapping[str, str], *, asked: int) -> None:
    console = make_console()
    console.print(_table(results))
    for one in results:
        if one.result.is_searchable and 2 * one.result.positions < asked:
            console.print(
                f"\n{one.result.spec} is slow, {1000 * one.result.seconds:.1f} ms for a value: "
                f"checked in {one.result.positions} of {asked} positions",
                soft_wrap=True,
            )
    for one in results:
        _explain(console, one)
    for text, reason in unusable.items():
        console.print(f"\n{text} was not checked: {reason}", soft_wrap=True)


def _table(results: list[GuardedCheck]) -> Table:
    table = Table(box=None)
    table.add_column("heuristic", overflow="fold")
    for heading in ("never fails", "a number", "same twice", "symmetric"):
        table.add_column(heading, no_wrap=True)
    table.add_column("cost", justify="right", no_wrap=True)
    for one in results:
        result = one.result
        marks = (result.raised, result.not_a_number, result.unstable, result.asymmetric)
        cost = "" if one.cost is None else f"{one.cost:.1f}"
        table.add_row(result.spec, *map(_mark, marks), cost)
    count = max(one.result.positions for one in results)
    table.caption = f"{count} positions, both players; cost of a node, `improved` = 1"
    return table


def _mark(finding: Finding | None) -> str:
    return "yes" if finding is None else f"no: {finding.count}"


def _explain(console: Console, one: GuardedCheck) -> None:
    result = one.result
    named = {
        "fails": result.raised,
        "is not a number": result.not_a_number,
        "changes": result.unstable,
        "differs between mirror images": result.asymmetric,
        "is constant": result.constant,
        "reads attributes its player lacks": result.missed,
    }
    for words, finding in named.items():
        if finding is not None:
            console.print(f"\n{result.spec} {words}: {finding.text}", soft_wrap=True)
            if finding not in (result.constant, result.missed):  # true of all positions
                console.print(f"  at {finding.position}", soft_wrap=True)
    if one.output:
        console.print(f"\n{result.spec} printed:\n{one.output}", soft_wrap=True)


def _facts(one: GuardedCheck) -> dict[str, object]:
    result = one.result

    def finding(found: Finding | None) -> dict[str, object] | None:
        if found is None:
            return None
        return {"count": found.count, "position": str(found.position), "text": found.text}

    return {
        "heuristic": result.spec,
        "positions": result.positions,
        "is_sound": result.is_sound,
        "raised": finding(result.raised),
        "not_a_number": finding(result.not_a_number),
        "unstable": finding(result.unstable),
        "asymmetric": finding(result.asymmetric),
        "constant": finding(result.constant),
        "missed": finding(result.missed),
        "relative_cost": one.cost,
        "error": None,
    }


def _without_result(text: str, reason: str) -> dict[str, object]:
    """The facts about a heuristic that could not be checked."""
    return {"heuristic": text, "is_sound": False, "error": reason}
