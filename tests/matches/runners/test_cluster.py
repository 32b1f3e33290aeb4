"""A real scheduler and real workers: whatever happens to them, the games are the local ones."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from urllib.error import HTTPError
from urllib.request import urlopen

import dask
import pytest
from distributed import Client, Security, SpecCluster
from distributed.comm import CommClosedError, connect
from distributed.deploy.subprocess import SubprocessWorker

import lastknight as lk
from lastknight.cli import main
from lastknight.matches.runners import Work, run_locally
from lastknight.matches.runners.cluster import admission, connection, tasks
from lastknight.stats import PRESETS
from loopback import Island, loopback, stop, wait_until, wake, why_no_islands
from runner_games import Naughty, die_at_once, merged, openings, raise_error

MINE = '''
import lastknight as lk

def own(position, player):
    """The number of own moves."""
    return len(position.legal_moves(player))

def moody(position, player):
    if len(position.blank) < 35:
        raise ValueError("too late")
    return own(position, player)

@lk.compiled
def chase(view):
    return view.own - 2 * view.opp
'''
WORKER = "from lastknight.matches.runners.cluster import assignment, plugin\n"
OLD = WORKER + "plugin.version = lambda name: '0.0.9'\n"
OTHER_CODE = WORKER + "plugin._code = lambda: 'abcdef'\n"
OTHER_CORE = WORKER + "plugin.quick_fingerprint = lambda: 7\n"
OTHER_MACHINE = WORKER + "plugin._machine = lambda: 'Abacus 3000'\n"
WITHOUT_LASTKNIGHT = "import sys; sys.modules['lastknight.matches.runners.cluster.plugin'] = None"
BROKEN = WORKER + "assignment.play_timed = lambda *_: 1 / 0\n"
STUCK = WORKER + "import time\nassignment.play_timed = lambda *_: time.sleep(1000)\n"
SLOW = (
    WORKER
    + """
import time
quick = assignment.play_timed

def slow(*arguments):
    time.sleep(0.2)
    return quick(*arguments)

assignment.play_timed = slow
"""
)


def before_tasks(code):
    """A worker that runs some code before each of its tasks; `number` counts them from 0."""
    return f"""
import itertools, os, signal, time
from pathlib import Path
from lastknight.matches.runners.cluster import plugin
play, numbers = plugin.play_natively, itertools.count()

def run_and_play(*arguments, **options):
    number = next(numbers)
    {code}
    return play(*arguments, **options)

