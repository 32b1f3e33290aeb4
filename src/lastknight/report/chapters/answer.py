"""The question, the short answer in words, and the guarded recommendation."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.chapters.reasons import say_reason
from lastknight.report.text.blocks import Block, Chapter, Figure, Items, Paragraph, Table
from lastknight.report.text.derived import equal_time, strength
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import (
    INTERVAL,
    listing,
    name,
    say_candidate,
    word_of,
)

_FEW = 3
"""So many candidates are named one by one."""
_WORDS = ("better", "worse", "equivalent", "inconclusive")


def title(facts: Facts) -> str:
    """The question in a line."""
    base = name(facts.conditions.baseline)
    names = [name(direct.candidate) for direct in facts.direct]
    if len(names) == 1:
        return f"Is {names[0]} better than {base}?"
    if len(names) <= _FEW:
        return f"Are {listing(names)} better than {base}?"
    return f"Which of {{#direct|count heuristic}} beat {base}?"


def subtitle() -> str:
    """Under the title: on what the answer rests."""
    return (
        "Knight's Isolation on a board of {conditions.width|plain} by {conditions.height|plain}, "
        "{conditions.nodes|count node} a move. {origin.games|count game}, {origin.made|text}."
    )


def answer(facts: Facts) -> Chapter:
    """The question and the answer."""
    base = name(facts.conditions.baseline)
    who = listing([name(direct.candidate) for direct in facts.direct])
    if len(facts.direct) > _FEW:
        who = "{#direct|count heuristic}"
    verb = "is" if len(facts.direct) == 1 else "are"
    question = (
        f"When both players search {{conditions.nodes|count node}} a move, {verb} {who} stronger "
        f"than {base}? So many nodes stand for {{conditions.seconds|seconds}} on the clock of the "
        "course. Every opening is played twice, with sides swapped."
    )
    blocks: list[Block] = [Paragraph(question)]
    if len(facts.direct) > _FEW:
        blocks.append(Paragraph(count_verdicts(facts), role="lead"))
    sentences = [say_candidate(facts, candidate) for candidate in facts.featured]
    if len(facts.direct) > _FEW:
        strongest = "The one" if len(sentences) == 1 else "Those"
        blocks.append(Paragraph(f"{strongest} that this report looks at closely:"))
        blocks.append(Items(tuple(sentences)))
    else:
        blocks += [Paragraph(sentence, role="lead") for sentence in sentences]
    if len(facts.direct) > 1:
        blocks.append(_figure(facts))
    else:
        blocks.append(_only_table(facts))
    return Chapter("The short answer", tuple(blocks))


def count_verdicts(facts: Facts) -> str:
    """How many candidates got which verdict."""
    base = name(facts.conditions.baseline)
    words = [word for word in _WORDS if any(direct.word == word for direct in facts.direct)]
    first = words[0]
    count = sum(direct.word == first for direct in facts.direct)
    phrases = {
        "better": f"**better** than {base}",
        "worse": f"**worse** than {base}" if first == "worse" else "**worse**",
        "equivalent": f"**equivalent** to {base} within {{conditions.equivalence|count}} Elo",
        "inconclusive": "**inconclusive**",
    }
    if len(words) == 1:
        return f"At equal nodes, all {{#direct|count candidate}} are {phrases[first]}."
    verb = " is " if count == 1 else " are "
    parts = [
        f"{{#direct[word={word}]|count}}{verb if word == first else ' '}{phrases[word]}"
        for word in words
    ]
    return f"Of {{#direct|count candidate}}, at equal nodes, {listing(parts)}."


def recommendation(facts: Facts) -> Chapter:
    """What to do, with three reasons."""
    base = name(facts.conditions.baseline)
    chosen, subject = name(facts.advice.heuristic), name(facts.advice.subject)
    scope = "at this budget, on this board and from these openings"
    words = {
        "clear": f"**Use {chosen}.** It is shown to be better than {base} {scope}, at equal nodes "
        "and at equal time.",
        "limited": f"**{chosen} is worth a try, with a reservation.** It is shown to be better "
        f"than {base} at equal nodes {scope}, but not at equal time.",
        "none": f"**Keep {base}.** {subject} is not shown to be better {scope}."
        if len(facts.direct) == 1
        else f"**Keep {base}.** No candidate is shown to be better {scope}. The reasons are "
        f"about {subject}, the highest rated of the candidates.",
    }
    reasons = tuple(say_reason(facts, reason) for reason in facts.advice.reasons)
    blocks = (Paragraph(words[facts.advice.strength], role="lead"), Items(reasons, is_ordered=True))
    return Chapter("Recommendation", blocks, is_boxed=True)


def _figure(facts: Facts) -> Figure:
    base = name(facts.conditions.baseline)
    return Figure(
        "direct",
        f"Every candidate against {base}, the strongest first, with its {INTERVAL}: filled dots at "
        "equal nodes, open squares at equal time. What lies right of the line is ahead. An arrow "
        "means that there is no bound on that side.",
        f"Dots with intervals: pair-Elo of every candidate against {base}, at equal nodes and at "
        "equal time.",
        direct_table(facts),
    )


def direct_table(facts: Facts) -> Table:
    """All direct matches, the strongest first."""
    order = sorted(
        range(len(facts.direct)), key=lambda place: -strength(facts.direct[place].record.elo)
    )
    rows = []
    for place in order:
        path = f"direct.{place}"
        candidate = facts.direct[place].candidate
        timed = equal_time(facts, candidate)
        rows.append(
            (
                name(candidate),
                word_of(facts, place),
                f"{{{path}.record.elo|point}}",
                f"{{{path}.record.elo|span}}",
                f"{{{path}.p_adjusted|chance_bare}}",
                NOTHING if timed is None else f"{{budgets.{timed}.record.elo|point}}",
                NOTHING if timed is None else f"{{budgets.{timed}.record.elo|span}}",
                f"{{{path}.record.ww|count}}",
                f"{{{path}.record.split|count}}",
                f"{{{path}.record.ll|count}}",
                f"{{{path}.record.win_rate|point rate}}",
                f"{{{path}.score_elo|point}}",
            )
        )
    return Table(
        f"Direct matches against {name(facts.conditions.baseline)}. Elo is pair-Elo; win rate and "
        "score-Elo depend on the openings.",
        (
            "<heuristic",
            "<at equal nodes",
            "Elo",
            INTERVAL,
            "p (Holm)",
            "Elo at equal time",
            INTERVAL,
            "won twice",
            "split",
            "lost twice",
            "win rate",
            "score-Elo",
        ),
        tuple(rows),
        file="direct.csv",
    )


def _only_table(facts: Facts) -> Table:
    """The direct match of the only candidate, number by number."""
    path = "direct.0"
    candidate = facts.direct[0].candidate
    timed = equal_time(facts, candidate)
    rows = [
        ("pairs", f"{{{path}.record.pairs|count}}"),
        (
            "won twice, split, lost twice",
            f"{{{path}.record.ww|count}}, {{{path}.record.split|count}}, "
            f"{{{path}.record.ll|count}}",
        ),
        ("Elo at equal nodes", f"{{{path}.record.elo|estimate}}"),
        ("test", f"{{{path}.record.p_value|chance}}"),
        ("win rate, on these openings", f"{{{path}.record.win_rate|estimate rate}}"),
        ("score-Elo, on these openings", f"{{{path}.score_elo|estimate}}"),
    ]
    if timed is not None:
        rows.insert(4, ("Elo at equal time", f"{{budgets.{timed}.record.elo|estimate}}"))
    return Table(
        f"{name(candidate)} against {name(facts.conditions.baseline)}, with {INTERVAL}s.",
        ("<", "<"),
        tuple(rows),
        file="direct.csv",
    )
