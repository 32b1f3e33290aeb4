"""The course board as agents of the oldest generation know it: rows, a mapping, other names.

What is read comes from the board's one state and what is written goes there; nothing is kept here.
A copy of a view is a plain list or dict, as it was then.
"""

from collections.abc import Iterator, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

Square = tuple[int, int]


class Row(MutableSequence[Any]):
    """A row of a board: a blank square is 0, a knight's its player's number, any other is not 0."""

    def __init__(self, board: Any, row: int) -> None:
        self._board, self._row = board, row

    def _index(self, column: int) -> int:
        return self._row + range(self._board.width)[column] * int(self._board.height)

    def __len__(self) -> int:
        return int(self._board.width)

    def __getitem__(self, column: Any) -> Any:
        if isinstance(column, slice):
            return [self[place] for place in range(len(self))[column]]
        state, index = self._board._board_state, self._index(column)
        return 2 if state[index] == 1 and state[-2] == index else state[index]

    def __setitem__(self, column: Any, value: Any) -> None:
        if isinstance(column, slice):
            places = range(len(self))[column]
            for place, cell in zip(places, value, strict=True):
                self[place] = cell
        else:
            self._board._board_state[self._index(column)] = value

    def __delitem__(self, column: Any) -> None:
        raise TypeError("a row of a board keeps its length")

    def insert(self, index: int, value: Any) -> None:  # noqa: ARG002
        """Refused: a row keeps its length."""
        raise TypeError("a row of a board keeps its length")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def __reduce__(self) -> tuple[type[list[Any]], tuple[list[Any]]]:
        return list, (list(self),)


class Rows(Sequence[Any]):
    """The rows of a board, from the top."""

    def __init__(self, board: Any) -> None:
        self._board = board

    def __len__(self) -> int:
        return int(self._board.height)

    def __getitem__(self, row: Any) -> Any:
        found = range(len(self))[row]
        if isinstance(found, range):
            return [Row(self._board, place) for place in found]
        return Row(self._board, found)

    def __setitem__(self, row: int, cells: Sequence[Any]) -> None:
        self[row][:] = cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def __reduce__(self) -> tuple[type[list[Any]], tuple[list[list[Any]]]]:
        return list, ([list(row) for row in self],)


class LastMoves(MutableMapping[Any, Any]):
    """Where each player of a board stands, None before placement."""

    def __init__(self, board: Any) -> None:
        self._board = board

    def __getitem__(self, player: Any) -> Any:
        if not any(player == known for known in self):
            raise KeyError(player)
        return self._board.get_player_location(player)

    def __setitem__(self, player: Any, square: Any) -> None:
        board = self._board
        place = -1 if player == board._player_1 else -2 if player == board._player_2 else None
        if place is None:
            raise KeyError(player)
        board._board_state[place] = None if square is None else square[0] + square[1] * board.height

    def __delitem__(self, player: Any) -> None:
        raise TypeError("a player of a board has a place or None")

    def __iter__(self) -> Iterator[Any]:
        yield self._board._player_1
        if self._board._player_2 != self._board._player_1:
            yield self._board._player_2

    def __len__(self) -> int:
        return len(list(iter(self)))

    def copy(self) -> dict[Any, Any]:
        """The same as a plain dict."""
        return dict(self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[dict[Any, Any]], tuple[dict[Any, Any]]]:
        return dict, (dict(self),)


def alias(name: str, meaning: str) -> Any:
    """Another name of an attribute, to read and to write."""

    def read(board: Any) -> Any:
        return getattr(board, name)

    def write(board: Any, value: Any) -> None:
        setattr(board, name, value)

    return property(read, write, doc=meaning)


class OldestNames:
    """The part of the board's interface that only the oldest agents know."""

    _player_1: Any
    _player_2: Any
    _active_player: Any
    _board_state: Any

    __player_1__ = alias("_player_1", "The first player.")
    __player_2__ = alias("_player_2", "The second player.")
    __inactive_player__ = alias("_inactive_player", "The player who waits.")

    @property
    def __active_player__(self) -> Any:
        """The player whose move it is; assigned, the initiative of the state follows."""
        return self._active_player

    @__active_player__.setter
    def __active_player__(self, player: Any) -> None:
        self._active_player = player
        self._board_state[-3] = int(player == self._player_2)

    @property
    def __board_state__(self) -> Rows:
        """The board as rows, to read and to write."""
        return Rows(self)

    @__board_state__.setter
    def __board_state__(self, rows: Sequence[Sequence[Any]]) -> None:
        for row, cells in enumerate(rows):
            self.__board_state__[row] = cells

    @property
    def __last_player_move__(self) -> LastMoves:
        """Where each player stands, to read and to write."""
        return LastMoves(self)

    @__last_player_move__.setter
    def __last_player_move__(self, places: Mapping[Any, Any]) -> None:
        self.__last_player_move__.update(places)

    @property
    def __player_symbols__(self) -> dict[Any, int]:
        """The number of each player, and 0 for what is blank."""
        return {0: 0, self._player_1: 1, self._player_2: 2}

    @__player_symbols__.setter
    def __player_symbols__(self, symbols: Mapping[Any, int]) -> None:
        """Taken and left: the numbers of the players never change."""

    def __get_moves__(self, move: Sequence[int] | None) -> list[Square]:
        """Where a knight on a square could go; without a square, every blank one."""
        found: list[Square] = self._Board__get_moves(move)  # type: ignore[attr-defined]
        return found
