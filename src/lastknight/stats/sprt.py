"""The sequential probability ratio test: play until the pairs favour one of two differences.

It may be checked after every pair without inflating its error rates. Callers cap the number of
pairs themselves; reaching the cap without a decision is a valid outcome.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from math import exp, expm1, log
from types import MappingProxyType
from typing import Literal

from lastknight.errors import ArgumentError, show
from lastknight.ranges import check_kind
from lastknight.stats.arguments import (
    MOST_SPLITS,
    check_between,
    check_count,
    check_effect,
    check_elo,
    check_number,
)
from lastknight.stats.decided_pairs import DecidedPairs
from lastknight.stats.distributions import crossing, log_sigmoid
from lastknight.stats.exact_pairs import ELO_PER_LOG_ODDS
from lastknight.stats.planning import SPLIT_RATE, expected_split_rate
from lastknight.stats.repeats import Repeats

_DOUBT = 3
"""Decided pairs added to each side, so that the first few do not predict a quick end."""
LEAST_GAP = 0.01
"""The smallest allowed distance between elo0 and elo1."""

Decision = Literal["elo0", "elo1"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test between two differences in pair-Elo.

    Raises ArgumentError unless elo0 is below elo1.

    >>> Sprt(0, 20).decide(300, 220)
    'elo1'
    """

    elo0: float
    """The lower difference."""
    elo1: float
    """The higher difference."""
    _: KW_ONLY
    alpha: float = 0.05
    """Probability of accepting elo1 when elo0 is true."""
    beta: float = 0.05
    """Probability of accepting elo0 when elo1 is true."""

    def __post_init__(self) -> None:
        if check_elo("elo1", self.elo1) - check_elo("elo0", self.elo0) < LEAST_GAP:
            raise ArgumentError(
                f"elo0 must be at least {LEAST_GAP} below elo1, got {self.elo0:g} and {self.elo1:g}"
            )
        check_between("alpha", self.alpha, low=0, high=0.5)
        check_between("beta", self.beta, low=0, high=0.5)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test accepts elo0 and elo1.

        >>> low, high = Sprt(0, 20).bounds
        >>> round(low, 3), round(high, 3)
        (-2.944, 2.944)
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def steps(self) -> tuple[float, float]:
        """How much a WW and an LL add to the log-likelihood ratio; a split adds nothing.

        >>> ww, ll = Sprt(0, 20).steps
        >>> round(ww, 3), round(ll, 3)
        (0.109, -0.122)
        """
        ww = _log_chance(self.elo1) - _log_chance(self.elo0)
        ll = _log_chance(-self.elo1) - _log_chance(-self.elo0)
        return ww, ll

    def design_effect(self, pairs: DecidedPairs) -> float:
        """How many of these pairs are worth one pair on an opening of its own.

        The larger of the design effects under the two hypotheses. Both account for openings that
        repeat themselves, and neither relies on an estimate, which is noise early on.
        """
        return pairs.design_effect(*(exp(_log_chance(elo)) for elo in (self.elo0, self.elo1)))

    def llr(self, ww: int, ll: int, *, design_effect: float = 1.0) -> float:
        """The log-likelihood ratio of elo1 to elo0.

        >>> round(Sprt(0, 20).llr(300, 220), 2)
        5.77
        """
        ww, ll = check_count("ww", ww), check_count("ll", ll)
        step_up, step_down = self.steps
        return (ww * step_up + ll * step_down) / check_effect(design_effect)

    def decide(self, ww: int, ll: int, *, design_effect: float = 1.0) -> Decision | None:
        """The hypothesis that is accepted, or None while the test is undecided.

        The test only chooses between the two hypotheses. It does not estimate the difference:
        accepting elo0 in a test of 0 against 20 does not show that the players are equal.

        >>> Sprt(0, 20).decide(12, 8) is None
        True
        >>> Sprt(0, 20).decide(300, 220, design_effect=4) is None
        True
        """
        low, high = self.bounds
        ratio = self.llr(ww, ll, design_effect=design_effect)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None

    def chance_of_elo1(self, elo: float, *, llr: float = 0.0) -> float:
        """Probability of accepting elo1 when the true difference is `elo` (Wald's approximation).

        `llr` is the log-likelihood ratio so far.

        >>> round(Sprt(0, 20).chance_of_elo1(10), 2), round(Sprt(0, 20).chance_of_elo1(20), 2)
        (0.5, 0.95)
        """
        low, high = self._distances(llr)
        power = self._martingale_power(check_elo("elo", elo))
        if power == 0:
            return -low / (high - low)
        if power > 0:  # (1 - e^(power low)) / (e^(power high) - e^(power low)), without overflow
            return -expm1(power * low) * exp(-power * high) / -expm1(power * (low - high))
        return expm1(-power * low) / expm1(power * (high - low))

    def expected_pairs(
        self,
        elo: float,
        *,
        split_rate: float = SPLIT_RATE,
        llr: float = 0.0,
        design_effect: float = 1.0,
    ) -> float:
        """Expected number of pairs when the true difference is `elo` (Wald's approximation).

        With the log-likelihood ratio so far, the number of pairs that are left. Ignores the
        overshoot of the last step, so it is slightly low where single pairs weigh much.

        >>> round(Sprt(0, 20).expected_pairs(0)), round(Sprt(0, 20).expected_pairs(10))
        (1832, 3000)
        """
        split_rate = check_number("split_rate", split_rate, low=0, high=MOST_SPLITS)
        low, high = self._distances(llr)
        step_up, step_down = self.steps
        p = exp(_log_chance(check_elo("elo", elo)))
        q = exp(_log_chance(-elo))
        drift = p * step_up + q * step_down
        if abs(drift) < 1e-9 * step_up:
            decided = -low * high / (p * step_up**2 + q * step_down**2)
        else:
            passes = self.chance_of_elo1(elo, llr=llr)
            decided = (passes * high + (1 - passes) * low) / drift
        return max(decided, 1.0) * design_effect / (1 - split_rate)

    def _distances(self, llr: float) -> tuple[float, float]:
        """How far the bounds are from the ratio so far: below 0 and above."""
        low, high = self.bounds
        return min(low - llr, -1e-9), max(high - llr, 1e-9)

    def _martingale_power(self, elo: float) -> float:
        """The nonzero h with E[exp(h step)] = 1, or 0 if the steps have no drift."""
        step_up, step_down = self.steps
        log_p, log_q = _log_chance(elo), _log_chance(-elo)
        drift = exp(log_p) * step_up + exp(log_q) * step_down
        if abs(drift) < 1e-9 * step_up:
            return 0.0
        sign = -1.0 if drift > 0 else 1.0

        def is_past(size: float) -> bool:
            up, down = log_p + sign * size * step_up, log_q + sign * size * step_down
            return max(up, down) > 0 or exp(up) + exp(down) > 1

        # E[exp(h step)] falls from 1 to a minimum and then rises; the root is where it is 1 again.
        bottom = sign * (log_q - log_p + log(-step_down / step_up)) / (step_up - step_down)
        most = max(1.0, 2 * bottom)
        while not is_past(most):
            most *= 2
        return sign * crossing(is_past, bottom, most)


