"""`lastknight claims`: the ledger of what the five analyses claim, with a verdict for each."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.cli.support.commands import CLAIMS, command
from lastknight.cli.support.game_options import StoreOptions
from lastknight.cli.support.options import Costs, EffortOptions, Seed, Workers
from lastknight.cli.support.outputs import OutputOptions, check_file
from lastknight.cli.support.progress import live_progress
from lastknight.cli.support.rules import one_of
from lastknight.cli.support.screen import make_console
from lastknight.matches.costs import check_costs, read_costs
from lastknight.matches.engine import play_plans
from lastknight.matches.plan import pairing_names
from lastknight.matches.request import command_words
from lastknight.matches.shell_text import shell_text
from lastknight.studies.claim_run import ClaimResult, costs_used, judge_ledger, plan_ledger
from lastknight.studies.claim_text import ledger_markdown, write_ledger
from lastknight.studies.text_tables import align, clock_rows


@command(
    "lastknight claims --thorough",
    panel=CLAIMS,
    rules=[one_of("--quick", "--thorough", "--pairs")],
)
def claims(
    effort: EffortOptions,
    kept: StoreOptions,
    output: OutputOptions,
    pairs: Annotated[
        int | None, typer.Option(min=1, max=10**6, help="Pairs per match at 150 ms per move.")
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    cost: Costs = None,
    markdown: Annotated[
        Path | None,
        typer.Option(callback=check_file, help="Write the table to this file as Markdown."),
    ] = None,
) -> None:
    """Test every claim of the five analyses with games, and report which hold up.

    Games are stored in a file; run the same command again to resume.
    """
    wanted = effort.effort
    costs = read_costs(cost or [])
    check_costs(costs, costs_used())
    with kept.open() as store:
        plan = plan_ledger(pairs=pairs, effort=wanted, seed=seed, store=store, known_costs=costs)
        with live_progress(pairing_names(plan.plans)) as progress:
            chunks = play_plans(plan.plans, workers=workers, store=store, progress=progress)
    results = judge_ledger(plan, chunks)
    tables = {}
    if markdown is not None:
        options = {wanted: wanted != "default", "pairs": pairs, "seed": seed}
        words = command_words("claims", (), options | {"cost": tuple(cost or ())})
        said = shell_text(["lastknight", *words])
        tables[markdown] = ledger_markdown(results, plan.clocks, command=said)

    def show() -> None:
        console = make_console()
        console.print(align(clock_rows(plan.clocks)), soft_wrap=True)
        console.print()
        console.print(write_ledger(results), soft_wrap=True)

    facts = [result.as_json() for result in results]
    output.write_all(facts, [_row(result) for result in results], show, tables)


def _row(result: ClaimResult) -> dict[str, object]:
    facts = result.as_json()
    del facts["findings"], facts["estimate"]
    estimate = result.decisive.estimate
    return {**facts, "value": estimate.value, "low": estimate.low, "high": estimate.high}
