"""What a heuristic knows and what it costs: equal depth, nodes and time, and Elo against budget."""

from __future__ import annotations

from lastknight.analysis.facts import Budget, Facts
from lastknight.report.text.blocks import Block, Chapter, Figure, Items, Paragraph, Table
from lastknight.report.text.derived import budgets_of, derive, find_budget, main_depth, strength
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import INTERVAL, KINDS, is_above, is_below, name, standing

_SAYS = {"ahead": "ahead", "behind": "behind", "open": "not told apart"}


def knowledge(facts: Facts) -> Chapter | None:
    """The same two at equal depth, equal nodes and equal time."""
    if not facts.budgets:
        return None
    base = name(facts.conditions.baseline)
    text = (
        "At equal depth only what a heuristic knows counts. At equal nodes, a heuristic that "
        "prunes better sees more. At equal time, one that is dear to compute searches fewer nodes. "
        "The difference between equal nodes and equal time is what it costs."
    )
    items = tuple(filter(None, (_say_price(facts, place) for place in facts.featured)))
    blocks: list[Block] = [Paragraph(text)]
    if items:
        blocks.append(Items(items))
    blocks.append(
        Figure(
            "knowledge",
            f"The featured candidates against {base} at equal depth, at equal nodes and at equal "
            f"time, with their {INTERVAL}s.",
            f"Dots with intervals: pair-Elo against {base} at equal depth, nodes and time.",
            _table("Equal depth, equal nodes and equal time.", _main_rows(facts)),
        )
    )
    everyone = _everyone(facts)
    if everyone is not None:
        blocks.append(everyone)
    return Chapter("What it knows and what it costs", tuple(blocks))


def _say_price(facts: Facts, candidate: int) -> str:
    parts = []
    for kind in KINDS:
        place = _main(facts, candidate, kind)
        if place is not None:
            path = f"budgets.{place}"
            at = f" of {{{path}.limit|count ply}}" if kind == "depth" else ""
            says = _SAYS[standing(facts.budgets[place].record, facts)]
            parts.append(f"at {KINDS[kind]}{at} {says} ({{{path}.record.elo|estimate Elo}})")
    return f"{name(candidate)}: {'; '.join(parts)}.{_say_cost(facts, candidate)}" if parts else ""


def _say_cost(facts: Facts, candidate: int) -> str:
    """What it loses from equal nodes to equal time; a loss below zero is a gain."""
    places = [k for k, one in enumerate(derive(facts).prices) if one.candidate == candidate]
    if not places:
        return ""
    elo = derive(facts).prices[places[0]].elo
    is_seen = is_above(elo) or is_below(elo)
    says = "Equal nodes less equal time" if is_seen else "What it costs is not told from nothing"
    return f" {says}: {{derived.prices.{places[0]}.elo|estimate Elo}}."


def _main(facts: Facts, candidate: int, kind: str) -> int | None:
    """The comparison of a kind that is looked at first: the main limit, or the depth of all."""
    limit = facts.conditions.nodes if kind != "depth" else main_depth(facts)
    return None if limit is None else find_budget(facts, candidate, kind=kind, limit=limit)


def _main_rows(facts: Facts) -> list[tuple[str, ...]]:
    """All depths, and the main limit of nodes and time."""
    return [
        _row(facts, place, budget)
        for candidate in facts.featured
        for kind in KINDS
        for place, budget in budgets_of(facts, candidate, kind)
        if kind == "depth" or budget.limit == facts.conditions.nodes
    ]


