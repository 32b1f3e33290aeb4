"""The summary: what a person reads on the terminal in ten seconds."""

from __future__ import annotations

from collections.abc import Mapping

from lastknight.report.chapters.answer import count_verdicts, recommendation, title
from lastknight.report.facts_json import read_facts
from lastknight.report.text.blocks import Paragraph
from lastknight.report.text.figures import Figures
from lastknight.report.text.phrases import name, say_candidate
from lastknight.report.text.prose import to_plain

_MOST = 3


def summary(facts: Mapping[str, object]) -> list[str]:
    """The question, the answer, the advice and the highest ratings, a line each.

    `facts` are those of an analysis as JSON data. Raises NotationError for other data.
    """
    read = read_facts(facts)
    figures = Figures.of(read)
    lines = [title(read), ""]
    if len(read.direct) > _MOST:
        lines.append(count_verdicts(read))
    lines += [say_candidate(read, candidate) for candidate in read.featured[:_MOST]]
    advice = recommendation(read).blocks[0]
    assert isinstance(advice, Paragraph)
    lines += ["", advice.text, ""]
    lines.append("Highest rated, in Elo:")
    for place, rating in enumerate(read.ranking.ratings[:_MOST]):
        path = f"ranking.ratings.{place}"
        lines.append(f"  {{{path}.rank|text}}: {name(rating.heuristic)}, {{{path}.elo|estimate}}")
    return [to_plain(line, figures) if line else "" for line in lines]
