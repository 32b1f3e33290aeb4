"""Heuristics checked in a guarded process, so that one that hangs or exits fails alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from lastknight.errors import HeuristicError, LastknightError
from lastknight.heuristics import heuristic
from lastknight.heuristics.check import CheckedHeuristic, Finding, check_heuristic
from lastknight.heuristics.files import passed_over_in_file, specs_in
from lastknight.heuristics.recognition import RULE
from lastknight.matches.costs import relative_costs
from lastknight.position import Position
from lastknight.sandbox.guard import Guard, GuardError

Tick = Callable[[object], None]


@dataclass(frozen=True, slots=True)
class GuardedCheck:
    """A checked heuristic, what a node of it costs, and what it printed."""

    result: CheckedHeuristic
    cost: float | None
    """A multiple of the cost of `improved`; None if not measured."""
    output: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What a user's texts stand for."""

    specs: tuple[str, ...]
    """Every heuristic of a file, or the text itself."""
    unusable: Mapping[str, str]
    """Texts that stand for nothing, such as files that cannot be imported, and why."""
    passed_over: tuple[str, ...]
    """Of each file, the functions that do not count as heuristics, and the rule."""


def list_specs(guard: Guard, texts: Iterable[str]) -> Listing:
    """What some texts stand for; one that stands for nothing does not affect the others."""
    specs: list[str] = []
    unusable: dict[str, str] = {}
    passed_over: list[str] = []
    for text in texts:
        try:
            found, over = guard.call(_list, text)
        except GuardError as error:
            unusable[text] = f"{text} cannot be imported: {error}"
        except LastknightError as error:
            unusable[text] = str(error)
        else:
            specs += found
            if over:
                passed_over.append(f"{', '.join(over)} of {text}; {RULE}")
    return Listing(tuple(specs), unusable, tuple(passed_over))


def check_guarded(
    guard: Guard,
    spec: str,
    positions: Sequence[Position],
    *,
    most_seconds: float = 20.0,
    has_cost: bool = False,
) -> GuardedCheck:
    """Check the heuristic of a spec, and measure its cost if that is wanted and possible.

    A slow one is checked in fewer positions, as many as fit into `most_seconds` of CPU time. Raises
    as `heuristic` does, and HeuristicError for a file that cannot be imported.
    """
    try:
        result = guard.call(_check, spec, list(positions), most_seconds)
    except GuardError as error:
        if not isinstance(error.step, Position):
            raise HeuristicError(f"{spec} cannot be loaded: {error}") from None
        found = Finding(1, error.step, str(error))
        result = CheckedHeuristic(spec, len(positions), found, None, None, None)
    output = guard.output
    if not result.is_searchable:
        guard.renew()
    if not has_cost or not result.is_searchable:
        return GuardedCheck(result, None, output)
    try:
        return GuardedCheck(result, guard.call(_measure, spec), output)
    except GuardError as error:
        where = error.step if isinstance(error.step, Position) else Position()
        found = Finding(1, where, f"{error}, in a search")
        return GuardedCheck(replace(result, raised=found), None, output)


def _list(text: str, *, tick: Tick) -> tuple[list[str], list[str]]:
    tick(text)
    specs = specs_in(text)
    return specs, passed_over_in_file(text) if text.endswith(".py") else []


def _check(
    spec: str, positions: list[Position], most_seconds: float, *, tick: Tick
) -> CheckedHeuristic:
    return check_heuristic(heuristic(spec), positions, most_seconds=most_seconds, tick=tick)


def _measure(spec: str, *, tick: Tick) -> float:
    return relative_costs([heuristic(spec)], tick=tick)[0]
