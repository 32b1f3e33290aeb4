"""The system call filter: an allow-list that honest code does not notice."""

from types import SimpleNamespace

import pytest

import lastknight as lk
from lastknight.sandbox import seccomp
from walled import KINDS, player_class, walls, write_agent

ALLOW, REFUSE, NO_SUCH, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
IGNORE = 0x00050000

# Numbers on x86-64 and on ARM of calls that reach beyond the process.
FORBIDDEN = {
    "processes": "57 - 58 - 59 221 322 281 101 117 310 270 311 271 440 440 448 448 312 272 "
    "200 130 129 138 297 240 434 434 438 438 424 424 109 154 112 157 256 238 279 239",
    "cores and priorities": "141 140 142 118 144 119 203 122 314 274 251 30",
    "the network": "41 198 42 203 49 200 50 201 43 202 288 242",
    "open files in messages": "46 211 307 269",
    "memory that no limit counts": "319 279 447 447 29 194 64 190 68 186 240 180 149 228 206 0",
    "mounts": "165 40 166 39 155 41 161 51 272 97 308 268 428 428 429 429 430 430 431 431 "
    "432 432 433 433 442 442 303 264 304 265 179 60 443 443",
    "the machine": "163 89 167 224 168 225 169 142 246 104 320 294 175 105 313 273 176 106 "
    "170 161 171 162 164 170 227 112 305 266 159 171 135 92 162 81 306 267 103 116",
    "parts of the kernel": "321 280 298 241 323 282 425 425 426 426 427 427 248 217 249 218 "
    "250 219 253 - 294 26 300 262 317 277 444 444",
    "owners and rights": "92 - 93 55 94 - 260 54 105 146 106 144 117 147 119 149 116 159 126 91 "
    "188 5 189 6 190 7 197 14 198 15 199 16 76 45",
}
# The permissions and times of files, which Landlock does not guard.
IGNORED = "90 - 91 52 268 53 452 452 132 - 235 - 261 - 280 88"


def run_filter(code, number, *arguments, machine="x86_64", architecture=None):
    """What a filter says of a system call, by the rules of the kernel's machine."""
    data = {0: number, 4: architecture or seccomp._MACHINES[machine]}
    data |= {16 + 8 * place: value for place, value in enumerate([*arguments, 0, 0, 0])}
    at = value = 0
    while True:
        kind, yes, no, operand = code[at]
        at += 1
        if kind == 0x20:
            value = data[operand]
        elif kind == 0x54:
            value &= operand
        elif kind == 0x06:
            return operand
        else:
            at += yes if {0x15: value == operand, 0x25: value > operand}[kind] else no


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_allows_what_it_lists_and_refuses_the_rest(machine):
    code = seccomp.program(machine, 77)
    allowed = set(seccomp.allowed_calls(machine).values())
    place = list(seccomp._MACHINES).index(machine)
    conditional = {numbers[place] for numbers in seccomp._conditional(77)}
    ignored = {int(number) for number in IGNORED.split()[place::2] if number != "-"}
    assert {run_filter(code, number, machine=machine) for number in ignored} == {IGNORE}
    for number in set(range(2000)) - conditional - ignored - {435}:
        says = run_filter(code, number, machine=machine)
        newer = REFUSE if number <= 456 else NO_SUCH
        assert says == (ALLOW if number in allowed else newer), number
    for subject, numbers in FORBIDDEN.items():
        for number in numbers.split()[place::2]:
            assert number == "-" or run_filter(code, int(number), machine=machine) == REFUSE, (
                f"{subject}: {number}"
            )
    assert run_filter(code, min(allowed), architecture=0x40000003) == KILL
    assert run_filter(code, 0x40000000 + min(allowed), machine=machine) == NO_SUCH  # x32


