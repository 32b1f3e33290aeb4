"""`lastknight study`: repeat the experiments of the five analyses."""

from typing import Annotated

import typer

from lastknight.cli.support.commands import CLAIMS, command
from lastknight.cli.support.game_options import PlayOptions, StoreOptions
from lastknight.cli.support.options import Costs, Seed
from lastknight.cli.support.outputs import OutputOptions
from lastknight.cli.support.progress import live_progress
from lastknight.cli.support.rules import excludes, needs, unused
from lastknight.cli.support.screen import make_console
from lastknight.matches.costs import check_costs, read_costs
from lastknight.matches.plan import pairing_names
from lastknight.studies.calibration import calibrate as calibrate_study
from lastknight.studies.calibration import plan_calibration
from lastknight.studies.study import STUDIES, Study, read_study
from lastknight.studies.study_run import MOST_SCALE, costs_used, plan_study, run_study
from lastknight.studies.study_run import find_clocks as clocks_of
from lastknight.studies.study_text import write_calibration, write_study


@command(
    "lastknight study 004-t1 --scale 10",
    panel=CLAIMS,
    rules=(
        needs(
            "--scale --seed --cost --nodes-per-second --calibrate --workers --cluster --file "
            "--no-save --fresh --json --csv",
            "NAME",
        ),
        excludes(
            "--calibrate",
            "--cost --nodes-per-second",
            reason="--calibrate finds the speed of one study itself",
        ),
        unused(
            "--calibrate",
            when=lambda given: given.get("NAME") == "all",
            reason="--calibrate takes one study",
        ),
    ),
)
def study(
    run: PlayOptions,
    kept: StoreOptions,
    output: OutputOptions,
    name: Annotated[
        str | None,
        typer.Argument(help="A study such as 000 or 004-t1, or all. Default: list them."),
    ] = None,
    scale: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_SCALE, help="Multiple of the original study's number of games."
        ),
    ] = 1,
    seed: Seed = 1,
    cost: Costs = None,
    nodes_per_second: Annotated[
        int | None,
        typer.Option(
            min=1000,
            max=10**8,
            help="Nodes per second of the original clock. Default: 100,000, for 004 "
            "the calibrated speed.",
        ),
    ] = None,
    calibrate: Annotated[
        bool,
        typer.Option(
            "--calibrate", help="Find that speed from the search depths of the study (004-t3)."
        ),
    ] = False,
) -> None:
    """Repeat an experiment from the five analyses and print it next to the original numbers.

    Time limits become node limits: 100,000 nodes per second (for analysis 004, as many as its
    search depths imply), divided by the cost of the heuristic. Games are stored in a file; run the
    same command again to resume.
    """
    console = make_console()
    if name is None:
        for known in STUDIES:
            console.print(f"{known:<8}{read_study(known).title}", soft_wrap=True)
        return
    if calibrate:
        _calibrate(read_study(name), run, kept, output, scale=scale, seed=seed)
        return
    studies = [read_study(known) for known in (STUDIES if name == "all" else [name])]
    costs = read_costs(cost or [])
    check_costs(costs, costs_used(studies))
    results = []
    with run.open() as runner, kept.open() as store:
        for wanted in studies:
            clocks = clocks_of(wanted, costs=costs, store=store, nodes_per_second=nodes_per_second)
            names = pairing_names(plan_study(wanted, clocks, scale=scale, seed=seed))
            with live_progress(names, cluster=runner) as progress:
                result = run_study(
                    wanted,
                    scale=scale,
                    seed=seed,
                    workers=run.workers,
                    runner=runner,
                    store=store,
                    costs=costs,
                    nodes_per_second=nodes_per_second,
                    progress=progress,
                )
            results.append(result)
            if not output.is_printed:
                gap = "\n\n" if len(results) > 1 else ""
                console.print(gap + write_study(result), soft_wrap=True)
    facts = [result.as_json() for result in results]
    rows = [{"study": one.study.id, **row} for one in results for row in one.rows()]
    output.write_all(facts[0] if len(facts) == 1 else facts, rows, lambda: None)


def _calibrate(
    study: Study,
    run: PlayOptions,
    kept: StoreOptions,
    output: OutputOptions,
    *,
    scale: int,
    seed: int,
) -> None:
    names = pairing_names(plan_calibration(study, scale=scale, seed=seed))
    with (
        run.open() as runner,
        kept.open() as store,
        live_progress(names, cluster=runner) as progress,
    ):
        result = calibrate_study(
            study,
            scale=scale,
            seed=seed,
            workers=run.workers,
            runner=runner,
            store=store,
            progress=progress,
        )
    output.write_all(
        result.as_json(),
        result.rows(),
        lambda: make_console().print(write_calibration(result), soft_wrap=True),
    )
