"""The time `lastknight` takes to start, divided by that of Python importing typer and rich.

Both are the CPU time of a new process. They take turns, and who goes first alternates; each ratio
is the median of the rounds, with the lowest and the highest next to it. The goal for --version is
at most 1.5.
Usage: python benchmarks/startup_speed.py
"""

import os
import subprocess
import sys
from statistics import median

ROUNDS = 21
BASELINE = [sys.executable, "-c", "import typer, rich"]
PROGRAM = [sys.executable, "-c", "import sys; from lastknight.cli import main; sys.exit(main())"]
COMMANDS = {
    "--version": ["--version"],
    "--help": ["--help"],
    "match --help": ["match", "--help"],
    "show d4": ["show", "d4"],
}


def cpu_seconds(command: list[str]) -> float:
    """The CPU time of a process from start to end."""
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    spent = after.children_user - before.children_user
    return spent + after.children_system - before.children_system


def ratios(command: list[str]) -> list[float]:
    """The ratio of each round, lowest first; the first round only fills caches."""
    found = []
    for number in range(ROUNDS + 1):
        pair = [BASELINE, command]
        times = {tuple(one): cpu_seconds(one) for one in (pair if number % 2 else pair[::-1])}
        found.append(times[tuple(command)] / times[tuple(BASELINE)])
    return sorted(found[1:])


def main() -> None:
    """Measure and print."""
    print(f"{'command':<24}{'median':>8}{'lowest':>8}{'highest':>9}")
    for name, words in COMMANDS.items():
        found = ratios([*PROGRAM, *words])
        print(f"lastknight {name:<13}{median(found):>8.2f}{found[0]:>8.2f}{found[-1]:>9.2f}")


if __name__ == "__main__":
    main()
