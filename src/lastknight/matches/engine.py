"""The engine: plays whatever games of some plans a store is missing, and yields all their chunks.

Matches, tournaments, leagues, studies and analyses are all plans. Running the same plan with the
same store again resumes it, and ends with the same results as a run that was never stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version

from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk, gaps
from lastknight.matches.opening_numbers import Column
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner, Work, run_locally
from lastknight.matches.store import Store
from lastknight.matches.tally import Tally
from lastknight.ranges import check_call, count_workers
from lastknight.stats import Sprt, SprtProgress
from lastknight.stats.decided_pairs import DecidedPairs

# The first pairs of each pairing keep every choice; the others keep sums by ply.
KEPT_PAIRS = 100


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run has got, over all its plans."""

    played: int
    """Pairs played so far, including the resumed ones."""
    planned: int
    resumed: int
    """Pairs that were in the store when the run started."""
    tallies: Mapping[int, Tally]
    """The counts so far by pairing, numbered through all plans."""
    design_effects: Mapping[int, float] = field(default_factory=dict)
    """How many decided pairs of each pairing are worth one on an opening of its own."""
    tests: Mapping[int, SprtProgress] = field(default_factory=dict)
    """The sequential test of each pairing, if the run has one."""


ProgressCallback = Callable[[RunProgress], None]


def run_plan(  # noqa: PLR0913  (all but one are keywords)
    plan: Plan,
    *,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    progress: ProgressCallback | None = None,
    sprt: Sprt | None = None,
) -> Iterator[Chunk]:
    """Play what is missing of a plan, and yield all its chunks in any order.

    Chunks from the store come first; new ones are stored before they are yielded. With an SPRT the
    plan ends once every pairing has been decided. The games are played on this machine, with
    `workers` workers, unless a runner is given.
    """
    check_call("progress", progress)
    count = _Count([plan], progress, sprt)
    return _run(plan, choose_runner(workers, runner), store, count)


def play_plans(
    plans: Sequence[Plan],
    *,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    progress: ProgressCallback | None = None,
) -> list[list[Chunk]]:
    """Play what is missing of each plan in turn; return each plan's chunks by pairing and pair."""
    play = choose_runner(workers, runner)
    count = _Count(plans, progress)
    return [
        sorted(_run(plan, play, store, count), key=lambda one: (one.pairing, one.first_pair))
        for plan in plans
    ]


def choose_runner(workers: int | None, runner: Runner | None) -> Runner:
    """The given runner, or this machine with `workers` workers: by default, one for each core.

    Raises ArgumentError if both are given, and for an invalid number of workers.
    """
    check_call("runner", runner)
    if runner is not None:
        if workers is not None:
            raise ArgumentError("give workers or a runner, not both: a runner has its own workers")
        return runner
    return partial(run_locally, workers=count_workers(workers))


def _run(plan: Plan, play: Runner, store: Store | None, count: _Count) -> Iterator[Chunk]:
    count.start(plan)
    stored = None if store is None else _StoredPlan(plan, store)
    with stored.playing() if stored else nullcontext():
        yield from _play(plan, play, stored, count)


def _play(plan: Plan, play: Runner, stored: _StoredPlan | None, count: _Count) -> Iterator[Chunk]:
    done: list[list[range]] = [[] for _ in plan.pairings]
    for chunk in stored.chunks() if stored else ():
        _note(done[chunk.pairing], range(chunk.first_pair, chunk.first_pair + chunk.pairs))
        yield chunk
        count.add(chunk, is_resumed=True)
    if count.is_decided:
        return
    works = _missing(plan, done)
    for chunk in play(works, move_seconds=plan.move_seconds, kept_pairs=KEPT_PAIRS):
        if stored:
            stored.add(chunk)
        yield chunk
        count.add(chunk)
        if count.is_decided:
            return


