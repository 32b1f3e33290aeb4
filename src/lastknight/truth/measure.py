"""Measuring heuristics and players against perfect play, on positions from quick games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic, heuristic
from lastknight.matches.game_record import GameRecord
from lastknight.matches.store import Store, opened_store
from lastknight.players import Player, name_of, player
from lastknight.position import Position
from lastknight.ranges import check_call, check_kind, check_whole, count_workers, read_list
from lastknight.truth.accuracy import measure_agreement, measure_picks, picks_by_depth
from lastknight.truth.measurements import HeuristicTruth, PlayerTruth, Truth, WinningMoves
from lastknight.truth.mistakes import find_thrown
from lastknight.truth.sampling import SolvedSample, sample_critical, sample_positions
from lastknight.truth.source_games import QUICK, STRONG_SOURCE, play_games, strong_games
from lastknight.truth.verdicts import Verdicts, Watch, reach_of
from lastknight.truth.winning_moves import compare_picks

OPPONENT = "AlphaBeta(improved, nodes=15000)"
"""The opponent in the games that are searched for thrown wins."""
MOST_SAMPLED = 10**6
"""The most games, positions and pairs of a question."""
DEPTHS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Question:
    """What to measure, and on how many positions and games.

    Heuristics, players and the start may be given as text. Raises ArgumentError for numbers out of
    range and for subjects listed twice, NotationError for other text.
    """

    heuristics: tuple[Heuristic, ...] = ()
    players: tuple[Player, ...] = ()
    games: int = 400
    """Games between quick players to draw positions from, rounded up to a multiple of four."""
    positions: int = 100
    """At most this many positions in each group of plies."""
    depths: tuple[int, ...] = DEPTHS
    pairs: int = 20
    """Pairs each player plays; 0 for none."""
    critical: int = 5000
    """Critical positions in which all heuristics choose; 0 for none."""
    baseline: Heuristic = field(default_factory=lambda: heuristic("improved"))
    """The heuristic that the others are compared with in the critical positions."""
    opponent: Player = field(default_factory=lambda: player(OPPONENT))
    start: Position = field(default_factory=Position)
    seed: int = 1
    nodes: int | None = None
    """The solver's node limit for a position; None for the default of `reach_of`."""

    def __post_init__(self) -> None:
        read: dict[str, object] = {
            "heuristics": tuple(map(heuristic, self._listed("heuristics", "heuristics"))),
            "players": tuple(map(player, self._listed("players", "players"))),
            "depths": self._listed("depths", "whole numbers"),
            "baseline": heuristic(self.baseline),
            "opponent": player(self.opponent),
            "start": Position.read(self.start),
        }
        for name, value in read.items():
            object.__setattr__(self, name, value)
        if not self.heuristics and not self.players:
            raise ArgumentError("nothing to measure: give a heuristic or a player")
        for what, size, least in (
            ("games", self.games, 1),
            ("positions", self.positions, 1),
            ("pairs", self.pairs, 0),
            ("critical", self.critical, 0),
        ):
            check_whole(what, size, least, MOST_SAMPLED)
        if self.nodes is not None:
            check_whole("nodes", self.nodes, 1, 10**18)
        for names in (map(str, self.heuristics), map(name_of, self.players)):
            for name, times in Counter(names).items():
                if times > 1:
                    raise ArgumentError(f"{name} is listed twice")

    def _listed(self, name: str, of: str) -> tuple[Any, ...]:
        return read_list(name, getattr(self, name), of=of)


def measure(  # noqa: PLR0913  (all but one are keywords)
    question: Question,
    *,
    games: Sequence[GameRecord] | None = None,
    source: str = "",
    workers: int | None = None,
    store: Store | str | Path | None = None,
    watch: Watch | None = None,
) -> Truth:
    """Measure heuristics and players against perfect play.

    Positions come from games between quick players, or from `games`; `source` then says where
    those come from. A store, or its file, keeps games and proofs, and the same call resumes a
    stopped run. Raises ArgumentError for arguments of the wrong type.

    >>> from lastknight.heuristics import heuristic
    >>> asked = Question((heuristic("improved"),), games=8, depths=(1,), start=Position(5, 5))
    >>> truth = measure(asked)
    >>> truth.heuristics[0].overall.positions == truth.sample.positions
    True
    """
    check_kind("question", question, Question)
    check_call("watch", watch)
    with opened_store(store) as opened:
        limit = question.nodes or reach_of(question.start)
        verdicts = Verdicts(limit, count_workers(workers), opened, watch or (lambda *_: None))
        return _measure(question, games, source, verdicts)


