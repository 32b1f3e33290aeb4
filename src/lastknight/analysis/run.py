"""The analysis itself: from an inquiry, through its games, to the facts."""

from __future__ import annotations

import os
import platform
import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from time import perf_counter

from lastknight.analysis.chapters import Chapters
from lastknight.analysis.conclusions import advise, find_crossings, find_undecided
from lastknight.analysis.facts import Audit, Conditions, Direct, Facts, Origin, Ply, Ranking
from lastknight.analysis.groups import average_plies, count_endings, count_lengths, group_games
from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.matches import Met, Session, replay
from lastknight.analysis.moments import find_moments
from lastknight.analysis.perfect_play import find_truth, reach_in_report
from lastknight.analysis.records import direct_facts
from lastknight.analysis.subjects import describe, short_names
from lastknight.heuristics.heuristic import format_number
from lastknight.matches.costs import NODES_PER_SECOND
from lastknight.truth.verdicts import Verdicts

_REPLAYED_PAIRS = 5
_BOARDS = 2
"""Boards of games that were won, and as many of games that were lost."""


def analyse(session: Session, *, command: Sequence[str]) -> Facts:
    """Play an inquiry through and say everything that its games say.

    `command` is what a reader would type to do it again, but for the costs measured here.
    """
    began = perf_counter()
    inquiry = session.inquiry
    subjects, baseline = inquiry.heuristics, len(inquiry.candidates)
    names = short_names(subjects)
    workers = session.workers or len(os.sched_getaffinity(0))
    chapters = Chapters(session)
    chapters.measure()
    direct = chapters.direct()
    ranking = chapters.ranking(direct)
    classic = chapters.classic()
    judged = direct_facts(direct, names, names[baseline], workers=workers)
    featured = _featured(inquiry, ranking, judged)
    budgets = chapters.budgets(direct, featured)
    chosen = [(candidate, direct[candidate]) for candidate in featured]
    verdicts = Verdicts(reach_in_report(inquiry.start), session.workers, session.store)
    truth = find_truth(session, direct, featured, costs=chapters.costs, verdicts=verdicts)
    moments = [
        moment
        for candidate, met in chosen
        for moment in find_moments(
            candidate,
            met,
            (subjects[candidate], inquiry.baseline),
            count=_BOARDS,
            verdicts=verdicts,
        )
    ]
    audit = _audit(direct, featured)
    costs = chapters.costs
    others = [subject for subject in subjects if subject != inquiry.baseline]
    return Facts(
        origin=_origin(
            session,
            _with_costs(command, [f"{h}={format_number(costs[h])}" for h in others]),
            perf_counter() - began,
        ),
        conditions=_conditions(inquiry, chapters.pairs),
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
        groups=tuple(group for pair in chosen for group in group_games(*pair)),
        lengths=tuple(length for pair in chosen for length in count_lengths(*pair)),
        plies=tuple(_plies(chosen, baseline)),
        endings=tuple(ending for pair in chosen for ending in count_endings(*pair)),
        moments=tuple(moments),
        audit=audit,
        undecided=tuple(find_undecided(judged, budgets, pace=_pace(direct, workers))),
        advice=advise(judged, budgets, ranking, baseline=baseline),
        truth=truth,
    )


def _with_costs(command: Sequence[str], costs: Sequence[str]) -> str:
    """A command with the costs that were measured, so that another machine plays the same."""
    return shlex.join([*command, *(word for cost in costs for word in ("--cost", cost))])


def _featured(inquiry: Inquiry, ranking: Ranking, verdicts: Sequence[Direct]) -> list[int]:
    """The candidates that get chapters of their own: better ones first, then the highest rated."""
    order = [rating.heuristic for rating in ranking.ratings]
    best_first = sorted(
        verdicts, key=lambda found: (found.word != "better", order.index(found.candidate))
    )
    return [found.candidate for found in best_first[: inquiry.featured_count]]


def _pace(direct: Sequence[Met], workers: int) -> float:
    """What a pair takes here, in seconds."""
    pairs = sum(met.match.tally.pairs for met in direct)
    return sum(met.seconds() for met in direct) / max(pairs, 1) / workers


def _plies(chosen: Sequence[tuple[int, Met]], baseline: int) -> list[Ply]:
    """What searches did at each ply: of the featured, and of the baseline against the first."""
    found = [ply for candidate, met in chosen for ply in average_plies(candidate, met, side=0)]
    return found + average_plies(baseline, chosen[0][1], side=1)


def _audit(direct: Sequence[Met], featured: Sequence[int]) -> Audit:
    replays = [replay(direct[candidate], _REPLAYED_PAIRS) for candidate in featured]
    drawn = max((met.plan.drawn for met in direct), key=len)
    tallies = [met.match.tally for met in direct]
    return Audit(
        games=sum(tally.games for tally in tallies),
        distinct_games=sum(met.match.distinct_games for met in direct),
        openings=len({opening.moves for opening in drawn}),
        canonical_openings=len({opening.canonical for opening in drawn}),
        forfeits=sum(tally.a_forfeits + tally.b_forfeits for tally in tallies),
        replayed=sum(games for games, _ in replays),
        identical=sum(same for _, same in replays),
        first_wins=sum(tally.first_wins for tally in tallies),
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


def _conditions(inquiry: Inquiry, pairs: dict[str, int]) -> Conditions:
    return Conditions(
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
