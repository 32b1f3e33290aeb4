"""How a league's numbers and reasons are said."""

from __future__ import annotations

from lastknight.league.facts import Entry, League
from lastknight.report.text.formats import NOTHING, plural, write_number
from lastknight.stats import Estimate

REASONS = {
    "no_moves": "no move left",
    "timeout": "over time",
    "illegal_move": "illegal move",
    "crash": "crash",
    "breach": "breach of the sandbox",
}
"""How games end, in words."""
FILES = ("standings.csv", "grades.csv", "league.json")


def elo_text(elo: Estimate) -> str:
    """A rating; one without a value has none."""
    return NOTHING if elo.value is None else write_number(elo.value, "elo_whole")


def span_text(elo: Estimate) -> str:
    """The interval of a rating, with an open side said."""
    if elo.low is None and elo.high is None:
        return NOTHING
    if elo.low is None and elo.high is not None:
        return f"at most {write_number(elo.high, 'elo_whole')}"
    if elo.high is None and elo.low is not None:
        return f"at least {write_number(elo.low, 'elo_whole')}"
    assert elo.low is not None
    assert elo.high is not None
    return f"{write_number(elo.low, 'elo_whole')} to {write_number(elo.high, 'elo_whole')}"


def rate_text(rate: Estimate) -> str:
    """A win rate."""
    return NOTHING if rate.value is None else write_number(rate.value, "rate")


def count_text(count: int, noun: str) -> str:
    """So many of something.

    >>> count_text(1, "game"), count_text(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{count:,} {plural(count, noun)}"


def forfeit_text(entry: Entry) -> str:
    """How many games an entrant lost by forfeit, by reason."""
    parts = [
        f"{ending.lost:,} {REASONS[ending.reason]}"
        for ending in entry.endings
        if ending.reason != "no_moves" and ending.lost
    ]
    return ", ".join(parts)


def subtitle(league: League) -> str:
    """What was played, in one line."""
    conditions = league.conditions
    playing = sum(not one.problem for one in league.entries if one.kind == "submission")
    baselines = sum(one.kind == "baseline" for one in league.entries)
    return (
        f"{count_text(playing, 'submission')} and {count_text(baselines, 'baseline')}, "
        f"{count_text(conditions.games, 'game')} on {count_text(conditions.openings, 'opening')}, "
        f"each from both sides, {conditions.limits}."
    )
