"""The starter project, solved: minimax, alpha-beta that deepens, three scores."""

INFINITY = float("inf")


class SearchTimeout(Exception):  # noqa: N818
    """The time for this move is used up."""


def end_of(game, player):
    if game.is_loser(player):
        return -INFINITY
    return INFINITY if game.is_winner(player) else None


def custom_score(game, player):
    """Own moves less twice the opponent's."""
    end = end_of(game, player)
    if end is not None:
        return end
    opponent = game.get_opponent(player)
    return float(len(game.get_legal_moves(player)) - 2 * len(game.get_legal_moves(opponent)))


def custom_score_2(game, player):
    """Own moves over the opponent's."""
    end = end_of(game, player)
    if end is not None:
        return end
    opponent = game.get_opponent(player)
    return len(game.get_legal_moves(player)) / (1 + len(game.get_legal_moves(opponent)))


def custom_score_3(game, player):
    """Near the middle."""
    end = end_of(game, player)
    square = game.get_player_location(player)
    if end is not None or square is None:
        return 0.0 if end is None else end
    return -float(abs(square[0] - game.height // 2) + abs(square[1] - game.width // 2))


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.TIMER_THRESHOLD = timeout
        self.time_left = lambda: INFINITY

    def check_time(self):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout


class MinimaxPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        moves = game.get_legal_moves()
        if not moves:
            return (-1, -1)
        try:
            return self.minimax(game, self.search_depth)
        except SearchTimeout:
            return moves[0]

    def minimax(self, game, depth):
        me = game.active_player
        return max(
            game.get_legal_moves(),
            key=lambda move: self.value(game.forecast_move(move), depth - 1, me),
        )

    def value(self, game, depth, me):
        self.check_time()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, me)
        values = [self.value(game.forecast_move(move), depth - 1, me) for move in moves]
        return max(values) if game.active_player == me else min(values)


class AlphaBetaPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        moves = game.get_legal_moves()
        if not moves:
            return (-1, -1)
        best = moves[0]
        try:
            for depth in range(1, len(game.get_blank_spaces()) + 1):
                best = self.alphabeta(game, depth)
        except SearchTimeout:
            pass
        return best

    def alphabeta(self, game, depth, alpha=-INFINITY, beta=INFINITY):
        me = game.active_player
        best = None
        for move in game.get_legal_moves():
            value = self.value(game.forecast_move(move), depth - 1, me, alpha, beta)
            if best is None or value > alpha:
                best, alpha = move, max(alpha, value)
        return best

    def value(self, game, depth, me, alpha, beta):
        self.check_time()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, me)
        if game.active_player == me:
            for move in moves:
                alpha = max(alpha, self.value(game.forecast_move(move), depth - 1, me, alpha, beta))
                if alpha >= beta:
                    break
            return alpha
        for move in moves:
            beta = min(beta, self.value(game.forecast_move(move), depth - 1, me, alpha, beta))
            if alpha >= beta:
                break
        return beta
