"""The course's board: rules checked against the reference, and every quirk agents rely on."""

import copy
import pickle
import random
from collections import Counter

import numpy as np
import pytest

from lastknight.aind import Board, isolation, sample_players
from lastknight.aind.isolation import board_of
from lastknight.position import Position
from reference import rules

SHAPES = [(7, 7), (5, 4), (3, 6), (9, 11), (1, 1), (2, 3)]


def board_at(*moves: tuple[int, int], width: int = 7, height: int = 7) -> Board:
    """A board of the players "first" and "second" after moves."""
    board = Board("first", "second", width, height)
    for move in moves:
        board.apply_move(move)
    return board


def same_position(board: Board, position: rules.Position) -> None:
    """The board says of itself what the reference says of the position."""
    names = {1: "first", 2: "second"}
    assert board.active_player == names[position.to_move]
    for player, name in names.items():
        assert board.get_player_location(name) == position.location(player)
        moves = board.get_legal_moves(name)
        assert sorted(moves) == rules.legal_moves(position, player)
        assert len(set(moves)) == len(moves)
        is_over = rules.is_over(position)
        assert board.is_loser(name) == (is_over and player == position.to_move)
        assert board.is_winner(name) == (is_over and player != position.to_move)
        worth = 0.0 if not is_over else float("inf") * (1 if board.is_winner(name) else -1)
        assert board.utility(name) == worth
    by_columns = sorted(position.blank, key=lambda square: (square[1], square[0]))
    assert board.get_blank_spaces() == by_columns
    legal = [square for square in position.squares if board.move_is_legal(square)]
    assert legal == position.blank


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_games_agree_with_the_reference(width, height):
    rng = random.Random(f"{width}x{height}")
    for _ in range(6):
        position, board = rules.start(width, height), board_at(width=width, height=height)
        while not rules.is_over(position):
            same_position(board, position)
            move = rng.choice(rules.legal_moves(position))
            position, after = rules.play(position, move), board.forecast_move(move)
            board.apply_move(move)
            assert vars(after) == vars(board)
            assert after is not board
        same_position(board, position)
        assert board.move_count == width * height - len(position.blank)


@pytest.mark.parametrize(("width", "height"), [(7, 7), (4, 9)])
def test_a_board_is_made_from_any_position(width, height):
    rng = random.Random(width)
    for _ in range(200):
        position = rules.scattered_position(rng, width, height)
        board = board_of(Position.parse(position.text), "first", "second")
        same_position(board, position)
        assert board.move_count == width * height - len(position.blank)
        assert board._board_state[-3] == position.to_move - 1
        ordered = board_of(Position.parse(position.text), "first", "second", is_shuffled=False)
        assert ordered.get_legal_moves("first") == ordered.copy().get_legal_moves("first")


def test_the_state_is_a_flat_list_by_columns():
    board = board_at(width=4, height=3)
    assert board._board_state == [0] * 13 + [None, None]
    board.apply_move((2, 1))
    assert board._board_state == [0] * 5 + [1] + [0] * 6 + [1, None, 5]
    board.apply_move((0, 3))
    assert board._board_state == [0] * 5 + [1] + [0] * 3 + [1, 0, 0] + [0, 9, 5]


def test_the_state_is_live():
    board = board_at((3, 3), (0, 0))
    (target, *_) = board.get_legal_moves()
    board._board_state[target[0] + target[1] * 7] = 1
    assert target not in board.get_legal_moves()
    assert not board.move_is_legal(target)
    board._board_state[-1] = 0
    assert board.get_player_location("first") == (0, 0)
    board._board_state[-1] = None
    assert board.get_player_location("first") is Board.NOT_MOVED
    assert board.get_legal_moves("first") == board.get_blank_spaces()


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_the_state_can_be_replaced_as_a_whole(kind):
    board = board_at(width=3, height=4)
    board._board_state = kind([0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 1])
    assert board.get_player_location("second") == (0, 1)
    assert sorted(board.get_legal_moves("first")) == [(2, 2), (3, 1)]
    assert board.active_player == "first"  # whose move it is does not follow from the state
    after = board.forecast_move((2, 2))
    assert not after.move_is_legal((2, 2))
    assert board.move_is_legal((2, 2))


