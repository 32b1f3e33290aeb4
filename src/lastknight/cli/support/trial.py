"""`--plan`: a short trial, and an estimate of how many pairs an answer takes."""

from dataclasses import replace
from math import ceil
from time import perf_counter

from lastknight.cli.support.rules import excludes, unused
from lastknight.matches.counting import gather
from lastknight.matches.engine import run_plan
from lastknight.matches.openings import census_openings
from lastknight.matches.plan import Plan
from lastknight.matches.request import MatchRequest, TournamentRequest
from lastknight.matches.results import Match
from lastknight.matches.self_play import describe_start
from lastknight.matches.tally import Tally
from lastknight.stats import duration, pairs_needed
from lastknight.stats.planning import expected_split_rate, rating_share

_TRIAL = 50
"""Pairs of the trial that measures speed and the rate of split pairs, shared by all pairings."""
_LEAST = 4
"""Pairs of each pairing in it."""
_ALPHA = 0.05
_SYMMETRIES = 8
_MOST_PLIES = 4
"""Distinct openings are counted up to this length; there are many longer ones."""


PLANNING = (
    excludes(
        "--plan",
        "--pairs --sprt --alpha --beta --anchor --cluster --allow-mixed-clocks --file --no-save "
        "--fresh --json --csv",
        reason="--plan plays a short trial here and prints an estimate",
    ),
    unused(
        "--plan",
        when=lambda given: given.get("--openings") == "census",
        reason="a census plays every opening once, however many that are",
    ),
)
"""The rules of `--plan`."""


def plan_pairs(
    request: MatchRequest | TournamentRequest, elo: float, *, workers: int | None
) -> str:
    """Play a trial for a request, and estimate how many pairs detect a difference."""
    for _ in run_plan(replace(request, pairs=1).plan(), workers=1):
        pass  # compile before the clock starts
    pairings = len(replace(request, pairs=1).plan().pairings)
    plan = replace(request, pairs=max(_LEAST, _TRIAL // pairings)).plan()
    began = perf_counter()
    matches = gather(plan, run_plan(plan, workers=workers))
    total = sum((match.tally for match in matches), Tally())
    speed = total.games / (perf_counter() - began)
    splits = expected_split_rate(total.split, total.pairs)
    comparisons = len(plan.players) * (len(plan.players) - 1) // 2
    wanted = pairs_needed(elo, split_rate=splits, confidence=1 - _ALPHA / comparisons)
    pairs = _pairs_of_each(matches, ceil(wanted * rating_share(plan.pairings)))
    each = f" for each of {pairings:,} pairings" if pairings > 1 else ""
    if pairs is None:
        return "The trial repeats itself: no number of pairs on these openings is enough."
    return (
        f"Detecting {elo:g} Elo with 80 % power takes about {pairs:,} pairs{each}, here about "
        f"{_in_words(duration(pairs * pairings, speed))}.\n"
        f"{_assumptions(plan, pairs, comparisons, splits, total.pairs)}"
    )


def _pairs_of_each(matches: list[Match], wanted: int) -> int | None:
    """Allow for repeats in a match's trial; a tournament's pairings are too short to show any."""
    return matches[0].repeats.pairs_for(wanted) if len(matches) == 1 else wanted


def _assumptions(plan: Plan, pairs: int, comparisons: int, splits: float, trial: int) -> str:
    """The assumptions behind the number, in one line."""
    starts = "" if plan.start_ply is None else f" {describe_start(plan.start_ply)}"
    level = f"a {100 * _ALPHA:g} % test"
    if comparisons > 1:
        level += f" corrected for {comparisons:,} comparisons of players about equally strong"
    said = [
        f"{100 * splits:.0f} % of pairs split (from a trial of {trial} pairs{starts})",
        level,
        *_describe_supply(plan, pairs),
    ]
    return f"Assumes: {'; '.join(said)}."


def _describe_supply(plan: Plan, pairs: int) -> list[str]:
    """A note on whether there are enough openings for these pairs."""
    if plan.start_ply is not None:
        return ["a new start for each pair"]
    known = _distinct_openings(plan, pairs)
    if known is None or pairs <= known:
        return ["a new opening for each pair"]
    return [
        f"a repeated opening counts as new, although there are only {known:,} distinct ones "
        "(--plies gives longer ones)"
    ]


def _distinct_openings(plan: Plan, pairs: int) -> int | None:
    """How many openings there are, if that may be fewer than the pairs; None if there are many."""
    if plan.openings == "empty":
        return 1
    if plan.openings != "random":
        return plan.opening_numbers.count()
    if plan.plies > _MOST_PLIES or pairs * _SYMMETRIES < plan.start.perft(plan.plies):
        return None
    return len(census_openings(plan.start, plan.plies))


def _in_words(seconds: float) -> str:
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} seconds" if seconds >= 1.5 else "a second"
