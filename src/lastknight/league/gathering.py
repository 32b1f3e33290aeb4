"""The standings of a league, computed from its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from lastknight.league.final_standings import ONLY_ONE, League, LeagueConditions, LeagueEntry
from lastknight.league.load_check import CheckedSubmission
from lastknight.league.performance import Performance, find_mistakes, read_performances
from lastknight.league.rules import Rules
from lastknight.league.submissions import Skipped, page_names
from lastknight.matches.chunks import Chunk
from lastknight.matches.counting import attacker_result, rate_players
from lastknight.matches.plan import Plan
from lastknight.players import name_of
from lastknight.stats import Estimate, RankSet, Ratings, rank_sets, win_rate
from lastknight.stats.ratings import TOO_FEW
from lastknight.truth.verdicts import Verdicts

_WIDEST = 800.0
"""The widest interval of a rating that is shown, in Elo: a hundred to one either way."""


def gather_league(  # noqa: PLR0913  (all but three are keywords)
    checked: Sequence[CheckedSubmission],
    plan: Plan,
    chunks: Sequence[Chunk],
    *,
    rules: Rules,
    verdicts: Verdicts,
    title: str,
    skipped: Sequence[Skipped] = (),
    command: str = "",
    watch: Callable[[int, int], None] | None = None,
) -> League:
    """The standings of a league, once its games are played.

    `watch` is called with the number of entrants examined for mistakes and their total.
    """
    anchor = len(plan.players) - 1
    ratings = rate_players(plan, chunks, anchor=anchor)
    attacker = attacker_result(plan, chunks)
    performances = read_performances(plan, chunks)
    playing = [one.submission for one in checked if one.player is not None]
    order = ratings.order
    places = {place: at for at, place in enumerate(order)}
    ranks = _ranks([place for place in order if place < len(playing)], ratings)
    pages = page_names([one.submission.name for one in checked])
    names = [*(one.name for one in playing), *map(name_of, plan.players[len(playing) :])]
    entries = []
    for done, place in enumerate(order, 1):
        performance = performances[place]
        entry = _entry(names[place], performance, _shown(ratings.ratings[place]), places)
        if place in ranks:
            losses = [replace(loss, opponent=places[loss.opponent]) for loss in performance.losses]
            entry = replace(
                entry,
                kind="submission",
                player=playing[place].player,
                page=pages[entry.name],
                **_rank_facts(ranks[place], ratings, len(playing)),
                mistakes=find_mistakes(losses, verdicts, boards=rules.boards),
                output=performance.all_output(names),
            )
        entries.append(entry)
        if watch is not None:
            watch(done, len(order))
    return League(
        _conditions(rules, ratings, title=title, anchor=names[anchor], command=command),
        (*entries, *_absent(checked, pages)),
        tuple((one.name, one.reason) for one in skipped),
        None if attacker is None else attacker.rate,
    )


def _conditions(
    rules: Rules, ratings: Ratings, *, title: str, anchor: str, command: str
) -> LeagueConditions:
    return LeagueConditions(
        title=title,
        limits=str(rules.limit),
        pairs=rules.pairs,
        plies=rules.plies,
        seed=rules.seed,
        games=ratings.games,
        openings=ratings.openings,
        pairs_to_rank=ratings.pairs_to_rank,
        anchor=anchor,
        sandbox=rules.sandbox.kind,
        is_walled=rules.sandbox.is_private,
        version=version("lastknight"),
        command=command,
    )


def _rank_facts(ranks: RankSet, ratings: Ratings, count: int) -> dict[str, Any]:
    """A rank among this many submissions as facts; without numbers if the games leave it open."""
    said = ONLY_ONE if count == 1 else ratings.describe_rank(ranks, count)
    ends = (None, None) if said in (TOO_FEW, ONLY_ONE) else (ranks.best, ranks.worst)
    return {"rank": said, "best_rank": ends[0], "worst_rank": ends[1]}


def _shown(elo: Estimate) -> Estimate:
    """A rating whose interval is narrow enough to show; nothing otherwise."""
    if elo.low is None or elo.high is None:
        is_known = elo.low is not None or elo.high is not None
    else:
        is_known = elo.high - elo.low <= _WIDEST
    return elo if is_known else Estimate(None, None, None)


def _entry(
    name: str, performance: Performance, elo: Estimate, places: dict[int, int]
) -> LeagueEntry:
    """A player's results; `places` maps players to entries."""
    total = performance.total
    return LeagueEntry(
        name=name,
        kind="baseline",
        player=name,
        elo=elo,
        wins=total.wins,
        losses=total.losses,
        win_rate=win_rate(total.ww, total.split, total.ll),
        outcomes=performance.outcomes(places),
        endings=performance.endings(),
        forfeits=performance.forfeits_by_kind(places),
        forfeited=len(performance.forfeits),
    )


def _ranks(submissions: Sequence[int], ratings: Ratings) -> dict[int, RankSet]:
    """The submissions' ranks among themselves, which hold together."""
    p_values = [[ratings.p_values[a][b] for b in submissions] for a in submissions]
    values = [ratings.ratings[place].value or 0.0 for place in submissions]
    return dict(zip(submissions, rank_sets(values, p_values), strict=True))


def _absent(checked: Sequence[CheckedSubmission], pages: dict[str, str]) -> list[LeagueEntry]:
    """The submissions that did not play."""
    return [
        LeagueEntry(
            name=one.submission.name,
            kind="submission",
            player=one.submission.player,
            page=pages[one.submission.name],
            problem=one.problem,
            trace=one.trace,
        )
        for one in checked
        if one.player is None
    ]
