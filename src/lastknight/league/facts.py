"""Facts of a league, as plain frozen data: everything its pages and files are made from."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from lastknight.stats import Estimate
from lastknight.truth.measurements import Mistake

Kind = Literal["submission", "baseline"]


@dataclass(frozen=True)
class Outcome:
    """What an entrant did against another one, in pairs."""

    opponent: int
    """Its place among the entries."""
    ww: int
    split: int
    ll: int
    forfeits: int
    """Games that the entrant lost by forfeit."""
    opponent_forfeits: int

    @property
    def wins(self) -> int:
        """Games won."""
        return 2 * self.ww + self.split

    @property
    def losses(self) -> int:
        """Games lost."""
        return 2 * self.ll + self.split


@dataclass(frozen=True)
class Ending:
    """How many games ended in a way, for one entrant."""

    reason: str
    won: int
    lost: int


@dataclass(frozen=True)
class Forfeited:
    """Games that an entrant lost by what it did, all in the same way; the first of them."""

    game: str
    """Pair, and 1 or 2."""
    opponent: int
    plies: int
    """How many moves were made before, those of the opening too."""
    position: str
    reason: str
    note: str
    games: int = 1
    """How many there are."""


@dataclass(frozen=True)
class Thrown:
    """A won position that was given away."""

    opponent: int
    mistake: Mistake


@dataclass(frozen=True)
class Mistakes:
    """What the solver says of games that an entrant lost on the board."""

    games: int
    """How many of them were looked through."""
    had_won: int
    """In how many of them it stood in a won position."""
    thrown: int
    """How many won positions it gave away."""
    boards: tuple[Thrown, ...]


@dataclass(frozen=True)
class Entry:
    """An entrant of the league with all there is to say about it."""

    name: str
    kind: Kind
    player: str
    """The class that plays, or the spec of a baseline."""
    page: str = ""
    """Its page, from the folder of the league on."""
    problem: str = ""
    """Why it did not play; empty where it did."""
    trace: str = ""
    """The traceback, or what else came with the problem."""
    rank: str = ""
    """Its rank among submissions: one, or a range that holds with all others."""
    best_rank: int | None = None
    worst_rank: int | None = None
    elo: Estimate = Estimate(None, None, None)  # noqa: RUF009  (a frozen value)
    wins: int = 0
    losses: int = 0
    win_rate: Estimate = Estimate(None, None, None)  # noqa: RUF009
    outcomes: tuple[Outcome, ...] = ()
    endings: tuple[Ending, ...] = ()
    forfeits: tuple[Forfeited, ...] = ()
    """By kind, the most frequent first."""
    forfeited: int = 0
    """How many games were lost by forfeit in all."""
    mistakes: Mistakes | None = None
    output: str = ""
    """What it wrote, as far as it was kept."""

    @property
    def games(self) -> int:
        """How many games it played."""
        return self.wins + self.losses


@dataclass(frozen=True)
class Conditions:
    """What was played, and how."""

    title: str
    limits: str
    pairs: int
    plies: int
    seed: int
    games: int
    openings: int
    anchor: str
    """Whose rating is 0."""
    sandbox: str
    is_walled: bool
    """Whether submissions saw no network and none of the files outside."""
    version: str
    command: str


@dataclass(frozen=True)
class League:
    """A league that was played."""

    conditions: Conditions
    entries: tuple[Entry, ...]
    """The best first, then those that did not play."""
    first_move: Estimate
    """What moving first is worth, in Elo."""
    skipped: tuple[tuple[str, str], ...] = ()
    """What was in the folder and is no submission, and why."""

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return asdict(self)
