"""The fixed table of verdicts, and their sentences.

    better         the test shows a difference, and the interval is above 0
    worse          the same, below 0
    equivalent     no difference shown, and the whole interval is within the given equivalence
    inconclusive   none of these; with the number of pairs that would decide
    forfeited      games lost by forfeit decide it, so it says nothing about strength

A census plays every opening, so the counts alone decide between better, worse and even; only random
tie-breaks are left to chance.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

from lastknight.errors import ArgumentError
from lastknight.ranges import check_kind
from lastknight.stats.arguments import (
    MOST_PAIRS,
    MOST_SPLITS,
    check_confidence,
    check_count,
    check_number,
)
from lastknight.stats.estimate import Estimate
from lastknight.stats.pairs import exact_test, pair_elo
from lastknight.stats.planning import SPLIT_RATE, expected_split_rate, pairs_needed
from lastknight.stats.repeats import Repeats
from lastknight.stats.sprt import Sprt, SprtProgress

Word = Literal["better", "worse", "equivalent", "inconclusive", "forfeited"]

_POWER = 0.9
"""With this power for a difference of X, equal players come out equivalent within X 80 % of the
time."""

_NEVER = "more pairs on these openings cannot decide it; play other or longer openings"
_PLURALS = {"ply": "plies", "crash": "crashes", "sandbox breach": "sandbox breaches"}
_UNKNOWN = "pairs left: not known yet"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one player against another."""

    word: Word
    """From the fixed table."""
    sentence: str
    """The word with its numbers."""
    elo: Estimate
    """Pair-Elo."""
    p_value: float | None
    """From the test of equal strength; None for a census."""
    pairs_to_decide: int | None = None
    """If inconclusive, how many pairs in all would decide; None if too many to play, or if no
    number of pairs on these openings would."""


