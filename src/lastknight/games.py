"""A game: a start, the moves made from it and who made them, with a text a person can read.

    player 1: human
    player 2: random
    start: .../.../...:1
    moves: a1 c2 b3
    result: player 1 wins, player 2 cannot move

The result follows from the moves; a text that says otherwise is refused.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from lastknight.errors import NotationError
from lastknight.notation import Square, format_moves, parse_moves
from lastknight.position import Position

_KEYS = ("player 1", "player 2", "start", "moves", "result")


@dataclass(frozen=True, slots=True)
class Game:
    """Moves from a start, and the names of the two players.

    Raises IllegalMove when the moves break the rules.

    >>> game = Game(Position(width=3, height=3), moves=((0, 0), (2, 1)))
    >>> game.play("c2").position.location(1)
    (1, 2)
    >>> Game.parse(str(game)) == game
    True
    """

    start: Position
    moves: tuple[Square, ...] = ()
    players: tuple[str, str] = ("human", "human")

    def __post_init__(self) -> None:
        if len(self.players) != 2 or not all(_is_name(name) for name in self.players):
            raise NotationError(f"expected two player names of one line each, got {self.players!r}")
        _ = self.positions

    @property
    def positions(self) -> list[Position]:
        """Every position of the game, from the start to the last."""
        return list(accumulate(self.moves, Position.play, initial=self.start))

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def winner(self) -> int | None:
        """The winner, or None while the game goes on."""
        return self.position.winner

    def play(self, move: str | Square) -> Self:
        """The game after one more move.

        Raises IllegalMove if the rules do not allow it.
        """
        position = self.position.play(move)
        location = position.location(self.position.to_move)
        assert location is not None
        return type(self)(self.start, (*self.moves, location), self.players)

    def undo(self, plies: int = 1) -> Self:
        """The game without its last plies; without any if it has fewer."""
        kept = max(0, len(self.moves) - plies)
        return type(self)(self.start, self.moves[:kept], self.players)

    def __str__(self) -> str:
        values = (*self.players, str(self.start), format_moves(self.moves), self._result())
        return "".join(
            f"{key}: {value}".rstrip() + "\n" for key, value in zip(_KEYS, values, strict=True)
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text that `str` writes.

        Raises NotationError for other text, IllegalMove when the moves break the rules.
        """
        lines = text.splitlines()
        fields = [line.partition(":") for line in lines]
        if tuple(key for key, _, _ in fields) != _KEYS:
            raise NotationError(f"not a game: expected the lines {', '.join(_KEYS)}, in that order")
        one, two, start, moves, result = (value.strip() for _, _, value in fields)
        game = cls(Position.parse(start), tuple(parse_moves(moves)), (one, two))
        if result != game._result():
            raise NotationError(f"the result is {game._result()!r}, the text says {result!r}")
        return game

    def _result(self) -> str:
        if self.winner is None:
            return "unfinished"
        return f"player {self.winner} wins, player {self.position.to_move} cannot move"


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name != "" and name == name.strip() and name.isprintable()
