"""Course agents, unmodified: the board and sample players they import, and how they are loaded."""

from lastknight.aind import isolation, sample_players
from lastknight.aind.isolation import Board
from lastknight.aind.loading import Agent, load

__all__ = ["Agent", "Board", "isolation", "load", "sample_players"]
