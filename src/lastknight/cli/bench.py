"""`lastknight bench`: the fingerprint of the rules, and how fast they are."""

import json

from rich.console import Console
from rich.table import Table

from lastknight.bench import Benchmark, run_benchmark
from lastknight.cli.options import JsonFile


def bench(json_file: JsonFile = None) -> None:
    """Count the leaves of fixed positions: a fingerprint of behaviour, and a measure of speed."""
    console = Console(highlight=False)
    result = run_benchmark()
    report = json.dumps(_facts(result), indent=2)
    if str(json_file) == "-":
        print(report)
        return
    if json_file is not None:
        json_file.write_text(report + "\n", encoding="utf-8")
    table = Table("perft", box=None, pad_edge=False)
    for heading in ("depth", "leaves", "million leaves/s"):
        table.add_column(heading, justify="right")
    for timing in (*result.native, result.python):
        speed = timing.leaves_per_second / 1e6
        table.add_row(
            timing.task.name, str(timing.task.depth), f"{timing.leaves:,}", f"{speed:,.1f}"
        )
    console.print(table)
    console.print()
    console.print(f"fingerprint  {result.fingerprint}")
    console.print(f"native       {result.times_python:,.0f} times Position.play in a Python loop")
    console.print(f"two words    a leaf on 11x9 costs {result.two_word_cost:.2f} of one on 7x7")


def _facts(result: Benchmark) -> dict[str, object]:
    return {
        "fingerprint": result.fingerprint,
        "times_python": result.times_python,
        "two_word_cost": result.two_word_cost,
        "perft": [
            {
                "name": timing.task.name,
                "position": str(timing.task.position),
                "depth": timing.task.depth,
                "leaves": timing.leaves,
                "seconds": timing.seconds,
            }
            for timing in (*result.native, result.python)
        ],
    }
