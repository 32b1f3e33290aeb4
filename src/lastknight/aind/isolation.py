"""The course's board, which agents import with `from isolation import Board`.

It keeps every quirk that agents rely on: the live flat state, unchecked moves, random move order,
the results of `play`. `lastknight.Position` has the same rules without the quirks.
"""

from random import random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from lastknight._core import course_blanks, course_moves, course_state
from lastknight.aind.board_shape import STEPS, Shape, Square, shape_of
from lastknight.aind.oldest import OldestNames
from lastknight.aind.turns import ask
from lastknight.errors import ArgumentError, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastknight._core import Position

TIME_LIMIT_MILLIS = 150
_METHODS: frozenset[str] = frozenset()


class _Watched(type):
    """The type of boards: it notices when an agent replaces one of their methods."""

    def __setattr__(cls, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if hasattr(OldestNames, name) or name in _METHODS:
            super().__setattr__("_is_plain", False)


class Board(OldestNames, metaclass=_Watched):
    """The course's board: the players, who is to move, and which squares are gone.

    Players are any hashable objects. `_board_state` is a live list: the cells column by column, 0
    if blank, then the initiative (0 or 1) and the indices of player 2 and player 1, None before
    placement. Agents may read, write and replace it; it does not determine who is to move.

    >>> board = Board("first", "second")
    >>> after = board.forecast_move((3, 3)).forecast_move((0, 1))
    >>> sorted(after.get_legal_moves("second"))
    [(1, 3), (2, 0), (2, 2)]
    >>> after.active_player, after.get_player_location("first"), after.move_count
    ('first', (3, 3), 2)
    """

    BLANK = 0
    NOT_MOVED = None

    # As in the original, overridden and replaced methods are called everywhere, so only boards of
    # exactly this class, with all its methods as they are here, take shortcuts.
    _is_plain = True
    _shape: Shape | None = None

    def __init_subclass__(cls) -> None:
        type.__setattr__(cls, "_is_plain", False)

    def __init__(self, player_1: Any, player_2: Any, width: int = 7, height: int = 7) -> None:
        self.width = width
        self.height = height
        self.move_count = 0
        self._player_1 = player_1
        self._player_2 = player_2
        self._active_player = player_1
        self._inactive_player = player_2
        try:
            self._board_state: Any = [0] * (width * height + 1) + [None, None]
        except (TypeError, MemoryError, OverflowError):
            raise ArgumentError(
                f"width and height must be whole numbers for a board that fits in memory, got "
                f"{show(width)} and {show(height)}"
            ) from None
        if self.__class__ is Board:
            self._shape = shape_of(width, height, True)

    @property
    def active_player(self) -> Any:
        """The player to move."""
        return self._active_player

    @property
    def inactive_player(self) -> Any:
        """The player not to move."""
        return self._inactive_player

    def get_opponent(self, player: Any) -> Any:
        """The other player. Raises RuntimeError if this one is not playing."""
        if player == self._active_player:
            return self._inactive_player
        if player == self._inactive_player:
            return self._active_player
        raise RuntimeError(f"{player!r} is not a player of this game")

    def hash(self) -> int:
        """A hash of the board's state."""
        try:
            return hash(tuple(self._board_state))
        except TypeError:
            return hash(str(self._board_state))

    def copy(self) -> "Board":
        """A copy with its own state; always a plain Board, even from a subclass."""
        twin = _new(Board)
        twin.width = self.width
        twin.height = self.height
        twin.move_count = self.move_count
        twin._player_1 = self._player_1
        twin._player_2 = self._player_2
        twin._active_player = self._active_player
        twin._inactive_player = self._inactive_player
        twin._shape = self._shape or shape_of(self.width, self.height, True)
        twin._board_state = [*self._board_state]
        return twin

    def forecast_move(self, move: "Sequence[int]") -> "Board":
        """A new board after a move of the active player; the move is not checked."""
        shape = self._shape
        if not self._is_plain:
            after = self.copy()
            after.apply_move(move)
            return after
        # Same as `copy` and `apply_move`, without the calls.
        after = _new(Board)
        after.width = self.width
        after.height = height = self.height
        after.move_count = self.move_count + 1
        after._player_1 = self._player_1
        after._player_2 = second = self._player_2
        after._inactive_player = mover = self._active_player
        after._active_player = self._inactive_player
        after._shape = shape
        after._board_state = state = [*self._board_state]
        index = move[0] + move[1] * height
        state[-2 if mover == second else -1] = index
        state[index] = 1
        state[-3] ^= 1
        return after

    def apply_move(self, move: "Sequence[int]") -> None:
        """Move the active player on this board; the move is not checked."""
        index = move[0] + move[1] * self.height
        mover, state = self._active_player, self._board_state
        state[-2 if mover == self._player_2 else -1] = index
        state[index] = 1
        state[-3] ^= 1
        self._active_player, self._inactive_player = self._inactive_player, mover
        self.move_count += 1

    def move_is_legal(self, move: "Sequence[int]") -> bool:
        """Whether a square is on the board and blank, reachable or not."""
        row, column = move[0], move[1]
        if 0 <= row < self.height and 0 <= column < self.width:
            return bool(self._board_state[row + column * self.height] == 0)
        return False

    def get_blank_spaces(self) -> list[Square]:
        """The blank squares, column by column."""
        shape = self._shape or shape_of(self.width, self.height, True)
        return course_blanks(self._board_state, shape.squares)

    def get_player_location(self, player: Any) -> Square | None:
        """A player's square, None before placement. Raises RuntimeError if it is not playing."""
        if player == self._player_1:
            index = self._board_state[-1]
        elif player == self._player_2:
            index = self._board_state[-2]
        else:
            raise RuntimeError(f"{player!r} is not a player of this game")
        return None if index is None else (index % self.height, index // self.height)

    def get_legal_moves(self, player: Any = None) -> list[Square]:
        """The legal moves of a player, by default the active one: a new list in random order.

        A player not yet placed may go to any blank square; these come column by column.
        """
        if player is None:
            player = self._active_player
        shape = self._shape
        if self._is_plain and shape is not None:
            state = self._board_state
            if player == self._player_1:
                index = state[-1]
            else:
                index = state[-2] if player == self._player_2 else None
            if index in shape.steps:
                return course_moves(state, shape.steps[index], shape.draw(32))
        return self.__get_moves__(self.get_player_location(player))

    def is_winner(self, player: Any) -> bool:
        """Whether a player has won: the opponent is to move and cannot."""
        return bool(player == self._inactive_player) and self._is_over()

    def is_loser(self, player: Any) -> bool:
        """Whether a player has lost: it is to move and cannot."""
        return bool(player == self._active_player) and self._is_over()

    def utility(self, player: Any) -> float:
        """The value of a finished game to a player, inf or -inf; 0 while it lasts."""
        if self._is_over():
            if player == self._inactive_player:
                return float("inf")
            if player == self._active_player:
                return float("-inf")
        return 0.0

    def _is_over(self) -> bool:
        return not self.get_legal_moves(self._active_player)

    def __get_moves(self, loc: "Sequence[int] | None") -> list[Square]:
        """The blank squares a knight's move away; without a square, every blank one."""
        if loc is None:
            return self.get_blank_spaces()
        row, column = loc
        shape = self._shape
        is_on_board = 0 <= row < self.height and 0 <= column < self.width
        if self._is_plain and shape is not None and is_on_board:
            steps = shape.steps[row + column * self.height]
            return course_moves(self._board_state, steps, shape.draw(32))
        targets = [(row + down, column + right) for down, right in STEPS]
        found = [square for square in targets if self.move_is_legal(square)]
        if shape is None or shape.is_shuffled:
            found.sort(key=lambda _: random())
        return found

    def to_string(self, symbols: "Sequence[str]" = ("1", "2")) -> str:
        """The board as text: the players, and `-` for visited squares."""
        margin = len(str(self.height - 1)) + 1
        lines = [" " * (margin + 3) + "   ".join(map(str, range(self.width)))]
        for row in range(self.height):
            squares = range(row, self.width * self.height, self.height)
            cells = [self._picture(index, symbols) for index in squares]
            lines.append(f"{row:<{margin}} | " + " | ".join(cells) + " | ")
        return "".join(f"{line}\n\r" for line in lines)

    def _picture(self, index: int, symbols: "Sequence[str]") -> str:
        state = self._board_state
        if not state[index]:
            return " "
        return symbols[0] if state[-1] == index else symbols[1] if state[-2] == index else "-"

    def print_board(self) -> str:
        """The same text; despite its name it prints nothing."""
        return self.to_string()

    def play(self, time_limit: float = TIME_LIMIT_MILLIS) -> tuple[Any, list[list[int]], str]:
        """Play to the end: the winner, the moves as [row, column] lists, and why it ended.

        The reason is "timeout", "forfeit" for a move that is not legal, or "illegal move" if the
        loser had no legal move. Exceptions of players propagate.
        """
        history: list[list[int]] = []
        while True:
            legal_moves = self.get_legal_moves()
            game = self.copy()
            start = perf_counter()

            def time_left(start: float = start) -> float:
                return time_limit - 1000 * (perf_counter() - start)

            move = ask(self._active_player, game, time_left=time_left)
            if time_left() < 0:
                return self._inactive_player, history, "timeout"
            if move not in legal_moves:
                reason = "forfeit" if legal_moves else "illegal move"
                return self._inactive_player, history, reason
            move = legal_moves[legal_moves.index(move)]  # (1.0, 2.0) is equal to (1, 2)
            history.append(list(move))
            self.apply_move(move)


_new = Board.__new__
_METHODS = frozenset(vars(Board)) - {"BLANK", "NOT_MOVED", "_shape", "_is_plain"}


def board_of(
    position: "Position", player_1: Any, player_2: Any, *, is_shuffled: bool = True
) -> Board:
    """The course's board for a position; legal moves come in random or in a fixed order.

    Squares blocked from the start count as moves made.

    >>> from lastknight.position import Position
    >>> board = board_of(Position.from_moves("d4 b1"), "a", "b", is_shuffled=False)
    >>> board.active_player, board.get_legal_moves("b"), board.move_count
    ('a', [(1, 3), (2, 0), (2, 2)], 2)
    """
    board = _new(Board)
    board.width, board.height = width, height = position.width, position.height
    board._shape = shape_of(width, height, is_shuffled)
    board._player_1, board._player_2 = player_1, player_2
    players = (player_1, player_2) if position.to_move == 1 else (player_2, player_1)
    board._active_player, board._inactive_player = players
    board._board_state, board.move_count = course_state(position)
    return board
