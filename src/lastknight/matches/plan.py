"""Plans: what to play, as data: who against whom, from which openings, with which random seed."""

from __future__ import annotations

import os
import platform
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastknight.errors import ArgumentError, show
from lastknight.matches.opening_deck import DrawnOpenings, ListDeck, RandomDeck
from lastknight.matches.opening_numbers import OpeningNumbers
from lastknight.matches.openings import (
    KINDS,
    MOST_SEQUENCES,
    Opening,
    are_few,
    census_openings,
    list_openings,
)
from lastknight.matches.self_play import SELF_PLAY, check_start_ply, self_play_openings
from lastknight.matches.shell_text import shell_text
from lastknight.notation import Square
from lastknight.players import Player, complete, name_of, player
from lastknight.position import Position
from lastknight.ranges import check_seconds, check_seed, check_whole, read_list
from lastknight.stats.words import counted

if TYPE_CHECKING:
    from lastknight.matches.request import Request

Openings = str | Sequence[str | Iterable[Square]]
MOST_PAIRS = 2_000_000_000
"""The most pairs of a pairing: each of its games still has a random stream of its own."""
MOST_KEPT_PAIRS = 20_000_000
"""The most pairs of a pairing if something is kept in memory for every pair."""
PAIRS_OF_MATCH = 1000
PAIRS_OF_TOURNAMENT = 100


@dataclass(frozen=True)
class Plan:
    """Pairings of players, all on the same openings, each opening from both sides.

    Raises ArgumentError for a plan that cannot be played.
    """

    players: tuple[Player, ...]
    pairings: tuple[tuple[int, int], ...]
    """Places of A and B among the players."""
    pairs: int | None = None
    """Pairs that each pairing plays; None for one per opening."""
    openings: Openings = "random"
    """`random`, `census`, `empty`, or a list of moves."""
    plies: int = 2
    """Length of random and census openings."""
    start: Position = field(default_factory=Position)
    seed: int = 1
    move_seconds: float | None = None
    """Time limit for a move of a Python player; None for the runner's default."""
    labels: tuple[str, ...] | None = None
    """What the store and the results call the players; None for their specs."""
    start_ply: int | None = None
    """If given, random openings go on with quick self-play up to this ply."""
    is_league: bool = False
    """Whether each pairing is an experiment of its own in the store.

    Its games then stay valid when other players join, leave or change, and all pairings advance
    together, pair by pair. The players' source code is not stored.
    """
    is_separate: bool = False
    """Whether each pairing is an experiment of its own, so that any plan with it can resume it."""
    request: Request | None = field(default=None, compare=False, repr=False)
    """What was asked for; stored with the games."""

    def __post_init__(self) -> None:
        if not self.pairings:
            raise ArgumentError("at least two players are needed")
        twice = [name for name, count in Counter(self.player_names).items() if count > 1]
        if twice and len(self.players) > 2:
            raise ArgumentError(f"player {twice[0]} is listed twice")
        if self.pairs is not None:
            check_whole("pairs", self.pairs, 1, MOST_PAIRS)
        check_seed(self.seed)
        if self.move_seconds is not None:
            check_seconds("move_seconds", self.move_seconds)
        if not isinstance(self.openings, str | Iterable):
            raise ArgumentError(
                f"openings must be {', '.join(KINDS)} or a list, got {show(self.openings)}"
            )
        if isinstance(self.openings, str) and self.openings not in KINDS:
            raise ArgumentError(
                f"openings must be {', '.join(KINDS)} or a list, got {self.openings!r}"
            )
        if self.openings == "random" and self.pairs is None:
            raise ArgumentError("random openings need a number of pairs")
        if self.openings == "census" and self.pairs is not None:
            raise ArgumentError("a census plays every opening once; leave out the number of pairs")
        if self.start_ply is not None:
            check_later_start(self.openings, self.start, self.start_ply, plies=self.plies)
        if self.pairs is not None and self.pairs > MOST_KEPT_PAIRS:
            self._check_memory(self.pairs)

    def _check_memory(self, pairs: int) -> None:
        """Raise ArgumentError if the memory needed would grow with the number of pairs."""
        if len(self.pairings) > 1:
            what = "with more than two players"
        elif self.start_ply is not None:
            what = "from later starts"
        elif self.openings == "random" and not are_few(self.start, self.plies):
            length = counted(self.plies, "ply")
            what = f"with {length}, more than {MOST_SEQUENCES:,} different openings"
        else:
            return
        raise ArgumentError(f"{what} there are at most {MOST_KEPT_PAIRS:,} pairs, got {pairs:,}")

    @cached_property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(map(name_of, self.players)) if self.labels is None else self.labels

    @cached_property
    def drawn(self) -> DrawnOpenings:
        """The opening of each pair, the same for every pairing; drawn when it is needed."""
        return draw(
            self.openings,
            self.start,
            self.pairs,
            plies=self.plies,
            seed=self.seed,
            start_ply=self.start_ply,
        )

    @cached_property
    def opening_numbers(self) -> OpeningNumbers:
        """Which pairs share an opening."""
        return OpeningNumbers.of(self.drawn)

    def names(self, pairing: int) -> tuple[str, str]:
        """What A and B of a pairing are called."""
        a, b = self.pairings[pairing]
        return self.player_names[a], self.player_names[b]

    def identity(self) -> dict[str, object]:
        """The plan as data without the number of pairs, so that more pairs can be added later."""
        return self._identity(range(len(self.players)), self.pairings)

    def identities(self) -> list[dict[str, object]]:
        """The identity of each experiment in the store: the plan, or each of its pairings."""
        if not (self.is_league or self.is_separate):
            return [self.identity()]
        return [self._identity(pairing, ((0, 1),)) for pairing in self.pairings]

    def place(self, pairing: int) -> tuple[int, int]:
        """Where a pairing is stored: the number of its identity, and its number in there."""
        return (pairing, 0) if self.is_league or self.is_separate else (0, pairing)

    def _identity(
        self, places: Sequence[int], pairings: Sequence[tuple[int, int]]
    ) -> dict[str, object]:
        kind = self.openings if isinstance(self.openings, str) else "list"
        later: dict[str, object] = {"openings": SELF_PLAY, "start_ply": self.start_ply}
        return {
            "players": [self.player_names[place] for place in places],
            "sources": [self._digests[place] for place in places],
            "pairings": [list(pairing) for pairing in pairings],
            "openings": kind if kind != "list" else _texts(self.start, self.openings),
            "plies": self.plies if kind in ("random", "census") else None,
            "start": str(self.start),
            "seed": self.seed,
            "move_seconds": self.move_seconds,
            **({} if self.start_ply is None else later),
        }

    @cached_property
    def _digests(self) -> tuple[str | None, ...]:
        return tuple(complete(player).sources().digest for player in self.players)

    def sources(self) -> dict[str, str]:
        """The source of each player that runs the user's Python; of a league's players, nothing."""
        if self.is_league:
            return {}
        texts = {name_of(player): complete(player).sources().text for player in self.players}
        return {name: text for name, text in texts.items() if text is not None}

    def about(self, version: str) -> dict[str, object]:
        """What to store with the games: what was asked for, by which program, on which machine."""
        asked: dict[str, object] = {}
        command = [Path(sys.argv[0]).name, *sys.argv[1:]]
        if self.request is not None:
            planned = len(self.drawn) * len(self.pairings) // len(self.identities())
            asked = {"request": self.request.as_json(), "planned": planned}
            command = ["lastknight", *self.request.words()]
        return {
            **asked,
            "command": shell_text(command),
            "version": version,
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
            "sources": self.sources(),
        }


