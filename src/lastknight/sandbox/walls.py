"""The walls around a stranger's process: bubblewrap where it works, else limits alone.

Here is what stands around the process from outside. What it gives up by itself is confinement.
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
from lastknight.errors import ArgumentError, SandboxError
from lastknight.sandbox.allowance import Bounds

KINDS = ("bubblewrap", "limits")
INSTALL = "install bubblewrap (on Debian: apt-get install bubblewrap)"
FOLDER = "/agent"
"""Where an agent finds its files behind bubblewrap."""

# What a dynamic Python needs of the system, as far as it is there.
_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime")
HARMLESS = (
    *_SYSTEM,
    "/etc/timezone",
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/sys/devices/system",
    "/dev/null",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
)
"""What honest code may want to read of the system besides."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How strangers' code is kept apart, and what it may have.

    Raises ArgumentError for another kind.

    >>> Sandbox("limits").is_private
    False
    """

    kind: str = "bubblewrap"
    """`bubblewrap`: a file system and a network of its own, which vanish with it. `limits`: the
    kernel's limits on one process, which still sees this machine."""
    bounds: Bounds = field(default_factory=Bounds)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ArgumentError(f"a sandbox is {' or '.join(KINDS)}, got {self.kind!r}")

    @staticmethod
    def detect() -> Sandbox:
        """The best kind that works on this machine."""
        return Sandbox("limits" if _fault() else "bubblewrap")

    @staticmethod
    def require() -> Sandbox:
        """The kind with a file system and a network of its own.

        Raises SandboxError where bubblewrap is missing or does not work.
        """
        if fault := _fault():
            raise SandboxError(f"no sandbox: {fault}; {INSTALL} or go on without insisting")
        return Sandbox("bubblewrap")

    @property
    def is_private(self) -> bool:
        """Whether agents have a file system and a network of their own."""
        return self.kind == "bubblewrap"

    @property
    def warning(self) -> str:
        """What to tell the user before strangers' code runs; nothing where the walls are whole."""
        if self.is_private:
            return ""
        return (
            f"agents run with limits only, for {_fault() or 'it was asked for'}: {INSTALL} "
            "to keep their files and the network away from them"
        )

    def check(self) -> None:
        """Raises SandboxError on a system that has none of the walls."""
        if sys.platform != "linux":
            raise SandboxError(f"agents are played on Linux, not on {sys.platform}")

    def command(self, arguments: list[str], *, info_fd: int) -> list[str]:
        """The command that runs Python with some arguments behind the walls."""
        python = [_executable(), "-s", "-S", "-P", "-B", *arguments]
        return [*_bubblewrap(self.bounds, info_fd), *python] if self.is_private else python


def readable() -> list[str]:
    """The places of Python and of lastknight, which agents may read."""
    places = [sys.base_prefix, sys.base_exec_prefix, _executable(), *libraries(), *package()]
    return list(dict.fromkeys(places))


def libraries() -> list[str]:
    """Where installed libraries are found."""
    known = [sysconfig.get_path(name) for name in ("purelib", "platlib")]
    found = [place for place in sys.path if place.endswith(("site-packages", "dist-packages"))]
    return [place for place in dict.fromkeys((*known, *found)) if Path(place).is_dir()]


def package() -> list[str]:
    """The folders of lastknight itself: its Python, and its native module."""
    assert _core.__file__ is not None
    folders = (Path(__file__).parents[1], Path(_core.__file__).parent)
    return list(dict.fromkeys(map(str, folders)))


def _executable() -> str:
    """Python itself, outside of any virtual environment."""
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
    """Why bubblewrap cannot be used; nothing where it can."""
    if sys.platform != "linux":
        return "bubblewrap is for Linux"
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
    said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["it fails"]
    return "" if done.returncode == 0 else f"bubblewrap does not work here ({said[-1]})"
