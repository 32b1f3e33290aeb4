"""The folder of an analysis: its request, its games, and the report written in the end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lastknight.analysis import AnalysisRequest, Facts, Inquiry, Session, analyse, planned_work
from lastknight.errors import NotationError
from lastknight.matches.atomic_file import draft_target, replace_file
from lastknight.matches.engine import RunProgress
from lastknight.matches.json_text import parse_object
from lastknight.report.hand_in.document import HAND_IN_FILES
from lastknight.report.write import REPORT_FILES, REPORT_PAGE, write_report
from lastknight.sandbox.written_results import COMPANIONS
from lastknight.studies import run_ledger

GAMES = "games.db"
_COMMAND = "command.txt"
_REQUEST = "request.json"
FILES = REPORT_FILES | HAND_IN_FILES | {_COMMAND, _REQUEST}
"""The names of all files that an analysis can write, but for its games."""
_GAMES_FILES = {GAMES, *(f"{GAMES}{ending}" for ending in COMPANIONS)}
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
    for name in FILES:
        (folder / name).unlink(missing_ok=True)


def is_of_analysis(name: str) -> bool:
    """Whether an analysis writes a file of this name: its games, and drafts of its files, too.

    >>> is_of_analysis("hand_in.md"), is_of_analysis("games.db-wal"), is_of_analysis("mine.csv")
    (True, True, False)
    """
    return name in FILES | _GAMES_FILES or draft_target(name) in FILES


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
