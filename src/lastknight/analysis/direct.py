"""The direct matches: every candidate against the baseline at equal nodes, until it is decided.

Each candidate is looked at a few times, with more pairs every time. Decided candidates stop
playing, so pairs go where they are needed. An expensive heuristic is looked at earlier, and plays
on only if that is likely to decide it. In the end the strongest candidates play all their pairs,
because the answer is about them: how much better they are should be as sure as that they are
better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf

from lastknight.analysis.inquiry import CLOCK, Inquiry
from lastknight.analysis.match_facts import CONFIDENCE
from lastknight.analysis.meetings import Meeting, MeetingResult, Session
from lastknight.analysis.node_costs import raw_cost
from lastknight.analysis.time_budget import TimeBudget
from lastknight.matches.costs import nodes_for
from lastknight.stats import Estimate
from lastknight.stats.looks import Decision, Family, Look, chance_to_decide, plan_looks
from lastknight.stats.stopping import correct_stop

EQUIVALENCE = 30.0
"""Differences smaller than this, in Elo, count as none: about what a third more nodes are worth."""
PILOT_PAIRS = 16
"""After these, it is known how long a candidate's games take."""
PYTHON_PILOT_PAIRS = 4
"""The same for one in Python, whose games may take minutes."""
_FEWEST_PAIRS = 4
_SHARE_OF_DIRECT = 2
# By how many times longer its games take than the baseline's own at the course's clock: what its
# numbers of pairs are divided by, and the chance to be decided for which it plays on.
_PACES = ((6.0, 1, 0.02), (60.0, 8, 0.3), (float("inf"), 32, 0.3))
# A thorough analysis decides expensive heuristics too.
_THOROUGH_PACES = ((60.0, 1, 0.02), (float("inf"), 8, 0.3))


@dataclass(frozen=True)
class DirectResult:
    """The direct match of a candidate, and what its looks decided."""

    result: MeetingResult
    decision: Decision
    elo: Estimate
    """At the level of the verdict; the value is corrected for an early stop."""
    looks: int


@dataclass
class _Course:
    """How far a candidate has got."""

    looks: Sequence[Look]
    least_chance: float
    errors: list[float] = field(default_factory=list)
    bounds: list[float] = field(default_factory=list)
    result: MeetingResult | None = None
    luck: float = 0.0
    """How much too high its Elo is likely to be, because it stopped at a lucky moment."""
    has_all_pairs: bool = False

    def look(self, family: Family, number: int, result: MeetingResult) -> None:
        """Take the pairs of the next look."""
        self.result = result
        family.look(number, self.looks[len(self.errors)], _counts(result))
        self.errors.append(_error(result))
        self.has_all_pairs = len(self.errors) == len(self.looks)

    def leave(self, elo: float | None) -> None:
        """Stop at the newest look."""
        if elo is not None:
            self.luck = elo - correct_stop(elo, self.errors, self.bounds[:-1])

    def play_on(self, family: Family, number: int, result: MeetingResult) -> None:
        """Take the rest of the pairs."""
        self.result = result
        family.narrow(number, self.looks[-1], _counts(result))
        self.has_all_pairs = True


def play_direct(session: Session) -> list[DirectResult]:
    """Play all candidates against the baseline, look by look."""
    inquiry = session.inquiry
    numbers = range(len(inquiry.candidates))
    family = Family(len(numbers), alpha=1 - CONFIDENCE, equivalence=EQUIVALENCE)
    courses = _courses(session)
    playing = list(numbers)
    while playing:
        wanted = [courses[number].looks[len(courses[number].errors)].pairs for number in playing]
        for number, result in zip(playing, _play(session, playing, wanted), strict=True):
            courses[number].look(family, number, result)
        left = family.settle()
        for number in playing:
            courses[number].bounds.append(family.bound(number))
        staying = [
            number
            for number in playing
            if number not in left and _is_worth_playing(courses[number], family, number)
        ]
        for number in set(playing).difference(staying):
            courses[number].leave(family.decision(number).elo.value)
        playing = staying
    _play_on(session, courses, family)
    return [_result(courses[number], family.decision(number)) for number in numbers]


def _play_on(session: Session, courses: Sequence[_Course], family: Family) -> None:
    """Let the strongest of the better candidates play all their pairs.

    Then no early stop determines how many those are, and no correction is needed.
    """
    while True:
        strongest = _strongest(courses, family)[: session.inquiry.featured_count]
        waiting = [number for number in strongest if not courses[number].has_all_pairs]
        if not waiting:
            break
        wanted = [courses[number].looks[-1].pairs for number in waiting]
        for number, result in zip(waiting, _play(session, waiting, wanted), strict=True):
            courses[number].play_on(family, number, result)
    for number in strongest:
        courses[number].luck = 0.0


