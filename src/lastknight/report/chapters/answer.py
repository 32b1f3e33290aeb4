"""The first two pages: the question, the answer by role, one chart and one table."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.analysis.match_facts import Direct
from lastknight.ranges import check_kind
from lastknight.report.chapters.recommendation import recommend
from lastknight.report.text.blocks import Block, Chapter, ChartBlock, Items, Paragraph, TableBlock
from lastknight.report.text.located import locate
from lastknight.report.text.phrases import (
    ATTACKER,
    baseline,
    describe_direct,
    describe_roles,
    interval,
    later_start,
    listing,
    name,
    verdict_interval,
)
from lastknight.report.text.prose import to_plain
from lastknight.report.text.quantities import (
    code,
    count,
    count_equal,
    count_of,
    estimate,
    number,
    point,
    said,
    span,
)
from lastknight.report.text.references import (
    champion_interval,
    compare_champion,
    describe_references,
    reference_rows,
)

_FEW = 3
"""Up to this many candidates are named one by one."""
_HIGHEST = 3
"""The summary lists this many candidates."""
_WORDS = ("better", "worse", "equivalent", "inconclusive", "forfeited")


def title(facts: Facts) -> str:
    """The question in one line."""
    if len(facts.direct) > _FEW:
        return f"Which of {_candidates(facts)} beat {baseline(facts)}?"
    verb = "Is" if len(facts.direct) == 1 else "Are"
    return f"{verb} {_candidates(facts)} better than {baseline(facts)}?"


def subtitle(facts: Facts) -> str:
    """The line under the title: what the verdicts rest on."""
    conditions, later = facts.conditions, later_start(facts)
    games = f"{count(facts.audit.games, 'direct game')}{f' {later}' if later else ''}"
    return (
        f"Knight's Isolation on a board of {number(conditions.width, 'plain')} by "
        f"{number(conditions.height, 'plain')}, {count(conditions.nodes, 'node')} per move. The "
        f"verdicts are based on {games}. {said(facts.origin.made)}."
    )


def answer(facts: Facts) -> Chapter:
    """The answer, by role first."""
    blocks: list[Block] = [Paragraph(line, role="lead") for line in _lead(facts)]
    if not (len(facts.direct) > _FEW or len(facts.direct) == 1):
        blocks.append(Items(tuple(describe_direct(facts, one) for one in facts.strongest_first)))
    question = (
        f"Both players search {count(facts.conditions.nodes, 'node')} per move, about "
        f"{number(facts.conditions.seconds, 'seconds')} on the course's clock, and play every "
        f"opening twice, with sides swapped. {ATTACKER}"
    )
    if any(one.twin is not None for one in facts.heuristics):
        question += (
            " Heuristics in Python are slow, so the limit is lower than for native ones, and "
            f"the cost of their nodes is relative to {baseline(facts)} written in Python."
        )
    blocks.append(Paragraph(question, role="note"))
    return Chapter("The short answer", tuple(blocks))


def _lead(facts: Facts) -> list[str]:
    """One or two sentences: by role, then the verdict, or the number of candidates with each."""
    match = facts.direct_match(facts.advice.subject)
    lines = [] if match is None else [describe_roles(facts, match)]
    if len(facts.direct) > _FEW:
        lines.append(_count_verdicts(facts))
    elif match is not None and len(facts.direct) == 1:
        lines.append(describe_direct(facts, match))
    return [line for line in lines if line]


def candidates(facts: Facts) -> Chapter:
    """One chart and one table of all candidates, next to the champion and perfect play."""
    base = baseline(facts)
    ceiling = facts.ceiling
    marked = (
        f" The lower part shows {name(facts, facts.advice.subject)} by role"
        + ("." if ceiling is None else f", next to {base} and {code(ceiling.player)}.")
        if _has_roles(facts)
        else ""
    )
    compared = (
        ""
        if facts.champion is None
        else f" The diamond is {code(facts.champion.spec)}, for comparison, with its "
        f"{interval(facts)}."
    )
    chart = ChartBlock(
        "direct",
        f"Elo of every candidate against {base} at equal nodes, strongest first. The line through "
        f"a dot is its {verdict_interval(facts)}: it excludes zero exactly where the verdict is "
        f"better or worse. Open squares are undecided; an arrow means that the interval extends "
        f"beyond the chart.{compared}{marked}",
        f"Dots with intervals: pair-Elo of every candidate against {base} at equal nodes.",
    )
    elo = (
        "**Elo** here is pair-Elo: `200 log10(won twice / lost twice)`, over openings that one "
        f"side won in both roles. Zero is as strong as {base}. It is not a share of all games: "
        f"most openings are won by whoever attacks, and those say nothing about strength."
    )
    blocks: list[Block] = [chart, _table(facts), Paragraph(elo, role="note")]
    blocks += [Paragraph(line, role="note") for line in describe_references(facts)]
    return Chapter("All candidates", tuple(blocks))


def _has_roles(facts: Facts) -> bool:
    match = facts.direct_match(facts.advice.subject)
    return match is not None and match.record.roles is not None


def _table(facts: Facts) -> TableBlock:
    """All direct matches, strongest first, then the champion and perfect play."""
    rows = [_row(facts, match) for match in facts.strongest_first] + reference_rows(facts)
    is_partial = any(facts.at_equal_time(match.candidate) is None for match in facts.direct)
    measured = ", measured for the strongest of the better ones" if is_partial else ""
    return TableBlock(
        f"Against {baseline(facts)} at equal nodes: the share of games won in each role; Elo with "
        f"its {verdict_interval(facts)}{champion_interval(facts)}; the cost of a node here; and "
        f"the break-even cost, at which both are equally strong on the clock{measured}.",
        (
            *("<heuristic", "<verdict", "as attacker", "as defender", "Elo", "interval", "pairs"),
            *("cost here", "break-even"),
        ),
        tuple(rows),
        file="direct.csv",
        is_compact=True,
        row_styles=tuple(
            "" if place < len(facts.direct) else "baseline" for place in range(len(rows))
        ),
    )


def _row(facts: Facts, match: Direct) -> tuple[str, ...]:
    roles, timed = match.record.roles, facts.at_equal_time(match.candidate)
    word = match.word
    return (
        name(facts, match.candidate),
        f"**{word}**" if word in ("better", "worse") else word,
        point(None if roles is None else roles.a_attacker.rate, "rate"),
        point(None if roles is None else roles.a_defender.rate, "rate"),
        point(match.elo),
        span(match.elo),
        count(match.record.pairs),
        number(facts.heuristics[match.candidate].cost, "multiple"),
        point(None if timed is None else timed.break_even, "multiple"),
    )


def summary(facts: Facts) -> list[str]:
    """The question, the answer, the recommendation and the strongest candidates, line by line."""
    check_kind("facts", facts, Facts)
    located = locate(facts)
    later = later_start(located)
    lines = [title(located), "", *([f"Games {later}:"] if later else []), *_lead(located)]
    if 1 < len(located.direct) <= _FEW:
        lines += [describe_direct(located, one) for one in located.strongest_first]
    lines += ["", recommend(located)]
    if len(located.direct) > _FEW:
        lines += ["", f"Strongest at equal nodes, in Elo ({verdict_interval(located)}):"]
        lines += [
            f"  {name(located, one.candidate)}: {estimate(one.elo)}, {one.word}"
            for one in located.strongest_first[:_HIGHEST]
        ]
    if compared := compare_champion(located):
        lines += ["", compared]
    return [to_plain(line) for line in lines]


def _candidates(facts: Facts) -> str:
    """The candidates by name, or how many there are."""
    if len(facts.direct) > _FEW:
        return count_of(facts.direct, "heuristic")
    return listing([name(facts, match.candidate) for match in facts.direct])


def _count_verdicts(facts: Facts) -> str:
    """How many candidates got which verdict."""
    base, everyone = baseline(facts), count_of(facts.direct, "candidate")
    verdicts = [match.word for match in facts.direct]
    words = [word for word in _WORDS if word in verdicts]
    first = words[0]
    phrases = {
        "better": f"**better** than {base}",
        "worse": f"**worse** than {base}" if first == "worse" else "**worse**",
        "equivalent": f"**equivalent** to {base} within {count(facts.conditions.equivalence)} Elo",
        "inconclusive": "**inconclusive**",
        "forfeited": "**decided by forfeits**",
    }
    if len(words) == 1:
        return f"At equal nodes, all {everyone} are {phrases[first]}."
    verb = " is " if verdicts.count(first) == 1 else " are "
    parts = [
        f"{count_equal(verdicts, word)}{verb if word == first else ' '}{phrases[word]}"
        for word in words
    ]
    return f"Of {everyone}, at equal nodes, {listing(parts)}."


CHAPTERS = {10: answer, 25: candidates}
