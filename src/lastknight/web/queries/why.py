"""What a heuristic counted in a position: the parts of its value, and of what it is put together.

The parts of sums add up to the value; those of products and quotients are their factors. What a
function of the user's counts, only that function knows.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from lastknight._core import Combination
from lastknight.heuristics import Heuristic, heuristic
from lastknight.heuristics.heuristic import combine, constant, until_blank
from lastknight.position import Position
from lastknight.spec import parse_expression, read_keywords, read_number
from lastknight.web.protocol import Tell
from lastknight.web.queries.counting import Part, Sight, count_parts
from lastknight.web.queries.json_values import json_number, json_squares

_FLIPPED = {"+": "-", "-": "+"}


@dataclass(frozen=True)
class Account:
    """The parts of a value, and a sentence where they do not say all."""

    parts: tuple[Part, ...]
    sentence: str = ""


def why(_: Tell, *, position: str, heuristic: str, player: int) -> dict[str, Any]:
    """What a heuristic says of a position for a player, and what it counted."""
    return account_for(Position.parse(position), heuristic, player)


def account_for(position: Position, spec: str, player: int) -> dict[str, Any]:
    """The same, as plain data."""
    subject = heuristic(spec)
    value = subject(position, player)
    if isfinite(value):
        account = _account(subject, Sight(position, player))
    else:
        account = Account((), "The game is over: the value says who has won, nothing is counted.")
    return {
        "spec": str(subject),
        "value": json_number(value),
        "parts": [_plain(part) for part in account.parts],
        "sentence": account.sentence,
    }


def _plain(part: Part) -> dict[str, Any]:
    return {
        "label": part.label,
        "sign": part.sign,
        "number": part.number if isfinite(part.number) else None,
        "squares": json_squares(part.squares),
        "player": part.player,
    }


def _account(subject: Heuristic, sight: Sight) -> Account:
    assert subject.recipe is not None
    make, given = subject.recipe
    if make is combine:
        return _of_combination(*given, sight=sight)
    if make is constant:
        return Account((Part("a number", "+", given[0]),))
    if make is until_blank:
        first, second, blank = given
        squares = sight.position.width * sight.position.height
        chosen = first if len(sight.blank) > blank * squares else second
        account = _account(chosen, sight)
        words = f"{len(sight.blank)} of {squares} squares are blank, so it is {chosen}."
        return replace(account, sentence=f"{words} {account.sentence}".strip())
    if subject.functions():
        name = str(subject)
        return Account((), f"{name} is a function of yours: what it counts, only it knows.")
    return Account(tuple(_of_catalogue(str(subject), sight)))


def _of_catalogue(spec: str, sight: Sight) -> list[Part]:
    match parse_expression(spec, what="a heuristic").tree:
        case ast.Call(func=ast.Name(id=name)) as call:
            keywords = read_keywords(call)
            numbers = {key: read_number(node, what=key) for key, node in keywords.items()}
            return count_parts(name, numbers, sight)
        case _:
            return count_parts(spec, {}, sight)


def _of_combination(
    kind: Combination, left: Heuristic, right: Heuristic, *, sight: Sight
) -> Account:
    if kind in (Combination.SUM, Combination.DIFFERENCE):
        one, two = _terms(left, sight), _terms(right, sight)
        parts = two.parts if kind == Combination.SUM else tuple(map(_flip, two.parts))
        return Account(one.parts + parts, f"{one.sentence} {two.sentence}".strip())
    if kind == Combination.PRODUCT:
        for number, other in ((left, right), (right, left)):
            if _is_number(number):
                account = _terms(other, sight)
                times = number(sight.position, sight.player)
                parts = tuple(_scale(part, times) for part in account.parts)
                return Account(parts, account.sentence)
    sign = "*" if kind == Combination.PRODUCT else "/"
    return Account((_whole(left, "+", sight), _whole(right, sign, sight)))


def _terms(subject: Heuristic, sight: Sight) -> Account:
    """What adds up to a value: the parts, or the value itself where they do something else."""
    account = _account(subject, sight)
    if account.parts and all(part.sign in "+-" for part in account.parts):
        return account
    return replace(account, parts=(_whole(subject, "+", sight),))


def _is_number(subject: Heuristic) -> bool:
    return subject.recipe is not None and subject.recipe[0] is constant


def _flip(part: Part) -> Part:
    return replace(part, sign=_FLIPPED[part.sign])


def _scale(part: Part, times: float) -> Part:
    return replace(part, label=f"{times:g} * {part.label}", number=times * part.number)


def _whole(subject: Heuristic, sign: str, sight: Sight) -> Part:
    """A part of a combination as one number."""
    inside = _account(subject, sight).parts
    squares = tuple(dict.fromkeys(square for part in inside for square in part.squares))
    players = {part.player for part in inside}
    whose = players.pop() if len(players) == 1 else None
    return Part(str(subject), sign, subject(sight.position, sight.player), squares, whose)
