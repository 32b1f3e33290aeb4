"""Picks: which moves players choose where winning and losing ones both exist."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from lastknight.heuristics import Heuristic
from lastknight.matches.runners.work import is_native
from lastknight.players import AlphaBeta, Player
from lastknight.stats import clustered_rate
from lastknight.truth.records import DepthPicks, Picks
from lastknight.truth.sampling import Judged, Judgement


def pick(
    player: Player, judgement: Judgement, *, threads: int = 1, step: int = 1
) -> tuple[Picks, tuple[Picks, ...]]:
    """How often a player picks a winning move: overall, and for each group of plies.

    With a step it is asked in one of so many critical positions only.
    """
    critical = judgement.critical[::step]
    hits = _choose(player, critical, threads)
    groups = [
        [place for place, one in enumerate(critical) if first <= one.drawn.ply <= last]
        for first, last in judgement.plies
    ]
    overall = _picks(critical, hits)
    return overall, tuple(
        _picks([critical[place] for place in group], [hits[place] for place in group])
        for group in groups
    )


def deepen(
    subject: Heuristic, judgement: Judgement, *, depths: Sequence[int], threads: int = 1
) -> tuple[DepthPicks, ...]:
    """How far search repairs a heuristic: what alpha-beta picks at each depth."""
    critical = judgement.critical
    return tuple(
        DepthPicks(
            depth, _picks(critical, _choose(AlphaBeta(subject, depth=depth), critical, threads))
        )
        for depth in depths
    )


def _choose(player: Player, critical: Sequence[Judged], threads: int) -> list[bool]:
    def choose(one: Judged) -> bool:
        return player.choose(one.position, seed=one.seed).move in one.winning

    if threads == 1 or not is_native(player):
        return [choose(one) for one in critical]
    with ThreadPoolExecutor(threads, thread_name_prefix="lastknight") as pool:
        return list(pool.map(choose, critical))


def _picks(critical: Sequence[Judged], hits: Sequence[bool]) -> Picks:
    clusters = [one.drawn.cluster for one in critical]
    return Picks(len(hits), sum(hits), clustered_rate(hits, clusters))
