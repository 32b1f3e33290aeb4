"""The files of a league for other programs: standings and grades as CSV, all facts as JSON."""

from __future__ import annotations

import csv
import json
from io import StringIO

from lastknight.league.final_standings import League, LeagueEntry
from lastknight.stats import verdict

# What a spreadsheet may read as the start of a formula, full-width forms included.
_FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def guarded(text: str) -> str:
    """Text that no spreadsheet reads as a formula.

    >>> guarded("=HYPERLINK(1)"), guarded("Ann")
    ("'=HYPERLINK(1)", 'Ann')
    """
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def standings_csv(league: League) -> str:
    """Every entrant with all its numbers."""
    return _write([_standing(place, one) for place, one in enumerate(league.entries, 1)])


def grades_csv(league: League) -> str:
    """Every submission by name, one line each: for the grade book."""
    rows = [_grade(league, one) for one in league.entries if one.kind == "submission"]
    return _write(sorted(rows, key=lambda one: str(one["submission"]).casefold()))


def league_json(league: League) -> str:
    """All facts."""
    return json.dumps(league.as_json(), indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def _standing(place: int, entry: LeagueEntry) -> dict[str, object]:
    return {
        "place": "" if entry.problem else place,
        "player": guarded(entry.name),
        "kind": entry.kind,
        "class": guarded(entry.player),
        "rank": entry.rank,
        "best_rank": entry.best_rank,
        "worst_rank": entry.worst_rank,
        "elo": entry.elo.value,
        "elo_low": entry.elo.low,
        "elo_high": entry.elo.high,
        "won": entry.wins,
        "lost": entry.losses,
        "win_rate": entry.win_rate.value,
        "win_rate_low": entry.win_rate.low,
        "win_rate_high": entry.win_rate.high,
        **{f"lost_by_{reason}": lost for reason, lost in _lost(entry).items()},
        "problem": guarded(entry.problem),
    }


def _grade(league: League, entry: LeagueEntry) -> dict[str, object]:
    """What a grade can be based on, with a verdict against each baseline."""
    words = {f"against {one.name}": "" for one in league.entries if one.kind == "baseline"}
    for outcome in entry.outcomes:
        opponent = league.entries[outcome.opponent]
        if opponent.kind == "baseline":
            words[f"against {opponent.name}"] = verdict(outcome.ww, outcome.split, outcome.ll).word
    return {
        "submission": guarded(entry.name),
        "played": "no" if entry.problem else "yes",
        "games": entry.games,
        "won": entry.wins,
        "percent_won": "" if not entry.games else round(100 * entry.wins / entry.games, 1),
        "best_rank": entry.best_rank,
        "worst_rank": entry.worst_rank,
        "elo": None if entry.elo.value is None else round(entry.elo.value),
        "forfeits": entry.forfeited,
        **dict(sorted(words.items())),
        "remark": guarded(entry.problem),
    }


def _lost(entry: LeagueEntry) -> dict[str, int]:
    counts = dict.fromkeys(("timeout", "illegal_move", "crash", "breach"), 0)
    return counts | {one.reason: one.lost for one in entry.endings if one.reason in counts}


def _write(rows: list[dict[str, object]]) -> str:
    text = StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
