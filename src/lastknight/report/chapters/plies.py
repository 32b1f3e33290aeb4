"""What the searches did ply by ply: the depth they reached and what an evaluation cost."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Chapter, Figure, Paragraph, Table
from lastknight.report.text.phrases import name


def plies(facts: Facts) -> Chapter | None:
    """Depth reached and cost per evaluation by ply."""
    if not facts.plies:
        return None
    base = name(facts.conditions.baseline)
    text = (
        "From the direct games at equal nodes, averaged over all choices at a ply. The same number "
        "of nodes reaches deeper when positions have fewer moves. Late in a game a search sees the "
        "end; from there on the heuristic no longer matters."
    )
    depth = Figure(
        "depths",
        "Mean depth that the finished iterations reached, by ply: the full line with dots is the "
        f"candidate, the dashed one {base}.",
        f"Lines: mean search depth by ply of the featured candidates and of {base}.",
        _table(facts),
    )
    cost = Figure(
        "costs",
        "What one evaluation took, with all the search around it, by ply: the full line with dots "
        f"is the candidate, the dashed one {base}. Times were measured on this machine while games "
        "were running.",
        f"Lines: nanoseconds per evaluation by ply of the featured candidates and of {base}.",
    )
    return Chapter("Depth and cost by ply", (Paragraph(text), depth, cost))


def _table(facts: Facts) -> Table:
    rows = tuple(
        (
            name(ply.heuristic),
            f"{{plies.{place}.ply|count}}",
            f"{{plies.{place}.choices|count}}",
            f"{{plies.{place}.depth|decimal}}",
            f"{{plies.{place}.nodes|count}}",
            f"{{plies.{place}.evaluations|count}}",
            f"{{plies.{place}.nanoseconds|nanoseconds}}",
            f"{{plies.{place}.solved|rate}}",
        )
        for place, ply in enumerate(facts.plies)
    )
    columns = ("<heuristic", "ply", "choices", "depth", "nodes", "evaluations", "one evaluation")
    return Table(
        "What searches did, ply by ply, on average.",
        (*columns, "saw the end"),
        rows,
        file="plies.csv",
    )
