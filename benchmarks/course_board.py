"""A plain Python board and alpha-beta of the kind that courses hand out, as a yardstick.

The state is a flat list that every forecast copies, moves are tuples, legal moves are made by
trying eight directions: written for this comparison, with the habits and the cost of such boards.
"""

from __future__ import annotations

import random

STEPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


class Board:
    """Cells in column-major order, then who is to move and where the two players stand."""

    def __init__(self, width: int = 7, height: int = 7) -> None:
        self.width = width
        self.height = height
        self.state: list[int | None] = [0] * (width * height) + [0, None, None]

    def copy(self) -> Board:
        """The same board with a state of its own."""
        twin = Board.__new__(Board)
        twin.width, twin.height = self.width, self.height
        twin.state = list(self.state)
        return twin

    def active(self) -> int:
        """The player to move: 0 or 1."""
        return self.state[-3] or 0

    def is_legal(self, move: tuple[int, int]) -> bool:
        """Whether a square is on the board and blank."""
        row, column = move
        return (
            0 <= row < self.height
            and 0 <= column < self.width
            and self.state[row + column * self.height] == 0
        )

    def legal_moves(self, player: int) -> list[tuple[int, int]]:
        """The squares a player may go to, in random order."""
        location = self.state[-1 - player]
        if location is None:
            return [
                (row, column)
                for column in range(self.width)
                for row in range(self.height)
                if self.state[row + column * self.height] == 0
            ]
        row, column = location % self.height, location // self.height
        moves = [(row + down, column + right) for down, right in STEPS]
        moves = [move for move in moves if self.is_legal(move)]
        random.shuffle(moves)
        return moves

    def forecast(self, move: tuple[int, int]) -> Board:
        """The board after a move of the player to move."""
        after = self.copy()
        square = move[0] + move[1] * self.height
        player = after.active()
        after.state[square] = 1
        after.state[-1 - player] = square
        after.state[-3] = 1 - player
        return after


class Searcher:
    """Depth-limited alpha-beta that counts the boards it forecasts."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.nodes = 0

    def score(self, board: Board) -> float:
        """Own moves minus the opponent's, or the end of the game."""
        own = board.legal_moves(self.player)
        opp = board.legal_moves(1 - self.player)
        if board.active() == self.player and not own:
            return float("-inf")
        if board.active() != self.player and not opp:
            return float("inf")
        return float(len(own) - len(opp))

    def search(self, board: Board, depth: int, alpha: float, beta: float) -> float:
        """The score of a board, own moves raising alpha, the others lowering beta."""
        if depth == 0:
            return self.score(board)
        is_own = board.active() == self.player
        moves = board.legal_moves(board.active())
        if not moves:
            return float("-inf") if is_own else float("inf")
        for move in moves:
            self.nodes += 1
            value = self.search(board.forecast(move), depth - 1, alpha, beta)
            if is_own:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if is_own else beta
