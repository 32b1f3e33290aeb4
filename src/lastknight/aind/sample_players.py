"""The course's sample scores and players, which agents import from `sample_players`."""

import random
import sys
from collections.abc import Callable
from typing import Any

__all__ = [
    "GreedyPlayer",
    "HumanPlayer",
    "RandomPlayer",
    "center_score",
    "improved_score",
    "null_score",
    "open_move_score",
]

Score = Callable[[Any, Any], float]

_NO_MOVE = (-1, -1)


def _end(game: Any, player: Any) -> float | None:
    """The value of a finished game; None while it lasts."""
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    return None


def null_score(game: Any, player: Any) -> float:
    """0 until the game ends."""
    end = _end(game, player)
    return 0.0 if end is None else end


def open_move_score(game: Any, player: Any) -> float:
    """The player's number of moves."""
    end = _end(game, player)
    return float(len(game.get_legal_moves(player))) if end is None else end


def improved_score(game: Any, player: Any) -> float:
    """The player's number of moves minus the opponent's.

    >>> from lastknight.aind import Board
    >>> improved_score(Board("a", "b").forecast_move((3, 3)).forecast_move((0, 1)), "a")
    5.0
    """
    if game.is_loser(player):  # as in _end, without the call: agents spend their time here
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    own = len(game.get_legal_moves(player))
    return float(own - len(game.get_legal_moves(game.get_opponent(player))))


def center_score(game: Any, player: Any) -> float:
    """The squared distance from the centre, so far away is better; 0 before placement."""
    end = _end(game, player)
    if end is not None:
        return end
    location = game.get_player_location(player)
    if location is None:
        return 0.0
    return float((game.height / 2 - location[0]) ** 2 + (game.width / 2 - location[1]) ** 2)


class RandomPlayer:
    """Plays a random legal move."""

    def get_move(self, game: Any, *_rest: Any, **_named: Any) -> tuple[int, int]:
        """A random legal move; (-1, -1) if there is none."""
        moves: list[tuple[int, int]] = game.get_legal_moves()
        return random.choice(moves) if moves else _NO_MOVE


class GreedyPlayer:
    """Plays the move with the best score right after it."""

    def __init__(self, score_fn: Score = open_move_score) -> None:
        self.score = score_fn

    def get_move(self, game: Any, *_rest: Any, **_named: Any) -> tuple[int, int]:
        """The best move, the last by row and column among equals; (-1, -1) if there is none."""
        moves: list[tuple[int, int]] = game.get_legal_moves()
        if not moves:
            return _NO_MOVE
        return max((self.score(game.forecast_move(move), self), move) for move in moves)[1]


class HumanPlayer:
    """A person at the keyboard."""

    def get_move(self, game: Any, *_rest: Any, **_named: Any) -> tuple[int, int]:
        """The move chosen by number; (-1, -1) if there is none."""
        moves: list[tuple[int, int]] = sorted(game.get_legal_moves())
        if not moves:
            return _NO_MOVE
        sys.stdout.write(game.to_string() + "\n")
        listed = [f"[{number}] {move}" for number, move in enumerate(moves)]
        sys.stdout.write("\t".join(listed) + "\n")
        while True:
            answer = input("Select move index:").strip()
            if answer.isdecimal() and int(answer) < len(moves):
                return moves[int(answer)]
            sys.stdout.write(f"enter a number from 0 to {len(moves) - 1}\n")
