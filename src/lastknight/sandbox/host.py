"""An agent in one game, seen from our side: asked for moves, of which only legal ones count.

process.py runs and measures its process.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Self

from lastknight.errors import Forfeit
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.sandbox.agent_files import AgentFiles
from lastknight.sandbox.allowance import LOADING, Allowance
from lastknight.sandbox.printable import both_ends, printable
from lastknight.sandbox.process import OverrunError, Process
from lastknight.sandbox.starting import Persistence, start_process
from lastknight.sandbox.walls import Sandbox

LONGEST_NOTE = 8000
"""Characters kept of a traceback."""


@dataclass(frozen=True)
class Order:
    """What a process plays: a class in an agent's files, and arguments for its constructor."""

    submission: AgentFiles
    name: str
    score: str | None = None
    depth: int | None = None
    method: str | None = None


@dataclass(frozen=True, slots=True)
class _Request:
    """A question for a move."""

    position: Position
    seed: int


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

    It is stopped between requests, so no agent thinks on its opponent's time. A process that was
    killed from outside, or that overran its time for once, is replaced: the new one is asked the
    same questions from the first move on, so that it knows what the old one knew.
    """

    def __init__(self, order: Order, allowance: Allowance, *, sandbox: Sandbox) -> None:
        self.order, self.allowance, self.sandbox = order, allowance, sandbox
        self._stack = ExitStack()
        self._output = ""
        self._asked = 0
        self._answered: list[_Request] = []
        self._persistence = Persistence()
        self._is_second_chance = False
        self._process: Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def ask(self, position: Position, *, seed: int) -> Answer:
        """Ask for a move; one that takes too much CPU time is asked for again, once in a game.

        Raises Forfeit if the agent loses, SandboxError if its process cannot be started.
        """
        request = _Request(position, seed)
        try:
            answer = self._persist(request)
        except OverrunError:
            if self._is_second_chance or self.allowance.seconds is None:
                raise
            self._is_second_chance = True
            self.end()
            answer = self._persist(request)
        self._answered.append(request)
        return answer

    def _persist(self, request: _Request) -> Answer:
        return self._persistence.attempt(lambda: self._ask(request), clear=self.end)

    def _ask(self, request: _Request) -> Answer:
        if self._process is None:
            self._start((*self._answered, request)[0].seed)
            again = self.allowance.lenient()
            for earlier in self._answered:
                self._answer(earlier, again)
        return self._answer(request, self.allowance)

    def _answer(self, request: _Request, allowance: Allowance) -> Answer:
        process = self._process
        assert process is not None
        self._asked += 1
        process.go()
        process.channel.ask({"position": str(request.position), "seed": request.seed})
        answer, seconds = process.wait(allowance, "a move")
        return self._judge(request.position, answer, seconds)

    def load(self) -> None:
        """Load the agent without asking for a move.

        Raises Forfeit if that fails, SandboxError if its process cannot be started.
        """
        self._persistence.attempt(lambda: self._start(seed=0), clear=self.end)

    def output(self) -> str:
        """The beginning of what it printed in this game."""
        return self._output if self._process is None else self._process.channel.output()

    def end(self) -> None:
        """End the process and remove its files."""
        if self._process is not None:
            self._process.end()
            self._output = self._process.channel.output()
            self._process, self._asked = None, 0
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

    def _start(self, seed: int) -> None:
        """Start the process and load the agent in it."""
        order, limits = self.order, self.allowance
        files = order.submission.files
        task: dict[str, object] = {
            "main": order.submission.main,
            "files": [(path, len(content)) for path, content in files.items()],
            "name": order.name,
            "score": order.score,
            "depth": order.depth,
            "method": order.method,
            "seconds": limits.seconds,
            "nodes": limits.nodes,
            "most_nodes": limits.most_nodes,
            "seed": seed,
        }
        self._process = start_process(
            task,
            list(files.values()),
            sandbox=self.sandbox,
            lifetime=limits.lifetime,
            stack=self._stack,
        )
        try:
            self._load(self._process)
        except Forfeit as forfeit:
            raise Forfeit(forfeit.reason, f"while loading:\n{forfeit.note}") from None

    def _load(self, process: Process) -> None:
        process.channel.ask({"load": self.order.name})
        loaded, _ = process.wait(LOADING, "loading")
        if loaded != {"loaded": True}:
            raise _forfeit_of(loaded, self.allowance)
        process.settle()


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
