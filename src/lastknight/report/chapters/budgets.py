"""What a heuristic knows and what it costs: equal depth, nodes and time, and Elo by budget."""

from __future__ import annotations

from lastknight.analysis.conclusions import Crossing
from lastknight.analysis.facts import Facts
from lastknight.analysis.match_facts import Budget, sign_of
from lastknight.report.text.blocks import Block, Chapter, ChartBlock, Items, Paragraph, TableBlock
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import (
    KINDS,
    baseline,
    interval,
    name,
)
from lastknight.report.text.quantities import count, elo, number, point, said, span
from lastknight.stats import Estimate, difference

_SAYS = {"ahead": "ahead", "behind": "behind", "open": "no difference shown"}


def knowledge(facts: Facts) -> Chapter | None:
    """Candidate and baseline at equal depth, equal nodes and equal time."""
    if not facts.budgets:
        return None
    base = baseline(facts)
    text = (
        "At equal depth, only what a heuristic knows counts. At equal nodes, a heuristic that "
        "prunes better sees more. At equal time, an expensive heuristic searches fewer nodes. "
        "The difference between equal nodes and equal time is its cost."
    )
    items = tuple(filter(None, (_say_results(facts, place) for place in facts.featured)))
    blocks: list[Block] = [Paragraph(text)]
    if items:
        blocks.append(Items(items))
    main = [
        budget
        for candidate in facts.featured
        for kind in KINDS
        for budget in facts.curve(candidate, kind)
        if kind == "depth" or budget.limit == facts.conditions.nodes
    ]
    blocks.append(
        ChartBlock(
            "knowledge",
            f"The featured candidates against {base} at equal depth, at equal nodes and at equal "
            f"time, with {interval(facts)}s.",
            f"Dots with intervals: pair-Elo against {base} at equal depth, nodes and time.",
            _table(facts, "Equal depth, equal nodes and equal time.", main),
        )
    )
    if len(facts.direct) > len(facts.featured):
        blocks.append(_everyone(facts))
    return Chapter("What it knows and what it costs", tuple(blocks))


def _say_results(facts: Facts, candidate: int) -> str:
    parts = []
    for kind, words in KINDS.items():
        budget = facts.main_budget(candidate, kind)
        if budget is not None:
            depth = f" of {count(budget.limit, 'ply')}" if kind == "depth" else ""
            says = _SAYS[budget.record.standing(facts.conditions.confidence)]
            parts.append(f"at {words}{depth} {says} ({elo(budget.record.elo)})")
    if not parts:
        return ""
    return f"{name(facts, candidate)}: {'; '.join(parts)}.{_say_cost(facts, candidate)}"


def _say_cost(facts: Facts, candidate: int) -> str:
    """The loss from equal nodes to equal time; a negative one is a gain."""
    cost = _cost(facts, candidate)
    if cost is None:
        return ""
    says = "Equal nodes minus equal time" if sign_of(cost) else "Its cost is not shown to matter"
    return f" {says}: {elo(cost)}."


def _cost(facts: Facts, candidate: int) -> Estimate | None:
    """What a candidate's cost takes away, in Elo."""
    match, timed = facts.direct_match(candidate), facts.main_budget(candidate, "time")
    if match is None or timed is None:
        return None
    a, b = match.record.elo, timed.record.elo
    return locate(difference(a, b), f"difference({source_of(a)}, {source_of(b)})")


def curves(facts: Facts) -> Chapter | None:
    """Elo by search budget."""
    if not any(len(facts.curve(place, "nodes")) > 1 for place in facts.featured):
        return None
    base = baseline(facts)
    text = (
        f"How the difference to {base} changes with the budget. The budget is that of {base}; at "
        "equal time the candidate gets as many nodes as take the same time."
    )
    budgets = [
        budget
        for candidate in facts.featured
        for kind in ("nodes", "time")
        for budget in facts.curve(candidate, kind)
    ]
    chart = ChartBlock(
        "curves",
        f"Pair-Elo against {base} by nodes per move of {base}, with bands for the "
        f"{interval(facts)}s: the solid line at equal nodes, the dashed line at equal time. Above "
        "the zero line the candidate is ahead.",
        f"Curves with bands: pair-Elo of the featured candidates against {base} by budget.",
        _table(facts, "All budgets.", budgets),
    )
    sentences = tuple(_say_crossing(facts, crossing) for crossing in facts.crossings)
    where: Block = (
        Items(sentences)
        if sentences
        else Paragraph("No curve crosses zero between the budgets played.")
    )
    return Chapter("Elo against budget", (Paragraph(text), chart, where))


def _say_crossing(facts: Facts, crossing: Crossing) -> str:
    is_depth = crossing.kind == "depth"
    sure = (
        "The intervals at both ends exclude zero, on opposite sides."
        if crossing.is_sure
        else "That is uncertain: an interval at one of the ends includes zero."
    )
    return (
        f"{name(facts, crossing.candidate)} at {KINDS.get(crossing.kind, 'these budgets')} crosses "
        f"zero between {count(crossing.low)} and "
        f"{count(crossing.high, 'ply' if is_depth else 'node')}; a straight line puts it at about "
        f"{number(crossing.at, 'decimal' if is_depth else 'about')}. {sure}"
    )


def _table(facts: Facts, caption: str, budgets: list[Budget]) -> TableBlock:
    return TableBlock(
        f"{caption} The limit is in plies at equal depth, otherwise in nodes per move.",
        (
            *("<heuristic", "<equal", "limit", "own limit", "Elo", interval(facts), "<test"),
            *("win rate", "pairs", "depth", "baseline's"),
        ),
        tuple(_row(facts, budget) for budget in budgets),
        file="budgets.csv",
    )


def _row(facts: Facts, budget: Budget) -> tuple[str, ...]:
    record = budget.record
    return (
        name(facts, budget.candidate),
        budget.kind if budget.kind in KINDS else said(budget.kind),
        count(budget.limit),
        count(budget.candidate_limit),
        point(record.elo),
        span(record.elo),
        _SAYS[record.standing(facts.conditions.confidence)],
        point(record.win_rate, "rate"),
        count(record.pairs),
        number(budget.depth, "decimal"),
        number(budget.baseline_depth, "decimal"),
    )


def _everyone(facts: Facts) -> TableBlock:
    """All candidates at the main limits, strongest first."""
    rows = []
    for match in facts.strongest_first:
        cost = facts.heuristics[match.candidate].cost
        row = [name(facts, match.candidate), number(cost, "multiple")]
        for kind in KINDS:
            budget = facts.main_budget(match.candidate, kind)
            found = None if budget is None else budget.record.elo
            row += [point(found), span(found)]
        lost = _cost(facts, match.candidate)
        rows.append((*row, point(lost), span(lost)))
    columns = [heading for kind in KINDS.values() for heading in (kind, interval(facts))]
    return TableBlock(
        "All candidates, in Elo. The last two columns are equal nodes minus equal time: the Elo "
        "that the cost takes away.",
        ("<heuristic", "cost", *columns, "lost to cost", interval(facts)),
        tuple(rows),
        file="budgets.csv",
        is_compact=True,
    )


CHAPTERS = {80: knowledge, 90: curves}
