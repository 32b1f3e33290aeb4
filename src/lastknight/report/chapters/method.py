"""Whether the games can be trusted, how the numbers were made, and what remains undecided."""

from __future__ import annotations

from lastknight.analysis.conclusions import Undecided
from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Block, Chapter, Items, Paragraph, TableBlock
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import ATTACKER, KINDS, baseline, interval, level, name
from lastknight.report.text.quantities import count, count_of, number, point, said, span
from lastknight.stats import Estimate


def audit(facts: Facts) -> Chapter:
    """Whether the games are independent."""
    found = facts.audit
    direct = count(found.games, "direct game")
    if found.distinct_games == found.games:
        distinct = f"All {direct} are different, move by move."
    else:
        formula = f"{source_of(found.games)} - {source_of(found.distinct_games)}"
        repeated = count(locate(found.games - found.distinct_games, formula), "game")
        distinct = (
            f"Of {direct}, {count(found.distinct_games)} are different, move by move; {repeated} "
            "repeated another one."
        )
    began = f"They began from {count(found.openings, 'opening')}"
    openings = (
        f"{began}, all different under the symmetries of the board."
        if found.openings == found.canonical_openings
        else f"{began}, of which {count(found.canonical_openings)} differ under the symmetries of "
        "the board. A mirrored opening is no new data: intervals and tests treat all pairs of one "
        "opening as one cluster."
    )
    forfeits = (
        f"{count(found.forfeits, 'game')} ended by forfeit: see "
        "[how games ended](#how-games-ended)."
        if found.forfeits
        else "No game ended by forfeit."
    )
    items = [distinct, openings, forfeits]
    if found.replayed:
        same = (
            "all came out the same, move by move"
            if found.replayed == found.identical
            else f"{count(found.identical)} of them came out the same: the others were not "
            "reproducible, so read the numbers of this report with care"
        )
        items.append(f"{count(found.replayed, 'game')} were replayed from their record; {same}.")
    if found.role_games:
        formula = f"{source_of(found.attacker_wins)} / {source_of(found.role_games)}"
        rate = number(locate(found.attacker_wins / found.role_games, formula), "rate")
        items.append(
            f"The attacker won {rate} of the games. {ATTACKER} Pairs cancel this out, because each "
            "player attacks in one game of a pair."
        )
    return Chapter("Are the games independent?", (Items(tuple(items)),))


def method(facts: Facts) -> Chapter:
    """How it was done."""
    base = baseline(facts)
    items = (
        "**Pairs.** Each opening is played twice, with sides swapped. A pair is won twice, split "
        "or lost twice. The two games of a pair do not count as independent.",
        "**Pair-Elo** is `200 log10(won twice / lost twice)`. It does not depend on how unfair the "
        "openings are. Win rate and score-Elo do, and are given for comparison only.",
        "**Intervals** contain the true value "
        f"{number(facts.conditions.confidence, 'part')} of the time. They cluster repeated "
        "openings. Their ends are rounded outwards. If one side never lost a pair, only one end is "
        "known, and the text says “at least” or “at most”.",
        "**Verdicts.** better and worse: the test is significant at "
        f"{level(facts)}, and the interval agrees. equivalent: no difference is shown, and the "
        f"whole interval is within {count(facts.conditions.equivalence)} Elo of zero. "
        "inconclusive: everything else.",
        "**Holm.** Of many tests, some come out significant by chance. Holm's correction adjusts "
        "the direct matches for all candidates, and the matrix for all its comparisons. Other "
        "tests, such as those at equal time, are not adjusted.",
        f"**Ratings** are Bradley-Terry, from decided pairs, with {base} as zero. "
        "Their intervals come from a bootstrap over openings. **Ranks** are sets of places that "
        "the comparisons leave open.",
        "**Equal time.** Time is counted in nodes, so that the same command gives the same games "
        f"on any machine. A candidate whose nodes take longer than those of {base} gets fewer of "
        "them; the ratio was measured before the games, side by side.",
        "**Fewer pairs for expensive heuristics.** A heuristic that takes far longer than the "
        "others plays fewer pairs, and its intervals are wider.",
        "**The players** are iterative alpha-beta searches with the heuristic at the leaves. Ties "
        "between moves are broken at random, from the seed.",
    )
    planned = _say_plan(facts)
    blocks: list[Block] = [Items(items)]
    if planned:
        blocks.append(Paragraph(planned))
    return Chapter("Method", tuple(blocks))


_PARTS = {
    "direct": "direct matches",
    "ranking": "ratings",
    "classic": "the classic table",
    "time": "equal time",
    "depth": "equal depth",
    "ladder": "the curves",
    "budgets": "the budgets",
}


def _say_plan(facts: Facts) -> str:
    pairs = facts.conditions.pairs
    parts = [f"{_PARTS[part]} {count(pairs[part])}" for part in pairs if part in _PARTS]
    return f"Planned pairs for each pairing: {', '.join(parts)}." if parts else ""


def undecided(facts: Facts) -> Chapter:
    """What remains undecided, and what deciding it would take."""
    title = "What remains undecided"
    if not facts.undecided:
        text = (
            "Every comparison of a candidate with the baseline has a verdict, at equal nodes and "
            "at equal time."
        )
        return Chapter(title, (Paragraph(text),))
    text = (
        f"{count_of(facts.undecided, 'comparison')} with the baseline stayed open. The plan is "
        f"sized to detect the smallest difference that matters, "
        f"{count(facts.conditions.equivalence)} Elo, or a smaller one if that many pairs were "
        "already played. Times assume the speed measured here."
    )
    table = TableBlock(
        "What would decide: pairs in total, and the time they take.",
        (
            *("<heuristic", "<at", "pairs played", "Elo", interval(facts)),
            *("pairs to decide", "time"),
        ),
        tuple(_undecided_row(facts, one) for one in facts.undecided),
    )
    return Chapter(title, (Paragraph(text), table))


def _undecided_row(facts: Facts, one: Undecided) -> tuple[str, ...]:
    found = _open_elo(facts, one)
    return (
        name(facts, one.candidate),
        KINDS.get(one.kind) or said(one.about),
        count(one.pairs),
        point(found),
        span(found),
        number(one.pairs_to_decide, "about", unknown="out of reach"),
        number(one.seconds, "seconds"),
    )


def _open_elo(facts: Facts, one: Undecided) -> Estimate | None:
    """The estimate that was left open: the direct match, or the largest budget of the kind."""
    if one.kind == "nodes":
        match = facts.direct_match(one.candidate)
        return None if match is None else match.record.elo
    curve = facts.curve(one.candidate, one.kind)
    return curve[-1].record.elo if curve else None


CHAPTERS = {140: audit, 150: method, 160: undecided}
