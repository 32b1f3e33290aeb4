"""The measurement: heuristics and players against perfect play, on positions of quick games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic
from lastknight.matches.store import Store
from lastknight.players import Player, name_of, player
from lastknight.position import Position
from lastknight.truth.agreement import agree
from lastknight.truth.lines import Line, play_lines
from lastknight.truth.mistakes import find_thrown
from lastknight.truth.picks import deepen, pick
from lastknight.truth.records import HeuristicTruth, PlayerTruth, Truth
from lastknight.truth.sampling import Judgement, judge_positions
from lastknight.truth.verdicts import Verdicts, Watch, reach_of

QUICK = ("AlphaBeta(improved, nodes=300)", "AlphaBeta(reach(k=3), nodes=300)")
"""Whose games positions are drawn from: the first against itself and against the second."""
OPPONENT = "AlphaBeta(improved, nodes=15000)"
"""Against whom players play the games in which won positions are counted."""
DEPTHS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Question:
    """What is measured, and on how many positions and games.

    Raises ArgumentError for what cannot be measured.
    """

    heuristics: tuple[Heuristic, ...] = ()
    players: tuple[Player, ...] = ()
    games: int = 400
    """Games of quick players that positions are drawn from, in fours."""
    positions: int = 100
    """The most that are drawn in each group of plies."""
    depths: tuple[int, ...] = DEPTHS
    pairs: int = 20
    """Pairs that each player plays; 0 for none."""
    opponent: Player = field(default_factory=lambda: player(OPPONENT))
    start: Position = field(default_factory=Position)
    seed: int = 1
    nodes: int | None = None
    """What the solver may take for a position; None for as much as it needs, or `reach_of`."""

    def __post_init__(self) -> None:
        if not self.heuristics and not self.players:
            raise ArgumentError("there is no heuristic and no player to measure")
        for name, value, least in (
            ("games", self.games, 1),
            ("positions", self.positions, 1),
            ("pairs", self.pairs, 0),
        ):
            if type(value) is not int or value < least:
                raise ArgumentError(f"{name} is a whole number from {least} on, got {value!r}")
        for names in (list(map(str, self.heuristics)), list(map(name_of, self.players))):
            for name in names:
                if names.count(name) > 1:
                    raise ArgumentError(f"everything is measured once; twice: {name}")


def measure(  # noqa: PLR0913  (all but one are keywords)
    question: Question,
    *,
    lines: Sequence[Line] | None = None,
    source: str = "",
    workers: int | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Truth:
    """Measure heuristics and players against perfect play.

    Positions are drawn from games of quick players, or from `lines`, whose `source` is then to be
    named. With a store games and proofs are kept, and the same call goes on where it was stopped.

    >>> from lastknight.heuristics import heuristic
    >>> asked = Question((heuristic("improved"),), games=8, depths=(1,), start=Position(5, 5))
    >>> truth = measure(asked)
    >>> truth.heuristics[0].overall.positions == truth.sample.positions
    True
    """
    limit = question.nodes or reach_of(question.start)
    verdicts = Verdicts(limit, workers, store, watch or (lambda *_: None))
    if lines is None:
        lines, source = _quick_lines(question, verdicts), _say_quick()
    judgement = judge_positions(
        lines, verdicts, source=source, most=question.positions, seed=question.seed
    )
    return Truth(
        width=question.start.width,
        height=question.start.height,
        seed=question.seed,
        sample=judgement.record(),
        heuristics=_heuristics(question, judgement, verdicts),
        players=_players(question, judgement, verdicts),
    )


def measure_heuristic(
    subject: Heuristic, judgement: Judgement, *, depths: Sequence[int], threads: int
) -> HeuristicTruth:
    """One heuristic on a sample."""
    overall, groups = agree(subject, judgement)
    found = deepen(subject, judgement, depths=depths, threads=threads)
    return HeuristicTruth(str(subject), overall, groups, found)


def _heuristics(
    question: Question, judgement: Judgement, verdicts: Verdicts
) -> tuple[HeuristicTruth, ...]:
    found = []
    for number, subject in enumerate(question.heuristics, 1):
        found.append(
            measure_heuristic(subject, judgement, depths=question.depths, threads=verdicts.threads)
        )
        verdicts.watch("heuristics measured", number, len(question.heuristics))
    return tuple(found)


def _players(
    question: Question, judgement: Judgement, verdicts: Verdicts
) -> tuple[PlayerTruth, ...]:
    found = []
    for subject in question.players:
        overall, groups = pick(subject, judgement, threads=verdicts.threads)
        thrown = None
        if question.pairs:
            lines = play_lines(
                (subject, question.opponent),
                ((0, 1),),
                pairs=question.pairs,
                start=question.start,
                seed=question.seed,
                workers=verdicts.workers,
                store=verdicts.store,
                progress=lambda at: verdicts.watch("pairs played", at.played, at.planned),
            )
            opponent = name_of(question.opponent)
            thrown = find_thrown(lines, verdicts, is_a=True, opponent=opponent)
        found.append(PlayerTruth(name_of(subject), overall, groups, thrown))
    return tuple(found)


def _quick_lines(question: Question, verdicts: Verdicts) -> list[Line]:
    one, other = (player(spec) for spec in QUICK)
    return play_lines(
        (one, other),
        ((0, 0), (0, 1)),
        pairs=-(-question.games // 4),
        start=question.start,
        seed=question.seed,
        workers=verdicts.workers,
        store=verdicts.store,
        progress=lambda at: verdicts.watch("pairs played", at.played, at.planned),
    )


def _say_quick() -> str:
    return f"{QUICK[0]} against itself and against {QUICK[1]}"
