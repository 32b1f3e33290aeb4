"""Watching an experiment: a question that goes on telling, as long as somebody wants to know."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from lastknight.analysis.matches import Meeting
from lastknight.matches.store import Experiment, Store
from lastknight.players import player
from lastknight.web.experiments.orders import REQUEST
from lastknight.web.experiments.places import Place, find_experiment, read_id
from lastknight.web.experiments.standings import Count, Speed
from lastknight.web.protocol import Tell

# How often it looks, at the most and at the least, and how much of its time it takes for that: the
# first look may take seconds, for the openings of a long match are drawn with it.
_PAUSE, _LONGEST_PAUSE = 0.5, 2.0
_PART = 0.05


def watch(tell: Tell, *, experiment: str, store: str) -> dict[str, Any]:
    """Tell `standing` again and again; who listens ends it."""
    place = read_id(experiment, Path(store))
    watcher = Watcher(place)
    while True:
        began = monotonic()
        watcher.look()
        tell("standing", watcher.standing())
        taken = monotonic() - began
        sleep(min(max(_PAUSE, taken / _PART), _LONGEST_PAUSE))


def standing_of(place: Place) -> dict[str, Any]:
    """Where an experiment is, at one look."""
    watcher = Watcher(place)
    watcher.look()
    return watcher.standing()


class Watcher:
    """Counts an experiment, or all those of an analysis, as they grow."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._counts: dict[int, Count] = {}
        self._store: Store | None = None
        self._speed, self._pace = Speed(), Speed()
        self._work = _planned_work(place)
        self.count: Count | None = None

    def look(self) -> None:
        """Read what is new."""
        if self._store is None and self._place.store.is_file():
            self._store = Store(self._place.store)
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
        if self._place.number is None:
            return store.experiments()
        known = self._counts.get(self._place.number)
        return [known.experiment if known else find_experiment(store, self._place.number)]

    @property
    def played(self) -> int:
        """How many pairs there are."""
        return sum(count.played for count in self._counts.values())

    def _done(self) -> float:
        """How much of the work is done: nodes of an analysis, pairs of others."""
        if self._work is None:
            return float(self.played)
        return sum(map(_work_of, self._counts.values()))

    def _planned(self) -> float | None:
        if self._work is not None:
            return self._work
        return None if self.count is None else self.count.planned

    def standing(self) -> dict[str, Any]:
        """What is known now; whether it is running, others know."""
        done, planned, count = self._done(), self._planned(), self.count
        is_whole = self._place.number is not None
        left = None if planned is None else self._pace.seconds_for(planned - done)
        return {
            "played": self.played,
            "planned": count.planned if is_whole and count is not None else None,
            "games": 2 * self.played,
            "games_per_second": self._speed.per_second,
            "seconds_left": left,
            "progress": min(done / planned, 1.0) if planned else None,
            "pairings": [] if count is None else count.pairings(),
            "sprt": None if count is None else count.sprt(),
            "boards": [] if count is None else count.boards(),
            "is_decided": count is not None and count.is_decided,
        }


def _planned_work(place: Place) -> float | None:
    """About how many nodes an analysis of the page searches."""
    file = place.folder / REQUEST
    if place.number is not None or not file.is_file():
        return None
    work = json.loads(file.read_text(encoding="utf-8")).get("work")
    return float(work) if work else None


def _work_of(count: Count) -> float:
    plan: Any = count.experiment.plan
    total = 0.0
    for pairing, tally in count.tallies.items():
        a, b = (player(plan["players"][place]) for place in plan["pairings"][pairing])
        total += Meeting(a, b, tally.pairs).work
    return total
