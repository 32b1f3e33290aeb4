"""Reads the flat list behind the board: the move with most blank squares around."""


class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=None, timeout=10.0):
        pass

    def get_move(self, game, time_left):
        cells, height = game._board_state, game.height

        def blanks(move):
            row, column = move
            near = [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
            inside = [(r, c) for r, c in near if 0 <= r < height and 0 <= c < game.width]
            return sum(cells[r + c * height] == game.BLANK for r, c in inside)

        return max(sorted(game.get_legal_moves()), key=blanks)
