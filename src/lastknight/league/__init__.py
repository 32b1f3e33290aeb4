"""Leagues of strangers' agents and the course's tournament, from submissions to standings.

`lastknight.report` writes the pages, and `lastknight.sandbox` runs strangers' code.
"""

from lastknight.league.final_standings import League
from lastknight.league.gathering import gather_league
from lastknight.league.load_check import check_submissions
from lastknight.league.rules import Rules, plan_league
from lastknight.league.submissions import Submission, find_submissions

__all__ = [
    "League",
    "Rules",
    "Submission",
    "check_submissions",
    "find_submissions",
    "gather_league",
    "plan_league",
]
