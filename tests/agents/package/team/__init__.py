"""A team's agent as a package."""

from . import scores as heuristics
from .scores import WEIGHT

__all__ = ["WEIGHT", "heuristics"]
