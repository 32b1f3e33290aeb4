"""The witness reports what an agent tried when it does something off limits.

It listens to Python's audit events, so a determined agent can get around it. The walls do not
depend on it: it makes the reason for a loss clear, and the loss certain.
"""

import os
import sys
from collections.abc import Callable, Iterable

_PROCESSES = {
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
    "subprocess.Popen",
}
_NETWORK = {
    "ftplib.connect",
    "imaplib.open",
    "poplib.connect",
    "smtplib.connect",
    "socket.bind",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyaddr",
    "socket.gethostbyname",
    "socket.sendto",
    "urllib.Request",
}
# Events that change files: the number of leading path arguments, and where their dir_fds are.
_CHANGES = {
    "os.chmod": (1, (2,)),
    "os.chown": (1, (3,)),
    "os.link": (2, (2, 3)),
    "os.mkdir": (1, (2,)),
    "os.remove": (1, (1,)),
    "os.removexattr": (1, ()),
    "os.rename": (2, (2, 3)),
    "os.rmdir": (1, (1,)),
    "os.setxattr": (1, ()),
    "os.truncate": (1, ()),
    "os.utime": (1, (3,)),
    "shutil.move": (2, ()),
    "shutil.rmtree": (1, (1,)),
}
_LISTS = {"os.listdir", "os.scandir"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_LOCAL_SOCKETS = 1


class Witness:
    """Knows what may be read and written, and reports everything else."""

    def __init__(
        self, report: Callable[[str], None], *, readable: Iterable[str], writable: Iterable[str]
    ) -> None:
        self.report = report
        self.writable = _real(writable)
        self.readable = _real(readable) + self.writable
        self.pid = os.getpid()
        self.is_busy = False

    def install(self) -> None:
        """Listen from now on; there is no way to stop."""
        sys.addaudithook(self.check_event)

    def check_event(self, event: str, arguments: tuple[object, ...]) -> None:
        """Receive an event; harmless ones cost next to nothing."""
        if event[:3] not in _FIRST_LETTERS or self.is_busy:
            return
        self.is_busy = True
        try:
            if breach := self.judge(event, arguments):
                self.report(breach)
        finally:
            self.is_busy = False

    def judge(self, event: str, arguments: tuple[object, ...]) -> str:
        """What is wrong with an event; empty if nothing is."""
        if event == "open":
            return self._open(*arguments)
        if event in _PROCESSES:
            return f"it started a process ({event})"
        if event in _NETWORK or (event == "socket.__new__" and arguments[1:2] != (_LOCAL_SOCKETS,)):
            return f"it used the network ({event})"
        if event in ("os.kill", "os.killpg"):
            return "" if arguments[0] == self.pid else f"it signalled another process ({event})"
        if event in _LISTS:
            return self._read("." if arguments[0] is None else arguments[0], "listed")
        if event == "sqlite3.connect":
            return "" if arguments[0] in (":memory:", "") else self._change(arguments[0], event)
        if event == "os.symlink":
            return self._change(arguments[1], event)
        if event in _CHANGES:
            count, folders = _CHANGES[event]
            for place in range(count):
                folder = arguments[folders[min(place, len(folders) - 1)]] if folders else -1
                if breach := self._change(arguments[place], event, folder=folder):
                    return breach
        return ""

    def _open(self, path: object, _mode: object, flags: object) -> str:
        if isinstance(flags, int) and flags & _WRITING:
            return self._change(path, "open")
        return self._read(path, "read")

    def _read(self, path: object, verb: str) -> str:
        place = _place(path)
        return "" if _is_in(place, self.readable) else f"it {verb} {place}, which is off limits"

    def _change(self, path: object, event: str, *, folder: object = -1) -> str:
        place = _place(path, folder)
        if _is_in(place, self.writable):
            return ""
        return f"it changed {place}, which is off limits ({event})"


_FIRST_LETTERS = {
    event[:3] for event in ("open", "sqlite3", "socket", *_PROCESSES, *_NETWORK, *_CHANGES)
}


def _place(path: object, folder: object = -1) -> str | None:
    """The real path, links followed; None for an open file or anything that is not a path."""
    if isinstance(path, int) or path is None:
        return None
    try:
        text = os.fsdecode(path)  # type: ignore[arg-type]
        if isinstance(folder, int) and folder >= 0:
            text = os.path.join(os.readlink(f"/proc/self/fd/{folder}"), text)  # noqa: PTH115, PTH118
        return os.path.realpath(text)
    except (OSError, TypeError, ValueError):
        return None


def _is_in(place: str | None, roots: Iterable[str]) -> bool:
    return place is None or any(
        place == root or place.startswith(root.rstrip("/") + "/") for root in roots
    )


def _real(places: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(os.path.realpath(place) for place in places))
