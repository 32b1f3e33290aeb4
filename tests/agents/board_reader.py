"""Reads and writes the flat state, swaps sides on a copy, asks about squares that are not there."""

import isolation


def custom_score(game, player):
    """Counts blanks in the state itself, and checks all it relies on."""
    state = game._board_state
    squares = game.width * game.height
    assert len(state) == squares + 3
    assert set(state[:squares]) <= {0, 1}
    places = {game._player_1: state[-1], game._player_2: state[-2]}
    row, column = game.get_player_location(player)
    assert places[player] == row + column * game.height
    assert state[-3] == int(game._active_player == game._player_2)
    return float(state[:squares].count(game.BLANK))


def custom_score_2(game, player):
    """What the player could do if it were its move: the sides swapped on a copy."""
    swapped = game.copy()
    if swapped._active_player != player:
        swapped._active_player, swapped._inactive_player = (
            swapped._inactive_player,
            swapped._active_player,
        )
    best = 0
    for move in swapped.get_legal_moves():
        after = swapped.forecast_move(move)
        best = max(best, len(after.get_legal_moves(player)))
    assert game.get_opponent(player) != player
    return best


def custom_score_3(game, player):
    """Fills cells of a copy, forecasts jumps nobody could make, and off the board it asks only."""
    filled = game.copy()
    filled._board_state[0] = 1
    assert not filled.move_is_legal((0, 0))
    filled._board_state = [0] * (game.width * game.height) + filled._board_state[-3:]
    assert filled.move_is_legal([0, 0])
    assert len(filled.get_blank_spaces()) == game.width * game.height
    jump = game.forecast_move((game.height - 1, game.width - 1))
    twice = jump.forecast_move((game.height - 1, game.width - 1))
    assert twice.get_player_location(game.active_player) == (game.height - 1, game.width - 1)
    asked = [(-1, 0), (0, -1), (game.height, 0), [0, game.width], (99, -99)]
    return -sum(game.move_is_legal(move=square) for square in asked)


class Watched(isolation.Board):
    """Counts forecasts, as subclasses do."""

    forecasts = 0

    def forecast_move(self, move):
        Watched.forecasts += 1
        return super().forecast_move(move)


class AlphaBetaPlayer:
    def __init__(self, search_depth=1, score_fn=custom_score, timeout=10.0):
        self.score = score_fn

    def get_move(self, game, time_left):
        board = Watched(game._player_1, game._player_2, game.width, game.height)
        board._board_state = list(game._board_state)
        board._active_player, board._inactive_player = game.active_player, game.inactive_player
        board.move_count = game.move_count
        moves = board.get_legal_moves()
        before = Watched.forecasts
        best = max(
            moves, key=lambda move: self.score(board.forecast_move(move), self), default=None
        )
        assert Watched.forecasts == before + len(moves)
        return best
