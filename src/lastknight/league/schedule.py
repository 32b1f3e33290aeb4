"""Schedules: who meets whom, on which openings; and playing what of it is missing.

Every meeting is an experiment of its own in the store, named by the two who meet and a hash of what
they are. So a submission that comes late, or is handed in again, plays its own games only, and all
other games stay as they were counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import version

from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import KEPT_PAIRS, Progress, Standing, choose_runner
from lastknight.matches.openings import Opening
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner, Work
from lastknight.matches.store import Store
from lastknight.matches.tally import Tally
from lastknight.players import Player
from lastknight.position import Position


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays."""

    label: str
    """What the store calls it: the same player in the same conditions has the same label."""
    player: Player
    digest: str | None = None
    """A hash of the code that plays, where it is a stranger's."""


@dataclass(frozen=True)
class Schedule:
    """Meetings of entrants, all on the same openings, each opening from both sides.

    Raises ArgumentError for one without a meeting.
    """

    entrants: tuple[Entrant, ...]
    meetings: tuple[tuple[int, int], ...]
    """Places of A and B among the entrants; somebody may meet itself."""
    pairs: int
    plies: int = 2
    seed: int = 1
    start: Position = field(default_factory=Position)

    def __post_init__(self) -> None:
        if not self.meetings:
            raise ArgumentError("at least two players that can play are needed")

    @cached_property
    def plans(self) -> list[Plan]:
        """Each meeting as a plan of its own."""
        return [
            Plan(
                (self.entrants[a].player, self.entrants[b].player),
                ((0, 1),),
                pairs=self.pairs,
                plies=self.plies,
                start=self.start,
                seed=self.seed,
            )
            for a, b in self.meetings
        ]

    @property
    def drawn(self) -> list[Opening]:
        """The opening of each pair."""
        return self.plans[0].drawn

    def identity(self, meeting: int) -> dict[str, object]:
        """What tells the experiment of a meeting apart from others."""
        sides = [self.entrants[place] for place in self.meetings[meeting]]
        return self.plans[meeting].identity() | {
            "players": [side.label for side in sides],
            "sources": [side.digest for side in sides],
        }


def play_schedule(
    schedule: Schedule,
    *,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> list[list[Chunk]]:
    """Play what is missing, and give the chunks of every meeting in the order of their pairs.

    Every new chunk is in the store before it is counted. This machine plays, with so many workers,
    unless a runner is given.
    """
    play = choose_runner(workers, runner)
    kept = _Kept(schedule, progress)
    numbers = [] if store is None else [_open(store, schedule, k) for k in range(len(kept.chunks))]
    if store is not None:
        for meeting, number in enumerate(numbers):
            for stored in store.chunks(number):
                chunk = stored.head(max(0, schedule.pairs - stored.first_pair))
                if chunk.pairs:
                    kept.add(meeting, chunk, is_resumed=True)
    for played in play(kept.missing(), kept_pairs=KEPT_PAIRS):
        chunk = replace(played, pairing=0)
        if store is not None:
            store.add(numbers[played.pairing], chunk)
        kept.add(played.pairing, chunk)
    return [sorted(found, key=lambda chunk: chunk.first_pair) for found in kept.chunks]


def _open(store: Store, schedule: Schedule, meeting: int) -> int:
    about = schedule.plans[meeting].about(version("lastknight")) | {"sources": {}}
    return store.open_experiment(schedule.identity(meeting), about).id


class _Kept:
    """The chunks of every meeting so far, and what is missing."""

    def __init__(self, schedule: Schedule, progress: Progress | None) -> None:
        self.schedule = schedule
        self.progress = progress
        self.chunks: list[list[Chunk]] = [[] for _ in schedule.meetings]
        self.tallies: dict[int, Tally] = {}
        self.played = self.resumed = 0

    def add(self, meeting: int, chunk: Chunk, *, is_resumed: bool = False) -> None:
        """Count a chunk, and tell the caller."""
        self.chunks[meeting].append(chunk)
        self.tallies[meeting] = self.tallies.get(meeting, Tally()) + chunk.tally()
        self.played += chunk.pairs
        self.resumed += chunk.pairs if is_resumed else 0
        if self.progress is not None:
            planned = len(self.chunks) * self.schedule.pairs
            tallies: Mapping[int, Tally] = dict(self.tallies)
            self.progress(Standing(self.played, planned, self.resumed, tallies))

    def missing(self) -> list[Work]:
        """The pairs that are not there, one by one, those of all meetings in turns."""
        works = []
        openings = [opening.position for opening in self.schedule.drawn]
        there = [_pairs_of(chunks) for chunks in self.chunks]
        for pair, opening in enumerate(openings):
            for meeting, plan in enumerate(self.schedule.plans):
                if pair not in there[meeting]:
                    a, b = plan.players
                    seed = self.schedule.seed
                    works.append(Work(meeting, a, b, pair, [opening], seed, key=0))
        return works


def _pairs_of(chunks: Sequence[Chunk]) -> set[int]:
    return {chunk.first_pair + place for chunk in chunks for place in range(chunk.pairs)}
