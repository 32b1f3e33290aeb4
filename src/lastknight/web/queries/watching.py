"""Watching an experiment: its standing as it changes, with speed and time left."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from lastknight.analysis.meetings import Meeting
from lastknight.matches.store import Experiment, Store
from lastknight.players import player
from lastknight.report.analysis_folder import read_kept
from lastknight.web.experiments.locations import Location, find_experiment, read_id
from lastknight.web.queries.json_values import Tell
from lastknight.web.queries.standings import Count

# Seconds between two looks. A look may take seconds, because the first one draws the openings of a
# long match, so pauses grow until looking takes only this fraction of the time.
_PAUSE, _LONGEST_PAUSE = 0.5, 2.0
_FRACTION = 0.05
# Averaging window of the speed, in seconds.
_WINDOW = 10.0


def watch(*, tell: Tell, experiment: str, store: str) -> dict[str, Any]:
    """Send `standing` at intervals, until the server cancels the query."""
    location = read_id(experiment, Path(store))
    watcher = Watcher(location)
    while True:
        began = monotonic()
        watcher.look()
        tell("standing", watcher.standing())
        taken = monotonic() - began
        sleep(min(max(_PAUSE, taken / _FRACTION), _LONGEST_PAUSE))


def standing_of(location: Location) -> dict[str, Any]:
    """How far an experiment is now."""
    watcher = Watcher(location)
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
        self.count: Count | None = None

    def look(self) -> None:
        """Read new games."""
        if self._store is None and self._location.store.is_file():
            self._store = Store(self._location.store)
        if self._store is not None:
            for experiment in self._experiments(self._store):
                if experiment.id not in self._counts:
                    self._counts[experiment.id] = Count(self._store, experiment)
                count = self._counts[experiment.id]
                if count.read() or self.count is None:
                    self.count = count
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
        if self._work is not None:
            return self._work
        return None if self.count is None else self.count.planned

    def standing(self) -> dict[str, Any]:
        """Counts, speed and time left; the laboratory knows whether it is running."""
        done, planned, count = self._done(), self._planned(), self.count
        left = None if planned is None else self._pace.seconds_for(planned - done)
        return {
            "played": self.played,
            "planned": None if self._location.number is None or count is None else count.planned,
            "games": 2 * self.played,
            "games_per_second": self._speed.per_second,
            "seconds_left": left,
            "progress": min(done / planned, 1.0) if planned else None,
            "pairings": [] if count is None else count.pairings(),
            "sprt": None if count is None else count.sprt(),
            "boards": [] if count is None else count.boards(),
            "is_decided": count is not None and count.is_decided,
        }


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
        """None until enough was seen."""
        if len(self._seen) < 2:
            return None
        (begin, first), (end, last) = self._seen[0], self._seen[-1]
        return (last - first) / (end - begin) if end > begin and last > first else None

    def seconds_for(self, amount: float) -> float | None:
        """How long an amount takes, in seconds; None while unknown."""
        speed = self.per_second
        return None if speed is None else max(amount, 0.0) / speed


def _planned_work(location: Location) -> float | None:
    """About how many nodes an analysis searches; None if unknown, or not an analysis."""
    work = read_kept(location.folder).get("work") if location.number is None else None
    return float(work) if work else None


def _work_of(count: Count) -> float:
    plan: Any = count.experiment.plan
    total = 0.0
    for pairing, tally in count.tallies.items():
        a, b = (player(plan["players"][index]) for index in plan["pairings"][pairing])
        total += Meeting(a, b, tally.pairs).work
    return total
