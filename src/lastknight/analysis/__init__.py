"""The analysis of heuristics: from a question through many games to facts.

What is written about the facts is the business of the report.
"""

from lastknight.analysis.analysis_request import AnalysisRequest
from lastknight.analysis.chapters import planned_work
from lastknight.analysis.facts import Facts
from lastknight.analysis.inquiry import (
    EFFORTS,
    Inquiry,
    choose_companions,
    read_candidates,
    read_opponents,
)
from lastknight.analysis.matches import Session
from lastknight.analysis.run import analyse

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
