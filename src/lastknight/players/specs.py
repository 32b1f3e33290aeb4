"""Players from their specs in text: `AlphaBeta(ratio, nodes=15000)`.

A heuristic can be used wherever a player is expected: it searches with alpha-beta and a node limit.
The rule that distinguishes the two is here.
"""

import ast
from collections.abc import Sequence
from os.path import isdir

from lastknight.errors import ArgumentError, NotationError, show
from lastknight.heuristics import Heuristic, heuristic, read_heuristic
from lastknight.heuristics.catalogue import ALIASES, CATALOGUE
from lastknight.players.agents import AgentPlayer
from lastknight.players.exact import Perfect
from lastknight.players.in_file import is_player_in_file
from lastknight.players.player import Player
from lastknight.players.searchers import (
    SEARCHERS,
    USUAL_NODES,
    AlphaBeta,
    Expert,
    Random,
    Searcher,
    Spec,
)
from lastknight.spec import (
    PLAYERS,
    Expression,
    did_you_mean,
    parse_expression,
    read_keywords,
    read_number,
    shorten,
)

_PLAIN: dict[str, type[Player]] = {"Random": Random, "Perfect": Perfect}
_AGENT_LIMITS = ("depth", "nodes", "seconds")
# Scores that every agent can use, whatever is in its file.
_SCORES = ("null_score", "open_move_score", "improved_score", "center_score")


def player(source: Spec | Player, *, nodes: int = USUAL_NODES) -> Player:
    """Make a player from its spec; a heuristic plays as AlphaBeta with this many nodes per move.

    A class in an agent's file is a player too: `game_agent.py:AlphaBetaPlayer(custom_score_2,
    seconds=0.15)`. Raises NotationError for other text, ArgumentError for a limit out of range and
    for anything that is not a player.

    >>> player("Minimax(open, depth=3)")
    player('Minimax(open, depth=3)')
    >>> player("improved - 0.5 * center")
    player('AlphaBeta(improved - 0.5 * center, nodes=15000)')
    """
    if isinstance(source, str):
        expression = parse_expression(source, what="a player")
        if is_player(expression):
            return _read_player(expression)
        return AlphaBeta(_read_leaf(expression), nodes=nodes)
    if isinstance(source, Heuristic):
        return AlphaBeta(source, nodes=nodes)
    if isinstance(source, type):
        raise ArgumentError(
            f"expected a player, got the class {source.__name__}; create one: {source.__name__}()"
        )
    if callable(getattr(source, "choose", None)):
        return source  # type: ignore[return-value]
    if callable(source):
        return AlphaBeta(heuristic(source), nodes=nodes)
    raise ArgumentError(
        "expected a player such as 'AlphaBeta(improved, nodes=15000)' or a heuristic, "
        f"got {show(source)}"
    )


def is_player_spec(text: str) -> bool:
    """Whether a text is the spec of a player rather than of a heuristic.

    Raises NotationError for text that is no spec at all.

    >>> is_player_spec("Perfect"), is_player_spec("improved - center")
    (True, False)
    """
    return is_player(parse_expression(text, what="a player or a heuristic"))


def is_player(expression: Expression) -> bool:
    """Whether a spec is that of a player: it calls a built-in one, or names a class in a file.

    Raises AgentError for a file whose source is too much to tell.
    """
    name = _outer_name(expression.tree)
    if name not in expression.files:
        return name in PLAYERS
    path, _, inner = expression.files[name].rpartition(":")
    return is_player_in_file(path, inner, is_call=isinstance(expression.tree, ast.Call))


def _read_player(expression: Expression) -> Player:
    """The player that a spec of one describes."""
    tree = expression.tree
    name = _outer_name(tree)
    assert name is not None
    call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
    if name in expression.files:
        return _read_agent(expression.files[name], call)
    if name in _PLAIN:
        if call.args or call.keywords:
            raise NotationError(f"{name} takes no arguments, got {shorten(expression.text)}")
        return _PLAIN[name]()
    if name == "Expert":
        if call is not tree or call.args:
            raise NotationError("Expert needs a limit: Expert(nodes=100000)")
        return Expert(**_read_limits(call, name, Expert.takes))  # type: ignore[arg-type]
    return _read_searcher(SEARCHERS[name], call, expression)


def _read_leaf(expression: Expression) -> Heuristic:
    """The heuristic that stands where a player belongs."""
    tree = expression.tree
    name = _outer_name(tree)
    if name in expression.files and isinstance(tree, ast.Call):
        raise NotationError(
            f"{name} is a heuristic; write a player that searches with it: "
            f"AlphaBeta({name}, nodes={USUAL_NODES})"
        )
    is_known = name in CATALOGUE or name in ALIASES or name == "switch" or name in expression.files
    file = expression.text.strip()
    if not is_known and isdir(file):  # noqa: PTH112  (False for names that no file can have)
        raise NotationError(f"{file} is a folder; name what plays, such as {file}/mine.py:NAME")
    if name is not None and not is_known:
        hint = did_you_mean(name, (*PLAYERS, *CATALOGUE, *ALIASES))
        raise NotationError(
            f"unknown player or heuristic {shorten(name)}{hint} Players are {', '.join(PLAYERS)}; "
            "'lastknight catalog' lists heuristics"
        )
    if file.endswith(".py"):
        raise NotationError(f"cannot read {file}: No such file or directory")
    has_names = any(isinstance(node, ast.Name) for node in ast.walk(tree))
    if not (has_names and isinstance(tree, ast.Name | ast.Call | ast.BinOp | ast.UnaryOp)):
        raise NotationError(
            f"not a player: {shorten(expression.text)}; write one like "
            f"AlphaBeta(improved, nodes={USUAL_NODES})"
        )
    return read_heuristic(tree, expression)


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
    known = agent.known_names()
    for wanted in (name, agent.score):
        if known is not None and wanted is not None and wanted not in known | set(_SCORES):
            hint = did_you_mean(wanted, known | set(_SCORES))
            players = agent.players_in_file() if wanted == name else ()
            listed = f" Its players: {', '.join(players)}" if players else ""
            raise NotationError(f"{path} has no {wanted!r}{hint}{listed}")
    return agent
