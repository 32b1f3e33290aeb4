"""The speed of a search with compiled Python, divided by its speed with the native twin.

Both search the same positions to the same number of nodes. They take turns position by position,
and who goes first alternates, so that whatever else the machine does slows both down alike. The
ratio is the median of several rounds; the lowest and the highest stand next to it.
Usage: python benchmarks/compiled_speed.py
"""

import random
from statistics import median
from time import perf_counter

import lastknight as lk

POSITIONS = 40
NODES = 200_000
ROUNDS = 9


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


@lk.compiled
def value(view):
    """The steps from each move's square / 8, in a loop; the native one counts sets instead."""
    total = 0.0
    for move in view.own_moves:
        total += len(view.steps(move)) / 8
    for move in view.opp_moves:
        total -= len(view.steps(move)) / 8
    return total


@lk.compiled
def exits(view):
    """The exits of the own moves minus those of the opponent's: the native one loops as well."""
    total = 0
    for move in view.own_moves:
        total += len(view.moves(move))
    for move in view.opp_moves:
        total -= len(view.moves(move))
    return total


def value_by_sets(width: int, height: int) -> lk.Heuristic:
    """`value` as the native one computes it: how many moves lead to squares with so many steps."""
    board = lk.Position(width, height)
    sets = {count: lk.Squares() for count in range(9)}
    for row, column in board.blank:
        steps = len(board.play((row, column)).legal_moves(1))
        sets[steps] |= lk.Squares(row * width + column)
    two, three, four, six, eight = (sets[count] for count in (2, 3, 4, 6, 8))

    def worth(moves):
        return (
            2 * len(moves & two)
            + 3 * len(moves & three)
            + 4 * len(moves & four)
            + 6 * len(moves & six)
            + 8 * len(moves & eight)
        )

    @lk.compiled
    def value_sets(view):
        return (worth(view.own_moves) - worth(view.opp_moves)) / 8

    return value_sets


def twins(width: int, height: int) -> list[tuple[str, lk.Heuristic]]:
    """Native heuristics and their compiled twins."""
    return [
        ("improved", improved),
        ("outer", outer),
        ("exits", exits),
        ("value(power=1, weight=1)", value),
        ("value(power=1, weight=1)", value_by_sets(width, height)),
        ("ratio_chase", ratio_chase),
        ("reach(k=3)", reach),
    ]


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


def play_round(positions: list[lk.Position], heuristics: list[lk.Heuristic]) -> list[float]:
    """The seconds that all searches with each heuristic take."""
    seconds = [0.0] * len(heuristics)
    order = list(range(len(heuristics)))
    for position in positions:
        order.reverse()
        nodes = set()
        for which in order:
            player = lk.AlphaBeta(heuristics[which], nodes=NODES)
            choice = player.choose(position, seed=1)
            seconds[which] += choice.seconds
            nodes.add(choice.nodes)
        assert len(nodes) == 1, "the twin searches other nodes"
    return seconds


def compare(spec: str, twin: lk.Heuristic, width: int, height: int) -> None:
    """Print the speeds of both, and their ratio."""
    positions = openings(width, height)
    native = lk.heuristic(spec)
    rounds = [play_round(positions, [twin, native]) for _ in range(ROUNDS)]
    ratios = [slow / fast for fast, slow in rounds]
    nodes = sum(lk.AlphaBeta(native, nodes=NODES).choose(p, seed=1).nodes for p in positions)
    speeds = [nodes / median(column) / 1e6 for column in zip(*rounds, strict=True)]
    print(
        f"{twin.spec:12} {spec:24} {width:2}x{height:<2} compiled {speeds[0]:6.1f}"
        f"  native {speeds[1]:6.1f}"
        f"  ratio {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    )


if __name__ == "__main__":
    print("million nodes per second")
    for board in ((7, 7), (11, 9)):
        for name, compiled_twin in twins(*board):
            begin = perf_counter()
            assert compiled_twin.core is not None
            compiled_in = perf_counter() - begin
            compare(name, compiled_twin, *board)
            if compiled_in > 0.01:
                print(f"    compiled in {compiled_in:.2f} s")
