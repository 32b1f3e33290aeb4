"""The owner of a connection: on loopback, the kernel knows the user at the other end."""

from __future__ import annotations

import os
import socket
from pathlib import Path

_TABLES = {socket.AF_INET: Path("/proc/net/tcp"), socket.AF_INET6: Path("/proc/net/tcp6")}


def is_foreign(connection: socket.socket) -> bool:
    """Whether a connection from this machine belongs to another user, or is already closed.

    The administrator may do everything anyway. False if the system does not report owners.
    """
    table = _TABLES.get(connection.family)
    if table is None or not table.exists():
        return False
    ends = f"{_end(connection.getpeername())} {_end(connection.getsockname())}"
    for line in table.read_text(encoding="ascii").splitlines()[1:]:
        fields = line.split()
        if " ".join(fields[1:3]) == ends:
            user, inode = int(fields[7]), fields[9]
            return inode == "0" or user not in (0, os.getuid())
    return True


def _end(address: tuple[str, int]) -> str:
    """An address and port as the kernel's table writes them."""
    host, port = address[:2]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    packed = socket.inet_pton(family, host)
    words = [packed[at : at + 4][::-1].hex() for at in range(0, len(packed), 4)]
    return f"{''.join(words)}:{port:04x}".upper()
