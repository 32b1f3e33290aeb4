"""Studies: the experiments of the five analyses, as data, with the numbers their authors had.

A study has parts; each is some players against some opponents in a few rounds. What is played and
what comes out is the business of `experiment`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import cast

from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic, heuristic
from lastknight.matches.costs import nodes_for
from lastknight.players import AlphaBeta, Minimax, Player, Random
from lastknight.spec import did_you_mean
from lastknight.studies.fields import Fields, data_text, parse_data

STUDIES = ("000", "001", "002", "003", "004-t1", "004-t2", "004-t3")
"""The names of all studies."""

FORMS = ("won_lost", "results", "relative", "wins", "depth")
"""How the seeds print their results."""

Wins = tuple[tuple[tuple[int, ...], ...], ...]
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player under the name the seed gives it, with the seed's own limit."""

    label: str
    kind: str
    """Random, Minimax or AlphaBeta."""
    heuristic: Heuristic | None
    depth: int | None
    seconds: float | None
    """The seed's clock; nodes stand for it."""

    def player(self, cost: float = 1.0) -> Player:
        """The player, its clock as nodes for a heuristic of this cost.

        >>> str(Seat("ID", "AlphaBeta", heuristic("ratio"), None, 0.15).player(1.2))
        'AlphaBeta(ratio, nodes=12000)'
        """
        if self.heuristic is None:
            return Random()
        if self.kind == "Minimax":
            return Minimax(self.heuristic, depth=self.depth)
        if self.seconds is None:
            return AlphaBeta(self.heuristic, depth=self.depth)
        return AlphaBeta(self.heuristic, nodes=nodes_for(self.seconds, cost))


@dataclass(frozen=True, slots=True)
class SeedNumbers:
    """What the seed prints; empty where it does not say."""

    wins: Wins = ()
    """Round by round, a row for each opponent, a column for each player."""
    rates: Rows = ()
    """Win rates in percent, round by round, of each player."""
    averages: tuple[float, ...] = ()
    """Win rates in percent of each player over all rounds."""
    readable: tuple[tuple[int, ...], ...] = ()
    """Of each player the results that can be read, where it is not known against whom."""
    ratios: Rows = ()
    """Of each player, round by round: its win rate over that of the first player."""
    rankings: tuple[tuple[int, ...], ...] = ()
    """Of each player: times best, times worst, rounds above 1."""
    depths: tuple[float, ...] = ()
    words: tuple[str, ...] = ()
    """What it says of each player in words, where it has no numbers."""


@dataclass(frozen=True, slots=True)
class Part:
    """Players against opponents, each pairing for some games in each of some rounds."""

    name: str
    title: str
    form: str
    players: tuple[Seat, ...]
    opponents: tuple[Seat, ...]
    openings: str
    plies: int
    games: int
    """Of each player against each opponent in a round, half of them from either side."""
    rounds: int
    seed: SeedNumbers


@dataclass(frozen=True, slots=True)
class Study:
    """An experiment of a seed.

    >>> read_study("004-t3").parts[0].seed.depths[0]
    10.06
    """

    id: str
    title: str
    parts: tuple[Part, ...]
    notes: tuple[str, ...]
    """What the seed leaves open, and how it is read here."""


def read_study(name: str) -> Study:
    """A study by its name.

    Raises ArgumentError for a name that there is not.

    >>> read_study("000").title
    "Three custom heuristics in the course's tournament, three iterations"
    """
    if name not in STUDIES:
        hint = did_you_mean(name, STUDIES)
        raise ArgumentError(f"unknown study {name!r}{hint} Known are {', '.join(STUDIES)}")
    return parse_study(data_text(f"{name}.toml"), what=f"study {name}")


def parse_study(text: str, *, what: str = "a study") -> Study:
    """A study from the text of its data file.

    Raises ArgumentError, in one line, for text that is not a study.
    """
    fields = parse_data(text, what=what)
    fields.check_known(Study.__slots__)
    parts = tuple(map(_read_part, fields.tables("parts")))
    if not parts:
        raise ArgumentError(f"{what}: a study has at least one part")
    return Study(fields.get("id", str), fields.get("title", str), parts, fields.strings("notes"))


