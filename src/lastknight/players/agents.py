"""Players from an agent's file: `game_agent.py:AlphaBetaPlayer(custom_score_2, seconds=0.15)`.

Each game runs in a process of its own, in a sandbox, with a clock the agent cannot touch.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lastknight.aind.source import Outline
from lastknight.errors import AgentError, ArgumentError, show
from lastknight.heuristics.heuristic import format_number
from lastknight.players.choice import Choice, Limit, OnDepth, check_choice
from lastknight.players.player import CompletePlayer, Seat
from lastknight.players.sources import Sources
from lastknight.position import Position
from lastknight.sandbox import AgentFiles, Allowance, Host, Order, Sandbox
from lastknight.sandbox.agent_files import SCOPES, default_scope
from lastknight.sandbox.allowance import COURSE_SECONDS
from lastknight.sandbox.reading import outline_in_sandbox
from lastknight.spec import write_in_file


@dataclass(frozen=True, init=False, repr=False)
class AgentPlayer(CompletePlayer):
    """A player class in an agent's file, limited by CPU time or by nodes.

    `choose` raises Forfeit if the agent loses at once. Raises NotationError if the file cannot be
    read, ArgumentError for a limit out of range.
    """

    path: str
    """The file, as the user wrote it."""
    name: str
    """The class in it that plays."""
    score: str | None
    """The heuristic it gets: a function in its file, or one of the sample scores."""
    depth: int | None
    """The search depth its constructor gets."""
    method: str | None
    """The method the constructor of an old agent gets: minimax or alphabeta."""
    seconds: float | None
    """The limit of a move in seconds of CPU."""
    nodes: int | None
    """How many boards a move may create, instead of seconds."""
    files: str
    """How much of its folder comes with the file: alone, imports or folder."""
    sandbox: Sandbox = field(compare=False)
    """Where it runs."""
    submission: AgentFiles = field(compare=False)
    """Its files, as they were when this player was created."""

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
            raise ArgumentError("limit an agent by seconds or by nodes, not both")
        if seconds is None and nodes is None:
            seconds = COURSE_SECONDS
        if not isinstance(path, str | Path):
            raise ArgumentError(
                f"expected the path of an agent's file, such as game_agent.py, got {show(path)}"
            )
        if name is None:
            raise ArgumentError("an agent needs the name of a class in its file, got None")
        if files is not None and files not in SCOPES:
            raise ArgumentError(f"files must be one of {', '.join(SCOPES)}, got {show(files)}")
        if sandbox is not None and not isinstance(sandbox, Sandbox):
            raise ArgumentError(f"expected a Sandbox or None, got {show(sandbox)}")
        for what, text in (("name", name), ("score", score), ("method", method)):
            if text is not None and not (isinstance(text, str) and text.isidentifier()):
                raise ArgumentError(
                    f"an agent's {what} must be a name in its file, got {show(text)}"
                )
        Limit(depth=depth, nodes=nodes, seconds=seconds)
        sandbox = Sandbox.detect() if sandbox is None else sandbox
        values: dict[str, Any] = {
            "path": str(path),
            "name": name,
            "score": score,
            "depth": depth,
            "method": method,
            "seconds": seconds,
            "nodes": nodes,
            "files": files or default_scope(Path(path)),
            "sandbox": sandbox,
            "submission": AgentFiles.read(path, scope=files, sandbox=sandbox),
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)

    @property
    def limit(self) -> Limit:
        """The limit of a move, and the depth its constructor gets."""
        return Limit(depth=self.depth, nodes=self.nodes, seconds=self.seconds)

    @property
    def allowance(self) -> Allowance:
        """The limit of a move, as its process keeps it."""
        return Allowance(seconds=self.seconds, nodes=self.nodes)

    @property
    def patience(self) -> float:
        """How long to wait for a move, loading included, in seconds of wall time."""
        return self.allowance.patience

    def known_names(self) -> frozenset[str] | None:
        """Every name its file defines or imports; None if the source does not show them all."""
        outline = self._outline()
        return None if outline is None else outline.names

    def players_in_file(self) -> tuple[str, ...]:
        """The classes with a get_move that its file defines; none if they cannot be read."""
        outline = self._outline()
        return () if outline is None else outline.players

    def _outline(self) -> Outline | None:
        files = self.submission
        try:
            return outline_in_sandbox(files.files[files.main], files.main, self.sandbox)
        except AgentError:
            return None

    def sources(self) -> Sources:
        """The agent's files."""
        return Sources(self.submission.source, self.submission.digest)

    @contextmanager
    def seat(self) -> Iterator[Seat]:
        """A process that plays one game."""
        with self._host() as host:
            yield AgentSeat(host)

    def try_loading(self) -> None:
        """Load the agent in a process of its own, without asking for a move.

        Raises Forfeit if that fails.
        """
        with self._host() as host:
            host.load()

    def _host(self) -> Host:
        order = Order(
            self.submission, self.name, score=self.score, depth=self.depth, method=self.method
        )
        return Host(order, self.allowance, sandbox=self.sandbox)

    def choose(
        self,
        position: Position,
        *,
        seed: int = 0,
        on_depth: OnDepth | None = None,  # noqa: ARG002
    ) -> Choice:
        """Choose a move as in a game that begins here, in a process of its own.

        Raises ArgumentError when the game is over, Forfeit if the agent loses at once.
        """
        check_choice(position, seed)
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
        return f"{write_in_file(f'{self.path}:{self.name}')}({', '.join(parts)})"

    def __repr__(self) -> str:
        return f"player({str(self)!r})"


class AgentSeat:
    """An agent in one game: turns its process's answers into choices."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Ask for a move, which is legal.

        Raises Forfeit if the agent loses at once.
        """
        answer = self._host.ask(position, seed=seed)
        return Choice(answer.move, nodes=answer.nodes, seconds=answer.seconds, line=(answer.move,))

    def output(self) -> str:
        """The beginning of what it printed in this game, as plain text."""
        return self._host.output()
