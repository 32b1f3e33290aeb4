"""`lastknight match`: many pairs between two players, and a verdict."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from lastknight.cli.support.commands import MATCHES, command
from lastknight.cli.support.conditions import conditions_of, describe_conditions
from lastknight.cli.support.forfeit_hint import first_forfeit, print_forfeit_hint
from lastknight.cli.support.game_options import GameOptions, PlayOptions, StoreOptions
from lastknight.cli.support.outputs import OutputOptions
from lastknight.cli.support.progress import live_progress
from lastknight.cli.support.screen import make_console
from lastknight.cli.support.sprt import ERROR_RATES, Alpha, Beta, read_sprt
from lastknight.cli.support.trial import PLANNING, plan_pairs
from lastknight.matches.counting import gather
from lastknight.matches.engine import run_plan
from lastknight.matches.plan import PAIRS_OF_MATCH, Plan
from lastknight.matches.request import PAIRS_OF_SPRT, MatchRequest
from lastknight.matches.results import Match
from lastknight.stats import (
    PRESETS,
    Estimate,
    describe_elo,
)
from lastknight.stats.arguments import MOST_ELO
from lastknight.stats.words import counted, describe_rate


@command(
    "lastknight match 'AlphaBeta(ratio, depth=3)' 'AlphaBeta(improved, depth=3)'",
    panel=MATCHES,
    rules=(*PLANNING, ERROR_RATES),
)
def match(
    a: Annotated[str, typer.Argument(help="Player A, such as 'AlphaBeta(ratio, nodes=15000)'.")],
    b: Annotated[str, typer.Argument(help="Player B.")],
    games: GameOptions,
    run: PlayOptions,
    kept: StoreOptions,
    output: OutputOptions,
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Pairs to play; with --sprt, at most this many. "
            f"Default: {PAIRS_OF_MATCH}, with --sprt {PAIRS_OF_SPRT}.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help=f"Stop when decided: {', '.join(PRESETS)}, or two Elo values such as 0:20.",
        ),
    ] = None,
    alpha: Alpha = None,
    beta: Beta = None,
    plan: Annotated[
        float | None,
        typer.Option(
            metavar="ELO",
            min=1,
            max=MOST_ELO,
            help="Only estimate how many pairs it takes to detect this Elo difference.",
        ),
    ] = None,
) -> None:
    """Play A against B from many openings, each from both sides, and report who is better.

    Games are stored in a file; run the same command again to resume.
    """
    test = read_sprt(sprt, alpha=alpha, beta=beta)
    request = MatchRequest(players=(a, b), pairs=pairs, sprt=test, **games.conditions())
    console = make_console()
    if plan is not None:
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
    facts = result.facts() | conditions_of(wanted)

    def show() -> None:
        _print(console, result, wanted)
        print_forfeit_hint(console, first_forfeit([result]), kept.stored, wanted)

    output.write_all(facts, [facts], show)


def _rows(result: Match, plan: Plan) -> Iterator[tuple[str, str]]:
    """The lines of the table; the same values are in `Match.facts`, which JSON and CSV hold."""
    tally, clean = result.tally, result.without_forfeits
    yield "A", result.a
    yield "B", result.b
    yield "pairs", f"{tally.ww} won, {tally.split} split, {tally.ll} lost"
    yield "pair-Elo", _describe(result.elo)
    rate = describe_rate(result.win_rate)
    yield "win rate", f"{rate} of {tally.games:,} games; depends on the openings"
    yield from _role_rows(result)
    start = "opening" if result.start_ply is None else "start"
    openings = counted(result.distinct_openings, start)
    yield "based on", f"{counted(result.distinct_games, 'distinct game')}, {openings}"
    yield from _sprt_rows(result)
    yield "conditions", describe_conditions(plan)
    if tally.a_forfeits or tally.b_forfeits:
        yield "forfeits", f"{tally.a_forfeits} by A, {tally.b_forfeits} by B"
        yield "without them", f"{clean.ww} won, {clean.split} split, {clean.ll} lost"


def _sprt_rows(result: Match) -> Iterator[tuple[str, str]]:
    """The state of the sequential test, and what it tests."""
    test, facts = result.sprt, result.sprt_facts
    if test is None:
        return
    low, high = test.bounds
    decision = {"elo0": test.elo0, "elo1": test.elo1}.get(str(facts["decision"]))
    ending = "inconclusive" if decision is None else f"accepts {_signed(decision)} Elo"
    yield "LLR", f"{facts['llr']:+.2f}, bounds {low:+.2f} and {high:+.2f}: {ending}"
    rates = f"alpha {test.alpha:g}, beta {test.beta:g}"
    yield "hypotheses", f"{_signed(test.elo0)} and {_signed(test.elo1)} Elo; {rates}"


def _signed(elo: float) -> str:
    return f"{elo:+g}" if elo else "0"


def _role_rows(result: Match) -> Iterator[tuple[str, str]]:
    roles = result.roles
    if roles is None:
        yield "roles", "unknown: the openings leave knights unplaced"
        return
    for label, a, b in (
        ("as attacker", roles.a_attacker, roles.b_attacker),
        ("as defender", roles.a_defender, roles.b_defender),
    ):
        yield label, f"A wins {describe_rate(a.rate)}, B {describe_rate(b.rate)}"


def _print(console: Console, result: Match, plan: Plan) -> None:
    tally = result.tally
    table = Table(box=None, show_header=False, pad_edge=False)
    for label, text in _rows(result, plan):
        table.add_row(label, text)
    console.print(table)
    console.print()
    console.print(result.sentence, soft_wrap=True)
    for sentence in result.cautions:
        console.print(sentence, soft_wrap=True)
    if result.sprt is None and tally.pairs and result.verdict.word != "forfeited":
        seen = result.detectable_elo
        if seen is not None:
            console.print(
                f"This many pairs detect a difference of {seen:.0f} Elo with 80 % power.",
                soft_wrap=True,
            )


def _describe(elo: Estimate) -> str:
    """An Elo with its interval, in words if a side is unbounded."""
    if elo.value is None and elo.low is None and elo.high is None:
        return "unknown"
    return f"{describe_elo(elo)} (95 %)"
