"""The games that positions are drawn from, and those that are searched for thrown wins."""

from __future__ import annotations

from math import ceil

from lastknight.matches.engine import run_plan
from lastknight.matches.game_record import GameRecord, records_of
from lastknight.matches.plan import Plan
from lastknight.matches.request import Request
from lastknight.players import Player, player
from lastknight.position import Position
from lastknight.truth.verdicts import Verdicts

QUICK = ("AlphaBeta(improved, nodes=300)", "AlphaBeta(reach(k=3), nodes=300)")
"""Players whose games supply the positions: the first plays itself and the second."""
STRONG = ("AlphaBeta(improved, nodes=1000)", "AlphaBeta(reach(k=3), nodes=1000)")
"""Players whose games supply the critical positions: each plays itself and the other."""
STRONG_SOURCE = f"games of {STRONG[0]} and {STRONG[1]}, each against itself and the other"


def play_games(  # noqa: PLR0913  (all but two are keywords)
    players: tuple[Player, Player],
    pairings: tuple[tuple[int, int], ...],
    *,
    pairs: int,
    start: Position,
    seed: int,
    verdicts: Verdicts,
    request: Request | None = None,
) -> list[GameRecord]:
    """Games from random openings of two plies, with the workers and the store of the verdicts."""
    plan = Plan(players, pairings, pairs=pairs, start=start, seed=seed, request=request)
    chunks = run_plan(
        plan,
        workers=verdicts.workers,
        store=verdicts.store,
        progress=lambda at: verdicts.watch("pairs played", at.played, at.planned),
    )
    return list(records_of(plan, chunks))


def strong_games(
    wanted: int, *, start: Position, seed: int, verdicts: Verdicts, request: Request | None = None
) -> list[GameRecord]:
    """About as many games as critical positions are wanted; on 7x7 a game has 1.3 of them."""
    one, other = (player(spec) for spec in STRONG)
    return play_games(
        (one, other),
        ((0, 0), (0, 1), (1, 1)),
        pairs=ceil(wanted / 6),
        start=start,
        seed=seed,
        verdicts=verdicts,
        request=request,
    )
