"""Compiles a heuristic's Python to a C function that the core can call.

Only the modules named machine_ need numba; they are imported when the first heuristic is
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
from typing import TYPE_CHECKING, Any, NamedTuple

from llvmlite import ir
from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from lastknight.errors import HeuristicError
from lastknight.heuristics.machine_views import (
    LARGE,
    SMALL,
    SMALL_WITH_LONG_SETS,
    argument_count,
    write_view,
)

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


class MachineCode(NamedTuple):
    """The addresses of two C functions with the values of a Python function."""

    one_word: int
    """For boards of up to 64 squares."""
    two_words: int
    """For larger boards."""
    is_integer: bool
    """Whether the functions return 64-bit integers, not doubles."""


@cache
def compile_function(function: FunctionType) -> MachineCode:
    """The Python function as machine code, as the core's `Compiled` calls it.

    Raises HeuristicError if numba cannot compile it.
    """
    large = _compile(function, LARGE)
    try:
        small = _compile(function, SMALL)
    except HeuristicError:
        small = _compile(function, SMALL_WITH_LONG_SETS)
    is_integer = all(_is_small(each.signature.return_type) for each in (small, large))
    return MachineCode(
        _link(small, is_integer=is_integer), _link(large, is_integer=is_integer), is_integer
    )


def _compile(function: FunctionType, kind: Any) -> Any:
    """The function compiled by numba for one kind of view."""
    name = function.__name__
    try:
        dispatcher = _jit(function, {})
        dispatcher.compile((kind,))
    except HeuristicError:
        raise
    except Exception as error:  # numba's exceptions have no common parent
        raise HeuristicError(
            f"heuristic {name} cannot be compiled: {_reason(error)}; "
            f"{name}.uncompiled runs it as ordinary Python"
        ) from None
    compiled = dispatcher.overloads[(kind,)]
    result = compiled.signature.return_type
    if not isinstance(result, types.Integer | types.Float | types.Boolean):
        what = "None" if isinstance(result, types.NoneType | types.Optional) else _plain(result)
        raise HeuristicError(f"heuristic {name} must return a number on every path, not {what}")
    return compiled


def _is_small(result: Any) -> bool:
    """Whether every value of the type is a 64-bit integer with a sign."""
    if isinstance(result, types.Integer):
        return result.signed or result.bitwidth < 64
    return isinstance(result, types.Boolean)


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
                wrong = (
                    "only the power x ** 2 gives the same number uncompiled; "
                    "write x * x * x or 1 / x"
                )
        if wrong is not None:
            raise HeuristicError(f"heuristic {function.__name__} cannot be compiled: {wrong}")


_COLOURS = re.compile("\x1b\\[[0-9;]*m")


def _reason(error: Exception) -> str:
    """What is wrong and where, from numba's long message."""
    text = _COLOURS.sub("", str(error))  # numba has them wherever colorama is installed
    lines = [line.strip() for line in text.splitlines()]
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
def _link(compiled: Any, *, is_integer: bool) -> int:
    """Wrap a compiled function in C; numba's own wrapper would print exceptions and go on."""
    context = cpu_target.target_context
    name = f"lastknight.{compiled.fndesc.mangled_name}"
    module = context.create_module(name)
    word, double = ir.IntType(64), ir.DoubleType()
    (kind,) = compiled.signature.args
    result_type = word if is_integer else double
    arguments = [word] * argument_count(kind)
    entry = ir.Function(module, ir.FunctionType(result_type, arguments), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    returned = compiled.signature.return_type
    status, result = context.call_conv.call_function(
        builder,
        context.declare_function(module, compiled.fndesc),
        returned,
        compiled.signature.args,
        [write_view(builder, kind, entry.args)],
        attrs=("alwaysinline",),  # a call that is left would read the whole view from memory
    )
    if is_integer:
        number = _rounded(builder, context.cast(builder, result, returned, types.int64))
        failed = ir.Constant(word, -(2**63))
    else:
        number = context.cast(builder, result, returned, types.float64)
        failed = ir.Constant(double, nan)
    builder.ret(builder.select(status.is_error, failed, number))
    library = context.codegen().create_library(name)
    library.add_linking_library(compiled.library)
    library.add_ir_module(module)
    library.finalize()
    _libraries.append(library)
    return library.get_pointer_to_function(name)


def _rounded(builder: Any, number: Any) -> Any:
    """An integer that a double has exactly, so that it compares with others as doubles do.

    Where LLVM sees that the number is small, nothing of this is left.
    """
    word, double = ir.IntType(64), ir.DoubleType()
    shifted = builder.add(number, ir.Constant(word, 2**53))
    is_large = builder.icmp_unsigned(">", shifted, ir.Constant(word, 2**54))
    before = builder.block
    with builder.if_then(is_large, likely=False):
        rounded = builder.sitofp(number, double)
        for beyond, end in ((">", 2**63 - 1024), ("<", 1024 - 2**63)):  # won and lost lie outside
            last = ir.Constant(double, float(end))
            rounded = builder.select(builder.fcmp_ordered(beyond, rounded, last), last, rounded)
        integer = builder.fptosi(rounded, word)
        inside = builder.block
    either = builder.phi(word)
    either.add_incoming(number, before)
    either.add_incoming(integer, inside)
    return either
