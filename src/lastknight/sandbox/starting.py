"""Starting a stranger's process: its files, its first input, and retries.

A process killed from outside, such as by the kernel when memory runs out, costs nobody a game: its
work is repeated, a few times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import TypeVar

from lastknight.errors import Forfeit, SandboxError
from lastknight.sandbox import walls
from lastknight.sandbox.confinement import Confinement
from lastknight.sandbox.leftovers import temporary_folder
from lastknight.sandbox.process import KilledFromOutsideError, Process
from lastknight.sandbox.walls import Sandbox

MOST_KILLS = 3
"""How often a process may be killed from outside before that counts as a crash."""
# Attempts to start a process.
_TRIES = 3

_Result = TypeVar("_Result")


def start_process(
    task: dict[str, object],
    contents: Sequence[bytes],
    *,
    sandbox: Sandbox,
    lifetime: int,
    stack: ExitStack,
) -> Process:
    """Start a process that does a task; its folder goes when the stack closes.

    `lifetime` is the seconds of CPU the kernel grants it. Raises SandboxError if it cannot be
    started.
    """
    sandbox.check()
    folder = Path(walls.FOLDER)
    if not sandbox.is_private:
        folder = stack.enter_context(temporary_folder())
    header = {**_header(sandbox, folder, lifetime), **task}
    for tries_left in reversed(range(_TRIES)):
        try:
            return Process(header, contents, sandbox)
        except (OSError, SandboxError) as error:
            if not tries_left:
                raise SandboxError(f"cannot start a process for an agent: {error}") from None
            sleep(0.2)
    raise AssertionError


def _header(sandbox: Sandbox, folder: Path, lifetime: int) -> dict[str, object]:
    bounds = sandbox.bounds
    kept = Confinement(
        memory=bounds.memory,
        file_size=bounds.file_size,
        open_files=bounds.open_files,
        threads=bounds.threads,
        lifetime=lifetime,
        readable=(*walls.readable(), *walls.HARMLESS),
        writable=(str(folder), "/dev/null"),
        is_private=sandbox.is_private,
    )
    return {
        "package": walls.package(),
        "libraries": walls.libraries(),
        "folder": str(folder),
        "confinement": kept._asdict(),
    }


class Persistence:
    """Does work again when its process is killed from outside, a few times in all."""

    def __init__(self) -> None:
        self.kills = 0

    def attempt(self, work: Callable[[], _Result], *, clear: Callable[[], None]) -> _Result:
        """The result of the work; `clear` removes what is left of a killed process.

        Raises Forfeit, a crash, if it was killed once too often.
        """
        while True:
            try:
                return work()
            except KilledFromOutsideError as killed:
                self.kills += 1
                if self.kills >= MOST_KILLS:
                    note = f"{killed}, as in {MOST_KILLS - 1} earlier attempts"
                    raise Forfeit("crash", note) from None
                clear()
