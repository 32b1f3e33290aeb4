"""Matches and tournaments in one call: plan them, play them, and read the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from lastknight.errors import ArgumentError
from lastknight.matches.engine import ProgressCallback, run_plan
from lastknight.matches.plan import Openings, Plan
from lastknight.matches.results import Match, Tournament, gather, rate
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store
from lastknight.players import Player, name_of, player
from lastknight.position import Position
from lastknight.stats import Sprt


def play_match(  # noqa: PLR0913  (all but two are keywords)
    a: str | Player,
    b: str | Player,
    *,
    pairs: int | None = None,
    openings: Openings = "random",
    plies: int = 2,
    start: Position | None = None,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    move_seconds: float | None = None,
    sprt: Sprt | None = None,
    store: Store | None = None,
    progress: ProgressCallback | None = None,
) -> Match:
    """Play A against B, every opening from both sides; 1,000 pairs by default.

    With an SPRT the match ends with the pair that decides, and `pairs` is a maximum. With a store
    the games are kept, and the same call resumes where it stopped. A `runner` such as a `Cluster`
    plays somewhere else than on this machine.

    >>> match = play_match("AlphaBeta(improved, depth=2)", "Random", pairs=50)
    >>> match.wins + match.losses, match.verdict.word
    (100, 'better')
    """
    plan = Plan(
        (_player(a), _player(b)),
        ((0, 1),),
        pairs=1000 if pairs is None and openings == "random" else pairs,
        openings=openings,
        plies=plies,
        start=Position() if start is None else start,
        seed=seed,
        move_seconds=move_seconds,
    )
    chunks = run_plan(
        plan, workers=workers, runner=runner, store=store, progress=progress, sprt=sprt
    )
    return gather(plan, chunks, sprt=sprt)[0]


def run_tournament(  # noqa: PLR0913  (all but two are keywords)
    players: Sequence[str | Player],
    opponents: Sequence[str | Player] | None = None,
    *,
    pairs: int | None = None,
    openings: Openings = "random",
    plies: int = 2,
    start: Position | None = None,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    move_seconds: float | None = None,
    anchor: str | Player | None = None,
    store: Store | None = None,
    progress: ProgressCallback | None = None,
) -> Tournament:
    """Play all against all, or all players against all opponents; 100 pairs each by default.

    Ratings are relative to the anchor, by default the first player.

    >>> result = run_tournament(["Greedy(improved)", "Greedy(open)", "Random"], pairs=40)
    >>> result.names
    ('Greedy(improved)', 'Greedy(open)', 'Random')
    """
    plan = plan_tournament(
        players,
        opponents,
        pairs=100 if pairs is None and openings == "random" else pairs,
        openings=openings,
        plies=plies,
        start=start,
        seed=seed,
        move_seconds=move_seconds,
    )
    chunks = list(run_plan(plan, workers=workers, runner=runner, store=store, progress=progress))
    return rate(plan, chunks, anchor=None if anchor is None else name_of(_player(anchor)))


def plan_tournament(  # noqa: PLR0913  (all but two are keywords)
    players: Sequence[str | Player],
    opponents: Sequence[str | Player] | None = None,
    *,
    pairs: int | None,
    openings: Openings = "random",
    plies: int = 2,
    start: Position | None = None,
    seed: int = 1,
    move_seconds: float | None = None,
    request: Mapping[str, object] | None = None,
) -> Plan:
    """The plan of a tournament: who meets whom.

    A player that is also an opponent takes part once, and no player meets itself. Raises
    ArgumentError for an opponent that is listed twice, and as `Plan` does.
    """
    entrants = [_player(entrant) for entrant in players]
    names = [name_of(entrant) for entrant in entrants]
    if opponents is None:
        meetings = list(combinations(range(len(entrants)), 2))
    else:
        places: list[int] = []
        for opponent in map(_player, opponents):
            if name_of(opponent) not in names:
                names.append(name_of(opponent))
                entrants.append(opponent)
            place = names.index(name_of(opponent))
            if place in places:
                raise ArgumentError(f"opponent {opponent} is listed twice")
            places.append(place)
        meetings = [(a, b) for a in range(len(players)) for b in places if a != b]
        meetings = [pair for pair in meetings if pair[::-1] not in meetings or pair[0] < pair[1]]
    return Plan(
        tuple(entrants),
        tuple(meetings),
        pairs=pairs,
        openings=openings,
        plies=plies,
        start=Position() if start is None else start,
        seed=seed,
        move_seconds=move_seconds,
        request=request,
    )


def _player(given: str | Player) -> Player:
    return player(given) if isinstance(given, str) else given
