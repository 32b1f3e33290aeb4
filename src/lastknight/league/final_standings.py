"""The standings of a league as plain frozen data: everything its pages and files show."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from lastknight.stats import Estimate
from lastknight.stats.ratings import TOO_FEW
from lastknight.truth.measurements import Mistake

Kind = Literal["submission", "baseline"]
ONLY_ONE = "only one"
"""The rank of a submission without others."""


@dataclass(frozen=True)
class Outcome:
    """An entrant's results against an opponent, in pairs."""

    opponent: int
    """Index of the opponent's entry."""
    ww: int
    split: int
    ll: int
    forfeits: int
    """Games the entrant lost by forfeit."""
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
class LeagueEnding:
    """How many games of an entrant ended for one reason."""

    reason: str
    won: int
    lost: int


@dataclass(frozen=True)
class Forfeited:
    """Games an entrant forfeited in the same way, described by the first of them."""

    game: str
    """The pair, and 1 or 2."""
    opponent: int
    plies: int
    """Moves played before, including the opening."""
    position: str
    reason: str
    note: str
    games: int = 1
    """The number of such games."""


@dataclass(frozen=True)
class ThrownWin:
    """A won position that the entrant gave away."""

    opponent: int
    mistake: Mistake


@dataclass(frozen=True)
class Mistakes:
    """What the solver says about games an entrant lost on the board."""

    games: int
    """Games examined."""
    had_won: int
    """Games in which it had a won position."""
    thrown: int
    """Won positions it gave away."""
    boards: tuple[ThrownWin, ...]


@dataclass(frozen=True)
class LeagueEntry:
    """An entrant of the league and its results."""

    name: str
    kind: Kind
    player: str
    """The player class, or the spec of a baseline."""
    page: str = ""
    """Its page, relative to the league's folder."""
    problem: str = ""
    """Why it did not play; empty if it did."""
    trace: str = ""
    """The traceback or other details of the problem."""
    rank: str = ""
    """Its rank among submissions, a range, "too few games" or "only one"; all hold together."""
    best_rank: int | None = None
    worst_rank: int | None = None
    elo: Estimate = Estimate(None, None, None)  # noqa: RUF009  (a frozen value)
    wins: int = 0
    losses: int = 0
    win_rate: Estimate = Estimate(None, None, None)  # noqa: RUF009
    outcomes: tuple[Outcome, ...] = ()
    endings: tuple[LeagueEnding, ...] = ()
    forfeits: tuple[Forfeited, ...] = ()
    """Grouped by kind, the most frequent first."""
    forfeited: int = 0
    """Games lost by forfeit in all."""
    mistakes: Mistakes | None = None
    output: str = ""
    """The beginning of what it printed."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.losses

    @property
    def has_met(self) -> set[int]:
        """The entries it played against."""
        return {outcome.opponent for outcome in self.outcomes}


@dataclass(frozen=True)
class LeagueConditions:
    """What was played, and how."""

    title: str
    limits: str
    pairs: int
    plies: int
    seed: int
    games: int
    openings: int
    pairs_to_rank: int
    """Pairs for each meeting that would tell submissions 100 Elo apart."""
    anchor: str
    """The player whose rating is 0."""
    sandbox: str
    is_walled: bool
    """Whether submissions had no access to the network and other files."""
    version: str
    command: str


@dataclass(frozen=True)
class League:
    """A finished league."""

    conditions: LeagueConditions
    entries: tuple[LeagueEntry, ...]
    """The best first, then those that did not play."""
    skipped: tuple[tuple[str, str], ...] = ()
    """Names in the folder that are not submissions, and why."""
    attacker_rate: Estimate | None = None
    """The share of all games that the attacker won; None if openings leave knights to place."""

    @property
    def is_short(self) -> bool:
        """Whether there are too few games to rank somebody."""
        return any(entry.rank == TOO_FEW for entry in self.entries)

    def as_json(self) -> dict[str, object]:
        """The league as plain data."""
        return asdict(self)
