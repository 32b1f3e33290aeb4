"""The documents of the site: docs/ rendered by mkdocs, and a report linked to the page.

Run as `python site/documents.py ANALYSIS`, with the folder of an analysis; `make site` does.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from os import environ
from pathlib import Path

from lastknight.report.text.game_links import link_to

_HERE = Path(__file__).parent
_REPORT = "report.html"
# Files copied with a report: tables and numbers, but not its games and its command.
_TAKEN = ("*.html", "*.md", "*.csv", "report.json")


def write_docs(site: Path) -> None:
    """Render docs/ into the folder `docs` of the site."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    command += ["--config-file", str(_HERE / "mkdocs.yml"), "--site-dir", str(site / "docs")]
    # Otherwise Material for MkDocs announces its successor at every build.
    subprocess.run(command, check=True, env=environ | {"NO_MKDOCS_2_WARNING": "1"})


def write_report(analysis: Path, site: Path) -> None:
    """Copy the report of an analysis into the folder `report` of the site."""
    target = site / "report"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for pattern in _TAKEN:
        for path in analysis.glob(pattern):
            shutil.copy(path, target)
    page = target / _REPORT
    page.write_bytes(link_to("../index.html", page.read_bytes()))
    shutil.copy(page, target / "index.html")


if __name__ == "__main__":
    _SITE = _HERE.parent / "dist" / "site"
    write_docs(_SITE)
    write_report(Path(sys.argv[1]), _SITE)
