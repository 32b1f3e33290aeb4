"""`lastknight catalog`: every heuristic known by name."""

import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lastknight.cli.options import JsonFile
from lastknight.heuristics import Entry, heuristic, heuristics
from lastknight.matches.costs import relative_costs


def catalog(json_file: JsonFile = None) -> None:
    """List every heuristic known by name: what it means, its parameters, where it is from.

    The cost is that of a searched node, measured now on this machine; `improved` is 1.
    """
    console = Console(highlight=False, markup=False)
    entries = list(heuristics().values())
    with console.status("measuring costs"):
        costs = relative_costs([heuristic(entry.name) for entry in entries])
    report = json.dumps(
        [asdict(e) | {"cost": cost} for e, cost in zip(entries, costs, strict=True)], indent=2
    )
    if str(json_file) == "-":
        print(report)
        return
    if json_file is not None:
        json_file.write_text(report + "\n", encoding="utf-8")
    table = Table(box=None, pad_edge=False, expand=True)
    table.add_column("name", no_wrap=True)
    table.add_column("meaning and formula", ratio=1)
    table.add_column("from", no_wrap=True)
    table.add_column("cost", justify="right")
    for entry, cost in zip(entries, costs, strict=True):
        meaning = Text.assemble(f"{entry.meaning}\n", (entry.formula, "dim"))
        table.add_row(_signature(entry), meaning, entry.source, f"{cost:.1f}")
    console.print(table)
    console.print("own, opp: legal moves of the player and the opponent, whoever is to move")
    for parameter in {p.name: p for entry in entries for p in entry.parameters}.values():
        span = f"{parameter.low:g} to {parameter.high:g}, {parameter.default:g} if not given"
        console.print(f"{parameter.name}: {parameter.meaning} ({span})")


def _signature(entry: Entry) -> str:
    if not entry.parameters:
        return entry.name
    return f"{entry.name}({', '.join(parameter.name for parameter in entry.parameters)})"
