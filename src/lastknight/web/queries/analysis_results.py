"""Results of an analysis as a whole: which games ask its question, and what its report says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lastknight.analysis.facts import Facts
from lastknight.analysis.match_facts import Direct
from lastknight.errors import LastknightError
from lastknight.matches.roles import role_facts
from lastknight.report import load_facts

_LIMITED = re.compile(r"AlphaBeta\(.+, (nodes=\d+)\)")


def direct_parts(plans: Sequence[Mapping[str, Any]]) -> list[int]:
    """Which experiments of an analysis are its direct matches: a candidate against the baseline.

    They are played first, each as an experiment of its own, with one node limit for all.

    >>> plan = lambda *players: {"players": players, "pairings": [[0, 1]]}
    >>> mine, base = "AlphaBeta(ratio, nodes=50)", "AlphaBeta(improved, nodes=50)"
    >>> alone = {"players": [base], "pairings": [[0, 0]]}
    >>> direct_parts([plan(mine, base), plan("Perfect", base), plan(base, base), alone])
    [0]
    """
    met = [_only_pairing(plan) for plan in plans]
    if not met or met[0] is None:
        return []
    baseline = met[0][1]
    return [
        place
        for place, players in enumerate(met)
        if players is not None
        and players[1] == baseline != players[0]
        and _limit(players[0]) == _limit(baseline) is not None
    ]


def _only_pairing(plan: Mapping[str, Any]) -> tuple[str, str] | None:
    """The players of a match; a match of a player against itself has one of them only."""
    if len(plan["pairings"]) != 1:
        return None
    a, b = plan["pairings"][0]
    return plan["players"][a], plan["players"][b]


def _limit(player: str) -> str | None:
    found = _LIMITED.fullmatch(player)
    return None if found is None else found[1]


def report_results(folder: Path) -> dict[str, Any]:
    """The direct matches and the ratings from the report in a folder; empty without a report."""
    try:
        facts = load_facts(folder)
    except LastknightError:  # none yet, or one of another version
        return {"matches": [], "ratings": None, "cautions": []}
    names = [one.name for one in facts.heuristics]
    ratings = [
        {
            "player": names[one.heuristic],
            "elo": one.elo.value,
            "elo_low": one.elo.low,
            "elo_high": one.elo.high,
            "rank": one.rank,
        }
        for one in facts.ranking.ratings
    ]
    fit = facts.ranking.transitivity
    return {
        "matches": [_match(one, facts) for one in facts.strongest_first],
        "ratings": ratings,
        "cautions": [] if fit is None else fit.sentences(names),
    }


def _match(direct: Direct, facts: Facts) -> dict[str, Any]:
    record = direct.record
    return {
        "a": facts.heuristics[direct.candidate].name,
        "b": facts.baseline.name,
        **{name: getattr(record, name) for name in ("ww", "split", "ll", "wins", "losses")},
        **{name: getattr(record, name) for name in ("a_forfeits", "b_forfeits")},
        "elo": direct.elo.value,
        "elo_low": direct.elo.low,
        "elo_high": direct.elo.high,
        "verdict": direct.word,
        "sentence": direct.sentence,
        **role_facts(record.roles),
    }
