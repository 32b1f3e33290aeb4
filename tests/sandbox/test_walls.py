"""The walls: what stands around an agent, what honest code may do, and the honest clock."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lastknight as lk
from lastknight.matches.play import play_game, split_note
from lastknight.sandbox import Sandbox, orphans, seccomp
from lastknight.sandbox import walls as walls_module
from walled import KINDS, player_class, walls, write_agent

OPENING = lk.Position.from_moves("d4 b1")
FIRST = "return game.get_legal_moves()[0]"

HONEST_DEEDS = """
assert numpy.linalg.inv(numpy.eye(3)).sum() == 3
tempfile.NamedTemporaryFile().write(b"mine")
os.urandom(8), uuid.uuid4(), random.SystemRandom().random()
open("/proc/self/status").read(), open("/proc/cpuinfo").read(), open("/dev/urandom", "rb").read(1)
time.localtime(), datetime.datetime.now().astimezone()
open(os.devnull, "w").write("nothing")
os.makedirs("logs/deep"), open("logs/deep/log.txt", "a").write("line")
glob.glob("**", recursive=True)
os.rename("logs/deep/log.txt", "log.txt"), os.remove("log.txt"), shutil.rmtree("logs")
pickle.dump({1: 2}, open("cache.pickle", "wb")), pickle.load(open("cache.pickle", "rb"))
sqlite3.connect(":memory:").close(), ctypes.pythonapi.PyLong_AsLong(ctypes.py_object(3))
logging.warning("to be seen"), asyncio.run(asyncio.sleep(0)), os.kill(os.getpid(), 0)
worker = threading.Thread(target=sum, args=([1, 2],)); worker.start(); worker.join()
with concurrent.futures.ThreadPoolExecutor(2) as pool: list(pool.map(abs, [-1]))
import colorsys, decimal, xml.dom.minidom, unittest
"""
MODULES = (
    "asyncio concurrent.futures ctypes datetime glob logging numpy os pickle random shutil sqlite3 "
    "tempfile threading time uuid"
)


def agent(folder, body, *, before="", **limits):
    path = write_agent(folder, player_class(body, before=before))
    return lk.AgentPlayer(path, "CustomPlayer", **limits)


def game(player):
    return play_game((player, lk.Random()), OPENING, first=0, seeds=lk.Rng(1))


@pytest.mark.parametrize("kind", KINDS)
def test_honest_deeds_are_let_pass(kind, tmp_path):
    imports = "\n".join(f"import {name}" for name in MODULES.split())
    once = "if game.move_count > 2: " + FIRST
    player = agent(
        tmp_path,
        f"{once}\n{HONEST_DEEDS.strip()}\n{FIRST}",
        before=imports,
        seconds=5,
        sandbox=walls(kind),
    )
    played = game(player)
    assert played.reason == "no_moves", played.note
    assert split_note(played.note)[1] == "WARNING:root:to be seen"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_our_environment_reaches_it(kind, tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    print_all = "import os, sys\nprint(sorted(os.environ), os.getcwd(), sys.argv)\n"
    player = agent(tmp_path, print_all + FIRST, sandbox=walls(kind))
    output = split_note(game(player).note)[1]
    assert "'HOME'" in output
    assert "SECRET" not in output
    assert str(tmp_path) not in output


@pytest.mark.parametrize("kind", KINDS)
def test_its_process_has_only_the_files_it_was_given(kind, tmp_path):
    see = "try: os.fstat(number); print(number)\n    except OSError: pass"
    body = f"import os\nfor number in range(64):\n    {see}\n{FIRST}"
    player = agent(tmp_path, body, sandbox=walls(kind))
    output = split_note(game(player).note)[1].splitlines()
    assert len(set(output)) == 5  # three ordinary ones, its requests, its answers


def behind_bubblewrap(code: str) -> str:
    read, write = os.pipe()
    command = walls("bubblewrap").command(["-c", code], info_fd=write)
    done = subprocess.run(command, capture_output=True, text=True, pass_fds=(write,), check=True)
    os.close(read)
    os.close(write)
    return done.stdout


def test_behind_bubblewrap_there_is_nothing_but_python():
    code = "import os; print(*sorted(os.listdir('/')), *os.listdir('/agent'))"
    roots = {Path(place).parts[1] for place in walls_module.readable()}
    allowed = {"agent", "bin", "dev", "etc", "lib", "lib32", "lib64", "proc", "usr"} | roots
    assert set(behind_bubblewrap(code).split()) <= allowed
    see = [str(Path(__file__)), str(Path.cwd() / "pyproject.toml"), "/etc/passwd", "/etc/shadow"]
    code = f"import os; print([path for path in {see} if os.path.exists(path)])"
    assert behind_bubblewrap(code) == "[]\n"


def test_behind_bubblewrap_there_is_no_network_and_nobody_else():
    code = "import os, socket; print(socket.if_nameindex(), os.getpid(), os.getppid())"
    assert behind_bubblewrap(code) == "[(1, 'lo')] 1 0\n"
    code = "import os; print([name for name in os.listdir('/proc') if name.isdigit()])"
    assert behind_bubblewrap(code) == "['1']\n"


@pytest.mark.parametrize("place", ["/", "/usr", "/dev", "/proc/sys", sys.base_prefix])
def test_behind_bubblewrap_only_its_own_folder_can_be_written(place):
    code = f"""
try:
    open({place!r} + "/new", "w")
except OSError as error:
    print("refused")
