"""Writing a league: its front page, a page for each submission, and files for other programs."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from lastknight.diagram import STYLE
from lastknight.league.facts import League
from lastknight.league.page_names import FOLDER
from lastknight.matches.atomic_file import replace_file
from lastknight.report.league.blocks import Chapter
from lastknight.report.league.files import grades_csv, league_json, standings_csv
from lastknight.report.league.index import index_chapters, warning
from lastknight.report.league.submission import submission_chapters, submission_subtitle
from lastknight.report.league.words import subtitle

INDEX = "index.html"
_GENERATOR = '<meta name="generator" content="lastknight">'


def write_league(league: League, folder: Path) -> list[Path]:
    """Write index.html, the pages of submissions, CSV files and league.json into a folder.

    The folder is made if it is not there. Gives the files, the front page first.
    """
    texts = {
        INDEX: _page(
            "league.html",
            index_chapters(league),
            title=league.conditions.title,
            subtitle=subtitle(league),
            warning=warning(league),
            back="",
        )
    }
    for entry in league.entries:
        if entry.page:
            texts[entry.page] = _page(
                "submission.html",
                submission_chapters(league, entry),
                title=entry.name,
                subtitle=submission_subtitle(entry),
                back=f"../{INDEX}",
            )
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
    """Remove pages of submissions that are gone, which an earlier run has written."""
    for path in (folder / FOLDER).glob("*.html"):
        if path not in written and _GENERATOR in path.read_text(encoding="utf-8", errors="replace"):
            path.unlink()


def _page(template: str, chapters: list[Chapter], **values: str) -> str:
    environment = Environment(
        loader=PackageLoader("lastknight.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates = files("lastknight.report").joinpath("templates")
    style = "".join(
        templates.joinpath(name).read_text("utf-8") for name in ("report.css", "league.css")
    )
    return environment.get_template(template).render(
        chapters=chapters,
        contents=[(chapter.id, chapter.heading) for chapter in chapters],
        style=f"{style}{STYLE}",
        **values,
    )
