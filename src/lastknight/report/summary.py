"""The summary: what to read on the terminal in ten seconds."""

from __future__ import annotations

from lastknight.analysis.facts import Facts
from lastknight.report.chapters.answer import count_verdicts, recommend, title
from lastknight.report.text.located import locate
from lastknight.report.text.phrases import name, say_candidate
from lastknight.report.text.prose import to_plain
from lastknight.report.text.quantities import estimate, said

_MOST = 3


def summary(facts: Facts) -> list[str]:
    """The question, the answer, the recommendation and the highest ratings, line by line."""
    located = locate(facts)
    lines = [title(located), ""]
    if len(located.direct) > _MOST:
        lines.append(count_verdicts(located))
    lines += [say_candidate(located, candidate) for candidate in located.featured[:_MOST]]
    lines += ["", recommend(located), "", "Highest rated, in Elo:"]
    lines += [
        f"  {said(one.rank)}: {name(located, one.heuristic)}, {estimate(one.elo)}"
        for one in located.ranking.ratings[:_MOST]
    ]
    return [to_plain(line) for line in lines]
