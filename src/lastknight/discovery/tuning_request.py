"""What `lastknight tune` is asked for, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, cast

from lastknight.discovery.parameters import Range, Space, read_range
from lastknight.discovery.split_openings import Half, draw_half
from lastknight.discovery.spsa import RUNS
from lastknight.errors import ArgumentError, show
from lastknight.matches.openings import Opening
from lastknight.matches.request import Request, sprt_options
from lastknight.players import Player, is_player_spec, player
from lastknight.players.searchers import USUAL_NODES
from lastknight.stats import PRESETS, Sprt

PAIRS = 5120
"""Pairs of a search by default: a few minutes on two cores."""
CHECK_PAIRS = 4000
"""Most pairs of each check by default."""
_LEAST_ITERATIONS = 20
_BATCH = 32


@dataclass(frozen=True, kw_only=True)
class TuneRequest(Request):
    """A spec with parameters to tune by games, and how to check the result.

    `pairs` are those of the search, all runs together. Raises ArgumentError and NotationError for
    a spec, ranges or a start that do not fit together.
    """

    kind: ClassVar = "tune"
    command: ClassVar = "tune"

    spec: str
    """A heuristic or a player, with names of parameters in place of some numbers."""
    ranges: tuple[Range, ...]
    point: tuple[tuple[str, float], ...] = ()
    """Where to start, by parameter; the middle of the range for the others."""
    nodes: int | None = None
    """Nodes per move of the player that searches with a heuristic; None for the default."""
    against: str | None = None
    """A heuristic or a player to check the result against, besides the start."""
    sprt: Sprt = PRESETS["standard"]
    check_pairs: int = CHECK_PAIRS
    """Most pairs of each check; 0 for no check."""

    def __post_init__(self) -> None:
        if self.openings != "random" or self.start_ply is not None:
            raise ArgumentError("tuning uses two halves of random openings; set only their plies")
        for name, value, least, most in (
            ("pairs", self.budget, RUNS * _LEAST_ITERATIONS, 10**8),
            ("check_pairs", self.check_pairs, 0, 10**6),
            ("seed", self.seed, 0, 2**64 - 1),
        ):
            if type(value) is not int or not least <= value <= most:
                raise ArgumentError(
                    f"{name} must be a whole number from {least} to {most}, got {show(value)}"
                )
        if self.nodes is not None and is_player_spec(self.spec):
            raise ArgumentError("the spec is a player with a limit of its own; leave out nodes")
        if self.sprt.elo0 < 0:
            raise ArgumentError(
                "the check asks whether the result is better, so the lower Elo of its sequential "
                f"test must be at least 0, got {self.sprt.elo0:g}"
            )
        self.space.start(dict(self.point))
        self.opponent()
        self.draw("search")
        self.draw("check")

    @cached_property
    def space(self) -> Space:
        """The spec and its parameters."""
        return Space.of(self.spec, self.ranges, check=self.make_player)

    def draw(self, half: Half) -> Iterator[Opening]:
        """The openings of the search or of the check, without end.

        Raises ArgumentError for openings that do not split into two halves.
        """
        return draw_half(self.start, half, plies=self.plies, seed=self.seed)

    @property
    def budget(self) -> int:
        """Pairs that the search may play."""
        return PAIRS if self.pairs is None else self.pairs

    @property
    def iterations(self) -> int:
        """Iterations of each run."""
        return max(_LEAST_ITERATIONS, self.budget // (RUNS * _BATCH))

    @property
    def batch(self) -> int:
        """Pairs of each run in an iteration."""
        return self.budget // (RUNS * self.iterations)

    def make_player(self, spec: str) -> Player:
        """The player that a spec stands for; a heuristic searches with alpha-beta."""
        return player(spec, nodes=USUAL_NODES if self.nodes is None else self.nodes)

    def opponent(self) -> Player | None:
        """The player to check the result against, besides the start."""
        if self.against is None:
            return None
        if is_player_spec(self.spec) and not is_player_spec(self.against):
            raise ArgumentError(
                f"the spec is a player, so --against needs one too, got {self.against!r}"
            )
        return self.make_player(self.against)

    def arguments(self) -> tuple[str, ...]:
        """The spec."""
        return (self.spec,)

    def specs(self) -> dict[str, tuple[str, ...]]:
        """The spec and the opponent of the check."""
        given = (self.spec,) if self.against is None else (self.spec, self.against)
        return {"a heuristic or a player": given}

    def own_options(self) -> dict[str, object]:
        """Ranges, start, nodes and checks."""
        is_usual = self.sprt == PRESETS["standard"]
        return {
            "range": tuple(f"{one.name}={one.low:.12g}:{one.high:.12g}" for one in self.ranges),
            "start": tuple(f"{name}={value:.12g}" for name, value in self.point),
            "nodes": self.nodes,
            "against": self.against,
            **({} if is_usual else sprt_options(self.sprt)),
            "check-pairs": None if self.check_pairs == CHECK_PAIRS else self.check_pairs,
        }


def as_ranges(given: Mapping[str, tuple[float, float]] | str | Sequence[str]) -> tuple[Range, ...]:
    """Ranges from a mapping of names to their ends, or from texts such as `w=0:2`.

    Raises ArgumentError for anything else.

    >>> as_ranges({"w": (0, 2)})
    (Range(name='w', low=0, high=2, is_whole=False),)
    >>> [one.name for one in as_ranges(["w=0:2", "v=1:3"])]
    ['w', 'v']
    """
    if isinstance(given, str):
        return (read_range(given),)
    if isinstance(given, list | tuple) and given and all(isinstance(one, str) for one in given):
        return tuple(map(read_range, given))
    try:
        ends = [(name, *both) for name, both in cast("Any", given).items()]
        named = [(str(name), low, high) for name, low, high in ends]
    except (AttributeError, TypeError, ValueError):
        raise ArgumentError(
            f"ranges must be a mapping such as {{'w': (0, 2)}}, or text such as 'w=0:2', "
            f"got {show(given)}"
        ) from None
    return tuple(Range(*one) for one in named)
