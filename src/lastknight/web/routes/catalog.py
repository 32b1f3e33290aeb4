"""The catalogue of the API: heuristics, levels, stop rules and limits."""

from __future__ import annotations

from dataclasses import asdict
from importlib.metadata import version

from lastknight.analysis.inquiry import EFFORTS
from lastknight.heuristics import heuristic, heuristics
from lastknight.matches.openings import KINDS
from lastknight.stats import PRESETS
from lastknight.web import settings as limits
from lastknight.web.schemas.positions import (
    Catalog,
    HeuristicShape,
    Level,
    ParameterShape,
    RequestLimits,
    StopRule,
)
from lastknight.web.settings import Settings

LEVELS = (
    Level(name="Random", spec="Random", about="Any legal move."),
    Level(name="Beginner", spec="Greedy(open)", about="One move ahead, for its own mobility."),
    Level(name="Casual", spec="AlphaBeta(improved, depth=3)", about="Three plies ahead."),
    Level(name="Club", spec="AlphaBeta(improved, depth=5)", about="Five plies ahead."),
    Level(
        name="Strong",
        spec="AlphaBeta(improved, nodes=15000)",
        about="15,000 nodes a move, as in the classic tournament.",
    ),
    Level(
        name="Master",
        spec="AlphaBeta(reach(k=3), nodes=200000)",
        about="200,000 nodes a move, and a better heuristic.",
    ),
    Level(
        name="Expert",
        spec="Expert(nodes=2000000)",
        about="Two million nodes a move, and proves what it can.",
    ),
    Level(name="Perfect", spec="Perfect", about="Never gives away a won 7x7 position."),
)


def catalog(settings: Settings) -> Catalog:
    """The catalogue of a server."""
    return Catalog(
        version=version("lastknight"),
        heuristics=[
            HeuristicShape(
                name=entry.name,
                spec=str(heuristic(entry.name)),
                meaning=entry.meaning,
                formula=entry.formula,
                source=entry.source,
                parameters=[ParameterShape(**asdict(one)) for one in entry.parameters],
            )
            for entry in heuristics().values()
        ],
        files=list(settings.files),
        levels=list(LEVELS),
        limits=RequestLimits(
            most_nodes=limits.MOST_NODES,
            most_proof_nodes=limits.MOST_PROOF_NODES,
            most_seconds=settings.seconds,
            most_squares=limits.MOST_SQUARES,
            most_heuristics=limits.MOST_HEURISTICS,
            most_players=limits.MOST_PLAYERS,
            most_pairs=limits.MOST_PAIRS,
        ),
        sprts=[
            StopRule(name=name, elo0=sprt.elo0, elo1=sprt.elo1) for name, sprt in PRESETS.items()
        ],
        efforts=list(EFFORTS),
        openings=list(KINDS),
        store=str(settings.store),
    )
