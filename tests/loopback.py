"""A real Dask scheduler and workers on this machine, for tests that kill, stop and disconnect them.

They are forked from a process that has already imported everything, so they start quickly.
"""

import asyncio
import ctypes
import logging
import multiprocessing
import os
import signal
import subprocess
import time
from contextlib import ExitStack, contextmanager

from distributed import Client, Scheduler, Worker

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["distributed", "lastknight.matches.runners.cluster.plugin"])
_PATIENCE = 60
_NETWORK = 0x40000000


class Loopback:
    """A scheduler, and the workers added to it."""

    def __init__(self, folder, *, host="127.0.0.1"):
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.processes = []
        self.host = host
        self.scheduler = self._start(_schedule, host, 0, str(self.file))
        wait_until(self.file.exists)
        self.client = Client(scheduler_file=str(self.file), set_as_default=False)
        self.address = self.client.scheduler.address

    def restart(self):
        """Kill the scheduler and start another at the same address; workers end with the first."""
        self.scheduler.kill()
        self.scheduler.join()
        port = int(self.address.rpartition(":")[2])
        self.scheduler = self._start(_schedule, self.host, port, str(self.file))

    def add(self, preload="", *, network=None):
        """Start a worker process that runs some code first; does not wait for it."""
        return self._start(_work, self.address, str(self.folder), preload, network)

    def add_all(self, *preloads):
        """Start worker processes, and wait until the scheduler has them."""
        there = len(self.client.nthreads())
        added = [self.add(preload) for preload in preloads]
        wait_until(lambda: len(self.client.nthreads()) == there + len(added))
        return added

    def _start(self, target, *arguments):
        process = _FORKS.Process(target=target, args=arguments, daemon=True)
        process.start()
        self.processes.append(process)
        return process

    def is_idle(self):
        """Whether the scheduler has no tasks."""
        states = self.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))
        return states == 0

    def close(self):
        self.client.close()
        for process in self.processes:
            process.kill()
            process.join()
            process.close()


@contextmanager
def loopback(folder, *preloads, **options):
    """A scheduler with workers, given by the code that each runs first."""
    with ExitStack() as stack:
        found = Loopback(folder, **options)
        stack.callback(found.close)
        found.add_all(*preloads)
        yield found


def stop(process):
    """Suspend a process, so that it hangs."""
    os.kill(process.pid, signal.SIGSTOP)


def wake(process):
    """Resume a suspended process."""
    os.kill(process.pid, signal.SIGCONT)


def wait_until(condition):
    """Wait for a condition, with patience for a busy machine."""
    deadline = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"not within {_PATIENCE} s"
        time.sleep(0.02)


def _schedule(host, port, file):
    _run(
        lambda: Scheduler(
            host=host,
            port=port,
            dashboard=False,
            dashboard_address="127.0.0.1:0",
            scheduler_file=file,
        )
    )


def _work(address, folder, preload, network):
    if network is not None:
        enter_network(network)
    exec(preload, {})
    _run(lambda: Worker(address, nthreads=1, local_directory=folder, dashboard=False))


def _run(make):
    logging.getLogger("distributed").setLevel(logging.CRITICAL)

    async def live():
        async with make() as server:
            await server.finished()

    asyncio.run(live())


def enter_network(name):
    """Enter a network namespace made by `ip netns add`."""
    with open(f"/run/netns/{name}") as file:  # noqa: PTH123
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), _NETWORK):
            raise OSError(ctypes.get_errno(), "setns")


class Island:
    """A network namespace with one cable to ours, which can be pulled and plugged in again."""

    def __init__(self):
        self.name = f"lk{os.getpid()}"
        self.cable, self.end = f"{self.name}a", f"{self.name}b"
        self.network = f"10.231.{os.getpid() % 250}"
        self.host = f"{self.network}.1"
        _ip("netns", "add", self.name)
        _ip("link", "add", self.cable, "type", "veth", "peer", "name", self.end)
        _ip("link", "set", self.end, "netns", self.name)
        _ip("addr", "add", f"{self.host}/24", "dev", self.cable)
        _ip("link", "set", self.cable, "up")
        _ip("-n", self.name, "addr", "add", f"{self.network}.2/24", "dev", self.end)
        self.plug()

    def plug(self):
        _ip("-n", self.name, "link", "set", self.end, "up")

    def pull(self):
        _ip("-n", self.name, "link", "set", self.end, "down")

    def close(self):
        _ip("netns", "delete", self.name)


def why_no_islands():
    """Why network namespaces cannot be created here, or nothing."""
    try:
        name = f"lk{os.getpid()}try"
        _ip("netns", "add", name)
        _ip("netns", "delete", name)
    except (OSError, subprocess.CalledProcessError) as error:
        return f"no network namespaces here, so nothing was partitioned: {error}"
    return ""


def _ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)