class SprtProgress:
    """A sequential test applied to pairs in their order, whatever order they arrive in.

    Pairs after a gap wait until the gap is filled, and pairs after the end do not count, so the
    result never depends on how the games were distributed over workers. `openings` numbers the
    opening of each pair; mirror images have one number. Repeated openings count for what they are
    worth: the log-likelihood ratio is divided by their design effect. `planned` says after how many
    pairs it ends in any case, if not after all openings; `distinct` counts the distinct openings,
    for callers that draw them on demand.

    >>> progress = SprtProgress(Sprt(0, 50), range(50))
    >>> progress.add(2, [(1, 1)] * 20)
    >>> progress.pairs
    0
    >>> progress.add(0, [(0, 1), (1, 1)])
    >>> progress.pairs, progress.ww, progress.decision
    (13, 12, 'elo1')
    """

    def __init__(
        self,
        sprt: Sprt,
        openings: Sequence[int],
        *,
        planned: int | None = None,
        distinct: Callable[[], int] | None = None,
    ) -> None:
        check_kind("sprt", sprt, Sprt)
        self.sprt = sprt
        self._planned = planned
        self.pairs = 0
        """Number of pairs counted: up to the last one needed, or up to the first gap."""
        self.decision: Decision | None = None
        self._openings = openings
        self._decided = DecidedPairs()
        self._repeats = _Repeats(distinct or (lambda: len(set(openings))))
        self._waiting: dict[int, list[tuple[int, int]]] = {}

    @property
    def ww(self) -> int:
        """Pairs won twice."""
        return self._decided.ww

    @property
    def ll(self) -> int:
        """Pairs lost twice."""
        return self._decided.ll

    @property
    def design_effect(self) -> float:
        """How many of the counted pairs are worth one pair on an opening of its own."""
        return self.sprt.design_effect(self._decided)

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of the counted pairs."""
        return self.sprt.llr(self.ww, self.ll, design_effect=self.design_effect)

    @property
    def is_over(self) -> bool:
        """Whether the test has decided, or never will because the players repeat themselves."""
        return self.decision is not None or self._repeats.is_all

    @property
    def planned(self) -> int:
        """Number of pairs after which it ends in any case."""
        return len(self._openings) if self._planned is None else self._planned

    @property
    def pairs_left(self) -> float | None:
        """Expected number of pairs until it decides, at the difference seen so far.

        None if it is not known: before the first pair, or where repeated openings end so much alike
        that no number of them decides.
        """
        if self.is_over:
            return 0.0
        if not self.pairs:
            return None
        test, repeats = self.sprt, Repeats.of(self._decided, self.pairs)
        elo = ELO_PER_LOG_ODDS * log((self.ww + _DOUBT) / (self.ll + _DOUBT))
        split_rate = expected_split_rate(self.pairs - self.ww - self.ll, self.pairs)
        left = test.expected_pairs(elo, split_rate=split_rate, llr=self.llr)
        needed = repeats.pairs_for(repeats.effective(self.pairs) + left)
        return None if needed is None else max(needed - self.pairs, 1.0)

    def add(self, first_pair: int, outcomes: Iterable[tuple[int, int]]) -> None:
        """Add consecutive pairs; an outcome says whether A won the first and the second game."""
        self._waiting[first_pair] = list(outcomes)
        while not self.is_over and self.pairs in self._waiting:
            counted = self._waiting.pop(self.pairs)
            openings = self._openings[self.pairs : self.pairs + len(counted)]
            for opening, (first, second) in zip(map(int, openings), counted, strict=True):
                self._count(opening, first, second)
                if self.is_over:
                    return

    def _count(self, opening: int, first: int, second: int) -> None:
        self.pairs += 1
        self._repeats.add(opening, first + second)
        if first == second:
            self._decided.add(opening, is_won=bool(first))
            self.decision = self.sprt.decide(self.ww, self.ll, design_effect=self.design_effect)


class _Repeats:
    """Whether every opening was played at least twice, and always ended as the first time."""

    def __init__(self, count_openings: Callable[[], int]) -> None:
        self._count_openings = count_openings
        self._openings_in_all: int | None = None
        self._is_same = True
        self._seen: dict[int, int] = {}
        self._again: set[int] = set()

    @property
    def is_all(self) -> bool:
        if not self._is_same or not self._again or len(self._again) < len(self._seen):
            return False
        if self._openings_in_all is None:  # counted as late as possible: that may draw them all
            self._openings_in_all = self._count_openings()
        return len(self._again) == self._openings_in_all

    def add(self, opening: int, wins: int) -> None:
        """Count a pair in which A won this many games."""
        if not self._is_same:
            return
        if opening in self._seen:
            self._is_same = self._seen[opening] == wins
            self._again.add(opening)
        else:
            self._seen[opening] = wins


PRESETS: Mapping[str, Sprt] = MappingProxyType(
    {
        "quick": Sprt(0, 50),
        "standard": Sprt(0, 20),
        "fine": Sprt(0, 10),
        "no-regression": Sprt(-20, 0),
    }
)
"""Named sequential tests."""


def parse_sprt(text: str, **rates: float) -> Sprt:
    """A sequential test from the name of a preset, or from two Elos such as `0:20`.

    Raises ArgumentError for other text.

    >>> parse_sprt("0:20") == PRESETS["standard"]
    True
    """
    if text in PRESETS:
        return Sprt(PRESETS[text].elo0, PRESETS[text].elo1, **rates)
    low, colon, high = text.partition(":")
    try:
        return Sprt(float(low), float(high), **rates)
    except ValueError as error:
        if colon and isinstance(error, ArgumentError):
            raise
    raise ArgumentError(
        f"the SPRT must be one of {', '.join(PRESETS)}, or two Elos such as 0:20, got {show(text)}"
    )


def as_sprt(given: Sprt | str | None) -> Sprt | None:
    """A sequential test, which may be given as text.

    Raises ArgumentError for anything else.
    """
    if given is None or isinstance(given, Sprt):
        return given
    if isinstance(given, str):
        return parse_sprt(given)
    raise ArgumentError(f"sprt must be a name such as 'quick', an Sprt or None, got {show(given)}")


def _log_chance(elo: float) -> float:
    """The logarithm of P(WW | decided) = 1/(1 + 10^(-2 elo/400))."""
    return log_sigmoid(elo * log(10) / 200)
