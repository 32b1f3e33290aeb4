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
from lastknight.matches.plan import Plan, stored_openings
from lastknight.matches.results import Match, Tournament, gather, rate
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

    @cached_property
    def tournament(self) -> Tournament | None:
        """The rated tournament; None for a match, or while a pairing has no games."""
        pairings = range(len(self.plan.pairings))
        if len(pairings) < 2 or {chunk.pairing for chunk in self.chunks} != set(pairings):
            return None
        return rate(self.plan, self.chunks)

    def ratings(self) -> list[dict[str, Any]] | None:
        """The ratings of a tournament, if there are any."""
        if self.tournament is None:
            return None
        ratings = self.tournament.ratings
        rows = zip(self.tournament.names, ratings.ratings, ratings.ranks, strict=True)
        return [
            {
                "player": name,
                "elo": rating.value,
                "elo_low": rating.low,
                "elo_high": rating.high,
                "rank": str(rank),
            }
            for name, rating, rank in rows
        ]

    def cautions(self) -> list[str]:
        """What a reader of the ratings should know, in sentences."""
        return [] if self.tournament is None else self.tournament.cautions