def counted(count: int, noun: str) -> str:
    """A count with its noun.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{count:,} {plural(count, noun)}"


def plural(count: float, noun: str) -> str:
    """The noun after a count.

    >>> plural(1, "pair"), plural(0, "pair"), plural(2, "ply")
    ('pair', 'pairs', 'plies')
    """
    return noun if count == 1 else _PLURALS.get(noun, f"{noun}s")


def verdict(  # noqa: PLR0913  (all but three are keywords)
    ww: int,
    split: int,
    ll: int,
    *,
    equivalence: float = 20.0,
    confidence: float = 0.95,
    name: str = "A",
    opponent: str = "B",
) -> Verdict:
    """The verdict on pairs from distinct openings, looked at once.

    >>> verdict(600, 1000, 400).sentence
    'A is better than B: +35 Elo, from +24 to +47 (95 % interval).'
    >>> verdict(6, 10, 4).sentence
    'A against B is inconclusive (p = 0.75): detecting 20 Elo takes about 1,800 pairs.'
    """
    ww, split, ll = check_count("ww", ww), check_count("split", split), check_count("ll", ll)
    pairs = ww + split + ll
    return judge(
        pair_elo(ww, ll, confidence),
        exact_test(ww, ll),
        pairs=min(pairs, MOST_PAIRS),
        split_rate=expected_split_rate(split, pairs),
        equivalence=equivalence,
        confidence=confidence,
        name=name,
        opponent=opponent,
    )


def census_verdict(
    ww: int, split: int, ll: int, *, name: str = "A", opponent: str = "B"
) -> Verdict:
    """The verdict on players over every opening, each played once.

    The choice of openings leaves no error. What is left to chance is how players break ties:
    those that do so at random give another count with another seed.

    >>> census_verdict(120, 100, 95).sentence
    'A is better than B over all 315 openings: 120 won twice, 95 lost twice.'
    """
    ww, split, ll = check_count("ww", ww), check_count("split", split), check_count("ll", ll)
    _check_names(name, opponent)
    value = pair_elo(ww, ll).value
    word: Word = "equivalent"
    said = f"{name} and {opponent} come out even"
    if ww != ll:
        word = "better" if ww > ll else "worse"
        said = f"{name} is {word} than {opponent}"
    openings = f"over all {ww + split + ll:,} openings"
    sentence = f"{said} {openings}: {ww:,} won twice, {ll:,} lost twice."
    return Verdict(word, sentence, Estimate(value, value, value), None)


def _check_names(name: object, opponent: object) -> None:
    check_kind("name", name, str)
    check_kind("opponent", opponent, str)


def judge(  # noqa: PLR0913  (all but two are keywords)
    elo: Estimate,
    p_value: float,
    *,
    pairs: int,
    split_rate: float = SPLIT_RATE,
    repeats: Repeats | None = None,
    equivalence: float = 20.0,
    confidence: float = 0.95,
    name: str = "A",
    opponent: str = "B",
) -> Verdict:
    """The verdict on an estimate and a p-value, wherever they come from.

    For repeated openings use `clustered_pairs`; for many players `bradley_terry`, whose p-values
    are adjusted. `confidence` is that of the interval; `repeats` says what more pairs on the same
    openings are worth.

    >>> judge(Estimate(2.0, -8.0, 12.0), 0.7, pairs=5000).sentence
    'A and B are equivalent within 20 Elo: +2.0 Elo, from -8.0 to +12 (95 % interval).'
    """
    check_kind("elo", elo, Estimate)
    _check_names(name, opponent)
    confidence = check_confidence(confidence)
    equivalence = check_number("equivalence", equivalence, low=0.1, high=1000)
    p_value = check_number("p_value", p_value, low=0, high=1)
    split_rate = check_number("split_rate", split_rate, low=0, high=MOST_SPLITS)
    pairs = check_count("pairs", pairs)
    is_different = p_value <= 1 - confidence
    is_within = _is_within(elo, equivalence)
    numbers = f"{describe_elo(elo)} ({100 * confidence:g} % interval)"
    small = f" The difference is less than {equivalence:g} Elo." if is_within else ""
    if is_different and elo.low is not None and elo.low > 0:
        return Verdict(
            "better", f"{name} is better than {opponent}: {numbers}.{small}", elo, p_value
        )
    if is_different and elo.high is not None and elo.high < 0:
        return Verdict("worse", f"{name} is worse than {opponent}: {numbers}.{small}", elo, p_value)
    if is_within:
        both = f"{name} and {opponent} are equivalent within {equivalence:g} Elo"
        return Verdict("equivalent", f"{both}: {numbers}.", elo, p_value)
    target, needed = _pairs_to_decide(
        pairs, equivalence, split_rate, confidence, repeats or Repeats()
    )
    takes = f"detecting {target:g} Elo takes "
    if needed is None:
        takes = _NEVER
    elif needed > MOST_PAIRS:
        needed, takes = None, f"{takes}more pairs than can be played"
    else:
        takes += f"about {_round_up(needed):,} pairs"
    sentence = f"{name} against {opponent} is inconclusive ({describe_p_value(p_value)}): {takes}."
    return Verdict("inconclusive", sentence, elo, p_value, needed)


def sprt_sentence(  # noqa: PLR0913  (all but three are keywords)
    test: Sprt,
    ww: int,
    ll: int,
    *,
    design_effect: float = 1.0,
    is_repeating: bool = False,
    name: str = "A",
    opponent: str = "B",
) -> str:
    """What a sequential test says so far, with its error rate.

    `design_effect` is that of repeated openings; `is_repeating` says that every opening was played
    again and ended as before, so that more pairs add nothing.

    >>> sprt_sentence(Sprt(0, 20), 12, 8)
    'A against B is inconclusive: 20 decided pairs do not decide between 0 and +20 Elo.'
    >>> print(sprt_sentence(Sprt(0, 20), 300, 220))
    A against B: the test accepts +20 Elo over 0, as it would about 5 % of the time if 0 were \
