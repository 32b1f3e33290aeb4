"""The walls around an agent, what honest code may do, and the honest clock."""

import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import lastknight as lk
from lastknight.cli.support.agent_options import AgentOptions
from lastknight.matches.play import play_game
from lastknight.sandbox import Sandbox, leftovers
from lastknight.sandbox import walls as walls_module
from walled import KINDS, player_class, walls, write_agent

OPENING = lk.Position.from_moves("d4 b1")
FIRST = "return game.get_legal_moves()[0]"

HONEST_CODE = """
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
open("a.txt", "w").write("a"), shutil.copy2("a.txt", "b.txt"), shutil.copytree(".", "copy")
signal.setitimer(signal.ITIMER_REAL, 60), signal.alarm(0), os.isatty(1), os.cpu_count()
selectors.DefaultSelector().close(), select.poll(), mmap.mmap(-1, 4096).close(), os.times()
fcntl.flock(open("a.txt"), fcntl.LOCK_EX), resource.getrusage(resource.RUSAGE_SELF)
sqlite3.connect("cache.db").execute("create table t (x)"), os.uname(), os.umask(0o22)
import colorsys, decimal, xml.dom.minidom, unittest
"""
MODULES = (
    "asyncio concurrent.futures ctypes datetime fcntl glob logging mmap numpy os pickle "
    "random resource select selectors shutil signal sqlite3 tempfile threading time uuid"
)


def agent(folder, body, *, before="", **limits):
    path = write_agent(folder, player_class(body, before=before))
    return lk.AgentPlayer(path, "CustomPlayer", **limits)


def game(player):
    return play_game((player, lk.Random()), OPENING, first=0, seeds=lk.Rng(1))


@pytest.mark.parametrize("kind", KINDS)
def test_honest_code_is_allowed(kind, tmp_path):
    imports = "\n".join(f"import {name}" for name in MODULES.split())
    once = "if game.move_count > 2: " + FIRST
    player = agent(
        tmp_path,
        f"{once}\n{HONEST_CODE.strip()}\n{FIRST}",
        before=imports,
        seconds=5,
        sandbox=walls(kind),
    )
    played = game(player)
    assert played.reason == "no_moves", played.note
    assert played.outputs[0] == "WARNING:root:to be seen"


