"""The direct games of the featured candidates: in groups, ply by ply, and how they ended."""

from __future__ import annotations

from lastknight.analysis.breakdown import Length
from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Block, Chapter, ChartBlock, Paragraph, TableBlock
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import ATTACKER, ENDINGS, baseline, interval, name
from lastknight.report.text.quantities import count, elo, number, point, said, span

_BY = {"role": "by role", "opening": "by opening", "length": "by length"}


def groups(facts: Facts) -> Chapter | None:
    """Which role, which opening, how long."""
    if not facts.groups:
        return None
    base = baseline(facts)
    text = (
        f"The direct games against {base}, in groups. The groups are described, not tested: of "
        "many groups, some differ by chance. The length of a game is part of its outcome, so it "
        "explains nothing by itself."
    )
    blocks: list[Block] = [Paragraph(text)]
    roles = " ".join(filter(None, (_say_roles(facts, place) for place in facts.featured)))
    if roles:
        blocks.append(Paragraph(f"{roles} {ATTACKER}"))
    blocks.append(
        ChartBlock(
            "groups",
            f"Win rates of the candidate in groups of its games against {base}, with "
            f"{interval(facts)}s. The line is one half. By length, each third of the games is a "
            "group.",
            "Dots with intervals: win rates by role, by opening and by length of the game.",
            _groups_table(facts),
        )
    )
    if facts.lengths:
        blocks.append(
            ChartBlock(
                "lengths",
                "Length of the games in plies, the opening included, and how many of them the "
                "candidate won (filled) and lost (open). Whoever makes the last move wins, so even "
                "and odd lengths differ.",
                "Bars: games by length in plies, won and lost.",
                _lengths_table(facts),
            )
        )
    return Chapter("By role, opening and length", tuple(blocks))


def _say_roles(facts: Facts, candidate: int) -> str:
    own = [
        f"{point(group.win_rate, 'rate')} as {said(group.label)}"
        for group in facts.groups
        if group.candidate == candidate and group.by == "role"
    ]
    return f"{name(facts, candidate)} won {' and '.join(own)}." if own else ""


def _groups_table(facts: Facts) -> TableBlock:
    rows = tuple(
        (
            name(facts, group.candidate),
            _BY.get(group.by, "other"),
            said(group.label),
            count(group.wins),
            count(group.games),
            point(group.win_rate, "rate"),
            span(group.win_rate, "rate"),
            point(group.elo),
            span(group.elo),
        )
        for group in facts.groups
    )
    return TableBlock(
        "Groups of direct games, with pair-Elo for groups of whole pairs.",
        (
            *("<heuristic", "<grouped", "<group", "won", "games", "win rate", interval(facts)),
            *("Elo", interval(facts)),
        ),
        rows,
        file="groups.csv",
    )


def _lengths_table(facts: Facts) -> TableBlock:
    """One row for each length, two columns for each candidate."""
    by_length: dict[int, dict[int, Length]] = {}
    for one in facts.lengths:
        by_length.setdefault(one.plies, {})[one.candidate] = one
    rows = []
    for plies in sorted(by_length):
        found = by_length[plies]
        row = [count(next(iter(found.values())).plies)]
        for candidate in facts.featured:
            own = found.get(candidate)
            row += [NOTHING] * 2 if own is None else [count(own.won), count(own.lost)]
        rows.append(tuple(row))
    columns = [heading for one in facts.featured for heading in (f"{name(facts, one)} won", "lost")]
    return TableBlock("Games by length.", ("plies", *columns), tuple(rows), file="lengths.csv")


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
        _plies_table(facts),
    )
    cost = ChartBlock(
        "costs",
        "Time per evaluation, the search around it included, by ply: the solid line with dots is "
        f"the candidate, the dashed line {base}. Times were measured on this machine while games "
        "were running.",
        f"Lines: nanoseconds per evaluation by ply of the featured candidates and of {base}.",
    )
    return Chapter("Depth and cost by ply", (Paragraph(text), depth, cost))


def _plies_table(facts: Facts) -> TableBlock:
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
    text = " ".join(filter(None, (_say_forfeits(facts, place) for place in facts.featured)))
    table = TableBlock(
        "How the direct games ended. The note is the first error message of a kind of forfeit.",
        ("<heuristic", "<reason", "won", "lost", "<note"),
        rows,
        file="endings.csv",
        is_wordy=True,
    )
    nobody = (
        "All these games ended because a knight could not move; nobody lost on time, by an illegal "
        "move or by a crash."
    )
    return Chapter("How games ended", (Paragraph(text or nobody), table))


def _say_forfeits(facts: Facts, candidate: int) -> str:
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


CHAPTERS = {70: groups, 100: plies, 110: endings}
