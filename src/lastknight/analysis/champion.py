"""The champion: the laboratory's own best heuristic against the baseline, next to the candidates.

It is not a candidate: its match has a fixed length, and no verdict depends on it. It shows how much
a heuristic can gain at equal nodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.match_facts import MatchRecord
from lastknight.analysis.meetings import Meeting, Session
from lastknight.analysis.scoring import record_of
from lastknight.heuristics import heuristic
from lastknight.stats import Estimate

CHAMPION = "champion"
PAIRS: Mapping[str, int] = {"quick": 40, "default": 200, "thorough": 1000}
"""Pairs by effort."""


@dataclass(frozen=True)
class Champion:
    """The champion against the baseline at the main node limit."""

    spec: str
    record: MatchRecord
    cost: Estimate
    """What a node costs here, as a multiple of the baseline's."""


def find_champion(session: Session) -> Champion | None:
    """Let the champion play the baseline; None if it is in the analysis already."""
    planned = planned_champion(session.inquiry)
    if planned is None:
        return None
    result = session.play(CHAMPION, [planned], is_separate=True)[0]
    known = session.inquiry.known_costs.get(CHAMPION)
    cost = result.cost if known is None else Estimate(known, known, known)
    return Champion(CHAMPION, record_of(result.match), cost)


def planned_champion(inquiry: Inquiry) -> Meeting | None:
    """The champion against the baseline; None if it is in the analysis already."""
    champion = heuristic(CHAMPION)
    if champion in inquiry.heuristics:
        return None
    most = PAIRS[inquiry.effort]
    pairs = min(most, inquiry.different_openings or most)
    return Meeting(inquiry.player(champion), inquiry.player(inquiry.baseline), pairs)
