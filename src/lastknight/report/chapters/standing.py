"""How all heuristics compare: classic table, ratings, pairwise matrix, results by opponent."""

from __future__ import annotations

from collections.abc import Mapping

from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import (
    Block,
    Chapter,
    ChartBlock,
    Paragraph,
    TableBlock,
)
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import baseline, interval, level, listing, name
from lastknight.report.text.quantities import code, count, estimate, number, point, said, span
from lastknight.stats import Estimate
from lastknight.stats.transitivity import Surprise

_COLUMNS = 5
"""Up to this many heuristics are columns; more are rows."""
_MOST_FIRST = 6
"""Up to this many heuristics are named as possible firsts."""


def classic(facts: Facts) -> Chapter:
    """Games won and lost against each of the course's opponents."""
    rates = facts.classic.win_rates
    best = max(range(len(rates)), key=lambda place: rates[place].value or 0.0)
    base = facts.conditions.baseline
    text = (
        "The table that the course's tool prints: games won and lost against each opponent. "
        f"{name(facts, best)} has the highest win rate, {estimate(rates[best], 'rate')}"
    )
    if best != base:
        text += f"; {baseline(facts)} has {estimate(rates[base], 'rate')}"
    text += ". These rates depend on the opponents and the openings, and are not tested here."
    players = listing(
        [
            f"{code(opponent.name)} is {code(opponent.player)}"
            for opponent in facts.classic.opponents
            if opponent.name != opponent.player
        ]
    )
    many = len(facts.heuristics) > _COLUMNS
    table = _classic_by_heuristic(facts) if many else _classic_by_opponent(facts)
    blocks: list[Block] = [Paragraph(text), table]
    if players:
        blocks.append(Paragraph(f"{players}.", role="note"))
    return Chapter(
        "The classic tournament table",
        tuple(blocks),
        fold="Games won and lost against each of the course's opponents.",
    )


def _cell(facts: Facts, heuristic: int, opponent: int) -> str:
    record = facts.classic.record(heuristic, opponent)
    return NOTHING if record is None else f"{count(record.wins)} | {count(record.losses)}"


def _classic_by_opponent(facts: Facts) -> TableBlock:
    everyone = range(len(facts.heuristics))
    rates = facts.classic.win_rates
    return TableBlock(
        "Won | lost, by opponent.",
        ("<opponent", *(name(facts, place) for place in everyone)),
        tuple(
            (code(opponent.name), *(_cell(facts, place, k) for place in everyone))
            for k, opponent in enumerate(facts.classic.opponents)
        ),
        file="classic.csv",
        foot=("win rate", *(point(rate, "rate") for rate in rates)),
    )


def _classic_by_heuristic(facts: Facts) -> TableBlock:
    opponents = facts.classic.opponents
    return TableBlock(
        "Won | lost, by heuristic.",
        ("<heuristic", *(code(opponent.name) for opponent in opponents), "win rate"),
        tuple(
            (
                name(facts, place),
                *(_cell(facts, place, k) for k in range(len(opponents))),
                point(rate, "rate"),
            )
            for place, rate in enumerate(facts.classic.win_rates)
        ),
        file="classic.csv",
        is_compact=True,
    )


def ratings(facts: Facts) -> Chapter:
    """Ratings, and ranks as sets."""
    ranking, base = facts.ranking, baseline(facts)
    first = [name(facts, one.heuristic) for one in ranking.ratings if one.best_rank == 1]
    top = f"{first[0]} is first" if len(first) == 1 else f"{listing(first)} could each be first"
    if len(first) > _MOST_FIRST:
        top = "first place is open"
    text = (
        f"All heuristics played each other at equal nodes: {count(ranking.games, 'game')} on "
        f"{count(ranking.openings, 'opening')}, with mirror images counted as one. "
        f"Ratings are in Elo, with {base} as zero. A rank covers the places that the "
        f"comparisons leave open, adjusted for all of them. By these ranks "
        f"{top}."
    )
    if ranking.attacker_rate is not None:
        text += f" The attacker won {estimate(ranking.attacker_rate, 'rate')} of these games."
    text += (
        f" {count(ranking.survive)} of {count(ranking.comparisons, 'comparison')} between two "
        f"heuristics show a difference after adjusting for all of them (Holm, at "
        f"{level(facts)}); they are in [differences.csv](differences.csv).{_cautions(facts)}"
    )
    table = TableBlock(
        "Ratings, best first.",
        ("<heuristic", "<rank", "Elo", interval(facts), "won", "games"),
        tuple(
            (
                name(facts, one.heuristic),
                said(one.rank),
                point(one.elo),
                span(one.elo),
                count(one.wins),
                count(one.games),
            )
            for one in ranking.ratings
        ),
        file="ratings.csv",
    )
    chart = ChartBlock(
        "ratings",
        f"Ratings with {interval(facts)}s, best first; {base} is the zero line. On the right are "
        "the possible ranks.",
        "Dots with intervals: the rating of every heuristic, best first.",
        table,
    )
    return Chapter(
        "Ratings",
        (Paragraph(text), chart),
        fold="All heuristics on one scale, with the ranks that the games leave open.",
    )


