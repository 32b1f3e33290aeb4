"""Functions of course agents, f(game, player), as heuristics: they get the course's board.

`lastknight.aind` loads an agent's file; files.py decides which files are agents.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from hashlib import sha256
from inspect import isfunction, unwrap
from typing import TYPE_CHECKING, Any

from lastknight import _core
from lastknight.aind.isolation import board_of
from lastknight.aind.loading import Agent, load, make_player
from lastknight.aind.sample_players import (
    center_score,
    improved_score,
    null_score,
    open_move_score,
)
from lastknight.aind.stand_in import StandIn
from lastknight.errors import AgentError
from lastknight.heuristics.heuristic import Heuristic
from lastknight.heuristics.import_trial import try_first
from lastknight.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path


SAMPLE_SCORES: Mapping[str, Callable[..., Any]] = {
    score.__name__: score for score in (null_score, open_move_score, improved_score, center_score)
}
"""The course's own scores, which every agent has; in Python, on the course's board."""

_USUAL_PLAYERS = ("AlphaBetaPlayer", "CustomPlayer")
_AGENTS: dict[Path, tuple[str, Agent]] = {}


class CourseHeuristic(Heuristic):
    """A heuristic that is a function of a course agent, for positions with both players placed."""

    @property
    def is_course(self) -> bool:
        """Whether it was written for the course's board."""
        return True

    def functions(self) -> list[object]:
        """The function, and the modules next to its file that it may call."""
        assert isinstance(self.source, _Source)
        return [*self.source.codes]

    def missed_attributes(self) -> list[str]:
        """The attributes it has looked up on its player so far that no player of its file has."""
        assert isinstance(self.source, _Source)
        return self.source.asked.missed()


def load_agent(path: Path) -> Agent:
    """An agent, imported once for each version of its files. Raises AgentError."""
    key = path.resolve()
    if key in _AGENTS:
        digest, agent = _AGENTS[key]
        if digest == _digest(agent):
            return agent
    try_first(str(path))
    with redirect_stdout(sys.stdout), redirect_stderr(sys.stderr):  # whatever it puts there
        agent = load(path)
    _AGENTS[key] = _digest(agent), agent
    return agent


def course_heuristic(agent: Agent, name: str) -> Heuristic:
    """The heuristic of an agent that has this name, or the sample score.

    Raises KeyError if there is none.
    """
    function = SAMPLE_SCORES[name] if name not in agent.heuristics else agent.heuristics[name]
    code = unwrap(function)
    asked = Asked(function, agent)
    codes = [code if isfunction(code) else agent.module, *agent.siblings]
    core = _core.Heuristic.python(asked, Position, name)
    return CourseHeuristic(spec=name, core=core, source=_Source(codes, asked))


@dataclass(frozen=True, eq=False)
class _Source:
    """What must live as long as a heuristic of an agent."""

    codes: Sequence[object]
    asked: Asked


class Asked:
    """A course function as the core calls it: with a position and a player's number.

    Its players are stand-ins, always the same two, for agents that cache results by player. If it
    looks up an attribute that they lack, real players of its file take their place.
    """

    def __init__(self, function: Callable[..., Any], agent: Agent) -> None:
        self._function, self._agent = function, agent
        self._stand_ins = StandIn("player 1"), StandIn("player 2")
        self._players: tuple[Any, Any] = self._stand_ins
        self._listing = agent.importer.when_asked

    def missed(self) -> list[str]:
        """The attributes that it looked up on a stand-in, and that its players lack."""
        missed = {name: None for one in self._stand_ins for name in one.missed}
        return [name for name in missed if not hasattr(self._players[0], name)]

    def __call__(self, position: Position, player: int) -> float:
        """The value; computed again with real players if an attribute was missing."""
        before = self._count_missed()
        try:
            value = self._ask(position, player)
        except Exception:
            if self._count_missed() == before or not self._find_players():
                raise
            value = self._ask(position, player)
        else:
            if self._count_missed() > before and self._find_players():  # it hid the error
                value = self._ask(position, player)
        if isinstance(value, float | int):
            return value
        if isinstance(value, str) or not hasattr(value, "__float__"):
            kind = type(value).__name__
            raise TypeError(f"a value must be one number, not a {kind} such as {_shortened(value)}")
        return float(value)

    def _ask(self, position: Position, player: int) -> Any:
        # Moves are not shuffled: a value must not depend on chance.
        board = board_of(position, *self._players, is_shuffled=False)
        with self._listing():
            return self._function(board, self._players[player - 1])

    def _count_missed(self) -> int:
        one, other = self._stand_ins
        return len(one.missed) + len(other.missed)

    def _find_players(self) -> bool:
        """Replace the stand-ins by two players of the file, if they have the missing attributes."""
        wanted = self.missed()
        for name in sorted(self._agent.players, key=lambda one: one not in _USUAL_PLAYERS):
            try:
                players = [make_player(self._agent, name) for _ in range(2)]
            except AgentError:
                continue
            if all(hasattr(players[0], attribute) for attribute in wanted):
                for player in players:
                    with suppress(AttributeError):
                        player.time_left = self._stand_ins[0].time_left
                self._players = players[0], players[1]
                return True
        return False


def _shortened(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _digest(agent: Agent) -> str:
    """A digest that changes with any of the agent's files."""
    contents = [file.read_bytes() if file.is_file() else b"" for file in agent.files]
    return sha256(b"\0".join(contents)).hexdigest()