def _measure(
    question: Question, games: Sequence[GameRecord] | None, source: str, verdicts: Verdicts
) -> Truth:
    given = games
    if games is None:
        games = _quick_games(question, verdicts)
        source = f"{QUICK[0]} against itself and against {QUICK[1]}"
    sample = sample_positions(
        games, verdicts, source=source, most=question.positions, seed=question.seed
    )
    return Truth(
        width=question.start.width,
        height=question.start.height,
        seed=question.seed,
        sample=sample.record(),
        heuristics=_heuristics(question, sample, verdicts),
        players=_players(question, sample, verdicts),
        winning_moves=_winning_moves(question, given, source, verdicts),
    )


def measure_heuristic(
    subject: Heuristic,
    sample: SolvedSample,
    *,
    depths: Sequence[int],
    threads: int,
    step: int = 1,
) -> HeuristicTruth:
    """Measure one heuristic on a sample, or on every step-th position of it."""
    overall, groups = measure_agreement(subject, sample, step=step)
    picks = picks_by_depth(subject, sample, depths=depths, threads=threads, step=step)
    return HeuristicTruth(str(subject), overall, groups, picks)


def _heuristics(
    question: Question, sample: SolvedSample, verdicts: Verdicts
) -> tuple[HeuristicTruth, ...]:
    found = []
    for number, subject in enumerate(question.heuristics, 1):
        found.append(
            measure_heuristic(subject, sample, depths=question.depths, threads=verdicts.threads)
        )
        verdicts.watch("heuristics measured", number, len(question.heuristics))
    return tuple(found)


def _players(
    question: Question, sample: SolvedSample, verdicts: Verdicts
) -> tuple[PlayerTruth, ...]:
    found = []
    for subject in question.players:
        overall, groups = measure_picks(subject, sample, threads=verdicts.threads)
        thrown = None
        if question.pairs:
            players = (subject, question.opponent)
            games = _play(question, verdicts, players, ((0, 1),), pairs=question.pairs)
            opponent = name_of(question.opponent)
            thrown = find_thrown(games, verdicts, is_a=True, opponent=opponent)
        found.append(PlayerTruth(name_of(subject), overall, groups, thrown))
    return tuple(found)


def _winning_moves(
    question: Question, games: Sequence[GameRecord] | None, source: str, verdicts: Verdicts
) -> WinningMoves | None:
    """The heuristics against the baseline in critical positions of strong games, or of `games`."""
    wanted, seed = question.critical, question.seed
    if not wanted or all(one == question.baseline for one in question.heuristics):
        return None
    if games is None:
        games = strong_games(wanted, start=question.start, seed=seed, verdicts=verdicts)
        source = STRONG_SOURCE
    sample = sample_critical(games, verdicts, source=source, wanted=wanted, seed=seed)
    return compare_picks(
        question.heuristics,
        question.baseline,
        sample,
        threads=verdicts.threads,
        watch=lambda done: verdicts.watch("moves chosen", done, len(question.heuristics) + 1),
    )


def _quick_games(question: Question, verdicts: Verdicts) -> list[GameRecord]:
    one, other = (player(spec) for spec in QUICK)
    pairs = -(-question.games // 4)
    return _play(question, verdicts, (one, other), ((0, 0), (0, 1)), pairs=pairs)


def _play(
    question: Question,
    verdicts: Verdicts,
    players: tuple[Player, Player],
    pairings: tuple[tuple[int, int], ...],
    *,
    pairs: int,
) -> list[GameRecord]:
    return play_games(
        players,
        pairings,
        pairs=pairs,
        start=question.start,
        seed=question.seed,
        verdicts=verdicts,
    )
