"""Matches and tournaments in one call: plan them, play them, and read the results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lastknight.matches.counting import gather, rate
from lastknight.matches.engine import ProgressCallback, run_plan
from lastknight.matches.openings import KINDS, parse_openings
from lastknight.matches.plan import (
    PAIRS_OF_MATCH,
    PAIRS_OF_TOURNAMENT,
    Openings,
    Plan,
    pair_up,
)
from lastknight.matches.results import Match, Tournament
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store, opened_store
from lastknight.players import Player, name_of, player
from lastknight.position import Position
from lastknight.stats import Sprt
from lastknight.stats.sprt import as_sprt


def play_match(  # noqa: PLR0913  (all but two are keywords)
    a: str | Player,
    b: str | Player,
    *,
    pairs: int | None = None,
    openings: Openings | Path = "random",
    plies: int = 2,
    start_ply: int | None = None,
    start: Position | str | None = None,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    move_seconds: float | None = None,
    sprt: Sprt | str | None = None,
    store: Store | str | Path | None = None,
    progress: ProgressCallback | None = None,
) -> Match:
    """Play A against B, every opening from both sides; 1,000 pairs by default.

    With an SPRT the match ends with the pair that decides, and `pairs` is a maximum. With a store
    the games are kept, and the same call resumes where it stopped. A `runner` such as a `Cluster`
    plays elsewhere than on this machine. With `start_ply` games start from distinct positions
    of quick self-play at that ply, which is a different question; see docs/matches.md.

    >>> match = play_match("AlphaBeta(improved, depth=2)", "Random", pairs=50)
    >>> match.wins + match.losses, match.verdict.word
    (100, 'better')
    """
    test, begin = as_sprt(sprt), Position.read(start)
    read = _read_openings(begin, openings)
    plan = Plan(
        (player(a), player(b)),
        ((0, 1),),
        pairs=PAIRS_OF_MATCH if pairs is None and read == "random" else pairs,
        openings=read,
        plies=plies,
        start_ply=start_ply,
        start=begin,
        seed=seed,
        move_seconds=move_seconds,
    )
    with opened_store(store) as opened:
        chunks = run_plan(
            plan, workers=workers, runner=runner, store=opened, progress=progress, sprt=test
        )
        return gather(plan, chunks, sprt=test)[0]


def run_tournament(  # noqa: PLR0913  (all but two are keywords)
    players: Sequence[str | Player],
    opponents: Sequence[str | Player] | None = None,
    *,
    pairs: int | None = None,
    openings: Openings | Path = "random",
    plies: int = 2,
    start_ply: int | None = None,
    start: Position | str | None = None,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    move_seconds: float | None = None,
    anchor: str | Player | None = None,
    store: Store | str | Path | None = None,
    progress: ProgressCallback | None = None,
) -> Tournament:
    """Play all against all, or all players against all opponents; 100 pairs each by default.

    Ratings are relative to the anchor, by default the first player.

    >>> result = run_tournament(["Greedy(improved)", "Greedy(open)", "Random"], pairs=40)
    >>> result.names
    ('Greedy(improved)', 'Greedy(open)', 'Random')
    """
    begin = Position.read(start)
    read = _read_openings(begin, openings)
    zero = None if anchor is None else name_of(player(anchor))
    plan = Plan(
        *pair_up(players, opponents),
        pairs=PAIRS_OF_TOURNAMENT if pairs is None and read == "random" else pairs,
        openings=read,
        plies=plies,
        start_ply=start_ply,
        start=begin,
        seed=seed,
        move_seconds=move_seconds,
    )
    with opened_store(store) as opened:
        chunks = list(
            run_plan(plan, workers=workers, runner=runner, store=opened, progress=progress)
        )
    return rate(plan, chunks, anchor=zero)


def _read_openings(start: Position, openings: Openings | Path) -> Openings:
    """Openings as a plan takes them; they may also be the path of a file, or moves as text."""
    if isinstance(openings, Path):
        openings = str(openings)
    if isinstance(openings, str):
        if openings in KINDS:
            return openings
        return tuple(map(str, parse_openings(start, openings)))
    return tuple(openings) if isinstance(openings, Iterable) else openings
