"""Questions to players: what they choose, and what they think on the way to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.players import AlphaBeta, Choice, Expert, Player, Searcher, player
from lastknight.position import Position
from lastknight.web.protocol import Tell
from lastknight.web.queries.json_values import json_choice
from lastknight.web.settings import MOST_NODES, MOST_SECONDS

# Where an Expert is asked with fewer nodes first, to have something to show.
_FIRST_NODES = 1000


def choose(_: Tell, *, position: str, player: str, seed: int) -> dict[str, Any]:
    """What a player chooses."""
    return json_choice(_choose(_bounded(player), Position.parse(position), seed))


def think(tell: Tell, *, position: str, player: str, seed: int) -> dict[str, Any]:
    """What a player chooses, after an event for every depth that it finished on the way.

    Each depth is a search of its own, so that this takes about twice as long as choosing.
    """
    thinker, start = _bounded(player), Position.parse(position)
    for choice in _iterations(thinker, start, seed):
        told = json_choice(choice)
        tell("iteration", {key: told[key] for key in _TOLD})
    return json_choice(_choose(thinker, start, seed))


_TOLD = ("depth", "score", "nodes", "line", "seconds")


def _iterations(thinker: Player, position: Position, seed: int) -> Iterator[Choice]:
    """Choices of the same player with less to spend, each with more than the one before."""
    if isinstance(thinker, AlphaBeta):
        most = thinker.nodes or MOST_NODES
        for depth in range(1, (thinker.depth or len(position.blank) + 1) + 1):
            shallow = AlphaBeta(thinker.heuristic, depth=depth, nodes=most, seconds=thinker.seconds)
            choice = shallow.choose(position, seed=seed)
            if choice.depth < depth:
                return
            yield choice
            if choice.solved:
                return
    elif isinstance(thinker, Expert):
        most = thinker.nodes or MOST_NODES
        for step in count():
            nodes = _FIRST_NODES * 4**step
            if nodes >= most:
                return
            choice = Expert(nodes=nodes, seconds=thinker.seconds).choose(position, seed=seed)
            yield choice
            if choice.solved:
                return


def _bounded(spec: str) -> Player:
    """A player whose limits are within what one question may take.

    Raises ArgumentError for one that asks for more; nobody gets another player than asked for.
    """
    asked = player(spec)
    nodes = getattr(asked, "nodes", None)
    seconds = getattr(asked, "seconds", None)
    if nodes is not None and nodes > MOST_NODES:
        raise ArgumentError(
            f"a search of the page takes {MOST_NODES} nodes at the most, got nodes={nodes}; "
            "the command line has no such limit"
        )
    if seconds is not None and seconds > MOST_SECONDS / 2:
        raise ArgumentError(
            f"a search of the page takes {MOST_SECONDS / 2:g} seconds at the most, "
            f"got seconds={seconds:g}"
        )
    return asked


def _choose(asked: Player, position: Position, seed: int) -> Choice:
    """Its choice; where only a depth or a time limits it, the nodes do as well."""
    if isinstance(asked, Expert) and asked.nodes is None:
        return Expert(nodes=MOST_NODES, seconds=asked.seconds).choose(position, seed=seed)
    if not isinstance(asked, Searcher) or asked.nodes is not None:
        return asked.choose(position, seed=seed)
    bounded = object.__new__(type(asked))
    for name in ("heuristic", "depth", "seconds"):
        object.__setattr__(bounded, name, getattr(asked, name))
    object.__setattr__(bounded, "nodes", MOST_NODES)
    choice = bounded.choose(position, seed=seed)
    if choice.nodes >= MOST_NODES and asked.seconds is None:
        raise ArgumentError(
            f"{asked} takes more than {MOST_NODES} nodes here; give it less depth, or nodes"
        )
    return choice
