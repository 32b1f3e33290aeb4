"""The memory of the coordinator over ten million games on a cluster with two worker processes.

The players are random, for the sake of time: it is what comes back that is to be held, written and
counted, and a random game is as long as any. Chunks are kept small, so that there are many of them.
The scheduler runs in the same process, and is measured with it.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import lastknight as lk
from lastknight.matches.engine import RunProgress
from lastknight.matches.runners import cluster_dealing

LINES = 20


def main() -> None:
    """Play and print the memory as it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--chunk", type=int, default=512, help="pairs in a chunk, at the most")
    options = parser.parse_args()
    cluster_dealing.LARGEST_SIZE = options.chunk
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
        f"from a tenth of the games on {min(settled):.1f} to {max(settled):.1f} MiB, at the end "
        f"{settled[-1] / settled[0]:.2f} times what it was; the file has "
        f"{size / options.games:.1f} bytes a game"
    )


def resident() -> float:
    """The memory of this process, in MiB."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise OSError("this system does not say how much memory a process has")


if __name__ == "__main__":
    main()
