"""A game: a start, the moves made from it and who made them, with a text a person can read.

    player 1: human
    player 2: random
    start: .../.../...:1
    moves: a1 c2 b3
    result: player 1 wins, player 2 cannot move

The result follows from the moves, unless a player resigned or ran out of time; a text that says
otherwise is refused. Lines about the game can follow, such as the page writes:

    variation: 2 b3           after two moves, these instead
    comment: 0.3 well played  on move 3 of the main line, line 0
"""

import re
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Self

from lastknight.errors import ArgumentError, NotationError, show
from lastknight.notation import Square, format_moves, parse_moves
from lastknight.position import Position

_KEYS = ("player 1", "player 2", "start", "moves", "result")
_NOTES = ("variation", "comment")
_FORFEIT = re.compile(r"player ([12]) (?:resigned|ran out of time)")


@dataclass(frozen=True, slots=True)
class Game:
    """Moves from a start, and the names of the two players.

    Raises IllegalMove when the moves break the rules, ArgumentError and NotationError for anything
    that is not a game.

    >>> game = Game(Position(width=3, height=3), moves=((0, 0), (2, 1)))
    >>> game.play("c2").position.location(1)
    (1, 2)
    >>> Game.parse(str(game)) == game
    True
    """

    start: Position
    moves: tuple[Square, ...] = ()
    players: tuple[str, str] = ("human", "human")
    forfeit: str = ""
    """How a player gave up, such as `player 2 resigned`; otherwise empty."""
    notes: tuple[str, ...] = ()
    """Variations and comments, as lines of its text."""

    def __post_init__(self) -> None:
        if not isinstance(self.start, Position):
            raise ArgumentError(f"a game must start from a Position, got {show(self.start)}")
        for what in ("moves", "players", "notes"):
            given = getattr(self, what)
            if not isinstance(given, tuple | list):
                raise ArgumentError(f"the {what} of a game must be a tuple, got {show(given)}")
            object.__setattr__(self, what, tuple(given))
        if not isinstance(self.forfeit, str) or not all(isinstance(one, str) for one in self.notes):
            raise ArgumentError("the forfeit and the notes of a game must be text")
        if self.forfeit and (not _FORFEIT.fullmatch(self.forfeit) or self.position.is_over):
            raise NotationError(f"this game cannot end with the forfeit {show(self.forfeit)}")
        if len(self.players) != 2 or not all(_is_name(name) for name in self.players):
            raise NotationError(
                f"expected two player names of one line each, got {show(self.players)}"
            )
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
        loser = _FORFEIT.fullmatch(self.forfeit)
        return 3 - int(loser[1]) if loser else self.position.winner

    def play(self, move: str | Square) -> Self:
        """The game after one more move.

        Raises IllegalMove if the rules do not allow it.
        """
        position = self.position.play(move)
        location = position.location(self.position.to_move)
        assert location is not None
        return replace(self, moves=(*self.moves, location), forfeit="")

    def undo(self, plies: int = 1) -> Self:
        """The game without its last plies; without any if it has fewer.

        Raises ArgumentError for anything but a number of plies.
        """
        if type(plies) is not int or plies < 0:
            raise ArgumentError(f"plies must be a whole number of at least 0, got {show(plies)}")
        kept = max(0, len(self.moves) - plies)
        return replace(self, moves=self.moves[:kept], forfeit="")

    def __str__(self) -> str:
        values = (*self.players, str(self.start), format_moves(self.moves), self._result())
        lines = [f"{key}: {value}".rstrip() for key, value in zip(_KEYS, values, strict=True)]
        return "".join(f"{line}\n" for line in (*lines, *self.notes))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text that `str` writes.

        Raises NotationError for other text, IllegalMove when the moves break the rules.
        """
        if not isinstance(text, str):
            raise NotationError(f"expected a game as text, got {show(text)}")
        fields = [line.partition(":") for line in text.splitlines()]
        if tuple(key for key, _, _ in fields[: len(_KEYS)]) != _KEYS:
            raise NotationError(f"not a game: expected the lines {', '.join(_KEYS)}, in that order")
        one, two, start, moves, result = (value.strip() for _, _, value in fields[: len(_KEYS)])
        notes = fields[len(_KEYS) :]
        for key, _, _ in notes:
            if key not in _NOTES:
                raise NotationError(f"expected variation or comment after the result, got {key!r}")
        game = cls(
            Position.parse(start),
            tuple(parse_moves(moves)),
            (one, two),
            notes=tuple("".join(note) for note in notes),
        )
        _, _, forfeit = result.partition(" wins, ")
        if not game.position.is_over and _FORFEIT.fullmatch(forfeit):
            game = replace(game, forfeit=forfeit)
        if result != game._result():
            raise NotationError(f"the moves give {game._result()!r}, but the text says {result!r}")
        return game

    def _result(self) -> str:
        if self.winner is None:
            return "unfinished"
        end = self.forfeit or f"player {self.position.to_move} cannot move"
        return f"player {self.winner} wins, {end}"


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name != "" and name == name.strip() and name.isprintable()
