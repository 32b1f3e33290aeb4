"""Playing several plans one after the other, with one progress over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import Progress, Standing, run_plan
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store
from lastknight.matches.tally import Tally


def play_plans(
    plans: Sequence[Plan],
    *,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> list[list[Chunk]]:
    """The chunks of each plan, by pairing and pair; those of the store are not played again."""
    total = _Total(plans, progress)
    played = []
    for plan in plans:
        chunks = run_plan(plan, workers=workers, runner=runner, store=store, progress=total.watch)
        played.append(sorted(chunks, key=lambda chunk: (chunk.pairing, chunk.first_pair)))
        total.finish(plan)
    return played


def pairing_names(plans: Sequence[Plan]) -> list[tuple[str, str]]:
    """The players of every pairing, in the order in which progress numbers them."""
    return [plan.names(index) for plan in plans for index in range(len(plan.pairings))]


def outcomes(chunks: Sequence[Chunk], pairing: int) -> bytes:
    """For each game of a pairing, in order, 1 where A won."""
    return b"".join(chunk.a_won for chunk in chunks if chunk.pairing == pairing)


def count(a_won: bytes) -> Tally:
    """The counts of pairs of games.

    >>> count(bytes([1, 1, 1, 0, 0, 0])).pairs
    3
    """
    pairs = list(zip(a_won[::2], a_won[1::2], strict=True))
    return Tally(
        ww=pairs.count((1, 1)),
        split=pairs.count((1, 0)) + pairs.count((0, 1)),
        ll=pairs.count((0, 0)),
        first_wins=pairs.count((1, 0)) * 2 + pairs.count((1, 1)) + pairs.count((0, 0)),
    )


class _Total:
    """Adds the standings of plans that are played one after the other."""

    def __init__(self, plans: Sequence[Plan], progress: Progress | None) -> None:
        self.progress = progress
        self.planned = sum(len(plan.drawn) * len(plan.pairings) for plan in plans)
        self.played = self.resumed = self.pairings = 0
        self.tallies: dict[int, Tally] = {}
        self.latest = Standing(0, 0, 0, {})

    def watch(self, standing: Standing) -> None:
        """Tell the caller where all plans together are."""
        self.latest = standing
        if self.progress is not None:
            shifted = {self.pairings + at: tally for at, tally in standing.tallies.items()}
            self._tell(standing, {**self.tallies, **shifted})

    def finish(self, plan: Plan) -> None:
        """Go on to the next plan."""
        last = self.latest
        self.tallies |= {self.pairings + at: tally for at, tally in last.tallies.items()}
        self.played += last.played
        self.resumed += last.resumed
        self.pairings += len(plan.pairings)
        self.latest = Standing(0, 0, 0, {})

    def _tell(self, standing: Standing, tallies: Mapping[int, Tally]) -> None:
        assert self.progress is not None
        played, resumed = self.played + standing.played, self.resumed + standing.resumed
        self.progress(Standing(played, self.planned, resumed, tallies))
