"""Leagues of strangers' agents, and the course's tournament: from submissions to facts.

Pages are drawn in `lastknight.report`, and how a stranger's code is run is in `lastknight.sandbox`.
"""

from lastknight.league.course import Limits
from lastknight.league.facts import League
from lastknight.league.gathering import gather_league
from lastknight.league.reception import receive
from lastknight.league.rules import Rules, plan_league
from lastknight.league.submissions import Submission, find_submissions

__all__ = [
    "League",
    "Limits",
    "Rules",
    "Submission",
    "find_submissions",
    "gather_league",
    "plan_league",
    "receive",
]
