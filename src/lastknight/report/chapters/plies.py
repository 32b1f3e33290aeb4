"""What the searches did ply by ply: the depth they reached and the cost of an evaluation."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Chapter, ChartBlock, Paragraph, TableBlock
from lastknight.report.text.phrases import baseline, name
from lastknight.report.text.quantities import count, number


def plies(facts: Facts) -> Chapter | None:
    """Depth reached and cost per evaluation, by ply."""
    if not facts.plies:
        return None
    base = baseline(facts)
    text = (
        "From the direct games at equal nodes, averaged over all choices at a ply. The same number "
        "of nodes reaches deeper when positions have fewer moves. Late in a game a search sees the "
        "end, and from there on the heuristic no longer matters."
    )
    depth = ChartBlock(
        "depths",
        "Mean depth of completed iterations, by ply: the solid line with dots is the candidate, "
        f"the dashed line {base}.",
        f"Lines: mean search depth by ply of the featured candidates and of {base}.",
        _table(facts),
    )
    cost = ChartBlock(
        "costs",
        "Time per evaluation, the search around it included, by ply: the solid line with dots is "
        f"the candidate, the dashed line {base}. Times were measured on this machine while games "
        "were running.",
        f"Lines: nanoseconds per evaluation by ply of the featured candidates and of {base}.",
    )
    return Chapter("Depth and cost by ply", (Paragraph(text), depth, cost))


def _table(facts: Facts) -> TableBlock:
    rows = tuple(
        (
            name(facts, ply.heuristic),
            count(ply.ply),
            count(ply.choices),
            number(ply.depth, "decimal"),
            count(ply.nodes),
            count(ply.evaluations),
            number(ply.nanoseconds, "nanoseconds"),
            number(ply.solved, "rate"),
        )
        for ply in facts.plies
    )
    columns = ("<heuristic", "ply", "choices", "depth", "nodes", "evaluations", "per evaluation")
    return TableBlock(
        "The searches ply by ply, on average.", (*columns, "saw the end"), rows, file="plies.csv"
    )


CHAPTERS = {100: plies}
