"""Meetings: the matches of an analysis, played in as few plans as possible.

A plan plays the same number of pairs for all its pairings, so meetings are grouped by that number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter

from lastknight.analysis.inquiry import Inquiry
from lastknight.matches.chunks import Chunk, Spent, spent_by_ply
from lastknight.matches.costs import node_seconds
from lastknight.matches.counting import gather
from lastknight.matches.engine import RunProgress, play_plans
from lastknight.matches.plan import Plan
from lastknight.matches.results import Match
from lastknight.matches.runners import Runner, Work, run_locally
from lastknight.matches.store import Store
from lastknight.players import Player, complete, name_of
from lastknight.ranges import check_call, check_kind, count_workers
from lastknight.stats import Estimate

MOVES_IN_PAIR = 2 * 12
"""About how many moves each player makes in a pair."""


@dataclass(frozen=True)
class Meeting:
    """Two players and the number of pairs they play."""

    a: Player
    b: Player
    pairs: int

    @property
    def work(self) -> float:
        """Estimated nodes to search."""
        moves = MOVES_IN_PAIR * self.pairs
        return moves * sum(complete(side).expected_nodes() for side in (self.a, self.b))


@dataclass(frozen=True)
class MeetingResult:
    """The games of a meeting and their match result."""

    plan: Plan
    """The plan it was played in, which may have other pairings."""
    pairing: int
    match: Match
    chunks: tuple[Chunk, ...]
    """In pair order."""

    @cached_property
    def spent(self) -> tuple[list[Spent], list[Spent]]:
        """Search effort of A and B at each ply after the opening."""
        return spent_by_ply(self.chunks, 0), spent_by_ply(self.chunks, 1)

    def mean_depth(self, side: int) -> float | None:
        """Mean depth of the completed iterations of A or B."""
        choices = sum(spent.choices for spent in self.spent[side])
        return sum(spent.depth for spent in self.spent[side]) / choices if choices else None

    @cached_property
    def cost(self) -> Estimate:
        """What a node of A costs, as a multiple of B's: CPU time of all choices over all nodes.

        The ends say how much it varied: between them lies nine tenths of the run's parts.
        """
        total = [node_seconds(self.chunks, side) for side in (0, 1)]
        if not all(total):
            return Estimate(None, None, None)
        parts = [[node_seconds([chunk], side) for side in (0, 1)] for chunk in self.chunks]
        ratios = sorted(a / b for a, b in parts if a and b)
        value, outer = total[0] / total[1], len(ratios) // 20
        low, high = ratios[outer], ratios[-1 - outer]
        return Estimate(value, min(low, value), max(high, value))

    def node_seconds(self, side: int) -> float:
        """CPU time of a node of A or B; 0 if nothing was searched or measured."""
        return node_seconds(self.chunks, side)

    def seconds(self) -> float:
        """Total thinking time of both sides."""
        return sum(spent.seconds for side in self.spent for spent in side)


Watch = Callable[[str, float, int], None]
"""Called with a part of the analysis, and its work and games done since the last call."""


@dataclass
class Session:
    """Plays the meetings of an analysis: workers, store, progress."""

    inquiry: Inquiry
    workers: int | None = None
    runner: Runner | None = None
    """Plays the games instead of local workers; everything else still runs here."""
    store: Store | None = None
    watch: Watch = field(default=lambda *_: None)
    games: int = 0
    """Games so far, played or read from the store."""
    _seen: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_kind("inquiry", self.inquiry, Inquiry)
        count_workers(self.workers)
        check_call("runner", self.runner)
        if self.store is None:
            self.store = Store(":memory:")
        check_kind("store", self.store, Store)

    def play(
        self, part: str, meetings: Sequence[Meeting], *, is_separate: bool = False
    ) -> list[MeetingResult]:
        """Play meetings, and return their results in the same order.

        Separate ones can be continued later with more pairs, whatever else is played with them.
        """
        groups = _groups(meetings)
        plans = [
            replace(self._plan([meetings[index] for index in group]), is_separate=is_separate)
            for group in groups
        ]
        order = [index for group in groups for index in group]
        planned = [len(plan.drawn) for plan in plans for _ in plan.pairings]
        ordered = [meetings[index] for index in order]
        keys = [(part, name_of(one.a), name_of(one.b)) for one in ordered]

        def report(progress: RunProgress) -> None:
            for number, tally in progress.tallies.items():
                new = tally.pairs - self._seen.get(keys[number], 0)
                if new > 0:
                    self._seen[keys[number]] = tally.pairs
                    work = meetings[order[number]].work
                    self.games += 2 * new
                    self.watch(part, work * new / planned[number], 2 * new)

        workers = None if self.runner else self.workers
        played = play_plans(
            plans, workers=workers, runner=self.runner, store=self.store, progress=report
        )
        found = [
            MeetingResult(
                plan, pairing, match, tuple(one for one in chunks if one.pairing == pairing)
            )
            for plan, chunks in zip(plans, played, strict=True)
            for pairing, match in enumerate(gather(plan, chunks))
        ]
        return [result for _, result in sorted(zip(order, found, strict=True), key=itemgetter(0))]

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
        if len(everyone) == 1:  # a player against itself
            everyone, pairings = (everyone[0], everyone[0]), ((0, 1),)
        inquiry = self.inquiry
        listed = inquiry.openings == "random" or not isinstance(inquiry.openings, str)
        return Plan(
            everyone,
            pairings,
            pairs=meetings[0].pairs if listed or inquiry.openings == "empty" else None,
            openings=inquiry.openings,
            plies=inquiry.plies,
            start_ply=inquiry.start_ply,
            start=inquiry.start,
            seed=inquiry.seed,
            move_seconds=inquiry.move_seconds,
            request=inquiry.request,
        )


def replay(result: MeetingResult, pairs: int) -> tuple[int, int]:
    """Replay the first pairs of a meeting; count the games, and those that are identical."""
    a, b = (result.plan.players[place] for place in result.plan.pairings[result.pairing])
    openings = [opening.position for opening in result.plan.drawn[:pairs]]
    key = result.plan.place(result.pairing)[1]
    work = Work(result.pairing, a, b, 0, openings, result.plan.seed, key)
    again = _moves(list(run_locally([work], workers=1)), pairs)
    first = _moves(result.chunks, pairs)
    return len(again), sum(one == two for one, two in zip(first, again, strict=False))


def _moves(chunks: Sequence[Chunk], pairs: int) -> list[bytes]:
    return [moves for chunk in chunks for _, _, moves in chunk.games()][: 2 * pairs]


def _groups(meetings: Sequence[Meeting]) -> list[list[int]]:
    """The meetings of each plan: equal numbers of pairs, and self-play apart."""
    groups: dict[object, list[int]] = {}
    for index, meeting in enumerate(meetings):
        is_self = name_of(meeting.a) == name_of(meeting.b)
        groups.setdefault((meeting.pairs, name_of(meeting.a) if is_self else None), []).append(
            index
        )
    return list(groups.values())
