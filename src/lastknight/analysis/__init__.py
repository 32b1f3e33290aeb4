"""The analysis of heuristics: from a question through many games to facts.

The report turns the facts into text and charts.
"""

from lastknight.analysis.analysis_request import AnalysisRequest
from lastknight.analysis.assembly import analyse
from lastknight.analysis.facts import Facts
from lastknight.analysis.inquiry import (
    EFFORTS,
    Inquiry,
    choose_companions,
    read_candidates,
    read_opponents,
)
from lastknight.analysis.meetings import Session
from lastknight.analysis.rounds import planned_work

__all__ = [
    "EFFORTS",
    "AnalysisRequest",
    "Facts",
    "Inquiry",
    "Session",
    "analyse",
    "choose_companions",
    "planned_work",
    "read_candidates",
    "read_opponents",
]
