"""A user's heuristic at native speed: a Python function of a view, compiled to machine code.

The view is in view.py; numba compiles the function in machine_code.py.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import Parameter, iscoroutinefunction, isgeneratorfunction, signature
from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any

from lastknight import _core
from lastknight.errors import ArgumentError, HeuristicError, show
from lastknight.heuristics.heuristic import Heuristic
from lastknight.heuristics.view import View
from lastknight.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastknight.heuristics.heuristic import Recipe


class CompiledHeuristic(Heuristic):
    """A Python function of a view, which the search runs as machine code.

    It is compiled on first use: importing a file of heuristics is quick, and a worker process
    compiles only those it plays with. Other processes find it by module and name, so it must be
    defined at the top level of a module.
    """

    function: Callable[[View], float]
    """The Python function."""

    def __init__(self, function: Callable[[View], float], spec: str, recipe: Recipe | None) -> None:
        vars(self).update(function=function, spec=spec, recipe=recipe, __doc__=function.__doc__)

    @cached_property
    def core(self) -> _core.Heuristic:
        """What the native search evaluates. Raises HeuristicError if numba cannot compile it."""
        if isinstance(self._code, HeuristicError):
            raise self._code.with_traceback(None)
        one_word, two_words, is_integer = self._code
        return _core.Heuristic.compiled(one_word, two_words, is_integer=is_integer)

    @cached_property
    def _code(self) -> tuple[int, int, bool] | HeuristicError:
        # A function that does not compile is tried only once.
        if (wrong := _find_wrong(self.function)) is not None:
            return HeuristicError(
                f"heuristic {self.spec} cannot be compiled: {wrong}; a compiled heuristic is a "
                f"function of one argument, def {self.function.__name__}(view)"
            )
        if find_spec("numba") is None:
            return HeuristicError(
                f"compiling {self.spec} needs numba: pip install 'lastknight[compiled]'"
            )
        try:
            machine_code: Any = import_module("lastknight.heuristics.machine_code")
        except ImportError as error:
            return HeuristicError(f"numba is installed, but not usable: {error}")
        try:
            return tuple(machine_code.compile_function(self.function))
        except HeuristicError as error:
            return error

    @cached_property
    def uncompiled(self) -> Heuristic:
        """The same heuristic run as ordinary Python, so that `print` and debuggers work."""
        function = self.function
        return Heuristic(
            spec=f"{self.spec}.uncompiled",
            core=_core.Heuristic.python(
                lambda position, player: function(View.of(position, player)), Position, self.spec
            ),
            recipe=(attrgetter("uncompiled"), (self,)),
        )

    def __call__(self, position: Position, player: int) -> float:
        """The value of a position for a player.

        Raises HeuristicError if the function raises; its __cause__ is that exception.
        """
        try:
            return super().__call__(position, player)
        except HeuristicError as error:
            failure = error
        if "core" in vars(self):
            self.uncompiled(position, player)  # machine code only says that it failed
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
    """Decorator that compiles a Python function of a view into a heuristic at native speed.

    It is compiled on first use, which raises HeuristicError if numba is not installed or cannot
    compile it: one that fails does not affect the others in its file. Raises ArgumentError for
    anything but a function.

    >>> @compiled
    ... def chase(view):
    ...     return view.own - 2 * view.opp + len(view.own_moves & view.opp_moves)
    >>> chase(Position.from_moves("d4 b1"), 1), chase.uncompiled(Position.from_moves("d4 b1"), 1)
    (2.0, 2.0)
    """
    if not isinstance(function, FunctionType):
        raise ArgumentError(
            "a compiled heuristic is a function of one argument, def chase(view); "
            f"got {show(function)}"
        )
    name, module = function.__name__, function.__module__
    is_global = "<" not in function.__qualname__
    recipe = (find_compiled, (module, function.__qualname__)) if is_global else None
    return CompiledHeuristic(function, name, recipe)


def find_compiled(module: str, name: str) -> CompiledHeuristic:
    """The compiled heuristic of this name in a module, compiling a plain function."""
    found = attrgetter(name)(import_module(module))
    return found if isinstance(found, CompiledHeuristic) else compiled(found)


def _find_wrong(function: Callable[..., Any]) -> str | None:
    """Why a function cannot be one of a view; None if it can."""
    if isgeneratorfunction(function) or iscoroutinefunction(function):
        return "it returns no number"
    takes = signature(function).parameters.values()
    if [one.kind for one in takes] in (
        [Parameter.POSITIONAL_OR_KEYWORD],
        [Parameter.POSITIONAL_ONLY],
    ):
        return None
    return f"it takes ({', '.join(one.name for one in takes)})"
