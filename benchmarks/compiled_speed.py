"""The speed of a search with compiled Python, divided by its speed with the native twin.

They take turns on the same positions, to the same nodes; for each position the fastest of several
searches counts. Usage: python benchmarks/compiled_speed.py
"""

import random
from time import perf_counter

import lastknight as lk

POSITIONS = 60
NODES = 200_000
ROUNDS = 5


@lk.compiled
def improved(view):
    """Own minus opp."""
    return view.own - view.opp


@lk.compiled
def outer(view):
    """`improved` without the moves to the edge."""
    return len(view.own_moves - view.edge) - len(view.opp_moves - view.edge)


@lk.compiled
def ratio_chase(view):
    """The ratio of the moves, minus the distance as a share of the board's diagonal."""
    ratio = view.own / max(view.opp, 1e-6)
    if not view.are_both_placed:
        return ratio
    last = view.squares - 1
    return ratio - view.distance(view.own_location, view.opp_location) / view.distance(0, last)


@lk.compiled
def reach(view):
    """The squares within 4 moves."""
    return len(view.reach(view.own_moves, 4)) - len(view.reach(view.opp_moves, 4))


def openings(width: int, height: int) -> list[lk.Position]:
    """Positions six moves into random games."""
    rng = random.Random(1)
    found: list[lk.Position] = []
    while len(found) < POSITIONS:
        position = lk.Position(width, height)
        for _ in range(6):
            position = position.play(rng.choice(position.legal_moves()))
            if position.is_over:
                break
        else:
            found.append(position)
    return found


def seconds(position: lk.Position, heuristic: lk.Heuristic, nodes: int) -> tuple[int, float]:
    """The nodes of one search, and how long it took."""
    choice = lk.AlphaBeta(heuristic, nodes=nodes).choose(position, seed=1)
    return choice.nodes, choice.seconds


def compare(twin: lk.Heuristic, native: lk.Heuristic, width: int, height: int) -> None:
    """Print the speeds of both in million nodes a second, and their ratio."""
    nodes, fastest = 0, [0.0, 0.0]
    for position in openings(width, height):
        runs = [
            [seconds(position, heuristic, NODES) for heuristic in (twin, native)]
            for _ in range(ROUNDS)
        ]
        nodes += runs[0][0][0]
        for which in (0, 1):
            assert runs[0][which][0] == runs[0][0][0], "the twin searches other nodes"
            fastest[which] += min(run[which][1] for run in runs)
    speeds = [nodes / total / 1e6 for total in fastest]
    print(
        f"{native.spec:12} {width:2}x{height:<2} compiled {speeds[0]:6.1f}"
        f"  native {speeds[1]:6.1f}  ratio {speeds[0] / speeds[1]:.2f}"
    )


if __name__ == "__main__":
    for compiled_twin in (improved, outer, ratio_chase, reach):
        begin = perf_counter()
        assert compiled_twin.core is not None
        print(f"{compiled_twin.spec:12} compiled in {perf_counter() - begin:.2f} s")
    for compiled_twin, spec in (
        (improved, "improved"),
        (outer, "outer"),
        (ratio_chase, "ratio_chase"),
        (reach, "reach(k=3)"),
    ):
        compare(compiled_twin, lk.heuristic(spec), 7, 7)
    compare(improved, lk.heuristic("improved"), 11, 9)
