"""Players: things that choose moves, by the position and the seed alone.

A player is a value with a spec in text: `AlphaBeta(ratio, nodes=15000)`.
"""

from lastknight.errors import Forfeit
from lastknight.players.agents import AgentPlayer
from lastknight.players.choice import Choice, Player, Seat, Seated, name_of
from lastknight.players.exact import Expert, Perfect
from lastknight.players.searchers import AlphaBeta, Greedy, Minimax, Random, Searcher
from lastknight.players.specs import player

__all__ = [
    "AgentPlayer",
    "AlphaBeta",
    "Choice",
    "Expert",
    "Forfeit",
    "Greedy",
    "Minimax",
    "Perfect",
    "Player",
    "Random",
    "Searcher",
    "Seat",
    "Seated",
    "name_of",
    "player",
]
