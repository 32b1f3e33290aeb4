"""How many nodes a student's alpha-beta searches on our course board, against a plain one.

The plain board is written for this comparison, with the interface, the habits and the cost of
those that courses hand out: every forecast runs the constructor and copies the list, legal moves
try eight directions with a call each and are shuffled. Both are searched in turns, in the same
process, by the same agent with the same clock: iterative deepening, a look at it in every node.

    python benchmarks/aind_speed.py [SECONDS_A_SEARCH [ROUNDS]]
"""

from __future__ import annotations

import random
import sys
from copy import copy
from statistics import median
from time import perf_counter, process_time

from lastknight.aind.isolation import Board
from lastknight.aind.sample_players import improved_score

DIRECTIONS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


class PlainBoard:
    """The part of the course's board that a search uses, without any short cut."""

    BLANK = 0
    NOT_MOVED = None

    def __init__(self, player_1, player_2, width=7, height=7):
        self.width = width
        self.height = height
        self.move_count = 0
        self._player_1, self._player_2 = player_1, player_2
        self._active_player, self._inactive_player = player_1, player_2
        self._board_state = [PlainBoard.BLANK] * (width * height + 3)
        self._board_state[-1] = self._board_state[-2] = PlainBoard.NOT_MOVED

    @property
    def active_player(self):
        """The player to move."""
        return self._active_player

    def get_opponent(self, player):
        """The other player."""
        if player == self._active_player:
            return self._inactive_player
        if player == self._inactive_player:
            return self._active_player
        raise RuntimeError(player)

    def copy(self):
        """The same board, through the constructor."""
        twin = PlainBoard(self._player_1, self._player_2, width=self.width, height=self.height)
        twin.move_count = self.move_count
        twin._active_player = self._active_player
        twin._inactive_player = self._inactive_player
        twin._board_state = copy(self._board_state)
        return twin

    def forecast_move(self, move):
        """The board after a move."""
        after = self.copy()
        after.apply_move(move)
        return after

    def apply_move(self, move):
        """Move the player to move."""
        square = move[0] + move[1] * self.height
        self._board_state[-2 if self.active_player == self._player_2 else -1] = square
        self._board_state[square] = 1
        self._board_state[-3] ^= 1
        self._active_player, self._inactive_player = self._inactive_player, self._active_player
        self.move_count += 1

    def move_is_legal(self, move):
        """Whether a square is on the board and blank."""
        square = move[0] + move[1] * self.height
        return (
            0 <= move[0] < self.height
            and 0 <= move[1] < self.width
            and self._board_state[square] == PlainBoard.BLANK
        )

    def get_blank_spaces(self):
        """The blank squares."""
        return [
            (row, column)
            for column in range(self.width)
            for row in range(self.height)
            if self._board_state[row + column * self.height] == PlainBoard.BLANK
        ]

    def get_player_location(self, player):
        """Where a player stands."""
        if player == self._player_1:
            square = self._board_state[-1]
        elif player == self._player_2:
            square = self._board_state[-2]
        else:
            raise RuntimeError(player)
        if square == PlainBoard.NOT_MOVED:
            return PlainBoard.NOT_MOVED
        return square % self.height, square // self.height

    def get_legal_moves(self, player=None):
        """Where a player can go, in random order."""
        if player is None:
            player = self.active_player
        location = self.get_player_location(player)
        if location == PlainBoard.NOT_MOVED:
            return self.get_blank_spaces()
        row, column = location
        moves = [
            (row + down, column + right)
            for down, right in DIRECTIONS
            if self.move_is_legal((row + down, column + right))
        ]
        random.shuffle(moves)
        return moves

    def is_winner(self, player):
        """Whether a player has won."""
        return player == self._inactive_player and not self.get_legal_moves(self._active_player)

    def is_loser(self, player):
        """Whether a player has lost."""
        return player == self._active_player and not self.get_legal_moves(self._active_player)


def blank_score(game, _player):
    """A heuristic that costs next to nothing but the board's own work."""
    return float(len(game.get_blank_spaces()))


class SearchTimeout(Exception):  # noqa: N818  (the name that students know)
    """Time is up."""


class Student:
    """An alpha-beta player as students write it, which counts the boards it forecasts."""

    TIMER_THRESHOLD = 10.0

    def __init__(self, score):
        self.score = score
        self.nodes = 0

    def get_move(self, game, time_left):
        """The best move that was found in time."""
        self.time_left = time_left
        best = (-1, -1)
        depth = 1
        try:
            while True:
                best = self.alphabeta(game, depth)
                depth += 1
        except SearchTimeout:
            return best

    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        """The best move at a depth."""
        best = (-1, -1)
        for move in game.get_legal_moves():
            value = self.min_value(self.forecast(game, move), depth - 1, alpha, beta)
            if value > alpha or best == (-1, -1):
                alpha, best = value, move
        return best

    def max_value(self, game, depth, alpha, beta):
        """What the player to move, this one, can get."""
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout
        legal_moves = game.get_legal_moves()
        if depth == 0 or not legal_moves:
            return self.score(game, self)
        value = float("-inf")
        for move in legal_moves:
            value = max(value, self.min_value(self.forecast(game, move), depth - 1, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, game, depth, alpha, beta):
        """What the opponent leaves."""
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout
        legal_moves = game.get_legal_moves()
        if depth == 0 or not legal_moves:
            return self.score(game, self)
        value = float("inf")
        for move in legal_moves:
            value = min(value, self.max_value(self.forecast(game, move), depth - 1, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    def forecast(self, game, move):
        """The board after a move, counted."""
        self.nodes += 1
        return game.forecast_move(move)


def speed(kind, score, opening, seconds):
    """How many nodes a CPU second the student searches from an opening."""
    student = Student(score)
    game = kind(student, "the opponent")
    for move in opening:
        game.apply_move(move)
    used, start = process_time(), perf_counter()
    student.get_move(game, lambda: 1000 * (seconds - (perf_counter() - start)))
    return student.nodes / (process_time() - used)


def ratio(score, seconds, rounds):
    """The speeds on both boards, in turns from the same openings, and the median of the ratios."""
    speeds = []
    for number in range(rounds):
        random.seed(number)
        squares = [(row, column) for row in range(7) for column in range(7)]
        opening = random.sample(squares, 2)
        speeds.append([speed(kind, score, opening, seconds) for kind in (Board, PlainBoard)])
    ours, plain = map(median, zip(*speeds, strict=True))
    return ours, plain, median(one / other for one, other in speeds)


def main():
    """Print nodes a second on both boards, and their ratio, for an expensive and a cheap score."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    print(f"{'heuristic':<16}{'plain board':>14}{'our board':>14}{'ratio':>8}   nodes a CPU second")
    for score in (improved_score, blank_score):
        ours, plain, times = ratio(score, seconds, rounds)
        print(f"{score.__name__:<16}{plain:>14,.0f}{ours:>14,.0f}{times:>8.2f}")


if __name__ == "__main__":
    main()