@pytest.mark.parametrize(
    ("machine", "numbers"),
    [
        ("x86_64", (56, 62, 234, 302, 157, 53, 16, 72, 285)),
        ("aarch64", (220, 129, 131, 261, 167, 199, 29, 25, 47)),
    ],
)
def test_the_filter_looks_at_arguments(machine, numbers):
    names = "clone kill tgkill prlimit prctl socketpair ioctl fcntl fallocate"
    calls = dict(zip(names.split(), numbers, strict=True))
    code = seccomp.program(machine, 77)

    def says(name, *arguments):
        return run_filter(code, calls[name], *arguments, machine=machine)

    assert says("clone", 0x3D0F00) == ALLOW  # a thread
    assert says("clone", 0x4111) == REFUSE  # a process
    assert run_filter(code, 435, machine=machine) == NO_SUCH  # clone3: the C library uses clone
    for name, own in (("kill", REFUSE), ("tgkill", REFUSE), ("prlimit", ALLOW)):
        assert (says(name, 77), says(name, 0), says(name, 78)) == (ALLOW, own, REFUSE)
    assert says("prctl", 15) == ALLOW  # the name of a thread
    assert {says("prctl", option) for option in (1, 4, 22, 59)} == {REFUSE}
    assert says("socketpair", 1, 0x80001) == ALLOW
    assert {says("socketpair", *kind) for kind in ((1, 2), (1, 5), (30, 1), (2, 1))} == {REFUSE}
    assert says("ioctl", 5, 0x5401) == ALLOW  # isatty
    assert {says("ioctl", 5, request) for request in (0x5412, 0x8901)} == {REFUSE}
    assert says("fcntl", 5, 1030) == ALLOW  # duplicate
    assert {says("fcntl", 5, command) for command in (8, 10, 15)} == {REFUSE}  # signal others
    # Space beyond the end of a file is not part of its size.
    assert {says("fallocate", 5, mode) for mode in (0, 1, 3)} == {ALLOW, REFUSE}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_newer_c_libraries_find_their_calls_or_fall_back(machine):
    code, allowed = seccomp.program(machine, 77), seccomp.allowed_calls(machine)
    wanted = (
        "rseq set_robust_list statx getrandom membarrier openat2 faccessat2 close_range "
        "copy_file_range epoll_pwait2 futex_waitv futex_wake futex_wait getcpu renameat2"
    )
    assert {run_filter(code, allowed[name], machine=machine) for name in wanted.split()} == {ALLOW}
    # clone3, and every call that is newer than the list: as on an older kernel.
    later = (435, 457, 462, 467, 500, 1000)
    assert {run_filter(code, number, machine=machine) for number in later} == {NO_SUCH}


@pytest.mark.parametrize(
    ("machine", "maxsize", "has_filter"),
    [
        ("x86_64", 2**63 - 1, True),
        ("aarch64", 2**63 - 1, True),
        ("aarch64", 2**31 - 1, False),  # a 32-bit system with a 64-bit kernel
        ("riscv64", 2**63 - 1, False),
    ],
)
def test_the_filter_is_for_64_bit_programs(machine, maxsize, has_filter, monkeypatch):
    monkeypatch.setattr("os.uname", lambda: SimpleNamespace(machine=machine))
    monkeypatch.setattr("sys.maxsize", maxsize)
    assert seccomp.is_known_machine() == has_filter


UNLISTED_CALLS = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
inotify, kernel_log, keep = {"x86_64": (294, 103, 206), "aarch64": (26, 116, 0)}[os.uname().machine]
context = ctypes.c_ulong(0)
calls = {
    "inotify_init1": lambda: libc.syscall(inotify, 0),
    "syslog": lambda: libc.syscall(kernel_log, 10, None, 0),
    "io_setup": lambda: libc.syscall(keep, 1, ctypes.byref(context)),
    "undumpable": lambda: libc.prctl(4, 0, 0, 0, 0),
    "F_SETSIG": lambda: libc.fcntl(1, 10, 9),
    "datagrams": lambda: libc.socketpair(1, 2, 0, (ctypes.c_int * 2)()),
}
for name, call in calls.items():
    result = call()
    print(name, "refused" if result == -1 and ctypes.get_errno() == 1 else result)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_unlisted_calls_are_refused(kind, tmp_path):
    body = f"{UNLISTED_CALLS}\nreturn game.get_legal_moves()[0]"
    path = write_agent(tmp_path, player_class(body))
    player = lk.AgentPlayer(path, "CustomPlayer", seconds=1, sandbox=walls(kind))
    with player.seat() as seat:
        seat.choose(lk.Position.from_moves("d4 b1"))
        lines = seat.output().splitlines()
    assert len(lines) == 6
    assert [line for line in lines if not line.endswith(" refused")] == []
