"""The standings of a league, computed from its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from math import inf

from lastknight.league.final_standings import League, LeagueConditions, LeagueEntry
from lastknight.league.load_check import CheckedSubmission
from lastknight.league.performance import Loss, Performance, find_mistakes, read_performances
from lastknight.league.rules import Rules
from lastknight.league.submissions import Skipped, page_names
from lastknight.matches.chunks import Chunk
from lastknight.matches.plan import Plan
from lastknight.matches.results import rate_players
from lastknight.players import name_of
from lastknight.stats import Ratings, rank_sets, win_rate
from lastknight.truth.verdicts import Verdicts

Watch = Callable[[int, int], None]


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
    watch: Watch | None = None,
) -> League:
    """The standings of a league whose games are played.

    `watch` is called with the number of entrants examined for mistakes and their total.
    """
    anchor = len(plan.players) - 1
    ratings = rate_players(plan, chunks, anchor=anchor)
    performances = read_performances(plan, chunks)
    playing = [one for one in checked if one.player is not None]
    order = sorted(range(len(plan.players)), key=lambda place: _key(ratings, performances, place))
    places = {place: at for at, place in enumerate(order)}
    pages = page_names([one.submission.name for one in checked])
    names = [one.submission.name for one in playing]
    names += map(name_of, plan.players[len(playing) :])
    entries = []
    for done, place in enumerate(order, 1):
        entry = _entry(plan, performances[place], ratings, place, places)
        if place < len(playing):
            entry = replace(
                entry,
                name=playing[place].submission.name,
                kind="submission",
                player=playing[place].submission.player,
                page=pages[playing[place].submission.name],
                mistakes=find_mistakes(
                    [_moved(loss, places) for loss in performances[place].losses],
                    verdicts,
                    boards=rules.boards,
                ),
                output=performances[place].all_output(names),
            )
        entries.append(entry)
        if watch is not None:
            watch(done, len(order))
    return League(
        LeagueConditions(
            title=title,
            limits=str(rules.limit),
            pairs=rules.pairs,
            plies=rules.plies,
            seed=rules.seed,
            games=ratings.games,
            openings=ratings.openings,
            anchor=name_of(plan.players[anchor]),
            sandbox=rules.sandbox.kind,
            is_walled=rules.sandbox.is_private,
            version=version("lastknight"),
            command=command,
        ),
        (*_ranked(entries, order, ratings, len(playing)), *_absent(checked, pages)),
        ratings.first_move,
        tuple((one.name, one.reason) for one in skipped),
    )


def _key(ratings: Ratings, performances: Sequence[Performance], place: int) -> tuple[float, float]:
    """The best first: by rating, or by games won if a single opening leaves everyone unrated."""
    total = performances[place].total
    rate = total.wins / total.games if total.games else 0.0
    value = ratings.ratings[place].value if ratings.openings > 1 else 0.0
    return (inf if value is None else -value), -rate


def _moved(loss: Loss, places: dict[int, int]) -> Loss:
    """A loss with the opponent as an index of the entries."""
    return Loss(loss.game, loss.is_a, places[loss.opponent])


def _entry(
    plan: Plan, performance: Performance, ratings: Ratings, place: int, places: dict[int, int]
) -> LeagueEntry:
    total = performance.total
    name = name_of(plan.players[place])
    return LeagueEntry(
        name=name,
        kind="baseline",
        player=name,
        elo=ratings.ratings[place],
        wins=total.wins,
        losses=total.losses,
        win_rate=win_rate(total.ww, total.split, total.ll),
        outcomes=performance.outcomes(places),
        endings=performance.endings(),
        forfeits=performance.forfeits_by_kind(places),
        forfeited=performance.forfeited,
    )


def _ranked(
    entries: Sequence[LeagueEntry], order: Sequence[int], ratings: Ratings, count: int
) -> list[LeagueEntry]:
    """The entries with the submissions' ranks among themselves, which hold together."""
    submissions = [place for place in order if place < count]
    p_values = [[ratings.p_values[a][b] for b in submissions] for a in submissions]
    values = [ratings.ratings[place].value or 0.0 for place in submissions]
    ranks = dict(zip(submissions, rank_sets(values, p_values), strict=True))
    return [
        replace(
            entry,
            rank=str(ranks[place]),
            best_rank=ranks[place].best,
            worst_rank=ranks[place].worst,
        )
        if place in ranks
        else entry
        for entry, place in zip(entries, order, strict=True)
    ]


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
