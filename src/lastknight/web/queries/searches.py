"""Searches of players: the move they choose, and every depth on the way."""

from __future__ import annotations

from typing import Any

from lastknight.errors import ArgumentError
from lastknight.players import Choice, CompletePlayer, complete, player
from lastknight.players.choice import OnDepth
from lastknight.position import Position
from lastknight.web.protocol import Tell
from lastknight.web.queries.json_values import json_choice
from lastknight.web.settings import MOST_NODES, MOST_SECONDS

_REPORTED = ("depth", "score", "nodes", "line", "seconds")


def choose(_: Tell, *, position: str, player: str, seed: int) -> dict[str, Any]:
    """The move a player chooses."""
    return json_choice(_choose(player, position, seed))


def think(tell: Tell, *, position: str, player: str, seed: int) -> dict[str, Any]:
    """The move a player chooses, after an event for every finished depth."""

    def report(choice: Choice) -> None:
        plain = json_choice(choice)
        tell("iteration", {key: plain[key] for key in _REPORTED})

    return json_choice(_choose(player, position, seed, on_depth=report))


def _choose(spec: str, position: str, seed: int, on_depth: OnDepth | None = None) -> Choice:
    """A player's choice; one without a node limit gets the page's."""
    asked = _permitted(spec)
    bounded = asked if asked.limit.nodes else asked.with_limit(nodes=MOST_NODES)
    choice = bounded.choose(Position.parse(position), seed=seed, on_depth=on_depth)
    is_cut_off = bounded is not asked and choice.nodes >= MOST_NODES
    if is_cut_off and asked.limit.seconds is None:
        raise ArgumentError(
            f"{asked} needs more than {MOST_NODES} nodes here; reduce its depth, or limit its nodes"
        )
    return choice


def _permitted(spec: str) -> CompletePlayer:
    """The player of a spec, whose limits are within those of the page.

    Raises ArgumentError for greater limits, rather than changing the player.
    """
    asked = complete(player(spec))
    nodes, seconds = asked.limit.nodes, asked.limit.seconds
    if nodes is not None and nodes > MOST_NODES:
        raise ArgumentError(
            f"searches of the page have at most {MOST_NODES} nodes, got nodes={nodes}; "
            "the command line has no such limit"
        )
    if seconds is not None and seconds > MOST_SECONDS / 2:
        raise ArgumentError(
            f"searches of the page have at most {MOST_SECONDS / 2:g} seconds, "
            f"got seconds={seconds:g}"
        )
    return asked
