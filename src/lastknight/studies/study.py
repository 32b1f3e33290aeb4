"""Studies: the experiments of the five analyses as data, with the numbers their authors got.

A study has parts, and each part pits some players against some opponents over a few rounds.
Playing them is the job of `study_run`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from lastknight.errors import ArgumentError, show
from lastknight.ranges import check_kind
from lastknight.spec import did_you_mean
from lastknight.studies.data_files import DataModel, Integer, Number, parse_data, read_data
from lastknight.studies.original_players import OriginalPlayer, speed_of

STUDIES = ("000", "001", "002", "003", "004-t1", "004-t2", "004-t3")
"""The names of all studies."""

Wins = tuple[tuple[tuple[Integer, ...], ...], ...]
Counts = tuple[tuple[Integer, ...], ...]
Numbers = tuple[Number, ...]
Players = Annotated[tuple[OriginalPlayer, ...], Field(min_length=1)]


class OriginalNumbers(DataModel):
    """The numbers an analysis printed; empty where it gives none."""

    wins: Wins = ()
    """By round, then opponent, then player."""
    rates: tuple[Numbers, ...] = ()
    """Win rates in percent, by round, then player."""
    averages: Numbers = ()
    """Each player's win rate over all rounds, in percent."""
    readable: Counts = ()
    """The legible results of each player, where the opponents are unknown."""
    ratios: tuple[Numbers, ...] = ()
    """Each player's win rate divided by that of the first player, round by round."""
    rankings: Counts = ()
    """For each player: times best, times worst, rounds above 1."""
    depths: Numbers = ()
    words: tuple[str, ...] = ()
    """What the analysis says about each player if it gives no numbers."""


class StudyPart(DataModel):
    """Players against opponents: each pairing plays some games in each round."""

    name: str
    title: str
    form: Literal["won_lost", "results", "relative", "wins", "depth"]
    """How the analysis prints the results."""
    openings: Literal["random", "empty"]
    plies: Integer
    games: Annotated[Integer, Field(ge=2, multiple_of=2)]
    """Games of a pairing in a round, half of them from either side."""
    rounds: Annotated[Integer, Field(ge=1)] = 1
    players: Players
    opponents: Players
    original: OriginalNumbers = OriginalNumbers()

    @model_validator(mode="after")
    def _check_original(self) -> StudyPart:
        """The original numbers have the right shape, and no player won more than it played."""
        players, original = len(self.players), self.original
        shapes = {
            "wins": (self.rounds, len(self.opponents), players),
            "rates": (self.rounds, players),
            "averages": (players,),
            "readable": (players,),
            "ratios": (players, self.rounds),
            "rankings": (players, 3),
            "depths": (players,),
            "words": (players,),
        }
        for name, shape in shapes.items():
            numbers = getattr(original, name)
            if numbers and not _has_shape(numbers, shape):
                raise ValueError(f"the original {name} must be {' x '.join(map(str, shape))}")
        wins = [won for rows in original.wins for row in rows for won in row]
        if any(not 0 <= won <= self.games for won in wins):
            raise ValueError(f"the original wins must be from 0 to {self.games}")
        return self


class Study(DataModel):
    """An experiment of one of the five analyses.

    >>> read_study("004-t3").parts[0].original.depths[0]
    10.06
    """

    id: str
    title: str
    notes: tuple[str, ...] = ()
    """What the analysis leaves open, and what is assumed here."""
    parts: Annotated[tuple[StudyPart, ...], Field(min_length=1)]

    @property
    def nodes_per_second(self) -> int:
        """The nodes that stand for a second of the analysis' clock."""
        return speed_of(self.id.partition("-")[0])


def read_study(name: str) -> Study:
    """A study by its name.

    Raises ArgumentError for an unknown name.

    >>> read_study("000").title
    "Three custom heuristics in the course's tournament, three iterations"
    """
    check_kind("a study's name", name, str)
    if name not in STUDIES:
        hint = did_you_mean(name, STUDIES)
        raise ArgumentError(f"unknown study {show(name)}{hint} Studies: {', '.join(STUDIES)}")
    return parse_study(read_data(f"{name}.toml"), source=f"study {name}")


def parse_study(text: str, *, source: str = "study") -> Study:
    """Read a study from the text of its data file.

    Raises ArgumentError, in one line, if the text is not a study.
    """
    return parse_data(text, Study, source=source)


def _has_shape(numbers: object, shape: tuple[int, ...]) -> bool:
    if not shape:
        return True
    return (
        isinstance(numbers, tuple)
        and len(numbers) == shape[0]
        and all(_has_shape(inner, shape[1:]) for inner in numbers)
    )
