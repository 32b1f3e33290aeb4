"""An agent in one game, seen from our side: asked for moves, of which only legal ones count.

process.py runs and measures its process.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Self

from lastknight.errors import Forfeit, SandboxError
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.sandbox import walls
from lastknight.sandbox.agent_files import AgentFiles
from lastknight.sandbox.allowance import LOADING, Allowance
from lastknight.sandbox.confinement import Confinement
from lastknight.sandbox.leftovers import temporary_folder
from lastknight.sandbox.printable import both_ends, printable
from lastknight.sandbox.process import Process
from lastknight.sandbox.walls import Sandbox

LONGEST_NOTE = 8000
"""Characters kept of a traceback."""
# Attempts to start a process.
_TRIES = 3


@dataclass(frozen=True)
class Order:
    """What a process plays: a class in an agent's files, and arguments for its constructor."""

    submission: AgentFiles
    name: str
    score: str | None = None
    depth: int | None = None
    method: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal move and its cost."""

    move: Square
    seconds: float
    """Of CPU, measured from outside."""
    nodes: int
    """As reported by the process; 0 when time is the limit."""


class Host:
    """A process that plays one game, started by the first request.

    It is stopped between requests, so no agent thinks on its opponent's time.
    """

    def __init__(self, order: Order, allowance: Allowance, *, sandbox: Sandbox) -> None:
        self.order, self.allowance, self.sandbox = order, allowance, sandbox
        self._stack = ExitStack()
        self._output = ""
        self._asked = 0
        self._process: Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def ask(self, position: Position, *, seed: int) -> Answer:
        """Ask for a move.

        Raises Forfeit if the agent loses, SandboxError if its process cannot be started.
        """
        process = self._process or self._start(seed)
        self._asked += 1
        process.go()
        process.channel.ask({"position": str(position), "seed": seed})
        answer, seconds = process.wait(self.allowance, "a move")
        return self._judge(position, answer, seconds)

    def load(self) -> None:
        """Load the agent without asking for a move.

        Raises Forfeit if that fails, SandboxError if its process cannot be started.
        """
        self._start(seed=0)

    def output(self) -> str:
        """The beginning of what it printed in this game."""
        return self._output if self._process is None else self._process.channel.output()

    def end(self) -> None:
        """End the process and remove its files."""
        if self._process is not None:
            self._process.end()
            self._output = self._process.channel.output()
            self._process = None
        self._stack.close()

    def _judge(self, position: Position, answer: dict[str, object], seconds: float) -> Answer:
        match answer:
            case {"number": self._asked, "move": [int(row), int(column)], "nodes": int(nodes)}:
                is_counted = 0 <= nodes <= self.allowance.most_nodes
                if (row, column) in position.legal_moves() and is_counted:
                    self._process.rest()  # type: ignore[union-attr]
                    return Answer((int(row), int(column)), seconds, nodes)
            case {"number": self._asked, "junk": str(text)}:
                note = f"it returned {printable(text)[:200]}, which is not a legal move"
                raise Forfeit("illegal_move", note)
        raise _forfeit_of(answer, self.allowance)

    def _start(self, seed: int) -> Process:
        """Start the process and load the agent in it."""
        self.sandbox.check()
        folder = Path(walls.FOLDER)
        if not self.sandbox.is_private:
            folder = self._stack.enter_context(temporary_folder())
        contents = list(self.order.submission.files.values())
        for tries_left in reversed(range(_TRIES)):
            try:
                self._process = Process(self._header(folder, seed), contents, self.sandbox)
                break
            except (OSError, SandboxError) as error:
                if not tries_left:
                    raise SandboxError(f"cannot start a process for an agent: {error}") from None
                sleep(0.2)
        assert self._process is not None
        try:
            self._load(self._process)
        except Forfeit as forfeit:
            raise Forfeit(forfeit.reason, f"while loading:\n{forfeit.note}") from None
        return self._process

    def _load(self, process: Process) -> None:
        process.channel.ask({"load": self.order.name})
        loaded, _ = process.wait(LOADING, "loading")
        if loaded != {"loaded": True}:
            raise _forfeit_of(loaded, self.allowance)
        process.settle()

    def _header(self, folder: Path, seed: int) -> dict[str, object]:
        bounds, limits = self.sandbox.bounds, self.allowance
        kept = Confinement(
            memory=bounds.memory,
            file_size=bounds.file_size,
            open_files=bounds.open_files,
            threads=bounds.threads,
            lifetime=limits.lifetime,
            readable=(*walls.readable(), *walls.HARMLESS),
            writable=(str(folder), "/dev/null"),
            is_private=self.sandbox.is_private,
        )
        files = self.order.submission.files
        return {
            "package": walls.package(),
            "libraries": walls.libraries(),
            "folder": str(folder),
            "confinement": kept._asdict(),
            "main": self.order.submission.main,
            "files": [(path, len(content)) for path, content in files.items()],
            "name": self.order.name,
            "score": self.order.score,
            "depth": self.order.depth,
            "method": self.order.method,
            "seconds": limits.seconds,
            "nodes": limits.nodes,
            "most_nodes": limits.most_nodes,
            "seed": seed,
        }


def _forfeit_of(answer: dict[str, object], allowance: Allowance) -> Forfeit:
    """The forfeit for an answer that is not a move."""
    match answer:
        case {"crash": str(text)}:
            return Forfeit("crash", both_ends(printable(text).rstrip(), limit=LONGEST_NOTE))
        case {"breach": str(text)}:
            return Forfeit("breach", printable(text)[:400])
        case {"over": int(nodes)}:
            note = f"{nodes} nodes for a move; the limit is {allowance.nodes}"
            return Forfeit("timeout", note)
    return Forfeit("breach", "it wrote a forged answer to the answer pipe")
