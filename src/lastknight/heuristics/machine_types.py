"""What numba must know about Squares and View to compile a heuristic.

A set of squares is one 128-bit number and a view the address of the core's ViewWords, so nothing is
copied and only what a heuristic asks for is computed. Only what Python cannot express is written
here as instructions; the rest is compiled from view.py itself.
"""

# numba is only partly typed, and differently in each release.
# mypy: ignore-errors

from __future__ import annotations

import operator
from dataclasses import fields
from inspect import isfunction, signature
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import typing
from numba.core.cgutils import alloca_once_value, global_constant
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    ConcreteTemplate,
    infer,
    infer_getattr,
    infer_global,
)
from numba.extending import (
    lower_builtin,
    lower_getattr,
    models,
    overload_attribute,
    overload_method,
    register_model,
    typeof_impl,
)

from lastknight.heuristics import view
from lastknight.heuristics.view import CAPACITY, NOT_A_SQUARE, Squares, View

if TYPE_CHECKING:
    from collections.abc import Callable

_BIT, _WORD, _SET = ir.IntType(1), ir.IntType(64), ir.IntType(CAPACITY)
_EMPTY, _ONE = ir.Constant(_SET, 0), ir.Constant(_SET, 1)


class _SquaresType(types.IterableType):
    def __init__(self) -> None:
        super().__init__(name="Squares")

    @property
    def iterator_type(self) -> Any:
        return _SquaresIteratorType()


class _SquaresIteratorType(types.SimpleIteratorType):
    def __init__(self) -> None:
        super().__init__(name="iter(Squares)", yield_type=types.int64)


class _ViewType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="View")


def _model(kind: Any, representation: Any) -> None:
    """Tell numba which LLVM type the values of a type have."""

    class Model(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, representation)

    register_model(kind)(Model)


_model(_SquaresType, _SET)
_model(_SquaresIteratorType, _SET.as_pointer())  # to what is left of the set
_model(_ViewType, _WORD.as_pointer())

_SQUARES, VIEW, _INT, _BOOL = _SquaresType(), _ViewType(), types.int64, types.boolean


@typeof_impl.register(Squares)
def _type_of_constant(_squares: Squares, _context: Any) -> Any:
    return _SQUARES


@lower_constant(_SquaresType)
def _constant(_context: Any, _builder: Any, _kind: Any, squares: Squares) -> Any:
    return ir.Constant(_SET, squares.to_bits())


def _define(function: Any, result: Any, arguments: list[Any], build: Callable[..., Any]) -> None:
    """Tell numba the instructions that compute a function."""
    cases = {
        "key": function,
        "cases": [typing.signature(result, *arguments)],
        "unsafe_casting": False,
    }
    template = type(f"{function.__name__}_template", (ConcreteTemplate,), cases)
    infer(template)
    infer_global(function, types.Function(template))
    lower_builtin(function, *arguments)(
        lambda _context, builder, _signature, values: build(builder, *values)
    )


def _shift(builder: Any, shift: Callable[..., Any], bits: Any, by: Any) -> Any:
    """Shift; empty if `by` is negative or too large, where the instruction is undefined."""
    is_within = builder.icmp_unsigned("<", by, ir.Constant(_WORD, CAPACITY))
    return builder.select(is_within, shift(bits, builder.zext(by, _SET)), _EMPTY)


def _first_column(builder: Any, width: Any) -> Any:
    """The first column, from a table of all widths."""
    columns = [0, *(view.first_column(width).to_bits() for width in range(1, CAPACITY + 1))]
    table = ir.Constant(ir.ArrayType(_SET, len(columns)), columns)
    place = global_constant(builder, "first_columns", table)
    return builder.load(builder.gep(place, [ir.Constant(_WORD, 0), width]))


_TWO = [_SQUARES, _SQUARES]
for _function in (operator.and_, operator.iand):
    _define(_function, _SQUARES, _TWO, lambda b, one, two: b.and_(one, two))
for _function in (operator.or_, operator.ior):
    _define(_function, _SQUARES, _TWO, lambda b, one, two: b.or_(one, two))
for _function in (operator.sub, operator.isub):
    _define(_function, _SQUARES, _TWO, lambda b, one, two: b.and_(one, b.not_(two)))
