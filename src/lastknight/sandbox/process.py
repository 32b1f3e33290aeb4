"""The agent's process, seen from outside: started, waited for, measured, stopped and ended."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, sleep

from lastknight.errors import Forfeit, SandboxError
from lastknight.sandbox.allowance import Allowance
from lastknight.sandbox.channel import Channel
from lastknight.sandbox.guest import CLOSED
from lastknight.sandbox.leftovers import PROGRAM, kill_orphans_once, owner
from lastknight.sandbox.meters import Meter, Stopwatch, contents_of, counts_delays, files_in_use
from lastknight.sandbox.walls import Sandbox

# Seconds a process may take to start, which is not the agent's time.
_START_SECONDS = 60.0
# Seconds threads may take to end after the answer.
_GRACE = 0.1
# Signals that come from outside: from the kernel when memory runs out, or from an administrator.
_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM)


class KilledFromOutsideError(Exception):
    """The process was killed, and not for anything it did."""


class OverrunError(Forfeit):
    """A forfeit by timeout: more CPU time than the limit."""


class Process:
    """A running process, with its pipes and its meter.

    Raises SandboxError or OSError if it fails before it runs any code of the agent's.
    """

    def __init__(
        self, header: dict[str, object], contents: Sequence[bytes], sandbox: Sandbox
    ) -> None:
        self.sandbox = sandbox
        self.folder = str(header["folder"])
        self.channel = Channel(sandbox.bounds.output)
        self.handle: int | None = None
        self.threads = 1
        self.began = 0.0
        self._popen: subprocess.Popen[bytes] | None = None
        try:
            self.meter = Meter(self._launch())
            self.handle = os.pidfd_open(self.meter.pid)
            self.channel.send_order(header, contents)
            self._get_ready()
        except BaseException:
            self.end()
            raise

    def _launch(self) -> int:
        """Start it; returns its process id as we see it."""
        kill_orphans_once(os.getpid())
        information, write_end = os.pipe()
        requests, answers, prints = self.channel.child_ends
        parent = 0 if self.sandbox.is_private else os.getpid()
        arguments = [str(PROGRAM), str(requests), str(answers), str(parent), owner()]
        try:
            self._popen = subprocess.Popen(
                self.sandbox.command(arguments, info_fd=write_end),
                stdin=subprocess.DEVNULL,
                stdout=prints,
                stderr=prints,
                pass_fds=(requests, answers, *((write_end,) if self.sandbox.is_private else ())),
                env=_environment(self.folder),
                cwd=None if self.sandbox.is_private else self.folder,
                start_new_session=True,
            )
        finally:
            os.close(write_end)
            self.channel.close_child_ends()
            with open(information, "rb") as file:  # noqa: PTH123
                said = file.read() if self._popen is not None else b""
        if not self.sandbox.is_private:
            return self._popen.pid
        try:
            return int(json.loads(said)["child-pid"])
        except (ValueError, KeyError):
            raise SandboxError(self._complaint()) from None

    def _get_ready(self) -> None:
        """Wait until it has locked itself in."""
        answer, watch = None, Stopwatch(self.meter)
        while answer is None and self.channel.is_open and not watch.is_longer_than(_START_SECONDS):
            select.select([self.channel.answers], [], [], 1.0)
            answer = self.channel.read_answer()
        if answer != {"ready": True}:
            raise SandboxError(self._complaint())
        self.began = self.meter.cpu()

    def _complaint(self) -> str:
        """The last thing a process that failed to start has printed."""
        with suppress(subprocess.TimeoutExpired):
            if self._popen is not None:
                self._popen.wait(timeout=1)
        self.channel.read_output()
        return (self.channel.output().splitlines() or ["it printed nothing"])[-1]

    def go(self) -> None:
        """Let it continue."""
        self._signal(signal.SIGCONT)

    def settle(self) -> None:
        """The agent is loaded: it may keep the threads it has now."""
        self.threads = max(1, self.meter.threads())
        self._halt()

    def rest(self) -> None:
        """The move is made: stop it until the next one.

        Raises Forfeit if it leaves threads running.
        """
        deadline = monotonic() + _GRACE
        while (threads := self.meter.threads()) > self.threads and monotonic() < deadline:
            sleep(0.005)
        if threads > self.threads:
            more = threads - self.threads
            left = "one more thread" if more == 1 else f"{more} more threads"
            raise Forfeit("breach", f"it left {left} running after the move")
        self._halt()

    def _halt(self) -> None:
        self._signal(signal.SIGSTOP)
        self.began = self.meter.cpu()

    def wait(self, allowance: Allowance, what: str) -> tuple[dict[str, object], float]:
        """Its next answer, and the seconds of CPU it took.

        Raises Forfeit if it takes too long, prints too much, or ends, and KilledFromOutsideError if
        it was killed.
        """
        watch, channel = Stopwatch(self.meter), self.channel
        while True:
            used = self.meter.cpu() - self.began
            pause = min(max(allowance.cpu - used, 0.002), 0.05)
            ready, _, _ = select.select([channel.answers, channel.prints], [], [], pause)
            answer = channel.read_answer() if channel.answers in ready else None
            used = self.meter.cpu() - self.began
            channel.read_output()
            if used > allowance.cpu and not (answer and "number" not in answer):
                allowed = allowance.cpu if allowance.seconds is None else allowance.seconds
                note = f"{used:.3f} s of CPU for {what}; the limit is {allowed:g} s"
                raise OverrunError("timeout", note)
            if answer is not None:
                self._check_folder()
                return answer, used
            if not channel.is_open:
                raise self._ended()
            if watch.is_idle_for(allowance.idle if counts_delays() else allowance.wall):
                wall, idle = watch.wall, watch.wall - used - watch.waited()
                raise Forfeit("timeout", f"{wall:.1f} s for {what}, idle for {idle:.1f} s")
            self._check_folder()

    def _check_folder(self) -> None:
        """Raises Forfeit if it fills its folder."""
        bounds = self.sandbox.bounds
        if self.sandbox.is_private:  # its own file system limits the size
            size, files = 0, files_in_use(f"/proc/{self.meter.pid}/root{self.folder}")
        else:
            size, files = contents_of(self.folder)
            size += self.meter.unlinked(self.folder, largest=bounds.file_size)
        if size > bounds.folder_size:
            raise Forfeit("breach", f"it wrote more than {bounds.folder_size:,} bytes")
        if files > bounds.files:
            raise Forfeit("breach", f"it created more than {bounds.files:,} files")

    def _ended(self) -> Forfeit | KilledFromOutsideError:
        """Why a process has ended or closed its answer pipe."""
        assert self._popen is not None
        try:
            code = self._popen.wait(timeout=1)
        except subprocess.TimeoutExpired:
            code = CLOSED
        if code == CLOSED:
            return Forfeit("breach", "it closed the answer pipe")
        number = -code if code < 0 else code - 128 if self.sandbox.is_private else 0
        if number > 0:
            with suppress(ValueError):
                note = f"its process was killed by {signal.Signals(number).name}"
                if number in _FROM_OUTSIDE:
                    return KilledFromOutsideError(note)
                return Forfeit("crash", note)
        return Forfeit("crash", f"its process ended with exit code {code}")

    def _signal(self, number: signal.Signals) -> None:
        assert self.handle is not None
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, number)

    def end(self) -> None:
        """End it, and everything it started."""
        if self.handle is not None:
            self._signal(signal.SIGKILL)
            os.close(self.handle)
        if self._popen is not None:
            with suppress(subprocess.TimeoutExpired):  # bubblewrap ends with it
                self._popen.wait(timeout=5 if self.handle is not None else 0)
            self._popen.kill()
            self._popen.wait()
        with suppress(Forfeit):
            self.channel.read_output()
        self.channel.close()


def _environment(folder: str) -> dict[str, str]:
    """Nothing of ours: what Python needs, one thread for libraries, and fixed string hashes."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "MALLOC_ARENA_MAX": "1",
        **{name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
        **{f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")},
    }
