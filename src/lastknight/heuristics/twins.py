"""Twins: the built-in heuristics written the way a user's Python is.

Python at every leaf costs a hundred times as much as native code, whatever it computes. What a
user's idea costs shows only next to a heuristic that pays the same price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastknight.aind.source import is_agent_file
from lastknight.heuristics.specs import heuristic
from lastknight.spec import parse_expression, write_in_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lastknight.heuristics.heuristic import Heuristic
    from lastknight.position import Position


def python_open(position: Position, player: int) -> float:
    """`open` in plain Python."""
    return len(position.legal_moves(player))


def python_improved(position: Position, player: int) -> float:
    """`improved` in plain Python."""
    return len(position.legal_moves(player)) - len(position.legal_moves(3 - player))


def python_center(position: Position, player: int) -> float:
    """`center` in plain Python."""
    location = position.location(player)
    if location is None:
        return 0.0
    row, column = location
    return float((position.height / 2 - row) ** 2 + (position.width / 2 - column) ** 2)


_PYTHON: Mapping[str, Callable[[Position, int], float]] = {
    "open": python_open,
    "improved": python_improved,
    "center": python_center,
}
# Every agent's file has them, its own or the course's.
_COURSE = {"open": "open_move_score", "improved": "improved_score", "center": "center_score"}


def twin_of(baseline: Heuristic, subject: Heuristic) -> Heuristic | None:
    """A native baseline written the way a slow heuristic is.

    None where that is needless (both are native, or both call Python), or where there is no twin.

    >>> twin_of(heuristic("improved"), heuristic(python_open))
    heuristic('python_improved')
    >>> twin_of(heuristic("improved"), heuristic("open"))
    """
    name = str(baseline)
    if not subject.core.needs_python or name not in _PYTHON:
        return None
    if not subject.is_course:
        return heuristic(_PYTHON[name])
    files = parse_expression(subject.spec, what="a heuristic").files.values()
    paths = (text.rpartition(":")[0] for text in files)
    agent = next(path for path in paths if is_agent_file(path))
    return heuristic(write_in_file(f"{agent}:{_COURSE[name]}"))
