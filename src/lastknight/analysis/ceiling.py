"""The ceiling: how `Perfect` does against the baseline, on openings of the analysis.

It shows how far every candidate is from perfect play, role by role.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.meetings import Meeting, Session
from lastknight.analysis.perfect_play import reach_in_report
from lastknight.matches.plan import draw
from lastknight.matches.results import Match
from lastknight.matches.roles import RoleResult
from lastknight.notation import format_moves
from lastknight.players import Perfect
from lastknight.stats import Estimate

PAIRS: Mapping[str, int] = {"quick": 20, "default": 60, "thorough": 315}
"""Pairs by effort."""


@dataclass(frozen=True)
class Ceiling:
    """Perfect play against the baseline at the main node limit.

    As an attacker `Perfect` wins whatever can be won. As a defender it is no upper bound: it plays
    for no particular opponent, and a player who knows this one's mistakes can win more.
    """

    player: str
    pairs: int
    openings: int
    """Distinct openings, up to the symmetries of the board."""
    win_rate: Estimate
    """The share of all games won, between 0 and 1."""
    attacker: RoleResult | None
    """The games as attacker; None if openings leave knights to place."""
    defender: RoleResult | None
    """The games as defender."""


def find_ceiling(session: Session) -> Ceiling | None:
    """Let `Perfect` play the baseline once on the first openings of an analysis.

    How many depends on the effort; from a longer census or list it takes evenly spaced openings,
    because those are sorted. None if the board is too large for the solver.
    """
    inquiry = session.inquiry
    if reach_in_report(inquiry.start) is not None:
        return None
    part = replace(session, inquiry=_few_openings(inquiry), games=0)
    result = part.play("ceiling", [planned_ceiling(inquiry)])[0]
    session.games += part.games
    return _read(result.match)


def planned_ceiling(inquiry: Inquiry) -> Meeting:
    """Perfect against the baseline; its `work` is an estimate in nodes."""
    count = inquiry.different_openings or PAIRS[inquiry.effort]
    pairs = min(PAIRS[inquiry.effort], count)
    return Meeting(Perfect(), inquiry.player(inquiry.baseline), pairs)


def _few_openings(inquiry: Inquiry) -> Inquiry:
    """The same question without a clock for Perfect, and on no more openings than it plays."""
    inquiry = replace(inquiry, move_seconds=None)
    count, most = inquiry.different_openings, PAIRS[inquiry.effort]
    if inquiry.openings in ("random", "empty") or count is None or count <= most:
        return inquiry
    drawn = draw(inquiry.openings, inquiry.start, None, plies=inquiry.plies, seed=inquiry.seed)
    chosen = [drawn[index * count // most] for index in range(most)]
    return replace(inquiry, openings=[format_moves(opening.moves) for opening in chosen])


def _read(match: Match) -> Ceiling:
    roles = match.roles
    return Ceiling(
        player=match.a,
        pairs=match.tally.pairs,
        openings=match.distinct_openings,
        win_rate=match.win_rate,
        attacker=None if roles is None else roles.a_attacker,
        defender=None if roles is None else roles.a_defender,
    )
