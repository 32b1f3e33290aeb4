"""`lastknight report`: writes a report again, from its facts alone."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.report import load_facts, summary, write_report


def report(
    folder: Annotated[Path, typer.Argument(help="The folder of an analysis.")],
    to: Annotated[
        Path | None, typer.Option(help="Write into this folder instead; it is made if needed.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no summary.")] = False,
) -> None:
    """Write the page, the Markdown and the CSV files of an analysis again, from its report.json."""
    facts = load_facts(folder).as_json()
    files = write_report(facts, folder if to is None else to)
    if not quiet:
        print("\n".join(summary(facts)))
        print()
    print(files[0])
