"""The conditions of games, printed next to every result: openings, seed and version."""

import lastknight
from lastknight.matches.plan import Plan
from lastknight.matches.self_play import describe_start
from lastknight.stats.words import counted


def conditions_of(plan: Plan) -> dict[str, object]:
    """The conditions as plain data."""
    return {
        "openings": _openings(plan),
        "plies": plan.plies,
        "start": str(plan.start),
        "seed": plan.seed,
        "version": lastknight.__version__,
    }


def describe_conditions(plan: Plan) -> str:
    """The conditions on one line."""
    openings = f"{_openings(plan)} openings"
    if plan.start_ply is not None:
        openings = describe_start(plan.start_ply)
    elif plan.openings in ("random", "census"):
        openings += f" of {counted(plan.plies, 'ply')}"
    return f"{openings}, seed {plan.seed}, lastknight {lastknight.__version__}"


def _openings(plan: Plan) -> str:
    return plan.openings if isinstance(plan.openings, str) else "listed"