@pytest.mark.parametrize("kind", KINDS)
def test_our_environment_does_not_reach_it(kind, tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    print_all = "import os, sys\nprint(sorted(os.environ), os.getcwd(), sys.argv)\n"
    player = agent(tmp_path, print_all + FIRST, sandbox=walls(kind))
    output = game(player).outputs[0]
    assert "'HOME'" in output
    assert "SECRET" not in output
    assert str(tmp_path) not in output


@pytest.mark.parametrize("kind", KINDS)
def test_its_process_inherits_only_its_own_pipes(kind, tmp_path):
    see = "try: os.fstat(number); print(number)\n    except OSError: pass"
    body = f"import os\nfor number in range(64):\n    {see}\n{FIRST}"
    player = agent(tmp_path, body, sandbox=walls(kind))
    output = game(player).outputs[0].splitlines()
    assert len(set(output)) == 5  # the standard streams, requests and answers


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


def test_behind_bubblewrap_there_is_no_network_and_no_other_process():
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


# What Landlock does not guard, past the witness: through the C library, by path and by open file.
QUIET_CHANGES = """
libc, path = ctypes.CDLL(None), CANARY.encode()
times = (ctypes.c_long * 4)(1, 0, 1, 0)
libc.chmod(path, 0o777), libc.fchmodat(-100, path, 0o777, 0)
libc.syscall(452, -100, path, 0o777, 0)
libc.utimes(path, times), libc.utimensat(-100, path, times, 0), libc.utime(path, times)
libc.truncate(path, 0), libc.chown(path, 1, 1), libc.lchown(path, 1, 1)
libc.setxattr(path, b"user.x", b"1", 1, 0), libc.removexattr(path, b"user.x")
libc.rename(path, b"mine"), libc.link(path, b"mine"), libc.unlink(path), libc.creat(path, 0o600)
libc.open(path, 0), libc.open(path, 1), libc.mknod(path + b"2", 0o10600, 0), libc.mkdir(path + b"3")
descriptor = libc.open(path, 0o10000000)
libc.fchmod(descriptor, 0o777), libc.futimens(descriptor, times), libc.ftruncate(descriptor, 0)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_files_outside_cannot_be_changed_behind_the_witness(kind, tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    canary = folder / "canary.txt"
    canary.write_text("untouched")
    canary.chmod(0o640)
    before = canary.stat()
    code = QUIET_CHANGES.strip().replace("CANARY", repr(str(canary)))
    player = agent(
        tmp_path,
        f"{code}\nprint('tried')\n{FIRST}",
        before="import ctypes",
        seconds=5,
        sandbox=walls(kind),
    )
    played = game(player)
    assert played.outputs[0].startswith("tried"), played.note
    after = canary.stat()
    assert canary.read_text() == "untouched"
    assert (after.st_mode, after.st_uid, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_mode,
        before.st_uid,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )
    assert [one.name for one in folder.iterdir()] == ["canary.txt"]


# Files without a name: open, made without one, or only mapped.
NAMELESS = {
    "open": "files.append(open('f', 'wb')); os.posix_fallocate(files[-1].fileno(), 0, SIZE)",
    "never named": "files.append(os.open('.', os.O_TMPFILE | os.O_RDWR)); "
    "os.posix_fallocate(files[-1], 0, SIZE); open('f', 'w')",
    "mapped": "file = open('f', 'w+b'); os.posix_fallocate(file.fileno(), 0, SIZE); "
    "libc.mmap(None, 4096, 3, 1, file.fileno(), ctypes.c_long(0)); file.close()",
}


@pytest.mark.parametrize("how", NAMELESS)
def test_files_without_a_name_fill_the_folder_too(how, tmp_path):
    code = f"for number in range(game.move_count):\n    {NAMELESS[how]}; os.remove('f')\n{FIRST}"
    before = "import ctypes, os\nlibc, files, SIZE = ctypes.CDLL(None), [], 15 << 20"
    player = agent(tmp_path, code, before=before, seconds=5, sandbox=Sandbox("limits"))
    with player.seat() as seat:
        seat.choose(OPENING)  # two files
        with pytest.raises(lk.errors.Forfeit, match="it wrote more than 67,108,864 bytes"):
            seat.choose(OPENING.play("c2").play("d2"))  # and four


def test_where_a_wall_is_missing_commands_that_run_strangers_refuse(monkeypatch):
    assert not Sandbox("bubblewrap").missing
    assert not Sandbox("limits").missing
    monkeypatch.setattr(walls_module.landlock, "version", lambda: 0)
    assert Sandbox("limits").missing == ("your files (the kernel has no Landlock)",)
    for version, is_complete in ((1, False), (2, False), (3, True), (4, True), (99, True)):
        monkeypatch.setattr(walls_module.landlock, "version", lambda known=version: known)
        hole = f"your files (Landlock {version} does not stop them from truncating files"
        assert is_complete == (not Sandbox("limits").missing)
        assert is_complete or Sandbox("limits").missing[0].startswith(hole)
    monkeypatch.setattr(walls_module.landlock, "version", lambda: 2)
    monkeypatch.setattr(walls_module.seccomp, "is_known_machine", lambda: False)
    assert len(Sandbox("limits").missing) == 2
    assert not Sandbox("bubblewrap").missing
    monkeypatch.setattr(walls_module, "_fault", lambda: "it is not installed")
    console = Console(file=StringIO())
    with pytest.raises(lk.SandboxError, match=r"your files .* and processes .* --unsafe"):
        AgentOptions().sandbox(console)
    assert AgentOptions(unsafe=True).sandbox(console) == Sandbox("limits")
    assert "agents can reach your files" in console.file.getvalue()


def test_without_bubblewrap_there_are_limits_and_a_warning(monkeypatch, tmp_path):
    monkeypatch.setattr(walls_module, "_fault", walls_module._fault.__wrapped__)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Sandbox.detect() == Sandbox("limits")
    assert "(bubblewrap is not installed): install bubblewrap" in Sandbox.detect().warning
    with pytest.raises(lk.SandboxError, match="apt-get install bubblewrap"):
        Sandbox.require()
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: no namespaces for you' >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(
        lk.SandboxError, match=r"does not work here \(bwrap: no namespaces for you\)"
    ):
        Sandbox.require()


def test_with_bubblewrap_there_is_nothing_to_warn_about():
    assert walls("bubblewrap") == Sandbox.require() == Sandbox.detect()
    assert not Sandbox("bubblewrap").warning
    with pytest.raises(lk.ArgumentError, match="bubblewrap or limits, got 'docker'"):
        Sandbox("docker")


def test_a_busy_machine_forfeits_no_game(tmp_path):
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


def test_no_agent_thinks_on_its_opponents_time(tmp_path):
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
    seat._host.load()
    print(seat._host._process.meter.pid, flush=True)
    seat.choose(lk.Position.from_moves("d4 b1"))
"""


@pytest.mark.parametrize("kind", KINDS)
def test_agents_die_with_the_process_that_started_them(kind, tmp_path):
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


def test_processes_that_a_killed_run_left_behind_are_killed_later():
    code = "import time; time.sleep(600)"
    left, kept = (
        subprocess.Popen([sys.executable, "-c", code, str(leftovers.PROGRAM), whose])
        for whose in (leftovers.owner() + "1", leftovers.owner())
    )
    try:
        leftovers.kill_orphans()
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
