"""Subjects: the heuristics of an analysis, with their names and descriptions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import getdoc

from lastknight.analysis.node_costs import NodeCost
from lastknight.heuristics import Heuristic, building_blocks, heuristics
from lastknight.players import AlphaBeta

# Just a name in a file.
_IN_FILE = re.compile(r"'?[^'()*+]*\.py:(\w+)'?")


@dataclass(frozen=True)
class HeuristicFacts:
    """A heuristic in the analysis."""

    name: str
    """Short, for tables and charts; unique."""
    spec: str
    kind: str
    """native, compiled, python, or composed (of native ones)."""
    meaning: str
    """One sentence; empty for a user's heuristic without a docstring."""
    origin: str
    """Where it comes from: one of the five analyses, built in, or the user's file."""
    is_candidate: bool
    cost: float | None
    """Time per searched node, as a multiple of the baseline's; None if not measured."""
    twin: str | None = None
    """The baseline in Python that the cost is a multiple of; None: of the baseline itself."""
    code: str | None = None
    """The user's source code, if any."""
    formula: str | None = None
    """What a heuristic combines, if the spec is only its name in a file."""


def short_names(subjects: Sequence[Heuristic]) -> list[str]:
    """A name for each, shortened if that leaves it unique.

    >>> from lastknight.heuristics import heuristic
    >>> short_names([heuristic("ratio"), heuristic("reach(k=3)")])
    ['ratio', 'reach(k=3)']
    """
    specs = [str(subject) for subject in subjects]
    short = [found[1] if (found := _IN_FILE.fullmatch(spec)) else spec for spec in specs]
    counts = Counter(short)
    named = zip(short, specs, strict=True)
    return [name if counts[name] == 1 else spec for name, spec in named]


def describe(
    subject: Heuristic, *, name: str, cost: NodeCost, is_candidate: bool
) -> HeuristicFacts:
    """What is known about a heuristic before it plays."""
    functions = subject.functions()
    known = {**heuristics(), **building_blocks()}
    entry = None if functions else known.get(str(subject).partition("(")[0])
    own = (getdoc(functions[0]) or "").partition("\n")[0] if len(functions) == 1 else ""
    return HeuristicFacts(
        name=name,
        spec=str(subject),
        kind=_kind(subject),
        meaning=own if entry is None else entry.meaning,
        origin="your own" if entry is None else entry.source,
        is_candidate=is_candidate,
        cost=cost.cost.value,
        twin=cost.twin,
        code=AlphaBeta(subject, depth=1).sources().text,
        formula=_formula(subject),
    )


def _formula(subject: Heuristic) -> str | None:
    """The spec that a heuristic had before it was named, if it was."""
    match subject.source:
        case (Heuristic(spec=spec),):
            return spec
    return None


def _kind(subject: Heuristic) -> str:
    if not subject.functions():
        return "composed" if isinstance(subject.source, tuple) else "native"
    return "compiled" if hasattr(subject, "uncompiled") else "python"
