"""`lastknight report`: rewrite a report from its report.json."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.folders import refuse_other
from lastknight.cli.support.outputs import deliver_folder, folder_option
from lastknight.cli.support.rules import needs
from lastknight.report import load_facts, summary, write_report
from lastknight.report.analysis_folder import clear_report
from lastknight.report.facts_json import REPORT
from lastknight.report.hand_in.document import write_hand_in


@command("lastknight report analysis", panel=HEURISTICS, rules=[needs("--force", "--output")])
def report(
    folder: Annotated[Path, typer.Argument(help="The folder of an analysis.")],
    output: Annotated[
        Path | None,
        folder_option("Write to this folder instead.", "--to"),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the report of another analysis there.")
    ] = False,
    hand_in: Annotated[
        bool, typer.Option("--hand-in", help="Also write two pages to hand in: hand_in.html.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no summary.")] = False,
) -> None:
    """Rewrite the page, Markdown and CSV files of an analysis from its report.json."""
    facts = load_facts(folder)

    def show(files: list[Path]) -> None:
        if not quiet:
            print("\n".join(summary(facts)), end="\n\n")
        for page in files[:1]:
            print(page)

    where = folder if output is None else output
    if where.resolve() != folder.resolve() and (where / REPORT).is_file():
        other = load_facts(where).origin.command
        if other != facts.origin.command:
            refuse_other(where, other, force=force)
            clear_report(where)

    def write(place: Path) -> list[Path]:
        return write_report(facts, place) + (write_hand_in(facts, place) if hand_in else [])

    deliver_folder(where, write, show)