def pair_up(
    players: Sequence[str | Player], opponents: Sequence[str | Player] | None = None
) -> tuple[tuple[Player, ...], tuple[tuple[int, int], ...]]:
    """The players and pairings of a tournament: all against all, or players against opponents.

    A player that is also an opponent takes part once, and no player meets itself. Raises
    ArgumentError for a player or an opponent that is listed twice.

    >>> pair_up(["Random", "Greedy(open)"], ["Random"])
    ((player('Random'), player('Greedy(open)')), ((1, 0),))
    """
    for what, given in (
        ("players", players),
        ("opponents", () if opponents is None else opponents),
    ):
        read_list(what, given, of="players")
    entrants = [player(entrant) for entrant in players]
    names = [name_of(entrant) for entrant in entrants]
    for name in names:
        if names.count(name) > 1:
            raise ArgumentError(f"player {name} is listed twice")
    if opponents is None:
        return tuple(entrants), tuple(combinations(range(len(entrants)), 2))
    places: list[int] = []
    for opponent in map(player, opponents):
        if name_of(opponent) not in names:
            names.append(name_of(opponent))
            entrants.append(opponent)
        place = names.index(name_of(opponent))
        if place in places:
            raise ArgumentError(f"opponent {opponent} is listed twice")
        places.append(place)
    pairings = [(a, b) for a in range(len(players)) for b in places if a != b]
    pairings = [pair for pair in pairings if pair[::-1] not in pairings or pair[0] < pair[1]]
    return tuple(entrants), tuple(pairings)


def pairing_names(plans: Iterable[Plan]) -> list[tuple[str, str]]:
    """The names of A and B in every pairing, in the order in which a run's progress counts them."""
    return [plan.names(pairing) for plan in plans for pairing in range(len(plan.pairings))]


def stored_openings(plan: Mapping[str, Any]) -> dict[str, Any]:
    """The openings of a stored plan, as the fields of a plan or of a request."""
    is_later = plan["openings"] == SELF_PLAY
    return {
        "openings": "random" if is_later else plan["openings"],
        "plies": 2 if plan["plies"] is None else plan["plies"],
        "start_ply": plan["start_ply"] if is_later else None,
    }


def check_later_start(openings: Openings, start: Position, start_ply: int, *, plies: int) -> None:
    """Raise ArgumentError unless games can start at this ply of quick self-play."""
    if openings != "random":
        kind = openings if isinstance(openings, str) else "listed"
        raise ArgumentError(f"start_ply draws its own positions; leave out {kind} openings")
    check_start_ply(start_ply, start, plies=plies)


def draw(  # noqa: PLR0913  (all but three are keywords)
    openings: Openings,
    start: Position,
    pairs: int | None,
    *,
    plies: int,
    seed: int,
    start_ply: int | None = None,
) -> DrawnOpenings:
    """The opening of each pair; a list repeats if there are more pairs than openings."""
    if start_ply is not None:
        check_later_start(openings, start, start_ply, plies=plies)
        assert pairs is not None
        later = self_play_openings(start, start_ply, pairs, plies=plies, seed=seed)
        return DrawnOpenings(ListDeck(later), pairs)
    if openings == "random":
        assert pairs is not None
        return DrawnOpenings(RandomDeck(start, plies, seed=seed), pairs)
    if openings == "census":
        found = census_openings(start, plies)
    elif openings == "empty":  # the players place their knights themselves
        found = [Opening((), start)]
    else:
        found = list_openings(start, openings)
    return DrawnOpenings(ListDeck(found), len(found) if pairs is None else pairs)


def _texts(start: Position, openings: Openings) -> list[str]:
    assert not isinstance(openings, str)
    return [str(opening) for opening in list_openings(start, openings)]
