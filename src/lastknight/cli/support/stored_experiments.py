"""The experiments in a file of games: filtered, and their results as tables and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from lastknight.cli.support.screen import make_table
from lastknight.errors import ArgumentError
from lastknight.matches.game_record import GameRecord
from lastknight.matches.store import Experiment, Store
from lastknight.matches.tally import Tally

RESULTS = ("won", "lost", "forfeit")


@dataclass(frozen=True)
class GameFilter:
    """A filter for experiments and games."""

    player: str | None = None
    """Part of a player's name."""
    result: str | None = None
    """One of `RESULTS`, for that player, or else for A."""

    def __post_init__(self) -> None:
        if self.result not in (None, *RESULTS):
            raise ArgumentError(f"a result is {', '.join(RESULTS)}, got {self.result!r}")

    def has_player(self, experiment: Experiment) -> bool:
        """Whether the player takes part in an experiment."""
        plan: Any = experiment.plan
        return self.player is None or any(self.player in name for name in plan["players"])

    def has_game(self, game: GameRecord) -> bool:
        """Whether a game matches."""
        sides = [self.player is None or self.player in name for name in (game.a, game.b)]
        if self.player is None:
            sides = [True, False]
        won = [game.a_won, not game.a_won]
        match self.result:
            case "won":
                return any(is_in and has_won for is_in, has_won in zip(sides, won, strict=True))
            case "lost":
                return any(is_in and not has_won for is_in, has_won in zip(sides, won, strict=True))
            case "forfeit":
                return game.is_forfeit and any(sides)
        return any(sides)


@dataclass(frozen=True)
class StoredExperiment:
    """An experiment and the counts of each of its pairings."""

    experiment: Experiment
    tallies: tuple[Tally, ...]

    @classmethod
    def read(cls, store: Store, experiment: Experiment) -> StoredExperiment:
        """Count the games of an experiment in an open store."""
        plan: Any = experiment.plan
        tallies = [Tally() for _ in plan["pairings"]]
        for chunk in store.chunks(experiment.id):
            tallies[chunk.pairing] += chunk.tally()
        return cls(experiment, tuple(tallies))

    @property
    def players(self) -> list[str]:
        """The names of the players."""
        plan: Any = self.experiment.plan
        return list(plan["players"])

    @property
    def words(self) -> str:
        """A one-line description."""
        plan: Any = self.experiment.plan
        started = self.experiment.started[:16].replace("T", " ")
        return (
            f"experiment {self.experiment.id}: started {started}, openings {self.openings}, "
            f"seed {plan['seed']}"
        )

    @property
    def openings(self) -> str:
        """The kind of openings, and the ply of later starts if any."""
        plan: Any = self.experiment.plan
        kind = plan["openings"] if isinstance(plan["openings"], str) else "listed"
        return f"{kind}, ply {plan['start_ply']}" if "start_ply" in plan else kind

    @property
    def pairs(self) -> int:
        """Pairs played so far."""
        return sum(tally.pairs for tally in self.tallies)

    @property
    def wins(self) -> list[tuple[str, int, int]]:
        """Each player's name, wins and games, best first."""
        plan: Any = self.experiment.plan
        totals = [Tally() for _ in self.players]
        for (a, b), tally in zip(plan["pairings"], self.tallies, strict=True):
            totals[a] += tally
            totals[b] += tally.swapped()
        found = [
            (name, total.wins, total.games)
            for name, total in zip(self.players, totals, strict=True)
        ]
        return sorted(found, key=lambda one: -one[1] / max(one[2], 1))

    def facts(self) -> dict[str, object]:
        """The experiment and its results as plain data."""
        plan: Any = self.experiment.plan
        return {
            "experiment": self.experiment.id,
            "started": self.experiment.started,
            "players": self.players,
            "openings": self.openings,
            "seed": plan["seed"],
            "pairs": self.pairs,
            "matches": [_match_facts(*one) for one in self.matches()],
        }

    def matches(self) -> Iterator[tuple[str, str, Tally]]:
        """The names of A and B, and the counts of their games."""
        plan: Any = self.experiment.plan
        for (a, b), tally in zip(plan["pairings"], self.tallies, strict=True):
            yield self.players[a], self.players[b], tally


def _match_facts(a: str, b: str, tally: Tally) -> dict[str, object]:
    return {
        "a": a,
        "b": b,
        "ww": tally.ww,
        "split": tally.split,
        "ll": tally.ll,
        "wins": tally.wins,
        "losses": tally.losses,
        "a_forfeits": tally.a_forfeits,
        "b_forfeits": tally.b_forfeits,
    }


def experiments_table(found: Sequence[StoredExperiment]) -> Table:
    """A row for each experiment: its number, when it started, who played and who won more."""
    table = make_table("", "started", "players", numbers=["pairs"])
    table.add_column("result")
    for one in found:
        players = "\n".join(one.players)
        if len(one.players) != 2:
            players = f"{len(one.players)} players, {len(one.tallies)} pairings"
        day = one.experiment.started[:10]
        table.add_row(str(one.experiment.id), day, players, f"{one.pairs:,}", _result(one))
    return table


def _result(one: StoredExperiment) -> str:
    """The counts of a match, or the best player of a tournament."""
    if not one.pairs:
        return "nothing played yet"
    if len(one.tallies) == 1:
        tally = one.tallies[0]
        return f"{tally.ww:,} won, {tally.split:,} split, {tally.ll:,} lost"
    name, wins, games = one.wins[0]
    return f"{name} won {100 * wins / max(games, 1):.1f} %"


def results_table(one: StoredExperiment, wanted: GameFilter) -> Table:
    """The counts of every pairing of an experiment that matches the filter."""
    table = make_table("A", "B", numbers=("pairs won", "split", "lost", "games won", "forfeits"))
    for a, b, tally in one.matches():
        if tally.pairs and (wanted.player is None or wanted.player in a or wanted.player in b):
            rate = f"{100 * tally.wins / tally.games:.1f} %"
            counts = [f"{count:,}" for count in (tally.ww, tally.split, tally.ll)]
            table.add_row(a, b, *counts, rate, f"{tally.a_forfeits + tally.b_forfeits:,}")
    return table
