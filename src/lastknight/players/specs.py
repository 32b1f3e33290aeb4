"""Players from their specs in text: `AlphaBeta(ratio, nodes=15000)`."""

import ast

from lastknight.errors import NotationError
from lastknight.heuristics import read_heuristic
from lastknight.players.agents import AgentPlayer
from lastknight.players.choice import Player
from lastknight.players.exact import Expert, Perfect
from lastknight.players.searchers import AlphaBeta, Greedy, Minimax, Random, Searcher
from lastknight.spec import Expression, did_you_mean, parse_expression, read_keywords, read_number

_SEARCHERS: dict[str, type[Searcher]] = {
    "AlphaBeta": AlphaBeta,
    "Greedy": Greedy,
    "Minimax": Minimax,
}
_LIMITS = ("depth", "nodes", "seconds")
# Scores that every agent can be given, whatever is in its file.
_SCORES = ("null_score", "open_move_score", "improved_score", "center_score")


def player(spec: str) -> Player:
    """Make a player from its spec.

    Raises NotationError for other text, ArgumentError for a limit out of its range.

    A class in an agent's file is one too: `game_agent.py:AlphaBetaPlayer(custom_score_2,
    seconds=0.15)`.

    >>> player("Minimax(open, depth=3)")
    player('Minimax(open, depth=3)')
    """
    expression = parse_expression(spec, what="a player")
    match expression.tree:
        case ast.Name(id=name) if name in expression.files:
            return _read_agent(expression.files[name], ast.Call(expression.tree, [], []))
        case ast.Call(func=ast.Name(id=name)) as call if name in expression.files:
            return _read_agent(expression.files[name], call)
        case ast.Name(id="Random") | ast.Call(func=ast.Name(id="Random"), args=[], keywords=[]):
            return Random()
        case ast.Name(id="Perfect") | ast.Call(func=ast.Name(id="Perfect"), args=[], keywords=[]):
            return Perfect()
        case ast.Name(id="Expert"):
            raise NotationError("Expert needs a limit: Expert(nodes=100000)")
        case ast.Call(func=ast.Name(id="Expert"), args=[]) as call:
            return _read_expert(call)
        case ast.Call(func=ast.Name(id=name)) as call if name in _SEARCHERS:
            return _read_searcher(_SEARCHERS[name], call, expression)
        case ast.Name(id=name) if name in _SEARCHERS:
            raise NotationError(f"{name} needs a heuristic: {name}(improved{_example(name)})")
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            known = ["Random", "Perfect", "Expert", *_SEARCHERS]
            hint = did_you_mean(name, known)
            raise NotationError(f"unknown player {name!r}{hint} Known are {', '.join(known)}")
    raise NotationError(f"not a player: {spec!r}; one is written AlphaBeta(improved, nodes=15000)")


def _read_searcher(kind: type[Searcher], call: ast.Call, expression: Expression) -> Player:
    name = kind.__name__
    if len(call.args) != 1:
        raise NotationError(f"{name} takes one heuristic: {name}(improved{_example(name)})")
    keywords = read_keywords(call)
    limits = () if kind is Greedy else _LIMITS
    for key in keywords:
        if key not in limits:
            takes = ", ".join(limits) if limits else "no limit"
            raise NotationError(f"{name} takes {takes}, not {key!r}")
    numbers = {key: read_number(node, what=f"{key} of {name}") for key, node in keywords.items()}
    return kind(read_heuristic(call.args[0], expression), **numbers)  # type: ignore[arg-type]


def _read_expert(call: ast.Call) -> Player:
    keywords = read_keywords(call)
    for key in keywords:
        if key not in ("nodes", "seconds"):
            raise NotationError(f"Expert takes nodes, seconds, not {key!r}")
    numbers = {key: read_number(node, what=f"{key} of Expert") for key, node in keywords.items()}
    return Expert(**numbers)  # type: ignore[arg-type]


def _read_agent(place: str, call: ast.Call) -> Player:
    path, _, name = place.rpartition(":")
    keywords = read_keywords(call)
    given: dict[str, object] = {}
    for key, node in keywords.items():
        if key in ("files", "method") and isinstance(node, ast.Name):
            given[key] = node.id
        elif key in _LIMITS:
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


def _example(name: str) -> str:
    return "" if name == "Greedy" else ", depth=3"
