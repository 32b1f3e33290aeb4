"""Players: they choose moves, depending only on the position and the seed.

A player is a value with a spec in text: `AlphaBeta(ratio, nodes=15000)`.
"""

from lastknight.errors import Forfeit
from lastknight.players.agents import AgentPlayer
from lastknight.players.choice import Choice, Limit
from lastknight.players.exact import Perfect
from lastknight.players.player import CompletePlayer, Player, Seat, complete, name_of
from lastknight.players.searchers import AlphaBeta, Expert, Greedy, Minimax, Random, Searcher
from lastknight.players.specs import is_player_spec, player

__all__ = [
    "AgentPlayer",
    "AlphaBeta",
    "Choice",
    "CompletePlayer",
    "Expert",
    "Forfeit",
    "Greedy",
    "Limit",
    "Minimax",
    "Perfect",
    "Player",
    "Random",
    "Searcher",
    "Seat",
    "complete",
    "is_player_spec",
    "name_of",
    "player",
]
