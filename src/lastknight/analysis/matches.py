"""Matches of an analysis: many meetings of players, played in as few plans as can be.

A plan plays the same number of pairs for all its pairings, so meetings are gathered by that number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lastknight.analysis.inquiry import Inquiry
from lastknight.matches.chunks import Chunk, Spent, spent_by_ply
from lastknight.matches.engine import Standing, run_plan
from lastknight.matches.plan import Plan
from lastknight.matches.results import Match, gather
from lastknight.matches.runners import Runner, Work, run_locally
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta, Player, Searcher, name_of


@dataclass(frozen=True)
class Meeting:
    """Two players and how many pairs they play."""

    a: Player
    b: Player
    pairs: int

    @property
    def work(self) -> float:
        """About how many nodes are searched."""
        moves = 2 * 12 * self.pairs
        return moves * sum(_nodes(side) for side in (self.a, self.b))


@dataclass(frozen=True)
class Met:
    """What came of a meeting."""

    plan: Plan
    """Of the whole plan that it was played in."""
    pairing: int
    match: Match
    chunks: tuple[Chunk, ...]
    """In the order of their pairs."""

    @cached_property
    def spent(self) -> tuple[list[Spent], list[Spent]]:
        """What A and B spent at each ply after the opening."""
        return spent_by_ply(self.chunks, 0), spent_by_ply(self.chunks, 1)

    def mean_depth(self, side: int) -> float | None:
        """How deep the finished iterations of A or B went on average."""
        choices = sum(spent.choices for spent in self.spent[side])
        return sum(spent.depth for spent in self.spent[side]) / choices if choices else None

    def seconds(self) -> float:
        """What both sides' choices took in all."""
        return sum(spent.seconds for side in self.spent for spent in side)


Watch = Callable[[str, float, int], None]
"""Is told the chapter, how much of its work was done since the last call, and how many games."""


@dataclass
class Session:
    """Where and how the meetings of an analysis are played."""

    inquiry: Inquiry
    workers: int | None = None
    runner: Runner | None = None
    """Who plays instead of this machine; what is not play is done here all the same."""
    store: Store | None = None
    watch: Watch = field(default=lambda *_: None)
    games: int = 0
    """How many games were looked at so far, from the store or played."""

    def play(self, chapter: str, meetings: Sequence[Meeting]) -> list[Met]:
        """Play meetings, and say what came of each, in their order."""
        found: dict[int, Met] = {}
        for group in _groups(meetings):
            plan = self._plan([meetings[index] for index in group])
            chunks = self._run(chapter, plan, [meetings[index] for index in group])
            matches = gather(plan, chunks)
            for pairing, index in enumerate(group):
                own = [chunk for chunk in chunks if chunk.pairing == pairing]
                own.sort(key=lambda chunk: chunk.first_pair)
                found[index] = Met(plan, pairing, matches[pairing], tuple(own))
        return [found[index] for index in range(len(meetings))]

    def _plan(self, meetings: Sequence[Meeting]) -> Plan:
        players: dict[str, Player] = {}
        for meeting in meetings:
            players.setdefault(name_of(meeting.a), meeting.a)
            players.setdefault(name_of(meeting.b), meeting.b)
        names = list(players)
        pairings = tuple(
            (names.index(name_of(meeting.a)), names.index(name_of(meeting.b)))
            for meeting in meetings
        )
        everyone = tuple(players.values())
        if len(everyone) == 1:  # somebody against itself
            everyone, pairings = (everyone[0], everyone[0]), ((0, 1),)
        inquiry = self.inquiry
        listed = inquiry.openings == "random" or not isinstance(inquiry.openings, str)
        return Plan(
            everyone,
            pairings,
            pairs=meetings[0].pairs if listed or inquiry.openings == "empty" else None,
            openings=inquiry.openings,
            plies=inquiry.plies,
            start=inquiry.start,
            seed=inquiry.seed,
            move_seconds=inquiry.move_seconds,
            request=inquiry.request,
        )

    def _run(self, chapter: str, plan: Plan, meetings: Sequence[Meeting]) -> list[Chunk]:
        seen = [0] * len(meetings)

        def progress(standing: Standing) -> None:
            for pairing, tally in standing.tallies.items():
                new, seen[pairing] = tally.pairs - seen[pairing], tally.pairs
                if new:
                    share = new / len(plan.drawn)
                    self.games += 2 * new
                    self.watch(chapter, share * meetings[pairing].work, 2 * new)

        workers = None if self.runner else self.workers
        chunks = run_plan(
            plan, workers=workers, runner=self.runner, store=self.store, progress=progress
        )
        return list(chunks)


def replay(met: Met, pairs: int) -> tuple[int, int]:
    """Play the first pairs of a meeting again: how many games, and how many came the same."""
    a, b = (met.plan.players[place] for place in met.plan.pairings[met.pairing])
    openings = [opening.position for opening in met.plan.drawn[:pairs]]
    work = Work(met.pairing, a, b, 0, openings, met.plan.seed)
    again = _moves(list(run_locally([work], workers=1)), pairs)
    first = _moves(met.chunks, pairs)
    return len(again), sum(one == two for one, two in zip(first, again, strict=False))


def _moves(chunks: Sequence[Chunk], pairs: int) -> list[bytes]:
    return [moves for chunk in chunks for _, _, moves in chunk.games()][: 2 * pairs]


def _groups(meetings: Sequence[Meeting]) -> list[list[int]]:
    """Which meetings are played in one plan: those of as many pairs, but nobody against itself."""
    groups: dict[object, list[int]] = {}
    for index, meeting in enumerate(meetings):
        is_self = name_of(meeting.a) == name_of(meeting.b)
        groups.setdefault((meeting.pairs, name_of(meeting.a) if is_self else None), []).append(
            index
        )
    return list(groups.values())


def _nodes(side: Player) -> float:
    """About how many nodes a player searches for a move."""
    if not isinstance(side, Searcher):
        return 1.0
    limits = [] if side.nodes is None else [float(side.nodes)]
    if side.depth is not None:
        limits.append((3.0 if isinstance(side, AlphaBeta) else 5.0) ** side.depth)
    return min(limits, default=1000.0)
