"""The direct games of the featured candidates: ply by ply, and how they ended."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Chapter, ChartBlock, Paragraph, TableBlock
from lastknight.report.text.phrases import ENDINGS, baseline, name
from lastknight.report.text.quantities import count, elo, said


def plies(facts: Facts) -> Chapter | None:
    """Depth reached and cost per evaluation, by ply."""
    if not facts.plies:
        return None
    base = baseline(facts)
    text = (
        "From the direct games at equal nodes, averaged over all choices at a ply. The same number "
        "of nodes reaches deeper when positions have fewer moves. Late in a game a search sees the "
        "end, and from there on the heuristic no longer matters. All rows are in "
        "[plies.csv](plies.csv)."
    )
    depth = ChartBlock(
        "depths",
        "Mean depth of completed iterations, by ply: the solid line with dots is the candidate, "
        f"the dashed line {base}.",
        f"Lines: mean search depth by ply of the featured candidates and of {base}.",
    )
    cost = ChartBlock(
        "costs",
        "Time per evaluation, the search around it included, by ply: the solid line with dots is "
        f"the candidate, the dashed line {base}. Times were measured on this machine while games "
        "were running.",
        f"Lines: nanoseconds per evaluation by ply of the featured candidates and of {base}.",
    )
    return Chapter(
        "Depth and cost by ply",
        (Paragraph(text), depth, cost),
        fold="How deep searches go and what evaluations cost, from the opening to the end.",
    )


def endings(facts: Facts) -> Chapter | None:
    """No moves left, or a forfeit."""
    if not facts.endings:
        return None
    rows = tuple(
        (
            name(facts, ending.candidate),
            ENDINGS.get(ending.reason) or said(ending.reason),
            count(ending.won),
            count(ending.lost),
            said(ending.note) if ending.note else "",
        )
        for ending in facts.endings
    )
    text = " ".join(filter(None, (_describe_forfeits(facts, place) for place in facts.featured)))
    table = TableBlock(
        "How the direct games ended. The note is the first error message of a kind of forfeit.",
        ("<heuristic", "<reason", "won", "lost", "<note"),
        rows,
        file="endings.csv",
        is_wordy=True,
    )
    nobody = (
        "All these games ended because a knight could not move; nobody lost on time, through an "
        "illegal move or a crash."
    )
    return Chapter(
        "How games ended",
        (Paragraph(text or nobody), table),
        fold="No move left, or a forfeit.",
    )


def _describe_forfeits(facts: Facts, candidate: int) -> str:
    match = facts.direct_match(candidate)
    if match is None or not (match.record.a_forfeits or match.record.b_forfeits):
        return ""
    won = match.record.b_forfeits
    also = f" and won {count(won)} that way" if won else ""
    clean = match.without_forfeits
    return (
        f"{name(facts, candidate)} lost {count(match.record.a_forfeits, 'game')} by forfeit{also}. "
        f"Without the pairs that had a forfeit, its result is {elo(clean.elo)} over "
        f"{count(clean.pairs, 'pair')}."
    )


CHAPTERS = {100: plies, 110: endings}
