"""The position: what Python adds to the core's, which holds the rules.

Constructors from text and moves, an evaluable repr, pickling, and diagrams are here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Self

from lastknight import _core
from lastknight.diagram import svg_diagram, text_diagram
from lastknight.errors import BoardError, IllegalMove, NotationError, show
from lastknight.notation import parse_moves


class Position(_core.Position):
    """A position of knight's Isolation: an immutable value.

    It knows the board, which squares are blank, where the knights stand and who is to move; it
    has no players, no clock and no history. Squares are (row, column) with row 0 at the top, or
    text: (0, 0) is "a1", (3, 3) is "d4". A board has at most 128 squares, and any of them can be
    blocked from the start; a position does not remember why a square is gone.

    Raises BoardError for an impossible board.

    >>> position = Position().play("d4").play("b1")
    >>> position.legal_moves()
    [(1, 2), (1, 4), (2, 1), (2, 5), (4, 1), (4, 5), (5, 2), (5, 4)]
    >>> print(position)
    .2...../......./......./...1.../......./......./.......:1
    """

    __slots__ = ()

    def __init__(
        self,
        width: int = 7,
        height: int = 7,
        blocked: str | Iterable[str | Sequence[int]] = (),
    ) -> None:
        for name, side in (("width", width), ("height", height)):
            if isinstance(side, bool) or not isinstance(side, int):
                raise BoardError(f"the {name} of a board must be a whole number, got {show(side)}")
        if not isinstance(blocked, str | Iterable):
            raise BoardError(
                f"blocked must be a list of squares, such as 'a1 g7', got {show(blocked)}"
            )
        super().__init__(width, height, blocked)

    @classmethod
    def from_moves(
        cls,
        moves: str | Iterable[str | Sequence[int]],
        *,
        width: int = 7,
        height: int = 7,
        blocked: str | Iterable[str | Sequence[int]] = (),
    ) -> Self:
        """Play moves from the start of a board.

        Raises IllegalMove or NotationError, saying which move it was.

        >>> Position.from_moves("d4 b1") == Position.from_moves([(3, 3), (0, 1)])
        True
        """
        if not isinstance(moves, Iterable) or isinstance(moves, Mapping):
            raise NotationError(f"expected moves, such as 'd4 b1', got {show(moves)}")
        position = cls(width, height, blocked)
        for count, move in enumerate(parse_moves(moves) if isinstance(moves, str) else moves, 1):
            try:
                position = position.play(move)
            except (IllegalMove, NotationError) as error:
                raise type(error)(f"move {count}: {error}") from None
        return position

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the one line of text that `str` writes.

        Raises NotationError, or BoardError where the board is too large.

        >>> Position.parse("1../..2/...:1").legal_moves()
        [(2, 1)]
        """
        return _core.parse_position(cls, text)

    @classmethod
    def read(cls, given: "str | _core.Position | None") -> "Position":
        """A position, also given as its line of text or as moves from the empty 7x7 board.

        None is the empty board. Raises NotationError for anything else.

        >>> Position.read("d4 b1") == Position.from_moves("d4 b1")
        True
        """
        if given is None:
            return Position()
        if isinstance(given, Position):
            return given
        if not isinstance(given, str):
            raise NotationError(
                f"expected a position, its text, or moves such as 'd4 b1', got {show(given)}"
            )
        return Position.parse(given) if is_position(given) else Position.from_moves(given)

    @property
    def attacker(self) -> int | None:
        """The player who attacks, 1 or 2; None until both knights are placed.

        The attacker is to move when both knights stand on squares of one colour. Both can then go
        to the same squares, so the attacker can take one from the opponent; the defender never can.
        Every move changes the colour of one knight, so roles last until the end of the game.

        >>> Position.from_moves("d4 b4").attacker, Position.from_moves("d4 b1").attacker
        (1, 2)
        """
        one, two = self.location(1), self.location(2)
        if one is None or two is None:
            return None
        is_one_colour = (sum(one) + sum(two)) % 2 == 0
        return self.to_move if is_one_colour else 3 - self.to_move

    def diagram(self) -> str:
        """Draw the position as text.

        >>> print(Position.parse("1../.x2/...:2").diagram())
           a b c
        1  1 . .
        2  . x 2
        3  * . .
        player 2 to move
        """
        return text_diagram(self)

    def svg(
        self,
        *,
        moves: str | Iterable[str | Sequence[int]] = (),
        legal_moves: bool = True,
        coordinates: bool = True,
        size: int | None = None,
    ) -> str:
        """Draw the position as an SVG picture, `size` pixels wide.

        With the moves that led here from the start, every visited square shows its ply.

        >>> Position().svg().startswith("<svg")
        True
        """
        return svg_diagram(
            self, moves=moves, legal_moves=legal_moves, coordinates=coordinates, size=size
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[str], Self], tuple[str]]:
        return type(self).parse, (str(self),)


def is_position(text: str) -> bool:
    """Whether text can only be meant as a position's line, not as moves; it may still be invalid.

    >>> is_position("../12:1"), is_position("../12"), is_position("d4 b1")
    (True, True, False)
    """
    return ":" in text or "/" in text
