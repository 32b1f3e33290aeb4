"""What a discovery found: the heuristic, how it was fitted, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from lastknight.discovery.linear_model import LinearModel
from lastknight.discovery.selection import Removal, Trial
from lastknight.discovery.training import Score, Settings
from lastknight.matches.results import Match
from lastknight.stats import Estimate
from lastknight.truth.measurements import WinningMoves


@dataclass(frozen=True)
class CurvePoint:
    """A fit to the first positions of the training part."""

    positions: int
    validation: Score
    test: Score


@dataclass(frozen=True)
class MatchResult:
    """A match between two heuristics on openings that gave no training labels."""

    board: str
    opponent: str
    nodes: int
    """Nodes per move of the opponent."""
    ratio: float
    """By which the discovered heuristic's nodes are divided."""
    elo: Estimate
    verdict: str
    facts: Mapping[str, Any]
    """The match as plain data, as in the JSON of `lastknight match`."""

    @classmethod
    def of(
        cls, match: Match, *, board: str, opponent: str, nodes: int, ratio: float = 1.0
    ) -> MatchResult:
        """Of a match that was played."""
        word = match.verdict.word
        return cls(board, opponent, nodes, ratio, match.elo, word, match.facts())


@dataclass(frozen=True)
class Contribution:
    """What a group of features is worth: the whole against a fit without the group."""

    group: str
    features: tuple[str, ...]
    accuracy: float | None
    """In critical positions of the test part, without the group."""
    elo: Estimate
    """Of the whole over the fit without the group."""
    pairs: tuple[int, int, int]


@dataclass(frozen=True)
class EqualTimeResult:
    """How much a node may cost, and what it does cost on this machine."""

    break_even: Estimate
    per_doubling: Estimate
    cost: float | None
    """A multiple of the baseline's cost per node, measured here."""
    elo: Estimate
    """At equal time here."""


@dataclass(frozen=True)
class RoleRate:
    """What a player won against the baseline in each role."""

    player: str
    games: int
    """In each role."""
    attacker: Estimate
    defender: Estimate


@dataclass(frozen=True)
class Verification:
    """What the discovered heuristic is worth, on openings that gave no training labels."""

    openings: int
    matches: tuple[MatchResult, ...]
    """At equal nodes, on the board of the labels."""
    ratios: tuple[MatchResult, ...]
    """Against the baseline with fewer nodes."""
    equal_time: EqualTimeResult | None
    roles: tuple[RoleRate, ...]
    winning_moves: WinningMoves | None
    boards: tuple[MatchResult, ...]
    """On other boards, without another fit."""


@dataclass(frozen=True)
class Discovery:
    """The result of `lk.discover`."""

    spec: str
    """The heuristic."""
    is_native: bool
    """Whether the core evaluates all its terms at once."""
    model: LinearModel
    words: tuple[str, ...]
    """What each role prefers."""
    settings: Settings
    labels: Mapping[str, Any]
    """Counts of the labels it was fitted to."""
    features: tuple[str, ...]
    """All that were tried."""
    constant: tuple[str, ...]
    """Blocks that say nothing on this board."""
    trials: tuple[Trial, ...]
    removals: tuple[Removal, ...]
    curve: tuple[CurvePoint, ...]
    compared: Mapping[str, Score]
    """Other heuristics on the test part."""
    contributions: tuple[Contribution, ...]
    verification: Verification
    seed: int
    command: str
    version: str

    @property
    def verdicts(self) -> dict[str, str]:
        """What the matches at the main node limit say, by opponent."""
        matches = self.verification.matches
        most = max(one.nodes for one in matches)
        return {one.opponent: one.verdict for one in matches if one.nodes == most}

    @property
    def sentence(self) -> str:
        """The result in words."""
        better = [name for name, word in self.verdicts.items() if word == "better"]
        other = [f"{word} against {name}" for name, word in self.verdicts.items()]
        if len(better) == len(self.verdicts):
            return f"Better than {' and than '.join(better)} on openings never used for the fit."
        return f"On openings never used for the fit: {', '.join(other)}."

    def facts(self) -> dict[str, Any]:
        """The result as plain data."""
        return {**asdict(self), "verdicts": self.verdicts, "sentence": self.sentence}

    def rows(self) -> list[dict[str, object]]:
        """The weights as flat rows, for a CSV file."""
        return [
            {
                "feature": one.feature,
                "group": one.group,
                "attacker": one.attacker[0],
                "attacker_times_blank_fraction": one.attacker[1],
                "defender": one.defender[0],
                "defender_times_blank_fraction": one.defender[1],
                "standard_deviation": one.spread,
                "attacker_pull": one.pull[0],
                "defender_pull": one.pull[1],
            }
            for one in self.model.terms
        ]

    def program(self) -> str:
        """A Python file with the heuristic, for `lastknight analyze discovered.py:discovered`."""
        return (
            f'"""Discovered by lastknight {self.version}: {self.command}"""\n\n'
            "import lastknight as lk\n\n"
            f"discovered = lk.heuristic(\n    {self.spec!r}\n)\n"
        )
