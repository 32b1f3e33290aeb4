"""Writing a report: all its files, each whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from lastknight.matches.atomic_file import replace_file
from lastknight.report.chapters import all_chapters
from lastknight.report.chapters.answer import subtitle, title
from lastknight.report.facts_json import REPORT, plain, read_facts
from lastknight.report.libraries import check_libraries
from lastknight.report.spreadsheets import write_spreadsheets
from lastknight.report.text.figures import Figures
from lastknight.report.text.markdown import write_markdown


def write_report(facts: Mapping[str, object], folder: Path) -> list[Path]:
    """Write report.html, report.md, report.json and a CSV file for each table into a folder.

    `facts` are those of an analysis as JSON data; the folder is made if it is not there. Gives the
    files. Raises NotationError for other data, and LastknightError where a library is missing.
    """
    read = read_facts(facts)
    figures, chapters = Figures.of(read), all_chapters(read)
    check_libraries()
    from lastknight.report.page import write_page  # noqa: PLC0415  (needs those libraries)

    texts = {
        "report.html": write_page(figures, title(read), subtitle(), chapters),
        "report.md": write_markdown(figures, title(read), subtitle(), chapters),
        REPORT: json.dumps(plain(facts), indent=1, ensure_ascii=False, allow_nan=False) + "\n",
        **write_spreadsheets(read),
    }
    folder.mkdir(parents=True, exist_ok=True)
    return [replace_file(folder / name, text) for name, text in texts.items()]
