"""Scheduler, coordinator and store under ten thousand simulated workers.

Dask's scheduler, the coordinator and the store are real and run in their own processes; the workers
are simulated by one process, over real connections. A simulated worker waits as long as a task
would take and returns games played beforehand. All share the cores of this machine, so what counts
is the processor time each of them needs for a task.
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
from lastknight.matches.runners import Work, run_locally
from lastknight.matches.runners.cluster import tasks
from lastknight.matches.runners.cluster.assignment import (
    Assignment,
    Limits,
    from_bytes,
    to_bytes,
)

PAIR_SECONDS = 0.02
PLAYERS = ("AlphaBeta(improved, nodes=15000)", "AlphaBeta(ratio, nodes=15000)")
LONGEST = 4096


class Crowd(Server):
    """The workers: each has a connection to the scheduler and an address of its own."""

    def __init__(self, scheduler: str, template: Chunk) -> None:
        super().__init__(handlers={"get_data": self.get_data, "run": self.prepare})
        self.scheduler, self.template = scheduler, template
        self.results: dict[str, object] = {}
        self.waiting: list[tuple[float, int, object]] = []
        self.rng = random.Random(1)

    async def open(self) -> None:
        """Listen on every address of the loopback net."""
        await self.listen("tcp://0.0.0.0:0")

    async def join(self, number: int) -> None:
        """Register one more worker."""
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

    async def prepare(self, comm: Comm, args: bytes, **_: object) -> dict[str, object]:
        """Offer what a worker offers that is prepared."""
        *_, resource = pickle.loads(args)
        scheduler = self.rpc(self.scheduler)
        await scheduler.set_resources(worker=comm.local_address, resources={resource: 1})
        return {"status": "OK", "result": ("", "simulated")}

    async def live(self, comm: Comm, stream: BatchedSend) -> None:
        """Take one task after another; each takes as long as a real one."""
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
        """Report tasks as finished when their time is up."""
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
                        "type": TUPLE,
                        "typename": "tuple",
                        "metadata": {},
                        "thread": 0,
                        "startstops": [],
                        "stimulus_id": "finished",
                    }
                )
            await asyncio.sleep(0.01)

    def answer(self, task: object, pace: float) -> tuple[object, float]:
        """What a worker would return, and the seconds it would take."""
        assignment: Assignment = from_bytes(task.args[0])
        pairs = len(assignment.rest["openings"])
        pairs = min(pairs, max(1, int(assignment.limits.seconds / pace)))
        chunk = replace(self.template.head(pairs), first_pair=assignment.rest["first_pair"])
        return (to_bytes(chunk), pairs * pace), pairs * pace

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
TUPLE = pickle.dumps(tuple)


def run_crowd(address: str, workers: int, template: Chunk) -> None:
    """Run the process that simulates the workers."""

    async def live() -> None:
        crowd = Crowd(address, template)
        await crowd.open()
        for start in range(0, workers, 50):
            await asyncio.gather(*map(crowd.join, range(start, min(start + 50, workers))))
        await crowd.finish()

    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    asyncio.run(live())


def run_scheduler(file: str) -> None:
    """Run the scheduler.

    Two things are left out: the workers' heartbeats, and Dask's comparison of the versions of all
    workers whenever one joins, which alone takes minutes with thousands of them.
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
            # It would keep a second connection to each worker: more than most systems allow.
            it.rpc.limit, it.rpc.semaphore = 1000, asyncio.Semaphore(1000)
            await it.finished()

    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    with config.set({"distributed.scheduler.worker-ttl": None}):
        asyncio.run(live())


def main() -> None:
    """Simulate, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they play")
    parser.add_argument("--task", type=float, default=1.25, help="seconds of a task")
    options = parser.parse_args()
    tasks.WANTED_SECONDS = options.task
    tasks.FIRST_SIZE = int(options.task / PAIR_SECONDS)
    tasks.MOST_SECONDS = 1.6 * options.task
    tasks.PATIENCE = 600.0
    tasks.SHORT_SLOTS = 10**9
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
    """Wait for the workers, play for a while, and print what each process needed."""
    pids = {**pids, "coordinator": os.getpid()}
    openings = [lk.Position.from_moves("d4 b1")] * 50_000_000
    work = Work(0, *map(lk.player, PLAYERS), 0, openings, 1)
    with lk.Cluster(address) as cluster, lk.Store(folder / "games.db") as store:
        began = time.monotonic()
        while len(cluster.client.nthreads()) < options.workers:
            time.sleep(1)
        print(f"{options.workers:,} workers joined within {time.monotonic() - began:.0f} s")
        experiment = store.open_experiment({"simulated": options.workers}, {}).id
        chunks = cluster([work])
        pairs = played = writing = 0
        seen: set[int] = set()
        for chunk in chunks:
            if cluster.workers < options.workers:
                continue  # measure from when all are prepared
            if not played:
                before, start, written = spent(pids), time.monotonic(), size(folder)
            at = time.process_time()
            store.add(experiment, chunk)
            writing += time.process_time() - at
            assert chunk.first_pair not in seen, "a pair was counted twice"
            seen.add(chunk.first_pair)
            pairs += chunk.pairs
            played += 1
            if time.monotonic() - start >= options.seconds:
                break
        seconds, after = time.monotonic() - start, spent(pids)
        chunks.close()
    report(options, played, pairs, seconds)
    for name in pids:
        used = after[name] - before[name]
        print(
            f"{name:<12} {1000 * used / played:6.2f} ms of processor per task, "
            f"{used / seconds:4.2f} cores, {memory(pids[name]):7.0f} MiB"
        )
    sample = replace(work, openings=template_openings()[: chunk.pairs])
    digest = "0" * 64
    digests = {id(sample.a): digest, id(sample.b): digest}
    there = len(to_bytes(Assignment.of(sample, digests, Limits(2.0, None, 0))))
    back = len(to_bytes(chunk))
    games = 2 * chunk.pairs
    print(f"network      {there / games:.1f} bytes per game there, {back / games:.1f} back")
    print(f"store        {1000 * writing / played:6.2f} ms of the coordinator's per task, ", end="")
    print(f"{(size(folder) - written) / (2 * pairs):.1f} bytes per game")


def report(options: argparse.Namespace, played: int, pairs: int, seconds: float) -> None:
    """Print how much was played, and how busy the workers were."""
    busy = pairs * PAIR_SECONDS * 1.1 / seconds / options.workers
    print(
        f"{played:,} tasks of {pairs / played:.0f} pairs in {seconds:.0f} s: "
        f"{played / seconds:,.0f} tasks/s, {2 * pairs / seconds:,.0f} games/s, "
        f"workers busy {100 * min(busy, 1):.0f} % of the time"
    )


def spent(pids: dict[str, int]) -> dict[str, float]:
    """The processor time each process has used."""
    ticks = os.sysconf("SC_CLK_TCK")
    return {name: sum(map(int, fields(pid)[11:13])) / ticks for name, pid in pids.items()}


def memory(pid: int) -> float:
    """The memory of a process, in MiB."""
    return int(fields(pid)[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def fields(pid: int) -> list[str]:
    """What /proc says of a process, after its name."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()


def size(folder: Path) -> int:
    """The size of the store and its log, in bytes."""
    return sum(path.stat().st_size for path in folder.glob("games.db*"))


if __name__ == "__main__":
    main()
