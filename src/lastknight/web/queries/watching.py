"""Watching an experiment: its standing as it changes, with speed and time left."""

from __future__ import annotations

import re
from collections import deque
from contextlib import closing
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from lastknight.analysis.meetings import MOVES_IN_PAIR
from lastknight.errors import LastknightError
from lastknight.matches.store import Experiment, Store
from lastknight.players import complete, player
from lastknight.report.analysis_folder import read_kept
from lastknight.report.write import REPORT_PAGE
from lastknight.spec import parse_expression
from lastknight.web.experiments.locations import Location, find_experiment, read_id
from lastknight.web.queries.analysis_results import direct_parts
from lastknight.web.queries.json_values import Tell
from lastknight.web.queries.standings import Count
from lastknight.web.queries.stored_results import StoredResults
from lastknight.web.queries.titles import title_of

# Seconds between two looks. A look may take seconds: the first one draws the openings of a long
# match. So pauses grow until looking takes only this fraction of the time.
_PAUSE, _LONGEST_PAUSE = 0.5, 2.0
_FRACTION = 0.05
# Averaging window of the speed, in seconds.
_WINDOW = 10.0
_NODES = re.compile(r"nodes=(\d+)")


def watch(*, tell: Tell, experiment: str, store: str) -> dict[str, Any]:
    """Send `standing` at intervals, until the server cancels the query."""
    location = read_id(experiment, Path(store))
    with closing(Watcher(location)) as watcher:
        while True:
            began = monotonic()
            watcher.look()
            tell("standing", watcher.standing())
            taken = monotonic() - began
            sleep(min(max(_PAUSE, taken / _FRACTION), _LONGEST_PAUSE))


def standing_of(location: Location) -> dict[str, Any]:
    """How far an experiment is now."""
    with closing(Watcher(location)) as watcher:
        watcher.look()
        return watcher.standing()


class Watcher:
    """Counts an experiment, or all experiments of an analysis, as they grow."""

    def __init__(self, location: Location) -> None:
        self._location = location
        self._counts: dict[int, Count] = {}
        self._store: Store | None = None
        self._speed, self._pace = Throughput(), Throughput()
        self._work = _planned_work(location)
        self._ratings = _LiveRatings()
        self._latest: Count | None = None

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()

    def look(self) -> None:
        """Read new games."""
        if self._store is None and self._location.store.is_file():
            self._store = Store(self._location.store)
        if self._store is not None:
            for experiment in self._experiments(self._store):
                if experiment.id not in self._counts:
                    name = self._location.part(experiment.id).id
                    self._counts[experiment.id] = Count(self._store, experiment, name)
                count = self._counts[experiment.id]
                if count.read() or self._latest is None:
                    self._latest = count
        self._speed.see(2 * self.played)
        self._pace.see(self._done())

    def _experiments(self, store: Store) -> list[Experiment]:
        if self._location.number is None:
            return store.experiments()
        known = self._counts.get(self._location.number)
        return [known.experiment if known else find_experiment(store, self._location.number)]

    @property
    def played(self) -> int:
        """Number of pairs played."""
        return sum(count.played for count in self._counts.values())

    def _done(self) -> float:
        """Work done so far: nodes of an analysis, pairs of anything else."""
        if self._work is None:
            return float(self.played)
        return sum(map(_work_of, self._counts.values()))

    def _planned(self) -> float | None:
        if self._location.number is None:
            return self._work
        return None if self._latest is None else self._latest.planned

    def standing(self) -> dict[str, Any]:
        """Counts, speed and time left; the laboratory knows whether this server runs it."""
        done, planned = self._done(), self._planned()
        left = None
        if planned is not None and done < planned:
            left = self._pace.seconds_for(planned - done)
        return {
            "played": self.played,
            "games": 2 * self.played,
            "games_per_second": self._speed.per_second,
            "seconds_left": left,
            "progress": min(done / planned, 1.0) if planned else None,
            "is_played": self._location.is_played,
            "boards": [] if self._latest is None else self._latest.boards(),
            **(self._of_analysis() if self._location.number is None else self._of_experiment()),
        }

    def _of_experiment(self) -> dict[str, Any]:
        count = self._latest
        if count is None:
            nothing: dict[str, Any] = {
                "planned": None,
                "pairings": [],
                "sprt": None,
                "ratings": None,
            }
            return {**nothing, "now": None, "is_done": False}
        assert self._store is not None
        return {
            "planned": count.planned,
            "pairings": count.pairings(),
            "sprt": count.sprt(),
            "ratings": self._ratings.of(count, self._store),
            "now": None,
            "is_done": count.is_done,
        }

    def _of_analysis(self) -> dict[str, Any]:
        """The standing of an analysis: its candidates against the baseline."""
        direct = direct_parts([count.experiment.plan for count in self._counts.values()])
        counts = list(self._counts.values())
        latest = self._latest
        return {
            "planned": None,
            "pairings": [row for place in direct for row in counts[place].pairings()],
            "sprt": None,
            "ratings": None,
            "now": None if latest is None else title_of(latest.experiment.plan),
            "is_done": (self._location.folder / REPORT_PAGE).is_file(),
        }


class _LiveRatings:
    """Ratings of a running tournament, computed again so rarely that they cost little time."""

    def __init__(self) -> None:
        self._rows: list[dict[str, Any]] | None = None
        self._played = 0
        self._due = 0.0

    def of(self, count: Count, store: Store) -> list[dict[str, Any]] | None:
        """The ratings so far; None for a match."""
        plan: Any = count.experiment.plan
        if len(plan["pairings"]) < 2 or not count.played:
            return None
        began = monotonic()
        if count.played != self._played and began >= self._due:
            self._rows = StoredResults.read(store, count.experiment).ratings()
            self._played = count.played
            now = monotonic()
            self._due = now + (now - began) / _FRACTION
        return self._rows


class Throughput:
    """A rate per second, averaged over the last seconds."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, float]] = deque()

    def see(self, total: float) -> None:
        """Note the total so far."""
        now = monotonic()
        self._seen.append((now, total))
        while len(self._seen) > 2 and now - self._seen[0][0] > _WINDOW:
            self._seen.popleft()

    @property
    def per_second(self) -> float | None:
        """The rate; None until enough has been seen."""
        if len(self._seen) < 2:
            return None
        (begin, first), (end, last) = self._seen[0], self._seen[-1]
        return (last - first) / (end - begin) if end > begin and last > first else None

    def seconds_for(self, amount: float) -> float | None:
        """How many seconds an amount takes; None while unknown."""
        speed = self.per_second
        return None if speed is None else max(amount, 0.0) / speed


def _planned_work(location: Location) -> float | None:
    """About how many nodes an analysis searches; None if unknown, or not an analysis."""
    work = read_kept(location.folder).get("work") if location.number is None else None
    return float(work) if work else None


def _work_of(count: Count) -> float:
    """About how many nodes the games of an experiment took."""
    plan: Any = count.experiment.plan
    total = 0.0
    for pairing, pairs in count.pairs.items():
        nodes = sum(_nodes_per_move(plan["players"][index]) for index in plan["pairings"][pairing])
        total += nodes * MOVES_IN_PAIR * pairs
    return total


@cache
def _nodes_per_move(spec: str) -> float:
    """About how many nodes a player searches for a move. Code from files never runs here."""
    try:
        if not parse_expression(spec, what="a player").files:
            return complete(player(spec)).expected_nodes()
    except LastknightError:  # a name that is no spec, or one of another version
        pass
    found = _NODES.search(spec)
    return float(found[1]) if found else 0.0
