"""Course agents, unmodified: loading them, and the board and sample players they import."""

from lastknight.aind import isolation, sample_players
from lastknight.aind.isolation import Board
from lastknight.aind.loading import Agent, load

__all__ = ["Agent", "Board", "isolation", "load", "sample_players"]
