"""How long the page waits for the server: for a move of AlphaBeta, and for exact winners.

Each is a whole request over a local socket. The same work in this process is timed as well; the
difference is what server, worker and socket add.
"""

import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from urllib.parse import urlencode

import lastknight as lk
from lastknight.heuristics.check import sample_positions

PLAYER = "AlphaBeta(improved, nodes=15000)"
COUNT = 60


@contextmanager
def serve() -> Iterator[tuple[int, int, Path]]:
    """A server in an empty folder: its port, its process id and the folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lastknight", "serve", "--no-browser", "--port", str(port)]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as process,
    ):
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield port, process.pid, Path(folder)
        finally:
            process.terminate()


def ask(connection: HTTPConnection, path: str, **parameters: str) -> None:
    """Ask, and read the whole answer."""
    connection.request("GET", f"/api/{path}?{urlencode(parameters)}")
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    answer.read()


def measure(work: Callable[[lk.Position], object], positions: list[lk.Position]) -> list[float]:
    """What each position takes, in milliseconds."""
    times = []
    for position in positions:
        start = perf_counter()
        work(position)
        times.append(1000 * (perf_counter() - start))
    return times


def report(what: str, times: list[float], alone: list[float]) -> None:
    """Print the median, the 90th percentile and the worst."""
    nine = quantiles(times, n=10)[8]
    print(
        f"{what:<34} median {median(times):6.1f} ms, 9 of 10 under {nine:6.1f} ms, "
        f"worst {max(times):6.1f} ms; without the server {median(alone):6.1f} ms"
    )


def main() -> None:
    """Measure both, on positions of random games."""
    positions = [p for p in sample_positions(lk.Position(), 40 * COUNT, seed=1) if p.location(2)]
    chosen = positions[:: len(positions) // COUNT][:COUNT]
    middle = [p for p in positions if 12 <= 49 - len(p.blank) <= 20]
    middle = middle[:: len(middle) // COUNT][:COUNT]
    player = lk.player(PLAYER)
    with serve() as (port, _, _):
        connection = HTTPConnection("127.0.0.1", port)
        for _ in range(4):  # warm up the workers
            ask(connection, "choose", position=str(chosen[0]), player="Random")
        moves = measure(lambda p: ask(connection, "choose", position=str(p), player=PLAYER), chosen)
        colours = measure(lambda p: ask(connection, "solve", position=str(p)), middle)
    report(
        "a move of " + PLAYER.partition(",")[0] + ", ...)", moves, measure(player.choose, chosen)
    )
    report("exact winners, ply 12 to 20", colours, measure(lambda p: lk.solve(p).moves, middle))


if __name__ == "__main__":
    main()
