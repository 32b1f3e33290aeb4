"""`lastknight bench`: the fingerprint of behaviour, and how fast the core is."""

from dataclasses import asdict

from lastknight.cli.support.commands import PROGRAM, command
from lastknight.cli.support.outputs import JsonOptions
from lastknight.cli.support.screen import make_console, make_table, show_status
from lastknight.players.bench import Benchmark, run_benchmark


@command("lastknight bench --json bench.json", panel=PROGRAM)
def bench(output: JsonOptions) -> None:
    """Search fixed positions for a fingerprint of behaviour and the speed of the core."""
    with show_status("counting and timing"):
        result = run_benchmark()
    output.write(asdict(result), lambda: _print(result))


def _print(result: Benchmark) -> None:
    console = make_console()
    speeds = make_table("", numbers=("nodes", "million/s"))
    for speed in result.speeds:
        speeds.add_row(speed.name, f"{speed.nodes:,}", f"{speed.nodes_per_second / 1e6:,.2f}")
    ratios = make_table("ratios within this run", numbers=("measured", "required"))
    for ratio in result.ratios:
        ratios.add_row(ratio.name, f"{ratio.value:,.2f}", f"{ratio.least:,.2f}")
    for table in (speeds, ratios):
        console.print(table)
        console.print()
    console.print(f"fingerprint  {result.fingerprint}")
