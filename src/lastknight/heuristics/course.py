"""Functions of course agents, f(game, player), as heuristics: they get the course's board.

`lastknight.aind` loads an agent's file; files.py decides which files are agents.
"""

from __future__ import annotations

from hashlib import sha256
from inspect import isfunction, unwrap
from math import inf
from typing import TYPE_CHECKING, Any

from lastknight import _core
from lastknight.aind.isolation import board_of
from lastknight.aind.loading import Agent, load
from lastknight.aind.sample_players import (
    center_score,
    improved_score,
    null_score,
    open_move_score,
)
from lastknight.heuristics.heuristic import Heuristic
from lastknight.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


class StandIn:
    """Stands in for a player on the course's board, with what a heuristic may ask of one."""

    TIMER_THRESHOLD = 10.0
    search_depth = 3

    def __init__(self, name: str) -> None:
        self.name = name

    def time_left(self) -> float:
        """No clock is running."""
        return inf

    def __repr__(self) -> str:
        return self.name


SAMPLE_SCORES: Mapping[str, Callable[..., Any]] = {
    score.__name__: score for score in (null_score, open_move_score, improved_score, center_score)
}
"""The course's own scores, which every agent has; in Python, on the course's board."""

# Always the same two, for agents that cache results by player.
_PLAYERS = (StandIn("player 1"), StandIn("player 2"))
_AGENTS: dict[Path, tuple[str, Agent]] = {}


class CourseHeuristic(Heuristic):
    """A heuristic that is a function of a course agent, for positions with both players placed."""

    @property
    def is_course(self) -> bool:
        """Whether it was written for the course's board."""
        return True

    def functions(self) -> list[object]:
        """The function, and the modules next to its file that it may call."""
        assert isinstance(self.source, list)
        return self.source


def load_agent(path: Path) -> Agent:
    """An agent, imported once for each version of its files. Raises AgentError."""
    key = path.resolve()
    if key in _AGENTS:
        digest, agent = _AGENTS[key]
        if digest == _digest(agent):
            return agent
    agent = load(path)
    _AGENTS[key] = _digest(agent), agent
    return agent


def course_heuristic(agent: Agent, name: str) -> Heuristic:
    """The heuristic of an agent that has this name, or the sample score.

    Raises KeyError if there is none.
    """
    function = SAMPLE_SCORES[name] if name not in agent.heuristics else agent.heuristics[name]
    code = unwrap(function)
    return CourseHeuristic(
        spec=name,
        core=_core.Heuristic.python(_Asked(function), Position, name),
        source=[code if isfunction(code) else agent.module, *agent.siblings],
    )


class _Asked:
    """A course function as the core calls it: with a position and a player's number."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, position: Position, player: int) -> float:
        # Moves are not shuffled: a value must not depend on chance.
        board = board_of(position, *_PLAYERS, is_shuffled=False)
        value = self._function(board, _PLAYERS[player - 1])
        if isinstance(value, float | int):
            return value
        if isinstance(value, str) or not hasattr(value, "__float__"):
            kind = type(value).__name__
            raise TypeError(f"a value is one number, not a {kind} such as {_shortened(value)}")
        return float(value)


def _shortened(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _digest(agent: Agent) -> str:
    """A digest that changes with any of the agent's files."""
    contents = [file.read_bytes() if file.is_file() else b"" for file in agent.files]
    return sha256(b"\0".join(contents)).hexdigest()
