"""References next to the candidates, perfect play and the champion: their words and rows."""

from __future__ import annotations

from lastknight.analysis.ceiling import Ceiling
from lastknight.analysis.champion import Champion
from lastknight.analysis.facts import Facts
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import baseline, interval
from lastknight.report.text.quantities import (
    code,
    count,
    elo,
    is_unknown,
    number,
    point,
    span,
)


def reference_rows(facts: Facts) -> list[tuple[str, ...]]:
    """Their rows in the table of all candidates."""
    champion, ceiling = facts.champion, facts.ceiling
    rows = [] if champion is None else [_champion_row(champion)]
    return rows if ceiling is None else [*rows, _ceiling_row(ceiling)]


def describe_references(facts: Facts) -> list[str]:
    """A paragraph about each."""
    champion, ceiling = facts.champion, facts.ceiling
    said = [] if champion is None else [_describe_champion(facts, champion)]
    return said if ceiling is None else [*said, _describe_ceiling(facts, ceiling)]


def compare_champion(facts: Facts) -> str:
    """The champion in one line, for the summary; empty without it."""
    champion = facts.champion
    if champion is None or is_unknown(champion.record.elo):
        return ""
    return (
        f"For comparison, {code(champion.spec)}, the best heuristic that lastknight has found: "
        f"{elo(champion.record.elo)} ({interval(facts)}) against {baseline(facts)}."
    )


def champion_interval(facts: Facts) -> str:
    """What the champion's interval is, where the others are at the level of the verdicts."""
    champion = facts.champion
    return "" if champion is None else f" (for {code(champion.spec)}, the {interval(facts)})"


def _describe_champion(facts: Facts, champion: Champion) -> str:
    record = champion.record
    cost = ""
    if champion.cost.value is not None:
        cost = f" Its nodes cost {number(champion.cost.value, 'times')} as much."
    played = f"{count(record.pairs, 'pair')} against {baseline(facts)}"
    result = (
        f"{played} do not show how strong it is."
        if is_unknown(record.elo)
        else f"In {played} it has {elo(record.elo)}. It gets no verdict, so this is the plain "
        f"{interval(facts)}."
    )
    return (
        f"{code(champion.spec)} is the best heuristic that `lastknight discover` has found, not "
        f"a candidate. {result}{cost}"
    )


def _describe_ceiling(facts: Facts, ceiling: Ceiling) -> str:
    won = (
        f"{point(ceiling.win_rate, 'rate')} of all games"
        if ceiling.attacker is None or ceiling.defender is None
        else f"{point(ceiling.attacker.rate, 'rate')} as attacker and "
        f"{point(ceiling.defender.rate, 'rate')} as defender, {point(ceiling.win_rate, 'rate')} of "
        "all games"
    )
    return (
        f"{code(ceiling.player)} is perfect play, proved by the solver. On "
        f"{count(ceiling.pairs, 'pair')} it wins {won}: compare the rows above with that, not with "
        f"every game. As defender it is not an upper bound: it does not exploit its opponent, and "
        f"a lost position can be played for the mistakes of {baseline(facts)}."
    )


def _champion_row(champion: Champion) -> tuple[str, ...]:
    record = champion.record
    roles = record.roles
    return (
        code(champion.spec),
        "for comparison",
        point(None if roles is None else roles.a_attacker.rate, "rate"),
        point(None if roles is None else roles.a_defender.rate, "rate"),
        point(record.elo),
        span(record.elo),
        count(record.pairs),
        number(champion.cost.value, "multiple"),
        NOTHING,
    )


def _ceiling_row(ceiling: Ceiling) -> tuple[str, ...]:
    attacker, defender = ceiling.attacker, ceiling.defender
    return (
        code(ceiling.player),
        "perfect play",
        point(None if attacker is None else attacker.rate, "rate"),
        point(None if defender is None else defender.rate, "rate"),
        *(NOTHING, NOTHING),
        count(ceiling.pairs),
        *(NOTHING, NOTHING),
    )
