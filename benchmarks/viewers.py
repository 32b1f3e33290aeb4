"""How much fifty viewers of a live match slow it down.

The same match is played in turns with no viewers and with fifty open streams, each read to its end;
the result is the ratio of games per second within this run. On a busy machine that ratio is mostly
noise, so the share of the processors that the server and its workers used is printed as well: what
a match on an idle machine would lose.
"""

import asyncio
import json
import os
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from page_speed import serve

import lastknight as lk

VIEWERS = 50
ROUNDS = 3
PAIRS = 15_000
PLAYERS = ["AlphaBeta(ratio, nodes=1000)", "AlphaBeta(improved, nodes=1000)"]


@dataclass(frozen=True)
class Run:
    """Games per second, the server's share of the processors, and the bytes that viewers read."""

    speed: float
    server: float
    read: int


async def request(port: int, method: str, path: str, body: object = None) -> bytes:
    """The body of an answer, read until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = b"" if body is None else json.dumps(body).encode()
    writer.write(
        f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n"
        f"content-type: application/json\r\ncontent-length: {len(sent)}\r\n\r\n".encode()
        + sent
    )
    answer = await reader.read()
    writer.close()
    return answer.partition(b"\r\n\r\n")[2]


def processor_seconds(server: int) -> float:
    """CPU seconds of a server and its workers so far, without experiments."""
    taken = 0.0
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            is_experiment = (
                "lastknight.web.experiments.experiment_process" in (place / "cmdline").read_text()
            )
        except OSError:
            continue
        if server in (int(place.name), int(fields[1])) and not is_experiment:
            taken += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return taken


async def play(port: int, server: int, store: Path, *, seed: int, viewers: int) -> Run:
    """A match, watched from its first chunk to its end."""
    asked = {"kind": "match", "players": PLAYERS, "pairs": PAIRS, "seed": seed}
    number = json.loads(await request(port, "POST", "/api/experiments", asked))["id"]
    live = f"/api/experiments/{number}/live"
    watching = [asyncio.create_task(request(port, "GET", live)) for _ in range(viewers)]
    played, begin, first, before = 0, 0.0, 0, 0.0
    with lk.Store(store) as opened:
        while played < PAIRS:
            await asyncio.sleep(0.1)
            played = sum(opened.done(int(number)).values())
            if not begin and played:
                begin, first = perf_counter(), played
                before = processor_seconds(server)
    seconds = perf_counter() - begin
    used = processor_seconds(server) - before
    speed = 2 * (PAIRS - first) / seconds
    read = await asyncio.gather(*watching)
    await request(port, "GET", live)  # until it is over
    return Run(speed, used / seconds / (os.cpu_count() or 1), sum(map(len, read)))


async def compare(port: int, server: int, store: Path) -> None:
    """Play in turns and print the ratios."""
    runs: dict[int, list[Run]] = {0: [], VIEWERS: []}
    for turn in range(ROUNDS):
        for viewers in (0, VIEWERS) if turn % 2 else (VIEWERS, 0):
            seed = 10 * turn + (viewers > 0)
            run = await play(port, server, store, seed=seed, viewers=viewers)
            runs[viewers].append(run)
            print(
                f"{viewers:3} viewers: {run.speed:8,.0f} games/s, {run.read:10,} bytes read, "
                f"the server took {100 * run.server:.1f} % of the processors"
            )
    ratio = median(r.speed for r in runs[VIEWERS]) / median(r.speed for r in runs[0])
    share = median(r.server for r in runs[VIEWERS]) - median(r.server for r in runs[0])
    print(f"games per second with {VIEWERS} viewers over without: {ratio:.2f}")
    print(f"share of the processors that {VIEWERS} viewers take: {share:.3f}")


def main() -> None:
    """Measure with a server of its own."""
    with serve() as (port, pid, folder):
        asyncio.run(compare(port, pid, folder / "lastknight.db"))


if __name__ == "__main__":
    main()
