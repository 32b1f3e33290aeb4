"""Heuristics and players against perfect play, on positions from real games."""

from lastknight.truth.measure import Question, measure
from lastknight.truth.measurements import Truth, rows_of
from lastknight.truth.verdicts import Verdicts, prove

__all__ = [
    "Question",
    "Truth",
    "Verdicts",
    "measure",
    "prove",
    "rows_of",
]
