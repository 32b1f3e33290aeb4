"""Scheduler, coordinator and store under ten thousand simulated workers.

Dask's scheduler, the coordinator and the store are the real ones, in processes of their own; the
workers are not: one process speaks for all of them, over real connections. A simulated worker waits
as long as a piece would take and returns games that were played beforehand. All share the cores of
this machine, so what counts is the processor time that each of them needs for a piece.
"""

import argparse
import asyncio
import heapq
import json
import logging
import multiprocessing
import os
import pickle
import random
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from dask import config
from distributed import Scheduler, Status, versions
from distributed.batched import BatchedSend
from distributed.comm import Comm, connect
from distributed.core import Server
from distributed.protocol import to_serialize

import lastknight as lk
from lastknight.matches.chunks import Chunk, join
from lastknight.matches.openings import random_openings
from lastknight.matches.runners import (
    Work,
    cluster_dealing,
    cluster_run,
    cluster_worker,
    run_locally,
)

PAIR_SECONDS = 0.02
PLAYERS = ("AlphaBeta(improved, nodes=15000)", "AlphaBeta(ratio, nodes=15000)")
LONGEST = 4096


class Crowd(Server):
    """The workers: each has a connection to the scheduler, and an address on the loopback net."""

    def __init__(self, scheduler: str, template: Chunk) -> None:
        super().__init__(handlers={"get_data": self.get_data})
        self.scheduler, self.template = scheduler, template
        self.results: dict[str, object] = {}
        self.waiting: list[tuple[float, int, object]] = []
        self.rng = random.Random(1)

    async def open(self) -> None:
        """Listen on every address of the loopback net."""
        await self.listen("tcp://0.0.0.0:0")

    async def join(self, number: int) -> None:
        """Let one more worker come."""
        high, low = divmod(number, 250)
        address = f"tcp://127.1.{high}.{low + 1}:{self.port}"
        comm = await connect(self.scheduler)
        await comm.write(
            {
                "op": "register-worker",
                "reply": False,
                "address": address,
                "status": Status.running.name,
                "nthreads": 1,
                "name": address,
                "now": time.time(),
                "resources": {},
                "memory_limit": 2**30,
                "local_directory": "",
                "services": {},
                "nanny": None,
                "pid": os.getpid(),
                "versions": VERSIONS,
                "metrics": METRICS,
                "extra": {},
                "stimulus_id": f"come-{number}",
                "server_id": f"simulated-{number}",
            },
            serializers=["msgpack"],
        )
        answer = await comm.read(deserializers=["msgpack"])
        assert answer["status"] == "OK", answer
        stream = BatchedSend(interval=0.05)
        stream.start(comm)
        asyncio.create_task(self.live(comm, stream))  # noqa: RUF006

    async def live(self, comm: Comm, stream: BatchedSend) -> None:
        """One task after the other; each takes as long as it would."""
        free = time.monotonic()
        pace = PAIR_SECONDS * self.rng.uniform(0.7, 1.5)
        try:
            while True:
                for message in await comm.read():
                    if message["op"] == "compute-task":
                        answer, seconds = self.answer(message["run_spec"], pace)
                        free = max(free, time.monotonic()) + seconds
                        heapq.heappush(self.waiting, (free, id(message), (stream, message, answer)))
                    elif message["op"] == "free-keys":
                        for key in message["keys"]:
                            self.results.pop(key, None)
        except OSError:
            return

    async def finish(self) -> None:
        """Say which tasks are finished, when it is time."""
        while True:
            while self.waiting and self.waiting[0][0] <= time.monotonic():
                _, _, (stream, message, answer) = heapq.heappop(self.waiting)
                self.results[message["key"]] = answer
                stream.send(
                    {
                        "op": "task-finished",
                        "status": "OK",
                        "key": message["key"],
                        "run_id": message["run_id"],
                        "nbytes": 10_000,
                        "type": DICT,
                        "typename": "dict",
                        "metadata": {},
                        "thread": 0,
                        "startstops": [],
                        "stimulus_id": "finished",
                    }
                )
            await asyncio.sleep(0.01)

    def answer(self, task: object, pace: float) -> tuple[object, float]:
        """What a worker would answer, and how long it would take."""
        if task.func.__name__ == "prepare":
            return {"refusal": "", "machine": "simulated"}, 0.1
        piece = task()  # the function only returns what it is given, see `stand_in`
        pairs = len(cluster_worker.read_openings(piece["openings"]))
        pairs = min(pairs, max(1, int(piece["seconds"] / pace)))
        chunk = replace(self.template.head(pairs), first_pair=piece["work"]["first_pair"])
        written = cluster_worker.write_chunk(chunk)
        return {"chunk": written, "seconds": pairs * pace}, pairs * pace

    async def get_data(self, comm: Comm, keys: list[str], **_: object) -> Status:
        """Hand results to the scheduler."""
        found = {key: to_serialize(self.results[key]) for key in keys if key in self.results}
        await comm.write({"status": "OK", "data": found})
        await comm.read()
        return Status.dont_reply


