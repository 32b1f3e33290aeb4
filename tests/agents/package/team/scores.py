"""Scores of the team."""

from dataclasses import dataclass

from isolation import Board

from .parts import weights


@dataclass
class Term:
    """A part of a score."""

    weight: "float"

    def of(self, game: Board, player: object) -> float:
        return self.weight * len(game.get_legal_moves(player))


WEIGHT = weights.OWN


def custom_score(game, player):
    """Weighted moves."""
    rival = Term(weights.RIVAL).of(game, game.get_opponent(player))
    return Term(WEIGHT).of(game, player) - rival