def test_anything_can_be_in_a_cell():
    board = board_at((3, 3), (0, 0))
    for index, value in enumerate([2, "x", None, 0.0, False, [1], -1, np.int64(0)], start=14):
        board._board_state[index] = value
    legal = [(row, 2) for row in range(7) if board.move_is_legal((row, 2))]
    assert legal == [(3, 2), (4, 2)]
    assert [square for square in board.get_blank_spaces() if square[1] == 2] == legal
    assert not {(1, 2), (5, 2)} & set(board.get_legal_moves("first"))
    assert (0, 3) in board.get_blank_spaces()


def test_moves_are_not_checked():
    board = board_at((0, 0), (6, 6))
    assert board.forecast_move((5, 5)).get_player_location("first") == (5, 5)
    blocked = board.forecast_move((6, 6))
    assert blocked.get_player_location("first") == blocked.get_player_location("second") == (6, 6)
    swapped = board.copy()
    swapped._active_player, swapped._inactive_player = "second", "first"
    assert swapped.forecast_move((4, 5)).get_player_location("second") == (4, 5)
    assert board.active_player == "first"
    for move in ((-1, -1), (-1, 3)):
        odd = board.forecast_move(move)
        assert odd.get_player_location("first") is not None
        assert isinstance(odd.get_legal_moves("first"), list)
    with pytest.raises(IndexError):
        board.forecast_move((9, 9))
    with pytest.raises(TypeError):
        board.forecast_move(None)


@pytest.mark.parametrize(
    ("move", "is_legal"),
    [
        ((1, 2), True), ([1, 2], True), ((0, 0), False), ((-1, 2), False), ((2, -1), False),
        ((7, 0), False), ((0, 7), False), ([99, -99], False), ((-7, -7), False),
    ],
)  # fmt: skip
def test_move_is_legal_accepts_any_numbers(move, is_legal):
    board = board_at((0, 0), (6, 6))
    assert board.move_is_legal(move) is is_legal
    assert board.move_is_legal(move=move) is is_legal


def test_legal_moves_are_a_new_list_in_random_order():
    random.seed(4)
    board = board_at((1, 1), (5, 6))
    orders = Counter(tuple(board.get_legal_moves()) for _ in range(1200))
    assert len(board.get_legal_moves()) == 4
    assert len(orders) == 24
    assert max(orders.values()) < 100
    moves = board.get_legal_moves()
    moves.clear()
    assert len(board.get_legal_moves()) == 4
    empty = board_at()
    assert empty.get_legal_moves() == empty.get_blank_spaces()
    assert empty.get_legal_moves()[:2] == [(0, 0), (1, 0)]


def test_a_seed_makes_the_order_the_same():
    board = board_at((3, 3), (0, 0))
    random.seed(7)
    first = [board.get_legal_moves() for _ in range(20)]
    random.seed(7)
    assert [board.get_legal_moves() for _ in range(20)] == first
    assert len({tuple(moves) for moves in first}) > 10


def test_other_players_are_refused():
    board = board_at((3, 3))
    for ask in (board.get_legal_moves, board.get_player_location, board.get_opponent):
        with pytest.raises(RuntimeError, match="is not a player of this game"):
            ask("nobody")
    assert board.get_opponent("first") == "second"
    assert board.get_opponent("second") == "first"
    assert (board.active_player, board.inactive_player) == ("second", "first")
    assert not board.is_winner("nobody")
    assert not board.is_loser("nobody")
    assert board.utility("nobody") == 0