true. Pairs from a stopped test overstate the difference: to estimate it, play fresh openings.
    """
    check_kind("test", test, Sprt)
    _check_names(name, opponent)
    answer = test.decide(ww, ll, design_effect=design_effect)
    elo0, elo1 = _signed(test.elo0), _signed(test.elo1)
    if answer is None:
        worth = (
            ""
            if design_effect == 1
            else f" on repeated openings, worth {(ww + ll) / design_effect:,.0f},"
        )
        ending = " The players repeat themselves: play other openings." if is_repeating else ""
        return (
            f"{name} against {opponent} is inconclusive: {counted(ww + ll, 'decided pair')}{worth} "
            f"{'does' if ww + ll == 1 else 'do'} not decide between {elo0} and {elo1} Elo.{ending}"
        )
    chosen, other, error = (elo1, elo0, test.alpha) if answer == "elo1" else (elo0, elo1, test.beta)
    return (
        f"{name} against {opponent}: the test accepts {chosen} Elo over {other}, as it would about "
        f"{100 * error:g} % of the time if {other} were true. Pairs from a stopped test overstate "
        "the difference: to estimate it, play fresh openings."
    )


def describe_pairs_left(progress: SprtProgress) -> str:
    """How many pairs a sequential test still needs, in words; nothing once it is over.

    >>> progress = SprtProgress(Sprt(0, 50), range(5000))
    >>> describe_pairs_left(progress)
    'pairs left: not known yet'
    >>> progress.add(0, [(1, 1), (1, 0), (0, 1), (1, 0)] * 4)
    >>> describe_pairs_left(progress)
    'about 110 pairs left'
    """
    if progress.is_over:
        return ""
    left = progress.pairs_left
    if left is None:
        return "more pairs on these openings will not decide it" if progress.pairs else _UNKNOWN
    more = ", more than planned" if left > progress.planned - progress.pairs else ""
    return f"about {counted(int(float(f'{left:.2g}')), 'pair')} left{more}"


def _is_within(elo: Estimate, equivalence: float) -> bool:
    return (
        elo.low is not None
        and elo.high is not None
        and -equivalence < elo.low
        and elo.high < equivalence
    )


def _pairs_to_decide(
    pairs: int, equivalence: float, split_rate: float, confidence: float, repeats: Repeats
) -> tuple[float, int | None]:
    """The difference to detect, and the pairs it takes: more than were played; None for never.

    The plan is for the difference that matters, not for the one observed, which is still noise. If
    enough pairs for it were played already, the target is halved.
    """
    target = equivalence
    while True:
        try:
            wanted = pairs_needed(
                target, split_rate=split_rate, power=_POWER, confidence=confidence
            )
        except ArgumentError:  # too small to plan for
            return target, MOST_PAIRS + 1
        needed = repeats.pairs_for(wanted)
        if needed is None or needed > pairs:
            return target, needed
        target /= 2


def describe_elo(elo: Estimate) -> str:
    """An Elo with its interval as text, the ends rounded outwards; "unknown" without either end.

    >>> describe_elo(Estimate(34.9, 0.93, 69.6)), describe_elo(Estimate(None, 143.2, None))
    ('+35 Elo, from +0.9 to +70', 'at least +143 Elo')
    """
    check_kind("elo", elo, Estimate)
    low = None if elo.low is None else _rounded(elo.low, floor)
    high = None if elo.high is None else _rounded(elo.high, ceil)
    if low is None and high is None:
        return "unknown"
    if low is None:
        return f"at most {high} Elo"
    if high is None:
        return f"at least {low} Elo"
    ends = f"from {low} to {high}"
    return ends if elo.value is None else f"{_rounded(elo.value, round)} Elo, {ends}"


def describe_p_value(p_value: float) -> str:
    """A p-value as text.

    >>> describe_p_value(0.0312), describe_p_value(1e-9)
    ('p = 0.031', 'p < 0.001')
    """
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.2g}"


def describe_rate(rate: Estimate) -> str:
    """A rate with its interval as text, in percent.

    >>> describe_rate(Estimate(0.5, 0.4, 0.625))
    '50.0 % (40.0 to 62.5)'
    """
    if rate.value is None or rate.low is None or rate.high is None:
        return "unknown"
    return f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"


def _rounded(elo: float, rounding: Callable[[float], int]) -> str:
    """An Elo with its sign; one decimal below 10, none above. What rounds to 0 keeps its sign."""
    if abs(elo) >= 10:
        return _signed(rounding(elo))
    tenths = abs(rounding(elo * 10) / 10)
    return f"{'+' if elo > 0 else '-' if elo < 0 else ''}{tenths:.1f}"


def _signed(elo: float) -> str:
    return f"{elo:+g}" if elo else "0"


def _round_up(pairs: int) -> int:
    """Round up to two significant digits."""
    unit: int = 10 ** max(0, len(str(pairs)) - 2)
    return -(-pairs // unit) * unit
