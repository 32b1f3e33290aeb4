"""Scoring: matches and ratings become facts, with verdicts that hold together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lastknight import stats
from lastknight.analysis.direct import EQUIVALENCE, DirectResult
from lastknight.analysis.match_facts import (
    Classic,
    ClassicCell,
    Difference,
    Direct,
    MatchRecord,
    Opponent,
    Ranking,
    Rating,
    is_significant,
)
from lastknight.analysis.meetings import MeetingResult
from lastknight.matches.results import Match, Tournament
from lastknight.matches.tally import Tally
from lastknight.players import Player, name_of
from lastknight.stats import Estimate
from lastknight.stats.planning import pairs_to_narrow


def record_of(match: Match) -> MatchRecord:
    """A match as facts."""
    found = match.clustered
    record = _record(match, match.tally, (found.win_rate, found.elo, found.p_value))
    return replace(record, roles=match.roles)


def clean_record(match: Match) -> MatchRecord:
    """The same match without the pairs that had a forfeit."""
    found = match.clean
    return _record(match, match.without_forfeits, (found.win_rate, found.elo, found.p_value))


def _record(match: Match, tally: Tally, found: tuple[Estimate, Estimate, float]) -> MatchRecord:
    """The counts of a match with their win rate, pair-Elo and p-value."""
    win_rate, elo, p_value = found
    return MatchRecord(
        ww=tally.ww,
        split=tally.split,
        ll=tally.ll,
        pairs=tally.pairs,
        games=tally.games,
        wins=tally.wins,
        losses=tally.losses,
        win_rate=win_rate,
        elo=elo,
        p_value=p_value,
        first_wins=tally.first_wins,
        a_forfeits=tally.a_forfeits,
        b_forfeits=tally.b_forfeits,
        distinct_games=match.distinct_games,
        openings=match.distinct_openings,
    )


def direct_facts(
    results: Sequence[DirectResult], names: Sequence[str], baseline: str, *, workers: int
) -> list[Direct]:
    """Every candidate against the baseline, with the verdicts of their looks."""
    facts = []
    for candidate, one in enumerate(results):
        match, decision = one.result.match, one.decision
        tally = match.tally
        is_open = decision.word == "inconclusive"
        needed = _pairs_to_decide(one) if is_open else None
        pace = one.result.seconds() / max(tally.pairs, 1) / workers
        worth = round(match.repeats.effective(tally.pairs))
        facts.append(
            Direct(
                candidate=candidate,
                record=record_of(match),
                elo=one.elo,
                level=decision.level,
                looks=one.looks,
                p_adjusted=decision.p_adjusted,
                word=_word(one),
                sentence=_sentence(one, names[candidate], baseline),
                pairs_to_decide=needed,
                seconds_to_decide=None if needed is None else needed * pace,
                detectable=stats.detectable_elo(
                    worth, split_rate=match.split_rate, confidence=1 - decision.level
                ),
                without_forfeits=clean_record(match),
                score_elo=match.win_rate.through(stats.score_elo),
                needs_other_openings=is_open and needed is None,
            )
        )
    return facts


def _pairs_to_decide(one: DirectResult) -> int | None:
    """How many pairs decide, wherever the truth is; None if no number on these openings does.

    The interval at the level of the verdict is then as narrow as the equivalence: it excludes 0 or
    lies within the equivalence.
    """
    match = one.result.match
    effective = pairs_to_narrow(
        EQUIVALENCE, split_rate=match.split_rate, confidence=1 - one.decision.level
    )
    needed = match.repeats.pairs_for(effective)
    return None if needed is None else max(needed, match.tally.pairs + 1)


def _word(one: DirectResult) -> str:
    """The verdict; `forfeited` where forfeits make it say nothing about strength."""
    word = one.decision.word
    return "forfeited" if one.result.match.is_decided_by_forfeits(word) else word


def _sentence(one: DirectResult, name: str, baseline: str) -> str:
    match, word = one.result.match, _word(one)
    if word == "forfeited":
        why = "; ".join(match.cautions)
        return f"{name} against {baseline} is decided by forfeits, not by strength: {why}."
    numbers = stats.describe_elo(one.elo)
    words = {
        "better": f"{name} is better than {baseline}: {numbers}.",
        "worse": f"{name} is worse than {baseline}: {numbers}.",
        "equivalent": f"{name} and {baseline} are within {EQUIVALENCE:g} Elo: {numbers}.",
        "inconclusive": f"{name} against {baseline} is inconclusive: {numbers}.",
    }
    return words[word]


def classic_facts(
    opponents: Sequence[tuple[str, Player]], rows: Sequence[Sequence[MeetingResult]]
) -> Classic:
    """The classic table, from one row of meetings for each heuristic."""
    cells = []
    rates: list[Estimate] = []
    for heuristic, row in enumerate(rows):
        cells += [
            ClassicCell(heuristic, opponent, record_of(result.match))
            for opponent, result in enumerate(row)
        ]
        total = sum((result.match.tally for result in row), Tally())
        rates.append(stats.win_rate(total.ww, total.split, total.ll))
    named = tuple(Opponent(name, name_of(player)) for name, player in opponents)
    return Classic(named, tuple(cells), tuple(rates))


def ranking_facts(result: Tournament, *, confidence: float) -> Ranking:
    """Ratings, best first, and all differences; `confidence` decides which count as shown."""
    count = len(result.names)
    found = result.ratings
    totals = [Tally()] * count
    for (a, b), match in result.matches.items():
        totals[a] += match.tally
        totals[b] += match.tally.swapped()
    ratings = tuple(
        Rating(
            heuristic=place,
            elo=found.ratings[place],
            best_rank=found.ranks[place].best,
            worst_rank=found.ranks[place].worst,
            rank=str(found.ranks[place]),
            wins=totals[place].wins,
            games=totals[place].games,
        )
        for place in found.order
    )
    differences = tuple(
        Difference(a, b, found.differences[a][b], found.p_values[a][b])
        for a in range(count)
        for b in range(a + 1, count)
    )
    return Ranking(
        ratings=ratings,
        differences=differences,
        first_move=found.first_move,
        games=found.games,
        openings=found.openings,
        comparisons=len(differences),
        survive=sum(is_significant(found.p_adjusted, confidence) for found in differences),
        attacker_rate=None if result.attacker is None else result.attacker.rate,
        transitivity=result.transitivity,
    )
