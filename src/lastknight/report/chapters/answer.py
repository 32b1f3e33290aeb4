"""The question and the short answer, on the page and in the terminal."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.analysis.match_facts import Direct
from lastknight.report.chapters.recommendation import recommend
from lastknight.report.text.blocks import Block, Chapter, ChartBlock, Items, Paragraph, TableBlock
from lastknight.report.text.located import locate
from lastknight.report.text.phrases import (
    baseline,
    interval,
    later_start,
    listing,
    name,
    say_candidate,
)
from lastknight.report.text.prose import to_plain
from lastknight.report.text.quantities import (
    count,
    count_equal,
    count_of,
    estimate,
    number,
    point,
    said,
    span,
)

_FEW = 3
"""Up to this many candidates are named one by one."""
_HIGHEST = 3
"""The summary lists this many ratings."""
_WORDS = ("better", "worse", "equivalent", "inconclusive")


def title(facts: Facts) -> str:
    """The question in one line."""
    if len(facts.direct) > _FEW:
        return f"Which of {_candidates(facts)} beat {baseline(facts)}?"
    verb = "Is" if len(facts.direct) == 1 else "Are"
    return f"{verb} {_candidates(facts)} better than {baseline(facts)}?"


def subtitle(facts: Facts) -> str:
    """The line under the title: what the answer rests on."""
    conditions, origin, later = facts.conditions, facts.origin, later_start(facts)
    return (
        f"Knight's Isolation on a board of {number(conditions.width, 'plain')} by "
        f"{number(conditions.height, 'plain')}, {count(conditions.nodes, 'node')} per move. "
        f"{count(origin.games, 'game')}{f' {later}' if later else ''}, {said(origin.made)}."
    )


def answer(facts: Facts) -> Chapter:
    """The question and the answer."""
    is_many = len(facts.direct) > _FEW
    verb = "is" if len(facts.direct) == 1 else "are"
    question = (
        f"If both players search {count(facts.conditions.nodes, 'node')} per move, {verb} "
        f"{_candidates(facts)} stronger than {baseline(facts)}? That many nodes take about "
        f"{number(facts.conditions.seconds, 'seconds')} on the clock of the course. Every opening "
        "is played twice, with sides swapped."
    )
    blocks: list[Block] = [Paragraph(question)]
    sentences = tuple(say_candidate(facts, candidate) for candidate in facts.featured)
    if is_many:
        who = "candidate" if len(sentences) == 1 else "candidates"
        blocks.append(Paragraph(_count_verdicts(facts), role="lead"))
        blocks.append(Paragraph(f"The {who} examined in detail:"))
        blocks.append(Items(sentences))
    else:
        blocks += [Paragraph(sentence, role="lead") for sentence in sentences]
    blocks.append(_chart(facts) if len(facts.direct) > 1 else _only_table(facts, facts.direct[0]))
    return Chapter("The short answer", tuple(blocks))


def summary(facts: Facts) -> list[str]:
    """The question, the answer, the recommendation and the highest ratings, line by line."""
    located = locate(facts)
    lines = [title(located), ""]
    if later := later_start(located):
        lines.append(f"Games {later}:")
    if len(located.direct) > _FEW:
        lines.append(_count_verdicts(located))
    lines += [say_candidate(located, candidate) for candidate in located.featured[:_FEW]]
    lines += ["", recommend(located), "", "Highest rated, in Elo:"]
    lines += [
        f"  {said(one.rank)}: {name(located, one.heuristic)}, {estimate(one.elo)}"
        for one in located.ranking.ratings[:_HIGHEST]
    ]
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
    }
    if len(words) == 1:
        return f"At equal nodes, all {everyone} are {phrases[first]}."
    verb = " is " if verdicts.count(first) == 1 else " are "
    parts = [
        f"{count_equal(verdicts, word)}{verb if word == first else ' '}{phrases[word]}"
        for word in words
    ]
    return f"Of {everyone}, at equal nodes, {listing(parts)}."


def _chart(facts: Facts) -> ChartBlock:
    base = baseline(facts)
    return ChartBlock(
        "direct",
        f"Every candidate against {base}, strongest first, with its {interval(facts)}: filled dots "
        "at equal nodes, open squares at equal time. Right of the line the candidate is ahead. An "
        "arrow means that there is no bound on that side.",
        f"Dots with intervals: pair-Elo of every candidate against {base}, at equal nodes and at "
        "equal time.",
        _direct_table(facts),
    )


def _direct_table(facts: Facts) -> TableBlock:
    """All direct matches, strongest first."""
    return TableBlock(
        f"Direct matches against {baseline(facts)}. Elo is pair-Elo; win rate and score-Elo depend "
        "on the openings.",
        (
            "<heuristic",
            "<at equal nodes",
            "Elo",
            interval(facts),
            "p (Holm)",
            "Elo at equal time",
            interval(facts),
            "won twice",
            "split",
            "lost twice",
            "win rate",
            "score-Elo",
        ),
        tuple(_direct_row(facts, match) for match in facts.strongest_first),
        file="direct.csv",
    )


def _direct_row(facts: Facts, match: Direct) -> tuple[str, ...]:
    record = match.record
    budget = facts.main_budget(match.candidate, "time")
    timed = None if budget is None else budget.record.elo
    word = match.word
    if word == "equivalent":
        word = f"equivalent within {count(facts.conditions.equivalence)} Elo"
    return (
        name(facts, match.candidate),
        word,
        point(record.elo),
        span(record.elo),
        number(match.p_adjusted, "chance_bare"),
        point(timed),
        span(timed),
        count(record.ww),
        count(record.split),
        count(record.ll),
        point(record.win_rate, "rate"),
        point(match.score_elo),
    )


def _only_table(facts: Facts, match: Direct) -> TableBlock:
    """The direct match of a single candidate, number by number."""
    record = match.record
    rows = [
        ("pairs", count(record.pairs)),
        (
            "won twice, split, lost twice",
            f"{count(record.ww)}, {count(record.split)}, {count(record.ll)}",
        ),
        ("Elo at equal nodes", estimate(record.elo)),
        ("test", number(record.p_value, "chance")),
        ("win rate, on these openings", estimate(record.win_rate, "rate")),
        ("score-Elo, on these openings", estimate(match.score_elo)),
    ]
    timed = facts.main_budget(match.candidate, "time")
    if timed is not None:
        rows.insert(4, ("Elo at equal time", estimate(timed.record.elo)))
    return TableBlock(
        f"{name(facts, match.candidate)} against {baseline(facts)}, with {interval(facts)}s.",
        ("<", "<"),
        tuple(rows),
        file="direct.csv",
    )


CHAPTERS = {10: answer}
