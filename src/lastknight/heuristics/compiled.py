"""Heuristics of yours at native speed: a Python function of a view, compiled to machine code.

What the function is given is in view.py; how it is compiled, with numba, in machine_code.py.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import iscoroutinefunction, isgeneratorfunction
from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any

from lastknight import _core
from lastknight.errors import ArgumentError, HeuristicError
from lastknight.heuristics.heuristic import Heuristic
from lastknight.heuristics.view import View
from lastknight.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastknight.heuristics.heuristic import Recipe


class CompiledHeuristic(Heuristic):
    """A heuristic that is a Python function of a view, for the search as machine code.

    It is compiled when it is first used, not before: a file of heuristics is imported at once, and
    another process compiles only those it plays. A process that is sent one finds it again by the
    name of its module and its own, so it must have been defined at the top level of a module.
    """

    function: Callable[[View], float]
    """The Python function."""

    def __init__(self, function: Callable[[View], float], spec: str, recipe: Recipe | None) -> None:
        vars(self).update(function=function, spec=spec, recipe=recipe, __doc__=function.__doc__)

    @cached_property
    def core(self) -> _core.Heuristic:
        """What the native search asks. Raises HeuristicError for what numba cannot compile."""
        if isinstance(self._address, HeuristicError):
            raise self._address.with_traceback(None)
        return _core.Heuristic.compiled(self._address)

    @cached_property
    def _address(self) -> int | HeuristicError:
        # What cannot be compiled is tried only once.
        try:
            machine_code: Any = import_module("lastknight.heuristics.machine_code")
        except ImportError as error:
            return HeuristicError(f"numba is installed, but not usable: {error}")
        try:
            return int(machine_code.compile_function(self.function))
        except HeuristicError as error:
            return error

    @cached_property
    def uncompiled(self) -> Heuristic:
        """The same heuristic run as ordinary Python, for a debugger and for `print`."""
        function = self.function
        return Heuristic(
            spec=f"{self.spec}.uncompiled",
            core=_core.Heuristic.python(
                lambda position, player: function(View.of(position, player)), Position, self.spec
            ),
            recipe=(attrgetter("uncompiled"), (self,)),
        )

    def __call__(self, position: Position, player: int) -> float:
        """What the heuristic says of a position, from a player's point of view.

        Raises HeuristicError where the function raises, which is then its __cause__.
        """
        try:
            return super().__call__(position, player)
        except HeuristicError as error:
            failure = error
        if "core" in vars(self):
            self.uncompiled(position, player)  # machine code only says that it failed, this why
        raise failure

    def functions(self) -> list[object]:
        """The function that is compiled."""
        return [self.function]

    def named(self, spec: str, recipe: Recipe | None) -> Heuristic:
        """The same heuristic under another name."""
        return CompiledHeuristic(self.function, spec, recipe)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CompiledHeuristic):
            return NotImplemented
        return self.function is other.function and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)


def compiled(function: Callable[[View], float]) -> CompiledHeuristic:
    """Make a heuristic of a Python function of a view, at native speed: a decorator.

    It is compiled when first used, and raises HeuristicError then if numba cannot compile it.
    Raises ArgumentError for what is not a function of one argument, and where numba is missing.

    >>> @compiled
    ... def chase(view):
    ...     return view.own - 2 * view.opp + len(view.own_moves & view.opp_moves)
    >>> chase(Position.from_moves("d4 b1"), 1), chase.uncompiled(Position.from_moves("d4 b1"), 1)
    (2.0, 2.0)
    """
    if not isinstance(function, FunctionType) or not _takes_a_view(function):
        raise ArgumentError(
            f"a compiled heuristic is a function of one argument, def chase(view); got {function!r}"
        )
    name, module = function.__name__, function.__module__
    if find_spec("numba") is None:
        raise ArgumentError(
            f"to compile {name}, numba is needed: pip install 'lastknight[compiled]'"
        )
    is_global = "<" not in function.__qualname__
    recipe = (find_compiled, (module, function.__qualname__)) if is_global else None
    return CompiledHeuristic(function, name, recipe)


def find_compiled(module: str, name: str) -> CompiledHeuristic:
    """The compiled heuristic that a module has under a name, or makes of the function there."""
    found = attrgetter(name)(import_module(module))
    return found if isinstance(found, CompiledHeuristic) else compiled(found)


def _takes_a_view(function: FunctionType) -> bool:
    code = function.__code__
    takes_more = code.co_argcount != 1 or code.co_kwonlyargcount or code.co_flags & 0x0C
    return not (takes_more or isgeneratorfunction(function) or iscoroutinefunction(function))