plugin.play_natively = run_and_play
"""


def wait_for(gate):
    """Code that waits until a file exists, or for a minute: then the test fails, but ends."""
    return f"any(Path({str(gate)!r}).exists() or time.sleep(0.01) for _ in range(6000))"


class Faulty:
    """A worker with a fault in its fifth task, and one that plays once the fault is noticed."""

    def __init__(self, found, fault, *, network=None):
        self._gate = found.folder / "noticed"
        found.add(before_tasks(f"if number == 4: {fault}"), network=network)
        wait_until(found.client.nthreads)
        (self._name,) = found.client.nthreads()
        found.add_all(before_tasks(wait_for(self._gate)))
        self.told = []
        """What the coordinator says of the worker with the fault."""

    def tell(self, line):
        if self._name in line:
            self.told.append(line)
            self._gate.touch()


@pytest.fixture
def pair(tmp_path):
    """A scheduler with two workers."""
    with loopback(tmp_path, "", "") as found:
        yield found


@pytest.fixture
def small_tasks(monkeypatch):
    """Tasks of a few hundredths of a second, so that there are many."""
    monkeypatch.setattr(tasks, "LEAST_SECONDS", 0.02)
    monkeypatch.setattr(tasks, "WANTED_SECONDS", 0.04)
    monkeypatch.setattr(tasks, "FIRST_SIZE", 4)


def work(a="AlphaBeta(improved, nodes=1500)", b="AlphaBeta(open, nodes=1500)", *, pairs=300):
    a, b = (lk.player(each) if isinstance(each, str) else each for each in (a, b))
    return Work(0, a, b, 0, openings(pairs), 5)


def local_games(*works):
    return merged(run_locally(works, workers=2, kept_pairs=20))


def plays_as_locally(cluster, job):
    return merged(cluster([job], kept_pairs=20)) == local_games(job)


def test_games_are_the_local_ones_for_every_kind_of_player(pair, tmp_path, monkeypatch):
    """Native, compiled and Python heuristics of a file, players by value; forfeits and notes too.

    The file is deleted before the workers play: they have its source, not its path.
    """
    monkeypatch.setattr(tasks, "PATIENCE", 1000.0)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "my heuristics.py"
    file.write_text(MINE, encoding="utf-8")
    weight = 0.5
    specs = [
        "AlphaBeta(improved, depth=2)",
        f"Greedy('{file.name}:own')",
        f"Greedy('{file.name}:moody' - center)",
        f"AlphaBeta('{file}:chase' - 0.5 * center, nodes=50)",
        lk.Greedy(lambda position, player: weight * len(position.legal_moves(player))),
        Naughty(raise_error, often=20),
        Naughty(die_at_once, often=20),
    ]
    players = [lk.player(spec) if isinstance(spec, str) else spec for spec in specs]
    works = [
        Work(index, player, lk.Random(), 0, openings(6), 5) for index, player in enumerate(players)
    ]
    expected = local_games(*works)
    told = []
    with lk.Cluster(pair.address, tell=told.append) as cluster:
        chunks = cluster(works, kept_pairs=20)
        first = next(chunks)
        file.unlink()
        games = merged([first, *chunks])
    assert games == expected
    assert told == []
    notes = [note for _, notes, _ in games.values() for note in notes if note]
    assert any(f'{file}", line' in note for note in notes)
    assert any("exit code 3" in note for note in notes)
    wait_until(pair.is_idle)


@pytest.mark.usefixtures("small_tasks")
def test_heuristics_are_compiled_once_per_worker(pair, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    job = work(f"AlphaBeta({file}:chase, nodes=3000)", pairs=20_000)
    with lk.Cluster(str(pair.file)) as cluster:
        for _ in (1, 2):
            with closing(cluster([job])) as chunks:
                while cluster.workers < 2:
                    next(chunks)
    for compiled in pair.client.run(count_compiled).values():
        assert compiled[str(file)] == 1


def count_compiled(dask_worker):
    """On a worker: how often the function of each file was compiled, by the file's path at home."""
    from lastknight.heuristics import machine_code  # noqa: PLC0415

    misses = machine_code.compile_function.cache_info().misses
    names = dask_worker.plugins["lastknight"].shelf.names
    homes = {home for home in names.values() if home.endswith("mine.py")}
    return dict.fromkeys(homes, misses if len(homes) == 1 else -1)


@pytest.mark.usefixtures("small_tasks")
def test_workers_may_be_killed_and_join(tmp_path):
    job = work()
    with loopback(tmp_path) as found:
        faulty = Faulty(found, "os.kill(os.getpid(), signal.SIGKILL)")
        with lk.Cluster(found.address, tell=faulty.tell) as cluster:
            chunks = cluster([job], kept_pairs=20)
            taken = [next(chunks)]
            found.add()
            taken += chunks
        wait_until(found.is_idle)
    assert merged(taken) == local_games(job)
    assert sum("has left" in line for line in faulty.told) == 1


@pytest.mark.usefixtures("small_tasks")
def test_a_worker_that_hangs_costs_time_and_no_games(tmp_path, monkeypatch):
    monkeypatch.setattr(tasks, "PATIENCE", 1.0)
    job = work()
    with loopback(tmp_path) as found:
        faulty = Faulty(found, "os.kill(os.getpid(), signal.SIGSTOP)")
        with lk.Cluster(found.address, tell=faulty.tell) as cluster:
            assert plays_as_locally(cluster, job)
    assert any("stopped responding" in line for line in faulty.told)


@pytest.mark.usefixtures("small_tasks")
def test_a_worker_that_hung_plays_again_when_it_wakes_up(pair, monkeypatch):
    monkeypatch.setattr(tasks, "PATIENCE", 0.5)
    job, told = work(pairs=20_000), []
    with lk.Cluster(pair.address, tell=told.append) as cluster:
        chunks = cluster([job])
        while cluster.workers < 2:
            next(chunks)
        stop(pair.processes[1])
        while cluster.workers == 2:
            next(chunks)
        wake(pair.processes[1])
        while cluster.workers < 2:
            next(chunks)
        chunks.close()
    assert len(told) >= 1


@pytest.mark.usefixtures("small_tasks")
def test_a_task_that_hangs_is_played_by_another_worker(tmp_path, monkeypatch):
    """The worker itself answers, and looks as healthy as the other one."""
    monkeypatch.setattr(tasks, "PATIENCE", 1.0)
    job = work()
    with loopback(tmp_path, "", STUCK) as found, lk.Cluster(found.address) as cluster:
        assert plays_as_locally(cluster, job)


