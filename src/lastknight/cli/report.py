"""`lastknight report`: a report written again, from its facts alone."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.report import load_facts, summary, write_report


@command("lastknight report analysis", panel=HEURISTICS)
def report(
    folder: Annotated[Path, typer.Argument(help="The folder of an analysis.")],
    to: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write to this folder instead.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no summary.")] = False,
) -> None:
    """Write the page, Markdown and CSV files of an analysis again, from its report.json."""
    facts = load_facts(folder)
    files = write_report(facts, folder if to is None else to)
    if not quiet:
        print("\n".join(summary(facts)))
        print()
    print(files[0])
