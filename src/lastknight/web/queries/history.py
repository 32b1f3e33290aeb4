"""How the result of a pairing grew: Elo with its interval, and the SPRT, over the pairs played."""

from __future__ import annotations

from typing import Any

from lastknight.errors import ArgumentError
from lastknight.stats import SprtProgress, anytime_elo
from lastknight.stats.decided_pairs import DecidedPairs
from lastknight.web.experiments.requests import sprt_of
from lastknight.web.queries.drawn_openings import opening_sequence
from lastknight.web.queries.stored_results import open_experiment

_POINTS = 150


def history(*, experiment: str, store: str, pairing: int) -> dict[str, Any]:
    """About 150 points over the pairs of a pairing, in the order of the pairs."""
    with open_experiment(experiment, store) as (opened, one):
        chunks = list(opened.chunks(one.id, pairing=pairing))
    plan: Any = one.plan
    if not 0 <= pairing < len(plan["pairings"]):
        raise ArgumentError(f"experiment {experiment} has no pairing {pairing}")
    pairs = [pair for chunk in chunks for pair in enumerate(chunk.outcomes(), chunk.first_pair)]
    needed = pairs[-1][0] + 1 if pairs else 0
    numbers = opening_sequence(plan, needed).numbers[:needed] if needed else []
    sprt = sprt_of(one)
    progress = None if sprt is None else SprtProgress(sprt, numbers)
    decided = DecidedPairs()
    step = max(1, len(pairs) // _POINTS)
    points = []
    for count, (pair, (first, second)) in enumerate(pairs, 1):
        decided.add_pairs([numbers[pair]], [(first, second)])
        if progress is not None:
            progress.add(pair, [(first, second)])
        is_over = progress is not None and progress.is_over
        if count % step == 0 or count == len(pairs) or is_over:
            points.append(_point(count, decided, None if progress is None else progress.llr))
        if is_over:  # games that were under way when the test decided do not count
            break
    a, b = (plan["players"][place] for place in plan["pairings"][pairing])
    bounds = None if sprt is None else list(sprt.bounds)
    return {"a": a, "b": b, "bounds": bounds, "points": points}


def _point(pairs: int, decided: DecidedPairs, llr: float | None) -> dict[str, Any]:
    elo = anytime_elo(decided.ww, decided.ll, design_effect=decided.live_design_effect())
    return {"pairs": pairs, "elo": elo.value, "low": elo.low, "high": elo.high, "llr": llr}
