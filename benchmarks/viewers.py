"""How much fifty viewers of a live match slow it down.

The same match is played by turns with nobody watching and with fifty open streams, each of which is
read to its end; what counts is the ratio of games a second within this run.
"""

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

import lastknight as lk

VIEWERS = 50
ROUNDS = 5
PAIRS = 20_000
PLAYERS = ["AlphaBeta(ratio, nodes=1000)", "AlphaBeta(improved, nodes=1000)"]


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


async def play(port: int, store: Path, *, seed: int, viewers: int) -> tuple[float, int]:
    """Games a second of a match from its first chunk to its end, and bytes that viewers read."""
    asked = {"kind": "match", "players": PLAYERS, "pairs": PAIRS, "seed": seed}
    number = json.loads(await request(port, "POST", "/api/experiments", asked))["id"]
    live = f"/api/experiments/{number}/live"
    watching = [asyncio.create_task(request(port, "GET", live)) for _ in range(viewers)]
    played, begin, first = 0, 0.0, 0
    with lk.Store(store) as opened:
        while played < PAIRS:
            await asyncio.sleep(0.1)
            played = sum(opened.done(int(number)).values())
            if not begin and played:
                begin, first = perf_counter(), played
    speed = 2 * (PAIRS - first) / (perf_counter() - begin)
    read = await asyncio.gather(*watching)
    await request(port, "GET", live)  # until it is over
    return speed, sum(map(len, read))


async def compare(port: int, store: Path) -> None:
    """Play by turns and print the ratio."""
    speeds: dict[int, list[float]] = {0: [], VIEWERS: []}
    for turn in range(ROUNDS):
        for viewers in (0, VIEWERS) if turn % 2 else (VIEWERS, 0):
            speed, read = await play(port, store, seed=10 * turn + (viewers > 0), viewers=viewers)
            speeds[viewers].append(speed)
            print(f"{viewers:3} viewers: {speed:8,.0f} games/s, {read:10,} bytes read")
    ratio = median(speeds[VIEWERS]) / median(speeds[0])
    print(f"with {VIEWERS} viewers over without: {ratio:.2f}")


def main() -> None:
    """Measure with a server of its own."""
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
            asyncio.run(compare(port, Path(folder) / "lastknight.db"))
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
