"""`lastknight match`: two players, many pairs, one verdict."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from lastknight.cli.support.commands import MATCHES, command
from lastknight.cli.support.options import GameOptions, OutputOptions, RunOptions, StoreOptions
from lastknight.cli.support.progress import live_progress
from lastknight.cli.support.screen import make_console
from lastknight.cli.support.sprt import read_sprt
from lastknight.cli.support.trial import check_planned, plan_pairs, planning_refuses
from lastknight.matches.engine import run_plan
from lastknight.matches.request import MatchRequest
from lastknight.matches.results import Match, gather
from lastknight.matches.self_play import say_start
from lastknight.stats import (
    PRESETS,
    Estimate,
    say_elo,
)
from lastknight.stats.words import say_rate


@command(
    "lastknight match 'AlphaBeta(ratio, depth=3)' 'AlphaBeta(improved, depth=3)'", panel=MATCHES
)
def match(
    a: Annotated[str, typer.Argument(help="Player A, such as 'AlphaBeta(ratio, nodes=15000)'.")],
    b: Annotated[str, typer.Argument(help="Player B.")],
    games: GameOptions,
    run: RunOptions,
    kept: StoreOptions,
    output: OutputOptions,
    pairs: Annotated[
        int | None, typer.Option(min=1, help="Pairs to play; with --sprt, at most this many.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help=f"Stop when decided: {', '.join(PRESETS)}, or two Elos such as 0:20.",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(help="Chance that --sprt accepts the upper Elo although the lower is true."),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(help="Chance that --sprt accepts the lower Elo although the upper is true."),
    ] = None,
    plan: Annotated[
        float | None,
        typer.Option(
            metavar="ELO", min=1, help="Only estimate how many pairs detect this Elo difference."
        ),
    ] = None,
) -> None:
    """Play A against B from many openings, each from both sides, and say who is better.

    Games are stored in a file; the same command resumes where it stopped.
    """
    test = read_sprt(sprt, alpha=alpha, beta=beta)
    request = MatchRequest(players=(a, b), pairs=pairs, sprt=test, **games.conditions())
    console = make_console()
    if plan is not None:
        given: dict[str, object] = {
            "--pairs": pairs,
            "--sprt": sprt,
            **planning_refuses(run, kept, output),
        }
        check_planned(request, given)
        console.print(plan_pairs(request, plan, workers=run.workers), soft_wrap=True)
        return
    wanted = request.plan()
    with (
        run.open() as runner,
        kept.open() as store,
        live_progress([wanted.names(0)], sprt=test, cluster=runner) as progress,
    ):
        chunks = run_plan(
            wanted, workers=run.workers, runner=runner, store=store, progress=progress, sprt=test
        )
        result = gather(wanted, chunks, sprt=test)[0]
    if output.write_all(result.facts(), [result.facts()]):
        _print(console, result)


def _rows(result: Match) -> Iterator[tuple[str, str]]:
    """The lines of the table; the same values are in `Match.facts`, which JSON and CSV hold."""
    tally, clean = result.tally, result.without_forfeits
    yield "A", result.a
    yield "B", result.b
    yield "pairs", f"{tally.ww} won, {tally.split} split, {tally.ll} lost"
    yield "pair-Elo", _describe(result.elo)
    rate = say_rate(result.win_rate)
    yield "win rate", f"{rate} of {tally.games:,} games; depends on the openings"
    yield from _role_rows(result)
    openings = f"{result.distinct_openings:,} openings"
    if result.start_ply is not None:
        openings = f"{result.distinct_openings:,} starts"
        yield "played", say_start(result.start_ply)
    yield "rests on", f"{result.distinct_games:,} distinct games, {openings}"
    if tally.a_forfeits or tally.b_forfeits:
        yield "forfeits", f"{tally.a_forfeits} by A, {tally.b_forfeits} by B"
        yield "without them", f"{clean.ww} won, {clean.split} split, {clean.ll} lost"


def _role_rows(result: Match) -> Iterator[tuple[str, str]]:
    roles = result.roles
    if roles is None:
        yield "roles", "not known: the openings leave knights to place"
        return
    for label, a, b in (
        ("as attacker", roles.a_attacker, roles.b_attacker),
        ("as defender", roles.a_defender, roles.b_defender),
    ):
        yield label, f"A wins {say_rate(a.rate)}, B {say_rate(b.rate)}"


def _print(console: Console, result: Match) -> None:
    tally = result.tally
    table = Table(box=None, show_header=False, pad_edge=False)
    for label, text in _rows(result):
        table.add_row(label, text)
    console.print(table)
    console.print()
    console.print(result.sentence, soft_wrap=True)
    if result.sprt is None and tally.pairs:
        seen = result.detectable_elo
        if seen is not None:
            console.print(
                f"This many pairs detect a {seen:.0f} Elo difference with 80 % power.",
                soft_wrap=True,
            )


def _describe(elo: Estimate) -> str:
    """An Elo with its interval, in words if a side is unbounded."""
    if elo.value is None and elo.low is None and elo.high is None:
        return "unknown"
    return f"{say_elo(elo)} (95 %)"
