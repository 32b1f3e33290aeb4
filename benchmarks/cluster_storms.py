"""A storm over a cluster: workers are killed, stopped, cut off and added, coordinators are killed.

A match is played on a real scheduler with worker processes while all this happens at random;
whenever the coordinator is killed, the same command resumes. In the end the file must hold exactly
the games of a local run, every pair once.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import lastknight as lk
from loopback import Island, Loopback, why_no_islands

PLAYERS = ("AlphaBeta(improved, nodes=15000)", "AlphaBeta(ratio, nodes=15000)")


class Storm:
    """A cluster, and what can happen to it."""

    def __init__(self, folder: Path, island: Island | None, *, workers: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.island = island
        host = {} if island is None else {"host": island.host}
        self.loopback = Loopback(folder, **host)
        self.loopback.add_all(*[""] * workers)
        self.alive = self.loopback.processes[1:]
        self.happened: dict[str, int] = {}
        self.due = [self.kill]
        if island is not None:
            self.alive.append(self.loopback.add(network=island.name))

    def happen(self) -> str:
        """The next event: a kill first, then rounds of all kinds, each in random order.

        There is always a worker left that can play.
        """
        if not self.due:
            self.due = [self.add, self.kill, self.stop_and_go]
            self.due += [self.cut] if self.island is not None else []
            self.rng.shuffle(self.due)
        deed = self.due.pop()
        self.replace_the_gone()
        self.happened[deed.__name__] = self.happened.get(deed.__name__, 0) + 1
        deed()
        return deed.__name__

    def add(self) -> None:
        """Another worker joins."""
        self.alive.append(self.loopback.add())

    def replace_the_gone(self) -> None:
        """A worker that was cut off or hung for too long ends by itself; another joins."""
        living = [worker for worker in self.alive if worker.is_alive()]
        missing = len(self.alive) - len(living)
        self.alive = living
        for _ in range(missing):
            self.add()

    def kill(self) -> None:
        """A worker is killed, and another joins."""
        victim = self.alive.pop(self.rng.randrange(len(self.alive)))
        victim.kill()
        self.add()

    def stop_and_go(self) -> None:
        """A worker hangs for a while."""
        victim = self.rng.choice(self.alive)
        os.kill(victim.pid, signal.SIGSTOP)
        time.sleep(self.rng.uniform(0, 15))
        os.kill(victim.pid, signal.SIGCONT)

    def cut(self) -> None:
        """The cable is pulled for a while."""
        self.island.pull()
        time.sleep(self.rng.uniform(0, 15))
        self.island.plug()


def main() -> None:
    """Storm, then compare the games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=60_000)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--kills", type=int, default=3, help="of the coordinator")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    why = why_no_islands()
    print(f"NOT PARTITIONED: {why}" if why else "one worker is behind a cable that is pulled")
    with TemporaryDirectory() as name:
        folder = Path(name)
        island = None if why else Island()
        try:
            storm = Storm(folder, island, workers=options.workers, seed=options.seed)
            with closing(storm.loopback):
                play(storm, options, folder / "cluster.db")
        finally:
            if island is not None:
                island.close()
        with lk.Store(folder / "local.db") as store:
            lk.play_match(*PLAYERS, pairs=options.pairs, store=store)
        there, here = (games(folder / f"{place}.db") for place in ("cluster", "local"))
        assert sorted(there) == list(range(options.pairs)), "a pair is missing, or there twice"
        assert there == here, "the games differ"
    assert storm.happened.get("kill"), "no worker was killed: play more pairs"
    print(f"{2 * options.pairs:,} games, each once, all as in a local run; {storm.happened}")


def play(storm: Storm, options: argparse.Namespace, file: Path) -> None:
    """Run the command until it finishes, whatever happens meanwhile."""
    kills = options.kills
    command = [sys.executable, "-m", "lastknight", "match", *PLAYERS, "--file", str(file)]
    command += ["--pairs", str(options.pairs), "--cluster", storm.loopback.address]
    while True:
        coordinator = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + storm.rng.uniform(5, 20)
        while coordinator.poll() is None:
            time.sleep(storm.rng.uniform(0, 3))
            if not file.exists():  # the coordinator is still starting
                continue
            print(f"{storm.happen():<12}", flush=True)
            if kills and time.monotonic() > until:
                coordinator.kill()
                kills -= 1
                print("coordinator killed", flush=True)
        if coordinator.returncode == 0:
            return
        assert coordinator.returncode == -signal.SIGKILL, coordinator.returncode


def games(file: Path) -> dict[int, list[tuple[bool, str, bytes]]]:
    """The games of each pair; every pair is in the store once."""
    found: dict[int, list[tuple[bool, str, bytes]]] = {}
    with lk.Store(file) as store:
        for chunk in store.chunks(1):
            played = list(chunk.games())
            for pair in range(chunk.pairs):
                assert chunk.first_pair + pair not in found
                found[chunk.first_pair + pair] = played[2 * pair : 2 * pair + 2]
    return found


if __name__ == "__main__":
    main()