open("/agent/new", "w")
"""
    assert behind_bubblewrap(code) == "refused\n"


def test_without_bubblewrap_there_are_limits_and_a_warning(monkeypatch, tmp_path):
    monkeypatch.setattr(walls_module, "_fault", walls_module._fault.__wrapped__)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Sandbox.detect() == Sandbox("limits")
    assert "bubblewrap is not installed: install bubblewrap" in Sandbox.detect().warning
    with pytest.raises(lk.SandboxError, match="apt-get install bubblewrap"):
        Sandbox.require()
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: no namespaces for you' >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(
        lk.SandboxError, match=r"does not work here \(bwrap: no namespaces for you\)"
    ):
        Sandbox.require()


def test_with_bubblewrap_there_is_nothing_to_warn_of():
    assert walls("bubblewrap") == Sandbox.require() == Sandbox.detect()
    assert not Sandbox("bubblewrap").warning
    with pytest.raises(lk.ArgumentError, match="bubblewrap or limits, got 'docker'"):
        Sandbox("docker")


def test_a_loaded_machine_forfeits_nothing(tmp_path):
    to_the_end = f"while time_left() > 2: pass\n{FIRST}"
    player = agent(tmp_path, to_the_end, seconds=0.05)
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(2 * len(os.sched_getaffinity(0)))
    ]
    try:
        with player.seat() as seat:
            choices = [seat.choose(OPENING, seed=seed) for seed in range(5)]
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert all(0.047 < choice.seconds < 0.055 for choice in choices)


def test_nobody_thinks_on_the_time_of_the_other(tmp_path):
    think = "def think():\n    global count\n    while True: count += 1\n"
    before = (
        f"import threading\ncount = 0\n{think}threading.Thread(target=think, daemon=True).start()"
    )
    player = agent(tmp_path, f"print(count)\n{FIRST}", before=before, seconds=1)
    with player.seat() as seat:
        seat.choose(OPENING)
        meter = seat._host._process.meter
        used = meter.cpu()
        time.sleep(0.3)
        assert meter.cpu() - used < 0.02
        assert meter.threads() == 2
        seat.choose(OPENING)


SURVIVOR = """
import lastknight as lk
from lastknight.sandbox import Sandbox
player = lk.AgentPlayer({path!r}, "CustomPlayer", seconds=60, sandbox=Sandbox({kind!r}))
with player.seat() as seat:
    process = seat._host._start(1)
    print(process.meter.pid, flush=True)
    seat.choose(lk.Position.from_moves("d4 b1"))
"""


@pytest.mark.parametrize("kind", KINDS)
def test_agents_die_with_whoever_started_them(kind, tmp_path):
    walls(kind)
    path = str(write_agent(tmp_path, player_class("while True: pass")))
    code = SURVIVOR.format(path=path, kind=kind)
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    guest = Path(f"/proc/{int(parent.stdout.readline())}")
    assert guest.exists()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 20
    while is_running(guest) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_running(guest)


def test_what_bubblewrap_leaves_behind_is_ended_later():
    code = "import time; time.sleep(600)"
    left, kept = (
        subprocess.Popen([sys.executable, "-c", code, str(orphans.PROGRAM), whose])
        for whose in (orphans.owner() + "1", orphans.owner())
    )
    try:
        orphans.end_orphans()
        assert left.wait(timeout=20) == -signal.SIGKILL
        assert kept.poll() is None
    finally:
        for process in (left, kept):
            process.kill()
            process.wait()


def is_running(place: Path) -> bool:
    try:
        return (place / "stat").read_text().rpartition(") ")[2].split()[0] not in "ZX"
    except OSError:
        return False


ALLOW, REFUSE, NO_SUCH, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000


def run_filter(code, number, *, argument=0, architecture=None, machine="x86_64"):
    """What a filter says of a system call, by the rules of the kernel's machine."""
    architecture = architecture or seccomp._MACHINES[machine]
    data = {0: number, 4: architecture, 16: argument}
    at = value = 0
    while True:
        kind, yes, no, operand = code[at]
        at += 1
        if kind == 0x20:
            value = data[operand]
        elif kind == 0x06:
            return operand
        else:
            tests = {0x15: value == operand, 0x35: value >= operand, 0x45: bool(value & operand)}
            at += yes if tests[kind] else no


@pytest.mark.parametrize(
    ("machine", "calls"),
    [
        (
            "x86_64",
            {"read": 0, "clone": 56, "kill": 62, "prctl": 157, "tgkill": 234, "prlimit": 302},
        ),
        (
            "aarch64",
            {"read": 63, "clone": 220, "kill": 129, "prctl": 167, "tgkill": 131, "prlimit": 261},
        ),
    ],
)
def test_the_filter_of_system_calls_lets_through_what_it_should(machine, calls):
    code = seccomp.program(machine, 77)

    def says(number, **more):
        return run_filter(code, number, machine=machine, **more)

    assert says(calls["read"]) == ALLOW
    assert says(calls["clone"], argument=0x10000) == ALLOW
    assert says(calls["clone"], argument=0x4111) == REFUSE
    assert says(435) == NO_SUCH
    assert (says(calls["prctl"], argument=1), says(calls["prctl"], argument=15)) == (REFUSE, ALLOW)
    for call, others in (("kill", REFUSE), ("tgkill", REFUSE), ("prlimit", ALLOW)):
        assert says(calls[call], argument=77) == ALLOW
        assert says(calls[call], argument=0) == others
        assert says(calls[call], argument=78) == REFUSE
    place = list(seccomp._MACHINES).index(machine)
    for numbers in seccomp._NUMBERS.values():
        assert numbers[place] is None or says(numbers[place]) == REFUSE
    assert says(calls["read"], architecture=0x40000003) == KILL
    assert says(0x40000000 + calls["read"]) == REFUSE
