"""What heuristics and players say about a position: values and their terms, choices and depths."""

from __future__ import annotations

from math import isfinite
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.heuristics import heuristic as make_heuristic
from lastknight.heuristics.explain import Term, explain
from lastknight.notation import format_square
from lastknight.players import Choice, CompletePlayer, complete
from lastknight.players import player as make_player
from lastknight.players.choice import OnDepth
from lastknight.position import Position
from lastknight.web.queries.json_values import Tell, json_choice, json_number, json_squares
from lastknight.web.settings import MOST_NODES, MOST_SECONDS

_REPORTED = ("depth", "score", "nodes", "line", "seconds")


def values(*, position: str, heuristics: list[str]) -> dict[str, Any]:
    """Values for the player to move, here and after each legal move."""
    here = Position.parse(position)
    mover = here.to_move
    rows = []
    for spec in heuristics:
        value = make_heuristic(spec)
        moves = [
            {"move": format_square(move), "value": json_number(value(here.play(move), mover))}
            for move in here.legal_moves()
        ]
        rows.append({"spec": str(value), "here": json_number(value(here, mover)), "moves": moves})
    return {"heuristics": rows}


def why(*, position: str, heuristic: str, player: int) -> dict[str, Any]:
    """A heuristic's value for a player, and the terms it is made of."""
    subject = make_heuristic(heuristic)
    found = explain(subject, Position.parse(position), player)
    return {
        "spec": str(subject),
        "value": json_number(found.value),
        "parts": [_json(term) for term in found.terms],
        "sentence": found.sentence,
    }


def choose(*, position: str, player: str, seed: int) -> dict[str, Any]:
    """The move a player chooses."""
    return json_choice(_choose(player, position, seed))


def think(*, tell: Tell, position: str, player: str, seed: int) -> dict[str, Any]:
    """The move a player chooses, after an event for every finished depth."""

    def report(choice: Choice) -> None:
        plain = json_choice(choice)
        tell("iteration", {key: plain[key] for key in _REPORTED})

    return json_choice(_choose(player, position, seed, on_depth=report))


def _json(term: Term) -> dict[str, Any]:
    return {
        "label": term.label,
        "sign": term.sign,
        "number": term.number if isfinite(term.number) else None,
        "squares": json_squares(term.squares),
        "player": term.player,
    }


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
    asked = complete(make_player(spec))
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