VERSIONS = versions.get_versions()
METRICS = {
    "task_counts": {},
    "bandwidth": {"total": 1e8, "workers": {}, "types": {}},
    "digests_total_since_heartbeat": {},
    "managed_bytes": 0,
    "spilled_bytes": {"memory": 0, "disk": 0},
    "transfer": {
        "incoming_bytes": 0,
        "incoming_count": 0,
        "incoming_count_total": 0,
        "outgoing_bytes": 0,
        "outgoing_count": 0,
        "outgoing_count_total": 0,
    },
    "event_loop_interval": 0.02,
    "cpu": 0.0,
    "memory": 10**8,
    "time": 0.0,
    "host_net_io": {"read_bps": 0.0, "write_bps": 0.0},
    "host_disk_io": {"read_bps": 0.0, "write_bps": 0.0},
    "num_fds": 10,
}
DICT = pickle.dumps(dict)


def stand_in(*arguments: object) -> object:
    """What simulated workers do instead of playing."""
    return arguments[0]


def run_crowd(address: str, workers: int, template: Chunk) -> None:
    """The life of the process that speaks for the workers."""
    stand_in.__name__ = "play"
    cluster_worker.play = stand_in

    async def live() -> None:
        crowd = Crowd(address, template)
        await crowd.open()
        for start in range(0, workers, 50):
            await asyncio.gather(*map(crowd.join, range(start, min(start + 50, workers))))
        await crowd.finish()

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    asyncio.run(live())


def run_scheduler(file: str) -> None:
    """The life of the scheduler.

    Two things are not simulated: the pulse of the workers, and Dask's comparison of the versions of
    all workers whenever one comes, which alone takes minutes with thousands of them.
    """
    versions.error_message = lambda *_, **__: {}

    async def live() -> None:
        async with Scheduler(
            host="127.0.0.1",
            port=0,
            dashboard=False,
            dashboard_address="127.0.0.1:0",
            scheduler_file=file,
        ) as it:
            # It would keep a second connection to every worker, more than most systems allow.
            it.rpc.limit, it.rpc.semaphore = 1000, asyncio.Semaphore(1000)
            await it.finished()

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with config.set({"distributed.scheduler.worker-ttl": None}):
        asyncio.run(live())


