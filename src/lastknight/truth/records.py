"""Records: what perfect play says of heuristics and players, as plain frozen data."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from lastknight.stats import Estimate


@dataclass(frozen=True)
class PlyGroup:
    """The sampled positions after so many plies."""

    first_ply: int
    last_ply: int
    positions: int
    critical: int
    """Those in which winning and losing moves both exist."""
    won: int
    """Those that the player to move wins."""
    chance: Estimate
    """How often any move, each equally likely, wins in a critical position."""


@dataclass(frozen=True)
class Sample:
    """Where the positions come from, and how many there are."""

    source: str
    """Whose games they are."""
    games: int
    clusters: int
    """Openings that differ under the symmetries of the board: the unit of all intervals."""
    positions: int
    critical: int
    won: int
    unknown: int
    """Positions that were drawn but left out: the solver did not reach them within its limit."""
    chance: Estimate
    groups: tuple[PlyGroup, ...]


@dataclass(frozen=True)
class Agreement:
    """How a heuristic's values agree with the exact winners, over some positions."""

    positions: int
    critical: int
    sign: Estimate
    """How often the value for the player to move is above 0 where that one wins and below 0 where
    it loses; 0 counts half."""
    auc: Estimate
    """How often the value of a won position is above that of a lost one."""
    order: Estimate
    """The same between winning and losing moves of one critical position, by the values after
    them; every position counts the same."""


@dataclass(frozen=True)
class Picks:
    """How often a winning move is picked where winning and losing moves both exist."""

    critical: int
    picked: int
    rate: Estimate


@dataclass(frozen=True)
class DepthPicks:
    """What an alpha-beta search of a heuristic to a depth picks."""

    depth: int
    picks: Picks


@dataclass(frozen=True)
class HeuristicTruth:
    """A heuristic against perfect play."""

    heuristic: str
    """Its spec."""
    overall: Agreement
    groups: tuple[Agreement, ...]
    """By ply, in the order of the sample's groups."""
    depths: tuple[DepthPicks, ...]
    """How far search repairs it, the shallowest first."""


@dataclass(frozen=True)
class Mistake:
    """The first decisive mistake of a game: a won position, and a move that loses it."""

    game: str
    """Its name: pairing, pair, and 1 or 2."""
    moves: str
    """All moves of the game."""
    ply: int
    """How many of them lead to the position."""
    position: str
    """In its one line of text."""
    player: int
    """1 or 2: who made it."""
    played: str
    winning: tuple[str, ...]
    """The moves that would have won."""


@dataclass(frozen=True)
class Thrown:
    """Won positions that a player threw away in games it played."""

    opponent: str
    games: int
    lost: int
    """Games it lost."""
    lost_won: int
    """Of these, games in which it had a won position."""
    won_positions: int
    """Positions with the player to move that it wins with perfect play."""
    thrown: int
    """Those after which the opponent could win."""
    per_game: Estimate
    first: Mistake | None
    """Of the first game that has one."""


@dataclass(frozen=True)
class PlayerTruth:
    """A player against perfect play."""

    player: str
    """Its spec."""
    overall: Picks
    groups: tuple[Picks, ...]
    """By ply, in the order of the sample's groups."""
    thrown: Thrown | None
    """None where it played no games."""


@dataclass(frozen=True)
class Truth:
    """Heuristics and players against perfect play, all on the same positions."""

    width: int
    height: int
    seed: int
    sample: Sample
    heuristics: tuple[HeuristicTruth, ...]
    players: tuple[PlayerTruth, ...]
    confidence: float = 0.95

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return asdict(self)
