"""How a league's numbers and reasons are worded, on pages and on the terminal."""

from __future__ import annotations

from lastknight.analysis.match_facts import CONFIDENCE
from lastknight.league.final_standings import League, LeagueEntry
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import ENDINGS
from lastknight.report.text.quantities import count, number, point, span

INTERVAL = f"{number(locate(CONFIDENCE, 'confidence'), 'part')} interval"


def total(*parts: int) -> int:
    """A sum of facts that knows its source."""
    return locate(sum(parts), " + ".join(map(source_of, parts)))


def games_won(ww: int, split: int) -> int:
    """Games won, from pairs that were won twice and split."""
    return locate(2 * ww + split, f"2 * {source_of(ww)} + {source_of(split)}")


def forfeits(entry: LeagueEntry) -> str:
    """How many games an entrant lost by forfeit, by reason."""
    parts = [
        count(ending.lost, ENDINGS[ending.reason])
        for ending in entry.endings
        if ending.reason != "no_moves" and ending.lost
    ]
    return ", ".join(parts) or NOTHING


def describe_advice(league: League) -> str:
    """How many pairs to play if there are too few games to rank somebody; else nothing."""
    if not league.is_short:
        return ""
    wanted = count(league.conditions.pairs_to_rank, "pair")
    return (
        f"Too few games to rank every submission: {wanted} per pairing would show a large "
        f"difference in strength. The league has {count(league.conditions.pairs)}; --pairs plays "
        f"more and keeps these."
    )


def results(entry: LeagueEntry) -> tuple[str, ...]:
    """Rating, interval, games won and lost, win rate and forfeits."""
    return (
        point(entry.elo, "whole"),
        span(entry.elo, "whole"),
        count(entry.wins),
        count(entry.losses),
        point(entry.win_rate, "rate"),
        forfeits(entry),
    )
