"""Writing a league: its front page, a page for each submission, and files for other programs."""

from __future__ import annotations

from pathlib import Path

from lastknight.league.final_standings import League
from lastknight.league.submissions import PAGES
from lastknight.matches.atomic_file import replace_file
from lastknight.report.league.exports import grades_csv, league_json, standings_csv
from lastknight.report.league.index import index_chapters
from lastknight.report.league.submission import submission_chapters, submission_subtitle
from lastknight.report.league.wording import subtitle
from lastknight.report.page import write_page
from lastknight.report.text.blocks import Document
from lastknight.report.text.located import locate
from lastknight.report.text.quantities import said

INDEX = "index.html"
_KICKER = "lastknight, a league"
_GENERATOR = '<meta name="generator" content="lastknight">'


def write_league(league: League, folder: Path) -> list[Path]:
    """Write index.html, the pages of submissions, CSV files and league.json into a folder.

    The folder is made if needed. Returns the files, the front page first.
    """
    found = locate(league)
    front = Document(_KICKER, said(found.conditions.title), subtitle(found), index_chapters(found))
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
            texts[entry.page] = write_page(page)
    texts |= {
        "standings.csv": standings_csv(league),
        "grades.csv": grades_csv(league),
        "league.json": league_json(league),
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