class _StoredPlan:
    """The games of a plan in a store: one experiment, or one for each pairing."""

    def __init__(self, plan: Plan, store: Store) -> None:
        about = plan.about(version("lastknight"))
        self._plan = plan
        self._store = store
        self._experiments = [
            store.open_experiment(identity, about).id for identity in plan.identities()
        ]
        for experiment in self._experiments:
            store.drop_damaged(experiment)

    def chunks(self) -> Iterator[Chunk]:
        """The planned pairs that are stored; a longer run may have stored more."""
        count = len(self._plan.drawn)
        for pairing in range(len(self._plan.pairings)):
            experiment, place = self._plan.place(pairing)
            for chunk in self._store.chunks(self._experiments[experiment], pairing=place):
                if chunk.first_pair < count:
                    yield replace(chunk.head(count - chunk.first_pair), pairing=pairing)

    def playing(self) -> AbstractContextManager[None]:
        """Let other processes see that the plan is being played."""
        return self._store.playing(self._experiments)

    def add(self, chunk: Chunk) -> None:
        """Store a chunk."""
        experiment, place = self._plan.place(chunk.pairing)
        self._store.add(self._experiments[experiment], replace(chunk, pairing=place))


def _note(done: list[range], pairs: range) -> None:
    """Note that pairs are done; stored chunks come in order, so most continue the last range."""
    if done and done[-1].stop == pairs.start:
        pairs = range(done.pop().start, pairs.stop)
    done.append(pairs)


def _missing(plan: Plan, done: Sequence[Iterable[range]]) -> list[Work]:
    """What is still to be played, as runs of consecutive pairs; a league's pairings take turns."""
    works = []
    for pairing, ranges in enumerate(done):
        a, b = (plan.players[place] for place in plan.pairings[pairing])
        for gap in gaps(ranges, range(len(plan.drawn))):
            openings = plan.drawn.positions[gap.start : gap.stop]
            key = plan.place(pairing)[1]
            works.append(Work(pairing, a, b, gap.start, openings, plan.seed, key))
    if plan.is_league and len(plan.pairings) > 1:
        works = [pair for work in works for pair in work.pieces(1)]
        works.sort(key=lambda work: work.first_pair)
    return works


class _Count:
    """Counts pairs as they arrive, reports progress, and knows when an SPRT has decided."""

    def __init__(
        self, plans: Sequence[Plan], progress: ProgressCallback | None, sprt: Sprt | None = None
    ) -> None:
        self._planned = sum(len(plan.drawn) * len(plan.pairings) for plan in plans)
        self._progress = progress
        self._sprt = sprt
        self._played = self._resumed = 0
        self._first = self._next = 0
        self._tallies: dict[int, Tally] = {}
        self._openings: Column | None = None
        self._decided: dict[int, DecidedPairs] = {}
        self._tests: list[SprtProgress] = []

    def start(self, plan: Plan) -> None:
        """Go on to the next plan."""
        self._first, self._next = self._next, self._next + len(plan.pairings)
        numbers = plan.opening_numbers
        self._openings = numbers.canonical
        if self._sprt is not None:
            if numbers.are_all_alike():
                raise ArgumentError("a sequential test needs at least two different openings")
            self._tests = [
                SprtProgress(self._sprt, self._openings, distinct=numbers.count)
                for _ in plan.pairings
            ]

    @property
    def is_decided(self) -> bool:
        """Whether the SPRT of every pairing of the plan is over."""
        return bool(self._tests) and all(test.is_over for test in self._tests)

    def add(self, chunk: Chunk, *, is_resumed: bool = False) -> None:
        """Count a chunk of the plan."""
        self._played += chunk.pairs
        self._resumed += chunk.pairs if is_resumed else 0
        number = self._first + chunk.pairing
        self._tallies[number] = self._tallies.get(number, Tally()) + chunk.tally()
        if self._tests:
            self._tests[chunk.pairing].add(chunk.first_pair, chunk.outcomes())
        if self._progress is not None:
            self._report(self._progress, chunk, number)

    def _report(self, progress: ProgressCallback, chunk: Chunk, number: int) -> None:
        decided = self._decided.setdefault(number, DecidedPairs())
        end = chunk.first_pair + chunk.pairs
        assert self._openings is not None
        decided.add_pairs(self._openings[chunk.first_pair : end].tolist(), chunk.outcomes())
        progress(
            RunProgress(
                self._played,
                self._planned,
                self._resumed,
                dict(self._tallies),
                {key: one.live_design_effect() for key, one in self._decided.items()},
                {self._first + place: test for place, test in enumerate(self._tests)},
            )
        )
