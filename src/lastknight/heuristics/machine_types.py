"""What numba must know about Squares to compile a heuristic; views are in machine_views.py.

A set is one 128-bit number. A set of squares of a board with up to 64 squares is one 64-bit number,
which is several times as fast; it becomes a long one where both meet.
"""

# numba is only partly typed, and differently in each release.
# mypy: ignore-errors

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import typing
from numba.core.cgutils import alloca_once_value
from numba.core.imputils import RefType, iternext_impl, lower_cast, lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import (
    AbstractTemplate,
    ConcreteTemplate,
    infer,
    infer_global,
)
from numba.extending import (
    lower_builtin,
    models,
    register_model,
    typeof_impl,
)

from lastknight.heuristics import view
from lastknight.heuristics.view import CAPACITY, NOT_A_SQUARE, Squares

if TYPE_CHECKING:
    from collections.abc import Callable

_BIT, WORD = ir.IntType(1), ir.IntType(64)
INT, _BOOL = types.int64, types.boolean


class _SquaresType(types.IterableType):
    """A set in this many words of 64 squares."""

    def __init__(self, words: int) -> None:
        self.words, self.bits = words, ir.IntType(64 * words)
        super().__init__(name="Squares")

    @property
    def key(self) -> Any:
        return self.name, self.words

    @property
    def iterator_type(self) -> Any:
        return _SquaresIteratorType(self)

    def can_convert_to(self, _context: Any, other: Any) -> Any:
        is_wider = isinstance(other, _SquaresType) and other.words > self.words
        return Conversion.safe if is_wider else None


class _SquaresIteratorType(types.SimpleIteratorType):
    def __init__(self, squares: _SquaresType) -> None:
        self.bits = squares.bits
        super().__init__(name=f"iter(Squares of {self.bits})", yield_type=INT)


def model(kind: Any, representation: Callable[[Any], Any]) -> None:
    """Tell numba which LLVM type the values of a type have."""

    class Model(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, representation(kind))

    register_model(kind)(Model)


model(_SquaresType, lambda kind: kind.bits)
model(_SquaresIteratorType, lambda kind: kind.bits.as_pointer())  # to the rest of the set

ONE_WORD, TWO_WORDS = _SquaresType(1), _SquaresType(2)


@typeof_impl.register(Squares)
def _type_of_constant(_squares: Squares, _context: Any) -> Any:
    return TWO_WORDS


@lower_constant(_SquaresType)
def _constant(_context: Any, _builder: Any, kind: Any, squares: Squares) -> Any:
    return ir.Constant(kind.bits, squares.to_bits())


@lower_cast(_SquaresType, _SquaresType)
def _widen(_context: Any, builder: Any, _from: Any, to: Any, bits: Any) -> Any:
    return builder.zext(bits, to.bits)


def define(function: Any, cases: dict[tuple[Any, ...], Any], build: Callable[..., Any]) -> None:
    """Tell numba the instructions that compute a function, and its result for each arguments."""
    signatures = [typing.signature(result, *arguments) for arguments, result in cases.items()]
    members = {"key": function, "cases": signatures, "unsafe_casting": False}
    template = type(f"{function.__name__}_template", (ConcreteTemplate,), members)
    infer(template)
    infer_global(function, types.Function(template))
    for arguments in cases:
        lower_builtin(function, *arguments)(
            lambda _context, builder, _signature, values: build(builder, *values)
        )


def fitted(builder: Any, bits: Any, kind: Any) -> Any:
    """A number with as many bits as another type has."""
    if bits.type.width < kind.width:
        return builder.zext(bits, kind)
    return bits if bits.type == kind else builder.trunc(bits, kind)


def _both(builder: Any, one: Any, two: Any) -> Any:
    # The shorter set has all squares that can be in both.
    kind = min(one.type, two.type, key=lambda kind: kind.width)
    return builder.and_(fitted(builder, one, kind), fitted(builder, two, kind))


