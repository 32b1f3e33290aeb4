"""The coordinator's memory over ten million games on a cluster of two worker processes.

Players are random, to save time: the games that come back are held, written and counted, and random
games are as long as any. Chunks are kept small, so there are many. The scheduler runs in the same
process, and is measured with it.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import lastknight as lk
from lastknight.matches.engine import RunProgress
from lastknight.matches.runners.cluster import tasks

LINES = 20


def main() -> None:
    """Play, and print the memory from time to time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--chunk", type=int, default=512, help="most pairs in a chunk")
    options = parser.parse_args()
    tasks.LARGEST_SIZE = options.chunk
    pairs = options.games // 2
    seen: list[float] = []
    chunks = 0
    start = perf_counter()

    def watch(standing: RunProgress) -> None:
        nonlocal chunks
        chunks += 1
        if standing.played * LINES >= pairs * (len(seen) + 1):
            seen.append(resident())
            seconds = perf_counter() - start
            games = 2 * standing.played
            print(f"{games:>12,} games {chunks:>8,} chunks {seen[-1]:>8.1f} MiB {seconds:>6.0f} s")

    with (
        TemporaryDirectory() as folder,
        lk.Cluster("local:2") as cluster,
        lk.Store(Path(folder) / "games.db") as store,
    ):
        match = lk.play_match(
            "Random", "Random", pairs=pairs, runner=cluster, store=store, progress=watch
        )
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    assert match.tally.pairs == pairs
    settled = seen[1:]
    print(
        f"after a tenth of the games {min(settled):.1f} to {max(settled):.1f} MiB, at the end "
        f"{settled[-1] / settled[0]:.2f} times as much; the file has "
        f"{size / options.games:.1f} bytes a game"
    )


def resident() -> float:
    """The resident memory of this process, in MiB."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise OSError("/proc/self/status has no VmRSS")


if __name__ == "__main__":
    main()