def curves(facts: Facts) -> Chapter | None:
    """Elo against the budget."""
    if not any(len(budgets_of(facts, place, "nodes")) > 1 for place in facts.featured):
        return None
    base = name(facts.conditions.baseline)
    text = (
        f"How the difference to {base} goes with the budget. The budget is that of {base}; at "
        "equal time the candidate gets as many nodes as take the same time."
    )
    rows = [
        _row(facts, place, budget)
        for candidate in facts.featured
        for kind in ("nodes", "time")
        for place, budget in budgets_of(facts, candidate, kind)
    ]
    figure = Figure(
        "curves",
        f"Pair-Elo against {base} by the nodes a move of {base}, with bands for the {INTERVAL}s: "
        "the full line at equal nodes, the dashed one at equal time. Above the zero line the "
        "candidate is ahead.",
        f"Curves with bands: pair-Elo of the featured candidates against {base} by budget.",
        _table("All budgets.", rows),
    )
    sentences = tuple(_say_crossing(facts, place) for place in range(len(facts.crossings)))
    where: Block = (
        Items(sentences)
        if sentences
        else Paragraph("No curve crosses zero between the budgets that were played.")
    )
    return Chapter("Elo against budget", (Paragraph(text), figure, where))


def _say_crossing(facts: Facts, place: int) -> str:
    crossing = facts.crossings[place]
    path = f"crossings.{place}"
    noun = "ply" if crossing.kind == "depth" else "node"
    sure = (
        "The intervals at both ends leave zero out, on different sides."
        if crossing.is_sure
        else "That is not sure: an interval at one of the ends holds zero."
    )
    return (
        f"{name(crossing.candidate)} at {KINDS.get(crossing.kind, 'these budgets')} crosses zero "
        f"between {{{path}.low|count}} and {{{path}.high|count {noun}}}, by a straight line at "
        f"about {{{path}.at|{'decimal' if noun == 'ply' else 'about'}}}. {sure}"
    )


def _table(caption: str, rows: list[tuple[str, ...]]) -> Table:
    return Table(
        f"{caption} The limit is in plies at equal depth, else in nodes a move.",
        (
            *("<heuristic", "<equal", "limit", "its own", "Elo", INTERVAL, "<test", "win rate"),
            *("pairs", "depth", "baseline's"),
        ),
        tuple(rows),
        file="budgets.csv",
    )


def _everyone(facts: Facts) -> Table | None:
    """All candidates at the main limits, the strongest first; None where they are shown anyway."""
    if len(facts.direct) <= len(facts.featured):
        return None
    order = sorted(facts.direct, key=lambda direct: -strength(direct.record.elo))
    prices = {one.candidate: k for k, one in enumerate(derive(facts).prices)}
    rows = []
    for direct in order:
        row = [name(direct.candidate)]
        row.append(f"{{heuristics.{direct.candidate}.cost|multiple?{NOTHING}}}")
        for kind in KINDS:
            place = _main(facts, direct.candidate, kind)
            forms = ("point", "span")
            row += [
                NOTHING if place is None else f"{{budgets.{place}.record.elo|{form}}}"
                for form in forms
            ]
        price = prices.get(direct.candidate)
        row.append(NOTHING if price is None else f"{{derived.prices.{price}.elo|point}}")
        row.append(NOTHING if price is None else f"{{derived.prices.{price}.elo|span}}")
        rows.append(tuple(row))
    columns = [heading for kind in KINDS.values() for heading in (kind, INTERVAL)]
    return Table(
        "All candidates, in Elo. The last two columns are equal nodes less equal time: what the "
        "cost takes.",
        ("<heuristic", "cost", *columns, "its cost takes", INTERVAL),
        tuple(rows),
        file="budgets.csv",
        is_compact=True,
    )


def _row(facts: Facts, place: int, budget: Budget) -> tuple[str, ...]:
    path = f"budgets.{place}"
    return (
        name(budget.candidate),
        budget.kind if budget.kind in KINDS else f"{{{path}.kind|text}}",
        f"{{{path}.limit|count}}",
        f"{{{path}.candidate_limit|count}}",
        f"{{{path}.record.elo|point}}",
        f"{{{path}.record.elo|span}}",
        _SAYS[standing(budget.record, facts)],
        f"{{{path}.record.win_rate|point rate}}",
        f"{{{path}.record.pairs|count}}",
        f"{{{path}.depth|decimal?{NOTHING}}}",
        f"{{{path}.baseline_depth|decimal?{NOTHING}}}",
    )