def _difference(builder: Any, one: Any, two: Any) -> Any:
    return builder.and_(one, builder.not_(fitted(builder, two, one.type)))


def _shift(builder: Any, shift: Callable[..., Any], bits: Any, by: Any) -> Any:
    """Shift; empty if `by` is negative or too large, where the instruction is undefined."""
    is_within = builder.icmp_unsigned("<", by, ir.Constant(WORD, bits.type.width))
    shifted = shift(bits, fitted(builder, by, bits.type))
    return builder.select(is_within, shifted, bits.type(0))


def _has(builder: Any, bits: Any, square: Any) -> Any:
    return builder.trunc(_shift(builder, builder.lshr, bits, square), _BIT)


_KINDS = (ONE_WORD, TWO_WORDS)
_SAME = {(kind, kind): kind for kind in _KINDS}
_MIXED = {(ONE_WORD, TWO_WORDS): ONE_WORD, (TWO_WORDS, ONE_WORD): ONE_WORD}
_COMPARED = dict.fromkeys(_SAME, _BOOL)
_ASKED = {(kind,): _BOOL for kind in _KINDS}
_SHIFTED = {(kind, INT): kind for kind in _KINDS}

for _function in (operator.and_, operator.iand):
    define(_function, _SAME | _MIXED, _both)
for _function in (operator.or_, operator.ior):
    define(_function, _SAME, lambda b, one, two: b.or_(one, two))
for _function in (operator.sub, operator.isub):
    define(_function, {pair: pair[0] for pair in _SAME | _MIXED}, _difference)
define(operator.eq, _COMPARED, lambda b, one, two: b.icmp_unsigned("==", one, two))
define(operator.ne, _COMPARED, lambda b, one, two: b.icmp_unsigned("!=", one, two))
define(bool, _ASKED, lambda b, bits: b.icmp_unsigned("!=", bits, bits.type(0)))
define(operator.not_, _ASKED, lambda b, bits: b.icmp_unsigned("==", bits, bits.type(0)))
define(len, {(kind,): INT for kind in _KINDS}, lambda b, bits: fitted(b, b.ctpop(bits), WORD))
define(operator.contains, {(kind, INT): _BOOL for kind in _KINDS}, _has)
define(view.moved_up, _SHIFTED, lambda b, bits, by: _shift(b, b.shl, bits, by))
define(view.moved_down, _SHIFTED, lambda b, bits, by: _shift(b, b.lshr, bits, by))


@infer_global(Squares)
class _SquaresTemplate(AbstractTemplate):
    def generic(self, squares: Any, keywords: Any) -> Any:
        if keywords or not all(isinstance(square, types.Integer) for square in squares):
            return None
        return typing.signature(TWO_WORDS, *[INT] * len(squares))


@lower_builtin(Squares, types.VarArg(types.Any))
def _squares(context: Any, builder: Any, _signature: Any, squares: Any) -> Any:
    whole = TWO_WORDS.bits
    bits = whole(0)
    for square in squares:
        is_wrong = builder.icmp_unsigned(">=", square, ir.Constant(WORD, CAPACITY))
        with builder.if_then(is_wrong, likely=False):
            context.call_conv.return_user_exc(builder, IndexError, (NOT_A_SQUARE,))
        bits = builder.or_(bits, builder.shl(whole(1), builder.zext(square, whole)))
    return bits


@lower_builtin("getiter", _SquaresType)
def _iterator(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
    return alloca_once_value(builder, values[0])


@lower_builtin("iternext", _SquaresIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _next(_context: Any, builder: Any, _signature: Any, values: Any, result: Any) -> None:
    rest = builder.load(values[0])
    is_left = builder.icmp_unsigned("!=", rest, rest.type(0))
    result.set_valid(is_left)
    with builder.if_then(is_left):
        result.yield_(fitted(builder, builder.cttz(rest, ir.Constant(_BIT, 1)), WORD))
        builder.store(builder.and_(rest, builder.sub(rest, rest.type(1))), values[0])
