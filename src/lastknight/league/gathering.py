"""The standings of a league, computed from its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from math import inf

from lastknight.league.final_standings import League, LeagueConditions, LeagueEntry
from lastknight.league.load_check import CheckedSubmission
from lastknight.league.performance import Performance, find_mistakes, read_performances
from lastknight.league.rules import Rules
from lastknight.league.submissions import Skipped, page_names
from lastknight.matches.chunks import Chunk
from lastknight.matches.plan import Plan
from lastknight.matches.results import attacker_result, rate_players
from lastknight.players import name_of
from lastknight.stats import Estimate, RankSet, Ratings, rank_sets, win_rate
from lastknight.truth.verdicts import Verdicts


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
    """The standings of a league whose games are played.

    `watch` is called with the number of entrants examined for mistakes and their total.
    """
    anchor = len(plan.players) - 1
    ratings = rate_players(plan, chunks, anchor=anchor)
    attacker = attacker_result(plan, chunks)
    performances = read_performances(plan, chunks)
    playing = [one.submission for one in checked if one.player is not None]
    order = sorted(range(len(plan.players)), key=lambda place: _key(ratings, performances, place))
    places = {place: at for at, place in enumerate(order)}
    ranks = _ranks([place for place in order if place < len(playing)], ratings)
    pages = page_names([one.submission.name for one in checked])
    names = [*(one.name for one in playing), *map(name_of, plan.players[len(playing) :])]
    entries = []
    for done, place in enumerate(order, 1):
        performance = performances[place]
        entry = _entry(names[place], performance, ratings.ratings[place], places)
        if place in ranks:
            losses = [replace(loss, opponent=places[loss.opponent]) for loss in performance.losses]
            entry = replace(
                entry,
                kind="submission",
                player=playing[place].player,
                page=pages[entry.name],
                rank=str(ranks[place]),
                best_rank=ranks[place].best,
                worst_rank=ranks[place].worst,
                mistakes=find_mistakes(losses, verdicts, boards=rules.boards),
                output=performance.all_output(names),
            )
        entries.append(entry)
        if watch is not None:
            watch(done, len(order))
    return League(
        _conditions(rules, ratings, title=title, anchor=names[anchor], command=command),
        (*entries, *_absent(checked, pages)),
        ratings.first_move,
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
        anchor=anchor,
        sandbox=rules.sandbox.kind,
        is_walled=rules.sandbox.is_private,
        version=version("lastknight"),
        command=command,
    )


def _key(ratings: Ratings, performances: Sequence[Performance], place: int) -> tuple[float, float]:
    """The best first: by rating, or by games won if a single opening leaves everyone unrated."""
    total = performances[place].total
    rate = total.wins / total.games if total.games else 0.0
    value = ratings.ratings[place].value if ratings.openings > 1 else 0.0
    return (inf if value is None else -value), -rate


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
