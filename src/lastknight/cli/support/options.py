"""Options that several commands share: the seed, costs, the board, and how much is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import typer

from lastknight.cli.support.rules import one_of
from lastknight.errors import ArgumentError
from lastknight.position import Position, is_position
from lastknight.ranges import MOST_SECONDS, MOST_WORKERS


def _check_seed(seed: int) -> int:
    if not 0 <= seed < 2**64:
        raise typer.BadParameter(f"a seed must be a number from 0 to {2**64 - 1}, got {seed}")
    return seed


# A callback checks the range, which would fill half a line of the help.
Seed = Annotated[int, typer.Option(callback=_check_seed, help="Random seed.")]
MoveSeconds = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        min=0.001,
        max=MOST_SECONDS,
        help="Time limit per move for Python players, in seconds.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_WORKERS, help="Games played at once. Default: all cores."),
]
Costs = Annotated[
    list[str] | None,
    typer.Option(
        "--cost",
        metavar="SPEC=X",
        help="Cost of a heuristic, such as 'ratio=1.2'; can be repeated. Default: measured.",
    ),
]


@dataclass(frozen=True)
class BoardOptions:
    """The board."""

    panel: ClassVar = "Board"

    width: Annotated[int, typer.Option(help="Columns of the board.")] = 7
    height: Annotated[int, typer.Option(help="Rows of the board.")] = 7
    blocked: Annotated[
        str, typer.Option(metavar="SQUARES", help="Blocked squares, such as 'a1 g7'.")
    ] = ""

    @property
    def start(self) -> Position:
        """The empty board."""
        return Position(self.width, self.height, self.blocked)

    @property
    def is_default(self) -> bool:
        """Whether the board is the default one."""
        return (self.width, self.height, self.blocked) == (7, 7, "")

    def read_position(self, text: str) -> Position:
        """Read a position given as its line of text, or as moves on this board.

        Only the text of a position has a colon; it includes its board.
        """
        if not is_position(text):
            return Position.from_moves(
                text, width=self.width, height=self.height, blocked=self.blocked
            )
        if not self.is_default:
            raise ArgumentError(
                "a position's text has its own board; leave out --width, --height and --blocked"
            )
        return Position.parse(text)


@dataclass(frozen=True)
class EffortOptions:
    """How much is played."""

    panel: ClassVar = "Effort"
    rules: ClassVar = (one_of("--quick", "--thorough"),)

    quick: Annotated[bool, typer.Option("--quick", help="Few games; takes seconds.")] = False
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Many games, for small differences; takes minutes.")
    ] = False

    @property
    def effort(self) -> str:
        """`quick`, `default` or `thorough`."""
        return "quick" if self.quick else "thorough" if self.thorough else "default"
