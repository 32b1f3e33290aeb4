"""Shared by tests of the sandbox: an honest agent, both kinds of sandbox, leftover processes."""

import os
from pathlib import Path

import pytest

from lastknight.sandbox import Sandbox

KINDS = ("bubblewrap", "limits")

HONEST = """
class SearchTimeout(Exception):
    pass


def custom_score(game, player):
    own = len(game.get_legal_moves(player))
    return float(own - len(game.get_legal_moves(game.get_opponent(player))))


class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.score, self.timeout = score_fn, timeout

    def get_move(self, game, time_left):
        self.time_left = time_left
        best, depth = (-1, -1), 1
        try:
            while depth < 40:
                best = max(game.get_legal_moves(), key=lambda move: self.value(game, move, depth))
                depth += 1
        except SearchTimeout:
            pass
        return best

    def value(self, game, move, depth):
        return -self.search(game.forecast_move(move), depth - 1)

    def search(self, game, depth):
        if self.time_left() < self.timeout:
            raise SearchTimeout
        moves = game.get_legal_moves()
        if not moves:
            return float("-inf")
        if depth == 0:
            return self.score(game, game.active_player)
        return max(self.value(game, move, depth) for move in moves)
"""


def walls(kind: str) -> Sandbox:
    """A sandbox. Without a working bubblewrap a test fails rather than being skipped."""
    if kind == "bubblewrap" and Sandbox.detect().kind != kind:
        pytest.fail("bubblewrap does not work here; on Debian: apt-get install bubblewrap")
    return Sandbox(kind)


def write_agent(folder: Path, text: str, name: str = "agent.py") -> Path:
    """Write an agent to a file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def player_class(body: str, *, before: str = "") -> str:
    """The source of an agent whose get_move has this body."""
    lines = "".join(f"        {line}\n" for line in body.strip().splitlines())
    return f"{before}\n\nclass CustomPlayer:\n    def get_move(self, game, time_left):\n{lines}"


def descendants() -> list[str]:
    """The command lines of agents that this process has started, directly or indirectly."""
    parents, commands = {}, {}
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit():
                fields = (place / "stat").read_text().rpartition(") ")[2].split()
                parents[int(place.name)] = int(fields[1])
                commands[int(place.name)] = (place / "cmdline").read_bytes().decode()
        except OSError:
            continue
    found, mine = [], {os.getpid()}
    while new := {pid for pid, parent in parents.items() if parent in mine} - mine:
        found += sorted(new)
        mine |= new
    return [commands[pid].replace("\0", " ") for pid in found if "guest.py" in commands[pid]]
