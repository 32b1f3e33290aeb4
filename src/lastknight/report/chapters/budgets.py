"""Knowledge and cost: equal depth, nodes and time, the break-even cost, and Elo by budget."""

from __future__ import annotations

from lastknight.analysis.conclusions import Crossing
from lastknight.analysis.equal_time import EqualTime
from lastknight.analysis.facts import Facts
from lastknight.analysis.match_facts import Budget, is_significant
from lastknight.report.text.blocks import Block, Chapter, ChartBlock, Items, Paragraph, TableBlock
from lastknight.report.text.phrases import (
    KINDS,
    baseline,
    baseline_in_kind,
    interval,
    name,
)
from lastknight.report.text.quantities import (
    breaks_even,
    count,
    elo,
    estimate,
    is_unknown,
    number,
    point,
    said,
    span,
)

_SAYS = {"ahead": "ahead", "behind": "behind", "open": "no difference shown"}
_COSTS = {
    "below": "that is clearly less",
    "within": "that is within this interval",
    "above": "that is clearly more",
}
_UNCORRECTED = "Direct matches appear here without the correction for ending early."


def equal_time(facts: Facts) -> Chapter | None:
    """Elo by the cost of a node: the break-even, and the cost here."""
    if not facts.equal_time:
        return None
    base = baseline(facts)
    text = (
        f"A candidate plays {base} with its nodes divided by fixed ratios, as if each cost that "
        "much more. Its Elo crosses zero at the break-even cost. That is a property of the "
        "game, the same on every machine; only the actual cost depends on the machine."
    )
    chart = ChartBlock(
        "equal_time",
        f"Elo against {base} by the cost of a node, with {interval(facts)}s, and the line fitted "
        "to them. The blue line is the cost of a node here: left of where the fitted line "
        "crosses zero, the candidate pays off on the clock.",
        f"Dots with intervals and a fitted line: pair-Elo against {base} by the cost of a node.",
        _ratio_table(facts),
    )
    items = tuple(_describe_equal_time(facts, one) for one in facts.equal_time)
    return Chapter(
        "Break-even cost",
        (Paragraph(text), Items(items), chart),
        fold="Equal time: the break-even cost of the strongest candidates, and the cost here.",
    )


def _describe_equal_time(facts: Facts, one: EqualTime) -> str:
    who = name(facts, one.candidate)
    says = (
        f"{who} {breaks_even(one.break_even)}, relative to {baseline(facts)}"
        if not is_unknown(one.break_even)
        else f"These matches show no break-even cost for {who}"
    )
    if one.cost.value is not None:
        compared = f": {_COSTS[one.word]}" if not is_unknown(one.break_even) else ""
        rival = f" those of {baseline_in_kind(facts, one.twin)}" if one.twin else ""
        says += f". Here its nodes cost {estimate(one.cost, 'multiple')}{rival}{compared}"
        says += f". At equal time here it has {elo(one.elo)}"
    bends = is_significant(one.curvature_p, facts.conditions.confidence)
    check = "The Elo deviates from a straight line" if bends else "A straight line fits"
    return (
        f"{says}. A doubling of its nodes is worth {elo(one.per_doubling)}. {check} "
        f"({number(one.curvature_p, 'chance')})."
    )


def _ratio_table(facts: Facts) -> TableBlock:
    rows = tuple(
        (
            name(facts, one.candidate),
            number(match.ratio, "multiple"),
            count(match.nodes),
            point(match.record.elo),
            span(match.record.elo),
            count(match.record.pairs),
        )
        for one in facts.equal_time
        for match in one.matches
    )
    return TableBlock(
        f"Matches at fixed ratios of nodes. {_UNCORRECTED}",
        ("<heuristic", "cost", "own nodes", "Elo", interval(facts), "pairs"),
        rows,
        file="ratios.csv",
    )


def knowledge(facts: Facts) -> Chapter | None:
    """Candidate and baseline at equal depth, equal nodes and equal time."""
    if not facts.budgets:
        return None
    base = baseline(facts)
    text = (
        "At equal depth, only knowledge counts. At equal nodes, a heuristic that "
        "prunes better sees more. At equal time, an expensive heuristic searches fewer nodes: "
        "that is its fitted line at the cost of a node here."
    )
    items = tuple(filter(None, (_describe_results(facts, place) for place in facts.featured)))
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
            _table(facts, "Equal depth and equal nodes.", main),
        )
    )
    return Chapter(
        "Equal depth, equal nodes, equal time",
        tuple(blocks),
        fold="The featured candidates at equal depth, equal nodes and equal time.",
    )


def _describe_results(facts: Facts, candidate: int) -> str:
    parts = []
    for kind in ("depth", "nodes"):
        budget = facts.main_budget(candidate, kind)
        if budget is not None:
            depth = f" of {count(budget.limit, 'ply')}" if kind == "depth" else ""
            says = _SAYS[budget.record.standing(facts.conditions.confidence)]
            parts.append(f"at {KINDS[kind]}{depth} {says} ({elo(budget.record.elo)})")
    timed = facts.at_equal_time(candidate)
    if timed is not None and timed.elo.value is not None:
        parts.append(f"at equal time {elo(timed.elo)}")
    return f"{name(facts, candidate)}: {'; '.join(parts)}." if parts else ""


def curves(facts: Facts) -> Chapter | None:
    """Elo by search budget."""
    if not any(len(facts.curve(place, "nodes")) > 1 for place in facts.featured):
        return None
    base = baseline(facts)
    text = f"How the difference from {base} changes when both search fewer nodes."
    budgets = [budget for candidate in facts.featured for budget in facts.curve(candidate, "nodes")]
    chart = ChartBlock(
        "curves",
        f"Pair-Elo against {base} by nodes per move of both players, with bands for the "
        f"{interval(facts)}s. Above the zero line the candidate is ahead.",
        f"Curves with bands: pair-Elo of the featured candidates against {base} by budget.",
        _table(facts, "All budgets.", budgets),
    )
    sentences = tuple(_describe_crossing(facts, crossing) for crossing in facts.crossings)
    where: Block = (
        Items(sentences)
        if sentences
        else Paragraph("No crossing of zero is shown between the budgets played.")
    )
    return Chapter(
        "Elo against budget",
        (Paragraph(text), chart, where),
        fold="Whether a heuristic needs a shallow or a deep search.",
    )


def _describe_crossing(facts: Facts, crossing: Crossing) -> str:
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
        f"{caption} The limit is in plies at equal depth, otherwise in nodes per move. "
        f"{_UNCORRECTED}",
        (
            *("<heuristic", "<equal", "limit", "Elo", interval(facts), "<test"),
            *("win rate", "pairs", "depth", "baseline's"),
        ),
        tuple(_row(facts, budget) for budget in budgets),
        file="budgets.csv",
        is_compact=True,
    )


def _row(facts: Facts, budget: Budget) -> tuple[str, ...]:
    record = budget.record
    return (
        name(facts, budget.candidate),
        budget.kind if budget.kind in KINDS else said(budget.kind),
        count(budget.limit),
        point(record.elo),
        span(record.elo),
        _SAYS[record.standing(facts.conditions.confidence)],
        point(record.win_rate, "rate"),
        count(record.pairs),
        number(budget.depth, "decimal"),
        number(budget.baseline_depth, "decimal"),
    )


CHAPTERS = {70: equal_time, 80: knowledge, 90: curves}
