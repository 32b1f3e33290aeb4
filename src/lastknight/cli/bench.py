"""`lastknight bench`: the fingerprint of behaviour, and how fast the core is."""

import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from lastknight.cli.options import JsonFile
from lastknight.players.bench import run_benchmark


def bench(json_file: JsonFile = None) -> None:
    """Count fixed positions: a fingerprint of behaviour, and speeds next to each other."""
    console = Console(highlight=False, markup=False)
    with console.status("counting and timing"):
        result = run_benchmark()
    report = json.dumps(asdict(result), indent=2)
    if str(json_file) == "-":
        print(report)
        return
    if json_file is not None:
        json_file.write_text(report + "\n", encoding="utf-8")
    table = Table("", box=None, pad_edge=False)
    table.add_column("nodes", justify="right")
    table.add_column("million/s", justify="right")
    for speed in result.speeds:
        table.add_row(speed.name, f"{speed.nodes:,}", f"{speed.nodes_per_second / 1e6:,.2f}")
    console.print(table)
    console.print()
    ratios = Table("ratios within this run", box=None, pad_edge=False)
    ratios.add_column("measured", justify="right")
    ratios.add_column("asked", justify="right")
    for ratio in result.ratios:
        ratios.add_row(ratio.name, f"{ratio.value:,.2f}", f"{ratio.least:,.2f}")
    console.print(ratios)
    console.print()
    console.print(f"fingerprint  {result.fingerprint}")
