"""What the games of a stored experiment say, for as far as they were played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lastknight.matches.chunks import Chunk
from lastknight.matches.plan import Plan
from lastknight.matches.results import Match, gather, rate
from lastknight.matches.store import Experiment, Store
from lastknight.players import Choice
from lastknight.position import Position
from lastknight.web.experiments.requests import sprt_of


@dataclass(frozen=True)
class _Name:
    """A player of whom only the name is needed."""

    name: str

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """It never plays again."""
        raise NotImplementedError(f"{self.name} at {position} with {seed}")

    def __str__(self) -> str:
        return self.name


def read_plan(store: Store, experiment: Experiment) -> tuple[Plan, list[Chunk]]:
    """The plan of an experiment as far as it was played, and its chunks; players are names."""
    data: Any = experiment.plan
    chunks = list(store.chunks(experiment.id))
    pairs = max((chunk.first_pair + chunk.pairs for chunk in chunks), default=1)
    openings = data["openings"]
    plan = Plan(
        tuple(map(_Name, data["players"])),
        tuple((a, b) for a, b in data["pairings"]),
        pairs=None if openings == "census" else pairs,
        openings=openings,
        plies=2 if data["plies"] is None else data["plies"],
        start=Position.parse(data["start"]),
        seed=data["seed"],
    )
    return plan, chunks


def matches_of(experiment: Experiment, plan: Plan, chunks: list[Chunk]) -> list[Match]:
    """What each pairing says; with an SPRT, up to the pair that decided."""
    return gather(plan, chunks, sprt=sprt_of(experiment))


def ratings_of(plan: Plan, chunks: list[Chunk]) -> list[dict[str, Any]] | None:
    """The ratings of a tournament; None for a match, and while a pairing has no games."""
    if len(plan.pairings) < 2 or {chunk.pairing for chunk in chunks} != set(
        range(len(plan.pairings))
    ):
        return None
    result = rate(plan, chunks)
    ratings = result.ratings
    rows = zip(result.names, ratings.ratings, ratings.ranks, strict=True)
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
