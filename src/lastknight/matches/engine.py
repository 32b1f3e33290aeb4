"""Matches and tournaments: a plan is played, and its chunks become results.

Running the same plan again with the same store goes on where it was left, and ends with the numbers
of a run that was never stopped. Who is better is for stats to say.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import combinations

from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk
from lastknight.matches.plan import Openings, Plan
from lastknight.matches.results import Match, Tournament, gather, rate
from lastknight.matches.runners import Runner, Work, run_locally
from lastknight.matches.store import Store
from lastknight.matches.tally import Tally
from lastknight.players import Player, name_of, player
from lastknight.position import Position
from lastknight.stats import Sprt, SprtProgress

# Of every pairing this many pairs keep every choice; of the others the sums by ply are kept.
KEPT_PAIRS = 100


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a run is: pairs played of those planned, and the counts of each pairing so far."""

    played: int
    planned: int
    resumed: int
    """How many of the pairs were there already when the run began."""
    tallies: Mapping[int, Tally]


Progress = Callable[[Standing], None]


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
    progress: Progress | None = None,
) -> Match:
    """Play A against B from openings, each from both sides; 1,000 pairs if not said otherwise.

    With an SPRT the match ends with the pair that decides, and `pairs` is the most that are played.
    With a store the games are kept, and the same call goes on where it was stopped. A `runner`
    plays elsewhere than on this machine: a `Cluster`.

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
    progress: Progress | None = None,
) -> Tournament:
    """Play all against all, or all players against all opponents; 100 pairs each if not said.

    Ratings have the anchor at 0: the first player if not said otherwise.

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

    A player that is also an opponent is one entrant, and nobody meets itself.
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
                raise ArgumentError(f"every opponent is another one; twice: {opponent}")
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


def run_plan(  # noqa: PLR0913  (all but one are keywords)
    plan: Plan,
    *,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
    sprt: Sprt | None = None,
) -> Iterator[Chunk]:
    """Play what is missing of a plan and yield all of its chunks, those of the store first.

    Every new chunk is in the store before it is yielded. An SPRT ends the run once the pairs in
    their order have decided. This machine plays, with so many workers, unless a runner is given.
    """
    play = choose_runner(workers, runner)
    watch = _Watch(plan, progress, sprt)
    experiment = None
    done: dict[int, list[range]] = {index: [] for index in range(len(plan.pairings))}
    if store is not None:
        experiment = store.open_experiment(plan.identity(), plan.about(version("lastknight"))).id
        for stored in store.chunks(experiment):
            chunk = stored.head(max(0, len(plan.drawn) - stored.first_pair))
            if not chunk.pairs:  # of a run that went further
                continue
            done[chunk.pairing].append(range(chunk.first_pair, chunk.first_pair + chunk.pairs))
            yield chunk
            watch.see(chunk, is_resumed=True)
    if watch.is_decided:
        return
    works = _works(plan, done)
    for chunk in play(works, move_seconds=plan.move_seconds, kept_pairs=KEPT_PAIRS):
        if store is not None and experiment is not None:
            store.add(experiment, chunk)
        yield chunk
        watch.see(chunk)
        if watch.is_decided:
            return


def choose_runner(workers: int | None, runner: Runner | None) -> Runner:
    """The runner that is given, or this machine with so many workers.

    Raises ArgumentError where both are given, and for a number of workers that cannot be.
    """
    if runner is not None:
        if workers is not None:
            raise ArgumentError("workers are those of this machine; a runner has its own")
        return runner
    count = len(os.sched_getaffinity(0)) if workers is None else workers
    if type(count) is not int or count < 1:
        raise ArgumentError(f"workers is a whole number from 1 on, got {workers!r}")
    return partial(run_locally, workers=count)


def _works(plan: Plan, done: Mapping[int, Iterable[range]]) -> list[Work]:
    """What is missing, as runs of pairs that follow each other."""
    works = []
    for pairing, ranges in done.items():
        a, b = (plan.players[place] for place in plan.pairings[pairing])
        for gap in _gaps(ranges, len(plan.drawn)):
            openings = [opening.position for opening in plan.drawn[gap.start : gap.stop]]
            works.append(Work(pairing, a, b, gap.start, openings, plan.seed))
    return works


def _gaps(ranges: Iterable[range], count: int) -> list[range]:
    """The numbers below a count that are in none of some ranges, as ranges."""
    gaps, at = [], 0
    for taken in sorted(ranges, key=lambda taken: taken.start):
        if taken.start > at:
            gaps.append(range(at, taken.start))
        at = max(at, taken.stop)
    return [*gaps, range(at, count)] if at < count else gaps


class _Watch:
    """Counts what is played, tells the caller, and knows when an SPRT has decided."""

    def __init__(self, plan: Plan, progress: Progress | None, sprt: Sprt | None) -> None:
        self.planned = len(plan.drawn) * len(plan.pairings)
        self.progress = progress
        self.sprt = None if sprt is None else SprtProgress(sprt)
        self.played = self.resumed = 0
        self.tallies: dict[int, Tally] = {}

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has decided."""
        return self.sprt is not None and self.sprt.decision is not None

    def see(self, chunk: Chunk, *, is_resumed: bool = False) -> None:
        """Count a chunk."""
        self.played += chunk.pairs
        self.resumed += chunk.pairs if is_resumed else 0
        before = self.tallies.get(chunk.pairing, Tally())
        self.tallies[chunk.pairing] = before + chunk.tally()
        if self.sprt is not None:
            self.sprt.add(chunk.first_pair, chunk.outcomes())
        if self.progress is not None:
            tallies = dict(self.tallies)
            self.progress(Standing(self.played, self.planned, self.resumed, tallies))


def _player(given: str | Player) -> Player:
    return player(given) if isinstance(given, str) else given
