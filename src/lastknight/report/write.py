"""Writing a report: all its files, each replaced whole, and the libraries that this needs."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from lastknight.analysis.facts import Facts
from lastknight.errors import LastknightError
from lastknight.matches.atomic_file import replace_file
from lastknight.ranges import check_kind, read_path
from lastknight.report.chapters import all_chapters
from lastknight.report.chapters.answer import subtitle, title
from lastknight.report.facts_json import REPORT, write_facts
from lastknight.report.text.blocks import ChartBlock, Document
from lastknight.report.text.located import locate
from lastknight.report.text.markdown import write_markdown
from lastknight.report.text.prose import to_plain
from lastknight.report.text.spreadsheets import spreadsheet_names, write_spreadsheets

REPORT_PAGE, REPORT_MARKDOWN = "report.html", "report.md"
REPORT_FILES = frozenset({REPORT_PAGE, REPORT_MARKDOWN, REPORT}) | spreadsheet_names()
"""The names of all files that a report can have."""
_NEEDED = ("altair", "jinja2", "vl_convert")


def check_libraries() -> None:
    """Raise LastknightError, with the fix, if a library for reports is not installed."""
    for name in _NEEDED:
        if find_spec(name) is None:
            raise LastknightError(f"a report needs {name}: pip install 'lastknight[report]'")


def write_report(facts: Facts, folder: Path | str) -> list[Path]:
    """Write report.html, report.md, report.json and a CSV file for each table into a folder.

    The folder is created if needed. Returns the files, the page first. Raises LastknightError if a
    library is missing, and ArgumentError for arguments of another kind.
    """
    check_kind("facts", facts, Facts)
    folder = read_path("folder", folder)
    located = locate(facts)
    document = Document(
        "lastknight, an analysis", title(located), subtitle(located), all_chapters(facts)
    )
    texts = {
        REPORT_PAGE: _page(document, facts),
        REPORT_MARKDOWN: write_markdown(document),
        REPORT: write_facts(facts),
        **write_spreadsheets(facts),
    }
    folder.mkdir(parents=True, exist_ok=True)
    return [replace_file(folder / name, text) for name, text in texts.items()]


def _page(document: Document, facts: Facts) -> str:
    check_libraries()
    from lastknight.report.charts.gallery import CHARTS  # noqa: PLC0415  (needs those libraries)
    from lastknight.report.charts.svg import draw_chart  # noqa: PLC0415
    from lastknight.report.page import write_page  # noqa: PLC0415

    def draw(block: ChartBlock) -> str:
        chart = CHARTS[block.chart](facts)
        return draw_chart(chart, name=block.chart, label=to_plain(block.label))

    return write_page(document, draw)
