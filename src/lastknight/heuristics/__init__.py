"""Heuristics: the catalogue, specs in text, your own functions, and compositions of them."""

from lastknight.heuristics.catalogue import Entry, Parameter, building_blocks, heuristics
from lastknight.heuristics.compiled import compiled
from lastknight.heuristics.heuristic import Heuristic
from lastknight.heuristics.specs import heuristic, read_heuristic, switch
from lastknight.heuristics.view import Squares, View

__all__ = [
    "Entry",
    "Heuristic",
    "Parameter",
    "Squares",
    "View",
    "building_blocks",
    "compiled",
    "heuristic",
    "heuristics",
    "read_heuristic",
    "switch",
]
