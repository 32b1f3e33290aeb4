"""Truth: heuristics and players against perfect play, on positions of real games."""

from lastknight.truth.lines import Line, lines_of, stored_lines
from lastknight.truth.measure import Question, measure
from lastknight.truth.records import Truth
from lastknight.truth.tables import rows_of
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
