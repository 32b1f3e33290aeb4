"""`lastknight match`: two players, many pairs, one verdict."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from lastknight.cli.live import live_progress
from lastknight.cli.options import (
    Blocked,
    ClusterAddress,
    CsvFile,
    Fresh,
    Height,
    JsonFile,
    MixedClocks,
    MoveSeconds,
    OpeningsOption,
    Plies,
    Seed,
    StoreFile,
    Width,
    Workers,
    open_cluster,
    open_store,
    read_openings_option,
)
from lastknight.errors import ArgumentError
from lastknight.matches.engine import run_plan
from lastknight.matches.request import MatchRequest
from lastknight.matches.results import Match, gather
from lastknight.matches.tournament import play_match
from lastknight.position import Position
from lastknight.stats import (
    PRESETS,
    Estimate,
    Sprt,
    detectable_elo,
    duration,
    pairs_needed,
    say_elo,
)

# How many pairs are played to learn how fast the players are and how often pairs are split.
_TRIAL = 50


def match(
    a: Annotated[str, typer.Argument(help="Player A, such as 'AlphaBeta(ratio, nodes=15000)'.")],
    b: Annotated[str, typer.Argument(help="Player B.")],
    pairs: Annotated[
        int | None, typer.Option(min=1, help="Pairs to play; with --sprt, at the most.")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(help=f"Stop when decided: {', '.join(PRESETS)}, or 0:20.")
    ] = None,
    plan: Annotated[
        float | None,
        typer.Option(min=1, help="Say how many pairs, and how long, it takes to see so many Elo."),
    ] = None,
    openings: OpeningsOption = "random",
    plies: Plies = 2,
    width: Width = 7,
    height: Height = 7,
    blocked: Blocked = "",
    seed: Seed = 1,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    allow_mixed_clocks: MixedClocks = False,
    move_seconds: MoveSeconds = None,
    file: StoreFile = Path("lastknight.db"),
    fresh: Fresh = False,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
) -> None:
    """Play A against B from many openings, each from both sides, and say who is better.

    Games are kept in a file; the same command goes on where it was stopped.
    """
    start = Position(width, height, blocked)
    test = _read_sprt(sprt)
    request = MatchRequest(
        players=(a, b),
        pairs=pairs,
        openings=read_openings_option(openings, start),
        plies=plies,
        start=start,
        seed=seed,
        move_seconds=move_seconds,
        sprt=test,
    )
    console, bar = Console(highlight=False, markup=False), Console(stderr=True)
    if plan is not None:
        if test is not None or pairs is not None:
            raise ArgumentError("--plan says how many pairs to play; leave --pairs and --sprt out")
        if cluster is not None:
            raise ArgumentError("--plan plays its trial on this machine; leave --cluster out")
        play_match(a, b, pairs=1, start=start, workers=1)  # what is compiled is compiled once
        began = perf_counter()
        trial = play_match(a, b, pairs=_TRIAL, start=start, workers=workers)
        _print_plan(console, trial, plan, perf_counter() - began)
        return
    wanted = request.plan()
    names = [wanted.names(0)]
    with (
        open_cluster(cluster, allow_mixed_clocks=allow_mixed_clocks, workers=workers) as runner,
        open_store(file, fresh=fresh) as store,
        live_progress(bar, names, sprt=test, cluster=runner) as progress,
    ):
        chunks = run_plan(
            wanted, workers=workers, runner=runner, store=store, progress=progress, sprt=test
        )
        result = gather(wanted, chunks, sprt=test)[0]
    facts = result.facts()
    if csv_file is not None:
        _write_csv(csv_file, facts)
    if str(json_file) == "-":
        print(json.dumps(facts, indent=2))
        return
    if json_file is not None:
        json_file.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    _print(console, result)


def _print_plan(console: Console, trial: Match, elo: float, seconds: float) -> None:
    split_rate = min(trial.tally.split / trial.tally.pairs, 0.99)
    pairs = pairs_needed(elo, split_rate=split_rate)
    needed = duration(pairs, trial.tally.games / seconds)
    console.print(
        f"to see {elo:g} Elo four times in five takes about {pairs:,} pairs, "
        f"here about {_in_words(needed)} (from a trial of {_TRIAL} pairs)"
    )


def _in_words(seconds: float) -> str:
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} seconds" if seconds >= 1.5 else "a second"


def _read_sprt(name: str | None) -> Sprt | None:
    if name is None:
        return None
    if name in PRESETS:
        return PRESETS[name]
    low, colon, high = name.partition(":")
    try:
        return Sprt(float(low), float(high))
    except ValueError as error:
        if colon and isinstance(error, ArgumentError):
            raise
    raise ArgumentError(
        f"the SPRT is one of {', '.join(PRESETS)}, or two differences as 0:20, got {name!r}"
    )


def _rows(result: Match) -> Iterator[tuple[str, str]]:
    """The lines of the table; the same values are in `Match.facts`, which JSON and CSV hold."""
    tally, clean = result.tally, result.without_forfeits
    first = tally.first_wins / tally.games if tally.games else 0
    yield "A", result.a
    yield "B", result.b
    yield "pairs", f"{tally.ww} won, {tally.split} split, {tally.ll} lost"
    yield "pair-Elo", describe(result.elo)
    rate = percent(result.win_rate)
    yield "win rate", f"{rate} of {tally.games:,} games; depends on the openings"
    yield "first move", f"wins {100 * first:.1f} % of the games"
    openings = f"{result.distinct_openings:,} openings"
    yield "rests on", f"{result.distinct_games:,} distinct games, {openings}"
    if tally.a_forfeits or tally.b_forfeits:
        yield "forfeits", f"{tally.a_forfeits} by A, {tally.b_forfeits} by B"
        yield "without them", f"{clean.ww} won, {clean.split} split, {clean.ll} lost"


def _print(console: Console, result: Match) -> None:
    tally = result.tally
    table = Table(box=None, show_header=False, pad_edge=False)
    for label, text in _rows(result):
        table.add_row(label, text)
    console.print(table)
    console.print()
    console.print(result.sentence, soft_wrap=True)
    if result.sprt is None and tally.pairs:
        seen = detectable_elo(tally.pairs, split_rate=min(tally.split / tally.pairs, 0.99))
        if seen is not None:
            console.print(
                f"This many pairs detect a {seen:.0f} Elo difference with 80 % power.",
                soft_wrap=True,
            )


def describe(elo: Estimate) -> str:
    """An Elo with its interval, in words where a side is open."""
    if elo.value is None and elo.low is None and elo.high is None:
        return "unknown"
    return f"{say_elo(elo)} (95 %)"


def percent(rate: Estimate) -> str:
    """A rate with its interval, in percent."""
    if rate.value is None or rate.low is None or rate.high is None:
        return "unknown"
    return f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"


def _write_csv(path: Path, facts: dict[str, object]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, facts, lineterminator="\n")
        writer.writeheader()
        writer.writerow(facts)