@pytest.mark.usefixtures("small_tasks")
def test_all_workers_may_leave_before_others_join(tmp_path):
    job, told = work(), []
    with loopback(tmp_path, "") as found, lk.Cluster(found.address, tell=told.append) as cluster:
        chunks = cluster([job], kept_pairs=20)
        taken = [next(chunks)]
        found.processes[1].kill()
        found.add()
        taken += chunks
        assert merged(taken) == local_games(job)


@pytest.mark.usefixtures("small_tasks")
def test_a_partition_costs_time_and_no_games(tmp_path, monkeypatch):
    """A worker whose cable is pulled: connections are not closed, packets just stop coming."""
    if why := why_no_islands():
        pytest.skip(f"NOT RUN: {why}")
    monkeypatch.setattr(tasks, "PATIENCE", 1.0)
    job = work()
    with closing(Island()) as island, loopback(tmp_path, host=island.host) as found:
        faulty = Faulty(found, f"os.system('ip link set {island.end} down')", network=island.name)
        with lk.Cluster(found.address, tell=faulty.tell) as cluster:
            assert plays_as_locally(cluster, job)
    assert any("stopped responding" in line for line in faulty.told)


def test_a_slow_worker_returns_what_it_has_finished_in_time(tmp_path, monkeypatch):
    """A pair at a time here, of tasks of ten."""
    monkeypatch.setattr(tasks, "MOST_SECONDS", 0.1)
    job = work(pairs=40)
    with loopback(tmp_path, SLOW) as found, lk.Cluster(found.address) as cluster:
        chunks = cluster([job], kept_pairs=20)
        taken = [next(chunks) for _ in range(3)]
        found.add()
        taken += chunks
    assert [chunk.pairs for chunk in taken[:3]] == [1, 1, 1]
    assert merged(taken) == local_games(job)


def test_a_worker_of_another_version_does_not_play(tmp_path):
    job, told = work("Greedy(open)", "Random", pairs=50), []
    with loopback(tmp_path, OLD) as found, lk.Cluster(found.address, tell=told.append) as cluster:
        with pytest.raises(lk.ClusterError, match=r"no worker can play: .*has lastknight 0\.0\.9"):
            list(cluster([job]))
        found.add_all("")
        told.clear()
        wait_until(lambda: plays_as_locally(cluster, job) and told)
    (line,) = told
    assert f"is left out: it has lastknight 0.0.9; this machine has {lk.__version__}" in line


def test_a_worker_that_plays_differently_does_not_play(tmp_path):
    job = work("Greedy(open)", "Random", pairs=50)
    told = []
    with (
        loopback(tmp_path, OTHER_CODE, OTHER_CORE, "") as found,
        lk.Cluster(found.address, tell=told.append) as cluster,
    ):
        wait_until(lambda: plays_as_locally(cluster, job) and len(told) >= 2)
    said = "\n".join(told)
    assert "different lastknight code, with the hash abcdef; this machine has" in said
    assert (
        "a native module that plays differently, with the fingerprint 7; this machine has" in said
    )


@pytest.mark.usefixtures("small_tasks")
def test_the_run_ends_when_only_workers_that_cannot_play_are_left(tmp_path):
    with loopback(tmp_path, "", OLD) as found, lk.Cluster(found.address) as cluster:
        chunks = cluster([work(pairs=20_000)])
        next(chunks)
        found.processes[1].kill()
        with pytest.raises(lk.ClusterError, match=r"no worker can play: .*has lastknight 0\.0\.9"):
            list(chunks)


def test_a_worker_without_lastknight_does_not_play(tmp_path):
    job = work("Greedy(open)", "Random", pairs=50)
    with loopback(tmp_path, WITHOUT_LASTKNIGHT) as found, lk.Cluster(found.address) as cluster:
        message = (
            "no worker can play: .*ModuleNotFound.*is the same version of lastknight installed"
        )
        with pytest.raises(lk.ClusterError, match=message):
            list(cluster([job]))
        found.add_all("")
        assert plays_as_locally(cluster, job)


