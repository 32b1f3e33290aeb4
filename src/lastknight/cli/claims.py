"""`lastknight claims`: the ledger of what the five analyses say, with a verdict for each."""

import csv
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight.cli.live import live_progress
from lastknight.cli.options import (
    Costs,
    CsvFile,
    Fresh,
    JsonFile,
    Seed,
    StoreFile,
    Workers,
    open_store,
)
from lastknight.errors import ArgumentError
from lastknight.matches.costs import read_costs
from lastknight.matches.engine import play_plans
from lastknight.matches.plan import pairing_names
from lastknight.studies.claim_run import ClaimResult, Effort, judge_ledger, plan_ledger
from lastknight.studies.claim_text import ledger_markdown, write_ledger
from lastknight.studies.text_tables import align, clock_rows


def claims(
    quick: Annotated[bool, typer.Option("--quick", help="Few games, in seconds.")] = False,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Enough games to decide nearly all, in minutes.")
    ] = False,
    pairs: Annotated[
        int | None, typer.Option(min=1, max=10**6, help="Pairs of a match in 150 ms.")
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    cost: Costs = None,
    file: StoreFile = Path("lastknight.db"),
    fresh: Fresh = False,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Write the table to a file as Markdown.")
    ] = None,
) -> None:
    """Test every claim of the five analyses by games, and say which hold.

    Games are kept in a file; the same command goes on where it was stopped.
    """
    if quick + thorough + (pairs is not None) > 1:
        raise ArgumentError("--quick, --thorough and --pairs exclude each other")
    effort: Effort = "quick" if quick else "thorough" if thorough else "default"
    with open_store(file, fresh=fresh) as store:
        plan = plan_ledger(
            pairs=pairs, effort=effort, seed=seed, store=store, known_costs=read_costs(cost or [])
        )
        with live_progress(Console(stderr=True), pairing_names(plan.plans)) as progress:
            chunks = play_plans(plan.plans, workers=workers, store=store, progress=progress)
    results = judge_ledger(plan, chunks)
    if markdown is not None:
        command = _command(effort, pairs=pairs, seed=seed, cost=cost)
        text = ledger_markdown(results, plan.clocks, command=command)
        markdown.write_text(text, encoding="utf-8")
    if csv_file is not None:
        _write_csv(csv_file, results)
    facts = json.dumps([result.as_json() for result in results], indent=2)
    if str(json_file) == "-":
        print(facts)
        return
    if json_file is not None:
        json_file.write_text(facts + "\n", encoding="utf-8")
    console = Console(highlight=False, markup=False)
    console.print(align(clock_rows(plan.clocks)), soft_wrap=True)
    console.print()
    console.print(write_ledger(results), soft_wrap=True)


def _command(effort: Effort, *, pairs: int | None, seed: int, cost: Sequence[str] | None) -> str:
    """The command that does the same again."""
    parts = ["lastknight", "claims"]
    parts += [f"--{effort}"] if effort != "default" else []
    parts += ["--pairs", str(pairs)] if pairs is not None else []
    parts += ["--seed", str(seed)]
    for text in cost or []:
        parts += ["--cost", text]
    return shlex.join(parts)


def _write_csv(path: Path, results: Sequence[ClaimResult]) -> None:
    rows = []
    for result in results:
        facts = result.as_json()
        del facts["findings"], facts["estimate"]
        estimate = result.decisive.estimate
        ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
        rows.append({**facts, **ends})
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
