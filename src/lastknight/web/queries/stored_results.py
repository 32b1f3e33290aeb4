"""Results of a stored experiment, computed from the games played so far."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk
from lastknight.matches.counting import gather, rate, rate_players
from lastknight.matches.plan import Plan, stored_openings
from lastknight.matches.results import Match, Tournament
from lastknight.matches.store import Experiment, Store
from lastknight.players import Choice
from lastknight.position import Position
from lastknight.web.experiments.locations import find_experiment, read_id
from lastknight.web.experiments.requests import sprt_of


@contextmanager
def open_experiment(name: str, store: str) -> Iterator[tuple[Store, Experiment]]:
    """A match or tournament, and the store it is in.

    Raises ArgumentError for a whole analysis, and where there is no such experiment.
    """
    location = read_id(name, Path(store))
    if location.number is None:
        raise ArgumentError(f"{name} is an analysis; name one of its experiments, such as {name}.1")
    with Store(location.store) as opened:
        yield opened, find_experiment(opened, location.number)


@contextmanager
def open_parts(name: str, store: str) -> Iterator[tuple[Store, list[tuple[str, Experiment]]]]:
    """The experiments of an analysis with their ids, or an experiment as its only part.

    Raises ArgumentError where there is no such experiment.
    """
    location = read_id(name, Path(store))
    with Store(location.store) as opened:
        if location.number is not None:
            yield opened, [(name, find_experiment(opened, location.number))]
        else:
            yield opened, [(location.part(one.id).id, one) for one in opened.experiments()]


@dataclass(frozen=True)
class _Name:
    """A player known only by name."""

    name: str

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Never called: the games are played already."""
        raise NotImplementedError(f"{self.name} at {position} with {seed}")

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class StoredResults:
    """An experiment with its chunks, and its plan cut to what was played; players are names."""

    experiment: Experiment
    plan: Plan
    chunks: list[Chunk]

    @classmethod
    def read(cls, store: Store, experiment: Experiment) -> StoredResults:
        """The results of an experiment of an open store."""
        data: Any = experiment.plan
        chunks = list(store.chunks(experiment.id))
        pairs = max((chunk.first_pair + chunk.pairs for chunk in chunks), default=1)
        wanted = stored_openings(data)
        plan = Plan(
            tuple(map(_Name, data["players"])),
            tuple((a, b) for a, b in data["pairings"]),
            pairs=None if wanted["openings"] == "census" else pairs,
            **wanted,
            start=Position.parse(data["start"]),
            seed=data["seed"],
        )
        return cls(experiment, plan, chunks)

    def matches(self) -> list[Match]:
        """The result of each pairing that has games; with an SPRT, up to the deciding pair."""
        matches = gather(self.plan, self.chunks, sprt=sprt_of(self.experiment))
        return [match for match in matches if match.tally.pairs]

    @property
    def is_tournament(self) -> bool:
        """Whether it has several pairings."""
        return len(self.plan.pairings) > 1

    @cached_property
    def tournament(self) -> Tournament | None:
        """The rated tournament; None for a match, or while a pairing has no games."""
        met = {chunk.pairing for chunk in self.chunks}
        if not self.is_tournament or met != set(range(len(self.plan.pairings))):
            return None
        return rate(self.plan, self.chunks)

    def ratings(self) -> list[dict[str, Any]] | None:
        """The ratings of a tournament so far, best first; None for a match or without games."""
        if not self.is_tournament or not self.chunks:
            return None
        found = rate_players(self.plan, self.chunks, anchor=0)
        names, ratings = self.plan.player_names, found.ratings
        return [
            {
                "player": names[place],
                "elo": ratings[place].value,
                "elo_low": ratings[place].low,
                "elo_high": ratings[place].high,
                "rank": found.describe_rank(found.ranks[place], len(names)),
            }
            for place in found.order
        ]

    def cautions(self) -> list[str]:
        """What a reader of the results should know, in sentences."""
        if self.tournament is not None:
            return self.tournament.cautions
        return [sentence for match in self.matches() for sentence in match.cautions]
