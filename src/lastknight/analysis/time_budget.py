"""The time that heuristics in Python may take: their meetings get the pairs that it affords.

How fast they are is known from games already played, which a store keeps, so an interrupted
analysis continues with the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lastknight.analysis.inquiry import EFFORTS, Inquiry
from lastknight.analysis.meetings import MOVES_IN_PAIR, Meeting, MeetingResult
from lastknight.players import AlphaBeta, Player, complete


@dataclass(frozen=True)
class TimeBudget:
    """The CPU time of a round, and what a node of each heuristic in Python takes."""

    seconds: float
    node_seconds: Mapping[str, float]
    """By heuristic."""

    @classmethod
    def of(cls, inquiry: Inquiry, results: Sequence[MeetingResult]) -> TimeBudget:
        """The budget of each round, from the direct games of each candidate."""
        found = zip(inquiry.candidates, results, strict=True)
        paces = {
            str(subject): result.node_seconds(0)
            for subject, result in found
            if subject.core.needs_python
        }
        return cls(EFFORTS[inquiry.effort].seconds, paces)

    def afford(self, meetings: Sequence[Meeting], *, least: int = 0) -> list[Meeting]:
        """The meetings with as many pairs as their shares of the time afford.

        A meeting that needs less than an equal share leaves the rest to the others. None gets fewer
        pairs than `least`; a meeting without pairs is not played.
        """
        paces = [self.pair_seconds(one) for one in meetings]
        needs = [pace * one.pairs for pace, one in zip(paces, meetings, strict=True)]
        share = equal_share(self.seconds, needs)
        return [
            replace(one, pairs=max(min(one.pairs, least), int(share / pace)))
            if need > share
            else one
            for one, pace, need in zip(meetings, paces, needs, strict=True)
        ]

    def pair_seconds(self, meeting: Meeting) -> float:
        """About what a pair takes in Python."""
        return MOVES_IN_PAIR * sum(map(self._move_seconds, (meeting.a, meeting.b)))

    def _move_seconds(self, player: Player) -> float:
        if not isinstance(player, AlphaBeta):
            return 0.0
        pace = self.node_seconds.get(str(player.heuristic), 0.0)
        return pace * complete(player).expected_nodes()


def equal_share(total: float, needs: Sequence[float]) -> float:
    """The largest share with which all needs, each cut off at the share, stay within a total.

    >>> equal_share(10, [1, 20, 30]), equal_share(10, [1, 2])
    (4.5, 10)
    """
    left, waiting = total, sorted(needs)
    for done, need in enumerate(waiting):
        share = left / (len(waiting) - done)
        if need > share:
            return share
        left -= need
    return total
