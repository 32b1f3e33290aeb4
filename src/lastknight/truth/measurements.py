"""What was measured against perfect play: plain frozen data, and the same as flat rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from lastknight.ranges import check_kind
from lastknight.stats import Estimate

Row = dict[str, object]


@dataclass(frozen=True)
class PlyGroup:
    """The sampled positions from one range of plies."""

    first_ply: int
    last_ply: int
    positions: int
    critical: int
    """Positions that have both winning and losing moves."""
    won: int
    """Positions that the player to move wins."""
    chance: Estimate
    """How often a random move wins in a critical position."""


@dataclass(frozen=True)
class Sample:
    """Where the positions come from, and how many there are."""

    source: str
    """Which players' games they come from."""
    games: int
    clusters: int
    """Distinct openings, mirror images counting as one: all intervals cluster by them."""
    positions: int
    critical: int
    won: int
    unknown: int
    """Positions drawn but dropped, because the solver hit its node limit."""
    chance: Estimate
    groups: tuple[PlyGroup, ...]


@dataclass(frozen=True)
class Agreement:
    """How well a heuristic's values agree with the proved winners."""

    positions: int
    critical: int
    sign: Estimate
    """How often the value is positive when the player to move wins and negative when it loses;
    0 counts half."""
    auc: Estimate
    """How often a won position has a higher value than a lost one."""
    order: Estimate
    """How often, in a critical position, the value after a winning move is higher than after a
    losing one; each position has the same weight."""


@dataclass(frozen=True)
class Picks:
    """How often a player picks a winning move in critical positions."""

    critical: int
    picked: int
    rate: Estimate


@dataclass(frozen=True)
class DepthPicks:
    """The picks of an alpha-beta search to a fixed depth."""

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
    """Its picks with search, shallowest first: how far search makes up for its errors."""


@dataclass(frozen=True)
class Mistake:
    """The first decisive mistake of a game: a won position, and the move that lost it."""

    game: str
    """Its name: pairing, pair, and 1 or 2."""
    moves: str
    """All moves of the game."""
    ply: int
    """How many moves were played before it."""
    position: str
    """As one line of text."""
    player: int
    """Who made the mistake, 1 or 2."""
    played: str
    winning: tuple[str, ...]
    """The moves that would have won."""


@dataclass(frozen=True)
class ThrownWins:
    """The won positions that a player threw away in its games."""

    opponent: str
    games: int
    lost: int
    """Games it lost."""
    lost_won: int
    """Lost games in which it had a won position at some point."""
    won_positions: int
    """Won positions in which it was to move."""
    thrown: int
    """Those in which its move let the opponent win."""
    per_game: Estimate
    first: Mistake | None
    """From the first game that has one."""


@dataclass(frozen=True)
class PlayerTruth:
    """A player against perfect play."""

    player: str
    """Its spec."""
    overall: Picks
    groups: tuple[Picks, ...]
    """By ply, in the order of the sample's groups."""
    thrown: ThrownWins | None
    """None if it played no games."""


@dataclass(frozen=True)
class FoundWins:
    """How often a search with a heuristic finds a winning move in the critical positions."""

    heuristic: str
    """Its spec."""
    picks: Picks


@dataclass(frozen=True)
class PairedWins:
    """A candidate and the baseline in the same critical positions."""

    heuristic: str
    """The spec of the candidate."""
    critical: int
    both: int
    """Positions in which both find a winning move."""
    only_candidate: int
    only_baseline: int
    neither: int
    difference: Estimate
    """The candidate's rate minus the baseline's. The interval agrees with `p_adjusted`."""
    p_value: float
    """From McNemar's test, clustered by opening."""
    p_adjusted: float
    """After Holm, over all candidates."""
    word: str
    """better, worse, or no difference shown."""


@dataclass(frozen=True)
class WinningMoves:
    """All heuristics in the same critical positions."""

    sample: Sample
    """Its critical positions are the ones asked about."""
    nodes: int
    """Node limit of the searches."""
    baseline: str
    """Its spec."""
    found: tuple[FoundWins, ...]
    """The candidates in their order, then the baseline."""
    compared: tuple[PairedWins, ...]
    """The candidates in their order."""

    @property
    def best_first(self) -> list[PairedWins]:
        """The comparisons, the largest difference first."""
        return sorted(self.compared, key=lambda one: -(one.difference.value or 0.0))

    def rate(self, spec: str) -> Estimate:
        """How often a heuristic finds a winning move."""
        return next(one.picks.rate for one in self.found if one.heuristic == spec)


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
    winning_moves: WinningMoves | None = None
    """None if there are no critical positions, or none were asked for."""

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return asdict(self)


def rows_of(truth: Truth) -> list[Row]:
    """Every estimate as one flat row, for spreadsheets.

    Rows over all plies come first and leave the plies empty. `count` is the number of positions,
    critical positions or games behind the estimate.
    """
    check_kind("truth", truth, Truth)
    plies = (None, *truth.sample.groups)
    rows: list[Row] = []
    for heuristic in truth.heuristics:
        rows += _heuristic_rows(heuristic, plies)
    for player in truth.players:
        rows += _player_rows(player, plies)
    if truth.winning_moves is not None:
        rows += _paired_rows(truth.winning_moves)
    return rows


def _heuristic_rows(found: HeuristicTruth, plies: tuple[PlyGroup | None, ...]) -> Iterator[Row]:
    for group, agreement in zip(plies, (found.overall, *found.groups), strict=True):
        for measure, estimate, count in (
            ("sign", agreement.sign, agreement.positions),
            ("auc", agreement.auc, agreement.positions),
            ("order", agreement.order, agreement.critical),
        ):
            yield _row(found.heuristic, measure, group, count, estimate)
    for at in found.depths:
        row = _row(found.heuristic, "picks", None, at.picks.critical, at.picks.rate)
        yield row | {"depth": at.depth}


def _player_rows(found: PlayerTruth, plies: tuple[PlyGroup | None, ...]) -> Iterator[Row]:
    for group, picks in zip(plies, (found.overall, *found.groups), strict=True):
        yield _row(found.player, "picks", group, picks.critical, picks.rate)
    if found.thrown is not None:
        yield _row(found.player, "thrown", None, found.thrown.games, found.thrown.per_game)


def _paired_rows(found: WinningMoves) -> Iterator[Row]:
    for one in found.found:
        yield _row(one.heuristic, "found", None, one.picks.critical, one.picks.rate)
    for pair in found.compared:
        yield _row(pair.heuristic, "difference", None, pair.critical, pair.difference) | {
            "only_candidate": pair.only_candidate,
            "only_baseline": pair.only_baseline,
            "p_value": pair.p_value,
            "p_adjusted": pair.p_adjusted,
        }


def _row(subject: str, measure: str, group: PlyGroup | None, count: int, estimate: Estimate) -> Row:
    return {
        "subject": subject,
        "measure": measure,
        "first_ply": None if group is None else group.first_ply,
        "last_ply": None if group is None else group.last_ply,
        "depth": None,
        "count": count,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "only_candidate": None,
        "only_baseline": None,
        "p_value": None,
        "p_adjusted": None,
    }
