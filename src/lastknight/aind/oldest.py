"""The interface of the course's board that only the oldest agents use: rows, a mapping, old names.

All of it reads and writes the one state of the board; nothing is stored here. Copies of these views
are plain lists and dicts, as they used to be.
"""

from collections.abc import Iterator, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

from lastknight.aind.board_shape import Square


class BoardRow(MutableSequence[Any]):
    """A row of a board: 0 for blank, a player's number under its knight, not 0 for gone."""

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
        raise TypeError("rows of a board cannot change length")

    def insert(self, index: int, value: Any) -> None:  # noqa: ARG002
        """Not possible: a row keeps its length."""
        raise TypeError("rows of a board cannot change length")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def __reduce__(self) -> tuple[type[list[Any]], tuple[list[Any]]]:
        return list, (list(self),)


class BoardRows(Sequence[Any]):
    """The rows of a board, from the top."""

    def __init__(self, board: Any) -> None:
        self._board = board

    def __len__(self) -> int:
        return int(self._board.height)

    def __getitem__(self, row: Any) -> Any:
        found = range(len(self))[row]
        if isinstance(found, range):
            return [BoardRow(self._board, place) for place in found]
        return BoardRow(self._board, found)

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
    """Each player's square, None before placement."""

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
        raise TypeError("a player cannot be removed from a board; set its square to None")

    def __iter__(self) -> Iterator[Any]:
        yield self._board._player_1
        if self._board._player_2 != self._board._player_1:
            yield self._board._player_2

    def __len__(self) -> int:
        return len(list(iter(self)))

    def copy(self) -> dict[Any, Any]:
        """A plain dict."""
        return dict(self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[dict[Any, Any]], tuple[dict[Any, Any]]]:
        return dict, (dict(self),)


def alias(name: str, meaning: str) -> Any:
    """A property that reads and writes another attribute."""

    def read(board: Any) -> Any:
        return getattr(board, name)

    def write(board: Any, value: Any) -> None:
        setattr(board, name, value)

    return property(read, write, doc=meaning)


class OldestNames:
    """The part of the board's interface that only the oldest agents use."""

    _player_1: Any
    _player_2: Any
    _active_player: Any
    _board_state: Any

    __player_1__ = alias("_player_1", "The first player.")
    __player_2__ = alias("_player_2", "The second player.")
    __inactive_player__ = alias("_inactive_player", "The player not to move.")

    @property
    def __active_player__(self) -> Any:
        """The player to move; assigning it also sets the initiative in the state."""
        return self._active_player

    @__active_player__.setter
    def __active_player__(self, player: Any) -> None:
        self._active_player = player
        self._board_state[-3] = int(player == self._player_2)

    @property
    def __board_state__(self) -> BoardRows:
        """The board as rows, readable and writable."""
        return BoardRows(self)

    @__board_state__.setter
    def __board_state__(self, rows: Sequence[Sequence[Any]]) -> None:
        for row, cells in enumerate(rows):
            self.__board_state__[row] = cells

    @property
    def __last_player_move__(self) -> LastMoves:
        """Each player's square, readable and writable."""
        return LastMoves(self)

    @__last_player_move__.setter
    def __last_player_move__(self, places: Mapping[Any, Any]) -> None:
        self.__last_player_move__.update(places)

    @property
    def __player_symbols__(self) -> dict[Any, int]:
        """Each player's number, and 0 for blank squares."""
        return {0: 0, self._player_1: 1, self._player_2: 2}

    @__player_symbols__.setter
    def __player_symbols__(self, symbols: Mapping[Any, int]) -> None:
        """Ignored: the numbers of the players never change."""

    def __get_moves__(self, move: Sequence[int] | None) -> list[Square]:
        """The blank squares a knight's move away; without a square, every blank one."""
        found: list[Square] = self._Board__get_moves(move)  # type: ignore[attr-defined]
        return found