def test_any_hashable_can_play():
    for players in [(1, 2), (("a", 1), frozenset()), (object(), object())]:
        board = Board(*players).forecast_move((0, 0))
        assert board.active_player == players[1]
        assert board.get_player_location(players[0]) == (0, 0)


def test_hash_depends_on_the_state():
    board = board_at((3, 3), (0, 0))
    assert board.hash() == board_at((3, 3), (0, 0)).hash()
    others = [board_at((3, 3), (0, 1)), board_at((0, 0), (3, 3)), board_at((3, 3)), board_at()]
    assert len({board.hash(), *(other.hash() for other in others)}) == 5


def test_copies_share_nothing_but_the_players():
    board = board_at((3, 3), (0, 0))
    for twin in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert vars(twin) == vars(board)
        twin.apply_move((5, 4))
        assert board.move_count == 2
        assert board.move_is_legal((5, 4))


class Counted(Board):
    """A subclass that replaces one method; the others must notice."""

    def __init__(self, *args):
        super().__init__(*args)
        self.asked = []

    def copy(self):
        twin = Counted(self._player_1, self._player_2, self.width, self.height)
        twin._board_state = list(self._board_state)
        twin._active_player, twin._inactive_player = self._active_player, self._inactive_player
        twin.asked = self.asked
        return twin

    def apply_move(self, move):
        self.asked.append(move)
        super().apply_move(move)

    def move_is_legal(self, move):
        return move != (1, 2) and super().move_is_legal(move)


class Unmade(Board):
    """A subclass with a constructor that never calls ours."""

    def __init__(self):
        self.width, self.height, self.move_count = 3, 3, 0
        self._player_1 = self._active_player = "first"
        self._player_2 = self._inactive_player = "second"
        self._board_state = [0] * 10 + [None, None]


def test_overridden_methods_are_used_everywhere():
    board = Counted("first", "second", 7, 7).forecast_move((3, 3)).forecast_move((0, 0))
    assert isinstance(board, Counted)
    assert board.asked == [(3, 3), (0, 0)]
    assert (1, 2) not in board.get_legal_moves()
    assert len(board.get_legal_moves()) == 7
    corner = Counted("first", "second", 3, 2).forecast_move((0, 0)).forecast_move((0, 1))
    assert corner.is_loser("first")  # its one move is (1, 2)
    assert corner.utility("second") == float("inf")
    assert type(Unmade().copy()) is Board
    assert Unmade().forecast_move((1, 1)).get_legal_moves("first") == []
    assert len(Unmade().get_legal_moves()) == 9


def test_private_names_of_both_generations():
    board = board_at((3, 3), (0, 1))
    assert sorted(board._Board__get_moves((0, 0))) == [(1, 2), (2, 1)]
    assert sorted(board.__get_moves__((0, 0))) == [(1, 2), (2, 1)]
    assert board.__get_moves__(None) == board.get_blank_spaces()
    assert (board.__player_1__, board.__player_2__) == (board._player_1, board._player_2)
    assert board.__active_player__ == "first"
    assert board.__inactive_player__ == "second"
    assert board.__player_symbols__ == {0: 0, "first": 1, "second": 2}
    assert board.__last_player_move__ == {"first": (3, 3), "second": (0, 1)}
    assert list(board.__board_state__[0]) == [0, 2, 0, 0, 0, 0, 0]
    assert board.__board_state__[3] == [0, 0, 0, 1, 0, 0, 0]
    assert (len(board.__board_state__), len(board.__board_state__[0])) == (7, 7)
    assert board.__board_state__[-1][-1] == 0
    with pytest.raises(IndexError):
        board.__board_state__[7]
    with pytest.raises(KeyError):
        board.__last_player_move__["nobody"]


