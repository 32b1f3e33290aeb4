"""Compiles a heuristic's Python to a C function that the core can call.

Only this module and machine_types.py need numba; they are imported when the first heuristic is
compiled.
"""

# numba is only partly typed, and differently in each release.
# mypy: ignore-errors

from __future__ import annotations

import dis
import re
from functools import cache
from inspect import CO_GENERATOR
from itertools import pairwise
from math import nan
from pathlib import Path
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from lastknight.errors import HeuristicError
from lastknight.heuristics.machine_types import VIEW

if TYPE_CHECKING:
    from collections.abc import Iterator

# Division by 0 and an index out of range raise, as in Python. Python never calls the compiled
# function, so it needs no wrappers.
_OPTIONS = {
    "error_model": "python",
    "boundscheck": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


# Never unloaded: the core may keep an address as long as the process lives.
_libraries: list[object] = []


@cache
def compile_function(function: FunctionType) -> int:
    """The address of a C function with the same values: double f(const ViewWords*).

    Where the Python function raises, it returns NaN. Raises HeuristicError if numba cannot compile
    it.
    """
    name = function.__name__
    try:
        dispatcher = _jit(function, {})
        dispatcher.compile((VIEW,))
    except HeuristicError:
        raise
    except Exception as error:  # numba's exceptions have no common parent
        raise HeuristicError(
            f"heuristic {name} cannot be compiled: {_reason(error)}; "
            f"{name}.uncompiled runs it as ordinary Python"
        ) from None
    compiled = dispatcher.overloads[(VIEW,)]
    result = compiled.signature.return_type
    if not isinstance(result, types.Integer | types.Float | types.Boolean):
        what = "None" if isinstance(result, types.NoneType | types.Optional) else _plain(result)
        raise HeuristicError(
            f"heuristic {name} must return a number whichever way it goes, not {what}"
        )
    return _link(compiled)


def _jit(function: FunctionType, known: dict[FunctionType, Any]) -> Any:
    """A function ready to be compiled, together with the plain functions it calls by name.

    They are compiled from copies, whose globals hold the compiled functions instead.
    """
    if function in known:
        return known[function]
    _check(function)
    names = dict(function.__globals__)
    cells = {name: CellType() for name in function.__code__.co_freevars}
    copy = FunctionType(
        function.__code__,
        names,
        function.__name__,
        function.__defaults__,
        tuple(cells.values()),
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    known[function] = dispatcher = njit(copy, **_OPTIONS)
    for code in _codes(function.__code__):
        for name in code.co_names:
            if _is_plain(names.get(name)):
                names[name] = _jit(names[name], known)
    for cell, value in zip(cells.values(), function.__closure__ or (), strict=True):
        content = value.cell_contents
        cell.cell_contents = _jit(content, known) if _is_plain(content) else content
    return dispatcher


def _is_plain(value: object) -> bool:
    """Whether it is a Python function that numba does not know already."""
    if not isinstance(value, FunctionType):
        return False
    context = cpu_target.typing_context
    context.refresh()
    try:
        context.resolve_value_type(value)
    except ValueError:
        return True
    return False


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of the functions and comprehensions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _check(function: FunctionType) -> None:
    """Refuse generators, which numba does not compile, and powers, which it computes differently.

    It rounds powers of fractions in its own way, and takes 2 ** -1 for 0.
    """
    for code in _codes(function.__code__):
        wrong = None
        if code.co_flags & CO_GENERATOR:
            wrong = "generators do not compile; make a list, as in sum([f(s) for s in squares])"
        for before, instruction in pairwise(dis.get_instructions(code)):
            is_power = instruction.opname == "BINARY_OP" and instruction.argrepr in ("**", "**=")
            if is_power and repr(before.argval) != "2":
                wrong = "no power but x ** 2 is the same number uncompiled; write x * x * x, 1 / x"
        if wrong is not None:
            raise HeuristicError(f"heuristic {function.__name__} cannot be compiled: {wrong}")


def _reason(error: Exception) -> str:
    """What is wrong and where, from numba's long message."""
    lines = [line.strip() for line in str(error).splitlines()]
    noise = ("Failed in nopython mode", "- Resolution failure", "No implementation of function")
    reason = next((line for line in lines if line and not line.startswith(noise)), repr(error))
    if reason.startswith(">>> "):
        reason = f"there is no {reason.removeprefix('>>> ')}"
    location = getattr(error, "loc", None)
    where = "" if location is None else f" ({Path(location.filename).name}, line {location.line})"
    return _plain(reason) + where


def _plain(text: object) -> str:
    """A text of numba's, with Python's names for the types."""
    text = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", str(text))
    return re.sub(r"\b(int|float)64\b", r"\1", text)


@global_compiler_lock
def _link(compiled: Any) -> int:
    """Wrap a compiled function in C; numba's own wrapper would print exceptions and go on."""
    context = cpu_target.target_context
    name = f"lastknight.{compiled.fndesc.mangled_name}"
    module = context.create_module(name)
    double, words = ir.DoubleType(), context.get_value_type(VIEW)
    entry = ir.Function(module, ir.FunctionType(double, [words]), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    status, result = context.call_internal_no_propagate(
        builder, compiled.fndesc, compiled.signature, entry.args
    )
    number = context.cast(builder, result, compiled.signature.return_type, types.float64)
    builder.ret(builder.select(status.is_error, ir.Constant(double, nan), number))
    library = context.codegen().create_library(name)
    library.add_linking_library(compiled.library)
    library.add_ir_module(module)
    library.finalize()
    _libraries.append(library)
    return library.get_pointer_to_function(name)
