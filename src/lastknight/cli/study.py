"""`lastknight study`: the experiments of the five analyses, run again."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight.cli.live import live_progress
from lastknight.cli.options import (
    ClusterAddress,
    Costs,
    CsvFile,
    Fresh,
    JsonFile,
    MixedClocks,
    Seed,
    StoreFile,
    Workers,
    open_cluster,
    open_store,
)
from lastknight.matches.costs import read_costs
from lastknight.matches.plan import pairing_names
from lastknight.studies.study import STUDIES, read_study
from lastknight.studies.study_run import MOST_SCALE, StudyResult, plan_study, run_study
from lastknight.studies.study_run import find_clocks as clocks_of
from lastknight.studies.study_text import write_study


def study(
    name: Annotated[
        str | None, typer.Argument(help="A study such as 000 or 004-t1, or all; none lists them.")
    ] = None,
    scale: Annotated[
        int, typer.Option(min=1, max=MOST_SCALE, help="How many times the seed's games.")
    ] = 1,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    allow_mixed_clocks: MixedClocks = False,
    cost: Costs = None,
    file: StoreFile = Path("lastknight.db"),
    fresh: Fresh = False,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
) -> None:
    """Run an experiment of the five analyses again and print it next to its own numbers.

    Clocks are nodes, 100,000 a second over the cost of the heuristic. Games are kept in a file; the
    same command goes on where it was stopped.
    """
    console = Console(highlight=False, markup=False)
    if name is None:
        for known in STUDIES:
            console.print(f"{known:<8}{read_study(known).title}", soft_wrap=True)
        return
    studies = [read_study(known) for known in (STUDIES if name == "all" else [name])]
    known_costs = read_costs(cost or [])
    results = []
    with (
        open_cluster(cluster, allow_mixed_clocks=allow_mixed_clocks, workers=workers) as runner,
        open_store(file, fresh=fresh) as store,
    ):
        for wanted in studies:
            clocks = clocks_of(wanted, costs=known_costs, store=store)
            names = pairing_names(plan_study(wanted, clocks, scale=scale, seed=seed))
            with live_progress(Console(stderr=True), names, cluster=runner) as progress:
                result = run_study(
                    wanted,
                    scale=scale,
                    seed=seed,
                    workers=workers,
                    runner=runner,
                    store=store,
                    costs=known_costs,
                    progress=progress,
                )
            results.append(result)
            if str(json_file) != "-":
                console.print(
                    ("\n\n" if len(results) > 1 else "") + write_study(result), soft_wrap=True
                )
    _write(results, json_file=json_file, csv_file=csv_file)


def _write(
    results: Sequence[StudyResult], *, json_file: Path | None, csv_file: Path | None
) -> None:
    if csv_file is not None:
        rows = [{"study": r.study.id, **row} for r in results for row in r.rows()]
        with csv_file.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    if json_file is None:
        return
    facts = [result.as_json() for result in results]
    text = json.dumps(facts[0] if len(facts) == 1 else facts, indent=2)
    if str(json_file) == "-":
        print(text)
    else:
        json_file.write_text(text + "\n", encoding="utf-8")
