"""`lastknight catalog`: all built-in heuristics."""

from collections.abc import Mapping
from dataclasses import asdict

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.outputs import JsonOptions
from lastknight.cli.support.screen import make_console, show_status
from lastknight.heuristics import Entry, building_blocks, heuristic, heuristics
from lastknight.matches.costs import relative_costs

_NODES = 1000
_LEGEND = (
    "own, opp: legal moves of the player and the opponent, no matter whose turn it is",
    f"cost: time per searched node, `improved` = 1. Measured just now on this machine: the "
    f"heuristics take turns searching {_NODES:,} nodes in the same game positions, and the time "
    f"of the whole search counts. At cost 2, a clock allows half the nodes; `lastknight analyze` "
    f"tells you whether that pays off.",
)


@command("lastknight catalog", panel=HEURISTICS)
def catalog(output: JsonOptions) -> None:
    """List every heuristic known by name: its meaning, parameters, source and cost.

    Building blocks, the counts for weighted sums, come last. The cost of a node is measured on
    this machine, relative to `improved`.
    """
    groups = [list(heuristics().values()), list(building_blocks().values())]
    entries = [entry for group in groups for entry in group]
    with show_status("measuring costs"):
        measured = relative_costs([heuristic(entry.name) for entry in entries], nodes=_NODES)
    costs = {entry.name: cost for entry, cost in zip(entries, measured, strict=True)}

    def show() -> None:
        console = make_console()
        for group in groups:
            _print_group(console, group, costs)
        for line in _LEGEND:
            console.print(line)

    output.write([asdict(entry) | {"cost": costs[entry.name]} for entry in entries], show)


def _print_group(console: Console, entries: list[Entry], costs: Mapping[str, float]) -> None:
    table = Table(box=None, pad_edge=False, expand=True)
    table.add_column("name", no_wrap=True)
    table.add_column("meaning and formula", ratio=1)
    table.add_column("from", no_wrap=True)
    table.add_column("cost", justify="right")
    for entry in entries:
        meaning = Text.assemble(f"{entry.meaning}\n", (entry.formula, "dim"))
        table.add_row(_signature(entry), meaning, entry.source, f"{costs[entry.name]:.1f}")
    console.print(table)
    for parameter in {p.name: p for entry in entries for p in entry.parameters}.values():
        span = f"{parameter.low:g} to {parameter.high:g}, default {parameter.default:g}"
        console.print(f"{parameter.name}: {parameter.meaning} ({span})")
    console.print()


def _signature(entry: Entry) -> str:
    if not entry.parameters:
        return entry.name
    return f"{entry.name}({', '.join(parameter.name for parameter in entry.parameters)})"
