"""Whether the games can be trusted, how the numbers were made, and what they leave open."""

from __future__ import annotations

from lastknight.analysis.facts import Facts, Undecided
from lastknight.report.text.blocks import Block, Chapter, Items, Paragraph, Table
from lastknight.report.text.derived import direct_of
from lastknight.report.text.formats import NOTHING
from lastknight.report.text.phrases import INTERVAL, KINDS, name


def audit(facts: Facts) -> Chapter:
    """Whether the games are independent."""
    found = facts.audit
    openings = (
        "They began from {audit.openings|count opening}, of which {audit.canonical_openings|count} "
        "differ under the symmetries of the board. A mirrored opening is no new data: intervals "
        "and tests take all pairs of one opening together."
    )
    if found.openings == found.canonical_openings:
        openings = (
            "They began from {audit.openings|count opening}, all of them different under the "
            "symmetries of the board."
        )
    repeated = "{audit.games - audit.distinct_games|count game}"
    distinct = (
        "All of the {audit.games|count direct game} are different, move by move."
        if found.distinct_games == found.games
        else "Of {audit.games|count direct game}, {audit.distinct_games|count} are different, move "
        f"by move; {repeated} came out like another one."
    )
    items = [distinct, openings]
    items.append(
        "No game ended by forfeit."
        if not found.forfeits
        else "{audit.forfeits|count game} ended by forfeit: see "
        "[how games ended](#how-games-ended)."
    )
    if found.replayed:
        same = (
            "all of them came out the same, move by move"
            if found.replayed == found.identical
            else "{audit.identical|count} of them came out the same: the others were not "
            "reproducible, and the numbers of this report are to be read with care"
        )
        items.append(f"{{audit.replayed|count game}} were played again from their record; {same}.")
    if found.games:
        items.append(
            "Whoever moved first after the opening won {audit.first_wins / audit.games|rate} of "
            "the games. Pairs take that out: both sides have both."
        )
    return Chapter("Are the games independent?", (Items(tuple(items)),))


def method(facts: Facts) -> Chapter:
    """How it was done, in plain words."""
    base = name(facts.conditions.baseline)
    items = (
        "**Pairs.** One opening is played twice, with sides swapped. A pair is won twice, split or "
        "lost twice. The two games of a pair are not counted as two pieces of news.",
        "**Pair-Elo** is `200 log10(won twice / lost twice)`. It does not depend on how unfair the "
        "openings are. Win rate and score-Elo do, and are given for comparison only.",
        "**Intervals** hold the true value {conditions.confidence|part} of the time. They take "
        "repeated openings together. Their ends are rounded outwards. Where one side was never "
        "beaten, only one end is known, and the text says “at least” or “at most”.",
        "**Verdicts.** better and worse: the test tells the two apart at "
        "{1 - conditions.confidence|part}, and the interval agrees. equivalent: not told apart, "
        "and the whole interval is within {conditions.equivalence|count} Elo of zero. "
        "inconclusive: anything else.",
        "**Holm.** Of many tests some come out by chance. The direct matches count all candidates, "
        "the matrix all its comparisons; what is called different there stays so with all of them "
        "counted. Other tests, such as those at equal time, count for themselves.",
        f"**Ratings** are Bradley-Terry, with one term for the first move and {base} as zero. "
        "Their intervals come from a bootstrap over openings. **Ranks** are sets of places that "
        "the comparisons leave open.",
        "**Equal time.** Time is counted in nodes, so that the same command gives the same games "
        f"on any machine. A candidate whose nodes take longer than those of {base} gets fewer of "
        "them; how many was measured before the games, side by side.",
        "**Fewer pairs for dear heuristics.** A heuristic that takes far longer than the others "
        "plays fewer pairs, and its intervals are wider.",
        "**The players** are iterative alpha-beta searches with the heuristic at the leaves. Ties "
        "between moves are broken by chance, from the seed.",
    )
    planned = _say_plan(facts)
    blocks: list[Block] = [Items(items)]
    if planned:
        blocks.append(Paragraph(planned))
    return Chapter("Method", tuple(blocks))


_CHAPTERS = {
    "direct": "direct matches",
    "ranking": "ratings",
    "classic": "the classic table",
    "time": "equal time",
    "depth": "equal depth",
    "ladder": "the curves",
    "budgets": "the budgets",
}


def _say_plan(facts: Facts) -> str:
    parts = [
        f"{_CHAPTERS[chapter]} {{conditions.pairs.{chapter}|count}}"
        for chapter in facts.conditions.pairs
        if chapter in _CHAPTERS
    ]
    if not parts:
        return ""
    return f"Pairs that were planned for each pairing: {', '.join(parts)}."


def undecided(facts: Facts) -> Chapter:
    """What could not be decided, and what it would take."""
    if not facts.undecided:
        return Chapter(
            "What could not be decided",
            (
                Paragraph(
                    "Every comparison of a candidate with the baseline has a verdict, at equal "
                    "nodes and at equal time."
                ),
            ),
        )
    rows = tuple(_undecided_row(facts, k, one) for k, one in enumerate(facts.undecided))
    text = (
        "{#undecided|count comparison} with the baseline stayed open. The plan is for the "
        "difference that matters, {conditions.equivalence|count} Elo, and for less where as many "
        "pairs were already played; times are at the speed seen here."
    )
    table = Table(
        "What would decide: pairs in all, and how long they take.",
        ("<heuristic", "<at", "pairs played", "Elo", INTERVAL, "pairs that decide", "time"),
        rows,
    )
    return Chapter("What could not be decided", (Paragraph(text), table))


def _undecided_row(facts: Facts, place: int, one: Undecided) -> tuple[str, ...]:
    path = f"undecided.{place}"
    elo = _elo_path(facts, one)
    return (
        name(one.candidate),
        KINDS.get(one.kind) or f"{{{path}.about|text}}",
        f"{{{path}.pairs|count}}",
        NOTHING if elo is None else f"{{{elo}|point}}",
        NOTHING if elo is None else f"{{{elo}|span}}",
        f"{{{path}.pairs_to_decide|about?more than can be played}}",
        f"{{{path}.seconds|seconds?{NOTHING}}}",
    )


def _elo_path(facts: Facts, one: Undecided) -> str | None:
    """The estimate that was left open: the direct match, or the largest budget of the kind."""
    if one.kind == "nodes":
        place = direct_of(facts, one.candidate)
        return None if place is None else f"direct.{place}.record.elo"
    found = [
        (budget.limit, place)
        for place, budget in enumerate(facts.budgets)
        if (budget.candidate, budget.kind) == (one.candidate, one.kind)
    ]
    return f"budgets.{max(found)[1]}.record.elo" if found else None
