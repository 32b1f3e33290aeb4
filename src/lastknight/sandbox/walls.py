"""The walls around a stranger's process: bubblewrap where it works, kernel limits elsewhere.

This is what surrounds the process from outside; what it gives up itself is in confinement.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from lastknight import _core
from lastknight.errors import ArgumentError, SandboxError, show
from lastknight.sandbox import landlock, seccomp
from lastknight.sandbox.allowance import Bounds

KINDS = ("bubblewrap", "limits")
INSTALL = "install bubblewrap (on Debian: apt-get install bubblewrap)"
FOLDER = "/agent"
"""The agent's folder behind bubblewrap."""

# The parts of the system that a dynamically linked Python needs; not every machine has all.
_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
HARMLESS = (
    *_SYSTEM,
    "/etc/timezone",
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/sys/devices/system",
    *_DEVICES,
)
"""The parts of the system that honest code may read."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How untrusted code is isolated, and what it may use.

    Raises ArgumentError for an unknown kind.

    >>> Sandbox("limits").is_private
    False
    """

    kind: str = "bubblewrap"
    """`bubblewrap`: a private file system and network, gone when the process ends. `limits`: kernel
    limits on a process that still sees this machine."""
    bounds: Bounds = field(default_factory=Bounds)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ArgumentError(f"a sandbox must be {' or '.join(KINDS)}, got {show(self.kind)}")

    @staticmethod
    def detect() -> Sandbox:
        """The best sandbox that works on this machine."""
        return Sandbox("limits" if _fault() else "bubblewrap")

    @staticmethod
    def require() -> Sandbox:
        """The sandbox with a private file system and network.

        Raises SandboxError if bubblewrap is missing or does not work.
        """
        if fault := _fault():
            raise SandboxError(f"no sandbox: {fault}; {INSTALL}, or run without --require-sandbox")
        return Sandbox("bubblewrap")

    @property
    def is_private(self) -> bool:
        """Whether agents have a private file system and network."""
        return self.kind == "bubblewrap"

    @property
    def missing(self) -> tuple[str, ...]:
        """What nothing keeps out of agents' reach on this machine, and why."""
        if self.is_private:
            return ()
        machine = os.uname().machine
        walls = {
            f"your files ({landlock.hole()})": not landlock.hole(),
            f"processes and the network (no filter for {machine})": seccomp.is_known_machine(),
        }
        return tuple(wall for wall, is_there in walls.items() if not is_there)

    @property
    def warning(self) -> str:
        """What to tell the user before strangers' code runs; empty if it is fully isolated."""
        if self.is_private:
            return ""
        within = f"; agents can reach {' and '.join(self.missing)}" if self.missing else ""
        return (
            f"agents run with limits only ({_fault() or 'as requested'}): {INSTALL} "
            f"to hide your files from them{within}"
        )

    def check_complete(self) -> None:
        """Raises SandboxError if a wall is missing."""
        if self.missing:
            raise SandboxError(
                f"agents could reach {' and '.join(self.missing)}; {INSTALL}, or accept the risk "
                "with --unsafe"
            )

    def check(self) -> None:
        """Raises SandboxError on a system without any of the walls."""
        if sys.platform != "linux":
            raise SandboxError(f"agents run on Linux only, this is {sys.platform}")

    def command(self, arguments: list[str], *, info_fd: int) -> list[str]:
        """The command that runs Python with these arguments behind the walls."""
        python = [_executable(), "-s", "-S", "-P", "-B", *arguments]
        return [*_bubblewrap(self.bounds, info_fd), *python] if self.is_private else python


def readable() -> list[str]:
    """Where Python and lastknight are installed; agents may read that."""
    places = [sys.base_prefix, sys.base_exec_prefix, _executable(), *libraries(), *package()]
    return list(dict.fromkeys(places))


def libraries() -> list[str]:
    """The folders of installed libraries."""
    known = [sysconfig.get_path(name) for name in ("purelib", "platlib")]
    found = [place for place in sys.path if place.endswith(("site-packages", "dist-packages"))]
    return [place for place in dict.fromkeys((*known, *found)) if Path(place).is_dir()]


def package() -> list[str]:
    """The folders of lastknight's Python code and native module."""
    assert _core.__file__ is not None
    folders = (Path(__file__).parents[1], Path(_core.__file__).parent)
    return list(dict.fromkeys(map(str, folders)))


def _executable() -> str:
    """The Python executable, outside any virtual environment."""
    return str(Path(sys._base_executable).resolve())  # type: ignore[attr-defined]


def _bubblewrap(bounds: Bounds, info_fd: int) -> list[str]:
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session"]
    words += ["--cap-drop", "ALL", "--hostname", "sandbox", "--info-fd", str(info_fd)]
    for place in _SYSTEM:
        if os.path.islink(place):  # noqa: PTH114
            words += ["--symlink", os.readlink(place), place]  # noqa: PTH115
        else:
            words += ["--ro-bind-try", place, place]
    words += ["--proc", "/proc"]
    for place in _DEVICES:
        words += ["--dev-bind-try", place, place]
    for place in readable():
        words += ["--ro-bind", place, place]
    words += ["--size", str(bounds.folder_size), "--tmpfs", FOLDER, "--chdir", FOLDER]
    return [*words, "--remount-ro", "/", "--"]


@cache
def _fault() -> str:
    """Why bubblewrap cannot be used; empty if it can."""
    if sys.platform != "linux":
        return "bubblewrap needs Linux"
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    read, write = os.pipe()
    try:
        command = Sandbox("bubblewrap").command(["-c", ""], info_fd=write)
        done = subprocess.run(
            command, capture_output=True, pass_fds=(write,), timeout=30, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"bubblewrap does not start ({error})"
    finally:
        os.close(read)
        os.close(write)
    said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["it failed"]
    return "" if done.returncode == 0 else f"bubblewrap does not work here ({said[-1]})"
