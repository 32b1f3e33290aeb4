"""Winning moves: all heuristics choose in the same critical positions, and are compared there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from lastknight.errors import HeuristicError
from lastknight.heuristics import Heuristic
from lastknight.players import AlphaBeta
from lastknight.stats import PairedRates, holm, holm_confidences, paired_rates
from lastknight.truth.accuracy import find_wins, picks_of
from lastknight.truth.measurements import FoundWins, PairedWins, WinningMoves
from lastknight.truth.sampling import SolvedPosition, SolvedSample

PICK_NODES = 1000
"""Node limit of the searches. With more, most reach the end of the game and differ less."""
_PYTHON_STEP = 10
"""Heuristics that need Python are a hundred times slower: they choose in every tenth position."""
_CONFIDENCE = 0.95

_Hits = Sequence[bool]


def compare_picks(  # noqa: PLR0913  (all but three are keywords)
    candidates: Sequence[Heuristic],
    baseline: Heuristic,
    sample: SolvedSample,
    *,
    nodes: int = PICK_NODES,
    threads: int = 1,
    watch: Callable[[int], None] = lambda _: None,
) -> WinningMoves | None:
    """Every candidate against the baseline; None without critical positions or a baseline.

    A heuristic that fails is left out. `watch` is called with how many have chosen.
    """
    critical = sample.critical
    asked = [one for one in candidates if one != baseline]
    answers: dict[Heuristic, _Hits] = {}
    for number, subject in enumerate((*asked, baseline), 1):
        step = _step(subject)
        with suppress(HeuristicError):  # its games show the failure too
            answers[subject] = find_wins(
                AlphaBeta(subject, nodes=nodes), critical[::step], threads=threads
            )
        watch(number)
    if not critical or baseline not in answers:
        return None
    return WinningMoves(
        sample=sample.record(),
        nodes=nodes,
        baseline=str(baseline),
        found=tuple(
            FoundWins(str(one), picks_of(list(zip(critical[:: _step(one)], hits, strict=True))))
            for one, hits in answers.items()
        ),
        compared=_compare(answers, baseline, critical),
    )


def _step(subject: Heuristic) -> int:
    return _PYTHON_STEP if subject.core.needs_python else 1


def _compare(
    answers: dict[Heuristic, _Hits], baseline: Heuristic, critical: Sequence[SolvedPosition]
) -> tuple[PairedWins, ...]:
    candidates = [one for one in answers if one != baseline]

    def pair(candidate: Heuristic, confidence: float) -> PairedRates:
        """Compare them in the positions in which both chose; one step divides the other."""
        own, base = _step(candidate), _step(baseline)
        step = max(own, base)
        return paired_rates(
            answers[candidate][:: step // own],
            answers[baseline][:: step // base],
            [one.cluster for one in critical[::step]],
            confidence=confidence,
        )

    p_values = [pair(one, _CONFIDENCE).p_value for one in candidates]
    levels = holm_confidences(p_values, confidence=_CONFIDENCE)
    return tuple(
        _paired(str(one), pair(one, level), adjusted)
        for one, level, adjusted in zip(candidates, levels, holm(p_values), strict=True)
    )


def _paired(spec: str, found: PairedRates, adjusted: float) -> PairedWins:
    word = "no difference shown"
    if adjusted <= 1 - _CONFIDENCE:
        word = "better" if found.only_a > found.only_b else "worse"
    return PairedWins(
        heuristic=spec,
        critical=found.questions,
        both=found.both,
        only_candidate=found.only_a,
        only_baseline=found.only_b,
        neither=found.neither,
        difference=found.difference,
        p_value=found.p_value,
        p_adjusted=adjusted,
        word=word,
    )
