"""The process that runs an experiment of the page; its order comes as JSON on standard input.

It runs at low priority, so the page stays responsive. When the server ends, it stops as after
Ctrl-C and keeps its games.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from lastknight.analysis import AnalysisRequest, Session
from lastknight.errors import LastknightError
from lastknight.matches.engine import run_plan
from lastknight.matches.request import MatchRequest, TournamentRequest
from lastknight.matches.store import Store
from lastknight.report.analysis_folder import play_analysis, write_analysis
from lastknight.sandbox.process_lifetime import end_with_parent
from lastknight.web.experiments.requests import read_request

_NICENESS = 5
_INTERRUPTED = 130


def main() -> int:
    """Run the order on standard input; returns the exit code, with an error in one line."""
    # A server started in the background ignores Ctrl-C, and its children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    try:
        order = json.load(sys.stdin)
        end_with_parent(order["parent"], signal.SIGINT)
        run(order)
    except (LastknightError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


def run(order: dict[str, Any]) -> None:
    """Play what an order asks for, and keep the games in its store."""
    request, workers = read_request(order["request"]), order["workers"]
    with Store(order["store"]) as store:
        if isinstance(request, AnalysisRequest):
            session = Session(request.inquiry(), workers=workers, store=store)
            folder = Path(order["store"]).parent
            write_analysis(play_analysis(request, session, folder), folder)
            return
        assert isinstance(request, MatchRequest | TournamentRequest)
        sprt = request.sprt if isinstance(request, MatchRequest) else None
        for _ in run_plan(request.plan(), workers=workers, store=store, sprt=sprt):
            pass


if __name__ == "__main__":
    sys.exit(main())
