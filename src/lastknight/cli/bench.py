"""`lastknight bench`: the fingerprint of behaviour, and how fast the core is."""

from dataclasses import asdict

from rich.table import Table

from lastknight.cli.support.commands import PROGRAM, command
from lastknight.cli.support.options import JsonOptions
from lastknight.cli.support.screen import make_console
from lastknight.players.bench import run_benchmark


@command("lastknight bench --json bench.json", panel=PROGRAM)
def bench(output: JsonOptions) -> None:
    """Search fixed positions: a fingerprint of behaviour, and how fast the core is."""
    console = make_console()
    with console.status("counting and timing"):
        result = run_benchmark()
    if not output.write(asdict(result)):
        return
    table = Table("", box=None, pad_edge=False)
    table.add_column("nodes", justify="right")
    table.add_column("million/s", justify="right")
    for speed in result.speeds:
        table.add_row(speed.name, f"{speed.nodes:,}", f"{speed.nodes_per_second / 1e6:,.2f}")
    console.print(table)
    console.print()
    ratios = Table("ratios within this run", box=None, pad_edge=False)
    ratios.add_column("measured", justify="right")
    ratios.add_column("required", justify="right")
    for ratio in result.ratios:
        ratios.add_row(ratio.name, f"{ratio.value:,.2f}", f"{ratio.least:,.2f}")
    console.print(ratios)
    console.print()
    console.print(f"fingerprint  {result.fingerprint}")