def _read_part(fields: Fields) -> Part:
    fields.check_known(Part.__slots__)
    part = Part(
        name=fields.get("name", str),
        title=fields.get("title", str),
        form=fields.get("form", str),
        players=tuple(map(_read_seat, fields.tables("players"))),
        opponents=tuple(map(_read_seat, fields.tables("opponents"))),
        openings=fields.get("openings", str),
        plies=fields.get("plies", int),
        games=fields.get("games", int),
        rounds=fields.get("rounds", int, 1),
        seed=_read_numbers(fields.inner("seed")),
    )
    _check_part(part, fields.where)
    return part


def _read_seat(fields: Fields) -> Seat:
    fields.check_known(Seat.__slots__)
    kind = fields.get("kind", str)
    spec = fields.get_or_none("heuristic", str)
    depth, seconds = fields.get_or_none("depth", int), fields.get_or_none("seconds", float)
    given = (spec is not None, depth is not None, seconds is not None)
    fitting = {
        "Random": [(False, False, False)],
        "Minimax": [(True, True, False)],
        "AlphaBeta": [(True, True, False), (True, False, True)],
    }
    if given not in fitting.get(kind, []):
        raise ArgumentError(
            f"{fields.where}: a player is Random, or Minimax with a heuristic and a depth, "
            "or AlphaBeta with a heuristic and a depth or seconds"
        )
    found = None if spec is None else heuristic(spec)
    return Seat(fields.get("label", str), kind, found, depth, seconds)


def _read_numbers(fields: Fields) -> SeedNumbers:
    fields.check_known(SeedNumbers.__slots__)
    return SeedNumbers(
        wins=cast(Wins, fields.numbers("wins", depth=3)),
        rates=cast(Rows, fields.numbers("rates", depth=2)),
        averages=cast(tuple[float, ...], fields.numbers("averages", depth=1)),
        readable=cast(tuple[tuple[int, ...], ...], fields.numbers("readable", depth=2)),
        ratios=cast(Rows, fields.numbers("ratios", depth=2)),
        rankings=cast(tuple[tuple[int, ...], ...], fields.numbers("rankings", depth=2)),
        depths=cast(tuple[float, ...], fields.numbers("depths", depth=1)),
        words=fields.strings("words"),
    )


def _check_part(part: Part, where: str) -> None:
    """The sizes fit each other, and nothing is won more often than played."""
    if part.form not in FORMS:
        raise ArgumentError(f"{where}: form is one of {', '.join(FORMS)}, got {part.form!r}")
    if not part.players or not part.opponents:
        raise ArgumentError(f"{where}: there are players and opponents")
    if part.games < 2 or part.games % 2 or part.rounds < 1:
        raise ArgumentError(f"{where}: games are even, from 2 on, and rounds from 1 on")
    if part.openings not in ("random", "empty"):
        raise ArgumentError(f"{where}: openings are random or empty, got {part.openings!r}")
    players, seed = len(part.players), part.seed
    expected = {
        "wins": (seed.wins, (part.rounds, len(part.opponents), players)),
        "rates": (seed.rates, (part.rounds, players)),
        "averages": (seed.averages, (players,)),
        "readable": (seed.readable, (players,)),
        "ratios": (seed.ratios, (players, part.rounds)),
        "rankings": (seed.rankings, (players, 3)),
        "depths": (seed.depths, (players,)),
        "words": (seed.words, (players,)),
    }
    for name, (numbers, shape) in expected.items():
        if numbers and not _has_shape(numbers, shape):
            size = " x ".join(map(str, shape))
            raise ArgumentError(f"{where}: the seed's {name} are {size} of them")
    for rows, place in product(seed.wins, range(players)):
        if any(not 0 <= row[place] <= part.games for row in rows):
            raise ArgumentError(f"{where}: the seed's wins are from 0 to {part.games}")


def _has_shape(numbers: object, shape: tuple[int, ...]) -> bool:
    if not shape:
        return True
    return (
        isinstance(numbers, tuple)
        and len(numbers) == shape[0]
        and all(_has_shape(inner, shape[1:]) for inner in numbers)
    )
