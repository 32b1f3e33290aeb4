"""The solver against a hundred-line prototype, in turns on the same random 7x7 positions.

The prototype is compiled like the core. Both use one thread and start each position with an empty
table: 64 MB for the prototype, the default size for the solver. Times are CPU time, without
creating or clearing the table. Then all canonical openings of 7x7, with two threads, in wall time.
"""

import ctypes
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time, thread_time

import lastknight as lk
from lastknight import _core
from lastknight.matches.openings import census_openings

SOURCE = Path(__file__).with_name("solver_prototype.cpp")
FLAGS = ["-std=c++20", "-O3", "-DNDEBUG", "-march=native", "-shared", "-fPIC"]


def compile_prototype(folder: str) -> ctypes.CDLL:
    """Build the prototype and load it."""
    library = Path(folder) / "prototype.so"
    subprocess.run(["c++", *FLAGS, str(SOURCE), "-o", str(library)], check=True)
    prototype = ctypes.CDLL(str(library))
    prototype.is_won.argtypes = [ctypes.c_uint64, ctypes.c_int, ctypes.c_int]
    prototype.is_won.restype = ctypes.c_bool
    return prototype


def random_position(plies: int, seed: int) -> lk.Position:
    """Random moves from the empty board, until there is a position that is not over."""
    rng = lk.Rng(seed, stream=plies)
    while True:
        position = lk.Position()
        while not position.is_over and 49 - len(position.blank) < plies:
            moves = position.legal_moves()
            position = position.play(moves[rng.below(len(moves))])
        if not position.is_over:
            return position


def time_prototype(prototype: ctypes.CDLL, position: lk.Position) -> tuple[int, float]:
    """Winner and seconds."""
    blank = sum(1 << 7 * row + column for row, column in position.blank)
    mover = position.to_move
    (row, column), (other_row, other_column) = (
        position.location(mover),
        position.location(3 - mover),
    )
    prototype.forget()
    start = thread_time()
    is_won = prototype.is_won(blank, 7 * row + column, 7 * other_row + other_column)
    return mover if is_won else 3 - mover, thread_time() - start


def time_ours(position: lk.Position) -> tuple[int, float]:
    """Winner and seconds."""
    solver = _core.Solver(7, 7)
    start = thread_time()
    winner, _, _ = solver.solve(position)
    return winner, thread_time() - start


def compare(prototype: ctypes.CDLL, plies: int, count: int) -> None:
    """Print the medians, the 99th percentiles and their ratios."""
    times: list[tuple[float, float]] = []
    for seed in range(count):
        position = random_position(plies, seed)
        theirs, ours = time_prototype(prototype, position), time_ours(position)
        assert theirs[0] == ours[0], position
        times.append((theirs[1] * 1000, ours[1] * 1000))
    print(f"after {plies} plies, {count} positions: prototype ms, ours ms, ratio")
    for name, pick in (("median", median), ("99 %", lambda all_: quantiles(all_, n=100)[98])):
        theirs_ms, ours_ms = (pick(column) for column in zip(*times, strict=True))
        ratio = theirs_ms / ours_ms
        print(f"  {name:8} {theirs_ms:10.3f} {ours_ms:10.3f} {ratio:8.1f}   (least 4, goal 10)")


def all_openings(threads: int) -> None:
    """Print how long the 315 canonical openings take."""
    openings = census_openings(lk.Position(), 2)
    solver = _core.Solver(7, 7)
    start, start_cpu = perf_counter(), process_time()
    with ThreadPoolExecutor(threads) as pool:
        winners = list(pool.map(lambda opening: solver.solve(opening.position)[0], openings))
    seconds, cpu = perf_counter() - start, process_time() - start_cpu
    print(f"all {len(openings)} openings of 7x7, {threads} threads: {seconds:.1f} s (required: 15)")
    print(f"  {cpu:.1f} s of processor time; less than {threads} times the clock on a busy machine")
    print(f"  player 1 wins {winners.count(1)}, player 2 {winners.count(2)}")


def main() -> None:
    """Measure and print; the argument is how many openings to compare, 100 by default."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        prototype = compile_prototype(folder)
        compare(prototype, 2, count)
        compare(prototype, 12, 10 * count)
    all_openings(2)


if __name__ == "__main__":
    main()
