"""What numba must know about View to compile a heuristic.

Only what the core has ready is written here as instructions; the rest is compiled from view.py
itself. LLVM compiles a heuristic and all it calls as one function where that pays, and then nothing
is left of what the heuristic does not ask for.
"""

# numba is only partly typed, and differently in each release.
# mypy: ignore-errors

from __future__ import annotations

from inspect import isfunction, signature
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import lower_getattr, overload_attribute, overload_method

from lastknight.heuristics import view
from lastknight.heuristics.machine_types import (
    INT,
    ONE_WORD,
    TWO_WORDS,
    WORD,
    define,
    fitted,
    model,
)
from lastknight.heuristics.view import View

if TYPE_CHECKING:
    from collections.abc import Callable

# A view is the address of words: what the core passes, and last the address of its Board::Layout,
# whose members are listed here in the same order.
_IN_VIEW = ("own_moves", "opp_moves", "blank", "own_location", "opp_location", "player", "to_move")
_IN_LAYOUT = ("width", "height", "row factor", "steps table", "_all", "edge", "_left", "_right")
_LOADED = [name for name in _IN_VIEW + _IN_LAYOUT if hasattr(View, name)]
_SETS = ("own_moves", "opp_moves", "blank", "_all", "edge")
_LONG_SETS = ("_left", "_right")


class ViewType(types.Type):
    """A view of a board whose sets the core keeps in this many words."""

    def __init__(self, words: int, sets: Any) -> None:
        self.words, self.sets = words, sets
        super().__init__(name="View")

    @property
    def key(self) -> Any:
        """What makes it another type: numba shows only the name."""
        return self.name, self.words, self.sets

    def type_of(self, name: str) -> Any:
        """The type of a member."""
        if name in _LONG_SETS:
            return TWO_WORDS
        return self.sets if name in _SETS else INT

    def size_of(self, name: str) -> int:
        """How many words a member takes in memory."""
        if name in _LONG_SETS:
            return TWO_WORDS.words
        return self.words if name in _SETS else 1

    def address(self, builder: Any, words: Any, name: str) -> Any:
        """Where a member is."""
        if name in _IN_VIEW:
            return _word(builder, words, sum(map(self.size_of, _IN_VIEW[: _IN_VIEW.index(name)])))
        layout = builder.load(_word(builder, words, sum(map(self.size_of, _IN_VIEW))))
        before = _IN_LAYOUT[: _IN_LAYOUT.index(name)]
        return _word(
            builder, builder.inttoptr(layout, WORD.as_pointer()), sum(map(self.size_of, before))
        )

    def load(self, builder: Any, words: Any, name: str) -> Any:
        """The value of a member."""
        at = self.address(builder, words, name)
        kind = self.type_of(name)
        if kind is INT:
            return builder.load(at)
        return _load_set(builder, kind, at, self.size_of(name))


model(ViewType, lambda _kind: WORD.as_pointer())

SMALL, LARGE = ViewType(1, ONE_WORD), ViewType(2, TWO_WORDS)
# For functions that mix sets of the board and others in ways that need a single type.
SMALL_WITH_LONG_SETS = ViewType(1, TWO_WORDS)


def _word(builder: Any, words: Any, at: int) -> Any:
    return builder.gep(words, [ir.Constant(WORD, at)])


def _load_set(builder: Any, kind: Any, at: Any, words: int) -> Any:
    """A set that is stored low word first."""
    low = fitted(builder, builder.load(at), kind.bits)
    if words == 1:
        return low
    high = builder.zext(builder.load(_word(builder, at, 1)), kind.bits)
    return builder.or_(low, builder.shl(high, kind.bits(64)))


def argument_count(kind: ViewType) -> int:
    """How many words the core passes to a heuristic: three sets, the sides and the layout."""
    return 3 * kind.words + 2


def write_view(builder: Any, kind: ViewType, arguments: list[Any]) -> Any:
    """The address of a view with what the core passes to a heuristic."""
    *sets, sides, layout = arguments
    own, opp, player, to_move = (
        builder.and_(builder.lshr(sides, ir.Constant(WORD, shift)), ir.Constant(WORD, 255))
        for shift in (0, 8, 16, 24)
    )

    def location(square: Any) -> Any:  # of an unplaced player: one past the largest set
        is_unplaced = builder.icmp_unsigned("==", square, ir.Constant(WORD, 64 * kind.words))
        return builder.select(is_unplaced, ir.Constant(WORD, -1), square)

    def number(index: Any) -> Any:  # the core counts players from 0
        return builder.add(index, ir.Constant(WORD, 1))

    words = [*sets, location(own), location(opp), number(player), number(to_move), layout]
    place = builder.alloca(WORD, len(words))
    for at, word in enumerate(words):
        builder.store(word, _word(builder, place, at))
    return place


@infer_getattr
class _ViewFields(AttributeTemplate):
    key = ViewType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return kind.type_of(name) if name in _LOADED else None


def _define_fields() -> None:
    for name in _LOADED:

        def load(_context: Any, builder: Any, kind: Any, words: Any, name: str = name) -> Any:
            return kind.load(builder, words, name)

        lower_getattr(ViewType, name)(load)


def _define_lookups(kind: ViewType) -> None:
    def row(builder: Any, words: Any, square: Any) -> Any:
        factor = kind.load(builder, words, "row factor")
        return builder.lshr(builder.mul(square, factor), ir.Constant(WORD, 16))

    def steps(builder: Any, words: Any, square: Any) -> Any:
        table = builder.inttoptr(kind.load(builder, words, "steps table"), WORD.as_pointer())
        at = builder.gep(table, [builder.mul(square, ir.Constant(WORD, kind.words))])
        return _load_set(builder, kind.sets, at, kind.words)

    define(view.row_of, {(kind, INT): INT}, row)
    define(view.steps_from, {(kind, INT): kind.sets}, steps)


def _define_members() -> None:
    for name, member in vars(View).items():
        if name in _LOADED:
            continue
        if isinstance(member, property):
            overload_attribute(ViewType, name)(_always(member.fget))
        elif isfunction(member) and not name.startswith("__"):
            overload_method(ViewType, name)(_always(member))


def _always(function: Any) -> Callable[..., Any]:
    """Gives numba the Python function to compile, whatever the arguments."""

    def answer(*_arguments: Any, **_keywords: Any) -> Any:
        return function

    answer.__name__ = function.__name__  # for numba's messages
    answer.__signature__ = signature(function)
    return answer


_define_fields()
for _kind in (SMALL, LARGE, SMALL_WITH_LONG_SETS):
    _define_lookups(_kind)
_define_members()
