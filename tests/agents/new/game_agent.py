"""An agent of the new interface: MinimaxPlayer, AlphaBetaPlayer and three scores."""

import functools
import random


class SearchTimeout(Exception):  # noqa: N818
    """Time is up."""


def ended(score):
    """Let a score deal with finished games first."""

    @functools.wraps(score)
    def decorated(game, player, **more):
        return game.utility(player) or score(game, player, **more)

    return decorated


@ended
def custom_score(game, player):
    """Own moves less twice the opponent's."""
    own = len(game.get_legal_moves(player))
    return float(own - 2 * len(game.get_legal_moves(game.get_opponent(player))))


def custom_score_2(game, player, weight=0.5, power=2):
    """Own moves, and near the middle; with defaults of its own."""
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    row, column = game.get_player_location(player)
    away = abs(game.height / 2 - row) ** power + abs(game.width / 2 - column) ** power
    return len(game.get_legal_moves(player)) - weight * away


def custom_score_3(game, player):
    """A whole number: blanks early, moves late; inf as soon as the opponent is stuck."""
    own = game.get_legal_moves(player)
    opp = game.get_legal_moves(game.get_opponent(player))
    if not opp:
        return float("inf")
    return len(game.get_blank_spaces()) if game.move_count < 10 else len(own) - len(opp)


def distance(game, player):
    """How far the players are apart: a helper that looks like a score."""
    (row, column), (other_row, other_column) = (
        game.get_player_location(who) for who in (player, game.get_opponent(player))
    )
    return abs(row - other_row) + abs(column - other_column)


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout


class MinimaxPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        best_move = (-1, -1)
        try:
            return self.minimax(game, self.search_depth)
        except SearchTimeout:
            pass
        return best_move

    def minimax(self, game, depth):
        moves = game.get_legal_moves()
        if not moves:
            return (-1, -1)
        return max(moves, key=lambda move: self.value(game.forecast_move(move), depth - 1, False))

    def value(self, game, depth, is_own):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        moves = game.get_legal_moves()
        if depth <= 0 or not moves:
            return self.score(game, self)
        values = [self.value(game.forecast_move(move), depth - 1, not is_own) for move in moves]
        return max(values) if is_own else min(values)


class AlphaBetaPlayer(IsolationPlayer):
    """Deepens in an endless loop that only its own timeout ends."""

    def get_move(self, game, time_left):
        self.time_left = time_left
        moves = game.get_legal_moves()
        best_move = random.choice(moves) if moves else (-1, -1)
        depth = 1
        try:
            while True:
                best_move = self.alphabeta(game, depth)
                depth += 1
        except SearchTimeout:
            return best_move

    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        best = (-1, -1)
        for move in game.get_legal_moves():
            value = self.min_value(game.forecast_move(move), depth - 1, alpha, beta)
            if value > alpha or best == (-1, -1):
                alpha, best = max(alpha, value), move
        return best

    def max_value(self, game, depth, alpha, beta):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        moves = game.get_legal_moves()
        if depth <= 0 or not moves:
            return self.score(game, self)
        for move in moves:
            alpha = max(alpha, self.min_value(game.forecast_move(move), depth - 1, alpha, beta))
            if alpha >= beta:
                break
        return alpha

    def min_value(self, game, depth, alpha, beta):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        moves = game.get_legal_moves()
        if depth <= 0 or not moves:
            return self.score(game, self)
        for move in moves:
            beta = min(beta, self.max_value(game.forecast_move(move), depth - 1, alpha, beta))
            if alpha >= beta:
                break
        return beta


if __name__ == "__main__":
    raise SystemExit("this file is imported, not run")
