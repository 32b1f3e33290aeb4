"""Evaluations of a position by heuristics and players: values and terms, choices and depths."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

from lastknight.errors import ArgumentError, LastknightError
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
_SAMPLE = "d4 b1 c2"
# The fewest nodes for a move that the engine did not choose.
_LEAST_SHARE = 200


def check(*, what: str, spec: str, on_board: bool) -> dict[str, Any]:
    """The full spec of a heuristic or a player, or what is wrong with it."""
    try:
        if what == "player":
            return {"spec": str(_permitted(spec) if on_board else make_player(spec))}
        value = make_heuristic(spec)
        value(Position.from_moves(_SAMPLE), 1)
        return {"spec": str(value)}
    except LastknightError as error:
        return {"problem": str(error)}


def values(*, position: str, heuristics: list[str]) -> dict[str, Any]:
    """Values for the player to move, here and after each legal move."""
    here = Position.parse(position)
    return {"heuristics": [_values_of(spec, here) for spec in heuristics]}


def _values_of(spec: str, here: Position) -> dict[str, Any]:
    """The values of one heuristic, or what is wrong with it."""
    mover = here.to_move
    try:
        value = make_heuristic(spec)
        moves = [
            {"move": format_square(move), "value": json_number(value(here.play(move), mover))}
            for move in here.legal_moves()
        ]
        return {"spec": str(value), "here": json_number(value(here, mover)), "moves": moves}
    except LastknightError as error:
        return {"spec": spec, "here": None, "moves": [], "problem": str(error)}


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


def think(*, tell: Tell, position: str, player: str, seed: int, lines: int) -> dict[str, Any]:
    """The move a player chooses, after an event for every finished depth.

    With more than one line, it also searches every other move, and returns the best of them.
    """

    def report(choice: Choice) -> None:
        plain = json_choice(choice)
        tell("iteration", {key: plain[key] for key in _REPORTED})

    choice = _choose(player, position, seed, on_depth=report)
    if lines > 1:
        others = _other_lines(_permitted(player), Position.parse(position), choice)
        tell("others", {"lines": others[: lines - 1]})
    return json_choice(choice)


def _other_lines(
    player: CompletePlayer, position: Position, choice: Choice
) -> list[dict[str, Any]]:
    """The lines of all moves but the chosen one, the best first.

    Each is searched with an equal share of what the player may spend on a move.
    """
    moves = [move for move in position.legal_moves() if move != choice.move]
    if not moves or player.limit.given == {}:
        return []
    searcher = _with_share(player, len(moves))
    lines = []
    for move in moves:
        after = position.play(move)
        if after.is_over:
            lines.append((inf, 1, [move]))
            continue
        answer = searcher.choose(after, seed=0)
        score = -inf if answer.score is None else -answer.score
        lines.append((score, answer.depth + 1, [move, *answer.line]))
    lines.sort(key=lambda line: line[0], reverse=True)
    return [
        {"score": json_number(score), "depth": depth, "line": json_squares(line)}
        for score, depth, line in lines
    ]


def _with_share(player: CompletePlayer, moves: int) -> CompletePlayer:
    limit = player.limit
    nodes = max(_LEAST_SHARE, (limit.nodes or MOST_NODES) // moves)
    shares: dict[str, float | None] = {"nodes": nodes}
    if limit.seconds is not None:
        shares["seconds"] = limit.seconds / moves
    if limit.depth is not None:
        shares["depth"] = max(1, limit.depth - 1)
    return player.with_limit(**shares)


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
            f"searches on the page can have at most {MOST_NODES} nodes, got nodes={nodes}; "
            "the command line has no such limit"
        )
    if seconds is not None and seconds > MOST_SECONDS / 2:
        raise ArgumentError(
            f"searches on the page can have at most {MOST_SECONDS / 2:g} seconds, "
            f"got seconds={seconds:g}"
        )
    return asked
