"""Requests: an experiment as data, as the command line and the page ask for it.

A request says what to play, not where. It is stored with the games, sent to other processes as
JSON, and can be written as a command; nothing reads commands back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Self

from pydantic import ConfigDict, PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from lastknight.errors import ArgumentError
from lastknight.matches.plan import PAIRS_OF_MATCH, PAIRS_OF_TOURNAMENT, Plan, pair_up
from lastknight.notation import format_moves
from lastknight.players import Player, player
from lastknight.position import Position
from lastknight.ranges import read_list
from lastknight.stats import Sprt

PAIRS_OF_SPRT = 50_000

Start = Annotated[Position, PlainValidator(Position.parse), PlainSerializer(str)]


@dataclass(frozen=True, kw_only=True)
class Request:
    """What every kind of experiment has in common: how many games, from where, which seed."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")
    kind: ClassVar[str]
    """Also the name of its JSON form."""
    command: ClassVar[str]

    pairs: int | None = None
    """Pairs of each pairing; None for the default of the kind."""
    openings: str | tuple[str, ...] = "random"
    """`random`, `census`, `empty`, or the moves of each opening."""
    plies: int = 2
    start_ply: int | None = None
    """If given, random openings go on with quick self-play up to this ply."""
    start: Start = field(default_factory=Position)
    seed: int = 1
    move_seconds: float | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Read what `as_json` writes.

        Raises ArgumentError for other data.
        """
        fields = {name: value for name, value in data.items() if name != "kind"}
        if data.get("kind") != cls.kind:
            raise ArgumentError(f"expected a request for {cls.kind!r}, got {data.get('kind')!r}")
        try:
            return TypeAdapter(cls).validate_python(fields)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            reason = first["msg"].removeprefix("Value error, ")
            raise ArgumentError(f"{where}: {reason}" if where else reason) from None

    def as_json(self) -> dict[str, Any]:
        """The request as plain data.

        >>> request = MatchRequest(players=("Random", "Greedy(open)"), pairs=8)
        >>> MatchRequest.from_json(request.as_json()) == request
        True
        """
        data: dict[str, Any] = TypeAdapter(type(self)).dump_python(self, mode="json")
        return {"kind": self.kind, **data}

    def words(self, **more: object) -> list[str]:
        """The command that asks for the same, without the program's name; `more` are options.

        >>> MatchRequest(players=("Random", "Greedy(open)"), pairs=8).words(file="a.db")
        ['match', 'Random', 'Greedy(open)', '--pairs', '8', '--file', 'a.db']
        """
        listed = self.openings if isinstance(self.openings, str) else ";".join([*self.openings, ""])
        options = self.own_options() | {
            "pairs": self.pairs,
            "openings": None if listed == "random" else listed,
            "plies": None if self.plies == 2 else self.plies,
            "start-ply": self.start_ply,
            "width": None if self.start.width == 7 else self.start.width,
            "height": None if self.start.height == 7 else self.start.height,
            "blocked": format_moves(self.start.blocked) or None,
            "seed": None if self.seed == 1 else self.seed,
            "move-seconds": self.move_seconds,
        }
        return command_words(self.command, self.arguments(), options | more)

    def arguments(self) -> tuple[str, ...]:
        """The arguments of its command."""
        raise NotImplementedError

    def specs(self) -> dict[str, tuple[str, ...]]:
        """Every spec in it, and so all code it may run, by what the specs describe."""
        raise NotImplementedError

    def own_options(self) -> dict[str, object]:
        """The options that only its own command has, None where they are not needed."""
        return {}

    def _plan(
        self,
        players: tuple[Player, ...],
        pairings: tuple[tuple[int, int], ...],
        *,
        pairs: int | None,
    ) -> Plan:
        """A plan with the conditions of this request."""
        return Plan(
            players,
            pairings,
            pairs=pairs,
            openings=self.openings,
            plies=self.plies,
            start_ply=self.start_ply,
            start=self.start,
            seed=self.seed,
            move_seconds=self.move_seconds,
            request=self,
        )


@dataclass(frozen=True, kw_only=True)
class MatchRequest(Request):
    """A match between two players, given by their specs."""

    kind: ClassVar = "match"
    command: ClassVar = "match"

    players: tuple[str, ...]
    """A and B."""
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        read_list("players", self.players, of="specs")
        if len(self.players) != 2:
            raise ArgumentError(f"a match needs two players, got {len(self.players)}")

    def plan(self) -> Plan:
        """The plan that plays it, which loads the players.

        Raises NotationError for a spec that is not a player's, and as `Plan` does.
        """
        pairs = self.pairs
        if pairs is None and self.sprt is not None and self.openings != "census":
            pairs = PAIRS_OF_SPRT
        elif pairs is None and self.openings == "random":
            pairs = PAIRS_OF_MATCH
        return self._plan(tuple(map(player, self.players)), ((0, 1),), pairs=pairs)

    def arguments(self) -> tuple[str, ...]:
        """A and B."""
        return self.players

    def specs(self) -> dict[str, tuple[str, ...]]:
        """A and B."""
        return {"a player": self.players}

    def own_options(self) -> dict[str, object]:
        """The sequential test."""
        return {} if self.sprt is None else sprt_options(self.sprt)


@dataclass(frozen=True, kw_only=True)
class TournamentRequest(Request):
    """A tournament of players: all against all, or all against some opponents."""

    kind: ClassVar = "tournament"
    command: ClassVar = "tournament"

    players: tuple[str, ...]
    against: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        read_list("players", self.players, of="specs")
        read_list("against", self.against, of="specs")

    def plan(self) -> Plan:
        """The plan that plays it, which loads the players.

        Raises NotationError for a spec that is not a player's, and as `Plan` does.
        """
        has_default = self.pairs is None and self.openings == "random"
        pairs = PAIRS_OF_TOURNAMENT if has_default else self.pairs
        return self._plan(*pair_up(self.players, self.against or None), pairs=pairs)

    def arguments(self) -> tuple[str, ...]:
        """The players."""
        return self.players

    def specs(self) -> dict[str, tuple[str, ...]]:
        """The players and the opponents."""
        return {"a player": (*self.players, *self.against)}

    def own_options(self) -> dict[str, object]:
        """The opponents."""
        return {"against": self.against}


def sprt_options(test: Sprt) -> dict[str, object]:
    """A sequential test as options.

    >>> sprt_options(Sprt(0, 20, alpha=0.01))
    {'sprt': '0:20', 'alpha': 0.01, 'beta': None}
    """
    usual = Sprt(test.elo0, test.elo1)
    return {
        "sprt": f"{test.elo0:g}:{test.elo1:g}",
        "alpha": None if test.alpha == usual.alpha else test.alpha,
        "beta": None if test.beta == usual.beta else test.beta,
    }


def command_words(
    command: str, arguments: tuple[str, ...], options: Mapping[str, object]
) -> list[str]:
    """A command as words: None and False are left out, True is a flag, a tuple repeats its option.

    >>> command_words("study", ("004-t1",), {"scale": 10, "calibrate": True, "cost": ("open=1",)})
    ['study', '004-t1', '--scale', '10', '--calibrate', '--cost', 'open=1']
    """
    words: list[str] = []
    for name, value in options.items():
        for one in value if isinstance(value, tuple) else (value,):
            text = str(one)
            if one is True:
                words.append(f"--{name}")
            elif one is not None and one is not False:
                words += [f"--{name}={text}"] if text.startswith("-") else [f"--{name}", text]
    if any(argument.startswith("-") for argument in arguments):
        return [command, *words, "--", *arguments]
    return [command, *arguments, *words]
