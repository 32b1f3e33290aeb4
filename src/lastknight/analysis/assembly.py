"""Assembly: from an inquiry, through its games, to all the facts."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from time import perf_counter

from lastknight.analysis.breakdown import break_down
from lastknight.analysis.ceiling import find_ceiling
from lastknight.analysis.champion import find_champion
from lastknight.analysis.conclusions import advise, find_crossings, find_undecided
from lastknight.analysis.direct import EQUIVALENCE, play_direct
from lastknight.analysis.equal_time import play_ratios
from lastknight.analysis.facts import AnalysisConditions, Audit, Facts, Origin
from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.match_facts import Direct, Ranking
from lastknight.analysis.meetings import MeetingResult, Session, replay
from lastknight.analysis.moments import find_moments
from lastknight.analysis.node_costs import NodeCost, find_node_costs, raw_cost
from lastknight.analysis.perfect_play import find_truth, reach_in_report
from lastknight.analysis.rounds import Rounds
from lastknight.analysis.scoring import direct_facts
from lastknight.analysis.subjects import describe, short_names
from lastknight.analysis.time_budget import TimeBudget
from lastknight.heuristics import Heuristic
from lastknight.matches.costs import NODES_PER_SECOND
from lastknight.matches.shell_text import shell_text
from lastknight.ranges import check_kind, count_workers, read_list
from lastknight.stats import Estimate
from lastknight.truth.verdicts import Verdicts

_REPLAYED_PAIRS = 5
_BOARDS = 2
"""Boards of won games, and of lost games."""


def analyse(session: Session, *, command: Sequence[str]) -> Facts:
    """Play everything an inquiry asks for, and gather the facts.

    `command` is what a reader would type to repeat it, without the costs measured here.
    """
    check_kind("session", session, Session)
    command = read_list("command", command, of="words")
    began = perf_counter()
    inquiry = session.inquiry
    subjects, baseline = inquiry.heuristics, len(inquiry.candidates)
    names = short_names(subjects)
    workers = count_workers(session.workers)
    decided = play_direct(session)
    direct = [one.result for one in decided]
    judged = direct_facts(decided, names, names[baseline], workers=workers)
    costs = _raw_costs(inquiry, direct)
    rounds = Rounds(session, costs=costs, budget=TimeBudget.of(inquiry, direct))
    ranking = rounds.ranking(direct)
    classic = rounds.classic()
    featured = _featured(inquiry, ranking, judged)
    ceiling = find_ceiling(session)
    champion = find_champion(session)
    node_costs = find_node_costs(session, direct)
    equal_time = play_ratios(session, decided, ratio_pairs(inquiry, judged), node_costs)
    budgets = rounds.budgets(direct, featured)
    chosen = [(candidate, direct[candidate]) for candidate in featured]
    verdicts = Verdicts(reach_in_report(inquiry.start), session.workers, session.store)
    truth = find_truth(session, direct, featured, costs=costs, verdicts=verdicts)
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
    return Facts(
        **vars(break_down(chosen, baseline)),
        origin=_origin(session, shell_text(command), perf_counter() - began),
        conditions=_conditions(inquiry, rounds.pairs),
        heuristics=tuple(
            describe(
                subject,
                name=names[place],
                cost=_cost_facts(node_costs, place),
                is_candidate=place < baseline,
            )
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
        ceiling=ceiling,
        champion=champion,
        equal_time=tuple(equal_time),
        undecided=tuple(find_undecided(judged)),
        advice=advise(judged, equal_time, baseline=baseline),
        truth=truth,
    )


def _raw_costs(inquiry: Inquiry, direct: Sequence[MeetingResult]) -> dict[Heuristic, float | None]:
    """By heuristic; None if unknown."""
    costs: dict[Heuristic, float | None] = dict.fromkeys(inquiry.heuristics)
    costs[inquiry.baseline] = 1.0
    for subject, result in zip(inquiry.candidates, direct, strict=True):
        costs[subject] = raw_cost(inquiry, subject, result)
    return costs


def _cost_facts(node_costs: Sequence[NodeCost], place: int) -> NodeCost:
    """What a heuristic costs; 1 for the baseline, which follows the candidates."""
    if place < len(node_costs):
        return node_costs[place]
    value = 1.0 if place == len(node_costs) else None
    return NodeCost(Estimate(value, value, value))


def ratio_pairs(inquiry: Inquiry, judged: Sequence[Direct]) -> dict[int, int]:
    """The candidates that play at node ratios, and their pairs: most of them for the strongest.

    A thorough analysis plays all of them, others only what is shown to be better.
    """
    better = sorted(
        (found for found in judged if found.word == "better"), key=lambda found: -found.strength
    )
    is_thorough = inquiry.effort == "thorough"
    rest = [found for found in judged if found.word != "better"] if is_thorough else []
    chosen = [*(better if is_thorough else better[: inquiry.featured_count]), *rest]
    first, others = inquiry.ratio_pairs
    return {
        found.candidate: min(first if place == 0 and better else others, 2 * found.record.pairs)
        for place, found in enumerate(chosen)
    }


def _featured(inquiry: Inquiry, ranking: Ranking, verdicts: Sequence[Direct]) -> list[int]:
    """The candidates examined in detail: the better ones first, then the highest rated."""
    order = [rating.heuristic for rating in ranking.ratings]
    best_first = sorted(
        verdicts, key=lambda found: (found.word != "better", order.index(found.candidate))
    )
    return [found.candidate for found in best_first[: inquiry.featured_count]]


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
        openings=inquiry.kind_of_openings,
        plies=inquiry.plies,
        seed=inquiry.seed,
        effort=inquiry.effort,
        baseline=len(inquiry.candidates),
        opponents=tuple(inquiry.opponents),
        pairs={"direct": inquiry.looks()[-1], **pairs},
        looks=inquiry.looks(),
        equivalence=EQUIVALENCE,
        start_ply=inquiry.start_ply,
        left_out=inquiry.left_out,
    )
