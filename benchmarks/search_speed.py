"""The speed of the search, as ratios within this run.

Everything is measured in turns, several times, and the fastest round of each counts.
"""

import random
from collections.abc import Callable
from time import perf_counter

from course_board import Board, Searcher

import lastknight as lk
from lastknight.players.bench import run_benchmark

DEPTH = 5
ROUNDS = 5
OPENINGS = ["d4 b1", "c3 e5", "a1 g7", "b6 d3", "f2 c5"]


def course_nodes() -> int:
    """Search with the course's board; the square order of moves is random, as there."""
    nodes = 0
    for opening in OPENINGS:
        board = Board()
        for move in lk.parse_moves(opening):
            board = board.forecast(move)
        searcher = Searcher(board.active())
        searcher.search(board, DEPTH, float("-inf"), float("inf"))
        nodes += searcher.nodes
    return nodes


def difference(position: lk.Position, player: int) -> float:
    """Own moves minus the opponent's, in plain Python."""
    return len(position.legal_moves(player)) - len(position.legal_moves(3 - player))


def search_nodes(player: lk.AlphaBeta) -> int:
    """Search the same openings with a player of ours."""
    positions = [lk.Position.from_moves(opening) for opening in OPENINGS]
    return sum(player.choose(position, seed=1).nodes for position in positions)


def main() -> None:
    """Measure and print."""
    random.seed(1)
    plain = lk.AlphaBeta(difference, depth=DEPTH)
    native = lk.AlphaBeta("improved", depth=12)
    works: dict[str, Callable[[], int]] = {
        "course board": course_nodes,
        "Python callable": lambda: search_nodes(plain),
        "native": lambda: search_nodes(native),
    }
    speeds = dict.fromkeys(works, 0.0)
    for _ in range(ROUNDS):
        for name, work in works.items():
            start = perf_counter()
            nodes = work()
            speeds[name] = max(speeds[name], nodes / (perf_counter() - start))
    course = speeds["course board"]
    for name, speed in speeds.items():
        print(f"{name:16} {speed:14,.0f} nodes/s {speed / course:10,.1f} times the course board")
    for ratio in run_benchmark().ratios:
        print(f"{ratio.name:40} {ratio.value:8.2f}   (required: {ratio.least:g})")


if __name__ == "__main__":
    main()
