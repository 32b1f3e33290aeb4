"""Players from their specs in text: `AlphaBeta(ratio, nodes=15000)`."""

import ast
from collections.abc import Sequence

from lastknight.errors import NotationError
from lastknight.heuristics import read_heuristic
from lastknight.players.agents import AgentPlayer
from lastknight.players.exact import Perfect
from lastknight.players.player import Player
from lastknight.players.searchers import SEARCHERS, Expert, Random, Searcher
from lastknight.spec import Expression, did_you_mean, parse_expression, read_keywords, read_number

_PLAIN: dict[str, type[Player]] = {"Random": Random, "Perfect": Perfect}
_KNOWN = (*_PLAIN, "Expert", *SEARCHERS)
_AGENT_LIMITS = ("depth", "nodes", "seconds")
# Scores that every agent can use, whatever is in its file.
_SCORES = ("null_score", "open_move_score", "improved_score", "center_score")


def player(spec: str) -> Player:
    """Make a player from its spec.

    Raises NotationError for other text, ArgumentError for a limit out of range.

    A class in an agent's file is one too: `game_agent.py:AlphaBetaPlayer(custom_score_2,
    seconds=0.15)`.

    >>> player("Minimax(open, depth=3)")
    player('Minimax(open, depth=3)')
    """
    expression = parse_expression(spec, what="a player")
    tree = expression.tree
    name = _outer_name(tree)
    call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
    if name is None:
        raise NotationError(
            f"not a player: {spec!r}; write one like AlphaBeta(improved, nodes=15000)"
        )
    if name in expression.files:
        return _read_agent(expression.files[name], call)
    if name in _PLAIN:
        if call.args or call.keywords:
            raise NotationError(f"{name} takes no arguments, got {spec!r}")
        return _PLAIN[name]()
    if name == "Expert":
        if call is not tree or call.args:
            raise NotationError("Expert needs a limit: Expert(nodes=100000)")
        return Expert(**_read_limits(call, name, Expert.takes))  # type: ignore[arg-type]
    if name in SEARCHERS:
        return _read_searcher(SEARCHERS[name], call, expression)
    hint = did_you_mean(name, _KNOWN)
    raise NotationError(f"unknown player {name!r}{hint} Players are {', '.join(_KNOWN)}")


def is_player_spec(text: str) -> bool:
    """Whether a text is the spec of a player rather than of a heuristic.

    Raises NotationError for text that is no spec at all.

    >>> is_player_spec("Perfect"), is_player_spec("improved - center")
    (True, False)
    """
    expression = parse_expression(text, what="a player or a heuristic")
    name = _outer_name(expression.tree)
    if name in expression.files:
        return isinstance(expression.tree, ast.Call)
    return name in _KNOWN


def _outer_name(tree: ast.expr) -> str | None:
    """The name that a spec consists of or calls."""
    match tree:
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            return name
    return None


def _read_limits(call: ast.Call, name: str, takes: Sequence[str]) -> dict[str, float]:
    keywords = read_keywords(call)
    for key in keywords:
        if key not in takes:
            allowed = ", ".join(takes) if takes else "no limit"
            raise NotationError(f"{name} takes {allowed}, not {key!r}")
    return {key: read_number(node, what=f"{key} of {name}") for key, node in keywords.items()}


def _read_searcher(kind: type[Searcher], call: ast.Call, expression: Expression) -> Player:
    name = kind.__name__
    example = f"{name}(improved, depth=3)" if kind.takes else f"{name}(improved)"
    if call is not expression.tree:
        raise NotationError(f"{name} needs a heuristic: {example}")
    if len(call.args) != 1:
        raise NotationError(f"{name} takes one heuristic: {example}")
    limits = _read_limits(call, name, kind.takes)
    return kind(read_heuristic(call.args[0], expression), **limits)  # type: ignore[arg-type]


def _read_agent(place: str, call: ast.Call) -> Player:
    path, _, name = place.rpartition(":")
    keywords = read_keywords(call)
    given: dict[str, object] = {}
    for key, node in keywords.items():
        if key in ("files", "method") and isinstance(node, ast.Name):
            given[key] = node.id
        elif key in _AGENT_LIMITS:
            given[key] = read_number(node, what=f"{key} of {name}")
        else:
            raise NotationError(f"an agent takes depth, method, nodes, seconds, files, not {key!r}")
    if call.args:
        score = call.args[0]
        if len(call.args) > 1 or not isinstance(score, ast.Name):
            raise NotationError(
                f"an agent takes the name of one heuristic: {place}(custom_score_2, seconds=0.15)"
            )
        given["score"] = score.id
    agent = AgentPlayer(path, name, **given)  # type: ignore[arg-type]
    known = agent.submission.names
    for wanted in (name, agent.score):
        if known is not None and wanted is not None and wanted not in known | set(_SCORES):
            hint = did_you_mean(wanted, known | set(_SCORES))
            raise NotationError(f"{path} has no {wanted!r}{hint}")
    return agent
