"""The chapters of a heuristic that was rebuilt from its recipe, except its verification."""

from __future__ import annotations

from collections.abc import Mapping

from lastknight.discovery.discovery_results import HEADER, Remade
from lastknight.report.text.blocks import (
    Block,
    Chapter,
    ChartBlock,
    Items,
    Listing,
    Paragraph,
    TableBlock,
)
from lastknight.report.text.located import locate
from lastknight.report.text.quantities import count, number, point, said, span
from lastknight.stats import Estimate


def recipe_result(found: Remade, *, data: str) -> Chapter:
    """The result in a sentence, and the command; `data` is the file with all data."""
    return Chapter(
        "The result",
        (
            Paragraph(f"**{said(locate(found.sentence, 'sentence'))}**", role="lead"),
            Items(tuple(map(said, found.findings.words))),
            Listing(found.command, "sh"),
            Paragraph(
                f"Seed {number(found.seed, 'plain')}, lastknight {said(found.version)}. Run the "
                f"same command again to resume. All data: [{data}]({data}).",
                role="note",
            ),
        ),
    )


def recipe_details(found: Remade, *, weights: str) -> list[Chapter]:
    """Weights, learning curve, groups of features, and what was tried."""
    chapters = [_weights(found, weights), _learning(found), _groups(found), _tried(found)]
    return [one for one in chapters if one is not None]


def _weights(found: Remade, file: str) -> Chapter:
    pulls: dict[str, list[str]] = {}
    for one in found.findings.pulls:
        pulls.setdefault(one.what, []).append(number(one.value, "correlation"))
    rows = tuple(
        (said(locate(what, f"findings.pulls[{what}]")), *values) for what, values in pulls.items()
    )
    text = (
        "An attacker's evaluation is fitted to proved winners, a defender's to games that were "
        "played out; each has weights for either side to move, which change with the number of "
        f"blank squares. They are in [{file}]({file}), and as a C++ header in "
        f"[{HEADER}]({HEADER}). Features count similar squares, so single weights say little. "
        f"The pull shows their net effect: the correlation of a count with the evaluation, among "
        f"test positions with the same number of blank squares and the same side to move."
    )
    columns = ("<count", "pull, as attacker", "pull, as defender")
    return Chapter("Weights", (Paragraph(text), TableBlock("", columns, rows)))


def _learning(found: Remade) -> Chapter:
    points = found.findings.curve
    names = list(points[-1].areas)
    rows = tuple(
        (count(one.positions), *(_exact(one.areas, name) for name in names)) for one in points
    )
    text = (
        "How well values separate won from lost positions in the test part: the area under the "
        "ROC curve. An attacker's evaluation is compared with proved winners, a defender's with "
        "games that were played out. If a curve still rises at its end, more positions will help; "
        "if it is flat, only better features will."
    )
    blocks: list[Block] = [Paragraph(text)]
    if len(points) > 1 and names:
        table = TableBlock("", ("positions", *names), rows, is_compact=True)
        blocks.append(
            ChartBlock(
                "recipe_curve",
                "Areas by the number of positions fitted to, with either side to move.",
                "Area under the ROC curve by the number of positions.",
                table,
            )
        )
    last = points[-1].areas
    blocks.append(TableBlock("All positions", ("<evaluation", "area", "interval"), _areas(last)))
    return Chapter("The learning curve", tuple(blocks))


def _areas(areas: Mapping[str, Estimate]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (said(locate(name, f"areas.{name}")), point(one, "area"), span(one, "area"))
        for name, one in areas.items()
    )


def _exact(areas: Mapping[str, Estimate], name: str) -> str:
    """An area with more digits, so that small differences show."""
    found = areas.get(name)
    return number(None if found is None else found.value, "setting")


def _groups(found: Remade) -> Chapter | None:
    groups = found.findings.groups
    if not groups:
        return None
    names = list(groups[0].areas)
    played = tuple(
        (
            said(one.group),
            *(count(value) for value in one.pairs),
            point(one.elo),
            span(one.elo),
        )
        for one in groups
        if one.group
    )
    areas = tuple(
        (
            said(one.group) if one.group else "all features",
            *(_exact(one.areas, name) for name in names),
        )
        for one in groups
    )
    text = (
        "The fit with all features plays fits without a group, on openings never used for the "
        "fit. All of them are fitted to an eighth of the positions."
    )
    columns = ("<without", "won", "split", "lost", "Elo", "interval")
    chart = ChartBlock(
        "recipe_groups",
        "Elo of the fit with all features against the fit without the group.",
        "What each group of features contributes.",
        TableBlock("", columns, played),
    )
    table = TableBlock("Areas of the same fits", ("<without", *names), areas, is_compact=True)
    return Chapter("The value of feature groups", (Paragraph(text), chart, table))


def _tried(found: Remade) -> Chapter | None:
    if not found.tried:
        return None
    return Chapter("What else was tried", (Items(tuple(map(said, found.tried))),))
