"""Games per second of a cluster with two worker processes, relative to the local runner.

Both play the same matches on the same two cores, in turns, and the games are compared. Scheduler
and coordinator share the cores with the workers, as they do on a laptop.
"""

import argparse
from time import perf_counter

import lastknight as lk

MATCHES = {
    "depth 3": ("AlphaBeta(improved, depth=3)", "AlphaBeta(ratio, depth=3)"),
    "15,000 nodes": ("AlphaBeta(improved, nodes=15000)", "AlphaBeta(ratio, nodes=15000)"),
}
WANTED = 0.9


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="approximate length of a turn")
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    with lk.Cluster("local:2") as cluster:
        lk.play_match("Random", "Random", pairs=1000, runner=cluster)  # load everything
        print(f"{'match':<14}{'local':>14}{'cluster':>14}{'ratio':>8}")
        for name, players in MATCHES.items():
            pairs = 100  # then enough for a turn, estimated from a tenth of one
            for part in (0.1, 1.0):
                pairs = max(
                    100, int(speed(players, pairs, workers=2)[0] / 2 * part * options.seconds)
                )
            turns = [
                (speed(players, pairs, workers=2), speed(players, pairs, runner=cluster))
                for _ in range(options.turns)
            ]
            assert all(local[1] == there[1] for local, there in turns), "the games differ"
            local, there = (sum(turn[side][0] for turn in turns) / len(turns) for side in (0, 1))
            word = "" if there >= WANTED * local else f"  below {WANTED}"
            print(f"{name:<14}{local:>12,.0f}/s{there:>12,.0f}/s{there / local:>8.2f}{word}")


def speed(players: tuple[str, str], pairs: int, **options: object) -> tuple[float, lk.Match]:
    """Games per second of a match, and its result."""
    start = perf_counter()
    match = lk.play_match(*players, pairs=pairs, **options)
    return 2 * pairs / (perf_counter() - start), match


if __name__ == "__main__":
    main()
