"""A competition agent: CustomPlayer(data=None, timeout=1.), an opening book, caches of its own."""

import sample_players

CACHE = {}


class SearchTimeout(Exception):  # noqa: N818
    """Time is up."""


def custom_score(game, player):
    """Second-step moves, kept by position between games."""
    key = (game.hash(), player == game.active_player)
    if key not in CACHE:
        own = game.get_legal_moves(player)
        CACHE[key] = sum(len(game._Board__get_moves(move)) for move in own)
    return CACHE[key]


class CustomPlayer:
    def __init__(self, data=None, timeout=1.0):
        self.score = custom_score
        self.time_left = None
        self.TIMER_THRESHOLD = timeout
        self.book = data or {}

    def get_move(self, game, time_left):
        self.time_left = time_left
        centre = (game.height // 2, game.width // 2)
        if game.move_count < 2 and game.move_is_legal(move=centre):
            return centre
        best, depth = (-1, -1), 1
        try:
            while depth < len(game.get_blank_spaces()):
                best = self.search(game, depth)
                depth += 1
        except SearchTimeout:
            pass
        return best if best in game.get_legal_moves() else self.fall_back(game)

    def fall_back(self, game):
        key = lambda move: sample_players.improved_score(game.forecast_move(move), self)  # noqa: E731
        return max(game.get_legal_moves(), key=key, default=None)

    def search(self, game, depth):
        moves = game.get_legal_moves()
        key = lambda move: self.value(game.forecast_move(move), depth - 1)  # noqa: E731
        return max(moves, key=key, default=(-1, -1))

    def value(self, game, depth):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        moves = game.get_legal_moves()
        if not moves:
            return game.utility(self)
        if depth == 0:
            return self.score(game, self)
        choose = max if game.active_player == self else min
        return choose(self.value(game.forecast_move(move), depth - 1) for move in moves)