def _cautions(facts: Facts) -> str:
    """Which games the ratings are based on, and whether results fit them."""
    found = facts.ranking.transitivity
    if found is None:
        return ""
    text = ""
    if found.hub is not None and found.hub_share is not None:
        share = number(found.hub_share, "rate")
        text += (
            f" The ratings come mostly from games with {name(facts, found.hub)}: {share} of the "
            "others' games."
        )
        if found.p_value is None:
            text += " No games among the others test whether the ratings hold between them."
    if found.p_value is not None:
        fit = "fit" if found.surprise is None else "do not all fit"
        text += f" Results {fit} what the ratings predict ({number(found.p_value, 'chance')})"
        text += "." if found.surprise is None else f": {_surprise(facts, found.surprise)}"
    return text


def _surprise(facts: Facts, found: Surprise) -> str:
    seen, expected = number(found.seen, "rate"), number(found.expected, "rate")
    return (
        f"{name(facts, found.winner)} wins {seen} of its decided pairs against "
        f"{name(facts, found.loser)}, where they predict {expected}."
    )


def opponents(facts: Facts) -> Chapter:
    """The featured candidates and the baseline against each opponent, with intervals."""
    shown = (*facts.featured, facts.conditions.baseline)
    text = " ".join(filter(None, (_describe_extremes(facts, place) for place in shown)))
    rows = []
    for k, opponent in enumerate(facts.classic.opponents):
        row = [code(opponent.name)]
        for place in shown:
            record = facts.classic.record(place, k)
            rate = None if record is None else record.win_rate
            row += [point(rate, "rate"), span(rate, "rate")]
        rows.append(tuple(row))
    columns = [heading for place in shown for heading in (name(facts, place), interval(facts))]
    table = TableBlock(
        f"Win rates against each opponent, with {interval(facts)}s.",
        ("<opponent", *columns),
        tuple(rows),
        file="classic.csv",
        is_compact=True,
    )
    chart = ChartBlock(
        "opponents",
        f"Win rates against each opponent, with {interval(facts)}s. Where intervals overlap, the "
        "order may be chance.",
        "Dots with intervals: win rates of the featured candidates and of "
        f"{baseline(facts)} against each opponent.",
        table,
    )
    said_first = (Paragraph(text),) if text else ()
    return Chapter(
        "Results against each opponent",
        (*said_first, chart),
        fold="Win rates of the featured candidates, with intervals.",
    )


def _describe_extremes(facts: Facts, place: int) -> str:
    """The opponents against which a heuristic won most and least."""
    rates = {
        opponent.name: record.win_rate
        for k, opponent in enumerate(facts.classic.opponents)
        if (record := facts.classic.record(place, k)) and record.win_rate.value is not None
    }
    values = [rate.value or 0.0 for rate in rates.values()]
    if len(set(values)) < 2:
        return ""
    most, least = (_describe_opponents(rates, choose(values)) for choose in (max, min))
    return f"{name(facts, place)} won most often against {most}, least often against {least}."


def _describe_opponents(rates: Mapping[str, Estimate], value: float) -> str:
    """The opponents against which a heuristic won this often."""
    found = {who: rate for who, rate in rates.items() if rate.value == value}
    won = point(next(iter(found.values())), "rate")
    return f"{listing([code(who) for who in found])} ({won})"


CHAPTERS = {40: ratings, 60: classic, 65: opponents}