def test_the_oldest_names_can_be_written():
    board = board_at((3, 3), (0, 1))
    board.__board_state__[5][4] = 1
    board.__last_player_move__["first"] = (6, 6)
    assert not board.move_is_legal((5, 4))
    assert board.get_player_location("first") == (6, 6)
    rows = copy.deepcopy(board.__board_state__)
    places = copy.copy(board.__last_player_move__)
    assert type(rows) is list
    assert type(rows[0]) is list
    assert type(places) is dict
    rows[0][0] = 1
    assert board.move_is_legal((0, 0))
    other = Board("first", "second")
    other.__board_state__, other.__last_player_move__ = rows, places
    other.__player_symbols__ = dict(board.__player_symbols__)
    other.__active_player__, other.__inactive_player__ = "second", "first"
    assert [list(row) for row in other.__board_state__] == rows
    assert other.get_player_location("first") == (6, 6)
    assert (other.active_player, other._board_state[-3]) == ("second", 1)
    with pytest.raises(TypeError):
        board.__board_state__[0].append(1)


def test_boards_as_text(capsys):
    board = board_at((0, 1), (1, 3), (2, 0), width=4, height=3)
    text = board.to_string()
    assert text.split("\n\r") == [
        "     0   1   2   3",
        "0  |   | - |   |   | ",
        "1  |   |   |   | 2 | ",
        "2  | 1 |   |   |   | ",
        "",
    ]
    assert "| X |" in board.to_string(symbols=["X", "O"])
    assert board.print_board() == text
    assert capsys.readouterr().out == ""  # as in the course


class Scripted:
    """A player that answers from a list."""

    def __init__(self, *moves):
        self.moves = list(moves)

    def get_move(self, _game, time_left):
        assert time_left() <= 10_000
        return self.moves.pop(0)


def test_play_returns_winner_history_and_reason():
    """On 3x3 with the first player in the middle, it is stuck after one move of the second."""
    one, two = Scripted((1, 1), None), Scripted((0, 0))
    assert Board(one, two, 3, 3).play(10_000) == (two, [[1, 1], [0, 0]], "illegal move")
    one, two = Scripted((0, 0), (1, 2)), Scripted((2, 2), (2, 2))
    assert Board(one, two, 3, 3).play(10_000) == (one, [[0, 0], [2, 2], [1, 2]], "forfeit")


@pytest.mark.parametrize("answer", [None, (0.5, 1), (-1, -1), [1, 2], "b3", 7, (5, 5)])
def test_anything_but_a_legal_move_forfeits(answer):
    one, two = Scripted((0, 0), answer), Scripted((2, 2))
    winner, history, reason = Board(one, two, 3, 3).play(time_limit=10_000)
    assert (winner, history, reason) == (two, [[0, 0], [2, 2]], "forfeit")


def test_equal_to_a_legal_move_is_enough():
    one, two = Scripted((0.0, 0.0), (np.int64(1), 2)), Scripted((2, 2), None)
    history = Board(one, two, 3, 3).play(10_000)[1]
    assert history == [[0, 0], [2, 2], [1, 2]]
    assert {type(part) for move in history for part in move} == {int}


def test_a_timeout_comes_before_other_reasons():
    one, two = Scripted((0, 0)), Scripted()
    assert Board(one, two).play(time_limit=-1) == (two, [], "timeout")


def test_players_cannot_touch_the_board_they_play_on():
    class Vandal(sample_players.RandomPlayer):
        def get_move(self, game, *rest):
            move = super().get_move(game, *rest)
            game._board_state[:] = [1] * 52
            return move

    one, two = Vandal(), Vandal()
    random.seed(2)
    winner, history, reason = Board(one, two).play(10_000)
    assert reason == "illegal move"
    position = rules.start(7, 7)
    for move in history:
        position = rules.play(position, tuple(move))
    assert winner is {1: one, 2: two}[rules.winner(position)]


def test_exceptions_of_players_propagate():
    with pytest.raises(IndexError):
        Board(Scripted(), Scripted()).play(10_000)


def test_names_of_the_module():
    assert isolation.Board is Board
    assert (Board.BLANK, Board.NOT_MOVED, isolation.TIME_LIMIT_MILLIS) == (0, None, 150)
