"""Reading a stranger's source: parsed in a process of its own, behind the walls, never run.

A few kilobytes of brackets or classes can keep a parser busy for years, use up memory, or end the
process that parses them. That is the problem of the file then, not of a whole league.
"""

from __future__ import annotations

import stat
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path

from lastknight.aind.source import LARGEST, Outline
from lastknight.errors import AgentError, Forfeit
from lastknight.sandbox.allowance import Allowance
from lastknight.sandbox.printable import printable_line
from lastknight.sandbox.process import Process
from lastknight.sandbox.starting import Persistence, start_process
from lastknight.sandbox.walls import Sandbox

READING = Allowance(seconds=5.0)
"""What reading a file may take."""
_LIFETIME = 30
_PROBLEM = 200


def read_outline(path: Path, *, sandbox: Sandbox) -> Outline:
    """The outline of a file.

    Raises AgentError, in one line, when it is too large, not readable as Python, or too much for
    the parser; SandboxError if no process can be started.
    """
    return outline_in_sandbox(read_source(path), path.name, sandbox)


def read_source(path: Path, *, most: int = LARGEST) -> bytes:
    """The bytes of a file that is not too large; of one that is, none are read.

    Raises AgentError, in one line.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # such as a pipe, which might never end
            raise AgentError(f"cannot read {path}: not a file")
        if found.st_size <= most:
            return path.read_bytes()
    except OSError as error:
        raise AgentError(f"cannot read {path}: {error.strerror}") from error
    raise AgentError(f"{path.name} is larger than {most:,} bytes")


@lru_cache(maxsize=64)
def outline_in_sandbox(source: bytes, name: str, sandbox: Sandbox) -> Outline:
    """The outline of a source; `name` is that of its file. Raises as `read_outline` does."""
    with ExitStack() as stack:

        def read() -> dict[str, object]:
            task: dict[str, object] = {"outline": name, "files": [(name, len(source))]}
            process = start_process(
                task, [source], sandbox=sandbox, lifetime=_LIFETIME, stack=stack
            )
            stack.callback(process.end)
            return _ask(process)

        try:
            answer = Persistence().attempt(read, clear=stack.close)
        except Forfeit as forfeit:
            raise AgentError(f"{name} cannot be read: {forfeit.note}") from None
    return _outline(answer, name)


def _ask(process: Process) -> dict[str, object]:
    process.channel.ask({"outline": True})
    return process.wait(READING, "reading it")[0]


def _outline(answer: dict[str, object], name: str) -> Outline:
    """The outline that a process sent, of which every part is checked."""
    if isinstance(problem := answer.get("problem"), str):
        raise AgentError(printable_line(problem, limit=_PROBLEM))
    try:
        return Outline(
            players=_texts(answer["players"]),
            imported=_texts(answer["imported"]),
            functions=_texts(answer["functions"]),
            old=frozenset(_texts(answer["old"])),
            modules=frozenset(_texts(answer["modules"])),
            names=None if answer["names"] is None else frozenset(_texts(answer["names"])),
            classes=frozenset(_texts(answer["classes"])),
            own_functions=frozenset(_texts(answer["own_functions"])),
            is_course=answer["is_course"] is True,
        )
    except (KeyError, TypeError):
        raise AgentError(f"{name} cannot be read: its process sent junk") from None


def _texts(found: object) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise TypeError
    return tuple(found)
