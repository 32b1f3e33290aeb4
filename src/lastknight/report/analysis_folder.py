"""The folder of an analysis: its request, its games, and the report written in the end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from lastknight.analysis import AnalysisRequest, Facts, Inquiry, Session, analyse, planned_work
from lastknight.errors import LastknightError, NotationError
from lastknight.matches.atomic_file import replace_file
from lastknight.matches.engine import RunProgress
from lastknight.matches.json_text import parse_object
from lastknight.report.facts_json import REPORT, load_facts
from lastknight.report.text.spreadsheets import write_spreadsheets
from lastknight.report.write import write_report
from lastknight.studies import run_ledger

GAMES = "games.db"
REPORT_PAGE = "report.html"
_COMMAND = "command.txt"
_REQUEST = "request.json"
# The claims take about this part of everything else at the same effort.
_CLAIMS = 0.2


def plan_chapters(request: AnalysisRequest, inquiry: Inquiry) -> dict[str, float]:
    """About how many nodes each chapter takes, in the order in which they are played."""
    work = planned_work(inquiry)
    return work | ({"claims": _CLAIMS * sum(work.values())} if request.has_claims else {})


def settle_request(request: AnalysisRequest, folder: Path) -> AnalysisRequest:
    """The request with its node limit: the one in the folder, if that holds the same analysis.

    So an analysis of heuristics in Python resumes with the limit it began with, however fast they
    are today. Raises as `AnalysisRequest.inquiry` does.
    """
    kept = read_kept(folder).get("request")
    nodes = kept.get("nodes") if isinstance(kept, dict) else None
    is_open = request.nodes is None and isinstance(nodes, int)
    if is_open and kept == request.as_json() | {"nodes": nodes}:
        return replace(request, nodes=nodes)
    return request.settled()


def keep_request(
    request: AnalysisRequest, inquiry: Inquiry, folder: Path, *, workers: int | None = None
) -> None:
    """Write what was asked for, and how much work it is, into the folder of an analysis."""
    chapters = plan_chapters(request, inquiry)
    kept = {
        "request": request.as_json(),
        "workers": workers,
        "work": sum(chapters[name] for name in chapters if name not in ("truth", "claims")),
    }
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / _REQUEST, json.dumps(kept, indent=1) + "\n")


def read_kept(folder: Path) -> dict[str, Any]:
    """What `keep_request` wrote; empty for a folder without it."""
    try:
        return parse_object((folder / _REQUEST).read_bytes(), _REQUEST)
    except (OSError, NotationError):
        return {}


def read_command(folder: Path) -> str:
    """The command that repeats a finished analysis; empty before."""
    path = folder / _COMMAND
    return path.read_text("utf-8", "replace").strip() if path.is_file() else ""


def find_other(request: AnalysisRequest, folder: Path) -> str | None:
    """The command that made the report in a folder, if another request did; None if not.

    Requests that differ only in costs count as the same, because costs may be measured.
    """
    if not (folder / REPORT_PAGE).is_file():
        return None
    kept, asked = read_kept(folder).get("request"), request.as_json()
    if isinstance(kept, dict) and not (kept.get("costs") and asked["costs"]):
        kept = kept | {"costs": asked["costs"]}
    return None if kept == asked else read_command(folder)


def clear_report(folder: Path) -> None:
    """Delete the report in a folder with all its files; its games stay."""
    with suppress(LastknightError, OSError):
        for name in write_spreadsheets(load_facts(folder)):
            (folder / name).unlink(missing_ok=True)
    for name in (REPORT_PAGE, REPORT, "report.md", _COMMAND, _REQUEST):
        (folder / name).unlink(missing_ok=True)


def play_analysis(
    request: AnalysisRequest, session: Session, folder: Path, **options: object
) -> Facts:
    """Play an analysis whose report will be in the folder.

    `options` are those of the command that do not change what is asked for.
    """
    words = request.words(**options, output=str(folder))
    facts = analyse(session, command=["lastknight", *words])
    if request.has_claims:
        facts = replace(facts, ledger=tuple(_test_claims(request, session)))
    return facts


def write_analysis(facts: Facts, folder: Path) -> list[Path]:
    """Write the report of an analysis, and the command that repeats it; the page comes first."""
    files = write_report(facts, folder)
    return [*files, replace_file(folder / _COMMAND, facts.origin.command + "\n")]


def _test_claims(request: AnalysisRequest, session: Session) -> list[Mapping[str, object]]:
    work = plan_chapters(request, session.inquiry)["claims"]
    seen = 0

    def progress(standing: RunProgress) -> None:
        nonlocal seen
        new, seen = standing.played - seen, standing.played
        session.watch("claims", work * new / max(standing.planned, 1), 2 * new)

    results = run_ledger(
        effort=request.effort,
        seed=request.seed,
        workers=None if session.runner else session.workers,
        runner=session.runner,
        store=session.store,
        known_costs=request.costs,
        progress=progress,
    )
    return [result.as_json() for result in results]