@pytest.mark.usefixtures("small_tasks")
def test_a_worker_on_which_every_task_fails_is_left_out(tmp_path):
    job, told = work(), []
    with (
        loopback(tmp_path, BROKEN) as found,
        lk.Cluster(found.address, tell=told.append) as cluster,
    ):
        with pytest.raises(lk.ClusterError, match=r"no worker can play: .*: it failed: ZeroDiv"):
            list(cluster([job]))
        found.add_all("")
        told.clear()
        wait_until(lambda: plays_as_locally(cluster, job) and told)
    (line,) = told
    assert "is left out: it failed: ZeroDivisionError" in line


@pytest.mark.usefixtures("small_tasks")
def test_pairs_that_fail_on_every_worker_end_the_run(tmp_path):
    broken = [BROKEN] * 3
    with loopback(tmp_path, *broken) as found, lk.Cluster(found.address) as cluster:
        message = r"AlphaBeta\(improved, nodes=1500\) against .*failed repeatedly: ZeroDivision"
        with pytest.raises(lk.ClusterError, match=message):
            list(cluster([work(pairs=1)]))


def test_time_limits_are_refused_if_machines_differ(tmp_path, capsys):
    with loopback(tmp_path, "") as found:
        limited = ["match", "AlphaBeta(open, seconds=0.001)", "Random", "--pairs", "2", "--no-save"]
        limited += ["--cluster", found.address]
        assert main(limited) == 0
        found.add_all(OTHER_MACHINE)
        capsys.readouterr()
        assert main(limited) == 2
        error = capsys.readouterr().err.strip().splitlines()[-1]
        assert "AlphaBeta(open, seconds=0.001) has a time limit" in error
        assert "Abacus 3000" in error
        assert "--allow-mixed-clocks" in error
        assert main([*limited, "--allow-mixed-clocks"]) == 0
        by_nodes = [word.replace("seconds=0.001", "nodes=20") for word in limited]
        assert main(by_nodes) == 0


@pytest.mark.usefixtures("small_tasks")
def test_a_decided_sprt_cancels_the_rest(pair):
    with lk.Cluster(pair.address) as cluster:
        options = {"pairs": 5000, "sprt": PRESETS["standard"]}
        a, b = "AlphaBeta(improved, depth=4)", "Greedy(open)"
        match = lk.play_match(a, b, runner=cluster, **options)
        wait_until(pair.is_idle)
    assert match == lk.play_match(a, b, workers=2, **options)
    assert match.tally.pairs < 1000


def test_a_killed_coordinator_resumes_where_it_stopped(tmp_path):
    """Killed after the first of its tasks: the workers wait with the others until it is dead."""

    def command(place, *more):
        players = ["AlphaBeta(improved, nodes=15000)", "AlphaBeta(ratio, nodes=15000)"]
        return ["match", *players, "--pairs", "250", "--file", str(tmp_path / place), *more]

    gate = tmp_path / "killed"
    held = before_tasks(f"if number > 0: {wait_for(gate)}")
    with loopback(tmp_path, held, held) as found:
        on_cluster = command("cluster.db", "--cluster", found.address, "--json", "-")
        victim = subprocess.Popen(
            [sys.executable, "-m", "lastknight", *on_cluster], stderr=subprocess.DEVNULL
        )
        with closing(lk.Store(tmp_path / "cluster.db")) as store:
            wait_until(lambda: store.experiments() and sum(store.done(1).values()) > 0)
            victim.kill()
            victim.wait()
            gate.touch()
            assert sum(store.done(1).values()) < 250
            before = store.done(1)
            wait_until(found.is_idle)
            assert main(on_cluster) == 0
            assert main(command("local.db")) == 0
            with closing(lk.Store(tmp_path / "local.db")) as other:
                assert merged(store.chunks(1)) == merged(other.chunks(1))
            assert before.items() <= store.done(1).items()


def test_a_local_cluster_plays_the_same_games_with_a_configuration_that_requires_keys(capsys):
    command = ["tournament", "Greedy(open)", "Random", "--pairs", "40", "--no-save", "--json", "-"]
    with dask.config.set({"distributed.comm.require-encryption": True}):
        assert main([*command, "--cluster", "local:1"]) == 0
    there = capsys.readouterr()
    assert main(command) == 0
    here = capsys.readouterr()
    assert json.loads(there.out) == json.loads(here.out)
    assert "connected to local:1" in there.err


