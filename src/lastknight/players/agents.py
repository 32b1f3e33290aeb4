"""Players out of a stranger's file: `game_agent.py:AlphaBetaPlayer(custom_score_2, seconds=0.15)`.

A process of its own plays each game for them, behind the walls of a sandbox and by an honest clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.heuristics.heuristic import format_number
from lastknight.notation import Square
from lastknight.players.choice import Choice, Seat, check_limit
from lastknight.position import Position
from lastknight.sandbox import AgentFiles, Allowance, Host, Order, Sandbox
from lastknight.sandbox.agent_files import default_scope

SECONDS = 0.15
"""What a move may take where nobody says, in seconds of CPU: what the course allowed."""


@dataclass(frozen=True, init=False, repr=False)
class AgentPlayer:
    """A player class in an agent's file, with a clock that counts its CPU time, or its nodes.

    Its choose raises Forfeit where the agent loses at once. Raises NotationError where the file
    cannot be read, ArgumentError for a limit out of its range.
    """

    path: str
    """The file, as it was named."""
    name: str
    """The class in it that plays."""
    score: str | None
    """The heuristic it is given: a function in its file, or one of the sample scores."""
    depth: int | None
    """The search depth its constructor is given."""
    method: str | None
    """The method the constructor of an old one is given: minimax or alphabeta."""
    seconds: float | None
    """What a move may take, in seconds of CPU."""
    nodes: int | None
    """How many boards a move may make, in place of seconds."""
    files: str
    """What of its folder comes with the file: alone, imports or folder."""
    sandbox: Sandbox = field(compare=False)
    """The walls around it."""
    submission: AgentFiles = field(compare=False)
    """Its files, as they were when this player was made."""

    def __init__(  # noqa: PLR0913  (all but two are keywords)
        self,
        path: str | Path,
        name: str,
        *,
        score: str | None = None,
        depth: int | None = None,
        method: str | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        files: str | None = None,
        sandbox: Sandbox | None = None,
    ) -> None:
        if seconds is not None and nodes is not None:
            raise ArgumentError("an agent's move is limited by seconds or by nodes, not by both")
        if seconds is None and nodes is None:
            seconds = SECONDS
        for what, text in (("name", name), ("score", score), ("method", method)):
            if text is not None and not (isinstance(text, str) and text.isidentifier()):
                raise ArgumentError(f"the {what} of an agent is a name in its file, got {text!r}")
        values: dict[str, Any] = {
            "score": score,
            "depth": depth,
            "seconds": seconds,
            "nodes": nodes,
        }
        for limit in ("depth", "seconds", "nodes"):
            check_limit(limit, values[limit])
        values |= {
            "method": method,
            "path": str(path),
            "name": name,
            "files": files or default_scope(Path(path)),
            "sandbox": Sandbox.detect() if sandbox is None else sandbox,
            "submission": AgentFiles.read(path, scope=files),
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)

    @property
    def allowance(self) -> Allowance:
        """What a move may take."""
        return Allowance(seconds=self.seconds, nodes=self.nodes)

    @property
    def patience(self) -> float:
        """How long a move may be waited for, loading included, in seconds on the wall."""
        return self.allowance.patience

    @contextmanager
    def seat(self) -> Iterator[Seat]:
        """A process that plays one game."""
        with self._host() as host:
            yield AgentSeat(host)

    def try_loading(self) -> None:
        """Load the agent in a process of its own, and ask it for nothing.

        Raises Forfeit where that fails.
        """
        with self._host() as host:
            host.load()

    def _host(self) -> Host:
        order = Order(
            self.submission, self.name, score=self.score, depth=self.depth, method=self.method
        )
        return Host(order, self.allowance, sandbox=self.sandbox)

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Choose a move as in a game that begins here, in a process of its own.

        Raises ArgumentError when the game is over, Forfeit where the agent loses at once.
        """
        if position.is_over:
            raise ArgumentError("the game is over: there is no move to choose")
        with self.seat() as seat:
            return seat.choose(position, seed=seed)

    def __str__(self) -> str:
        given = {"depth": self.depth, "seconds": self.seconds, "nodes": self.nodes}
        parts = [] if self.score is None else [self.score]
        parts += [
            f"{name}={format_number(value)}" for name, value in given.items() if value is not None
        ]
        parts += [] if self.method is None else [f"method={self.method}"]
        parts += [] if self.files == default_scope(Path(self.path)) else [f"files={self.files}"]
        text = f"{self.path}:{self.name}"
        is_plain = text.isprintable() and not set(text) & set(" (),=*+")
        place = text if is_plain else f"'{text}'"
        return f"{place}({', '.join(parts)})"

    def __repr__(self) -> str:
        return f"player({str(self)!r})"


class AgentSeat:
    """An agent in one game: what its process answers, as choices."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Ask for a move; it is a legal one.

        Raises Forfeit where the agent loses at once.
        """
        answer = self._host.ask(position, seed=seed)
        move: Square = answer.move
        return Choice(move, nodes=answer.nodes, seconds=answer.seconds, line=(move,))

    def output(self) -> str:
        """The first of what it printed in this game, as plain text."""
        return self._host.output()
