"""The chapters of the report, in their order; each is a function from facts to blocks of prose."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.chapters import (
    answer,
    budgets,
    games,
    method,
    moments,
    plies,
    records,
    standing,
    truth,
)
from lastknight.report.text.blocks import Chapter


def all_chapters(facts: Facts) -> list[Chapter]:
    """Every chapter that the facts have something for."""
    found = [
        answer.answer(facts),
        answer.recommendation(facts),
        standing.classic(facts),
        standing.ratings(facts),
        standing.matrix(facts),
        standing.opponents(facts),
        games.groups(facts),
        budgets.knowledge(facts),
        budgets.curves(facts),
        plies.plies(facts),
        games.endings(facts),
        truth.truth(facts),
        moments.moments(facts),
        method.audit(facts),
        method.method(facts),
        method.undecided(facts),
        records.ledger(facts),
        records.heuristics(facts),
        records.again(facts),
    ]
    return [chapter for chapter in found if chapter is not None]