def test_a_local_cluster_lets_in_nobody_without_its_keys():
    """Not by TCP, not with other keys, and by no page."""
    with lk.Cluster("local:1") as cluster:
        info = cluster.client.scheduler_info()
        address = cluster.client.scheduler.address
        places = [address, *info["workers"], *(one["nanny"] for one in info["workers"].values())]
        assert {place.partition("://")[0] for place in places} == {"tls"}
        assert {place.partition("://")[2].partition(":")[0] for place in places} == {"127.0.0.1"}
        strangers = {
            "tcp": {},
            "tls": Security.temporary().get_connection_args("client"),
        }
        for place in places:
            for scheme, arguments in strangers.items():
                there = f"{scheme}://{place.partition('://')[2]}"
                with pytest.raises((OSError, CommClosedError)):
                    asyncio.run(asyncio.wait_for(ask(there, arguments), 5))
        pages = [info["services"]["dashboard"]]
        pages += [one["services"]["dashboard"] for one in info["workers"].values()]
        for port in pages:
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"http://127.0.0.1:{port}/")
        assert cluster.dashboard is None


async def ask(address, arguments):
    """Ask a Dask server who it is."""
    comm = await connect(address, timeout=2, **arguments)
    try:
        await comm.write({"op": "identity", "reply": True})
        return await comm.read()
    finally:
        comm.abort()


def test_ctrl_c_waits_for_a_connection_however_early_it_comes(monkeypatch):
    """Even before anything waits for the thread that connects; what it made is undone."""
    made, undone = [], []

    def find(address):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
        made.append(address)
        return address

    monkeypatch.setattr(connection, "_find", find)
    monkeypatch.setattr(connection, "disconnect", undone.append)
    monkeypatch.setattr(connection, "read_local", lambda _: None)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for number in range(20):
            with pytest.raises(KeyboardInterrupt):
                connection.connect(f"tcp://127.0.0.1:{number}")
            assert len(made) == number + 1
            assert undone == made
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("kind", "method"),
    [(SubprocessWorker, "start"), (Client, "_start"), (Client, "_close"), (SpecCluster, "_close")],
)
def test_ctrl_c_while_a_local_cluster_starts_or_ends_leaves_nothing_behind(
    kind, method, monkeypatch
):
    undisturbed = getattr(kind, method)
    interrupts = iter([signal.SIGINT])

    async def disturbed(self, **options):
        for number in interrupts:
            os.kill(os.getpid(), number)
        return await undisturbed(self, **options)

    monkeypatch.setattr(kind, method, disturbed)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), lk.Cluster("local:1"):
            pass
    finally:
        signal.signal(signal.SIGINT, before)
    threads = {thread.name for thread in threading.enumerate()}
    assert not {name for name in threads if name.startswith(("IO loop", "lastknight"))}


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("local:none", "local:N starts N workers"),
        ("somewhere", "expected the address of a Dask scheduler"),
        ("nobody.json", "is not a scheduler file"),
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9 within 0.5 s"),
    ],
)
def test_a_bad_cluster_address_is_a_one_line_error(address, words, capsys, monkeypatch):
    monkeypatch.setattr(connection, "ANSWER_SECONDS", 0.5)
    assert main(["match", "Random", "Random", "--cluster", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line


def test_a_scheduler_is_looked_for_from_within_an_event_loop(monkeypatch):
    """As in a notebook, where the thread has a loop that runs already."""
    monkeypatch.setattr(connection, "ANSWER_SECONDS", 0.5)

    async def ask():
        return connection.connect("tcp://127.0.0.1:9")

    with pytest.raises(lk.ClusterError, match="no Dask scheduler answers") as error:
        asyncio.run(ask())
    assert not isinstance(error.value.__cause__, RuntimeError)


def test_without_dask_the_error_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setattr(connection, "find_spec", lambda name: None)
    assert main(["match", "Random", "Random", "--cluster", "local:2"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "pip install 'lastknight[cluster]'" in line


@pytest.mark.usefixtures("small_tasks")
def test_a_scheduler_that_dies_ends_the_run_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(admission, "LOST_SECONDS", 3.0)
    with loopback(tmp_path, "") as found, lk.Cluster(found.address) as cluster:
        chunks = cluster([work()])
        next(chunks)
        found.scheduler.kill()
        with pytest.raises(lk.ClusterError, match="lost the scheduler"):
            list(chunks)


@pytest.mark.usefixtures("small_tasks")
def test_a_scheduler_that_is_restarted_costs_time_and_no_games(tmp_path):
    job = work()
    with loopback(tmp_path, "") as found, lk.Cluster(found.address) as cluster:
        chunks = cluster([job], kept_pairs=20)
        taken = [next(chunks)]
        found.restart()
        found.add()
        taken += chunks
        assert merged(taken) == local_games(job)
