"""Heuristics from specs in text, from functions, and from files of functions."""

import ast
import operator
from collections.abc import Callable
from os.path import isdir
from typing import Any

from lastknight import _core
from lastknight.errors import ArgumentError, NotationError, show
from lastknight.heuristics.catalogue import ALIASES, CATALOGUE, Entry, Parameter
from lastknight.heuristics.files import find_in_file
from lastknight.heuristics.heuristic import (
    Heuristic,
    by_role,
    constant,
    format_number,
    until_blank,
)
from lastknight.heuristics.recognition import as_heuristic
from lastknight.position import Position
from lastknight.spec import (
    PLAYERS,
    Expression,
    did_you_mean,
    parse_expression,
    read_keywords,
    read_number,
    shorten,
    write_in_file,
)

_WHAT = "a heuristic"
_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Heuristic]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def heuristic(source: str | Heuristic | Callable[[Position, int], float]) -> Heuristic:
    """Make a heuristic from its spec or from a function f(position, player) -> float.

    A spec is a name of the catalogue, with parameters where it has any; arithmetic with such names
    and numbers; `switch(first, second, blank=0.5)`, `switch(first, second, role=attacker)`; or a
    function in a file of yours, `my_heuristics.py:chase`. Raises NotationError for other text,
    ArgumentError for a parameter out of its range.

    >>> heuristic("value(power=2, weight=2)")(Position.from_moves("d4 b1"), 1)
    0.875
    >>> heuristic(lambda position, player: len(position.legal_moves(player))).spec
    '<lambda>'
    """
    if isinstance(source, Heuristic):
        return source
    if isinstance(source, str):
        expression = parse_expression(source, what=_WHAT)
        return read_heuristic(expression.tree, expression)
    if not callable(source):
        raise NotationError(f"expected a heuristic's spec or a function, got {show(source)}")
    name = getattr(source, "__name__", type(source).__name__)
    return Heuristic(
        spec=name,
        core=_core.Heuristic.python(source, Position, name),
        recipe=(heuristic, (source,)),
        source=source,
    )


def switch(
    first: str | Heuristic | Callable[[Position, int], float],
    second: str | Heuristic | Callable[[Position, int], float],
    *,
    blank: float | None = None,
    role: str | None = None,
) -> Heuristic:
    """One heuristic or another, by the blank squares or by the player's role: give one of them.

    With `blank`, the first counts while more than this part of the squares is blank. With `role`,
    it counts for a player who is the attacker, or the defender; before both knights are placed
    nobody has a role, and the second counts. Raises ArgumentError for a part outside 0 to 1, and
    for another role.

    >>> switch("ratio", "improved", blank=0.5)
    heuristic('switch(ratio, improved, blank=0.5)')
    >>> switch("ratio", "improved", role="attacker")
    heuristic('switch(ratio, improved, role=attacker)')
    """
    if blank is not None and role is None:
        return until_blank(heuristic(first), heuristic(second), blank)
    if role is not None and blank is None:
        return by_role(heuristic(first), heuristic(second), role)
    raise ArgumentError("a switch takes either blank or role, such as role='attacker'")


def read_heuristic(node: ast.expr, expression: Expression) -> Heuristic:
    """The heuristic that a part of a spec stands for."""
    match node:
        case ast.BinOp(op=op) if type(op) in _OPERATORS:
            left = read_heuristic(node.left, expression)
            return _OPERATORS[type(op)](left, read_heuristic(node.right, expression))
        case ast.UnaryOp(op=ast.USub(), operand=operand) if not isinstance(operand, ast.Constant):
            return -read_heuristic(operand, expression)
        case ast.UnaryOp() | ast.Constant(value=int() | float()):
            return constant(read_number(node, what=_WHAT))
        case ast.Name(id=name) if name in expression.files:
            return _from_file(expression.files[name])
        case ast.Name(id=name):
            return _from_catalogue(name, [], {})
        case ast.Call(func=ast.Name(id="switch")):
            return _read_switch(node, expression)
        case ast.Call(func=ast.Name(id=name)):
            return _from_catalogue(name, node.args, read_keywords(node))
    part, whole = shorten(ast.unparse(node)), shorten(expression.text.strip())
    where = "" if node is expression.tree else f" in {whole}"
    raise NotationError(
        f"not a heuristic: {part if where else whole}{where}; 'lastknight catalog' lists heuristics"
    )


def _read_switch(node: ast.Call, expression: Expression) -> Heuristic:
    keywords = read_keywords(node)
    if len(node.args) != 2 or set(keywords) not in ({"blank"}, {"role"}):
        raise NotationError(
            "write a switch as switch(first, second, blank=0.5) "
            "or switch(first, second, role=attacker)"
        )
    first, second = (read_heuristic(part, expression) for part in node.args)
    if "role" in keywords:
        return by_role(first, second, ast.unparse(keywords["role"]).strip("'"))
    return until_blank(first, second, read_number(keywords["blank"], what="blank"))


def _from_file(text: str) -> Heuristic:
    found = as_heuristic(find_in_file(text), text)
    spec = write_in_file(text)
    return heuristic(found).named(spec, (heuristic, (spec,)))


def _from_catalogue(name: str, values: list[ast.expr], keywords: dict[str, ast.expr]) -> Heuristic:
    entry = CATALOGUE.get(ALIASES.get(name, name))
    if entry is None:
        for player in PLAYERS:
            if name.lower() == player.lower():
                raise NotationError(
                    f"{player} is a player, not a heuristic. See 'lastknight catalog'"
                )
        if isdir(name):  # noqa: PTH112  (False for names that no file can have)
            raise NotationError(
                f"{name} is a folder, not a heuristic; name a file in it, such as {name}/mine.py"
            )
        hint = did_you_mean(name, [*CATALOGUE, *ALIASES])
        raise NotationError(f"unknown heuristic {shorten(name)}{hint} See 'lastknight catalog'")
    names = [parameter.name for parameter in entry.parameters]
    given = dict(zip(names, values, strict=False))
    unknown = [key for key in keywords if key not in names or key in given]
    if unknown or len(values) > len(names):
        takes = ", ".join(names) if names else "no parameters"
        wrong = f"not {unknown[0]!r}" if unknown else f"not {len(values)} values"
        raise NotationError(f"heuristic {entry.name!r} takes {takes}, {wrong}")
    given |= keywords
    numbers = {
        parameter.name: _read_parameter(entry, parameter, given[parameter.name])
        if parameter.name in given
        else parameter.default
        for parameter in entry.parameters
    }
    text = ", ".join(f"{key}={format_number(value)}" for key, value in numbers.items())
    spec = f"{entry.name}({text})" if numbers else entry.name
    core = _core.Heuristic.native(entry.name, numbers)
    return Heuristic(spec, core, recipe=(heuristic, (spec,)))


def _read_parameter(entry: Entry, parameter: Parameter, node: ast.expr) -> float:
    what = f"{parameter.name} of heuristic {entry.name!r}"
    value = read_number(node, what=what)
    is_whole = value == int(value) if abs(value) < float("inf") else False
    if not parameter.low <= value <= parameter.high or (parameter.is_whole and not is_whole):
        kind = "a whole number" if parameter.is_whole else "a number"
        span = f"{format_number(parameter.low)} to {format_number(parameter.high)}"
        raise ArgumentError(f"{what} must be {kind} from {span}, got {ast.unparse(node)}")
    return value
