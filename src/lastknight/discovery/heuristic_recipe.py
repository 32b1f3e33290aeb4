"""The recipe of a shipped heuristic, as data: a file in `recipes/` says how it is made again."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import ClassVar

from pydantic import ConfigDict, TypeAdapter

from lastknight.discovery.champion import ChampionFit
from lastknight.discovery.recipe import LabelRecipe
from lastknight.errors import ArgumentError

_SUFFIX = ".toml"


@dataclass(frozen=True, kw_only=True)
class HeuristicRecipe:
    """How a shipped heuristic is made: from which labels, by which fit."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    positions: int
    """Positions to label."""
    labels: LabelRecipe
    fit: ChampionFit
    weights: str
    """The digest of the weights that come out with the random seed 1."""
    tried: tuple[str, ...] = ()
    """What else was tried, and what came of it."""

    @classmethod
    def read(cls, name: str) -> HeuristicRecipe:
        """The recipe of a shipped heuristic.

        Raises ArgumentError if there is none.

        >>> HeuristicRecipe.read("champion").labels.labelled_by
        'solver'
        """
        folder = files("lastknight.discovery") / "recipes"
        known = sorted(one.name.removesuffix(_SUFFIX) for one in folder.iterdir())
        if name not in known:
            raise ArgumentError(f"there is no recipe {name!r}; known recipes: {', '.join(known)}")
        data = tomllib.loads((folder / f"{name}{_SUFFIX}").read_text("utf-8"))
        found: HeuristicRecipe = TypeAdapter(cls).validate_python(data)
        return found

    def label_recipe(self, seed: int) -> LabelRecipe:
        """Which labels to make, with a random seed."""
        return replace(self.labels, seed=seed)