_define(operator.eq, _BOOL, _TWO, lambda b, one, two: b.icmp_unsigned("==", one, two))
_define(operator.ne, _BOOL, _TWO, lambda b, one, two: b.icmp_unsigned("!=", one, two))
_define(bool, _BOOL, [_SQUARES], lambda b, bits: b.icmp_unsigned("!=", bits, _EMPTY))
_define(operator.not_, _BOOL, [_SQUARES], lambda b, bits: b.icmp_unsigned("==", bits, _EMPTY))
_define(len, _INT, [_SQUARES], lambda b, bits: b.trunc(b.ctpop(bits), _WORD))
_define(
    operator.contains,
    _BOOL,
    [_SQUARES, _INT],
    lambda b, bits, square: b.trunc(_shift(b, b.lshr, bits, square), _BIT),
)
_define(
    view.first_squares,
    _SQUARES,
    [_INT],
    lambda b, count: b.sub(_shift(b, b.shl, _ONE, count), _ONE),
)
_define(view.first_column, _SQUARES, [_INT], _first_column)
_define(view.moved_up, _SQUARES, [_SQUARES, _INT], lambda b, bits, by: _shift(b, b.shl, bits, by))
_define(
    view.moved_down, _SQUARES, [_SQUARES, _INT], lambda b, bits, by: _shift(b, b.lshr, bits, by)
)


@infer_global(Squares)
class _SquaresTemplate(AbstractTemplate):
    def generic(self, squares: Any, keywords: Any) -> Any:
        if keywords or not all(isinstance(square, types.Integer) for square in squares):
            return None
        return typing.signature(_SQUARES, *[_INT] * len(squares))


@lower_builtin(Squares, types.VarArg(types.Any))
def _squares(context: Any, builder: Any, _signature: Any, squares: Any) -> Any:
    bits = _EMPTY
    for square in squares:
        is_wrong = builder.icmp_unsigned(">=", square, ir.Constant(_WORD, CAPACITY))
        with builder.if_then(is_wrong, likely=False):
            context.call_conv.return_user_exc(builder, IndexError, (NOT_A_SQUARE,))
        bits = builder.or_(bits, builder.shl(_ONE, builder.zext(square, _SET)))
    return bits


@lower_builtin("getiter", _SquaresType)
def _iterator(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
    return alloca_once_value(builder, values[0])


@lower_builtin("iternext", _SquaresIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _next(_context: Any, builder: Any, _signature: Any, values: Any, result: Any) -> None:
    rest = builder.load(values[0])
    is_left = builder.icmp_unsigned("!=", rest, _EMPTY)
    result.set_valid(is_left)
    with builder.if_then(is_left):
        result.yield_(builder.trunc(builder.cttz(rest, ir.Constant(_BIT, 1)), _WORD))
        builder.store(builder.and_(rest, builder.sub(rest, _ONE)), values[0])


# The fields of a view lie in ViewWords in the same order, a set in two words.
_FIELDS = {field.name: _SQUARES if field.type == "Squares" else _INT for field in fields(View)}


@infer_getattr
class _ViewFields(AttributeTemplate):
    key = _ViewType

    def generic_resolve(self, _view: Any, name: str) -> Any:
        return _FIELDS.get(name)


def _define_fields() -> None:
    place = 0
    for name, kind in _FIELDS.items():

        def load(
            _context: Any,
            builder: Any,
            _kind: Any,
            words: Any,
            place: int = place,
            kind: Any = kind,
        ) -> Any:
            def word(at: int) -> Any:
                return builder.load(builder.gep(words, [ir.Constant(_WORD, at)]))

            if kind is _INT:
                return word(place)
            low, high = (builder.zext(word(at), _SET) for at in (place, place + 1))
            return builder.or_(low, builder.shl(high, ir.Constant(_SET, 64)))

        lower_getattr(_ViewType, name)(load)
        place += 1 if kind is _INT else 2


def _define_members() -> None:
    for name, member in vars(View).items():
        if isinstance(member, property):
            overload_attribute(_ViewType, name)(_always(member.fget))
        elif isfunction(member) and not name.startswith("__"):
            overload_method(_ViewType, name)(_always(member))


def _always(function: Any) -> Callable[..., Any]:
    """Gives numba the Python function to compile, whatever the arguments."""

    def answer(*_arguments: Any, **_keywords: Any) -> Any:
        return function

    answer.__name__ = function.__name__  # for numba's messages
    answer.__signature__ = signature(function)
    return answer


_define_fields()
_define_members()
