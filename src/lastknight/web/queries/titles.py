"""Titles of experiments: who played whom, with a limit that all share named once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lastknight.stats.words import counted

_SEARCHER = re.compile(r"(\w+)\((.+), (nodes|depth|seconds)=([\d.e+-]+)\)")
_MOST_NAMES = 3


def title_of(plan: Mapping[str, Any]) -> str:
    """What a stored plan plays.

    >>> players = ["AlphaBeta(ratio, nodes=1000)", "AlphaBeta(improved, nodes=1000)"]
    >>> title_of({"players": players, "pairings": [[0, 1]]})
    'ratio against improved (AlphaBeta, 1,000 nodes)'
    >>> title_of({"players": ["Random", "Greedy(open)", "Perfect"], "pairings": [[0, 2], [1, 2]]})
    'Random and Greedy(open) against Perfect'
    """
    names, shared = _without_shared_limit(plan["players"])
    pairings = [(a, b) for a, b in plan["pairings"]]
    first = list(dict.fromkeys(a for a, _ in pairings))
    second = list(dict.fromkeys(b for _, b in pairings))
    if len(pairings) == 1 or not set(first) & set(second):
        sides = (_list([names[place] for place in places]) for places in (first, second))
        text = " against ".join(sides)
    else:
        everyone = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
        text = _list(names) + (", all against all" if pairings == everyone else "")
    return f"{text} ({shared})" if shared else text


def _without_shared_limit(players: Sequence[str]) -> tuple[list[str], str]:
    """Names of players, and the way to search that they share; empty if they share none.

    Players that search in this way are named by their heuristics.
    """
    found = [_SEARCHER.fullmatch(player) for player in players]
    ways = {(one[1], one[3], one[4]) for one in found if one}
    if len(ways) != 1 or sum(map(bool, found)) < 2:
        return list(players), ""
    names = [one[2] if one else player for one, player in zip(found, players, strict=True)]
    ((method, kind, amount),) = ways
    return names, f"{method}, {_describe_limit(kind, amount)}"


def _describe_limit(kind: str, amount: str) -> str:
    if kind == "nodes":
        return counted(int(amount), "node") if amount.isdecimal() else f"{amount} nodes"
    return f"depth {amount}" if kind == "depth" else f"{amount} s a move"


def _list(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    if more > 1:
        return f"{', '.join(names[:_MOST_NAMES])} and {more} more"
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else names[0]
