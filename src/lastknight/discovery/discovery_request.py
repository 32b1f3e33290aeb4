"""What `lastknight discover` is asked for, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from lastknight.discovery.features import Feature, try_feature
from lastknight.discovery.heuristic_recipe import HeuristicRecipe
from lastknight.discovery.label_file import LabelFile
from lastknight.discovery.recipe import LabelRecipe, describe_start
from lastknight.errors import ArgumentError, show
from lastknight.matches.openings import random_openings
from lastknight.matches.request import Request
from lastknight.ranges import check_whole

BASELINE, RIVAL = "improved", "reach(k=3)"
"""What the result is compared with: the usual baseline, and the best of the five analyses."""


@dataclass(frozen=True)
class Sizes:
    """How much a discovery does."""

    positions: int
    """Positions to label."""
    nodes: int
    """Nodes per move in the verification."""
    pairs: int
    """Pairs of each match of the verification."""
    group_pairs: int
    """Pairs that show what a group of features is worth."""
    perfect_pairs: int
    critical: int
    """Critical positions in which searches are asked for a winning move."""


SIZES = {
    True: Sizes(8_000, 1_000, 40, 20, 10, 300),
    False: Sizes(100_000, 15_000, 1200, 500, 200, 2_000),
}
"""By whether it is to be quick."""


@dataclass(frozen=True, kw_only=True)
class DiscoverRequest(Request):
    """Features to make a heuristic of, and how many labels and games to spend.

    Raises ArgumentError and NotationError for features and numbers that cannot be used.
    """

    kind: ClassVar = "discover"
    command: ClassVar = "discover"

    features: tuple[str, ...] = ()
    """Heuristics besides the default building blocks."""
    features_only: bool = False
    """Whether to leave the default ones out."""
    positions: int | None = None
    """Positions to label; None for the default."""
    nodes: int | None = None
    """Nodes per move in the verification; None for the default."""
    labels: str | None = None
    """A file of labels to use as it is; None to make one."""
    recipe: str | None = None
    """The name of a shipped heuristic to make again; None to look for a new one."""
    is_quick: bool = False
    plies: int = 4
    """Length of the openings of the verification."""

    def __post_init__(self) -> None:
        if self.openings != "random" or self.start_ply is not None:
            raise ArgumentError("the openings are those that no label comes from; set their plies")
        if self.pairs is not None:  # which the sizes below are limited by
            check_whole("pairs", self.pairs, 2, 10**6)
        for name, value, least, most in (
            ("positions", self.sizes.positions, 100, 10**8),
            ("nodes", self.sizes.nodes, 1, 10**9),
            ("pairs", self.sizes.pairs, 2, 10**6),
            ("plies", self.plies, 2, 8),
            ("seed", self.seed, 0, 2**64 - 1),
        ):
            if type(value) is not int or not least <= value <= most:
                raise ArgumentError(
                    f"{name} must be a whole number from {least} to {most} here, got {show(value)}"
                )
        if self.labels is not None and self.positions is not None:
            raise ArgumentError("a file of labels is used as it is; leave out the positions")
        self._check_recipe()
        if self.features_only and not self.features:
            raise ArgumentError("no features to fit: name some with --feature")
        position = random_openings(self.start, self.plies, 1, seed=self.seed)[0].position
        for spec in self.features:
            try_feature(Feature.of(spec), position)
        self.label_recipe()

    def _check_recipe(self) -> None:
        if self.recipe is None:
            return
        if self.features or self.features_only or self.labels is not None:
            raise ArgumentError(
                "a recipe has its own features and labels; leave out --feature, --features-only "
                "and --labels"
            )
        start = HeuristicRecipe.read(self.recipe).labels.start
        if self.start != start:
            raise ArgumentError(
                f"the recipe {self.recipe!r} is for a {describe_start(start)} board; leave out "
                "--width, --height and --blocked"
            )

    @property
    def sizes(self) -> Sizes:
        """How much to do."""
        usual = SIZES[self.is_quick]
        if self.recipe is not None and not self.is_quick:
            usual = replace(usual, positions=HeuristicRecipe.read(self.recipe).positions)
        pairs = usual.pairs if self.pairs is None else self.pairs
        return Sizes(
            positions=usual.positions if self.positions is None else self.positions,
            nodes=usual.nodes if self.nodes is None else self.nodes,
            pairs=pairs,
            group_pairs=min(usual.group_pairs, pairs),
            perfect_pairs=min(usual.perfect_pairs, pairs),
            critical=usual.critical,
        )

    def label_recipe(self) -> LabelRecipe:
        """Which labels to make, or those of the file.

        Raises StoreError for a file that is none of labels, ArgumentError for one of another board.
        """
        if self.recipe is not None:
            return HeuristicRecipe.read(self.recipe).label_recipe(self.seed)
        if self.labels is None:
            return LabelRecipe(start=self.start, seed=self.seed)
        with LabelFile(self.labels) as file:
            found = file.recipe
        if found.start != self.start:
            raise ArgumentError(
                f"{self.labels} has labels of another board, {describe_start(found.start)}, not "
                f"{describe_start(self.start)}; set --width, --height and --blocked, or leave out "
                "--labels"
            )
        if found.has_ends:
            raise ArgumentError(
                f"{self.labels} has positions in which a move ends the game, as recipes need them; "
                "'lastknight labels' makes a file without"
            )
        return found

    def arguments(self) -> tuple[str, ...]:
        """None."""
        return ()

    def specs(self) -> dict[str, tuple[str, ...]]:
        """The features."""
        return {"a heuristic": self.features}

    def own_options(self) -> dict[str, object]:
        """Features, labels and sizes."""
        return {
            "feature": self.features,
            "features-only": self.features_only,
            "positions": self.positions,
            "nodes": self.nodes,
            "labels": self.labels,
            "recipe": self.recipe,
            "quick": self.is_quick,
        }

    def words(self, **more: object) -> list[str]:
        """The command that asks for the same; its openings have 4 plies unless it says otherwise.

        >>> DiscoverRequest(is_quick=True).words()
        ['discover', '--quick']
        """
        return super().words(plies=None if self.plies == 4 else self.plies, **more)