def main() -> None:
    """Simulate and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they play")
    parser.add_argument("--piece", type=float, default=1.25, help="seconds of a piece")
    options = parser.parse_args()
    cluster_dealing.WANTED_SECONDS = options.piece
    cluster_dealing.FIRST_SIZE = int(options.piece / PAIR_SECONDS)
    cluster_run.MOST_SECONDS = 1.6 * options.piece
    cluster_dealing.PATIENCE = 600.0
    template = play_template()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        spawn = multiprocessing.get_context("spawn")
        scheduler = spawn.Process(target=run_scheduler, args=(str(file),), daemon=True)
        scheduler.start()
        while not file.exists():
            time.sleep(0.1)
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        crowd = spawn.Process(
            target=run_crowd, args=(address, options.workers, template), daemon=True
        )
        crowd.start()
        simulate(options, address, Path(folder), {"scheduler": scheduler.pid, "crowd": crowd.pid})
        crowd.kill()
        scheduler.kill()


def play_template() -> Chunk:
    """Games that simulated workers return."""
    quick = [lk.player(spec.replace("nodes=15000", "depth=3")) for spec in PLAYERS]
    chunks = run_locally([Work(0, *quick, 0, template_openings(), 1)], workers=2)
    return join(sorted(chunks, key=lambda chunk: chunk.first_pair))


def template_openings() -> list[lk.Position]:
    """The openings of those games."""
    return [opening.position for opening in random_openings(lk.Position(), 2, LONGEST, seed=1)]


def simulate(options: argparse.Namespace, address: str, folder: Path, pids: dict[str, int]) -> None:
    """Let the workers come, deal for a while, and say what everybody needed for it."""
    pids = {**pids, "coordinator": os.getpid()}
    openings = [lk.Position.from_moves("d4 b1")] * 50_000_000
    work = Work(0, *map(lk.player, PLAYERS), 0, openings, 1)
    with lk.Cluster(address) as cluster, lk.Store(folder / "games.db") as store:
        began = time.monotonic()
        while len(cluster.connection.client.nthreads()) < options.workers:
            time.sleep(1)
        print(f"{options.workers:,} workers came within {time.monotonic() - began:.0f} s")
        experiment = store.open_experiment({"simulated": options.workers}, {}).id
        chunks = cluster([work])
        pairs = pieces = writing = 0
        seen: set[int] = set()
        for chunk in chunks:
            if cluster.workers < options.workers:
                continue  # the run begins when everybody is prepared
            if not pieces:
                before, start, written = spent(pids), time.monotonic(), size(folder)
            at = time.process_time()
            store.add(experiment, chunk)
            writing += time.process_time() - at
            assert chunk.first_pair not in seen, "a pair was counted twice"
            seen.add(chunk.first_pair)
            pairs += chunk.pairs
            pieces += 1
            if time.monotonic() - start >= options.seconds:
                break
        seconds, after = time.monotonic() - start, spent(pids)
        chunks.close()
    say(options, pieces, pairs, seconds)
    for name in pids:
        used = after[name] - before[name]
        print(
            f"{name:<12} {1000 * used / pieces:6.2f} ms of processor a piece, "
            f"{used / seconds:4.2f} cores, {memory(pids[name]):7.0f} MiB"
        )
    there = len(cluster_worker.write_openings(template_openings()[: chunk.pairs]))
    back = len(pickle.dumps(cluster_worker.write_chunk(chunk)))
    games = 2 * chunk.pairs
    print(f"network      {there / games:.1f} bytes a game there, {back / games:.1f} back")
    print(f"store        {1000 * writing / pieces:6.2f} ms of the coordinator's a piece, ", end="")
    print(f"{(size(folder) - written) / (2 * pairs):.1f} bytes a game")


def say(options: argparse.Namespace, pieces: int, pairs: int, seconds: float) -> None:
    """How much was played, and how busy the workers were."""
    busy = pairs * PAIR_SECONDS * 1.1 / seconds / options.workers
    print(
        f"{pieces:,} pieces of {pairs / pieces:.0f} pairs in {seconds:.0f} s: "
        f"{pieces / seconds:,.0f} pieces/s, {2 * pairs / seconds:,.0f} games/s, "
        f"workers busy {100 * min(busy, 1):.0f} % of the time"
    )


def spent(pids: dict[str, int]) -> dict[str, float]:
    """The processor time that each process has used."""
    ticks = os.sysconf("SC_CLK_TCK")
    return {name: sum(map(int, fields(pid)[11:13])) / ticks for name, pid in pids.items()}


def memory(pid: int) -> float:
    """The memory of a process, in MiB."""
    return int(fields(pid)[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def fields(pid: int) -> list[str]:
    """What the system says of a process, after its name."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()


def size(folder: Path) -> int:
    """The bytes of the store and its log."""
    return sum(path.stat().st_size for path in folder.glob("games.db*"))


if __name__ == "__main__":
    main()
