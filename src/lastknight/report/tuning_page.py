"""The files of a tuning: a page with the path of the search, JSON and CSV."""

from __future__ import annotations

import json
from pathlib import Path

from lastknight.analysis.match_facts import CONFIDENCE
from lastknight.discovery.tuning_results import Check, Tuning
from lastknight.matches.atomic_file import replace_file
from lastknight.report.text.blocks import (
    Block,
    Chapter,
    ChartBlock,
    Document,
    Listing,
    Paragraph,
    TableBlock,
)
from lastknight.report.text.formats import TIED
from lastknight.report.text.located import locate
from lastknight.report.text.prose import to_plain
from lastknight.report.text.quantities import code, count, number, said
from lastknight.report.text.spreadsheets import csv_text
from lastknight.report.write import check_libraries

PAGE, DATA, PATH = "tune.html", "tune.json", "tune.csv"
_WARNINGS = {
    "no gain shown": "The check shows no gain over the start. Keep the start, or search longer.",
    "inconclusive": "The check did not decide. Allow it more pairs before you use the result.",
    "unchecked": "The result was not checked: there is no evidence yet that it beats the start.",
}


def write_tuning(tuning: Tuning, folder: Path) -> list[Path]:
    """Write tune.html, tune.json and tune.csv into a folder, which is made if needed.

    Returns the files, the page first. Raises LastknightError if a library is missing.
    """
    texts = {
        PAGE: _page(tuning),
        DATA: json.dumps(tuning.facts(), indent=1, allow_nan=False) + "\n",
        PATH: csv_text(tuning.rows()),
    }
    folder.mkdir(parents=True, exist_ok=True)
    return [replace_file(folder / name, text) for name, text in texts.items()]


def _page(tuning: Tuning) -> str:
    check_libraries()
    from lastknight.report.charts.svg import draw_chart  # noqa: PLC0415  (needs those libraries)
    from lastknight.report.charts.tuning import paths  # noqa: PLC0415
    from lastknight.report.page import write_page  # noqa: PLC0415

    found = locate(tuning)
    document = Document(
        "lastknight, a tuning",
        code(found.spec),
        f"{count(found.pairs, 'pair')} of games in {count(found.runs)} runs of the search.",
        (_result(found), _search(found), _method(found)),
    )

    def draw(block: ChartBlock) -> str:
        return draw_chart(paths(tuning), name=block.chart, label=to_plain(block.label))

    return write_page(document, draw)


def _result(found: Tuning) -> Chapter:
    blocks: list[Block] = [
        Paragraph(f"**{code(found.tuned)}**", role="lead"),
        Paragraph(said(locate(found.sentence, "sentence"))),
    ]
    if found.verdict in _WARNINGS:
        blocks.append(Paragraph(_WARNINGS[found.verdict], role="warning"))
    if found.forfeits:
        games = count(locate(found.forfeits, "forfeits"), "game")
        text = f"{games} of the search were lost by forfeit, which says nothing about strength."
        blocks.append(Paragraph(text, role="warning"))
    blocks += [_parameters(found), *(_check_table(found) if found.checks else ())]
    return Chapter("The result", tuple(blocks))


def _parameters(found: Tuning) -> TableBlock:
    rows = tuple(
        (
            code(one.name),
            f"{number(one.low, 'setting')} to {number(one.high, 'setting')}",
            number(one.start, "setting"),
            number(one.value, "setting"),
            f"{number(one.spread.low, 'setting')} to {number(one.spread.high, 'setting')}",
            f",{TIED}".join(number(end, "setting") for end in one.ends),
        )
        for one in found.parameters
    )
    columns = ("<parameter", "range", "start", "found", "spread", "<ends of the runs")
    return TableBlock("", columns, rows)


def _check_table(found: Tuning) -> tuple[Block, ...]:
    rows = tuple(_check_row(one) for one in found.checks)
    columns = ("<checked against", "<verdict", "won", "split", "lost", "openings")
    return (
        TableBlock("Pairs on openings that the search never played.", columns, rows),
        *(Paragraph(said(one.sentence), role="note") for one in found.checks),
    )


def _check_row(one: Check) -> tuple[str, ...]:
    match = one.match
    return (
        code(one.opponent),
        said(one.verdict),
        *(count(match[name]) for name in ("ww", "split", "ll", "distinct_openings")),
    )


def _search(found: Tuning) -> Chapter:
    names = ", ".join(one.name for one in found.parameters)
    chart = ChartBlock(
        "paths",
        "Grey: each run. Orange: their mean, and the band between the lowest and the highest run. "
        "Blue: the start. On the right: the result, with its spread.",
        f"The path of {said(locate(names, 'parameters'))} through the search.",
    )
    text = (
        "A run ends at the mean of the second half of its path. The result is the mean of all "
        "runs, and the spread is its "
        f"{number(locate(CONFIDENCE, 'confidence'), 'part')} interval: how far other games might "
        "move it. A wide spread means that the parameter hardly matters, or that the search was "
        "too short."
    )
    return Chapter("The search", (chart, Paragraph(text, role="note")))


def _method(found: Tuning) -> Chapter:
    return Chapter(
        "How it was done",
        (
            Paragraph(
                "Each iteration moves all parameters at random a little up or down, lets that "
                "player play its opposite on random openings from both sides, and steps towards "
                "the winner. Half of all openings are never used for this: the check plays them."
            ),
            Paragraph(
                f"Seed {number(found.seed, 'plain')}, lastknight {said(found.version)}. Run the "
                f"same command again to resume. The path: [{PATH}]({PATH}); the result: "
                f"[{DATA}]({DATA}).",
                role="note",
            ),
            Listing(found.command, "sh"),
        ),
    )
