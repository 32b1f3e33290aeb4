"""The reasons of the recommendation, each one sentence drawn from the data."""

from __future__ import annotations

from collections.abc import Callable

from lastknight.analysis.facts import Facts
from lastknight.report.text.derived import budgets_of, direct_of, equal_time, rating_of
from lastknight.report.text.phrases import INTERVAL, counting, name, standing


def say_reason(facts: Facts, reason: str) -> str:
    """A reason in words; where its data are missing, that is what it says."""
    return REASONS[reason](facts, facts.advice.subject)


def _direct(facts: Facts, subject: int) -> str:
    place = direct_of(facts, subject)
    base = name(facts.conditions.baseline)
    if place is None:
        return f"{name(subject)} played no direct match against {base}."
    path = f"direct.{place}.record"
    return (
        f"In {{{path}.pairs|count pair}} against {base} at equal nodes, {name(subject)} won "
        f"{{{path}.ww|count}} twice and lost {{{path}.ll|count}} twice: "
        f"{{{path}.elo|estimate Elo}} ({INTERVAL})."
    )


def _rank(facts: Facts, subject: int) -> str:
    place = rating_of(facts, subject)
    if place is None:
        return f"{name(subject)} is not rated."
    path = f"ranking.ratings.{place}"
    return (
        f"Among all {{#ranking.ratings|count heuristic}} it ranks {{{path}.rank|text}}, with a "
        f"rating of {{{path}.elo|estimate Elo}}."
    )


def _time(facts: Facts, subject: int) -> str:
    place = equal_time(facts, subject)
    if place is None:
        return "No match at equal time was played."
    says = {
        "ahead": "it stays ahead",
        "behind": "it falls behind",
        "open": "the two are not told apart",
    }[standing(facts.budgets[place].record, facts)]
    path = f"budgets.{place}"
    return (
        f"At equal time, which leaves it {{{path}.candidate_limit|count node}} to "
        f"{{{path}.limit|count}}, {says}: {{{path}.record.elo|estimate Elo}} "
        f"({{{path}.record.p_value|chance}})."
    )


def _budget(facts: Facts, subject: int) -> str:
    curve = budgets_of(facts, subject, "nodes")
    if len(curve) < 2:
        return "It was played at one budget only."
    low, high = (f"budgets.{place}" for place, _ in (curve[0], curve[-1]))
    return (
        f"At {{{low}.limit|count node}} a move it has {{{low}.record.elo|estimate Elo}}; at "
        f"{{{high}.limit|count node}}, {{{high}.record.elo|estimate Elo}}."
    )


def _opponents(facts: Facts, subject: int) -> str:
    base = facts.conditions.baseline
    return (
        f"Against the opponents of the course it won {{classic.win_rates.{subject}|point rate}} of "
        f"its games, {name(base)} {{classic.win_rates.{base}|point rate}}; these rates depend on "
        "the opponents."
    )


def _cost(facts: Facts, subject: int) -> str:
    if facts.heuristics[subject].cost is None:
        return "What it costs was not measured."
    base = name(facts.conditions.baseline)
    return (
        f"At this budget a node of its takes {{heuristics.{subject}.cost|times}} the time of one "
        f"of {base}."
    )


def _worst(facts: Facts, subject: int) -> str:
    own = [
        (place, group)
        for place, group in enumerate(facts.groups)
        if group.candidate == subject and group.win_rate.value is not None and group.games
    ]
    # How long a game lasts is known only when it is over: no group to be chosen by.
    chosen = [item for item in own if item[1].by != "length"] or own
    if not chosen:
        return "Its games were not grouped."
    place = min(chosen, key=lambda item: item[1].win_rate.value or 0.0)[0]
    path = f"groups.{place}"
    return (
        f"It does worst in the group “{{{path}.label|text}}”: it won "
        f"{{{path}.win_rate|estimate rate}}, of {{{path}.games|count game}}."
    )


def _sure(facts: Facts, subject: int) -> str:
    place = direct_of(facts, subject)
    if place is None:
        return "There is no direct match to be sure of."
    direct = facts.direct[place]
    is_shown = direct.p_adjusted <= 1 - facts.conditions.confidence + 1e-12
    counted = f"{counting(facts)} (Holm)" if len(facts.direct) > 1 else ""
    shown = (
        "The difference is unlikely to be chance"
        if is_shown
        else "The difference at equal nodes may be chance"
    )
    found = ""
    if direct.detectable is not None:
        found = (
            f"; so many pairs find a difference of {{direct.{place}.detectable|elo_size}} Elo four "
            "times in five"
        )
    return f"{shown}: {{direct.{place}.p_adjusted|chance}}{counted}{found}."


REASONS: dict[str, Callable[[Facts, int], str]] = {
    "direct": _direct,
    "rank": _rank,
    "time": _time,
    "budget": _budget,
    "opponents": _opponents,
    "cost": _cost,
    "worst": _worst,
    "sure": _sure,
}
"""Every reason by its name."""
