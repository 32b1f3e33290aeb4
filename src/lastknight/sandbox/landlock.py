"""Landlock: the agent's process permanently gives up access to files.

It needs no privileges and no programs, so it works without bubblewrap too. Linux has it since 5.13;
before its third version, in Linux 6.2, a file that can be read can also be emptied.
"""

import ctypes
import os
import struct
from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1

# Rights; the numbers on the left are the versions that introduced them.
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_ALL_OF_VERSION = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_MAKE_DEVICES = 1 << 6 | 1 << 11
_OF_FILES = 1 | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
_TCP = 3  # bind and connect, from version 4 on
_SCOPES = 3  # signals and abstract sockets, from version 6 on


def version() -> int:
    """The kernel's version of Landlock; 0 if it has none."""
    return max(0, int(_libc().syscall(_CREATE, None, 0, _ASK_VERSION)))


def hole() -> str:
    """What it leaves open on this kernel, in words; empty if nothing."""
    known = version()
    if not known:
        return "the kernel has no Landlock"
    if not _ALL_OF_VERSION[_step(known)] & _TRUNCATE:
        return f"Landlock {known} does not stop them from truncating files; Linux 6.2 does"
    return ""


def restrict_files(*, readable: Iterable[str], writable: Iterable[str]) -> bool:
    """Keep access to these paths only; returns whether the kernel has Landlock.

    Raises OSError when the kernel refuses. The process must have given up new privileges.
    """
    known = version()
    if not known:
        return False
    everything = _ALL_OF_VERSION[_step(known)]
    rules = _new_rules(everything, known)
    try:
        for path in readable:
            _allow(rules, path, _READ_FILE | _READ_DIR)
        for path in writable:
            _allow(rules, path, everything & ~(1 | _MAKE_DEVICES | _IOCTL_DEVICE))
        _check(_libc().syscall(_RESTRICT, rules, 0), "restrict the process")
    finally:
        os.close(rules)
    return True


def _step(known: int) -> int:
    """The last version up to this one that has new rights for files."""
    return max(step for step in _ALL_OF_VERSION if step <= known)


def _new_rules(everything: int, known: int) -> int:
    network = _TCP if known >= 4 else 0
    scopes = _SCOPES if known >= 6 else 0
    attributes = struct.pack("<QQQ", everything, network, scopes)
    length = 24 if known >= 6 else 16 if known >= 4 else 8
    return _check(_libc().syscall(_CREATE, attributes, length, 0), "create rules")


def _allow(rules: int, path: str, rights: int) -> None:
    """Grant rights beneath a path, if it exists."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(path):  # noqa: PTH112
            rights &= _OF_FILES
        rule = struct.pack("<Qi", rights, place)
        _check(_libc().syscall(_ADD, rules, _PATH_BENEATH, rule, 0), f"add {path}")
    finally:
        os.close(place)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), f"Landlock failed to {what}")
    return result
