"""The folder of an analysis: its request, its games, and the report written in the end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lastknight.analysis import AnalysisRequest, Facts, Inquiry, Session, analyse, planned_work
from lastknight.matches.atomic_file import replace_file
from lastknight.matches.engine import RunProgress
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
        kept = json.loads((folder / _REQUEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def read_command(folder: Path) -> str:
    """The command that repeats a finished analysis; empty before."""
    path = folder / _COMMAND
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


def run_analysis(
    request: AnalysisRequest, session: Session, folder: Path
) -> tuple[Facts, list[Path]]:
    """Play an analysis, and write its report into the folder; returns the facts and the files."""
    command = ["lastknight", *request.words()]
    facts = analyse(session, command=command)
    if request.has_claims:
        facts = replace(facts, ledger=tuple(_test_claims(request, session)))
    files = write_report(facts, folder)
    replace_file(folder / _COMMAND, facts.origin.command + "\n")
    return facts, files


def _test_claims(request: AnalysisRequest, session: Session) -> list[Mapping[str, object]]:
    work = plan_chapters(request, session.inquiry)["claims"]
    seen = 0

    def progress(standing: RunProgress) -> None:
        nonlocal seen
        new, seen = standing.played - seen, standing.played
        session.watch("claims", work * new / max(standing.planned, 1), 2 * new)

    results = run_ledger(
        effort="thorough" if request.effort == "thorough" else "quick",
        seed=request.seed,
        workers=None if session.runner else session.workers,
        runner=session.runner,
        store=session.store,
        known_costs=request.costs,
        progress=progress,
    )
    return [result.as_json() for result in results]
