"""Tuning by games: SPSA plays points of a spec against each other, and a match checks the result.

The search is a function of its games, and its games of the seed. So there is no state to keep: a
run that was stopped takes its first games from the store and goes on from there, and ends with the
same numbers, with any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Literal

from lastknight._core import Rng
from lastknight.discovery.spsa import RUNS, Probes, Spsa, spread_of
from lastknight.discovery.tuning_request import CHECK_PAIRS, TuneRequest, as_ranges
from lastknight.discovery.tuning_results import Check, TunedParameter, Tuning, TuningStep
from lastknight.errors import ArgumentError, show
from lastknight.matches.chunks import Chunk
from lastknight.matches.counting import gather
from lastknight.matches.engine import RunProgress, run_plan
from lastknight.matches.openings import Opening
from lastknight.matches.plan import Plan
from lastknight.matches.runners import Runner
from lastknight.matches.shell_text import shell_text
from lastknight.matches.store import Store, opened_store
from lastknight.matches.tally import Tally
from lastknight.players import Player, name_of
from lastknight.position import Position
from lastknight.ranges import check_call
from lastknight.stats import PRESETS, Estimate, Sprt
from lastknight.stats.sprt import as_sprt

Watch = Callable[[str, int, int], None]
"""Told what is going on, how many pairs are done, and of how many."""
# Random streams for the seeds of the games, far from those of openings and of the search.
_SEARCH_STREAM, _CHECK_STREAM = 2**62 + 1, 2**62 + 2

Play = Callable[..., Iterator[Chunk]]


def tune(  # noqa: PLR0913  (all but two are keywords)
    spec: str,
    ranges: Mapping[str, tuple[float, float]] | str | Sequence[str],
    *,
    start: Mapping[str, float] | None = None,
    nodes: int | None = None,
    pairs: int | None = None,
    against: str | None = None,
    sprt: Sprt | str = PRESETS["standard"],
    check_pairs: int = CHECK_PAIRS,
    plies: int = 2,
    board: Position | str | None = None,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    move_seconds: float | None = None,
    store: Store | str | Path | None = None,
    progress: Watch | None = None,
) -> Tuning:
    """Find the parameters of a heuristic or a player by games, and check them on fresh openings.

    Ranges are a mapping, or text such as `w=0:2`, one or a list of them. A heuristic searches with
    alpha-beta and `nodes` nodes per move, 15,000 by default. The search
    plays `pairs` pairs, 5,120 by default; the check against the start, and against another spec if
    one is given, plays at most `check_pairs`. With a store, the same call resumes where it
    stopped. Raises ArgumentError and NotationError for a spec and ranges that do not match.

    >>> found = tune("improved - w * center", {"w": (0, 2)}, nodes=50, pairs=160, check_pairs=20)
    >>> found.values.keys(), found.pairs, [check.role for check in found.checks]
    (dict_keys(['w']), 160, ['start'])
    """
    if not isinstance(start, Mapping | None):
        raise ArgumentError(f"start must be a mapping such as {{'w': 1}}, got {show(start)}")
    request = TuneRequest(
        spec=spec,
        ranges=as_ranges(ranges),
        point=tuple(dict(start or {}).items()),
        nodes=nodes,
        pairs=pairs,
        against=against,
        sprt=as_sprt(sprt) or PRESETS["standard"],
        check_pairs=check_pairs,
        plies=plies,
        start=Position.read(board),
        seed=seed,
        move_seconds=move_seconds,
    )
    with opened_store(store) as opened:
        return run_tuning(request, workers=workers, runner=runner, store=opened, progress=progress)


def run_tuning(
    request: TuneRequest,
    *,
    workers: int | None = None,
    runner: Runner | None = None,
    store: Store | None = None,
    progress: Watch | None = None,
) -> Tuning:
    """Play what a request asks for: the search, then the checks."""
    check_call("progress", progress)
    play = partial(run_plan, workers=workers, runner=runner, store=store)
    watch: Watch = progress or (lambda *_: None)
    search, path = _search(request, request.draw("search"), play=play, watch=watch)
    found = _describe(request, search, path)
    fresh = list(islice(request.draw("check"), request.check_pairs))
    checks = _check(request, found, fresh, play=play, watch=watch) if fresh else ()
    return replace(found, checks=tuple(checks))


def _search(
    request: TuneRequest, openings: Iterator[Opening], *, play: Play, watch: Watch
) -> tuple[Spsa, list[TuningStep]]:
    """Play all iterations of the search."""
    space = request.space
    search = Spsa(
        space.start(dict(request.point)),
        iterations=request.iterations,
        pairs=request.batch,
        seed=request.seed,
        least_probes=[one.least_probe for one in space.ranges],
    )
    seeds = Rng(request.seed, stream=_SEARCH_STREAM)
    each = RUNS * request.batch
    path: list[TuningStep] = []
    while not search.is_over:
        watch("tuning", search.iteration * each, search.iterations * each)
        probes = search.probes()
        plan = _iteration_plan(request, probes, list(islice(openings, request.batch)), seeds.next())
        tallies = _tallies(plan, play)
        search.step([tally.ww - tally.ll for tally in tallies])
        path += _steps(request, search, probes, tallies)
    watch("tuning", search.iterations * each, search.iterations * each)
    return search, path


def _iteration_plan(
    request: TuneRequest, probes: Sequence[Probes], openings: Sequence[Opening], seed: int
) -> Plan:
    """One iteration as a plan: a pairing for each run, all on the same openings."""
    players: dict[str, Player] = {}
    pairings = []
    for one in probes:
        names = []
        for point in (one.up, one.down):
            made = _player_at(request, request.space.numbers(point))
            players.setdefault(name_of(made), made)
            names.append(name_of(made))
        pairings.append(names)
    places = {name: place for place, name in enumerate(players)}
    return Plan(
        tuple(players.values()),
        tuple((places[up], places[down]) for up, down in pairings),
        openings=[opening.moves for opening in openings],
        start=request.start,
        seed=seed,
        move_seconds=request.move_seconds,
        request=request,
    )


def _player_at(request: TuneRequest, numbers: Sequence[float]) -> Player:
    return request.make_player(request.space.fill(numbers))


def _tallies(plan: Plan, play: Play) -> list[Tally]:
    """The counts of each pairing of a plan, once it is played.

    Raises ArgumentError if most of the games are forfeits.
    """
    tallies = [Tally() for _ in plan.pairings]
    chunks = []
    for chunk in play(plan):
        tallies[chunk.pairing] += chunk.tally()
        chunks.append(chunk)
    whole = sum(tallies, Tally())
    if 2 * (whole.a_forfeits + whole.b_forfeits) > whole.games:
        cautions = [text for match in gather(plan, chunks) for text in match.cautions]
        raise ArgumentError(
            "most games of the search were lost by forfeit, which says nothing about strength: "
            f"{cautions[0]}"
        )
    return tallies


def _steps(
    request: TuneRequest, search: Spsa, probes: Sequence[Probes], tallies: Sequence[Tally]
) -> list[TuningStep]:
    space = request.space
    return [
        TuningStep(
            iteration=search.iteration,
            run=run,
            pairs=search.iteration * RUNS * request.batch,
            up=space.numbers(probes[run - 1].up),
            down=space.numbers(probes[run - 1].down),
            ww=tally.ww,
            split=tally.split,
            ll=tally.ll,
            forfeits=tally.a_forfeits + tally.b_forfeits,
            after=_exact(request, search.paths[run - 1][-1]),
        )
        for run, tally in enumerate(tallies, 1)
    ]


def _exact(request: TuneRequest, point: Sequence[float]) -> tuple[float, ...]:
    """The parameters at a point, not rounded."""
    ranges = request.space.ranges
    return tuple(one.low + part * one.span for one, part in zip(ranges, point, strict=True))


def _describe(request: TuneRequest, search: Spsa, path: Sequence[TuningStep]) -> Tuning:
    """What the search found, before any check."""
    space = request.space
    begin = space.start(dict(request.point))
    ends = search.ends()
    middle = [sum(values) / len(ends) for values in zip(*ends, strict=True)]
    numbers, first = space.numbers(middle), space.numbers(begin)
    parameters = []
    for place, one in enumerate(space.ranges):
        own = tuple(_exact(request, end)[place] for end in ends)
        parameters.append(
            TunedParameter(
                name=one.name,
                low=one.low,
                high=one.high,
                is_whole=one.is_whole,
                start=first[place],
                value=numbers[place],
                spread=_cut(spread_of(own), one.low, one.high),
                ends=own,
            )
        )
    return Tuning(
        spec=request.spec,
        tuned=space.fill(numbers),
        player=name_of(_player_at(request, numbers)),
        start_player=name_of(_player_at(request, first)),
        parameters=tuple(parameters),
        path=tuple(path),
        checks=(),
        pairs=RUNS * request.iterations * request.batch,
        runs=RUNS,
        seed=request.seed,
        command=shell_text(["lastknight", *request.words()]),
        version=version("lastknight"),
    )


def _cut(spread: Estimate, low: float, high: float) -> Estimate:
    return spread.through(lambda value: min(max(value, low), high))


def _check(
    request: TuneRequest, found: Tuning, openings: Sequence[Opening], *, play: Play, watch: Watch
) -> Iterator[Check]:
    """Play the tuned player against the start and against the one asked for."""
    tuned = _player_at(request, [one.value for one in found.parameters])
    start = _player_at(request, [one.start for one in found.parameters])
    opponents: list[tuple[Literal["start", "against"], Player | None]] = [
        ("start", start),
        ("against", request.opponent()),
    ]
    seeds = Rng(request.seed, stream=_CHECK_STREAM)
    seen = {name_of(tuned)}
    for role, opponent in opponents:
        seed = seeds.next()
        if opponent is None or name_of(opponent) in seen:
            continue
        seen.add(name_of(opponent))
        plan = Plan(
            (tuned, opponent),
            ((0, 1),),
            openings=[opening.moves for opening in openings],
            start=request.start,
            seed=seed,
            move_seconds=request.move_seconds,
            request=request,
        )
        yield _play_check(plan, request.sprt, role, play=play, watch=watch)


def _play_check(
    plan: Plan, sprt: Sprt, role: Literal["start", "against"], *, play: Play, watch: Watch
) -> Check:
    what = "checking: start" if role == "start" else "checking: against"

    def progress(standing: RunProgress) -> None:
        most, left = standing.planned - standing.played, standing.tests[0].pairs_left
        left = most if left is None else min(left, most)
        watch(what, standing.played, standing.played + round(max(left, 0)))

    chunks = play(plan, progress=progress, sprt=sprt)
    return Check.of(gather(plan, chunks, sprt=sprt)[0], role)
