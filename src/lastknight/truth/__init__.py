"""Heuristics and players against perfect play, on positions from real games."""

from lastknight.truth.lines import Line, lines_of, stored_lines
from lastknight.truth.measure import Question, measure
from lastknight.truth.measurements import Truth, rows_of
from lastknight.truth.verdicts import Verdicts, prove

__all__ = [
    "Line",
    "Question",
    "Truth",
    "Verdicts",
    "lines_of",
    "measure",
    "prove",
    "rows_of",
    "stored_lines",
]
