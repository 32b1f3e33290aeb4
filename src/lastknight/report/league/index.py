"""The front page of a league: standings, cross table, forfeits, and who did not play."""

from __future__ import annotations

from lastknight.league.facts import League, Outcome
from lastknight.report.league.blocks import Cell, Chapter, Column, Table, columns, row
from lastknight.report.league.words import (
    FILES,
    REASONS,
    elo_text,
    forfeit_text,
    rate_text,
    span_text,
)
from lastknight.report.text.formats import NOTHING

_STEPS = (0.1, 0.25, 0.4)


def index_chapters(league: League) -> list[Chapter]:
    """The chapters of the front page."""
    chapters = [_standings(league), _cross_table(league), _forfeits(league), _absent(league)]
    return [one for one in [*chapters, _skipped(league), _method(league)] if one is not None]


def warning(league: League) -> str:
    """What to say where submissions were not kept apart from this machine."""
    if league.conditions.is_walled:
        return ""
    return (
        "Played without bubblewrap: submissions were limited in time, memory and processes, but "
        "could see files and the network of this machine."
    )


def _standings(league: League) -> Chapter:
    rows = []
    for entry in league.entries:
        name = Cell(entry.name, link=entry.page)
        if entry.problem:
            rows.append(row(name, NOTHING, "did not play", *[""] * 5, style="absent"))
            continue
        rows.append(
            row(
                name,
                entry.rank or "baseline",
                elo_text(entry.elo),
                span_text(entry.elo),
                f"{entry.wins:,}",
                f"{entry.losses:,}",
                rate_text(entry.win_rate),
                forfeit_text(entry) or NOTHING,
                style="" if entry.kind == "submission" else "baseline",
            )
        )
    heads = columns("<player", "rank", "Elo", "95 %", "won", "lost", "win rate", "<forfeits")
    return Chapter(
        "standings",
        "Standings",
        tables=(Table(heads, tuple(rows), style="compact"),),
        notes=(
            f"{league.conditions.anchor} has the rating 0. A rank is a range where the games do "
            "not tell more; all ranks hold together. Ratings come from pairs of games on the same "
            "opening with sides swapped, so lucky openings do not count.",
        ),
        files=FILES,
    )


def _cross_table(league: League) -> Chapter:
    playing = [(place, one) for place, one in enumerate(league.entries) if not one.problem]
    rows = []
    for number, (place, entry) in enumerate(playing, 1):
        found = {outcome.opponent: outcome for outcome in entry.outcomes}
        cells = [_cross_cell(found.get(other), place == other) for other, _ in playing]
        rows.append(row(Cell(f"{number}  {entry.name}", link=entry.page), *cells))
    heads = (Column("", is_words=True), *(Column(str(n)) for n in range(1, len(playing) + 1)))
    return Chapter(
        "results",
        "Who won against whom",
        tables=(Table(heads, tuple(rows), "Games that the row won and lost.", "heat"),),
    )


def _cross_cell(outcome: Outcome | None, is_same: bool) -> Cell:
    if outcome is None:
        return Cell("", style="same" if is_same else "")
    games = outcome.wins + outcome.losses
    margin = outcome.wins / games - 0.5 if games else 0.0
    step = sum(abs(margin) > limit for limit in _STEPS) + (abs(margin) > 0)
    shade = f"{'p' if margin > 0 else 'm'}{step}" if step else ""
    pairs = f"pairs: {outcome.ww} won, {outcome.split} split, {outcome.ll} lost"
    return Cell(f"{outcome.wins}\N{EN DASH}{outcome.losses}", style=shade, title=pairs)


def _forfeits(league: League) -> Chapter | None:
    rows = [
        row(Cell(entry.name, link=entry.page), REASONS[ending.reason], f"{ending.lost:,}")
        for entry in league.entries
        for ending in entry.endings
        if ending.reason != "no_moves" and ending.lost
    ]
    if not rows:
        return None
    return Chapter(
        "forfeits",
        "Forfeits",
        ("Games that were not decided on the board. The page of a submission says what happened.",),
        (Table(columns("<player", "<reason", "games lost"), tuple(rows)),),
    )


def _absent(league: League) -> Chapter | None:
    absent = [entry for entry in league.entries if entry.problem]
    if not absent:
        return None
    rows = tuple(row(Cell(entry.name, link=entry.page), entry.problem) for entry in absent)
    return Chapter(
        "did-not-play", "Did not play", tables=(Table(columns("<submission", "<why"), rows),)
    )


def _skipped(league: League) -> Chapter | None:
    if not league.skipped:
        return None
    rows = tuple(row(name, reason) for name, reason in league.skipped)
    return Chapter(
        "skipped",
        "Not submissions",
        ("These were in the folder and left out.",),
        (Table(columns("<name", "<why"), rows),),
    )


def _method(league: League) -> Chapter:
    conditions = league.conditions
    first = league.first_move
    worth = "" if first.value is None else f" Moving first is worth {elo_text(first)} Elo here."
    walls = (
        "behind bubblewrap: without network, with a private file system that is thrown away"
        if conditions.is_walled
        else "with limits alone, without bubblewrap"
    )
    return Chapter(
        "method",
        "How it was played",
        (
            f"Every meeting has {conditions.pairs:,} openings of {conditions.plies} random plies, "
            f"the same for all, each played from both sides, with {conditions.limits}.{worth}",
            f"Every game of a submission runs in a process of its own, {walls}. What it does wrong "
            "costs it the game, with the reason kept.",
            f"Seed {conditions.seed}, lastknight {conditions.version}. The same command goes on "
            "where it was stopped, and a submission that comes later plays its own games only.",
        ),
        command=conditions.command,
    )
