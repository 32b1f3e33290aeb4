"""The system calls that an agent's process keeps: what Python needs, and nothing else.

The filter is an allow-list, so calls of future kernels are refused too. It stops processes, sockets
and signals, and changes to the permissions and times of files; which files may be opened is up to
Landlock and bubblewrap. It is for 64-bit programs on x86-64 and ARM.
"""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Sequence
from typing import NamedTuple

_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The audit architecture of each machine the filter is written for."""

# Names, numbers on x86-64 and on ARM; `-` where the machine has no such call.
_ALLOWED = (
    # files
    "read 0 63, write 1 64, open 2 -, close 3 57, stat 4 -, fstat 5 80, lstat 6 -, lseek 8 62, "
    "pread64 17 67, pwrite64 18 68, readv 19 65, writev 20 66, preadv 295 69, pwritev 296 70, "
    "preadv2 327 286, pwritev2 328 287, access 21 -, dup 32 23, dup2 33 -, dup3 292 24, "
    "pipe 22 -, pipe2 293 59, flock 73 32, fsync 74 82, fdatasync 75 83, "
    "ftruncate 77 46, getdents 78 -, getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50, "
    "rename 82 -, renameat 264 38, renameat2 316 276, mkdir 83 -, mkdirat 258 34, rmdir 84 -, "
    "creat 85 -, link 86 -, linkat 265 37, unlink 87 -, unlinkat 263 35, symlink 88 -, "
    "symlinkat 266 36, readlink 89 -, readlinkat 267 78, umask 95 166, statfs 137 43, "
    "fstatfs 138 44, statx 332 291, newfstatat 262 79, openat 257 56, openat2 437 437, "
    "faccessat 269 48, faccessat2 439 439, "
    "close_range 436 436, fadvise64 221 223, copy_file_range 326 285, "
    "sendfile 40 71, getxattr 191 8, lgetxattr 192 9, fgetxattr 193 10, listxattr 194 11, "
    "llistxattr 195 12, flistxattr 196 13, "
    # waiting for files
    "poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, "
    "epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, "
    "epoll_pwait2 441 441, eventfd 284 -, eventfd2 290 19, timerfd_create 283 85, "
    "timerfd_settime 286 86, timerfd_gettime 287 87, "
    # pairs of sockets, which asyncio wakes itself up with. Not sendmsg: an open file in a message
    # cannot be seen from outside.
    "sendto 44 206, recvfrom 45 207, recvmsg 47 212, shutdown 48 210, "
    "getsockopt 55 209, setsockopt 54 208, getsockname 51 204, getpeername 52 205, "
    # memory
    "mmap 9 222, mprotect 10 226, munmap 11 215, mremap 25 216, brk 12 214, msync 26 227, "
    "madvise 28 233, membarrier 324 283, "
    # threads
    "set_tid_address 218 96, set_robust_list 273 99, get_robust_list 274 100, futex 202 98, "
    "futex_waitv 449 449, futex_wake 454 454, futex_wait 455 455, futex_requeue 456 456, "
    "rseq 334 293, arch_prctl 158 -, gettid 186 178, sched_yield 24 124, "
    "sched_getaffinity 204 123, sched_getparam 143 121, sched_getscheduler 145 120, "
    "sched_getattr 315 275, sched_get_priority_max 146 125, sched_get_priority_min 147 126, "
    "sched_rr_get_interval 148 127, getcpu 309 168, exit 60 93, exit_group 231 94, "
    "restart_syscall 219 128, wait4 61 260, waitid 247 95, "
    # its own signals and timers
    "rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136, "
    "rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, pause 34 -, "
    "alarm 37 -, setitimer 38 103, getitimer 36 102, "
    # the time
    "nanosleep 35 101, clock_nanosleep 230 115, clock_gettime 228 113, clock_getres 229 114, "
    "gettimeofday 96 169, time 201 -, times 100 153, "
    # questions about itself and the machine
    "getpid 39 172, getppid 110 173, getuid 102 174, geteuid 107 175, getgid 104 176, "
    "getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158, getpgrp 111 -, "
    "getpgid 121 155, getsid 124 156, getpriority 140 141, getrlimit 97 163, getrusage 98 165, "
    "capget 125 90, uname 63 160, sysinfo 99 179, getrandom 318 278"
)
# Landlock does not cover the permissions and times of files. These calls do nothing and report
# success, because honest code sets both when it copies a file.
_IGNORED = (
    "chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, "
    "utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88"
)
_CLONE3 = 435

_PR_SET_SECCOMP, _FILTER_MODE = 22, 2
_CLONE_THREAD = 0x00010000
_UNIX, _STREAM, _TYPE_OF_SOCKET = 1, 1, 0xF
# prctl: get the dumpable flag, set and get a thread's name, read capabilities, the vector length
# of ARM, name memory. Not: the signal at the parent's death, or hiding from whoever measures.
_PRCTL_OPTIONS = (3, 15, 16, 23, 51, 0x53564D41)
# ioctl: terminal settings and size (isatty; newer C libraries ask with the second), close-on-exec,
# non-blocking, bytes to read, clone.
_IOCTL_REQUESTS = (0x5401, 0x802C542A, 0x5413, 0x5450, 0x5451, 0x5421, 0x541B, 0x40049409)
# fcntl: duplicate, flags, locks, the size of a pipe. Not: whom a file signals.
_FCNTL_COMMANDS = (*range(8), 36, 37, 38, 1030, 1032)

# Instructions: load a word, mask it, compare and jump, return.
_LOAD, _AND, _EQUAL, _GREATER, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x06
_ALLOW, _KILL_PROCESS, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16

Instruction = tuple[int, int, int, int]
_LET = (_RETURN, 0, 0, _ALLOW)
_IGNORE = (_RETURN, 0, 0, _ERROR)
_REFUSE = (_RETURN, 0, 0, _ERROR | errno.EPERM)
_UNKNOWN = (_RETURN, 0, 0, _ERROR | errno.ENOSYS)


class _Test(NamedTuple):
    """What an argument of a call must be: one of some values, in the bits of a mask."""

    argument: int
    values: Sequence[int]
    mask: int = 0xFFFFFFFF


def is_known_machine() -> bool:
    """Whether there is a filter for this machine.

    There is none for a 32-bit Python on a 64-bit kernel: its calls have other numbers.
    """
    return os.uname().machine in _MACHINES and sys.maxsize > 2**32


def program(machine: str, pid: int) -> list[Instruction]:
    """The filter for the process `pid`, as (code, jump if true, jump if false, operand).

    A refused call fails with EPERM; one newer than the list fails with ENOSYS, as on an older
    kernel, so that the C library falls back to what it did there.
    """
    place = list(_MACHINES).index(machine)
    allowed = allowed_calls(machine)
    code: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _MACHINES[machine]),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
        (_GREATER, 0, 1, max(allowed.values())),
        _UNKNOWN,
        (_EQUAL, 0, 1, _CLONE3),  # its flags are out of a filter's reach; clone takes its place
        _UNKNOWN,
    ]
    for number in allowed.values():
        code += [(_EQUAL, 0, 1, number), _LET]
    for number in ignored_calls(machine).values():
        code += [(_EQUAL, 0, 1, number), _IGNORE]
    for numbers, tests in _conditional(pid).items():
        code += _when(numbers[place], tests)
    return [*code, _REFUSE]


def allowed_calls(machine: str) -> dict[str, int]:
    """The calls that are allowed whatever their arguments, with their numbers."""
    return _numbers(_ALLOWED, machine)


def ignored_calls(machine: str) -> dict[str, int]:
    """The calls that do nothing and report success, with their numbers."""
    return _numbers(_IGNORED, machine)


def _numbers(calls: str, machine: str) -> dict[str, int]:
    place = 1 + list(_MACHINES).index(machine)
    entries = [entry.split() for entry in calls.split(",")]
    return {entry[0]: int(entry[place]) for entry in entries if entry[place] != "-"}


def _conditional(pid: int) -> dict[tuple[int, int], list[_Test]]:
    """The calls whose arguments matter, by their numbers, and what these must be."""
    return {
        (56, 220): [_Test(0, (_CLONE_THREAD,), _CLONE_THREAD)],  # clone
        (62, 129): [_Test(0, (pid,))],  # kill
        (234, 131): [_Test(0, (pid,))],  # tgkill
        (302, 261): [_Test(0, (0, pid))],  # prlimit64
        (157, 167): [_Test(0, _PRCTL_OPTIONS)],  # prctl
        (16, 29): [_Test(1, _IOCTL_REQUESTS)],  # ioctl
        (72, 25): [_Test(1, _FCNTL_COMMANDS)],  # fcntl
        # Other modes allocate space beyond the end of a file, which no limit counts.
        (285, 47): [_Test(1, (0,))],  # fallocate
        # Other pairs could be connected elsewhere.
        (53, 199): [_Test(0, (_UNIX,)), _Test(1, (_STREAM,), _TYPE_OF_SOCKET)],  # socketpair
    }


def _when(number: int, tests: Sequence[_Test]) -> list[Instruction]:
    """Allow a call when its arguments pass all tests."""
    body: list[Instruction] = []
    for argument, values, mask in tests:
        body += [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument), (_AND, 0, 0, mask)]
        body += [(_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
        body.append(_REFUSE)
    return [(_EQUAL, 0, len(body) + 1, number), *body, _LET]


def restrict_system_calls(pid: int) -> None:
    """Put the filter in place for this process and all threads it starts, for good.

    Raises OSError when the kernel refuses. The process must have given up new privileges.
    """
    code = program(os.uname().machine, pid)
    packed = b"".join(struct.pack("<HBBI", *instruction) for instruction in code)
    kept = ctypes.create_string_buffer(packed, len(packed))
    header = struct.pack("@HP", len(code), ctypes.addressof(kept))
    libc = ctypes.CDLL(None, use_errno=True)
    where = ctypes.create_string_buffer(header, len(header))
    if libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, ctypes.byref(where), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel does not accept the system call filter")
