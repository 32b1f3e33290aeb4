"""Assembly: from an inquiry, through its games, to all the facts."""

from __future__ import annotations

import os
import platform
import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from time import perf_counter

from lastknight.analysis.breakdown import break_down
from lastknight.analysis.conclusions import advise, find_crossings, find_undecided
from lastknight.analysis.facts import AnalysisConditions, Audit, Facts, Origin
from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.match_facts import CONFIDENCE, Direct, Ranking
from lastknight.analysis.meetings import MeetingResult, Session, replay
from lastknight.analysis.moments import find_moments
from lastknight.analysis.perfect_play import find_truth, reach_in_report
from lastknight.analysis.rounds import Rounds
from lastknight.analysis.scoring import direct_facts
from lastknight.analysis.subjects import describe, short_names
from lastknight.heuristics.heuristic import format_number
from lastknight.matches.costs import NODES_PER_SECOND
from lastknight.truth.verdicts import Verdicts

_REPLAYED_PAIRS = 5
_BOARDS = 2
"""Boards of won games, and of lost games."""


def analyse(session: Session, *, command: Sequence[str]) -> Facts:
    """Play everything an inquiry asks for, and gather the facts.

    `command` is what a reader would type to repeat it, without the costs measured here.
    """
    began = perf_counter()
    inquiry = session.inquiry
    subjects, baseline = inquiry.heuristics, len(inquiry.candidates)
    names = short_names(subjects)
    workers = session.workers or len(os.sched_getaffinity(0))
    rounds = Rounds(session)
    rounds.measure()
    direct = rounds.direct()
    ranking = rounds.ranking(direct)
    classic = rounds.classic()
    judged = direct_facts(direct, names, names[baseline], workers=workers)
    featured = _featured(inquiry, ranking, judged)
    budgets = rounds.budgets(direct, featured)
    chosen = [(candidate, direct[candidate]) for candidate in featured]
    verdicts = Verdicts(reach_in_report(inquiry.start), session.workers, session.store)
    truth = find_truth(session, direct, featured, costs=rounds.costs, verdicts=verdicts)
    moments = [
        moment
        for candidate, result in chosen
        for moment in find_moments(
            candidate,
            result,
            (subjects[candidate], inquiry.baseline),
            count=_BOARDS,
            verdicts=verdicts,
        )
    ]
    audit = _audit(direct, featured)
    costs = rounds.costs
    measured = [
        f"{subject}={format_number(cost)}"
        for subject in subjects
        if subject != inquiry.baseline and (cost := costs[subject]) is not None
    ]
    return Facts(
        **vars(break_down(chosen, baseline)),
        origin=_origin(
            session,
            _with_costs(command, measured),
            perf_counter() - began,
        ),
        conditions=_conditions(inquiry, rounds.pairs),
        heuristics=tuple(
            describe(subject, name=names[place], cost=costs[subject], is_candidate=place < baseline)
            for place, subject in enumerate(subjects)
        ),
        featured=tuple(featured),
        direct=tuple(judged),
        classic=classic,
        ranking=ranking,
        budgets=tuple(budgets),
        crossings=tuple(find_crossings(budgets)),
        moments=tuple(moments),
        audit=audit,
        undecided=tuple(find_undecided(judged, budgets, pace=_pace(direct, workers))),
        advice=advise(judged, budgets, ranking, baseline=baseline, confidence=CONFIDENCE),
        truth=truth,
    )


def _with_costs(command: Sequence[str], costs: Sequence[str]) -> str:
    """The command with the measured costs, so that another machine plays the same games."""
    return shlex.join([*command, *(word for cost in costs for word in ("--cost", cost))])


def _featured(inquiry: Inquiry, ranking: Ranking, verdicts: Sequence[Direct]) -> list[int]:
    """The candidates examined in detail: the better ones first, then the highest rated."""
    order = [rating.heuristic for rating in ranking.ratings]
    best_first = sorted(
        verdicts, key=lambda found: (found.word != "better", order.index(found.candidate))
    )
    return [found.candidate for found in best_first[: inquiry.featured_count]]


def _pace(direct: Sequence[MeetingResult], workers: int) -> float:
    """The time a pair takes here, in seconds."""
    pairs = sum(result.match.tally.pairs for result in direct)
    return sum(result.seconds() for result in direct) / max(pairs, 1) / workers


def _audit(direct: Sequence[MeetingResult], featured: Sequence[int]) -> Audit:
    replays = [replay(direct[candidate], _REPLAYED_PAIRS) for candidate in featured]
    drawn = max((result.plan.drawn for result in direct), key=len)
    tallies = [result.match.tally for result in direct]
    attackers = [roles.attacker for result in direct if (roles := result.match.roles)]
    return Audit(
        games=sum(tally.games for tally in tallies),
        distinct_games=sum(result.match.distinct_games for result in direct),
        openings=len({opening.moves for opening in drawn}),
        canonical_openings=len({opening.canonical for opening in drawn}),
        forfeits=sum(tally.a_forfeits + tally.b_forfeits for tally in tallies),
        replayed=sum(games for games, _ in replays),
        identical=sum(same for _, same in replays),
        first_wins=sum(tally.first_wins for tally in tallies),
        role_games=sum(one.games for one in attackers),
        attacker_wins=sum(one.wins for one in attackers),
    )


def _origin(session: Session, command: str, seconds: float) -> Origin:
    return Origin(
        version=version("lastknight"),
        made=datetime.now(UTC).date().isoformat(),
        command=command,
        seconds=seconds,
        games=session.games,
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    )


def _conditions(inquiry: Inquiry, pairs: dict[str, int]) -> AnalysisConditions:
    return AnalysisConditions(
        width=inquiry.start.width,
        height=inquiry.start.height,
        start=str(inquiry.start),
        nodes=inquiry.nodes,
        seconds=inquiry.nodes / NODES_PER_SECOND,
        openings=inquiry.openings if isinstance(inquiry.openings, str) else "list",
        plies=inquiry.plies,
        seed=inquiry.seed,
        effort=inquiry.effort,
        baseline=len(inquiry.candidates),
        opponents=tuple(inquiry.opponents),
        pairs=dict(pairs),
    )