def _strongest(courses: Sequence[_Course], family: Family) -> list[int]:
    """The better candidates, strongest first."""
    better = {
        number: inf if found.elo.value is None else found.elo.value - course.luck
        for number, course in enumerate(courses)
        if (found := family.decision(number)).word == "better"
    }
    return sorted(better, key=lambda number: -better[number])


def _counts(result: MeetingResult) -> list[tuple[int, int, int]]:
    """(WW, split, LL) of each opening."""
    return [(one.ww, one.split, one.ll) for one in result.match.by_opening]


def _play(session: Session, numbers: Sequence[int], pairs: Sequence[int]) -> list[MeetingResult]:
    return session.play("direct", _meetings(session.inquiry, numbers, pairs), is_separate=True)


def _meetings(inquiry: Inquiry, numbers: Sequence[int], pairs: Sequence[int]) -> list[Meeting]:
    """Candidates against the baseline."""
    baseline = inquiry.player(inquiry.baseline)
    return [
        Meeting(inquiry.player(inquiry.candidates[number]), baseline, count)
        for number, count in zip(numbers, pairs, strict=True)
    ]


def _courses(session: Session) -> list[_Course]:
    """The looks of each candidate, by the pace of its first games."""
    inquiry = session.inquiry
    planned = inquiry.looks()
    if len(planned) == 1:
        return [_Course(plan_looks(planned), 0.0) for _ in inquiry.candidates]
    numbers = range(len(inquiry.candidates))
    wanted = [
        PYTHON_PILOT_PAIRS if subject.core.needs_python else PILOT_PAIRS
        for subject in inquiry.candidates
    ]
    pilots = _play(session, numbers, [min(pairs, planned[0]) for pairs in wanted])
    most = _affordable(inquiry, pilots)
    return [_course(inquiry, number, pilots[number], most[number]) for number in numbers]


def _affordable(inquiry: Inquiry, pilots: Sequence[MeetingResult]) -> list[int]:
    """The most pairs of each candidate: twice a round's time is for the direct matches."""
    budget = TimeBudget.of(inquiry, pilots)
    budget = replace(budget, seconds=_SHARE_OF_DIRECT * budget.seconds)
    meetings = _meetings(inquiry, range(len(pilots)), [inquiry.looks()[-1]] * len(pilots))
    return [meeting.pairs for meeting in budget.afford(meetings, least=_FEWEST_PAIRS)]


def _course(inquiry: Inquiry, number: int, pilot: MeetingResult, most: int) -> _Course:
    cost = raw_cost(inquiry, inquiry.candidates[number], pilot) or 1.0
    pace = (1 + cost) / 2 * min(1.0, inquiry.nodes / nodes_for(CLOCK))
    paces = _THOROUGH_PACES if inquiry.effort == "thorough" else _PACES
    divisor, chance = next((by, chance) for limit, by, chance in paces if pace < limit)
    looks = {min(max(_FEWEST_PAIRS, count // divisor), most) for count in inquiry.looks()}
    pairs = sorted(looks)
    return _Course(plan_looks(pairs), chance)


def _is_worth_playing(course: _Course, family: Family, number: int) -> bool:
    """Whether a candidate plays on: it has looks left, and they may well decide it."""
    if course.has_all_pairs:
        return False
    now, last = course.looks[len(course.errors) - 1], course.looks[-1]
    error, elo = course.errors[-1], family.decision(number).elo.value
    if elo is None:
        return True
    chance = chance_to_decide(
        elo,
        error,
        last_error=error * (now.pairs / last.pairs) ** 0.5,
        bound=family.bound(number, last),
        equivalence=family.equivalence,
    )
    return chance >= course.least_chance


def _error(result: MeetingResult) -> float:
    """The standard error of the Elo, from its interval."""
    elo = result.match.elo
    if elo.low is None or elo.high is None:
        return 400.0
    return (elo.high - elo.low) / 3.92


def _result(course: _Course, decision: Decision) -> DirectResult:
    assert course.result is not None
    low, high = decision.elo.low, decision.elo.high
    value = decision.elo.value
    if value is not None:
        value -= course.luck
        value = value if low is None else max(value, low)
        value = value if high is None else min(value, high)
    elo = Estimate(value, low, high)
    return DirectResult(course.result, decision, elo, len(course.errors))
