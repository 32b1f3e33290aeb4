"""Writing a league: its front page, a page for each submission, and files for other programs."""

from __future__ import annotations

import json
from pathlib import Path

from lastknight.league.final_standings import League, LeagueEntry
from lastknight.league.submissions import PAGES
from lastknight.matches.atomic_file import replace_file
from lastknight.report.league.index import index_chapters, index_subtitle
from lastknight.report.league.submission import submission_chapters, submission_subtitle
from lastknight.report.page import write_page
from lastknight.report.text.blocks import Document
from lastknight.report.text.located import locate
from lastknight.report.text.quantities import said
from lastknight.report.text.spreadsheets import csv_text
from lastknight.stats import verdict

INDEX = "index.html"
_KICKER = "lastknight, a league"
_GENERATOR = '<meta name="generator" content="lastknight">'
# What a spreadsheet may read as the start of a formula, full-width forms included.
_FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def write_league(league: League, folder: Path) -> list[Path]:
    """Write index.html, the pages of submissions, CSV files and league.json into a folder.

    The folder is created if needed. Returns the files, the front page first.
    """
    found = locate(league)
    front = Document(
        _KICKER, said(found.conditions.title), index_subtitle(found), index_chapters(found)
    )
    texts = {INDEX: write_page(front)}
    for entry in found.entries:
        if entry.page:
            page = Document(
                _KICKER,
                said(entry.name),
                submission_subtitle(entry),
                submission_chapters(found, entry),
                back=f"../{INDEX}",
            )
            texts[entry.page] = write_page(page, has_game_links=False)  # others read it
    texts |= {
        "standings.csv": standings_csv(league),
        "grades.csv": grades_csv(league),
        "league.json": json.dumps(league.as_json(), indent=1, allow_nan=False) + "\n",
    }
    written = []
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        written.append(replace_file(path, text))
    _remove_old_pages(folder, written)
    return written


def _remove_old_pages(folder: Path, written: list[Path]) -> None:
    """Remove pages of submissions that are gone, if an earlier run wrote them."""
    for path in (folder / PAGES).glob("*.html"):
        if path not in written and _GENERATOR in path.read_text(encoding="utf-8", errors="replace"):
            path.unlink()


def guarded(text: str) -> str:
    """Text that no spreadsheet reads as a formula.

    >>> guarded("=HYPERLINK(1)"), guarded("Ann")
    ("'=HYPERLINK(1)", 'Ann')
    """
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def standings_csv(league: League) -> str:
    """Every entrant with all its numbers."""
    return csv_text([_standing(place, one) for place, one in enumerate(league.entries, 1)])


def grades_csv(league: League) -> str:
    """Every submission by name, one line each: for the grade book."""
    rows = [_grade(league, one) for one in league.entries if one.kind == "submission"]
    return csv_text(sorted(rows, key=lambda one: str(one["submission"]).casefold()))


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
