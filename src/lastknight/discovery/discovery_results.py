"""What a discovery found: the heuristic, how it was fitted, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from lastknight.discovery.champion import Weights, feature_names, header
from lastknight.discovery.champion_findings import ChampionFindings
from lastknight.discovery.linear_model import LinearModel
from lastknight.discovery.selection import Removal, Trial
from lastknight.discovery.training import Score, Settings
from lastknight.discovery.tuning_results import Word
from lastknight.stats import Estimate
from lastknight.truth.measurements import WinningMoves

PROGRAM, HEADER = "discovered.py", "champion_weights.hpp"
"""The file of a discovered heuristic, and that of remade weights: a header of the core."""


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
    """From all pairs."""
    verdict: Word
    """What the sequential test says."""
    tested_pairs: int
    """Pairs that the test needed, or all if it did not decide."""
    facts: Mapping[str, Any]
    """The match as plain data, as in the JSON of `lastknight match`."""


@dataclass(frozen=True)
class Contribution:
    """The value of a group of features: the full fit against a fit without the group."""

    group: str
    features: tuple[str, ...]
    accuracy: float | None
    """In critical positions of the test part, without the group."""
    elo: Estimate
    """Of the full fit against the fit without the group."""
    pairs: tuple[int, int, int]


@dataclass(frozen=True)
class EqualTimeResult:
    """The break-even cost of a node, and its cost on this machine."""

    break_even: Estimate
    per_doubling: Estimate
    cost: float | None
    """A multiple of the baseline's cost per node, measured here."""
    elo: Estimate
    """At equal time here, as the matches with fewer nodes have it."""
    matches: tuple[MatchResult, ...] = ()
    """Played with the nodes that take as long as the opponent's here."""


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


@dataclass(frozen=True, kw_only=True)
class Found:
    """What every discovery has: a heuristic, its labels, and what it is worth."""

    spec: str
    """The heuristic."""
    labels: Mapping[str, Any]
    """Counts of the labels it was fitted to."""
    verification: Verification | None
    """None if there is no heuristic to play with."""
    seed: int
    command: str
    version: str

    @property
    def verdicts(self) -> dict[str, str]:
        """What the matches at the main node limit say, by opponent."""
        matches = self.verification.matches if self.verification else ()
        most = max((one.nodes for one in matches), default=0)
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


@dataclass(frozen=True, kw_only=True)
class Remade(Found):
    """A shipped heuristic that was made again from its recipe."""

    recipe: str
    weights: Weights
    digest: str
    """Stands for the weights."""
    shipped: str
    """The digest of the weights in this installation."""
    areas: Mapping[str, Estimate]
    """How well the values separate won from lost test positions, by evaluation and side to move."""
    findings: ChampionFindings
    tried: tuple[str, ...]
    """What else was tried, as the recipe has it."""

    @property
    def sentence(self) -> str:
        """The result in words."""
        if self.digest == self.shipped:
            return f"The weights are those of the {self.recipe} in this installation. " + (
                super().sentence
            )
        return (
            f"The weights ({self.digest}) are not those of the {self.recipe} in this installation "
            f"({self.shipped}), so no games were played. To try them, copy {HEADER} to core/, "
            "build, and run the command again."
        )

    def file(self) -> tuple[str, str]:
        """The weights as a header of the core."""
        return HEADER, header(self.weights)

    def facts(self) -> dict[str, Any]:
        """The result as plain data; the weights are rows."""
        return {**super().facts(), "weights": self.rows()}

    def rows(self) -> list[dict[str, object]]:
        """The weights as flat rows, for a CSV file."""
        return [
            {
                "evaluation": role,
                "to_move": mover,
                "feature": feature,
                "level": level,
                "slope": slope,
                "curve": curve,
            }
            for (role, mover), weights in self.weights.items()
            for feature, (level, slope, curve) in zip(feature_names(mover), weights, strict=True)
        ]


@dataclass(frozen=True, kw_only=True)
class Discovery(Found):
    """A heuristic that was fitted as a weighted sum of features."""

    verification: Verification
    is_native: bool
    """Whether the core evaluates all its terms at once."""
    model: LinearModel
    words: tuple[str, ...]
    """What each role prefers."""
    settings: Settings
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

    def file(self) -> tuple[str, str]:
        """A Python file with the heuristic, for `lastknight analyze discovered.py:discovered`."""
        return PROGRAM, (
            f'"""Discovered by lastknight {self.version}: {self.command}"""\n\n'
            "import lastknight as lk\n\n"
            f"discovered = lk.heuristic(\n    {self.spec!r}\n)\n"
        )
